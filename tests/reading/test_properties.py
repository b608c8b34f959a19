"""Properties of reading: any text is read whole, and reading it twice gives the same."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawsearch.errors import InputError
from lawsearch.language import count_characters
from lawsearch.structure import LAYOUTS
from tests.reading.parsing import check_promises, parse_text, parse_texts
from tests.reading.test_parse_cases import TEXTS
from tests.timing import cost_ratio

_LINES = st.sampled_from(
    [
        "Правило 50. ШТРАФНАЯ КАРТА(DC4)", "Правило 14. Отсутствующая карта", "???????????????????????????????", "LAW 7 - Board",
        "50.1. Карта лежит(DC4)", "50.2. (a) одно; и", "(b) другое (см.", "п.50.1. выше).(DC4)", "(i) потребовать;(DC4)",
        "(ii) запретить.(DC4)", "ход", "во взятку ход картой", "- 42", "- 46 -", "..page3", "A.Заголовок", "1.Пункт найден",
        "(A).Если карта найдена, действует правило 67.", "Текст с концом. B.Другой раздел", "слово, разре-", "занное надвое.",
        "55.(DC4)", "Глава VI. Розыгрыш", "¶", "\x14", "", "   ", "Болван (dummy). Партнёр.", "A. Heading", "(a) text.", "| a | b |",
        "1 | 2 | 3", "74А1. Особо.", "74.2,3. Двое.", "П   Р   А   В   И   Л   А", "конец без точки", "И (b) у него",
        "|  Правило 51. РАМКА  |", "|      |      |", "+-------+", "К А Р Т Ы   Б О Л В А Н А", "- 43", "- 43 -", "  - 50", "ОГЛАВЛЕНИЕ",
        "Правило 1. Начало ...... 5", "Правило 2. Середина . . . . 7", "Карта ........ 50A, 51", "--------------", "(*) Сноска.", "со сноской (*)",
        "           с отступом", "- член перечня;",
        "LAW 41 - COMMENCEMENT", "ПРАВИЛО 41. НАЧАЛО", "LAW 8", "SECTION ONE - PLAY", "ЧАСТЬ I. ИГРА", "РАЗДЕЛ 2. ТОРГ", "\f", "\f17", "17", "18",
        "1.A player", "(a)it is", "(i.) one; or", "2. By taking, which is", "C. Use of the Card 1. It may be led.", "the o ender may", "see Law", "19. Next",
        "by the o", "ender waits", "must require13 it.", "вниз13.", "____________________", "13 A note.", "\u00ad dash \u00ad", "A. Small Card A card below",
        "North    1   5   9", "South    2   6   10", "East     3   7   11", "Term: text", "INDEX", "Revoke, 61A, 64B2", "CONTENTS", "LAW 41 - COMMENCEMENT 7",
        "A. Заголовок", "1. Пункт", "(a) пункт", "Commentary on the Laws of 2017", "Комментарий к Правилам", "Карта | Card of it", "of", "1.", "(b) above.",
    ]
)  # fmt: skip


@settings(max_examples=150)
@given(
    st.lists(_LINES, min_size=1, max_size=25),
    st.sampled_from(["\n", "\r\n", "\n\n"]),
    st.sampled_from([None, *LAYOUTS]),
)
def test_any_order_of_lines_is_read_whole(lines: list[str], end: str, layout: str | None) -> None:
    _check(end.join(lines), layout)


@settings(max_examples=100)
@given(st.text(max_size=300), st.sampled_from([None, *LAYOUTS]))
def test_any_text_is_read_whole(text: str, layout: str | None) -> None:
    _check(text, layout)


@settings(max_examples=60)
@given(st.sampled_from(TEXTS), st.randoms(use_true_random=False))
def test_damaged_texts_are_read_whole(path: object, random: object) -> None:
    lines = path.read_bytes().decode("utf-8-sig").splitlines()  # type: ignore[attr-defined]
    for _ in range(3):
        index = random.randrange(len(lines))  # type: ignore[attr-defined]
        match random.randrange(4):  # type: ignore[attr-defined]
            case 0:
                lines.insert(index, lines[random.randrange(len(lines))])  # type: ignore[attr-defined]
            case 1 if len(lines) > 1:
                del lines[index]
            case 2:
                lines[index] = lines[index][: len(lines[index]) // 2]
            case _:
                random.shuffle(lines)  # type: ignore[attr-defined]
    _check("\n".join(lines), None)


def _check(text: str, layout: str | None) -> None:
    try:
        documents = parse_texts(text, layout=layout)
    except InputError:
        return  # empty or binary
    for parsed, source in documents:
        check_promises(parsed, source.text)
    assert sum(parsed.characters.total for parsed, _ in documents) == count_characters(text.removeprefix("\ufeff"))
    assert parse_texts(text, layout=layout) == documents


def test_headings_without_a_title() -> None:
    for text in ("Глава VI\nРОЗЫГРЫШ\nПравило 1\nНАЧАЛО\n", "Правило 1.\n???\nПравило 2\nТекст.\n", "Правило 1\n\n1\n"):
        for layout in LAYOUTS:
            _check(text, layout)


@pytest.mark.parametrize(
    "piece",
    [
        "п.п.",
        "((((a)",
        "A. ",
        "- ",
        "? ",
        "1.",
        "50.1. ",
        "(i) ",
        "слово-\n",
        "Правило 1. Х\n",
        "ход\n",
        "| текст |\n",
        "| а ",
        "П   Р   ",
        "А Б ",
        ".",
        ". ",
        "......5\n",
        "-----\n(*) н\n",
        "(*) ",
        "- 4\n",
        "- 4\nтекст\n",
        "я\n\n",
        "LAW 7 - X\n",
        "A. x ",
        "2. x; or ",
        "(a) x; or ",
        "A. Small Card A ",
        "o ender ",
        "by the o\n",
        "word7 ",
        "7 Note\n",
        "_____\n7 Note.\n",
        "\fx",
        "\f7\n",
        "word7.\n7 Note.\n\f",
        "a   b   c\n",
        "Term: text\n",
        "Term: ",
        "INDEX\n",
        "x, 1A\n",
        "INDEX\nx, 1A\n",
        "CONTENTS\nx 1\n",
        "see Law\n1. ",
        "\u00ad ",
        "ПРАВИЛО 1. Х\nLAW 1 - X\n",
        "ПРАВИЛО 1. Х\nLAW 1 - X\nA. Х\nA. X\n",
        "Х х | X xx\n",
        "1\n2\n",
    ],
)
def test_reading_time_is_linear(piece: str) -> None:
    small, large = (partial(parse_text, piece * (size // len(piece))) for size in (4_000, 40_000))
    assert cost_ratio(small, large, least=0.005, times=2, enough=60) < 60
