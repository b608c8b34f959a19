"""Every family of copies gives the tree of the canonical text; pages come back in order or are reported."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pytest

from lawsearch.language import fold
from lawsearch.library import parse_files
from lawsearch.library.describing import Asked, describe
from lawsearch.model import Clause, ParsedDocument
from lawsearch.source import source_from_bytes
from lawsearch.structure import parse_document
from tests.reading.families import (
    COMMENTARY,
    COMMENTARY_FAMILIES,
    LAWS_FAMILIES,
    Family,
    Style,
    cut_pages,
    frame,
    in_runs,
    make_book,
    page_twice,
    print_pages,
    set_commentary,
    set_laws,
)
from tests.reading.parsing import check_promises, flatten, parse_text

Tree = dict[str, tuple[str | None, str]]


def read(family: Family) -> ParsedDocument:
    """Read a family from its bytes; what every reading promises is checked."""
    source = source_from_bytes(family.text.encode(family.encoding), "copy.txt")
    assert source.encoding.lower().replace("-", "") == family.encoding.replace("-", "")
    parsed = parse_document([source], describe([source], Asked())[0].document)
    check_promises(parsed, source.text)
    return parsed


def tree(parsed: ParsedDocument, loses: frozenset[str] = frozenset()) -> Tree:
    """Addresses with heading and text; what the family loses is folded away."""

    def shown(text: str) -> str:
        if "yo" in loses:
            text = text.replace("ё", "е").replace("Ё", "Е")
        if "hyphens" in loses:
            text = re.sub(r"(?<=\w)-(?=\w)", " ", text)
        return " ".join(text.split()) if "paragraphs" in loses else text

    def entry(clause: Clause) -> tuple[str | None, str]:
        return (shown(clause.heading) if clause.heading else None, shown(clause.text))

    clauses = flatten(parsed.clauses)
    if "paragraphs" in loses:  # without marks, closing text is the last paragraph of the item before it
        return {"": (None, " ".join(" ".join(filter(None, entry(clause))) for clause in clauses.values()))} | {
            name: ("", "") for name in clauses if "#" not in name
        }
    return {name: entry(clause) for name, clause in clauses.items()}


@pytest.mark.parametrize("name", COMMENTARY_FAMILIES)
def test_commentary(name: str) -> None:
    family = COMMENTARY_FAMILIES[name]
    parsed = read(family)
    assert parsed.document.layout == "commentary"
    assert tree(parsed, family.loses) == tree(read(COMMENTARY_FAMILIES["canonical"]), family.loses)
    assert {problem.code for problem in parsed.problems} <= {"label-gap", "unplaced-text", "hyphen-lost"}


@pytest.mark.parametrize("name", LAWS_FAMILIES)
def test_laws(name: str) -> None:
    family = LAWS_FAMILIES[name]
    parsed = read(family)
    assert parsed.document.layout == "laws_ru"
    assert tree(parsed, family.loses) == tree(read(LAWS_FAMILIES["canonical"]), family.loses)
    allowed = {"unplaced-text"} if name == "letter-spaced" else {"page-doubled"} if "twice" in name else {"hyphen-lost"}
    assert {problem.code for problem in parsed.problems} <= allowed


def test_damage_adds_up() -> None:
    """Several families at once."""
    canonical = tree(read(LAWS_FAMILIES["canonical"]))
    for style in (Style(hyphens="broken"), Style(margin=7, first=11, justify=True, hyphens="broken")):
        for size in (7, 13):
            pages = cut_pages(set_laws(style), size)
            lines = print_pages(pages, in_runs(len(pages), 4), "     - {}")
            assert tree(parse_text("\n".join(lines))[0]) == canonical
            assert tree(parse_text("\n".join(frame(lines)))[0]) == canonical
            assert tree(parse_text("\n".join(lines[:-1]))[0]) == canonical  # the last page without its footer
    style = Style(margin=7, first=11, justify=True, hyphens="broken")
    framed = parse_text("\n".join(frame(set_commentary(style))))[0]
    assert tree(framed) == tree(read(COMMENTARY_FAMILIES["canonical"]))


def test_canonical_commentary() -> None:
    """The canonical tree is what the text says, not merely what the parser gives."""
    clauses = flatten(read(COMMENTARY_FAMILIES["canonical"]).clauses)
    numbers = re.findall(r"^(\d\d\.\d)\.", "\n".join(COMMENTARY), re.MULTILINE)
    assert [name for name in clauses if "." in name and "(" not in name and "#" not in name] == numbers
    headings = re.findall(r"^Правило (\d\d)\. (.*)", "\n".join(COMMENTARY), re.MULTILINE)
    assert [(name, clauses[name].heading) for name in clauses if name.isdigit()] == headings
    assert clauses["50.2(b)"].text.startswith("старшая карта")
    assert clauses["51.2#closing"].text.startswith("Если выбран один")
    assert clauses["54.1(b)"].text == "болваном ложится его партнёр."
    assert clauses["53.2"].text.count("\n- он") == 3
    assert not {"50.3(a)", "61.3"} & set(clauses)


def test_canonical_laws() -> None:
    clauses = flatten(read(LAWS_FAMILIES["canonical"]).clauses)
    assert clauses["chapter:5"].heading == "Розыгрыш"
    assert clauses["63A1(a)"].text.startswith("Виновный или его партнёр пошли")
    assert clauses["63A1"].heading == "Сыграна следующая взятка"
    assert clauses["70B3"].text.endswith("смотри правило 70C или 71.")
    assert clauses["71"].text == "Уступка, которую нельзя проиграть, отменяется:"
    assert [name for name in clauses if name.isdigit()] == [str(number) for number in range(62, 74)]
    assert clauses["64B"].text.endswith("какую-нибудь из следующих.")


def test_a_book_in_four_runs() -> None:
    lines = make_book()
    pages = cut_pages(lines, len(lines) // 150 + 1)
    pages = pages[:150]
    ordered, _ = parse_text("\n".join(print_pages(pages, range(1, len(pages) + 1))))
    moved, source = parse_text("\n".join(print_pages(pages, in_runs(len(pages), 4))))
    check_promises(moved, source.text)
    assert tree(moved) == tree(ordered)
    assert not [problem for problem in moved.problems if problem.code.startswith(("page", "footer"))]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("runs", [1, 4, 5, 0])
def test_lost_pages_are_reported_and_nothing_stands_under_a_wrong_law(seed: int, runs: int) -> None:
    chance = random.Random(seed)
    lines = make_book()
    pages = cut_pages(lines, len(lines) // 150)[:150]
    lost = set(chance.sample(range(2, len(pages)), 20))
    order = in_runs(len(pages), runs) if runs else chance.sample(range(1, len(pages) + 1), len(pages))
    kept = [number for number in order if number not in lost]
    parsed, source = parse_text("\n".join(print_pages(pages, kept)))
    check_promises(parsed, source.text)
    assert [problem.page for problem in parsed.problems if problem.code == "page-missing"] == sorted(lost)
    check_words_stand_in_their_clauses(parsed)


def check_words_stand_in_their_clauses(parsed: ParsedDocument) -> None:
    found = 0
    for name, clause in flatten(parsed.clauses).items():
        for law, letter, item in re.findall(r"слово(\d+)([A-D])(?:(\d)н)?", clause.text):
            assert name.split("#")[0] == f"{law}{letter}{item}", clause.text[:80]
            found += 1
    assert found > 500


def _sixty_pages() -> list[list[str]]:
    lines = make_book(30)
    return cut_pages(lines, len(lines) // 60)[:60]


@cache
def _clauses_of_sixty_pages() -> int:
    """How many clauses they have when they stand in order."""
    pages = _sixty_pages()
    ordered, _ = parse_text("\n".join(print_pages(pages, range(1, len(pages) + 1))))
    return len(flatten(ordered.clauses))


@pytest.mark.parametrize("runs", [1, 4])
@pytest.mark.parametrize("stray", [1, 7, 60, 151, 1987])
@pytest.mark.parametrize("place", [12, 40, 95])
def test_one_stray_number_never_reorders_a_book(runs: int, stray: int, place: int) -> None:
    pages = _sixty_pages()
    printed = print_pages(pages, in_runs(len(pages), runs))
    place = min(place * len(printed) // 100, len(printed) - 1)
    printed.insert(place, f"- {stray}")
    parsed, source = parse_text("\n".join(printed))
    check_promises(parsed, source.text)
    check_words_stand_in_their_clauses(parsed)
    assert len(flatten(parsed.clauses)) >= _clauses_of_sixty_pages() * 0.95
    assert [problem for problem in parsed.problems if problem.code in ("footer-stray", "page-doubled")]


@pytest.mark.parametrize("seed", range(12))
def test_lost_pages_and_strays_together(seed: int) -> None:
    chance = random.Random(seed)
    pages = cut_pages(make_book(24), chance.choice([9, 14]))
    lost = set(chance.sample(range(1, len(pages) + 1), 6))
    order = [number for number in in_runs(len(pages), chance.choice([1, 3, 4])) if number not in lost]
    lines = print_pages(pages, order)
    for _ in range(2):
        lines.insert(chance.randrange(len(lines)), f"- {chance.choice([1, 7, 1987, chance.randrange(1, len(pages))])}")
    parsed, source = parse_text("\n".join(lines))
    check_promises(parsed, source.text)
    check_words_stand_in_their_clauses(parsed)


def test_a_page_twice_gives_one_copy_and_a_report() -> None:
    parsed, source = parse_text("\n".join(page_twice(4)))
    check_promises(parsed, source.text)
    doubled = [problem for problem in parsed.problems if problem.code == "page-doubled"]
    assert [problem.page for problem in doubled] == [4]
    assert {item.kind for item in parsed.furniture} >= {"copy", "footer", "underline"}
    assert not parsed.unplaced


@pytest.mark.parametrize("shift", [0, 2, 3])
@pytest.mark.parametrize("spacing", ["blank", "paragraphs"])
def test_a_page_twice_without_footers(shift: int, spacing: str) -> None:
    lines = set_commentary(Style(mark="(DC4)"))
    first, last = (i + shift for i, line in enumerate(lines) if line.startswith(("Правило 51.", "Правило 53.")))
    page = lines[first:last]
    copy = [part for line in page for part in (line, "")]
    if spacing == "paragraphs":
        copy = " ".join(page).replace("(DC4) ", "\n").replace("(DC4)", "\n").splitlines()
    parsed, source = parse_text("\n".join(lines[:last] + copy + lines[last:]))
    check_promises(parsed, source.text)
    assert tree(parsed) == tree(read(COMMENTARY_FAMILIES["canonical"]))
    assert [problem.code for problem in parsed.problems] == ["page-doubled"]
    assert not parsed.unplaced


def test_two_pages_of_one_number_are_no_copies() -> None:
    pages = cut_pages(set_laws(Style()))
    lines = [*print_pages(pages, range(1, 7)), "Правило 90. Совсем другое"]
    lines += [f"Этого текста на странице номер четыре нет вовсе, строка {number}." for number in range(9)] + ["- 4 -"]
    parsed, source = parse_text("\n".join(lines + print_pages(pages, range(7, len(pages) + 1))))
    check_promises(parsed, source.text)
    assert "другое" in "".join(clause.text for clause in parsed.unplaced)
    assert "90" not in flatten(parsed.clauses)
    assert "page-doubled" in {problem.code for problem in parsed.problems}


# contents, index, notes, front matter

_CONTENTS = """\
ОГЛАВЛЕНИЕ

