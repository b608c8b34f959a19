"""Graphviz: the graph of references; a node a clause, a cluster a law, the status as the style of an edge.

In: documents. Out: one directed graph in the DOT language. Promises: every clause with an address is a node, with its
address and first words; every reference is an edge for each of its targets, from the nearest addressed
clause it stands in; what is missing or in no document of the library is an edge to a node that says so; nothing of a
text is ever syntax.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lawsearch.export.characters import replace_forbidden
from lawsearch.export.formats import Selection
from lawsearch.locale.display import shorten
from lawsearch.model import Address, Clause, ParsedDocument, Reference

_WORDS = 40  # characters of a heading in a node

_STYLES = {
    "resolved": "style=solid",
    "ambiguous": 'style=dotted, color="#b36b00"',
    "missing": 'style=bold, color="#b3261e"',
    "external": 'style=dashed, color="#777777"',
}
_OTHER_EDITION = 'style=dashed, color="#1a5fb4"'


def write(selection: Selection) -> Iterator[str]:
    """The graph of the selected documents."""
    return write_dot(selection.parsed())


def write_dot(documents: Iterable[ParsedDocument]) -> Iterator[str]:
    """The graph of all documents; an edge may lead to a clause of a document that is not among them."""
    yield "digraph lawsearch {\n"
    yield '  graph [rankdir=LR, compound=true, fontname="sans-serif"];\n'
    yield '  node [shape=box, style=rounded, fontname="sans-serif", fontsize=10];\n'
    for number, parsed in enumerate(documents):
        document = parsed.document
        yield f"  subgraph {_quote(f'cluster_{number}')} {{\n    label={_quote(f'{document.title} ({document.id})')};\n"
        edges: list[str] = []
        for root in parsed.clauses:
            yield from _nodes(root, None, number, edges)
        yield "  }\n"
        yield from edges
    yield "}\n"


def _nodes(clause: Clause, law: Address | None, document: int, edges: list[str]) -> Iterator[str]:
    """The nodes of a clause and what is below it, a law as a cluster; their edges are added to ``edges``."""
    if law is None and clause.address is not None and clause.address.number is not None:
        yield f"    subgraph {_quote(f'cluster_{document}_{clause.address}')} {{\n"
        yield f"      label={_quote(_title(clause))};\n"
        yield from _below(clause, clause.address, document, edges)
        yield "    }\n"
    else:
        yield from _below(clause, law, document, edges)


def _below(clause: Clause, law: Address | None, document: int, edges: list[str]) -> Iterator[str]:
    name = f"{clause.document}:{clause.address}"
    if clause.address is not None:
        yield f"      {_quote(name)} [label={_quote(_title(clause))}];\n"
        for reference in clause.references:
            edges += _edges(name, reference)
    for child in clause.children:
        if child.address is None and clause.address is not None:
            yield from _without_address(child, name, law, document, edges)
        else:
            yield from _nodes(child, law, document, edges)


def _without_address(
    clause: Clause, source: str, law: Address | None, document: int, edges: list[str]
) -> Iterator[str]:
    """What a clause without an address cites is cited by the nearest one above that has one, ``source``."""
    for reference in clause.references:
        edges += _edges(source, reference)
    for child in clause.children:
        if child.address is None:
            yield from _without_address(child, source, law, document, edges)
        else:
            yield from _nodes(child, law, document, edges)


def _edges(source: str, reference: Reference) -> Iterator[str]:
    style = _STYLES[reference.status]
    if reference.status == "resolved" and reference.edition_differs:
        style = _OTHER_EDITION
    written = f"tooltip={_quote(' '.join(reference.text.split()))}"
    for target in reference.targets:
        yield f"  {_quote(source)} -> {_quote(f'{target.document}:{target.address}')} [{style}, {written}];\n"
    found = {target.address for target in reference.targets}
    lost = [str(item.address) for item in reference.wanted if item.address not in found]
    for name in lost or ([] if reference.targets else [" ".join(reference.text.split())]):
        node = _quote(f"{reference.status}:{name}")
        yield f"  {node} [label={_quote(name)}, shape=plaintext];\n"
        yield f"  {_quote(source)} -> {node} [{style}, {written}];\n"


def _title(clause: Clause) -> str:
    return f"{clause.address} {shorten(clause.heading or clause.text, _WORDS)}".strip()


def _quote(text: str) -> str:
    """A quoted name or label: in it only the quotation mark and the backslash mean something."""
    escaped = replace_forbidden(text).replace("\\", "\\\\").replace('"', '\\"').replace("\r", " ").replace("\n", " ")
    return f'"{escaped}"'
