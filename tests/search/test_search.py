"""Search on the embedded corpus: forms, phrases, the query language, mending, filters, highlights; nothing raises."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawsearch.errors import UsageError
from lawsearch.language.text import tokenize
from lawsearch.library import Library
from lawsearch.model import Clause, Hit, Target
from lawsearch.search import Filters, read_query
from tests.conftest import CASES

if TYPE_CHECKING:
    from pymorphy3 import MorphAnalyzer


def _addresses(library: Library, query: str, **options: object) -> list[str]:
    return [str(hit.address) for hit in library.search(query, **options).hits]  # type: ignore[arg-type]


def test_the_penalty_card_comes_first(library: Library) -> None:
    for query in ("штрафной картой", "штрафная карта", "ШТРАФНОЙ КАРТОЙ"):
        hit = library.search(query).hits[0]
        assert (hit.document, str(hit.address)) == ("digest-2017-ru", "50")
        marked = {hit.text[span.start : span.stop].lower() for span in hit.highlights}
        assert "картой" in marked or "карта" in marked
    assert str(library.search("penalty card").hits[0].address) == "50"


@pytest.mark.parametrize(
    ("query", "address"),
    [
        ("27B1", "27B1"),
        ("п.11.5", "11.5"),
        ("Правило 64А1", "64A1"),
        ("Law 12C1(e)", "12C1(e)"),
        ("50", "50"),
        ("def:dummy", "def:dummy"),
    ],
)
def test_an_address_goes_to_the_clause(library: Library, query: str, address: str) -> None:
    results = library.search(query)
    assert results.read_as is not None
    assert (results.read_as.kind, results.read_as.target) == ("address", address)
    assert {str(hit.address) for hit in results.hits} == {address}


def test_yo_and_case_and_normal_form_do_not_matter(library: Library) -> None:
    base = library.search("партнёр вистующего", limit=30)
    assert base.total
    for other in ("партнер вистующего", "ПАРТНЁР ВИСТУЮЩЕГО", "партне\u0308р  вистующего", " партнёр\tвистующего\n"):
        assert [hit.address for hit in library.search(other, limit=30).hits] == [hit.address for hit in base.hits]


def test_a_phrase_is_found_only_whole(library: Library) -> None:
    whole = library.search('"major penalty card"', limit=100)
    assert 0 < whole.total < library.search("major penalty card", limit=100).total
    for hit in whole.hits:
        assert "major penalty card" in (hit.title + " " + hit.text).lower()
    forms = library.search("«старшей штрафной картой»", limit=100)
    assert forms.total
    assert any(
        "старшая штрафная карта" in hit.text.lower() or "старшей штрафной картой" in hit.text.lower()
        for hit in forms.hits
    )


def test_required_and_excluded_words(library: Library) -> None:
    with_dummy = library.search("revoke dummy", limit=1000)
    without = library.search("revoke -dummy", limit=1000)
    assert without.total
    assert not any("dummy" in hit.text.lower().split() for hit in without.hits)
    required = library.search("revoke +dummy", limit=1000)
    assert 0 < required.total < with_dummy.total


def test_a_participle_used_as_a_noun_is_not_its_verb(library: Library) -> None:
    declarer = library.search("разыгрывающий", limit=1000)
    assert declarer.total > 50
    for hit in declarer.hits[:20]:
        for span in hit.highlights:
            assert hit.text[span.start : span.stop].lower().startswith("разыгрывающ")


def test_long_questions_rank_by_what_fits(library: Library) -> None:
    results = library.search(
        "что делать если вистующий пошёл не в свою очередь а разыгрывающий уже открыл какую-то карту абракадабра"
    )
    assert results.hits
    assert any(str(hit.address).startswith(("54", "56", "53", "47")) for hit in results.hits)


def test_filters(library: Library) -> None:
    assert {hit.language for hit in library.search("revoke", language="en", limit=50).hits} == {"en"}
    assert {hit.document for hit in library.search("карта", within="notes-2017-ru", limit=50).hits} == {"notes-2017-ru"}
    roles = {library.documents[hit.document].role for hit in library.search("карта", within="laws", limit=50).hits}
    assert roles == {"laws"}
    numbers = {hit.address.number for hit in library.search("карта", laws="50-52", limit=100).hits}
    assert numbers == {50, 51, 52}
    with pytest.raises(UsageError):
        library.search("карта", laws="many")


def test_hits_hold_what_they_say(library: Library) -> None:
    for query in ("ход вне очереди", "revoke", "судья может присудить", "не вправе", "may not"):
        results = library.search(query, limit=40)
        assert results.total >= len(results.hits) > 0
        scores = [hit.score for hit in results.hits]
        assert scores == sorted(scores, reverse=True)
        for hit in results.hits:
            assert hit.snippet == hit.text[hit.snippet_span.start : hit.snippet_span.stop]
            assert all(0 <= span.start < span.stop <= len(hit.text) for span in hit.highlights)
            assert all(0 <= span.start < span.stop <= len(hit.title) for span in hit.title_highlights)
            assert all(0 <= span.start < span.stop <= len(twin.text) for twin in hit.twins for span in twin.highlights)
            assert all(left.stop <= right.start for left, right in pairwise(hit.highlights))
            start, stop = hit.snippet_span.start, hit.snippet_span.stop
            for reference in hit.references:  # a passage cuts no reference
                assert not reference.span.start < start < reference.span.stop
                assert not reference.span.start < stop < reference.span.stop
            assert start == 0 or hit.text[start - 1].isspace()
            assert stop == len(hit.text) or hit.text[stop].isspace()
            assert all(not hit.text[span.start - 1 : span.start].isalnum() for span in hit.highlights)
            assert all(not hit.text[span.stop : span.stop + 1].isalnum() for span in hit.highlights)
            assert hit.reasons


def _rows(name: str) -> list[list[str]]:
    lines = (CASES / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and line[0] != "#"]


@pytest.mark.parametrize(("query", "kind", "target", "address"), _rows("mending.tsv"))
def test_slips_are_mended_and_said(library: Library, query: str, kind: str, target: str, address: str) -> None:
    results = library.search(query)
    assert results.read_as is not None
    assert (results.read_as.kind, results.read_as.source, results.read_as.target) == (kind, query, target)
    assert results.hits
    if address:
        assert address in [str(hit.address) for hit in results.hits[:3]]


@pytest.mark.parametrize("query", [row[0] for row in _rows("kept.tsv")])
def test_words_new_to_the_texts_stay_as_they_are(library: Library, query: str) -> None:
    results = library.search(query)
    assert results.read_as is None
    assert results.hits


@pytest.mark.parametrize(("question", "definitions"), _rows("meanings.tsv"))
def test_questions_for_a_meaning_lead_to_the_definitions(library: Library, question: str, definitions: str) -> None:
    wanted = set(definitions.split(","))
    assert wanted <= set(_addresses(library, question, limit=max(2, len(wanted))))


@pytest.mark.parametrize("question", ["кто считается победителем", "who is allowed to call the director"])
def test_a_question_that_names_no_term_keeps_its_words(library: Library, question: str) -> None:
    read = library.files.searcher._read(question).query
    assert not read.meaning
    assert len(read.words) == len(question.split())


def test_quotes_keep_a_word_as_it_is(library: Library) -> None:
    results = library.search("«фальшрененс»")
    assert results.read_as is None
    assert not results.hits
    assert any("фальшренонс" in text for text in results.suggestions)


@pytest.mark.parametrize(
    ("query", "offered"),
    [
        ("64Z", ("64",)),
        ("64К9", ("64",)),
        ("45Q9", ("45",)),
        ("64АБ", ("64A",)),
        ("12C1ъ", ("12C1",)),
        ("99Z", ()),
        ("Z64", ()),
        ("64" + "Z" * 30, ()),
    ],
)
def test_a_number_of_no_clause_leads_to_the_one_it_begins_with(
    library: Library, query: str, offered: tuple[str, ...]
) -> None:
    results = library.search(query)
    assert not results.hits
    assert results.suggestions == offered


@pytest.mark.parametrize(
    "query", ["болван", "revoke", "штрафная карта", "фальшренонс", "не вправе", "dummy", "kibitzer", "клейм"]
)
def test_what_some_text_knows_is_left_alone(library: Library, query: str) -> None:
    assert library.search(query).read_as is None


@pytest.mark.parametrize(("query", "address", "depth"), _rows("queries.tsv"))
def test_the_right_clause_is_among_the_first(library: Library, query: str, address: str, depth: str) -> None:
    found = _addresses(library, query, limit=int(depth))
    assert address in found, found[:5]


# the query language


def test_signs_of_the_query_language(library: Library) -> None:
    both = {hit.address for hit in library.search("ренонс", limit=500, within="laws").hits}
    without = library.search("ренонс -болван", limit=500, within="laws")
    assert 0 < without.total < len(both)
    assert not any("болван" in hit.text.lower() for hit in without.hits)
    assert library.search("ренонс НЕ болван", limit=500, within="laws").total == without.total
    required = library.search("ренонс +болван", limit=500)
    assert required.hits
    either = library.search("концессия OR алерт", limit=500).total
    assert either == library.search("концессия или алерт", limit=500).total
    assert either == library.search("концессия | алерт", limit=500).total


def test_an_excluded_phrase(library: Library) -> None:
    hits = library.search('penalty -"penalty card"', limit=300).hits
    assert hits
    assert not any("penalty card" in hit.text.lower() for hit in hits)


def test_nothing_but_exclusions_says_what_to_do(library: Library) -> None:
    results = library.search("-болван -ренонс")
    assert not results.hits
    assert results.read_as is not None
    assert results.read_as.kind == "exclusions"


@pytest.mark.parametrize(
    ("query", "laws"),
    [("закон:64 взятка", {64}), ("law:50-52 card", {50, 51, 52}), ("правило:16 пауза", {16}), ("laws:16 pause", {16})],
)
def test_the_field_of_laws(library: Library, query: str, laws: set[int]) -> None:
    hits = library.search(query, limit=100).hits
    assert {hit.address.number for hit in hits} == laws


def test_fields_narrow_the_search(library: Library) -> None:
    for query in (
        "в:notes клейм",
        "in:notes claim",
        "вид:заметка клейм",
        "kind:note claim",
        "in:commentary claim",
        "в:заметки клейм",
    ):
        documents = {hit.document.partition("-")[0] for hit in library.search(query, limit=60).hits}
        assert documents == {"notes"}, query
    for query in ("kind:definition dummy", "вид:определение болван"):
        hits = library.search(query).hits
        assert hits
        assert all(hit.kind == "definition" for hit in hits)
    assert {hit.language for hit in library.search("язык:en болван").hits} == {"en"}
    for query in ("heading:dummy", "заголовок:болван"):
        hits = library.search(query, limit=50).hits
        assert len(hits) > 3
        assert all(hit.title_highlights or hit.twins for hit in hits)
    assert library.search("закон:64").hits[0].address.number == 64


@pytest.mark.parametrize(
    "query", ["law:5x dummy", "в:нигде dummy", 'dummy "penalty', "kind:nothing dummy", "edition:1066 dummy"]
)
def test_what_makes_no_sense_is_read_as_plain_words(library: Library, query: str) -> None:
    results = library.search(query)
    assert results.hits
    assert results.read_as is not None
    assert results.read_as.kind == "plain"


def test_a_question_that_quotes_somebody_finds_something(library: Library) -> None:
    results = library.search('dummy said "look out behind you" to declarer')
    assert results.hits
    assert results.read_as is not None
    assert results.read_as.kind == "plain"


def test_beginnings_and_inexact_words(library: Library) -> None:
    for query in ("фальшрен*", "штрафн*", "hesitat*", "алирт~", "revoek~", "хезитац*"):
        results = library.search(query)
        assert results.hits, query
    index = library.files.index
    for query in ("п*", "пере*", "re*", "карта~"):
        for word in read_query(query).words:
            assert len(index.expand(word)) <= 32


def test_a_long_query_is_cut_and_said(library: Library) -> None:
    results = library.search("карта взятка " * 8000)
    assert results.hits
    assert results.read_as is not None
    assert results.read_as.kind == "shortened"
    assert len(read_query("слово " * 1_000_000).terms) <= 64


def test_pages_and_order(library: Library) -> None:
    whole = library.search("карта", limit=30)
    pages = [library.search("карта", limit=10, offset=offset) for offset in (0, 10, 20)]
    assert [hit for page in pages for hit in page.hits] == list(whole.hits)
    assert [page.offset for page in pages] == [0, 10, 20]
    numbers = [
        hit.address.number or 0 for hit in library.search("штрафная карта", sort="law", within="laws", limit=50).hits
    ]
    laws = [number for number in numbers if number]
    assert len(set(laws)) > 2
    assert laws == sorted(laws)
    for wrong in ({"kind": "essay"}, {"sort": "age"}):
        with pytest.raises(UsageError):
            library.search("карта", **wrong)  # type: ignore[arg-type]


def test_a_number_respects_filters_pages_and_the_reader(library: Library) -> None:
    assert library.search("64A1", laws="64", kind="law").total == 1
    for filters in ({"laws": "50"}, {"kind": "definition"}, {"kind": "note"}):
        results = library.search("64A1", **filters)  # type: ignore[arg-type]
        assert (results.total, results.hits) == (0, ())
    whole = library.search("54", limit=10)
    assert whole.total == len(whole.hits) > 1
    pages = [library.search("54", limit=1, offset=offset) for offset in range(whole.total + 1)]
    assert [hit for page in pages for hit in page.hits] == list(whole.hits)
    assert [(page.offset, page.total) for page in pages] == [(at, whole.total) for at in range(whole.total + 1)]
    for query in ("27B1", "law:50-52", "kind:table"):
        for reader in ("ru", "en"):
            assert {hit.language for hit in library.search(query, reader=reader).hits} == {reader}, query
    assert {hit.language for hit in library.search("penalty card", reader="ru").hits} == {"en"}
    assert str(library.search("см. п.11.5").hits[0].address) == "11.5"


def test_a_clause_that_leads_in_others_names_them_in_the_order_of_the_law(library: Library) -> None:
    hit = library.search("первый ход не той рукой").hits[0]
    assert hit.text.endswith(":")
    assert [str(address) for address, _ in hit.below] == ["54A", "54B", "54C", "54D", "54E"]
    assert all(words for _, words in hit.below)
    for query in ("cards from the wrong board", "недостаточное назначение", "penalty card"):
        for hit in library.search(query, limit=20).hits:
            children = [
                child.address
                for child in library.clause(Target(document=hit.document, address=hit.address)).children
                if child.address is not None
            ]
            if hit.text.endswith(":") or not hit.text:
                assert [address for address, _ in hit.below] == children


@pytest.mark.parametrize(
    ("query", "address", "row"),
    [
        ("board 12 dealer", "2", "12 | W | NS"),
        ("коробка 7 кто сдаёт", "2", "7 | S | Все"),
        ("imp scale 450 difference", "78B", "430–490 | 10"),
        ("шкала имп разница 5000", "78B", "4000 и больше | 24"),
    ],
)
def test_the_row_of_a_table_that_answers_is_shown(library: Library, query: str, address: str, row: str) -> None:
    hit = next(hit for hit in library.search(query).hits if str(hit.address) == address)
    rows = [hit.text[span.start : span.stop] for span in hit.rows]
    assert len(rows) == 2
    assert rows[1] == row
    assert " | " not in hit.snippet


@pytest.mark.parametrize(("query", "row"), _rows("boards.tsv"))
def test_a_board_is_reckoned_to_a_row_of_the_table(library: Library, query: str, row: str) -> None:
    first = library.search(query).hits[0]
    shown = [first.text[span.start : span.stop] for span in first.rows]
    if row == "-":
        assert str(first.address) != "2" or len(shown) != 2  # the head and one row
    else:
        assert str(first.address) == "2"
        assert shown[1:] == [row]


@pytest.mark.parametrize("number", [17, 29, 33, 48, 64, 99, 160])
def test_every_set_of_sixteen_repeats_the_table(library: Library, number: int) -> None:
    for name in ("board", "коробка", "сдача"):
        first = library.search(f"{name} {number}").hits[0]
        row = first.text[first.rows[1].start : first.rows[1].stop]
        assert row.split(" | ")[0] == str((number - 1) % 16 + 1)


def test_a_table_that_ends_repeats_nothing(library: Library) -> None:
    """The scale of IMPs has no row for what stands behind its last one but that one."""
    for query in ("imp scale 450 difference", "imp scale 5000 difference"):
        hit = next(hit for hit in library.search(query).hits if str(hit.address) == "78B")
        assert len(hit.rows) == 2


def test_highlights_mark_only_what_matches(library: Library) -> None:
    for query in ("ренонс", "revoke"):
        hits = library.search(query, limit=40).hits
        assert sum(bool(hit.highlights) for hit in hits) > 10
        for hit in hits:
            marked = [hit.text[span.start : span.stop].lower() for span in hit.highlights]
            assert not any(word.startswith(("follow", "следу")) for word in marked), (hit.address, marked)
    for query in ("вижу карту соперника", "see a card of an opponent"):
        hits = library.search(query, limit=40).hits
        assert sum(bool(hit.highlights) for hit in hits) > 10
        for hit in hits:
            for span in hit.highlights:
                after = hit.text[span.stop :].lstrip(". ").lower()
                cited = hit.text[span.start : span.stop].lower() in ("см", "see") and after.startswith(("law", "прав"))
                assert not cited, hit.text[span.start - 20 : span.stop + 20]


@pytest.mark.parametrize(
    ("one", "other"),
    [("слева", "справа"), ("достаточный", "недостаточный"), ("enough", "insufficient"), ("fair", "unfair"),
     ("честный", "нечестный"), ("north", "south"), ("lho", "rho")],
)  # fmt: skip
def test_opposites_are_no_kin(library: Library, one: str, other: str) -> None:
    lemmas = [library.files.searcher.normal_forms(word) for word in (one, other)]
    families = library.files.store.families(lemma for forms in lemmas for lemma in forms)
    first, second = ({number for lemma in forms for number in families.get(lemma, ())} for forms in lemmas)
    assert not first & second


def test_each_clause_stands_once_with_its_twin(library: Library) -> None:
    for query in ("revoke", "штрафная карта", "alert алерт"):
        hits = library.search(query, limit=200).hits
        works = [(library.documents[hit.document].series, hit.address, hit.text) for hit in hits]
        assert len(set(works)) == len(works)
        assert all(twin.language != hit.language for hit in hits for twin in hit.twins)
        assert sum(bool(hit.twins) for hit in hits) > len(hits) * 0.8


def test_a_question_finds_through_the_other_language(library: Library) -> None:
    """Hits are shown in the language that is asked for; what the match came through is said."""
    hits = library.search("кибитцер вмешался", language="en").hits
    assert hits[0].address.number == 76
    assert {hit.language for hit in hits} == {"en"}
    ways = {way.kind for hit in hits for way in hit.through}
    assert {"twin", "situation"} & ways
    for hit in library.search("защитник", limit=20).hits:
        assert hit.highlights or hit.title_highlights or hit.through


# words


def test_forms_of_writing_do_not_matter(library: Library) -> None:
    for query in ("партнёр вистующего задумался", "фальшренонс, чёрная масть", "Судья й ход вне очереди"):
        base = library.search(query, limit=40)
        assert base.total
        variants = (
            query.replace("ё", "е"), unicodedata.normalize("NFD", query), query.upper(), query.lower(),
            f"  {query.replace(' ', '   ')}\n",
        )  # fmt: skip
        for variant in variants:
            other = library.search(variant, limit=40)
            assert [hit.address for hit in other.hits] == [hit.address for hit in base.hits], variant


@settings(max_examples=40)
@given(
    st.lists(
        st.sampled_from(
            ["вистующий", "карта", "ход", "судья", "ёлка", "revoke", "dummy", "взятка", "партнёр", "пауза", "lead"]
        ),
        min_size=1,
        max_size=6,
    )
)
def test_case_and_yo_do_not_matter(library: Library, words: list[str]) -> None:
    query = " ".join(words)
    base = [(hit.address, hit.score) for hit in library.search(query).hits]
    for variant in (query.title(), query.replace("ё", "е"), unicodedata.normalize("NFD", query)):
        assert [(hit.address, hit.score) for hit in library.search(variant).hits] == base
    assert [(hit.address, hit.score) for hit in library.search(query).hits] == base


@cache
def _analyzer() -> MorphAnalyzer:
    """Loaded once: its dictionary is large."""
    import pymorphy3

    return pymorphy3.MorphAnalyzer()


def _lexeme(word: str) -> set[str]:
    """The forms of a word in its own part of speech (and of a participle, in its own tense and voice)."""
    parses = _analyzer().parse(word)
    parse = next((item for item in parses if item.normal_form.replace("ё", "е") == word), parses[0])
    if parse.tag.POS == "PRTF" or any(item.tag.POS == "PRTF" for item in parses):
        parse = next(item for item in parses if item.tag.POS == "PRTF")
    own = (parse.tag.POS, parse.tag.tense, parse.tag.voice)
    rare = {"V-oy", "V-ey", "V-ie", "Infr", "Slng", "Arch"}
    return {
        form.word.replace("ё", "е")
        for form in parse.lexeme
        if (form.tag.POS, form.tag.tense, form.tag.voice) == own and not rare & form.tag.grammemes
    }


def test_each_form_of_a_russian_term_finds_what_the_term_finds(library: Library) -> None:
    searcher = library.files.searcher

    def found(query: str) -> set[int]:
        read = searcher._read(query)
        return {item.unit for item in searcher._rank(read.query, read.asked, Filters(), 100_000).ranked}

    @cache
    def first_of(name: str) -> set[str]:
        return set(_addresses(library, name, limit=3))

    checked = 0
    for name in (name for term in library.all_terms() for name in term.names["ru"]):
        forms = [token.form for token in tokenize(name)]
        if len(forms) == 1 and forms[0].isalpha() and len(forms[0]) > 2:
            base = found(name)
            for form in sorted(_lexeme(forms[0])):
                if searcher.normal_forms(form) == searcher.normal_forms(name):
                    assert found(form) == base, (name, form)
                else:  # it is a form of another word besides, as «вини» is: what that word finds comes along
                    assert first_of(name) & set(_addresses(library, form, limit=5)), (name, form)
                checked += 1
    assert checked > 1500


# every clause, every term


def _clauses(library: Library) -> Iterator[tuple[str, Clause]]:
    for document in library.documents:
        for root in library.toc(document):
            for clause in root.walk():
                if clause.address is not None:
                    yield document, clause


def _is_at(hits: tuple[Hit, ...], document: str, clause: Clause) -> bool:
    return (document, clause.address) in [(hit.document, hit.address) for hit in hits]


def test_each_clause_is_found_by_its_heading(library: Library) -> None:
    """Within the first n + 1, where n clauses have that heading."""
    headed: dict[tuple[str, tuple[str, ...]], list[tuple[str, Clause]]] = defaultdict(list)
    for document, clause in _clauses(library):
        if clause.heading:
            forms = tuple(token.form for token in tokenize(clause.heading))
            headed[library.documents[document].language, forms].append((document, clause))
    checked = 0
    for (language, _), clauses in headed.items():
        for document, clause in clauses:
            assert clause.heading
            hits = library.search(clause.heading, limit=len(clauses) + 1, language=language).hits
            assert _is_at(hits, document, clause), (document, clause.address, clause.heading)
            checked += 1
    assert checked > 1000


def test_each_clause_is_found_by_its_first_ten_words(library: Library) -> None:
    """First or second; every fourth clause."""
    failures = []
    checked = 0
    for number, (document, clause) in enumerate(_clauses(library)):
        words = clause.text.split()
        if len(words) < 10 or number % 4:
            continue
        query = " ".join(words[:10])
        hits = library.search(query, limit=2, language=library.documents[document].language).hits
        if not _is_at(hits, document, clause):
            failures.append((document, str(clause.address), query))
        checked += 1
    assert checked > 600
    assert failures == []


def test_each_term_finds_its_definition(library: Library) -> None:
    checked = 0
    failures = []
    for term in library.all_terms():
        if term.definition is None:
            continue
        for name in (name for names in term.names.values() for name in names):
            found = _addresses(library, name, limit=6)
            if str(term.definition) not in found:
                failures.append((name, term.definition, found))
            checked += 1
    assert checked > 2000
    assert failures == []


@pytest.mark.parametrize("query", ["", "   ", "\n\t"])
def test_an_empty_query_is_refused(library: Library, query: str) -> None:
    with pytest.raises(UsageError):
        library.search(query)


@settings(max_examples=60)
@given(st.text(max_size=60))
def test_no_query_raises(library: Library, query: str) -> None:
    if query.strip():
        library.search(query, limit=3)


def test_each_clause_is_found_by_a_phrase_of_its_own(library: Library) -> None:
    """A sample over the whole corpus: the first words of a clause, as a phrase, find it."""
    checked = 0
    for document in library.documents:
        clauses = [
            clause
            for root in library.toc(document)
            for clause in root.walk()
            if clause.address and len(clause.text) > 80
        ]
        for clause in clauses[::25]:
            words = " ".join(clause.text.replace('"', " ").split()[:9]).strip(".,;:—“”«»()")
            for quote in "«»“”„":
                words = words.replace(quote, " ")
            hits = library.search(f'"{words}"', limit=20).hits
            assert (document, clause.address) in [(hit.document, hit.address) for hit in hits], words
            checked += 1
    assert checked > 80


def test_a_text_of_ones_own_that_holds_all_words_stands_first(tmp_path: Path, small_corpus: Path) -> None:
    text = (
        "Регламент\n\n1. Зал.\n\n1.1. Лишние стулья убирают.\n\n2. Карты.\n\n2.1. Запасная колода карт лежит у кассы.\n"
    )
    (tmp_path / "club.txt").write_text(text, encoding="utf-8")
    with Library.build(tmp_path / "home", corpus=small_corpus) as built:
        built.add([tmp_path / "club.txt"], as_document="club-2020-ru")
        for query in ("запасная колода карт", "карт колода запасная", "лишние стулья", "«запасная колода карт»"):
            hit = built.search(query).hits[0]
            assert hit.document == "club-2020-ru", query
        assert built.search("штрафная карта").hits[0].document == "digest-2017-ru"
