"""What a reader of a container gives, and the writer that its readers share.

In: pieces of text as a document's markup holds them. Out: :class:`Content`, a text in lines. Promises: the order of
the pieces is kept; a line ends where the reader says so, and an empty line parts paragraphs; each line that is
navigation is named by its span; the text never grows beyond :data:`MAX_TEXT`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from lawsearch.errors import InputError
from lawsearch.model import Problem, Span
from lawsearch.source.lines import LINE_ENDS
from lawsearch.source.navigation import is_link_bar, is_navigation, menus

# Characters of text; far beyond any book of laws.
MAX_TEXT = 64 * 1024 * 1024
# Each line is a record: a file of nothing but line ends would take a hundred times its size.
MAX_LINES = 500_000


def check_lines(text: str, name: str) -> None:
    """``InputError("too-many-lines")`` for a text that would be too many records."""
    if len(text) > MAX_LINES and sum(map(text.count, LINE_ENDS)) - text.count("\r\n") > MAX_LINES:
        raise InputError("too-many-lines", file=name, limit=MAX_LINES)


# A run of link-only lines of this length is a list of links, not text.
_LIST_OF_LINKS = 3

_SPACES = re.compile(r"\s+")
_LONGEST_PICTURE = 20
_FILE_NAME = re.compile(r"\.(?:gif|png|jpe?g|svg|bmp|webp)$", re.IGNORECASE)
_SUITS = frozenset("\u2660\u2661\u2662\u2663\u2664\u2665\u2666\u2667")
# Where a word may be broken is no part of the word: soft hyphens and spaces without width between letters.
_INVISIBLE = re.compile(r"(?<=[^\W\d_])[\u00ad\u200b\u2060\ufeff]+(?=[^\W\d_])")
# Stand around the number of a note's mark while a text is written; no text has them, for they are no characters.
_MARK_OPENS, _MARK_ENDS = "\ufdd0", "\ufdd1"
_MARK = re.compile(f"{_MARK_OPENS}(\\d{{1,9}}){_MARK_ENDS}")


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedNote:
    """A note that the container itself ties to its mark.

    ``first`` and ``last`` are the note's lines. The ``mark`` begins in ``column`` of ``line``, where ``line`` is None
    for a note that nothing calls, and stands ``again`` at other (line, column) places. Lines count from 1, columns from 0.
    """

    mark: str
    line: int | None
    column: int
    first: int
    last: int
    again: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """The text that a container holds. ``navigation``: spans of whole lines that are no text of the work."""

    text: str
    encoding: str
    problems: tuple[Problem, ...] = ()
    navigation: tuple[Span, ...] = ()
    notes: tuple[LinkedNote, ...] = ()


@dataclass(slots=True)
class _Written:
    """A line being written: its parts, and what they stood in."""

    parts: list[str] = field(default_factory=list)
    links: set[int] = field(default_factory=set)
    all_linked: bool = True
    aside: bool = True
    verbatim: bool = False
    heading: bool = False
    pictures: bool = True  # only pictures stand in it
    begun: bool = False  # ``text`` is not empty: known without putting a line of a thousand parts together

    @property
    def text(self) -> str:
        text = _INVISIBLE.sub("", "".join(self.parts))
        return text.rstrip() if self.verbatim else text.strip()


class TextWriter:
    """Collects a container's text line by line; ``name`` is the file's, for messages."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lines: list[_Written] = []
        self._line = _Written()
        self._size = 0
        self._calls: list[tuple[str, str]] = []  # the marks of notes: the key of the note, the mark as printed
        self._called: set[str] = set()
        self._problems: list[Problem] = []
        self._notes: dict[str, tuple[int, int]] = {}  # by key, the first line of a note and the one after it

    def unknown_sign(self, font: str, code: int) -> str:
        """What stands for a sign of a font that is not known; a problem says which."""
        params = {"font": font, "code": f"{code:04X}"}
        self._problems.append(Problem(code="sign-unknown", file=self._name, line=len(self._lines) + 1, params=params))
        return "\ufffd"

    def mark(self, key: str, printed: str) -> str:
        """What to add where the mark of the note ``key`` is printed."""
        self._calls.append((key, printed))
        self._called.add(key)
        return f"{_MARK_OPENS}{len(self._calls) - 1}{_MARK_ENDS}"

    def is_called(self, key: str) -> bool:
        """True if a mark of the note ``key`` has been made."""
        return key in self._called

    def begin_note(self, key: str) -> None:
        """The lines that follow are the note ``key``."""
        self.end_paragraph()
        self._notes.setdefault(key, (len(self._lines), len(self._lines)))

    def end_note(self, key: str) -> None:
        self.end_line()
        self._notes[key] = (self._notes[key][0], len(self._lines))

    def add(
        self,
        text: str,
        *,
        verbatim: bool = False,
        link: int | None = None,
        aside: bool = False,
        heading: bool = False,
    ) -> None:
        """Text inside a line. White space becomes one space, or with ``verbatim`` stays as it is.

        ``link`` numbers the link that the text stands in; ``aside`` says that its element is navigation.
        """
        self._grow(len(text))
        if verbatim:
            first, *rest = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
            self._put(first, link, aside, heading, verbatim=True)
            for part in rest:
                self.end_line(keep_empty=True)
                self._put(part, link, aside, heading, verbatim=True)
            return
        text = _SPACES.sub(" ", text)
        if text[:1] == " " and (not self._line.parts or self._line.parts[-1][-1:] == " "):
            text = text[1:]
        self._put(text, link, aside, heading, verbatim=False)

    def add_picture(self, words: str, *, aside: bool = False) -> None:
        """The words that stand for a picture: a suit, a word or two. A picture that is a whole line is no text."""
        words = _SPACES.sub(" ", words).strip()
        if not words or len(words) > _LONGEST_PICTURE or _FILE_NAME.search(words):
            return
        self._grow(len(words))
        pictures = self._line.pictures
        self._put(words, None, aside, False, verbatim=False)
        self._line.pictures = pictures and _SUITS.isdisjoint(words)

    def _put(self, text: str, link: int | None, aside: bool, heading: bool, *, verbatim: bool) -> None:
        if not text:
            return
        line = self._line
        line.parts.append(text)
        line.begun = line.begun or not text.isspace()
        line.verbatim |= verbatim
        line.heading |= heading
        if not text.isspace():
            line.pictures = False
            line.aside &= aside
            if link is not None:
                line.links.add(link)
            elif any(map(str.isalnum, text)):
                line.all_linked = False

    def _grow(self, size: int) -> None:
        self._size += size + 1
        if self._size > MAX_TEXT:
            raise InputError("file-too-large", file=self._name, limit=MAX_TEXT // 2**20)
        if len(self._lines) > MAX_LINES:
            raise InputError("too-many-lines", file=self._name, limit=MAX_LINES)

    @property
    def at_line_start(self) -> bool:
        """True if nothing has been written in this line yet."""
        return not self._line.begun

    def end_line(self, *, keep_empty: bool = False) -> None:
        """The line is over; one that is empty is left out unless it is to be kept."""
        if self._line.pictures:
            self._line.parts.clear()
            self._line.begun = False
        if keep_empty or not self.at_line_start:
            self._grow(1)
            self._lines.append(self._line)
        self._line = _Written()

    def end_paragraph(self) -> None:
        """The line and its paragraph are over: one empty line follows."""
        self.end_line()
        if self._lines and self._lines[-1].text:
            self._lines.append(_Written())

    def finish(self, encoding: str, problems: tuple[Problem, ...] = ()) -> Content:
        """The text, with the lines that are navigation named."""
        self.end_line()
        texts, places = self._resolve_marks([line.text for line in self._lines])
        spans = []
        start = 0
        for text, aside in zip(texts, self._navigation(texts), strict=True):
            if aside:
                spans.append(Span(start, start + len(text)))
            start += len(text) + 1
        return Content(
            text="\n".join(texts) + "\n" if texts else "",
            encoding=encoding,
            problems=(*_placed(problems, texts), *self._problems),
            navigation=tuple(spans),
            notes=tuple(self._linked_notes(places)),
        )

    def _resolve_marks(self, texts: list[str]) -> tuple[list[str], dict[str, list[tuple[int, int, str]]]]:
        """The lines with the marks of notes as they are printed; by key where these stand: line, column, mark."""
        places: dict[str, list[tuple[int, int, str]]] = {}
        if not self._calls:
            return texts, places
        resolved = []
        for number, text in enumerate(texts, 1):
            parts: list[str] = []
            length = start = 0
            for match in _MARK.finditer(text):
                if int(match[1]) >= len(self._calls):
                    continue
                key, printed = self._calls[int(match[1])]
                before = text[start : match.start()]
                length += len(before)
                places.setdefault(key, []).append((number, length, printed))
                parts += [before, printed]
                length += len(printed)
                start = match.end()
            resolved.append("".join((*parts, text[start:])))
        return resolved, places

    def _linked_notes(self, places: dict[str, list[tuple[int, int, str]]]) -> Iterator[LinkedNote]:
        """The notes, each with the places of its mark; a mark inside of a note is text of that note."""
        inside = {line for first, last in self._notes.values() for line in range(first + 1, last + 1)}
        for key, (first, last) in self._notes.items():
            found = [place for place in places.get(key, ()) if place[0] not in inside]
            marks = {printed for _, _, printed in found}
            line, column, mark = found[0] if found else (None, 0, "")
            again = tuple(place[:2] for place in found[1:]) if len(marks) == 1 else ()
            if last > first:
                yield LinkedNote(mark=mark, line=line, column=column, first=first + 1, last=last, again=again)

    def _navigation(self, texts: list[str]) -> list[bool]:
        """For each line whether it is navigation."""
        linked = [bool(line.links) and line.all_linked and not line.heading for line in self._lines]
        found = [
            bool(text) and (is_navigation(text, linked=link) or (link and len(line.links) > 1 and is_link_bar(text)))
            for text, link, line in zip(texts, linked, self._lines, strict=True)
        ]
        for first, last in (*_runs(texts, linked), *menus(texts, found)):
            for index in range(first, last):
                found[index] |= bool(texts[index])
        aside = [line.aside and bool(text) for line, text in zip(self._lines, texts, strict=True)]
        # a page whose every part is named "menu" or "footer" is a page all the same
        if 2 * sum(len(text) for text, is_aside in zip(texts, aside, strict=True) if is_aside) < sum(map(len, texts)):
            found = [either or is_aside for either, is_aside in zip(found, aside, strict=True)]
        return found


def _placed(problems: Sequence[Problem], texts: Sequence[str]) -> Iterator[Problem]:
    """The problems, those of broken bytes in the line of the text where these stand (None if that cannot be told)."""
    places = iter([number for number, text in enumerate(texts, 1) for _ in range(text.count("\ufffd"))])
    broken = [problem for problem in problems if problem.code == "encoding-broken"]
    known = sum(text.count("\ufffd") for text in texts) == sum(_count(problem) for problem in broken)
    for problem in problems:
        if problem.code == "encoding-broken":
            lines = [next(places) for _ in range(_count(problem))] if known else [None]
            yield replace(problem, line=lines[0])
        else:
            yield replace(problem, line=None) if problem.code == "encoding-mixed" else problem


def _count(problem: Problem) -> int:
    """How many replacement characters stand for the bytes that a problem names."""
    count = problem.params["count"]
    assert isinstance(count, int)
    return count


def _runs(texts: list[str], linked: list[bool]) -> list[tuple[int, int]]:
    """The stretches of lines that are links and nothing else, three or more together (empty lines aside)."""
    runs = []
    first: int | None = None
    count = 0
    for index, (text, link) in enumerate(zip([*texts, "."], [*linked, False], strict=True)):
        if link:
            first = index if first is None else first
            count += 1
        elif text:
            if first is not None and count >= _LIST_OF_LINKS:
                runs.append((first, index))
            first, count = None, 0
    return runs
