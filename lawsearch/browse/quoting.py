"""A clause as it goes to the clipboard: its text, and a line that says where it is from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lawsearch.locale.citing import citation
from lawsearch.locale.display import safe
from lawsearch.model import Clause, Document


def quote(clauses: Sequence[Clause], documents: Sequence[Document]) -> str:
    """One clause, or the same one in several languages, each followed by its source."""
    return "\n\n".join(
        "\n".join((*_lines(clause), _source_line(clause, document)))
        for clause, document in zip(clauses, documents, strict=True)
    )


def _lines(clause: Clause) -> Iterator[str]:
    name = str(clause.address) if clause.address is not None and not clause.address.prefix else ""
    heading = " ".join((clause.heading or "").split())
    if name or heading:
        joined = " ".join(filter(None, (name, heading)))
        yield safe(joined if heading or not clause.text else f"{joined} {clause.text}")
    if clause.text and (heading or not name):
        yield safe(clause.text)
    for child in clause.children:
        yield from _lines(child)


def _source_line(clause: Clause, document: Document) -> str:
    return safe(f"— {citation(document, clause, document.language)}. {document.notice}".rstrip())
