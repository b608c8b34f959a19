"""What the tests of reading share: parse a file as the command does, and flatten a tree."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

from lawsearch.language import count_characters
from lawsearch.library import parse_files
from lawsearch.model import Clause, ParsedDocument, SourceSpan
from lawsearch.source import Source, source_from_bytes
from lawsearch.structure import parse_document


def parse(path: Path) -> ParsedDocument:
    """The document in a file, references resolved inside itself."""
    return parse_files([path])[0]


def parse_text(text: str, name: str = "text.txt", layout: str | None = None) -> tuple[ParsedDocument, Source]:
    """The document in a text, without references, and its source."""
    from lawsearch.library.describing import describe_sources

    source = source_from_bytes(text.encode("utf-8"), name)
    return parse_document([source], describe_sources([source], None, layout, None), layout=layout), source


def flatten(clauses: Iterable[Clause], holder: str = "") -> dict[str, Clause]:
    """Clauses by address, in reading order; closing text as ``<parent>#closing``."""
    found: dict[str, Clause] = {}
    for clause in clauses:
        name = str(clause.address) if clause.address is not None else f"{holder}#closing"
        assert name not in found, f"two clauses named {name}"
        found[name] = clause
        found.update(flatten(clause.children, name))
    return found


def check_promises(parsed: ParsedDocument, text: str) -> None:
    """What every reading promises (DESIGN section 3), for a document of one source."""
    characters = parsed.characters
    assert characters.total == count_characters(text)
    own = sum(
        len("".join(((c.label or "") + (c.heading or "") + c.text).split())) for r in parsed.clauses for c in r.walk()
    )
    assert own == characters.clauses
    assert sum(count_characters(clause.text) for clause in parsed.unplaced) == characters.unplaced
    assert sum(count_characters(item.text) for item in parsed.furniture) == characters.furniture
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


def _check_disjoint(spans: list[SourceSpan]) -> None:
    ordered = sorted(spans, key=lambda span: (span.file, span.start))
    for before, after in pairwise(ordered):
        assert before.file != after.file or before.stop <= after.start, (before, after)
