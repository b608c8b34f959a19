"""Our own digest and notes, set as the later editions are found in the world, with the damage that each way does.

A :class:`Work` is what the corpus holds, clause by clause. :data:`LAYOUTS` names the ways to print it: each gives the
bytes of files, and says how far the text may differ from the corpus's when it is read back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape

from lawsearch.language.ligatures import words_with_ligatures
from lawsearch.library import parse_files
from lawsearch.model import Clause, ParsedDocument
from tests.conftest import ROOT
from tests.reading import containers

WIDTH = 74
PAGE = 46


@dataclass(frozen=True)
class Unit:
    """A clause of a work: how deep it stands, its printed label, its heading, its paragraphs."""

    address: str
    kind: str
    depth: int
    label: str
    heading: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True)
class Work:
    """A document of the corpus, as units in reading order."""

    language: str
    parsed: ParsedDocument
    units: tuple[Unit, ...]


@lru_cache(maxsize=4)
def read_work(name: str) -> Work:
    """A document of the corpus by its folder."""
    (parsed,) = parse_files([ROOT / "corpus" / name])
    return Work(parsed.document.language, parsed, tuple(_units(parsed.clauses, 0)))


def _units(clauses: Sequence[Clause], depth: int) -> Iterator[Unit]:
    for clause in clauses:
        yield Unit(
            str(clause.address),
            clause.kind,
            depth,
            clause.label or "",
            clause.heading or "",
            tuple(clause.text.split("\n")) if clause.text else (),
        )
        yield from _units(clause.children, depth if clause.kind in ("chapter", "part") else depth + 1)


@dataclass(frozen=True)
class Printed:
    """The files of a printed work; ``languages`` are those that reading it must give, in order."""

    files: dict[str, bytes]
    languages: tuple[str, ...]
    titles: bool = False  # headings are in other letters: compare them folded
    notes: dict[str, str] = field(default_factory=dict)  # footnotes, by the address whose text they follow
    index: int = 0  # lines of the index
    mends: bool = False


# paragraphs


def law_heading(unit: Unit, language: str) -> str:
    """``LAW 50 - DISPOSITION`` or ``ПРАВИЛО 50. …``."""
    title = unit.heading.upper()
    return f"LAW {unit.address} - {title}" if language == "en" else f"ПРАВИЛО {unit.address}. {title}"


def section_label(unit: Unit) -> str:
    """``A.``, ``1.``, ``(a)`` as the later editions print them."""
    if not unit.address[0].isdigit():
        return ""
    last = re.findall(r"\([^)]*\)|\d+|[A-Z]", unit.address)[-1]
    return last if last.startswith("(") else f"{last}."


def label_of(unit: Unit, number: int) -> str:
    """The label with what follows it: now and then nothing (``1.A``, ``(a)it``), or a stop (``(i.)``)."""
    label = section_label(unit)
    if label.startswith("(") and number % 11 == 0 and re.fullmatch(r"\([ivx]+\)", label):
        label = label[:-1] + ".)"
    return label if number % 7 == 0 and len(label) > 1 and not unit.heading else label + " "


def set_units(work: Work, *, glue: bool = False) -> list[tuple[Unit, list[str]]]:
    """The paragraphs of each unit: its heading, then its text."""
    found = []
    for number, unit in enumerate(work.units):
        label = section_label(unit) + " "
        if glue:
            label = label_of(unit, number)
        found.append((unit, _paragraphs(unit, work.language, label)))
    return found


def _paragraphs(unit: Unit, language: str, label: str) -> list[str]:
    text = list(unit.paragraphs)
    if unit.kind == "law":
        return [law_heading(unit, language), *text]
    if unit.kind in ("chapter", "part"):
        return [f"{unit.label.rstrip(' -.:')}{' - ' if language == 'en' else '. '}{unit.heading}".upper(), *text]
    if unit.address.startswith("section:"):
        return [unit.heading, *text]
    if unit.kind == "definition":
        return [f"{unit.heading} {text[0]}", *text[1:]]
    if unit.heading:
        return [label + unit.heading, *text]
    return [label + text[0], *text[1:]] if text else [label.strip()]


def is_row(paragraph: str) -> bool:
    return " | " in paragraph


def wrap(paragraph: str, width: int = WIDTH) -> list[str]:
    """A paragraph in lines, broken at spaces."""
    lines = [""]
    for word in paragraph.split(" "):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines


def columns(rows: Sequence[str]) -> list[str]:
    """Rows of cells set in columns by white space."""
    cells = [row.split(" | ") for row in rows]
    widths = [max(len(row[place]) for row in cells if place < len(row)) for place in range(max(map(len, cells)))]
    return ["   ".join(cell.ljust(widths[place]) for place, cell in enumerate(row)).rstrip() for row in cells]


def set_lines(paragraphs: Sequence[str], width: int = WIDTH) -> list[str]:
    """Paragraphs in lines, tables in columns."""
    lines: list[str] = []
    rows: list[str] = []
    for paragraph in (*paragraphs, ""):
        if is_row(paragraph) and (not rows or rows[-1].count(" | ") == paragraph.count(" | ")):
            rows.append(paragraph)
            continue
        lines += columns(rows) if rows else []
        rows = [paragraph] if is_row(paragraph) else []
        if paragraph and not rows:
            lines += wrap(paragraph, width)
    return lines


# damage


_LIGATURE = re.compile("ffi|ffl|ff")
_KNOWN = frozenset(words_with_ligatures())


def lose_ligatures(text: str) -> str:
    """``ff``, ``ffi`` and ``ffl`` become spaces where the vocabulary can tell them; other words keep theirs."""

    def lose(match: re.Match[str]) -> str:
        word = match.group()
        return _LIGATURE.sub(" ", word, count=1) if word.lower() in _KNOWN and word.islower() else word

    return re.sub(r"[A-Za-z]*ff[A-Za-z]*", lose, text)


def cut_pages(lines: Sequence[str], first: int, notes: Sequence[str], *, before: bool) -> list[str]:
    """Pages of :data:`PAGE` lines, wherever a sentence stands: their notes at the foot, their numbers by the form feed."""
    found: list[str] = []
    for page, begin in enumerate(range(0, len(lines), PAGE)):
        part = list(lines[begin : begin + PAGE])
        foot = [
            note
            for note in notes
            if any(re.search(rf"[a-zа-яё]{note.split(' ')[0]}(?=[ .,;]|$)", line) for line in part)
        ]
        part += ["_" * 20, *foot] if foot else []
        number = str(first + page)
        found += [*part, "", number, "\f"] if before else ["\f" + number, *part]
    return "\n".join(found).replace("\n\f\n", "\n\f").split("\n")


def add_footnotes(units: list[tuple[Unit, list[str]]], language: str) -> dict[str, tuple[int, str]]:
    """Glue a number to a word of every twentieth clause; the notes by address."""
    notes: dict[str, tuple[int, str]] = {}
    number = 0
    for place, (unit, paragraphs) in enumerate(units):
        if place % 20 or not paragraphs or unit.kind in ("law", "chapter", "definition") or is_row(paragraphs[-1]):
            continue
        found = list(re.finditer(r"(?<=[a-zа-яё]{4})(?=[ .,;])", paragraphs[-1]))
        if not found or ":" in unit.address or len(paragraphs[-1]) < 40:
            continue
        number += 1
        at = found[-1].start()
        paragraphs[-1] = f"{paragraphs[-1][:at]}{number}{paragraphs[-1][at:]}"
        first = " ".join(re.findall(r"[^\W\d_]{2,}", paragraphs[-1])[1:4]).lower()
        says = (
            f"The club says of “{first}” what it likes."
            if language == "en"
            else f"О словах «{first}» клуб говорит своё."
        )
        notes[unit.address] = (number, f"{number} {says}")
    return notes


def title_case(text: str) -> str:
    """A heading with its words in capitals, but for the small ones."""
    small = {"a", "an", "the", "of", "to", "in", "on", "at", "by", "for", "from", "with", "and", "or", "is", "that", "which",
             "not", "no", "out", "up", "off", "when", "if", "as", "are", "be", "before", "after", "his", "its", "over"}  # fmt: skip
    words = text.split(" ")
    return " ".join(
        word if place and word in small else word[:1].upper() + word[1:] for place, word in enumerate(words)
    )


# the layouts


def _front(units: list[tuple[Unit, list[str]]]) -> list[str]:
    """A table of contents with leaders."""
    lines = ["CONTENTS"]
    for place, (unit, paragraphs) in enumerate(units):
        if unit.kind in ("law", "chapter"):
            title = paragraphs[0][:60]
            lines.append(f"{title} {'.' * (70 - len(title))} {9 + place // 8}")
    return lines


def _index(units: list[tuple[Unit, list[str]]], *, leaders: bool) -> list[str]:
    """An index whose entries name clauses of the work."""
    named = [unit for unit, _ in units if unit.heading and re.match(r"\d+[A-Z]", unit.address)]
    entries = sorted({(unit.heading, unit.address) for unit in named})
    lines = ["INDEX"]
    for place, (heading, address) in enumerate(entries):
        other = entries[place * 7 % len(entries)][1]
        dots = " " + "." * 12 if leaders else ","
        lines.append(f"{heading[:50].rstrip(' ,')}{dots} {address}, {other}")
    return lines


def pdf_2017(*, before: bool, leaders: bool) -> Printed:
    """The text of a PDF: lost ligatures, page numbers inside sentences, glued footnotes and labels, 0xAD for dashes."""
    work = read_work("digest-2017-en")
    units = set_units(work, glue=True)
    notes = add_footnotes(units, "en")
    front = _front(units)
    lines: list[str] = []
    for _, paragraphs in units:
        lines += set_lines([lose_ligatures(paragraph) for paragraph in paragraphs])
    index = _index(units, leaders=leaders)
    texts = [line for _, line in notes.values()]
    lines += [""] * (PAGE - (len(front) + len(lines)) % PAGE)  # the index begins on a page of its own
    pages = cut_pages([*front, *lines, *index], 5, texts, before=before)
    text = "\n".join(pages).replace(" - ", " \u00ad ").replace("–", "\u00ad")
    text = re.sub(r"(?<=[a-z])-(?=[a-z])", "\u00ad", text)
    return Printed(
        {"laws.txt": (text + "\n").encode()},
        ("en",),
        titles=True,
        notes={address: line.partition(" ")[2] for address, (_, line) in notes.items()},
        index=len(index),
        mends=True,
    )


def run_in_2007() -> Printed:
    """Titles and text on one line, items inside the lines."""
    work = read_work("digest-2017-en")
    units = set_units(work)
    lines: list[str] = []
    for unit, paragraphs in units:
        text = list(paragraphs)
        if unit.heading and unit.kind not in ("law", "chapter", "definition") and ":" not in unit.address:
            head = section_label(unit) + " " + title_case(unit.heading)
            joins = len(text) > 1 and re.match(r"(?:The|A|An|If|When|Each|Any|In|After|Before|No|This) [a-z]", text[1])
            text = [f"{head} {text[1]}", *text[2:]] if joins else [head, *text[1:]]
        inline = re.fullmatch(r"\d+[A-Z]\d", unit.address) and not unit.heading and lines and len(text) == 1
        if inline and section_label(unit) != "1." and lines[-1].endswith(".") and not is_row(lines[-1]):
            lines[-1] += " " + text[0]
        else:
            lines += text
    return Printed({"laws.txt": "\n".join(set_lines(lines, 86)).encode()}, ("en",), titles=True)


def unwrapped(language: str) -> Printed:
    """A paragraph a line, an empty line after each."""
    units = set_units(read_work(f"digest-2017-{language}"))
    text = "\n\n".join(paragraph for _, paragraphs in units for paragraph in paragraphs)
    return Printed({"laws.txt": text.encode()}, (language,), titles=True)


def wrapped_ru() -> Printed:
    """The Russian Code in lines, footnotes glued to words, the notes at the end of laws."""
    units = set_units(read_work("digest-2017-ru"), glue=True)
    notes = add_footnotes(units, "ru")
    lines = [line for _, paragraphs in units for line in set_lines(paragraphs)]
    found: list[str] = []
    waiting: list[str] = []
    for place, line in enumerate(lines):
        found.append(line)
        waiting += [note for _, note in notes.values() if re.search(rf"[а-яё]{note.split(' ')[0]}(?=[ .,;]|$)", line)]
        if waiting and place + 1 < len(lines) and lines[place + 1].startswith("ПРАВИЛО "):
            found += ["_" * 20, *waiting]
            waiting = []
    found += ["_" * 20, *waiting] if waiting else []
    return Printed(
        {"laws.txt": "\n".join(found).encode()},
        ("ru",),
        titles=True,
        notes={key: note.partition(" ")[2] for key, (_, note) in notes.items()},
    )


def _pairs() -> list[tuple[list[str], list[str]]]:
    """The paragraphs of each clause in both languages."""
    russian, english = (set_units(read_work(f"digest-2017-{language}")) for language in ("ru", "en"))
    by_address = {unit.address: paragraphs for unit, paragraphs in english}
    pairs = [(paragraphs, by_address.pop(unit.address, [])) for unit, paragraphs in russian]
    assert not by_address
    return pairs


def bilingual_table(kind: str) -> Printed:
    """Two columns: a row a clause, as a web page or a Word file."""
    rows = _pairs()
    if kind == "html":
        cells = "\n".join(
            "<tr>" + "".join(f"<td>{''.join(f'<p>{escape(text)}</p>' for text in cell)}</td>" for cell in row) + "</tr>"
            for row in rows
        )
        page = containers.html_page(f"<table border=1 width=100%>{cells}</table>")
        return Printed({"code.html": page}, ("ru", "en"), titles=True)
    body = "<w:tbl>" + "".join(
        "<w:tr>"
        + "".join(f"<w:tc>{''.join(map(containers.docx_paragraph, cell)) or '<w:p/>'}</w:tc>" for cell in row)
        + "</w:tr>"
        for row in rows
    )
    return Printed({"code.docx": containers.docx(body + "</w:tbl>")}, ("ru", "en"), titles=True)


def bilingual_blocks(*, by_law: bool) -> Printed:
    """A Russian block and then an English one: the whole Code, or law by law."""
    pairs = _pairs()
    blocks: list[tuple[list[str], list[str]]] = [([], [])]
    for russian, english in pairs:
        if by_law and russian[0].startswith(("ПРАВИЛО", "ГЛАВА")):
            blocks.append(([], []))
        blocks[-1][0].extend(russian)
        blocks[-1][1].extend(english)
    lines = [line for block in blocks for part in block for line in set_lines(part)]
    return Printed({"code.txt": "\n".join(lines).encode()}, ("ru", "en"), titles=True)


def bilingual_paragraphs() -> Printed:
    """A Russian clause, then the same in English, an empty line between paragraphs."""
    lines: list[str] = []
    for pair in _pairs():
        for part in pair:
            for paragraph in part:
                lines += [paragraph] if is_row(paragraph) else [*wrap(paragraph), ""]
            lines.append("")
    return Printed({"code.txt": "\n".join(lines).encode()}, ("ru", "en"), titles=True)


_KINDS = ("A", "1", "a", "i")


def pages(language: str, style: str) -> Printed:
    """One law a page, its letters shown by the lists alone: by ``type``, by a style sheet, or by nothing."""
    work = read_work(f"digest-2017-{language}")
    front: list[Unit] = []
    laws: list[list[Unit]] = []
    for unit in work.units:
        if unit.kind == "law":
            laws.append([])
        if unit.kind == "chapter" and laws:
            continue
        (laws[-1] if laws else front).append(unit)
    files: dict[str, bytes] = {}
    intro = "".join(f"<p>{escape(text)}</p>" for unit in front for text in _paragraphs(unit, language, ""))
    files["law0.html"] = _page(0, intro, style)
    for number, units in enumerate(laws, 1):
        head = law_heading(units[0], language)
        body = f"<h1>{escape(head)}</h1>" + _html_text(units[0].paragraphs) + _html_list(units[1:], 1, style)
        files[f"law{number}.html"] = _page(number, body, style)
    return Printed(files, (language,), titles=True)


def _html_text(paragraphs: Sequence[str]) -> str:
    parts: list[str] = []
    for text in paragraphs:
        if is_row(text):
            cells = "".join(f"<td>{escape(cell)}</td>" for cell in text.split(" | "))
            same = (
                parts
                and parts[-1].endswith("</table>")
                and parts[-1].rpartition("<tr>")[2].count("<td>") == text.count(" | ") + 1
            )
            if same:
                parts[-1] = parts[-1].removesuffix("</table>") + f"<tr>{cells}</tr></table>"
            else:
                parts.append(f"<table><tr>{cells}</tr></table>")
        else:
            parts.append(f"<p>{escape(text)}</p>")
    return "".join(parts)


def _html_list(units: Sequence[Unit], level: int, style: str) -> str:
    if not units:
        return ""
    depth = units[0].depth
    items: list[list[Unit]] = []
    for unit in units:
        if unit.depth == depth:
            items.append([])
        items[-1].append(unit)
    attribute = {"type": f' type="{_KINDS[level - 1]}"', "sheet": f' class="l{level}"', "none": ""}[style]
    inner = "".join(
        "<li>"
        + (f"<b>{escape(item[0].heading)}</b>" if item[0].heading else "")
        + (
            _html_text(item[0].paragraphs)
            if item[0].heading
            else _html_text(item[0].paragraphs).replace("<p>", "", 1).replace("</p>", "<br>", 1)
        )
        + _html_list(item[1:], level + 1, style)
        + "</li>"
        for item in items
    )
    return f"<ol{attribute}>{inner}</ol>"


_SHEET = "<style>ol.l1 { list-style: upper-alpha } ol.l2{list-style-type:decimal} .l3 {list-style-type: lower-latin} ol.l4 {list-style-type: lower-roman outside}</style>"


def _page(number: int, body: str, style: str) -> bytes:
    bar = f'<div><a href="law{number - 1}.html">← {number - 1}</a> <a href="law{number + 1}.html">→ {number + 1}</a></div>'
    return containers.html_page(bar + body + bar, head=_SHEET if style == "sheet" else "")


def prose(language: str) -> Printed:
    """The notes as prose by law: their paragraphs without numbers."""
    work = read_work(f"notes-2017-{language}")
    lines = ["Commentary on the Laws of 2017" if language == "en" else "Комментарий к Правилам 2017 года", ""]
    for unit in work.units:
        if unit.kind == "law":
            lines += [law_heading(unit, language), ""]
        for paragraph in unit.paragraphs:
            lines += [*wrap(paragraph), ""]
    return Printed({"commentary.txt": "\n".join(lines).encode()}, (language,), titles=True)


LAYOUTS: dict[str, Callable[[], Printed]] = {
    "2017-pdf-number-before": lambda: pdf_2017(before=True, leaders=True),
    "2017-pdf-number-after": lambda: pdf_2017(before=False, leaders=False),
    "2007-run-in": run_in_2007,
    "2017-en-paragraphs": lambda: unwrapped("en"),
    "1997-ru-paragraphs": lambda: unwrapped("ru"),
    "1997-ru-footnotes": wrapped_ru,
    "1997-table-html": lambda: bilingual_table("html"),
    "1997-table-docx": lambda: bilingual_table("docx"),
    "1997-blocks": lambda: bilingual_blocks(by_law=False),
    "1997-blocks-by-law": lambda: bilingual_blocks(by_law=True),
    "1997-paragraphs-in-turn": bilingual_paragraphs,
    "pages-en-type": lambda: pages("en", "type"),
    "pages-en-sheet": lambda: pages("en", "sheet"),
    "pages-ru-none": lambda: pages("ru", "none"),
}
PROSE = {"prose-en": lambda: prose("en"), "prose-ru": lambda: prose("ru")}
