"""Opening references in place, and checking the citations of a text: on the corpus, and in circles."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lawsearch.address import parse_address
from lawsearch.errors import UsageError
from lawsearch.library import Library
from lawsearch.library.following import MAX_DEPTH
from lawsearch.model import CheckedCitation, Citing, Clause, Expansion, Target


def _all(expansions: tuple[Expansion, ...] | list[Expansion], depth: int = 1) -> Iterator[tuple[int, Expansion]]:
    for expansion in expansions:
        yield depth, expansion
        yield from _all(expansion.inner, depth + 1)


def _laws(library: Library, document: str) -> Iterator[Clause]:
    for root in library.toc(document):
        yield from (clause for clause in root.walk() if clause.kind == "law")


@pytest.mark.parametrize("document", ["digest-2017-ru", "digest-2017-en"])
def test_no_clause_is_opened_twice_and_nothing_is_left_out(library: Library, document: str) -> None:
    opened_somewhere = repeated_somewhere = 0
    for clause in _laws(library, document):
        found = list(_all(library.expand(clause, 3)))
        written = [reference for part in clause.walk() for reference in part.references]
        first = [expansion for depth, expansion in found if depth == 1]
        assert list(dict.fromkeys(e.reference for e in first)) == list(dict.fromkeys(written))
        assert len(first) == sum(max(1, len(reference.targets)) for reference in written)
        opened = [expansion.target for _, expansion in found if expansion.clause is not None]
        assert len(opened) == len(set(opened))
        assert all(depth <= 3 for depth, _ in found)
        own = {part.address for part in clause.walk()}
        for depth, expansion in found:
            assert (expansion.target is None) == (not expansion.reference.targets)
            if expansion.target is not None:
                assert (expansion.clause is None) == expansion.repeated
            if expansion.clause is not None:
                assert expansion.target is not None
                assert expansion.clause.address == expansion.target.address
                assert expansion.target.address not in own
                inner = [r for part in expansion.clause.walk() for r in part.references]
                assert bool(expansion.inner) == (depth < 3 and bool(inner))
        opened_somewhere += len(opened)
        repeated_somewhere += sum(expansion.repeated for _, expansion in found)
    assert opened_somewhere > 100
    assert repeated_somewhere > 100


def test_depth_nothing_opens_nothing(library: Library) -> None:
    assert library.expand(library.show("64B", language="en"), 0) == []


def test_a_target_that_holds_the_reference_is_not_opened(library: Library) -> None:
    found = [expansion for _, expansion in _all(library.expand(library.show("64C1", language="ru"), 1))]
    whole = next(expansion for expansion in found if str(expansion.target and expansion.target.address) == "64")
    assert whole.repeated
    assert whole.clause is None


RULING = (
    "Решение по сдаче 12.\nВистующий не дал масти (Правило 61А); по Правилу 64С и 12С1(e)(ii)\r\n"
    "взятки возвращены, см. п. 59.9.\r\nДанное Правило и Правило 64F, Правила 92-95."
)


def _one(checked: list[CheckedCitation], text: str) -> CheckedCitation:
    return next(item for item in checked if item.reference.text == text)


def test_the_citations_of_a_ruling(library: Library) -> None:
    checked = library.check(RULING)
    for item in checked:
        span = item.reference.span
        assert RULING[span.start : span.stop] == item.reference.text
    found = [(item.line, item.reference.text, item.reference.status) for item in checked]
    assert found == [
        (2, "Правило 61А", "resolved"),
        (2, "Правилу 64С", "resolved"),
        (2, "12С1(e)(ii)", "resolved"),
        (3, "п. 59.9", "missing"),
        (4, "Данное Правило", "external"),
        (4, "Правило 64F", "missing"),
        (4, "Правила 92-95", "missing"),
    ]
    law = _one(checked, "Правилу 64С")
    assert law.reference.targets[0] == Target(document="digest-2017-ru", address=library.show("64C").address)  # type: ignore[arg-type]
    assert law.first_words
    clause = _one(checked, "п. 59.9")
    assert [str(near.address) for near in clause.nearest][:1] == ["59.5"]
    assert {near.document for near in clause.nearest} == {"notes-2017-ru"}
    assert [str(near.address) for near in _one(checked, "Правило 64F").nearest] == ["64C", "64B", "64"]
    assert not law.nearest
    assert [str(near.address) for near in _one(checked, "Правила 92-95").nearest][:1] == ["93"]


def test_a_text_is_read_in_its_language_and_edition(library: Library) -> None:
    english = library.check("The Director applied Law 64C.")
    assert english[0].reference.targets[0].document == "digest-2017-en"
    russian = library.check("The Director applied Law 64C.", language="ru")
    assert russian[0].reference.targets[0].document == "digest-2017-ru"
    assert not russian[0].reference.edition_differs
    other = library.check("The Director applied Law 64C.", edition="1987")
    assert other[0].reference.status == "resolved"
    assert other[0].reference.edition_differs, "another edition has answered, and that is said"


def test_texts_without_citations(library: Library) -> None:
    assert library.check("") == []
    assert library.check("Взяли 7 взяток, счёт 11.5 на 8.5.\r\n" * 50) == []


# The graph of the whole corpus.

PAIRS = [("digest-2017-ru", "digest-2017-en"), ("notes-2017-ru", "notes-2017-en")]


@pytest.mark.parametrize("document", [name for pair in PAIRS for name in pair])
def test_no_reference_of_the_corpus_leads_nowhere(library: Library, document: str) -> None:
    references = [item for root in library.toc(document) for part in root.walk() for item in part.references]
    assert len(references) > 400
    assert {reference.status for reference in references} == {"resolved"}
    assert not any(reference.edition_differs for reference in references)
    for reference in references:
        assert len(reference.targets) == len(reference.wanted) >= 1
        for target in reference.targets:
            assert library.clause(target).address is not None


@pytest.mark.parametrize(("russian", "english"), PAIRS)
def test_both_languages_cite_the_same_clause_by_clause(library: Library, russian: str, english: str) -> None:
    cited = 0
    for root, twin in zip(library.toc(russian), library.toc(english), strict=True):
        for part, other in zip(root.walk(), twin.walk(), strict=True):
            assert part.address == other.address
            assert _cited(part) == _cited(other), part.address
            cited += len(_cited(part))
    assert cited > 400


def _cited(clause: Clause) -> list[str]:
    """What a clause cites, and in which kind of text; each once, for one of the languages may say it twice."""
    return sorted(
        {
            f"{target.document.partition('-')[0]}:{target.address}"
            for reference in clause.references
            for target in reference.targets
        }
    )


# Where a reference stands, what is written, and where it leads.
_Edge = tuple[str, str, str, str]


@pytest.mark.parametrize("document", [name for pair in PAIRS for name in pair])
def test_both_directions_agree_in_the_whole_corpus(library: Library, document: str) -> None:
    """Whatever a clause cites knows it among those that cite it; and nobody is there who does not cite."""
    going = {edge for root in library.toc(document) for edge in _edges(library.expand(root, 1))}
    targets = {Target(document=name, address=parse_address(address)) for _, _, name, address in going}
    coming: set[_Edge] = set()
    for target in targets:
        clause = library.clause(target)
        inside = {(part.document, str(part.address)) for part in clause.walk()}
        for citing in library.citing(clause):
            assert citing.sentence[citing.span.start : citing.span.stop] == citing.reference.text
            found = [item for item in citing.reference.targets if (item.document, str(item.address)) in inside]
            assert found
            if citing.source.document == document:
                source = str(citing.source.address)
                coming |= {(source, citing.reference.text, item.document, str(item.address)) for item in found}
        # what stands inside the target itself is no reference from elsewhere
        coming |= {
            edge for edge in _edges(library.expand(clause, 1)) if edge[2:] in inside and clause.document == document
        }
    assert len(going) > 300
    assert coming == going


def _edges(expansions: list[Expansion]) -> Iterator[_Edge]:
    for expansion in expansions:
        if expansion.target is not None:
            target = expansion.target
            yield str(expansion.source.address), expansion.reference.text, target.document, str(target.address)


def test_back_references_go_deep_without_a_circle(library: Library) -> None:
    clause = library.show("49", language="en")

    def walk(items: tuple[Citing, ...] | list[Citing]) -> Iterator[Citing]:
        for item in items:
            yield item
            yield from walk(item.inner)

    shallow, deep = library.citing(clause), library.citing(clause, 3)
    assert [(item.source, item.reference, item.sentence) for item in deep] == [
        (item.source, item.reference, item.sentence) for item in shallow
    ]
    everything = list(walk(deep))
    assert len(everything) > 3 * len(shallow)
    told = [item.source for item in everything if item.inner]
    assert len(told) == len(set(told)), "who cites a clause is told once"
    assert any(item.repeated for item in everything)
    assert all(not (item.repeated and item.inner) for item in everything)


def test_depth_has_a_bound_that_is_said(library: Library) -> None:
    clause = library.show("64C1", language="en")
    assert library.expand(clause, MAX_DEPTH) == library.expand(clause, MAX_DEPTH - 1)  # long before, nothing is left
    for ask in (library.expand, library.citing):
        with pytest.raises(UsageError) as caught:
            ask(clause, MAX_DEPTH + 1)
        assert caught.value.params["most"] == MAX_DEPTH


def test_a_citation_says_in_which_edition_it_was_looked_for(library: Library) -> None:
    right, wrong, outside = library.check("Law 64A1. Law 64F. See (i) above.", edition="1987")
    assert (right.edition, wrong.edition, outside.edition) == ("2017", "2017", "")
    assert right.reference.edition_differs
    for edition in ("abcd", "", "87", "20177"):
        with pytest.raises(UsageError):
            library.check("Law 64A1", edition=edition)
    with pytest.raises(UsageError):
        library.check("Law 64A1", language="fr")


REGULATIONS = """Положение о турнире
1.1 Турнир проводит клуб.
1.2 Судья действует по Правилу 81.
2.1. Опоздавшая пара платит штраф (см. п. 3.2).
3.1. Апелляцию подаёт капитан.
3.2. Залог возвращают по п. 2.1; срок назван в п. 11.5 Комментария.
"""


def test_the_numbers_of_a_text_of_its_own_are_none_of_a_commentary(library: Library) -> None:
    checked = library.check(REGULATIONS)
    assert [(one.reference.text, bool(one.reference.wanted)) for one in checked] == [
        ("Правилу 81", True),
        ("п. 3.2", False),
        ("п. 2.1", False),
        ("п. 11.5", True),
    ]
    assert [one.reference.status for one in checked[1:3]] == ["external", "external"]


@pytest.mark.parametrize(
    "text",
    [
        "54.1. Рука на столе.\n54.2. Ход принят.\n54.3. Решает судья по п. 54.1.\n",  # a piece of a commentary
        "Правило 1. КОЛОДА\n1.1. Колода полна.\n1.2. Карт 52.\n2.1. Столы стоят, см. п. 1.1.\n",
        "1.1. Колода полна.(DC4)\n1.2. Карт 52.(DC4)\n2.1. Столы стоят, см. п. 1.1.(DC4)\n",
        "Судья прочёл п. 1.1 и п. 1.2.\n1.1 раза в час\n",
    ],
)
def test_a_piece_of_a_commentary_has_no_numbers_of_its_own(text: str) -> None:
    from lawsearch.references.regulations import own_numbers

    assert not own_numbers(text)
