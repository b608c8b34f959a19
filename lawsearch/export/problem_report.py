"""The report of a document that is read wrongly: enough to find the mistake, nothing that could be read.

In: the files of a document. Out: a record, and its lines. Promises: the text in it is masked (:mod:`.masking`), the
names of the files are numbers with their endings; the record says whether the masked text is read as the true one is.
"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from lawsearch import __version__
from lawsearch.export.masking import mask_text
from lawsearch.library.describing import Asked, Described, describe
from lawsearch.model import Address, Clause, ParsedDocument, Problem
from lawsearch.references import resolve_document
from lawsearch.source import Source, read_sources
from lawsearch.structure import parse_document

Record = dict[str, Any]


def report_record(
    files: Sequence[Path | str], *, encoding: str | None = None, layout: str | None = None, repair: bool = False
) -> Record:
    """Everything about the reading of some files but what they say."""
    sources, skipped = read_sources(files, encoding=encoding, repair=repair)
    names = {source.name: f"file-{number}" for number, source in enumerate(sources, 1)}
    documents = [_document(item, names, layout) for item in describe(sources, Asked(layout=layout))]
    return {
        "lawsearch": __version__,
        "python": platform.python_version(),
        "system": platform.system(),
        "files": [_file(names[source.name], source) for source in sources],
        "skipped": [_problem(problem, {}) for problem in skipped],
        "documents": documents,
        "reads_alike": all(document["reads_alike"] for document in documents),
        "text": {names[source.name]: mask_text(source.text) for source in sources},
    }


def _document(described: Described, names: dict[str, str], layout: str | None) -> Record:
    """How one of the documents in the files is read."""
    parsed = _read(described.sources, described, layout)
    masked = [replace(source, text=mask_text(source.text)) for source in described.sources]
    structure = list(_outline(parsed))
    return {
        "layout": parsed.document.layout,
        "language": parsed.document.language,
        "edition": parsed.document.edition,
        "edition_known_by": described.known_by,
        "characters": {
            "clauses": parsed.characters.clauses,
            "unplaced": parsed.characters.unplaced,
            "furniture": parsed.characters.furniture,
        },
        "problems": [_problem(problem, names) for problem in parsed.problems],
        "structure": structure,
        "furniture": [
            {"kind": item.kind, "text": mask_text(item.text), "lines": [[part.first, part.last] for part in item.lines]}
            for item in parsed.furniture
        ],
        # but for references in words (of this law, the previous item), which are masked
        "reads_alike": _without_references(structure)
        == _without_references(_outline(_read(masked, described, layout))),
    }


def _read(sources: Sequence[Source], described: Described, layout: str | None) -> ParsedDocument:
    return resolve_document(parse_document(sources, described.document, layout=layout))


def _without_references(structure: Iterable[Record]) -> list[Record]:
    return [{**item, "references": []} for item in structure]


def _file(name: str, source: Source) -> Record:
    lines = source.text.splitlines()
    return {
        "name": name + Path(source.name).suffix[:8],
        "bytes": len(source.raw),
        "sha256": hashlib.sha256(source.raw).hexdigest(),
        "container": source.container,
        "encoding": source.encoding,
        "lines": len(lines),
        "longest_line": max(map(len, lines), default=0),
    }


def _problem(problem: Problem, names: dict[str, str]) -> Record:
    params = {
        name: mask_text(value) if isinstance(value, str) and name not in _NAMED else value
        for name, value in problem.params.items()
    }
    return {
        "code": problem.code,
        "file": names.get(problem.file) if problem.file else None,
        "line": problem.line,
        "page": problem.page,
        "params": params,
    }


# Parameters of problems that hold names of ours, not words of the text.
_NAMED = {"encoding", "declared", "runner_up", "reason", "address"}


def _outline(parsed: ParsedDocument) -> Iterator[Record]:
    """The clauses in order, by what can be counted."""

    def walk(clause: Clause, depth: int) -> Iterator[Record]:
        yield {
            "depth": depth,
            "kind": clause.kind,
            "address": _masked_address(clause.address) if clause.address else None,
            "label": mask_text(clause.label) if clause.label else None,
            "heading": len(clause.heading or ""),
            "text": len(clause.text),
            "lines": [[part.first, part.last] for part in clause.lines],
            "references": [[reference.form, reference.status] for reference in clause.references],
            "cut": clause.cut,
        }
        for child in clause.children:
            yield from walk(child, depth + 1)

    for root in (*parsed.clauses, *parsed.unplaced):
        yield from walk(root, 0)


def _masked_address(address: Address) -> str:
    """Numbers and letters as they are; the word of ``def:dummy`` masked."""
    return f"{address.prefix}:{mask_text(''.join(address.parts))}" if address.prefix else str(address)


def report_lines(record: Record) -> Iterator[str]:
    """The report as text: facts, problems, structure, the masked text."""
    yield f"lawsearch {record['lawsearch']}, Python {record['python']}, {record['system']}"
    for file in record["files"]:
        yield "file: " + ", ".join(f"{name} {value}" for name, value in file.items())
    for problem in record["skipped"]:
        yield f"skipped: {problem['params']}"
    yield f"masked text reads alike: {'yes' if record['reads_alike'] else 'no'}"
    for document in record["documents"]:
        yield ""
        yield from _document_lines(document)
    for name, text in record["text"].items():
        yield ""
        yield f"text of {name}, masked:"
        yield from text.splitlines()


def _document_lines(document: Record) -> Iterator[str]:
    """One document: facts, problems, structure, furniture."""
    facts = ("layout", "language", "edition", "edition_known_by")
    yield "document: " + ", ".join(f"{name.replace('_', ' ')} {document[name]}" for name in facts)
    yield "characters: " + ", ".join(f"{name} {count}" for name, count in document["characters"].items())
    yield f"problems: {len(document['problems'])}"
    for problem in document["problems"]:
        yield f"  {problem['code']} {problem['file']}:{problem['line']} page {problem['page']} {problem['params']}"
    yield f"structure: {len(document['structure'])} clauses and fragments"
    for item in document["structure"]:
        lines = " ".join(f"{first}-{last}" for first, last in item["lines"])
        references = " ".join("/".join(reference) for reference in item["references"])
        counts = (
            f"heading {item['heading']} text {item['text']} lines {lines}{' cut' if item['cut'] else ''} {references}"
        )
        yield f"{'  ' * (item['depth'] + 1)}{item['kind']} {item['address']} {item['label']!r} {counts}".rstrip()
    yield f"furniture: {len(document['furniture'])}"
    for item in document["furniture"]:
        yield f"  {item['kind']} {item['lines']} {item['text']!r}"
