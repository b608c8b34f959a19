"""Write the index: one Whoosh document a clause, with all normal forms of a word at the word's position.

The fields hold words that are already cut and normalised, alternatives joined by ``|``: the index has no
dictionary in its schema and opens in a fraction of a millisecond. The index files hold pickles: they are opened
only after the library has checked whose they are.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from whoosh import fields
from whoosh import index as whoosh_index
from whoosh.analysis.acore import Token
from whoosh.analysis.tokenizers import Tokenizer

from lawsearch.language import normal_forms
from lawsearch.language.text import tokenize
from lawsearch.search.concepts import ConceptFinder


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexEntry:
    """A clause to be found: ``key`` is its row in the store.

    ``species`` is what it is to a person who looks for a
    definition, a note, a table. ``situations`` are what players say where this clause is the first to read; ``situations_also``, one of the next.
    """

    key: int
    heading: str
    text: str
    context: str
    document: str
    role: str
    law: str
    kind: str
    species: tuple[str, ...] = ()
    situations: tuple[str, ...] = ()
    situations_also: tuple[str, ...] = ()


class AlternativesTokenizer(Tokenizer):
    """Words parted by spaces; the alternatives of one word, parted by ``|``, share its position."""

    def __call__(
        self, value: str, positions: bool = False, mode: str = "", start_pos: int = 0, **kwargs: Any
    ) -> Iterator[Token]:
        token = Token(positions, mode=mode)
        token.boost = 1.0
        token.stopped = False
        for position, alternatives in enumerate(value.split(" "), start_pos):
            for alternative in alternatives.split("|"):
                if alternative:
                    token.text = alternative
                    if positions:
                        token.pos = position
                    yield token


def make_schema() -> fields.Schema:
    """The fields of a clause in the index.

    ``exact`` holds the printed forms of heading and text, ``context`` the headings above, ``concept`` the concepts
    that heading and text name.
    """
    words = fields.TEXT(analyzer=AlternativesTokenizer(), phrase=True)
    name = fields.ID()
    return fields.Schema(
        key=fields.STORED,
        heading=words,
        text=words,
        context=fields.TEXT(analyzer=AlternativesTokenizer(), phrase=False),
        exact=fields.TEXT(analyzer=AlternativesTokenizer(), phrase=False),
        concept=fields.TEXT(analyzer=AlternativesTokenizer(), phrase=False),
        situation=fields.TEXT(analyzer=AlternativesTokenizer(), phrase=False),
        situation_also=fields.TEXT(analyzer=AlternativesTokenizer(), phrase=False),
        document=name,
        role=name,
        law=name,
        kind=name,
        species=fields.TEXT(analyzer=AlternativesTokenizer(), phrase=False),
    )


def write_index(
    folder: Path, entries: Iterable[IndexEntry], finder: ConceptFinder, progress: Callable[[], None] = lambda: None
) -> set[str]:
    """Write a new index into an empty folder, as one segment; returns the word forms of all texts."""
    alternatives: dict[str, str] = {}

    def concepts(forms: Iterable[str]) -> str:
        return " ".join(slug for _, _, slug in finder.find([alternatives[form].split("|") for form in forms]))

    def spoken(situations: Iterable[str]) -> str:
        return normalized([token.form for text in situations for token in tokenize(text)])

    def normalized(forms: Iterable[str]) -> str:
        for form in forms:
            if form not in alternatives:
                alternatives[form] = "|".join(normal_forms(form))
        return " ".join([alternatives[form] for form in forms])

    contexts: dict[str, str] = {}  # the same headings stand above many clauses

    index: Any = whoosh_index.create_in(str(folder), make_schema())
    writer = index.writer(limitmb=256)
    try:
        for entry in entries:
            heading = [token.form for token in tokenize(entry.heading)]
            text = [token.form for token in tokenize(entry.text)]
            if entry.context not in contexts:
                contexts[entry.context] = normalized([token.form for token in tokenize(entry.context)])
            writer.add_document(
                key=entry.key,
                heading=normalized(heading),
                text=normalized(text),
                context=contexts[entry.context],
                exact=" ".join(dict.fromkeys(heading + text)),
                document=entry.document,
                role=entry.role,
                concept=f"{concepts(heading)} {concepts(text)}".strip(),
                situation=spoken(entry.situations),
                situation_also=spoken(entry.situations_also),
                law=entry.law,
                kind=entry.kind,
                species=" ".join(entry.species),
            )
            progress()
        writer.commit(optimize=True)
    except BaseException:
        with contextlib.suppress(Exception):  # what has failed once (a full disk) may fail again
            writer.cancel()  # closes its files
        raise
    finally:
        index.close()
    return set(alternatives)
