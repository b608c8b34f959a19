"""One canonical text in each 1987 layout, and the damage that public copies have done to such texts.

The two works below are in own words. A work is a list of paragraphs; :data:`COMMENTARY_FAMILIES` and
:data:`LAWS_FAMILIES` name the ways in which a copy prints them (FORMATS: "Copies seen in public").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lawsearch.language import fold, get_language

WIDTH = 58
PAGE_LINES = 11
COMPOUND = re.compile(r"(?<=\w)-(?=\w)")

COMMENTARY = """\
Правило 50. ЛЕЖАЩАЯ КАРТА
50.1. Карта, которую вистующий показал раньше времени, кладётся на стол лицом вверх и ждёт там своего часа (см. п.50.3. ниже).
50.2. (a) Младшая карта ложится на стол, если она ниже онёра и упала сама, без чьего-либо участия; и
(b) старшая карта ложится на стол во всех прочих случаях, в том числе тогда, когда её показали нарочно.
50.3. Лежащей картой играют при первой возможности, какой-нибудь другой картой её заменить нельзя.
Правило 51. ДВЕ ЛЕЖАЩИЕ КАРТЫ
51.1. Если на столе лежат две карты одного вистующего, то каждая из них считается старшей, как бы мала она ни была.
51.2. Перед ходом партнёра этого вистующего разыгрывающий может:
(i) потребовать хода в масть любой из лежащих карт;
(ii) запретить ход в эти масти до тех пор, пока рука остаётся у партнёра;
(iii) оставить выбор за ним самим.
Если выбран один из двух первых путей, то карты этих мастей возвращаются в руку. Во всяком другом случае карты лежат дальше.
51.3. Когда требование выполнить нечем, применяют Правило 59 (см. также п.50.2.(a) выше).
Правило 52. ЛЕЖАЩАЯ КАРТА ОСТАЛАСЬ НА МЕСТЕ, И ВМЕСТО НЕЁ СЫГРАЛИ ДРУГОЙ
52.1. Сыгранная вместо лежащей карта принимается или отклоняется. Решает разыгрывающий, и решает сразу.
52.2. Приняв её, он теряет право возражать; отклонив, обращается к судье по п.п. 50.3. и 51.2. этого текста.
Правило 53. ХОД НЕ В СВОЮ ОЧЕРЕДЬ ПРИНЯТ
53.1. Любой ход, сделанный не вовремя, может принять тот из противников, кто сидит слева или справа от ходившего.
53.2. Болван ничего не принимает. В этом деле он не имеет голоса:
- он не советует;
- он не указывает на карту;
- он не торопит.
Правило 54. ПЕРВЫЙ ХОД НЕ В СВОЮ ОЧЕРЕДЬ
54.1. Первый ход не с той руки открывает разыгрывающему пять дорог, в которых: (a) он сам ложится болваном; и (b) болваном ложится его партнёр.
54.2. Остальные три дороги описаны в Правиле 56; по ним идут из-за того, что рука ещё не открыта.
Правило 55. РАЗЫГРЫВАЮЩИЙ СХОДИЛ НЕ ОТТУДА
55.1. Ход не с той руки оставляют или меняют, как попросят вистующие. Если они просят разного, слушают ближайшего слева.
55.2. Если хода никто не заметил, играют дальше, по-прежнему считая взятки по порядку.
Правило 56. ВИСТУЮЩИЙ СХОДИЛ НЕ ВОВРЕМЯ
56.1. Разыгрывающий выбирает: принять ход, уложить карту на стол или запретить масть (см. Правила 50 и 54).
Правило 57. ИГРА РАНЬШЕ ПАРТНЁРА
57.1. Кто сыграл раньше партнёра, лишает его части выбора. Судья объявляет об этом вслух.
57.2. (a) Можно потребовать старшую карту масти;
(b) можно потребовать младшую;
(c) можно запретить одну масть, но не ту, с которой пошли.
57.3. Болван и тут ни при чём; о нём говорит 45D, а не этот раздел.
Правило 58. ДВЕ КАРТЫ СРАЗУ
58.1. Из двух карт, вынутых вместе, сыгранной считают видимую. Если видны обе, выбирает тот, кто их вынул.
58.2. Вторая карта возвращается в руку или ложится на стол согласно п.50.1. и Правилу 12С2.
Правило 59. НЕЧЕМ ВЫПОЛНИТЬ
59.1. Игрок, которому нечем выполнить требование, играет чем хочет. Второй попытки у противников нет.
Правило 60. СЫГРАЛИ ПОСЛЕ НАРУШЕНИЯ
60.1. Противник, который сыграл после нарушения, принял его. Наказания больше нет.
60.2. Это не относится к 12-й взятке, если спор начат до неё.
Правило 61. СПРОСИТЬ О МАСТИ
61.1. Спросить партнёра, не осталось ли у него карты в масти, вправе разыгрывающий и болван; о вистующих см. п.61.2.
61.2. Вистующие не спрашивают. Исключения перечислены в правилах зоны.
""".splitlines()

LAWS = """\
# Глава V. Розыгрыш
# Правило 62. Забытая масть
@ A.Когда ошибку исправляют
Игрок, не давший масти, исправляет свою ошибку, если заметил её до того, как взятка закрыта и начата новая (см. правило 63).
@ B.Что бывает с картой
1.Карта вистующего
Вынутая карта вистующего остаётся лежать на столе; с ней поступают, как велит правило 50.
2.Карта разыгрывающего
Разыгрывающий берёт свою карту назад, и болван тоже.
# Правило 63. Ошибка стала окончательной
@ A.Три признака
Ошибка окончательна, если:
1.Сыграна следующая взятка
(A).Виновный или его партнёр пошли в новую взятку, не оглянувшись на прежнюю.
(B).То же относится к игре картой в чужую взятку.
2.Назван счёт взяток
Виновный или его партнёр назвал, сколько взяток он отдаёт.
@ B.Исправить уже нельзя
После этого исправить ничего нельзя. Судья считает взятки по правилу 64.
# Правило 64. Плата за забытую масть
@ A.Две взятки
Две взятки переходят к другой стороне, если виновный взял ту самую взятку, в которой забыл дать масть, и взял ещё хотя бы одну.
@ B.Одна взятка
Одна взятка переходит, если виновный не взял той взятки сам, но его сторона взяла какую-нибудь из следующих.
@ C.Ничего
Если сторона больше ничего не взяла, переходить нечему. Судья всё же вправе подправить счёт по правилу 12.
# Правило 65. Как складывают взятки
@ A.Своя взятка
Карту своей взятки кладут вдоль стола, ребром к партнёру.
@ B.Чужая взятка
Карту чужой взятки кладут поперёк. По-прежнему лицом вниз.
# Правило 66. Посмотреть взятку
@ A.Пока своя карта открыта
Пока своя карта лежит открытой, каждый может попросить показать остальные три.
@ B.После этого
1.Сам игрок
Свою последнюю карту он смотрит украдкой.
2.Прочие карты
Прочих карт никто не трогает до конца розыгрыша. Этого требует порядок, а не вежливость.
# Правило 67. Взятка с недостачей
@ A.До следующей взятки
Кто не положил карты, докладывает её сразу; кто положил две, берёт лишнюю назад.
@ B.Позже
1.Карты не хватает
(A).Если у виновного есть карта масти, он кладёт любую из них; положенная карта не меняет хозяина взятки.
(B).Если масти нет, он кладёт, что хочет.
2.Карта лишняя
(A).Судья открывает взятку и смотрит, какую карту видели все.
(B).Её оставляют; другая возвращается в руку.
# Правило 68. Слова о недобранных взятках
@ A.Требование
Кто называет число взяток, которые возьмёт, тот требует их.
@ B.Уступка
Кто называет число взяток, которые отдаст, тот их уступает. Чаще всего остальные он требует.
# Правило 69. Уступка принята
@ A.Как её принимают
Уступку принимают молча, торгуясь в следующей сдаче, или подписывая счёт.
@ B.Можно ли передумать
До начала следующей торговли передумать можно; взятка возвращается, если её нельзя было не взять.
# Правило 70. Спорное требование
@ A.Общее начало
Судья решает так, чтобы обе стороны получили своё, а сомнение толкует против требующего.
@ B.Порядок
1.Требующий повторяет слова
Судья просит повторить сказанное при требовании, и ничего нового.
2.Карты на стол
Все четверо кладут карты лицом вверх. Из-за спешки их иногда путают.
3.Возражения
Судья слушает возражения; о козырях смотри правило 70C или 71.
@ C.Забытый козырь
Козырь, о котором забыл требующий, берёт взятку, если это возможно.
# Глава VI. Счёт
# Правило 71. Уступка назад
Уступка, которую нельзя проиграть, отменяется:
@ A.Уже взято
Взятка, которую сторона уже взяла, остаётся за ней.
@ B.Контракт сыгран
Контракт, который уже выигран, проиграть нельзя; 12-й взятки для этого не ждут.
# Правило 72. Общие начала счёта
@ A.Счёт ведёт Север
Счёт пишет Север, а проверяет Восток или Запад.
@ B.Поправки
1.Срок
Ошибку в счёте исправляют, пока открыт срок; его называет организатор.
2.После срока
После срока не исправляют ничего.
# Правило 73. Тишина за столом
@ A.Чем говорят партнёры
Партнёры говорят заявками и картами, и больше ничем.
@ B.Чего нельзя
Нельзя говорить голосом, взглядом, паузой. Этого не прощают.
""".splitlines()


@dataclass(frozen=True)
class Style:
    """How a copy prints a paragraph."""

    width: int | None = WIDTH
    margin: int = 0
    first: int = 0  # column of a paragraph's first line, from the margin
    justify: bool = False
    mark: str = ""
    marked: Callable[[int], bool] = lambda _number: True
    hyphens: str = "none"  # "none", "broken" (words are hyphenated), "lost" (compounds lose theirs at line ends), "torn" (plain words do)
    spaced: str = ""  # the gap between the letters of titles
    blank: bool = False
    layout: str = ""  # a layout command before each heading
    underline: str = "?"
    doubled: bool = False
    dashes: tuple[str, str] = ("- ", " -")


# paragraphs to lines


def space_letters(text: str, gap: str) -> str:
    """``ПРАВИЛА`` with ``gap`` between its letters, twice as much between words."""
    return (gap * 2 + " ").join(gap.join(word) for word in text.split())


def wrap(text: str, style: Style) -> list[str]:
    """A paragraph as lines of at most the style's width."""
    if style.width is None:
        return [text]
    lines: list[str] = []
    line = ""
    words = text.split()
    room = style.width - style.first
    while words:
        word = words.pop(0)
        candidate = f"{line} {word}".strip()
        if len(candidate) <= room:
            line = candidate
            continue
        head, tail = _break(word, room - len(line) - 1, style)
        if head:
            lines.append(f"{line} {head}".strip())
            words.insert(0, tail)
        elif line:
            lines.append(line)
            words.insert(0, word)
        else:
            lines.append(word)
        line, room = "", style.width
    return [*lines, line] if line else lines