Глава V. Розыгрыш ................ 3
Правило 62. Забытая масть ........ 3
Правило 63. Ошибка, которая стала
окончательной .................... 4
Правило 64. Плата за забытую . . . . 5
Правило 65. Как складывают взятки..6
Правило 66. Посмотреть взятку .... 7
"""

_INDEX = """\
АЛФАВИТНЫЙ УКАЗАТЕЛЬ
Взятка ............. 65, 66
=   с недостачей ... 67
Козырь забытый ..... 70C
Масть забытая ...... 62, 64
"""


def test_contents_and_index_are_no_clauses() -> None:
    body = "\n".join(set_laws(Style()))
    parsed, source = parse_text(_CONTENTS + body + "\n" + _INDEX)
    check_promises(parsed, source.text)
    assert tree(parsed) == tree(read(LAWS_FAMILIES["canonical"]))
    kinds = {kind: [item.text for item in parsed.furniture if item.kind == kind] for kind in ("contents", "index")}
    assert len(kinds["contents"]) == 8
    assert kinds["contents"][0] == "ОГЛАВЛЕНИЕ"
    assert len(kinds["index"]) == 5
    assert not parsed.unplaced


def test_contents_without_a_title() -> None:
    contents = "\n".join(_CONTENTS.splitlines()[2:])
    parsed, source = parse_text("\n".join(set_laws(Style())) + "\n\n" + contents)
    check_promises(parsed, source.text)
    assert tree(parsed) == tree(read(LAWS_FAMILIES["canonical"]))


def test_notes_at_the_foot_of_a_page() -> None:
    text = """\
