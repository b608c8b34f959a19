"""The footnotes of a page: which of its elements are marks, and which are the notes that these call.

In: the tree of a page. Out: :class:`PageNotes`. A link is a mark if its text is short, if it stands behind a word or is
raised, and if it leads to a later element that begins with the same number or calls itself a note. A raised number
without a link is one if a later block begins with it, raised, or stands below the last rule of the page.
"""

from __future__ import annotations

import posixpath
import re
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import unquote

if TYPE_CHECKING:
    from bs4 import Tag
    from bs4.element import PageElement

_MARK = re.compile(r"(?:[\[({]\s*)?(\d{1,3}|[a-z]|\*{1,4}|[\u2020\u2021\u00a7]{1,2})(?:\s*[\])}])?\.?", re.IGNORECASE)
_NUMBER_FIRST = re.compile(
    r"\s*(?:[\[({]\s*)?(\d{1,3}|\*{1,4}|[\u2020\u2021\u00a7]{1,2})(?:\s*[\])}])?\.?(?=\s|[^\W\d]|[\u00ab\u201c\"(])"
)
_NOTE_NAMES = re.compile(
    r"(?:foot|end|side|rear)?notes?|f(?:oot)?n(?:ote)?\d*|ftn\d*|edn\d*|sdfootnote\w*|cite_note\w*|reference",
    re.IGNORECASE,
)
_BLOCKS = frozenset({"p", "li", "div", "dd", "dt", "td", "aside", "blockquote", "section", "tr"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_LONGEST_NOTE = 2_000
_LONGEST_MARK = 12
_FARTHEST = 100  # elements around a mark that are looked at


@dataclass(slots=True)
class PageNotes:
    """By the identity of an element: the key of the note that it calls, and of the note that it is."""

    marks: dict[int, str] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)


@dataclass(slots=True)
class _Seen:
    """The elements of a page in order (by identity: where each begins and ends), and what is looked for in them."""

    begins: dict[int, int] = field(default_factory=dict)
    ends: dict[int, int] = field(default_factory=dict)
    targets: dict[str, Tag] = field(default_factory=dict)
    links: list[Tag] = field(default_factory=list)
    raised: list[Tag] = field(default_factory=list)
    blocks: list[Tag] = field(default_factory=list)  # those without another one inside
    rule: int | None = None
    texts: dict[int, str | None] = field(default_factory=dict)

    def text(self, block: Tag) -> str | None:
        """The text of a block; None if it is too long for a note."""
        if id(block) not in self.texts:
            self.texts[id(block)] = _text(block, _LONGEST_NOTE)
        return self.texts[id(block)]


def find_notes(root: Tag, page: str, is_called: Callable[[str], bool]) -> PageNotes:
    """The notes of a page; in a book (``page`` is its name there) those too that earlier pages have called."""
    seen = _look(root)
    found = PageNotes()
    if not (seen.links or seen.raised or page):
        return found
    for link in seen.links:
        _link_note(link, page, seen, found)
    for name, target in seen.targets.items():
        key = f"{page}#{name}"
        if page and is_called(key) and (block := _block_of(target, seen)) is not None:
            found.notes.setdefault(id(block), key)
    _pair_raised(seen, found)
    return found


def _look(root: Tag) -> _Seen:
    from bs4 import Tag

    seen = _Seen()
    outer: set[int] = set()  # blocks with blocks inside
    open_blocks: list[Tag] = []
    open_elements: list[tuple[Tag, Iterator[PageElement]]] = [(root, iter(root.contents))]
    while open_elements:
        element, children = open_elements[-1]
        child = next(children, None)
        if child is None:
            open_elements.pop()
            seen.ends[id(element)] = len(seen.begins)
            if open_blocks and open_blocks[-1] is element:
                open_blocks.pop()
        elif isinstance(child, Tag):
            seen.begins[id(child)] = len(seen.begins)
            _sort(child, seen)
            if child.name in _BLOCKS:
                outer |= {id(open_blocks[-1])} if open_blocks else set()
                open_blocks.append(child)
            open_elements.append((child, iter(child.contents)))
    seen.blocks = [block for block in seen.blocks if id(block) not in outer]
    return seen


def _sort(element: Tag, seen: _Seen) -> None:
    """Keep an element where it will be looked for."""
    for name in (element.get("id"), element.get("name")):
        if name:
            seen.targets.setdefault(str(name), element)
    if element.name == "a" and "#" in str(element.get("href") or ""):
        seen.links.append(element)
    elif element.name == "sup":
        seen.raised.append(element)
    elif element.name in _BLOCKS:
        seen.blocks.append(element)
    elif element.name == "hr":
        seen.rule = seen.begins[id(element)]


def inside(element: Tag) -> Iterator[PageElement]:
    """All that is in an element, in order (``descendants`` first looks for the last one, however deep it is)."""
    from bs4 import Tag

    open_elements = [iter(element.contents)]
    while open_elements:
        child = next(open_elements[-1], None)
        if child is None:
            open_elements.pop()
        else:
            yield child
            if isinstance(child, Tag):
                open_elements.append(iter(child.contents))


def _text(element: Tag, longest: int) -> str | None:
    """The text in an element; None if it is longer, or cut into more pieces, than a note is."""
    from bs4.element import NavigableString

    parts = []
    length = 0
    for number, child in enumerate(inside(element)):
        if isinstance(child, NavigableString):
            parts.append(str(child))
            length += len(child)
        if length > longest or number > longest:
            return None
    return "".join(parts)


def _core(element: Tag) -> str | None:
    """The number or sign that an element holds, and nothing else."""
    match = _MARK.fullmatch((_text(element, _LONGEST_MARK) or "").strip())
    return match[1].lower() if match else None


def _link_note(link: Tag, page: str, seen: _Seen, found: PageNotes) -> None:
    core = _core(link)
    if core is None or not (_is_raised(link) or _follows_word(link)):
        return
    path, _, name = unquote(str(link["href"])).partition("#")
    if not name:
        return
    if path:
        called = {str(link.get("epub:type") or ""), str(link.get("role") or "")} & {"noteref", "doc-noteref"}
        if page and (called or _is_raised(link)):
            found.marks[id(link)] = f"{posixpath.normpath(posixpath.join(posixpath.dirname(page), path))}#{name}"
        return
    target = seen.targets.get(name)
    block = _block_of(target, seen) if target is not None else None
    if target is None or block is None or seen.begins[id(target)] <= seen.begins[id(link)]:
        return
    if seen.begins[id(block)] <= seen.begins[id(link)] < seen.ends[id(block)]:
        return
    if not (_begins_with(block, core, seen) or _is_named_note(target) or _is_named_note(block)):
        return
    key = f"{page}#{name}"
    found.notes.setdefault(id(block), key)
    found.marks[id(link)] = found.notes[id(block)]


def _is_raised(element: Tag) -> bool:
    return any(around is not None and around.name == "sup" for around in (element, element.parent)) or any(
        getattr(child, "name", None) == "sup" for child in element.contents[:3]
    )


def _follows_word(element: Tag) -> bool:
    """True for what is glued to the text before it."""
    from bs4.element import NavigableString

    before = element.previous_sibling
    return (
        isinstance(before, NavigableString) and before[-1:].strip() != "" and not before.rstrip().endswith(("|", "["))
    )


def _block_of(element: Tag, seen: _Seen) -> Tag | None:
    """The paragraph or list item that an element is or stands in."""
    block: Tag | None = element
    for _ in range(_FARTHEST):
        if block is None or block.name in _HEADINGS or block.name in ("body", "html", "table"):
            return None
        if block.name in _BLOCKS:
            break
        block = block.parent
    return block if block is not None and seen.text(block) is not None else None


def _begins_with(block: Tag, core: str, seen: _Seen) -> bool:
    if block.name == "li":
        return True  # its list numbers it
    match = _NUMBER_FIRST.match(seen.text(block) or "")
    return match is not None and match[1].lower() == core


def _is_named_note(element: Tag) -> bool:
    """True for an element that calls itself a note."""
    names = [str(element.get(key) or "") for key in ("id", "name", "role", "epub:type")]
    names += map(str, element.get_attribute_list("class"))
    return any(_NOTE_NAMES.fullmatch(part) for name in names for part in re.split(r"[\s:-]+", name.lstrip("_")) if part)


def _pair_raised(seen: _Seen, found: PageNotes) -> None:
    """Raised numbers without links: marks where they follow text, notes where a block begins with one."""
    marks: dict[str, deque[Tag]] = {}
    heads: list[tuple[int, str, Tag]] = []
    for element in seen.raised:
        core = _core(element)
        if core is None or core.isalpha() or any(id(child) in found.marks for child in (element, *element.contents)):
            continue
        block = _block_of(element, seen)
        if block is not None and _is_first(element):
            heads.append((seen.begins[id(block)], core, block))
        else:
            marks.setdefault(core, deque()).append(element)
    if not marks:
        return
    noted = {id(block) for _, _, block in heads}
    for block in seen.blocks if seen.rule is not None else ():
        number = seen.begins[id(block)]
        if seen.rule is not None and number > seen.rule and id(block) not in noted:
            match = _NUMBER_FIRST.match(seen.text(block) or "")
            if match:
                heads.append((number, match[1].lower(), block))
    for number, core, block in sorted(heads, key=lambda head: head[0]):
        waiting = marks.get(core, deque())
        above = []
        while waiting and seen.begins[id(waiting[0])] < number:
            above.append(waiting.popleft())
        if above and id(block) not in found.notes:
            found.notes[id(block)] = f"raised {number}"
            found.marks |= {id(mark): f"raised {number}" for mark in above}


def _is_first(element: Tag) -> bool:
    """True if nothing is printed before an element in its block."""
    from bs4.element import NavigableString, Tag

    before: PageElement | None = element
    for _ in range(_FARTHEST):
        while before is not None and before.previous_sibling is None:
            before = before.parent
            if before is None or getattr(before, "name", None) in _BLOCKS:
                return True
        before = before.previous_sibling if before is not None else None
        text = (
            str(before) if isinstance(before, NavigableString) else _text(before, 1) if isinstance(before, Tag) else ""
        )
        if text is None or text.strip():
            return False
    return False
