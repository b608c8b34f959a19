"""The tables of the corpus: term sets, kindred words and situations, read strictly.

In: ``terms.tsv``, ``kindred.tsv`` and ``situations.tsv`` of the corpus folder (each may be missing). Out:
:class:`Tables`. A fault raises ``CorpusError`` that names the file and the line: a term in two sets, an
unknown column, a situation that is there twice or points nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from lawsearch.address import SLUG, canonical
from lawsearch.errors import CorpusError
from lawsearch.language import LANGUAGES, fold
from lawsearch.model import Address, Term

TERMS = "terms.tsv"
KINDRED = "kindred.tsv"
SITUATIONS = "situations.tsv"
_TERM_COLUMNS = ["concept", "ru", "en", "definition", "note_ru", "note_en"]
_KINDRED_COLUMNS = list(LANGUAGES)
_SITUATION_COLUMNS = ["lang", "situation", "addresses"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """What a player says, and the clauses that answer it, in the order in which a director reads them."""

    language: str
    text: str
    addresses: tuple[Address, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """What the tables hold. ``kindred`` are families of words, in both languages, that mean nearly the same."""

    terms: tuple[Term, ...]
    kindred: tuple[tuple[str, ...], ...]
    situations: tuple[Situation, ...]


def read_tables(folder: str, known: Collection[Address]) -> Tables:
    """All tables. ``known`` are the addresses of the laws in force."""
    return Tables(
        terms=tuple(read_terms(folder, known)),
        kindred=tuple(read_kindred(folder)),
        situations=tuple(read_situations(folder, known)),
    )


def read_terms(folder: str, known: Collection[Address]) -> list[Term]:
    """The term sets. ``known`` are the addresses of the laws in force."""
    path = Path(folder, TERMS)
    terms: dict[str, Term] = {}
    owner: dict[tuple[str, str], str] = {}
    for line, (slug, *cells) in _rows(path, _TERM_COLUMNS):
        if not re.fullmatch(SLUG, slug) or slug in terms:
            raise CorpusError("table-value", file=str(path), line=line, value=slug)
        names = {}
        for language, cell in zip(LANGUAGES, cells[:2], strict=True):
            names[language] = tuple(name.strip() for name in cell.split("|") if name.strip())
            for name in names[language]:
                key = (language, fold(name))
                if key in owner:
                    raise CorpusError("term-twice", file=str(path), line=line, term=name, first=owner[key], second=slug)
                owner[key] = slug
        if not all(names.values()):
            raise CorpusError("table-value", file=str(path), line=line, value=slug)
        definition = _address(path, line, cells[2], known) if cells[2] else None
        notes = {language: note for language, note in zip(LANGUAGES, cells[3:], strict=True) if note}
        if notes and len(notes) < len(LANGUAGES):
            raise CorpusError("table-value", file=str(path), line=line, value=slug)
        terms[slug] = Term(concept=slug, names=names, definition=definition, notes=notes)
    return list(terms.values())


def read_kindred(folder: str) -> list[tuple[str, ...]]:
    """The families of kindred words: each entry is one folded word."""
    path = Path(folder, KINDRED)
    families = []
    for line, cells in _rows(path, _KINDRED_COLUMNS):
        words = tuple(fold(word.strip()) for cell in cells for word in cell.split("|") if word.strip())
        bad = next((word for word in words if not word.replace("'", "").isalpha()), None)
        if bad is not None or len(set(words)) < 2 or len(set(words)) < len(words):
            raise CorpusError("table-value", file=str(path), line=line, value=bad or " | ".join(words))
        families.append(words)
    return families


def read_situations(folder: str, known: Collection[Address]) -> list[Situation]:
    """The situations. ``known`` are the addresses of the laws in force."""
    path = Path(folder, SITUATIONS)
    seen: set[tuple[str, str]] = set()
    situations = []
    for line, (language, text, cell) in _rows(path, _SITUATION_COLUMNS):
        if language not in LANGUAGES or not text or (language, fold(text)) in seen:
            raise CorpusError("table-value", file=str(path), line=line, value=f"{language} {text}")
        seen.add((language, fold(text)))
        addresses = tuple(_address(path, line, name, known) for name in cell.split(","))
        situations.append(Situation(language=language, text=text, addresses=addresses))
    return situations


def _rows(path: Path, columns: list[str]) -> Iterator[tuple[int, list[str]]]:
    """The rows of a table with their line numbers; the first line names the columns."""
    if not path.exists():
        return
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CorpusError("corpus-unreadable", file=str(path), reason=str(error)) from None
    header = lines[0].split("\t") if lines else []
    if header != columns:
        raise CorpusError("table-columns", file=str(path), line=1, known=", ".join(columns))
    for number, line in enumerate(lines[1:], 2):
        cells = [cell.strip() for cell in line.split("\t")]
        if len(cells) != len(columns):
            raise CorpusError("table-columns", file=str(path), line=number, known=", ".join(columns))
        yield number, cells


def _address(path: Path, line: int, name: str, known: Collection[Address]) -> Address:
    address = canonical(name.strip())
    if address not in known:
        raise CorpusError("points-nowhere", file=str(path), line=line, address=name.strip())
    return address
