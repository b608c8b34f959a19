"""What the tests of reading share: parse a file as the command does, and flatten a tree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from lawsearch.language import count_characters
from lawsearch.library import parse_files
from lawsearch.library.describing import Asked, _parse_alone, describe
from lawsearch.model import Clause, ParsedDocument, SourceSpan
from lawsearch.source import Source, read_sources, source_from_bytes
from lawsearch.structure import parse_document


def parse(path: Path) -> ParsedDocument:
    """The document in a file, references resolved inside itself."""
    return parse_files([path])[0]


def parse_text(text: str, name: str = "text.txt", layout: str | None = None) -> tuple[ParsedDocument, Source]:
    """The document in a text, without references, and its source; of two languages the first."""
    source = source_from_bytes(text.encode("utf-8"), name)
    described = describe([source], Asked(layout=layout))[0]
    return parse_document(described.sources, described.document, layout=layout), described.sources[0]


def parse_texts(text: str, layout: str | None = None) -> list[tuple[ParsedDocument, Source]]:
    """The documents in a text, one a language, each with its source."""
    source = source_from_bytes(text.encode("utf-8"), "text.txt")
    return [
        (parse_document(described.sources, described.document, layout=layout), described.sources[0])
        for described in describe([source], Asked(layout=layout))
    ]


def read_documents(paths: Sequence[Path]) -> list[tuple[ParsedDocument, tuple[Source, ...]]]:
    """The documents in files as the command reads them (``parse_files``), each with its sources."""
    return _parse_alone(paths, None, None, repair=False)


def check_shares(paths: Sequence[Path], documents: Sequence[tuple[ParsedDocument, Sequence[Source]]]) -> None:
    """The documents of one work share its characters out: none is lost, none is in two of them."""
    sources, _ = read_sources(paths)
    assert sum(parsed.characters.total for parsed, _ in documents) == sum(
        count_characters(source.text) for source in sources
    )


def flatten(clauses: Iterable[Clause], holder: str = "") -> dict[str, Clause]:
    """Clauses by address, in reading order; closing text as ``<parent>#closing``, notes as ``<parent>#footnote``.

    Notes have no address: a clause that goes over several pages may hold several of one mark.
    """
    found: dict[str, Clause] = {}
    for clause in clauses:
        name = str(clause.address) if clause.address is not None else f"{holder}#{clause.kind}"
        while clause.kind == "footnote" and clause.label and name in found:
            name += clause.label
        assert name not in found, f"two clauses named {name}"
        found[name] = clause
        found.update(flatten(clause.children, name))
    return found


def check_promises(parsed: ParsedDocument, *texts: str) -> None:
    """What every reading promises (DESIGN section 3), for a document and the texts of its sources."""
    characters = parsed.characters
    assert characters.total == sum(map(count_characters, texts))
    own = sum(
        len("".join(((c.label or "") + (c.heading or "") + c.text).split())) for r in parsed.clauses for c in r.walk()
    )
    unplaced = sum(count_characters(clause.text) for clause in parsed.unplaced)
    furniture = sum(count_characters(item.text) for item in parsed.furniture)
    mended = _mended(parsed)
    assert own + unplaced + furniture == characters.total + mended
    if not mended:
        assert (own, unplaced, furniture) == (characters.clauses, characters.unplaced, characters.furniture)
    flatten(parsed.clauses)
    taken = [span for clause in parsed.walk() for span in clause.source]
    taken += [span for item in parsed.furniture for span in item.source]
    _check_disjoint(taken)
    for clause in parsed.walk():
        for span in clause.emphasis:
            assert 0 <= span.start < span.stop <= len(clause.text)
        for reference in clause.references:
            assert clause.text[reference.span.start : reference.span.stop] == reference.text
    assert not [problem for problem in parsed.problems if problem.code == "text-unread"]


def _mended(parsed: ParsedDocument) -> int:
    """How many letters were put in, as the reports of the mends say."""
    total = 0
    for problem in parsed.problems:
        if problem.code == "ligature-mended":
            before, after, count = (problem.params[name] for name in ("before", "after", "count"))
            assert isinstance(count, int)
            total += count * (count_characters(str(after)) - count_characters(str(before)))
    return total


def _check_disjoint(spans: list[SourceSpan]) -> None:
    ordered = sorted(spans, key=lambda span: (span.file, span.start))
    for before, after in pairwise(ordered):
        assert before.file != after.file or before.stop <= after.start, (before, after)