Правило 12. Право судьи
???????????????????????
A.Поправка счёта
Судья поправляет счёт (*), если другого пути нет, и при этом
он не смотрит ни на место пары в таблице, ни
----------------
(*) Счёт поправляют в обе
стороны.
- 7 -
на то, кто об этом просил.
B.Срок
Поправка делается в срок.
- 8 -
"""
    parsed, source = parse_text(text)
    check_promises(parsed, source.text)
    clauses = flatten(parsed.clauses)
    sentence = clauses["12A"].text
    assert sentence.startswith("Судья поправляет счёт, если другого пути нет,")
    assert sentence.endswith("ни на место пары в таблице, ни на то, кто об этом просил.")
    note = clauses["12A#footnote"]
    assert (note.label, note.text) == ("(*)", "Счёт поправляют в обе стороны.")
    assert not parsed.unplaced


def test_a_note_without_its_mark_is_unplaced_and_reported() -> None:
    text = """\
Правило 12. Право судьи
A.Поправка счёта
Судья поправляет счёт, если другого пути нет.
________________
(**) Сноска, которой никто не ждал.
- 7 -
B.Срок
Поправка делается в срок.
- 8 -
"""
    parsed, source = parse_text(text)
    check_promises(parsed, source.text)
    assert [clause.text for clause in parsed.unplaced] == ["(**) Сноска, которой никто не ждал."]
    assert "unplaced-text" in {problem.code for problem in parsed.problems}
    assert flatten(parsed.clauses)["12B"].heading == "Срок"


def test_front_matter_is_kept_apart() -> None:
    front = ["К   О   М   М   Е   Н   Т   А   Р   И   Й", "Эта книга написана для тех, кто судит.(DC4)"]
    parsed, source = parse_text("\n".join(front + set_commentary(Style(mark="(DC4)"))))
    check_promises(parsed, source.text)
    assert tree(parsed) == tree(read(COMMENTARY_FAMILIES["canonical"]))
    assert "КОММЕНТАРИЙ" in "".join(clause.text for clause in parsed.unplaced)


def test_a_preface_is_a_section() -> None:
    front = ["КОММЕНТАРИЙ", "ПРЕДИСЛОВИЕ(DC4)", "Эта книга написана для тех, кто судит.(DC4)"]
    parsed, source = parse_text("\n".join(front + set_commentary(Style(mark="(DC4)"))))
    check_promises(parsed, source.text)
    found = tree(parsed)
    assert found.pop("section:introduction") == ("ПРЕДИСЛОВИЕ", "Эта книга написана для тех, кто судит.")
    assert found == tree(read(COMMENTARY_FAMILIES["canonical"]))


def test_cards_are_no_letter_spaced_title() -> None:
    parsed, _ = parse_text("Правило 12. Пример\nA.Рука\nНа руке Т К Д В 10 9 и A K Q J T в другой.\n")
    assert "Т К Д В 10 9 и A K Q J T" in flatten(parsed.clauses)["12A"].text
    assert fold("Т")


def test_a_page_a_file_is_one_print_out(tmp_path: Path) -> None:
    """Pages saved as files are joined by their footers: a sentence goes on, and a lost page is a gap."""
    pages = {
        1: "Правило 20. Очередь\n-------------------\nA.Кто говорит\nПервым говорит сдающий, за ним его со-\n- 1\n",
        2: "сед слева.\nB.Молчание\nПропустивший очередь\n- 2 -\n",
        4: "2.Чужая очередь\nСудья вернёт слово.\nПравило 21. Ошибка\n------------------\nОшибку исправляет судья.\n- 4\n",
    }
    for number, text in pages.items():
        (tmp_path / f"page{number}.txt").write_text(text, encoding="utf-8")
    (parsed,) = parse_files([tmp_path])
    clauses = flatten(parsed.clauses)
    assert list(clauses) == ["20", "20A", "20B", "21"]
    assert clauses["20A"].text == "Первым говорит сдающий, за ним его сосед слева."
    assert clauses["20A"].pages == (1, 2)
    assert clauses["20B"].cut
    assert [problem.page for problem in parsed.problems if problem.code == "page-missing"] == [3]
    assert "Чужая очередь" in parsed.unplaced[0].text


def test_halves_of_words_are_joined_and_real_words_are_not() -> None:
    """A copy without hyphens at its line ends: ``разре`` / ``шает`` is one word, ``по`` / ``лицу`` are two."""
    body = [
        "Правило 20. Торговля",
        "A.Что судья разре",
        "шает",
        "Судья разре",
        "шает повторить заяв",
        "ку, если игрок спра",
        "шивает об этом сам. Карту узнают по",
        "лицу, а не по",
        "рубашке.",
    ]
    lines = [*body, *(f"Так поступают в случае номер {number}." for number in range(20))]
    parsed, source = parse_text("\n".join(lines))
    check_promises(parsed, source.text)
    clause = flatten(parsed.clauses)["20A"]
    assert clause.heading == "Что судья разрешает"
    assert clause.text.startswith(
        "Судья разрешает повторить заявку, если игрок спрашивает об этом сам. Карту узнают по лицу, а не по рубашке."
    )
    mends = {problem.params["after"] for problem in parsed.problems if problem.code == "hyphen-lost"}
    assert mends == {"разрешает", "заявку", "спрашивает"}
    assert "разре шает" in parse_text("\n".join([*lines, "Судья раз-", "решает."]))[0].clauses[0].children[0].text