def _break(word: str, room: int, style: Style) -> tuple[str, str]:
    """The part of a word that still fits on the line, and the rest; nothing fits if the first is empty."""
    compound = COMPOUND.search(word)
    if style.hyphens not in ("none", "torn") and compound and compound.start() < room and not word.startswith("п."):
        kept = "" if style.hyphens == "lost" and word[: compound.start()].isalpha() else "-"
        if kept or style.hyphens == "lost":
            return word[: compound.start()] + kept, word[compound.end() :]
    if style.hyphens not in ("broken", "torn") or compound or not re.fullmatch(r"\w{8,}[.,;:]?", word) or room < 4:
        return "", word
    if style.hyphens == "torn" and not get_language("ru").is_word(fold(word.rstrip(".,;:"))):
        return "", word  # what no dictionary knows cannot be mended
    cut = min(room - 1, len(word.rstrip(".,;:")) - 3)
    while cut > 2 and not (word[cut - 1] in "аеиоуыэюя" and word[cut] not in "ьъй"):
        cut -= 1
    return (word[:cut] + "-" * (style.hyphens == "broken"), word[cut:]) if cut > 2 else ("", word)


def justify(line: str, width: int) -> str:
    """The line with its spaces doubled from the left until it fills the width."""
    words = line.split(" ")
    missing = width - len(line)
    if len(words) < 2 or missing <= 0 or missing > len(words) * 2:
        return line
    gaps = [1 + missing // (len(words) - 1) + (i < missing % (len(words) - 1)) for i in range(len(words) - 1)]
    return "".join(word + " " * gap for word, gap in zip(words, [*gaps, 0], strict=True))


def set_paragraph(text: str, style: Style, number: int, *, heading: bool = False) -> list[str]:
    """The lines of a paragraph as the style prints them."""
    lines = wrap(text, style)
    if style.doubled and len(lines) > 2:
        lines.insert(2, " ".join(lines[1].split()[-2:]).rstrip(".,;:"))
        if lines[2].endswith("-") or "(" in lines[2]:
            del lines[2]
    if style.justify and not heading:
        lines = [justify(line, style.width or 0) for line in lines[:-1]] + lines[-1:]
    if style.mark and style.marked(number):
        lines[-1] += style.mark
    lines = [" " * (style.margin + (style.first if i == 0 else 0)) + line for i, line in enumerate(lines)]
    return [part for line in lines for part in ([line, ""] if style.blank else [line])]


def set_commentary(style: Style, paragraphs: Sequence[str] = COMMENTARY) -> list[str]:
    """The Commentary as lines."""
    lines: list[str] = []
    for number, text in enumerate(paragraphs):
        heading = text.startswith("Правило ")
        if heading and style.layout:
            lines.append(style.layout)
        if heading and style.spaced:
            label, title = re.fullmatch(r"(Правило \d+\.) (.*)", text).groups()  # type: ignore[union-attr]
            lines.append(f"{label} {space_letters(title, style.spaced)}{style.mark}")
            continue
        lines += set_paragraph(text, style, number, heading=heading)
    return lines


def set_laws(style: Style, paragraphs: Sequence[str] = LAWS) -> list[str]:
    """The Laws as lines, without pages: an underline below each heading of a law."""
    lines: list[str] = []
    for number, paragraph in enumerate(paragraphs):
        text = paragraph.removeprefix("@ ").removeprefix("# ")
        heading = paragraph.startswith("# ")
        if not heading:
            lines += set_paragraph(text, style, number, heading=re.match(r"[A-D]\.|\d\.", text) is not None)
            continue
        printed = space_letters(text, style.spaced) if style.spaced else text
        lines.append(" " * style.margin + printed)
        if style.underline and text.startswith("Правило"):
            lines.append(" " * style.margin + style.underline * len(printed))
        if style.blank:
            lines.append("")
    return lines


# lines to pages


def cut_pages(lines: Sequence[str], size: int = PAGE_LINES) -> list[list[str]]:
    """Pages of ``size`` lines; no page begins with an underline."""
    pages: list[list[str]] = []
    for line in lines:
        row = bool(line.strip()) and set(line.strip()) == {"?"}
        if not pages or (len(pages[-1]) >= size and not row):
            pages.append([])
        pages[-1].append(line)
    return pages


def in_runs(count: int, runs: int) -> list[int]:
    """The page numbers of a print-out in so many runs: 1, 5, 9, … 2, 6, 10, …"""
    return [number for first in range(1, runs + 1) for number in range(first, count + 1, runs)]


def print_pages(pages: Sequence[Sequence[str]], order: Sequence[int], footer: str = "- {} -") -> list[str]:
    """The pages in some order, a footer below each."""
    return [line for number in order for line in (*pages[number - 1], footer.format(number))]


# lines to other lines


def frame(lines: Sequence[str]) -> list[str]:
    """A bar on each side of every line."""
    return [f"|  {line:<{WIDTH + 12}}  |" for line in lines]


def flat(lines: Sequence[str]) -> list[str]:
    """The lines of a frame, their line ends turned to spaces."""
    framed = frame(lines)
    return ["      ".join(framed[begin : begin + 40]) for begin in range(0, len(framed), 40)]


def lose_yo(lines: Sequence[str]) -> list[str]:
    return [line.replace("ё", "е").replace("Ё", "Е") for line in lines]


@dataclass(frozen=True)
class Family:
    """A family's text, and what it loses: compare trees after that is folded away."""

    lines: list[str]
    loses: frozenset[str] = frozenset()
    encoding: str = "utf-8"

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def _paged(style: Style, *, runs: int = 1, footer: str = "- {} -") -> list[str]:
    pages = cut_pages(set_laws(style))
    return print_pages(pages, in_runs(len(pages), runs), footer)


def page_twice(number: int) -> list[str]:
    """The Laws with one page printed twice: in close lines, and with a blank line after each."""
    pages = cut_pages(set_laws(Style()))
    lines = print_pages(pages, range(1, number + 1))
    lines += [part for line in pages[number - 1] for part in (line, "")] + [f"- {number} -"]
    return lines + print_pages(pages, range(number + 1, len(pages) + 1))


def page_twice_as_paragraphs(number: int) -> list[str]:
    """The same, the second copy one paragraph a line."""
    pages = cut_pages(set_laws(Style()))
    lines = print_pages(pages, range(1, number + 1))
    copy: list[str] = []
    for line in pages[number - 1]:
        if copy and line[:1].islower():
            copy[-1] += " " + line
        else:
            copy.append(line)
    return [*lines, *copy, f"- {number} -", *print_pages(pages, range(number + 1, len(pages) + 1))]


_DC4 = Style(mark="(DC4)", layout="..page3")
_PARAGRAPHS = frozenset({"paragraphs"})

COMMENTARY_FAMILIES = {
    "canonical": Family(set_commentary(_DC4)),
    "margin": Family(set_commentary(Style(mark="(DC4)", margin=7, first=11, justify=True))),
    "margin-unmarked": Family(set_commentary(Style(margin=7, first=11, justify=True))),
    "frame": Family(frame(set_commentary(_DC4))),
    "frame-margin": Family(frame(set_commentary(Style(margin=2, first=5)))),
    "frame-flat": Family(flat(set_commentary(_DC4))),
    "letter-spaced": Family(set_commentary(Style(mark="(DC4)", spaced=" "))),
    "letter-spaced-wide": Family(["П   Р   А   В   И   Л   А", *set_commentary(Style(mark="(DC4)", spaced="   "))]),
    "dos": Family(set_commentary(Style(mark="\x14", layout="..page60")), encoding="cp866"),
    "pilcrow": Family(set_commentary(Style(mark="¶"))),
    "hyphenated": Family(set_commentary(Style(mark="(DC4)", hyphens="broken"))),
    "hyphens-lost": Family(set_commentary(Style(mark="(DC4)", hyphens="lost", width=50)), frozenset({"hyphens"})),
    "hyphens-torn": Family(set_commentary(Style(mark="(DC4)", hyphens="torn"))),
    "blank-lines": Family(set_commentary(Style(mark="(DC4)", blank=True))),
    "blank-lines-unmarked": Family(set_commentary(Style(blank=True)), _PARAGRAPHS),
    "paragraph-lines": Family(set_commentary(Style(mark="(DC4)", width=None))),
    "paragraph-lines-unmarked": Family(set_commentary(Style(width=None))),
    "paragraph-lines-apart": Family(set_commentary(Style(width=None, blank=True))),
    "marks-missing": Family(set_commentary(Style(mark="(DC4)", marked=lambda number: number % 3 != 0)), _PARAGRAPHS),
    "marks-none": Family(set_commentary(Style()), _PARAGRAPHS),
    "yo-lost": Family(lose_yo(set_commentary(_DC4)), frozenset({"yo"})),
    "emphasis": Family(set_commentary(Style(mark="(DC4)", doubled=True))),
}

LAWS_FAMILIES = {
    "canonical": Family(_paged(Style())),
    "no-pages": Family(set_laws(Style())),
    "four-runs": Family(_paged(Style(), runs=4)),
    "four-runs-open-footer": Family(_paged(Style(), runs=4, footer="- {}")),
    "four-runs-indented-footer": Family(_paged(Style(), runs=4, footer="    - {} -")),
    "three-runs": Family(_paged(Style(), runs=3)),
    "margin": Family(_paged(Style(margin=7, first=11, justify=True), runs=4)),
    "frame": Family(frame(_paged(Style(), runs=4))),
    "frame-flat": Family(flat(_paged(Style()))),
    "letter-spaced": Family(["П   Р   А   В   И   Л   А", "", *_paged(Style(spaced="  "))]),
    "dos": Family(_paged(Style(underline="─")), encoding="cp866"),
    "hyphenated": Family(_paged(Style(hyphens="broken"))),
    "hyphenated-runs": Family(_paged(Style(hyphens="broken", width=46), runs=4)),
    "hyphens-lost": Family(_paged(Style(hyphens="lost", width=40)), frozenset({"hyphens"})),
    "hyphens-torn": Family(_paged(Style(hyphens="torn"))),
    "blank-lines": Family(_paged(Style(blank=True))),
    "paragraph-lines": Family(set_laws(Style(width=None))),
    "paragraph-lines-paged": Family(_paged(Style(width=None), runs=4)),
    "yo-lost": Family(lose_yo(_paged(Style())), frozenset({"yo"})),
    "emphasis": Family(set_laws(Style(doubled=True))),
    "page-twice": Family(page_twice(4)),
    "page-twice-paragraphs": Family(page_twice_as_paragraphs(5)),
}


# a whole book


def make_book(laws: int = 75) -> list[str]:
    """The lines of a book in the layout of the Laws, in which each sentence names its own clause."""
    lines: list[str] = []
    for law in range(1, laws + 1):
        title = f"Правило {law}. Предмет номер {law}"
        lines += [title, "?" * len(title)]
        for letter in "ABCD":
            lines.append(f"{letter}.Случай {letter} из предмета {law}")
            text = " ".join(f"Здесь стоит слово{law}{letter}{number} и ничего иного." for number in range(1, 9))
            lines += wrap(text, Style())
            for item in (1, 2):
                lines.append(f"{item}.Особый вид {item}")
                lines += wrap(" ".join(f"Тут слово{law}{letter}{item}н{number}." for number in range(1, 7)), Style())
    return lines
