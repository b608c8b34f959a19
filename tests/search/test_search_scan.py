"""Search beside a plain scan of all clauses: the same units for words, required and excluded words, phrases, beginnings."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest

from lawsearch.language import normal_forms
from lawsearch.language.text import tokenize
from lawsearch.search import (
    Filters,
    IndexEntry,
    Knowledge,
    Query,
    Ranker,
    Related,
    SearchIndex,
    evidence,
    groups,
    rank,
    read_query,
)
from lawsearch.search.forms import FormTable, write_forms
from lawsearch.search.index import write_index
from lawsearch.search.query import PREFIX, Term, Word

_CLAUSES = 400
_SEED = 20171
# Common words and rare ones, forms of one word, words of two normal forms.
_WORDS = {
    "ru": [
        "и",
        "не",
        "карта",
        "карты",
        "картой",
        "сдающий",
        "масть",
        "масти",
        "взятка",
        "взятку",
        "стол",
        "столе",
        "торговля",
        "торговлю",
        "туз",
        "тузы",
        "дама",
        "стали",
        "сталь",
        "судья",
        "судье",
        "болван",
        "ренонс",
        "отказ",
        "очередь",
        "протокол",
        "зритель",
        "конверт",
        "шифр",
    ],
    "en": [
        "the",
        "not",
        "card",
        "cards",
        "dealer",
        "suit",
        "suits",
        "trick",
        "tricks",
        "table",
        "tables",
        "auction",
        "ace",
        "aces",
        "lead",
        "led",
        "leading",
        "director",
        "dummy",
        "revoke",
        "turn",
        "score",
        "spectator",
        "envelope",
        "cipher",
    ],
}


@dataclass(frozen=True)
class Scanned:
    """A unit as a scan sees it: the normal forms of each word of its texts, one text after the other."""

    headings: list[list[Sequence[str]]]
    texts: list[list[Sequence[str]]]
    above: list[list[Sequence[str]]]
    document: str


def _made_clauses() -> list[IndexEntry]:
    """Clauses of a language each, some of them with a twin; the first words are much commoner than the last."""
    chance = random.Random(_SEED)

    def words(language: str, most: int) -> str:
        rows = _WORDS[language]
        return " ".join(rows[min(int(chance.expovariate(0.16)), len(rows) - 1)] for _ in range(chance.randint(0, most)))

    entries: list[IndexEntry] = []
    for number in range(_CLAUSES):
        for language in ("ru", "en") if number % 3 == 0 else (("ru", "en")[number % 2],):
            entries.append(
                IndexEntry(
                    key=len(entries) + 1,
                    document=f"made-2017-{language}",
                    series="made",
                    edition="2017",
                    language=language,
                    role="laws",
                    name=str(number),
                    law="",  # a law as a whole brings its first clause, whatever that holds
                    kind="law",
                    species=("law",),
                    heading=words(language, 3),
                    text=words(language, 12),
                    above=(words(language, 3), words(language, 3)),
                )
            )
    return entries


def _scan_units(entries: Sequence[IndexEntry]) -> list[Scanned]:
    """The same clauses, read without an index."""
    units: dict[str, list[IndexEntry]] = {}
    for entry in entries:
        units.setdefault(entry.name, []).append(entry)

    def read(text: str) -> list[Sequence[str]]:
        return [normal_forms(token.form) for token in tokenize(text)]

    return [
        Scanned(
            headings=[read(member.heading) for member in members],
            texts=[read(member.text) for member in members],
            above=[read(" ".join(member.above)) for member in members],
            document=" ".join(member.document for member in members),
        )
        for members in units.values()
    ]


class Scan:
    """Answers a query by reading every unit; ``forms`` tells the normal forms of a word that is asked for."""

    def __init__(self, units: Sequence[Scanned], forms: FormTable, printed: Sequence[str]) -> None:
        self._units = units
        self._forms = forms
        self._printed = printed
        self._known: dict[Word, set[str]] = {}

    def search(self, query: Query, documents: Sequence[str] = ()) -> set[int]:
        return {
            number
            for number, unit in enumerate(self._units)
            if (not documents or any(document in unit.document for document in documents)) and self._fits(unit, query)
        }

    def _fits(self, unit: Scanned, query: Query) -> bool:
        must = [term for term in query.looked_for if term.required or term.is_phrase]
        may = query.looked_for
        return (
            all(self._holds(unit, term) for term in must)
            and not any(self._holds(unit, term) for term in query.terms if term.excluded)
            and any(self._holds(unit, Term(((word,),))) for term in may for option in term.options for word in option)
        )

    def _holds(self, unit: Scanned, term: Term) -> bool:
        return any(self._has(unit, option, heading=term.heading) for option in term.options)

    def _has(self, unit: Scanned, option: Sequence[Word], *, heading: bool) -> bool:
        rows = unit.headings if heading else [*unit.headings, *unit.texts]
        if len(option) == 1 and not heading:
            rows = [*rows, *unit.above]
        wanted = [self._alternatives(word) for word in option]
        return any(
            all(not one.isdisjoint(forms) for one, forms in zip(wanted, row[start:], strict=False))
            for row in rows
            for start in range(len(row) - len(wanted) + 1)
        )

    def _alternatives(self, word: Word) -> set[str]:
        if word not in self._known:
            forms = [word.form]
            if word.kind == PREFIX:
                forms = [form for form in self._printed if form.startswith(word.form)]
            self._known[word] = {lemma for form in forms for lemma in self._forms.normal_forms(form)}
        return self._known[word]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Ranker, Scan]]:
    folder = tmp_path_factory.mktemp("scan")
    (folder / "search").mkdir()
    entries = _made_clauses()
    knowledge = Knowledge(
        concepts=[],
        families={},
        situations=(),
        defined={},
        words=(),
        names=(),
        in_force="2017",
    )
    printed = write_index(folder / "search", entries, knowledge)
    write_forms(folder / "forms", printed)
    forms = FormTable(str(folder / "forms"))
    index = SearchIndex(str(folder / "search"), forms)
    yield Ranker(index), Scan(_scan_units(entries), forms, sorted(printed))
    index.close()


_PATTERNS = (
    "{one}",
    "{one} {two} {three}",
    "+{one} +{two}",
    "+{one} +{two} +{three}",
    "+{one} {two} -{three}",
    "{one} -{two}",
    '"{one} {two}"',
    '"{one} {two} {three}"',
    '"{one} {two}" {three}',
    '{one} -"{two} {three}"',
    "{one} OR {three}",
    "{start}*",
    "+{one} +{start}*",
    "heading:{one} {two}",
)


def _made_queries(count: int) -> Iterator[str]:
    chance = random.Random(_SEED + 1)
    for number in range(count):
        common = _WORDS[("ru", "en")[number % 2]][: 6 + number % 20]
        three = chance.choice(_WORDS[("ru", "en")[number % 3 % 2]])
        yield _PATTERNS[number % len(_PATTERNS)].format(
            one=chance.choice(common), two=chance.choice(common), three=three, start=three[:3]
        )


def _check(both: tuple[Ranker, Scan], text: str, documents: tuple[str, ...] = ()) -> int:
    ranker, scan = both
    query = read_query(text)
    expected = scan.search(query, documents)
    total, ranked = ranker.search(query, Filters(documents=documents), _CLAUSES, Related())
    assert {item.unit for item in ranked} == expected, text
    assert total == len(expected) == len(ranked), text
    scores = [round(item.score, 9) for item in ranked]
    assert scores == sorted(scores, reverse=True), text
    return bool(expected)


def test_the_same_is_found_by_reading_everything(both: tuple[Ranker, Scan]) -> None:
    found = sum(_check(both, text) for text in _made_queries(280))
    assert found > 150


def test_the_same_is_found_in_one_document(both: tuple[Ranker, Scan]) -> None:
    found = sum(_check(both, text, ("made-2017-en",)) for text in _made_queries(140))
    assert found > 50


def test_bounds_on_the_work_lose_nothing_that_must_be_there(
    both: tuple[Ranker, Scan], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a library that is large beside the bounds."""
    bounds = (
        (evidence, "MAX_VISITED", 60),
        (evidence, "MAX_KEPT", 25),
        (rank, "MAX_KEPT", 25),
        (groups, "MAX_MERGED", 40),
        (evidence, "MAX_CLOSE", 12),
    )
    for module, name, bound in bounds:
        monkeypatch.setattr(module, name, bound)
    texts = [text for text in _made_queries(280) if text.startswith(("+", '"')) and not text.startswith("heading")]
    found = sum(_check(both, text) for text in texts)
    assert found > 60
