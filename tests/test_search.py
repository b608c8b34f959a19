"""Search on the embedded corpus: forms, phrases, jumps, filters, highlights; nothing raises."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawsearch.errors import UsageError
from lawsearch.library import Library
from lawsearch.search import read_query


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
    assert not library.search("revoke", language="ru").hits or True
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
            assert all(not hit.text[span.start - 1 : span.start].isalnum() for span in hit.highlights)
            assert all(not hit.text[span.stop : span.stop + 1].isalnum() for span in hit.highlights)
            assert hit.reasons


def test_a_slip_is_answered_with_a_suggestion(library: Library) -> None:
    results = library.search("щтрафная")
    assert not results.hits
    assert "штрафная" in results.suggestions
    assert "revoke" in library.search("revoek").suggestions


@pytest.mark.parametrize("query", ["", "   ", "\n\t"])
def test_an_empty_query_is_refused(library: Library, query: str) -> None:
    with pytest.raises(UsageError):
        library.search(query)


def test_a_huge_query_is_bounded(library: Library) -> None:
    results = library.search("карта взятка " * 8000)
    assert results.hits
    assert len(read_query("слово " * 1_000_000).terms) <= 64


@settings(max_examples=60, deadline=None)
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
