"""Web pages: the text of a page as a browser lays it out, with what the site puts around it named as navigation.

A line ends at a block and at ``<br>``; paragraphs and headings are parted by an empty line; ``<pre>`` keeps its
lines and spaces. A table of data becomes rows of cells with `` | `` between them; a table that only lays out the
page is read cell by cell. The labels of numbered lists, which only a browser shows, are written out.
Nesting of any depth is walked without recursion, in time linear in the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from lawsearch.errors import InputError
from lawsearch.language import LANGUAGES, get_language
from lawsearch.language.folding import SECTION_LETTERS_IN_ANY_ORDER
from lawsearch.source.content import Content, TextWriter
from lawsearch.source.encodings import decode_declared
from lawsearch.source.htmlnotes import PageNotes, find_notes, inside
from lawsearch.source.labels import count_as
from lawsearch.source.liststyles import KINDS, LAW_LEVELS, Rule, kind_by_rules, read_rules, style_kind
from lawsearch.source.markup import read_tree
from lawsearch.source.symbols import is_sign_font, read_signs
from lawsearch.source.twocolumn import is_two_languages

if TYPE_CHECKING:
    from bs4 import Tag
    from bs4.element import PageElement

_CHARSET = re.compile(
    rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9._-]+)|<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z0-9._-]+)",
    re.IGNORECASE,
)
_MARKUP = re.compile(r"<[A-Za-z!/?]")
# A page of frames has no text of its own.
_FRAMES = re.compile(r"<frameset[\s>]", re.IGNORECASE)
_FRAME = re.compile(r"<frame\s[^<>]{0,300}?\bsrc\s*=\s*[\"']?([^\"'\s<>]{1,100})", re.IGNORECASE)
_XML_DECLARATION = re.compile(r"[\s\ufeff]*<\?xml[^>]*>")

_DROPPED = frozenset(
    [
        "head", "script", "style", "template", "noscript", "svg", "math", "select", "textarea", "object", "iframe",
        "button", "audio", "video", "canvas",
    ]
)  # fmt: skip
_PARAGRAPHS = frozenset(
    ["p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "hr", "xmp", "ul", "ol", "dl", "table"]
)
_LINES = frozenset(
    [
        "address", "article", "aside", "body", "caption", "center", "dd", "details", "div", "dt", "fieldset",
        "figcaption", "figure", "footer", "form", "header", "html", "legend", "li", "main", "menu", "nav", "section",
        "summary", "tbody", "tfoot", "thead", "title", "tr",
    ]
)  # fmt: skip
_HEADINGS = frozenset(["h1", "h2", "h3", "h4", "h5", "h6", "title"])
_VERBATIM = frozenset({"pre", "xmp", "listing", "plaintext"})
_CELLS = frozenset({"td", "th"})

_ASIDE = frozenset({"nav", "aside", "menu", "form", "footer"})
_ASIDE_NAMES = frozenset(
    [
        "nav", "navbar", "navigation", "menu", "topmenu", "leftmenu", "submenu", "breadcrumb", "breadcrumbs", "pager",
        "pagination", "pages", "paginator", "sidebar", "toolbar", "banner", "banners", "advert", "adverts",
        "advertisement", "ads", "adsense", "footer", "copyright", "counter", "social", "share", "login", "search",
        "toc", "cookie", "cookies", "consent", "comments", "respond", "related", "widget", "widgets",
    ]
)  # fmt: skip
_HANDLES = frozenset({"mw-editsection", "headerlink", "header-anchor", "anchorjs-link", "permalink", "anchor-link"})
_NAME_PARTS = re.compile(r"[A-Za-z]+")
_NEVER_ASIDE = frozenset({"html", "body", "main", "article", "table", "tbody"})

_LABELLED = re.compile(r"\s*\(?[A-Za-z0-9]{1,4}[.)]")
# A label that stands in the text: the number of its group is its level.
_PRINTED = re.compile(
    rf"\s*(?:([{SECTION_LETTERS_IN_ANY_ORDER}]\.)|(\d{{1,2}}\.(?!\d))|(\([A-Za-z\u0410-\u0437]{{1,4}}\)))"
)
_LAW_HEADING = re.compile(
    r"\s*(?:" + "|".join(get_language(code).LAW_HEADING for code in LANGUAGES) + r")\s+\d{1,3}\b", re.IGNORECASE
)
_LONGEST_TITLE = 160
_ARROW = re.compile(r"[\s\[(]*[\u2190-\u21ff\u23ce\u2934\u2935\u25b2\u25b4^][\ufe0e\ufe0f\s\])]*")
_FONT_FAMILY = re.compile(r"font-family\s*:\s*([^;]*)", re.IGNORECASE)
_LOOKED_AT = 200  # elements looked at to see what a list item or a table is
_LONGEST_CELL = 400


@dataclass(slots=True)
class _List:
    """An open list: how it counts (None: bullets), how far it has, and how deep it is in lists that count."""

    kind: str | None
    number: int
    depth: int


def read(raw: bytes, name: str, encoding: str | None) -> Content:
    """The text of a page."""
    match = _CHARSET.search(raw[:4096])
    declared = (match[1] or match[2]).decode("ascii") if match else None
    decoded = decode_declared(raw, name, declared, encoding)
    if not _MARKUP.search(decoded.text):
        from lawsearch.source.text import content_of

        return content_of(decoded, name)  # a text that was only named like a page
    if _FRAMES.search(decoded.text):
        frames = ", ".join(dict.fromkeys(_FRAME.findall(decoded.text)))
        raise InputError("page-frames", file=name, pages=frames[:_LONGEST_TITLE] or "?")
    writer = TextWriter(name)
    write_page(decoded.text, writer, name)
    return writer.finish(decoded.encoding, decoded.problems)


def write_page(
    text: str, writer: TextWriter, name: str, *, aside: bool = False, beside: bool = False, page: str = ""
) -> None:
    """Write the text of a page's markup; ``aside``: all of it is navigation; ``page``: its name in a book of pages.

    A page ``beside`` the others of its book is navigation unless it holds notes.
    """
    if declaration := _XML_DECLARATION.match(text):
        text = text[declaration.end() :]
    soup = read_tree(text, name)
    notes = find_notes(soup, page, writer.is_called)
    _Page(writer, notes, aside=aside or (beside and not notes.notes)).walk(soup)


class _Page:
    """Walks a page and writes its text; holds what the open elements mean for the text in them."""

    def __init__(self, writer: TextWriter, notes: PageNotes, *, aside: bool) -> None:
        self._writer = writer
        self._notes = notes
        self._aside = int(aside)
        self._verbatim = 0
        self._headings = 0
        self._fonts: list[tuple[Tag, str]] = []  # fonts of signs that open elements are set in
        self._links: list[int] = []
        self._link = 0  # how many links there were
        self._lists: list[_List] = []
        self._rules: list[Rule] = []  # of the page's style sheet, for lists
        self._law = False  # has the heading of a law been read?
        self._printed = 0  # the level of the last label that the text itself has (A. 1, 1. 2, (a) 3)
        self._rows: list[int] = []  # for each open table of data: the cells of its row
        self._fresh_pre = False
        self._pending = ""  # the label of a list item whose text is still to come

    def walk(self, root: Tag) -> None:
        """Write all that is in ``root``, in order."""
        from bs4.element import CData, NavigableString, PreformattedString, Tag

        self._rules = [rule for sheet in root.find_all("style") for rule in read_rules(sheet.get_text())]
        open_elements: list[tuple[Tag | None, Iterator[PageElement], bool]] = [(None, iter(root.contents), False)]
        while open_elements:
            element, children, of_data = open_elements[-1]
            child = next(children, None)
            if child is None:
                open_elements.pop()
                if element is not None:
                    self._leave(element, of_data)
            elif isinstance(child, Tag):
                if id(child) in self._notes.marks:
                    self._write(self._writer.mark(self._notes.marks[id(child)], _as_line(child.get_text())))
                elif child.name not in _DROPPED and not _is_handle(child):
                    of_data = child.name == "table" and not self._rows and _is_data(child)
                    self._enter(child, of_data)
                    open_elements.append((child, iter(child.contents), of_data))
            elif isinstance(child, NavigableString) and (
                isinstance(child, CData) or not isinstance(child, PreformattedString)
            ):
                self._write(str(child))

    def _write(self, text: str) -> None:
        if self._fresh_pre:
            text = re.sub(r"^\r?\n", "", text)
            self._fresh_pre = False
        if len(text) < _LONGEST_TITLE and _LAW_HEADING.match(text) is not None:
            self._law, self._printed = True, 0
        elif self._law and not self._lists and self._writer.at_line_start and (label := _PRINTED.match(text)):
            self._printed = label.lastindex or 0
        if self._pending and text.strip():
            self._writer.add(self._pending, aside=self._aside > 0)
            self._pending = ""
        self._writer.add(
            read_signs(text, self._fonts[-1][1], self._writer.unknown_sign) if self._fonts else text,
            verbatim=bool(self._verbatim) and not self._rows,
            link=self._links[-1] if self._links else None,
            aside=self._aside > 0,
            heading=self._headings > 0,
        )

    def _break(self, name: str) -> None:
        """The end of a line, of a paragraph, or (in a row of data) a space."""
        if self._rows:
            if name in _PARAGRAPHS or name in _LINES:
                self._writer.add(" ")
        elif name in _PARAGRAPHS:
            self._writer.end_paragraph()
        elif name in _LINES or name in _CELLS:
            self._writer.end_line()

    def _enter(self, element: Tag, of_data: bool) -> None:
        name = element.name
        self._aside += self._is_aside(element)
        self._break(name)
        if id(element) in self._notes.notes:
            self._writer.begin_note(self._notes.notes[id(element)])
        if font := _font(element):
            self._fonts.append((element, font))
        if of_data:
            self._rows.append(0)
        if name == "br":
            if self._rows:
                self._writer.add(" ")
            else:
                self._writer.end_line(keep_empty=True)
        elif name in _VERBATIM:
            self._verbatim += 1
            self._fresh_pre = True
        elif name in _HEADINGS:
            self._headings += 1
        elif name == "img":
            self._writer.add_picture(str(element.get("alt") or ""), aside=self._aside > 0)
        elif name == "a" and element.get("href") is not None:
            self._link += 1
            self._links.append(self._link)
        elif name in ("ol", "ul"):
            self._lists.append(self._open_list(element))
        elif name == "li" and self._lists:
            self._label(element)
        elif name == "tr" and self._rows:
            self._writer.end_line()
            self._rows[-1] = 0
        elif name in _CELLS and self._rows:
            if self._rows[-1]:
                self._writer.add(" | ")
            self._rows[-1] += 1

    def _open_list(self, element: Tag) -> _List:
        outer = self._lists[-1].depth if self._lists else 0
        kind = self._counting(element, outer + 1)
        if element.name == "ul" and kind is None:
            return _List(None, 0, outer)
        start = str(element.get("start") or "")
        first = int(start) if start.isdecimal() and len(start) < 5 else 1
        return _List(kind, first - 1, outer + 1 if kind is not None else outer)

    def _counting(self, element: Tag, depth: int) -> str | None:
        """How a list at a depth of lists counts; None for bullets."""
        classes = {f".{name}" for name in _as_text(element.get("class")).split()}
        names = frozenset(classes | ({f"#{element['id']}"} if element.get("id") else set()))
        kind = style_kind(str(element.get("style") or ""))
        if kind is None:
            kind = kind_by_rules(self._rules, element.name, names, depth)
        if kind is None and str(element.get("type") or "") in KINDS:
            kind = str(element["type"])
        if kind:
            return kind
        if element.name == "ul":
            return None
        # nothing says how it counts, or that it does: the Laws say
        if self._law and not any(id(child) in self._notes.notes for child in islice(inside(element), _LOOKED_AT)):
            # a letter that the text prints itself can not come again from the list below it
            return LAW_LEVELS[min(self._printed + depth, len(LAW_LEVELS)) - 1]
        return None if kind == "" else "1"

    def _label(self, item: Tag) -> None:
        """Write the label that a browser shows before the item of a numbered list, unless the text has one."""
        counted = self._lists[-1]
        if counted.kind is None:
            return
        value = str(item.get("value", ""))
        counted.number = int(value) if value.isdecimal() and len(value) < 5 else counted.number + 1
        if _LABELLED.match(_first_text(item)):
            return
        label = count_as(counted.kind, counted.number)
        self._pending = f"({label}) " if counted.kind in ("a", "i") else f"{label}. "

    def _leave(self, element: Tag, of_data: bool) -> None:
        name = element.name
        if self._fonts and self._fonts[-1][0] is element:
            self._fonts.pop()
        if of_data:
            self._rows.pop()
            self._writer.end_line()
        if name in _VERBATIM:
            self._verbatim -= 1
            self._fresh_pre = False
        elif name in _HEADINGS:
            self._headings -= 1
        elif name == "a" and element.get("href") is not None:
            self._links.pop()
        elif name in ("ol", "ul"):
            self._lists.pop()
        if name == "tr" and self._rows:
            self._writer.end_line()
        else:
            self._break(name)
        if id(element) in self._notes.notes:
            self._writer.end_note(self._notes.notes[id(element)])
        self._aside -= self._is_aside(element)

    def _is_aside(self, element: Tag) -> bool:
        return id(element) not in self._notes.notes and _is_aside(element)


def _is_handle(element: Tag) -> bool:
    """True for what a program has put into a line to be clicked: ``[edit]``, ``¶``, the arrow from a note to its mark."""
    if not _HANDLES.isdisjoint(_as_text(element.get("class")).lower().split()):
        return True
    if element.name != "a" or not str(element.get("href") or "").startswith("#"):
        return False
    words = "".join(str(child) for child in islice(inside(element), _LOOKED_AT) if not hasattr(child, "contents"))
    return _ARROW.fullmatch(words) is not None


def _font(element: Tag) -> str:
    """The font of signs that an element names; nothing for other fonts."""
    named = str(element.get("face") or "") if element.name == "font" else ""
    style = _FONT_FAMILY.search(str(element.get("style") or ""))
    font = style[1] if style else named
    return font if font and is_sign_font(font) else ""


def _as_line(text: str) -> str:
    return " ".join(text.split())


def _is_aside(element: Tag) -> bool:
    """True for an element that says of itself that it is no text of the page's work."""
    name = element.name
    if name in _ASIDE:
        return True
    if name in _NEVER_ASIDE:
        return False
    named = f"{element.get('id') or ''} {_as_text(element.get('class'))} {element.get('role') or ''}"
    return not _ASIDE_NAMES.isdisjoint(_NAME_PARTS.findall(named.lower()))


def _as_text(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value or "")


def _first_text(element: Tag) -> str:
    """The first words in an element; only its beginning is looked at."""
    from bs4.element import NavigableString

    for child in islice(inside(element), _LOOKED_AT):
        if isinstance(child, NavigableString) and child.strip():
            return str(child)
    return ""


def _is_data(table: Tag) -> bool:
    """True for a table whose rows are rows: two or more, of two or more short cells, without blocks in them.

    A text in two languages side by side is none.
    """
    from bs4.element import NavigableString, Tag

    rows = cells = length = 0
    widest = 0
    texts: list[list[str]] = []
    for element in inside(table):
        if isinstance(element, Tag):
            if element.name in ("table", "pre", "h1", "h2", "h3", "ul", "ol", "hr"):
                return False
            rows += element.name == "tr"
            if element.name == "tr":
                cells = 0
                texts.append([])
            elif element.name in _CELLS:
                cells += 1
                length = 0
                if texts:
                    texts[-1].append("")
                widest = max(widest, cells)
        elif isinstance(element, NavigableString):
            length += len(element.strip())
            if length > _LONGEST_CELL:
                return False
            if texts and texts[-1]:
                texts[-1][-1] += element
    return rows > 1 and widest > 1 and not is_two_languages(texts)
