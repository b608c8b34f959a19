"""Writing to the terminal: streams, widths, wrapped and marked text, references. No data is made here."""

from __future__ import annotations

import codecs
import contextlib
import io
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TextIO

import click

from lawsearch.errors import LibraryError
from lawsearch.locale import display
from lawsearch.locale import gettext as _
from lawsearch.locale.display import columns, shorten
from lawsearch.locale.heading import shown_heading
from lawsearch.model import Clause, Reference, Span, is_figures

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table as RichTable

    from lawsearch.cli.group import Settings
    from lawsearch.library import Library

MAX_WIDTH = 100

# For consoles whose letters lack them (cp866, cp1251).
_REPLACEMENTS = {
    "♠": "S",
    "♥": "H",
    "♦": "D",
    "♣": "C",
    "…": "...",
    "→": "->",
    "›": ">",
    "·": "-",
    "│": "|",
    "↺": "<-",
    "⊃": ">",
    **dict.fromkeys("–—", "-"),
    **dict.fromkeys("«»“”„", '"'),
}

Mark = Callable[[str], str]

safe = display.safe  # other people's text, without what would steer the terminal


def configure_streams() -> None:
    """UTF-8 on whatever is redirected; on an old console what it cannot show is written another way."""
    codecs.register_error("lawsearch", _replace_unknown)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever started the command: it is empty, what is written is lost
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open as long as the command
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            if stream.isatty():
                stream.reconfigure(errors="lawsearch")
            else:
                stream.reconfigure(encoding="utf-8", errors="lawsearch", newline="\n")


def _replace_unknown(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    written = error.object[error.start : error.end]
    return "".join(_REPLACEMENTS.get(char, "?") for char in written), error.end


class ClosedPipeError(Exception):
    """Whoever read our stdout has read enough (click would turn a broken pipe into exit code 1, nothing found)."""


def _write(text: str, *, end: bool = True) -> None:
    try:
        click.echo(text, nl=end, color=_color())
    except BrokenPipeError:
        raise ClosedPipeError from None


def say(text: str = "") -> None:
    """A line on stdout."""
    _write(text)


def tell(text: str) -> None:
    """News on stderr, wrapped to the terminal."""
    _tell(flow_styled(text, ""))


def _tell(text: str) -> None:
    """Write to stderr; where nobody takes it (a full disk, a closed pipe), the command goes on without."""
    try:
        click.echo(text, err=True, color=_color())
    except OSError:
        abandon(sys.stderr)


def abandon(stream: TextIO) -> None:
    """Nothing can be written to a stream any more; what is in its buffer is lost, and what comes, too."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def fail(text: str) -> None:
    """An error on stderr."""
    label = _("Error:")
    wrapped = flow(f"{label} {text}")
    _tell(click.style(label, fg="red", bold=True) + wrapped[len(label) :])


def fail_usage(error: click.ClickException, *, whole: bool = False) -> None:
    """What click says of a wrong usage, on stderr, in the quotation marks of the interface's language.

    ``whole``: of the whole program, where the command that was meant is not known.
    """
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        _tell(error.message)  # the help of the program, as it stands
        return
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is not None:
        context = context.find_root() if whole else context
        _tell(safe(context.get_usage()))
        hint = _("Try '{command} {option}' for help.").format(command=context.command_path, option="--help")
        _tell(_in_quotes(safe(hint)) + "\n")
    fail(_in_quotes(safe(" ".join(error.format_message().split()))))  # click lists choices on lines of their own


# a string as Python writes it: click puts names and values into its sentences so
_LITERAL = re.compile(r"""(?<!\w)(['"])((?:(?!\1)[^\\]|\\.)*)\1(?!\w)""")


def _in_quotes(text: str) -> str:
    return _LITERAL.sub(lambda found: _("“{text}”").format(text=found[2].replace("\\\\", "\\")), text)


def _color() -> bool | None:
    context = click.get_current_context(silent=True)
    if (
        os.environ.get("NO_COLOR")
        or os.environ.get("TERM") == "dumb"
        or (context is not None and context.find_root().color is False)
    ):
        return False
    return None


def shows_colors() -> bool:
    """True if what goes to stdout keeps its colours."""
    return _color() is not False and sys.stdout.isatty()


def json_text(record: object) -> str:
    """One JSON value, valid UTF-8: lone surrogates and what steers a terminal become escapes."""
    text = display.safe_json(json.dumps(record, ensure_ascii=False, indent=1))
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def say_json(record: object) -> None:
    """One JSON value on stdout."""
    _write(json_text(record))


def say_head(name: str, remark: str) -> None:
    """A bold name and a dim remark behind it; on a narrow terminal below it."""
    if not remark or len(name) + 2 + len(remark) <= terminal_width():
        say(bold(name) + (dim(f"  {remark}") if remark else ""))
    else:
        say(flow(name, marks=[(Span(0, len(name)), bold)]))
        say(dim(flow(remark, indent="  ", first="  ")))


def terminal_width(limit: int = MAX_WIDTH) -> int:
    """The columns to write in: COLUMNS, else the terminal's, at most ``limit``."""
    columns = os.environ.get("COLUMNS", "")
    if is_figures(columns) and len(columns) < 10 and int(columns) > 0:
        return min(int(columns), limit)
    return min(_columns_of_stdout(), limit)


def terminal_height() -> int | None:
    """The rows of the terminal that is written to; None where there is none, or it does not say."""
    try:
        return os.get_terminal_size(sys.stdout.fileno()).lines or None if sys.stdout.isatty() else None
    except (OSError, ValueError):
        return None


@lru_cache(maxsize=1)
def _columns_of_stdout() -> int:
    # asked once: a command is over before anybody changes the size of the window, and asking takes 60 microseconds
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


def bold(text: str) -> str:
    return click.style(text, bold=True)


def dim(text: str) -> str:
    return click.style(text, dim=True)


def matched(text: str) -> str:
    return click.style(text, fg="yellow", bold=True)


def cited(text: str) -> str:
    return click.style(text, fg="cyan")


def flow(
    text: str,
    *,
    indent: str = "",
    first: str | None = None,
    marks: Sequence[tuple[Span, Mark]] = (),
    notes: Sequence[tuple[int, str]] = (),
    width: int | None = None,
) -> str:
    """Text wrapped to ``width`` columns (the terminal's), with spans marked and short notes set behind given places.

    ``marks`` must not overlap; ``notes`` are (offset, text). Paragraphs stay apart.
    """
    width = max(width or terminal_width(), len(indent) + 20)
    lines: list[str] = []
    offset = 0
    words = _Words(marks, notes) if marks or notes else None
    for number, paragraph in enumerate(text.split("\n")):
        lead = first if first is not None and number == 0 else indent
        plain = " ".join(safe(paragraph).split()) if words is None else ""
        if words is not None:
            lines += _wrap_paragraph(words.of(paragraph, offset), width, lead, indent)
        elif visible_length(plain) == len(plain):
            lines += _wrap_plain(plain, width, lead, indent)
        else:
            lines += _wrap_paragraph(_plain_words(paragraph), width, lead, indent)
        offset += len(paragraph) + 1
    return "\n".join(lines)


def _wrap_plain(text: str, width: int, lead: str, indent: str) -> list[str]:
    """The lines of a paragraph of which each character takes one column: cut, not put together word by word."""
    lines: list[str] = []
    start, room = 0, width - visible_length(lead)
    while len(text) - start > room:
        cut = text.rfind(" ", start, start + max(room, 0) + 1)
        if cut < 0:
            cut = text.find(" ", start)  # a word that is wider than the line
        if cut < 0:
            break
        lines.append(lead + text[start:cut])
        start, lead, room = cut + 1, indent, width - len(indent)
    return [*lines, (lead + text[start:]).rstrip()]


def _wrap_paragraph(words: Iterable[tuple[str, int]], width: int, lead: str, indent: str) -> list[str]:
    lines: list[str] = []
    line, used, empty = lead, visible_length(lead), True
    for word, length in words:
        if not empty and used + 1 + length > width:
            lines.append(line)
            line, used, empty = indent, len(indent), True
        line += ("" if empty else " ") + word
        used += length + (not empty)
        empty = False
    return [*lines, line.rstrip()]


def _plain_words(paragraph: str) -> Iterator[tuple[str, int]]:
    """Each word as it is printed, and how wide it is."""
    for word in safe(paragraph).split():
        yield word, columns(word)


class _Words:
    """The words of a text with their marks and notes, asked for paragraph by paragraph: each mark is looked at once."""

    def __init__(self, marks: Sequence[tuple[Span, Mark]], notes: Sequence[tuple[int, str]]) -> None:
        self._marks = sorted(marks, key=lambda mark: mark[0].start)
        self._notes = sorted(notes, key=lambda note: note[0])
        self._first_mark = self._first_note = 0  # those before are behind the word that comes next

    def of(self, paragraph: str, offset: int) -> Iterator[tuple[str, int]]:
        """Each word of the paragraph at ``offset`` as it is printed, and how wide it is."""
        for match in re.finditer(r"\S+", paragraph):
            start, stop = offset + match.start(), offset + match.end()
            word = _mark_word(match.group(), start, stop, self._marks_in(start, stop), self._notes_in(start, stop))
            yield word, visible_length(word)

    def _marks_in(self, start: int, stop: int) -> list[tuple[Span, Mark]]:
        marks = self._marks
        while self._first_mark < len(marks) and marks[self._first_mark][0].stop <= start:
            self._first_mark += 1
        last = self._first_mark
        while last < len(marks) and marks[last][0].start < stop:
            last += 1
        return marks[self._first_mark : last]

    def _notes_in(self, start: int, stop: int) -> list[tuple[int, str]]:
        notes = self._notes
        while self._first_note < len(notes) and notes[self._first_note][0] <= start:
            self._first_note += 1
        last = self._first_note
        while last < len(notes) and notes[last][0] <= stop:
            last += 1
        return notes[self._first_note : last]


def _mark_word(
    word: str, start: int, stop: int, marks: Sequence[tuple[Span, Mark]], notes: Sequence[tuple[int, str]]
) -> str:
    parts: list[str] = []
    position = start
    waiting = list(notes)

    def put(end: int, mark: Mark | None) -> None:
        """Write up to ``end``, with the notes whose places are reached."""
        nonlocal position
        while True:
            place = waiting[0][0] if waiting and waiting[0][0] <= end else end
            piece = safe(word[position - start : place - start])
            parts.append(mark(piece) if mark and piece else piece)
            position = place
            if not (waiting and waiting[0][0] <= end):
                return
            parts.append(waiting.pop(0)[1])

    for span, mark in marks:
        begin, end = max(span.start, start), min(span.stop, stop)
        if begin < end and begin >= position:
            put(begin, None)
            put(end, mark)
    put(stop, None)
    return "".join(parts)


class Block:
    """A stretch of a clause's text from ``offset`` on: a paragraph, or the rows of a table."""

    # not a dataclass: making one costs a cold start half a millisecond
    __slots__ = ("offset", "rows", "text")

    def __init__(self, offset: int, text: str, rows: tuple[tuple[str, ...], ...] = ()) -> None:
        self.offset = offset
        self.text = text
        self.rows = rows


def blocks(text: str) -> list[Block]:
    """The paragraphs and tables of a clause's text in order (the cells of a row are parted by ``|``)."""
    found: list[Block] = []
    offset = 0
    for line in text.split("\n"):
        cells = tuple(cell.strip() for cell in line.split(" | "))
        before = found[-1] if found else None
        if len(cells) > 1 and before is not None and before.rows and len(before.rows[0]) == len(cells):
            found[-1] = Block(before.offset, f"{before.text}\n{line}", (*before.rows, cells))
        else:
            found.append(Block(offset, line, (cells,) if len(cells) > 1 else ()))
        offset += len(line) + 1
    return found


def draw(renderable: RenderableType, width: int, indent: str = "") -> str:
    """What rich draws, as lines of at most ``width`` columns."""
    from rich.console import Console

    drawn = io.StringIO()
    # colours are always written: click takes them out again where they are not wanted
    Console(file=drawn, width=width - len(indent), force_terminal=True, color_system="standard", _environ={}).print(
        renderable
    )
    return "\n".join((indent + line).rstrip() for line in drawn.getvalue().rstrip().split("\n"))


def table(rows: Sequence[Sequence[str]], *, plain: bool) -> RichTable:
    """A table for :func:`draw`, its first row set as the head if it names columns; without lines if ``plain``."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from lawsearch.model import Table as Lines

    drawn = Table(box=None if plain else box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    lines = Lines.from_lines([tuple(row) for row in rows])
    drawn.show_header = bool(lines.columns)
    for cell in lines.columns or lines.rows[0]:
        drawn.add_column(Text(safe(cell)) if lines.columns else "", overflow="fold")
    for row in lines.rows:
        drawn.add_row(*(Text(safe(cell)) for cell in row))
    return drawn


def mark_citations(clause: Clause) -> list[tuple[Span, Mark]]:
    """References in colour, emphasised words bold, in the order of the text."""
    marks = [(reference.span, cited) for reference in clause.references]
    marks += [(span, bold) for span in clause.emphasis]
    return sorted(marks, key=lambda mark: mark[0].start)


def say_text(
    text: str,
    *,
    indent: str,
    first: str | None,
    marks: Sequence[tuple[Span, Mark]],
    notes: Sequence[tuple[int, str]] = (),
    plain: bool,
) -> None:
    """The paragraphs and tables of a clause's own text; marks, notes and ``first`` as in :func:`flow`."""
    if " | " not in text:
        say(flow(text, indent=indent, first=first, marks=marks, notes=notes))
        return
    drawn = False
    for block in blocks(text):
        start, stop = block.offset, block.offset + len(block.text)
        if drawn and not plain:
            say()  # a table has an empty line on either side: its own before its head, and this one
        drawn = bool(block.rows)
        if block.rows:
            say(draw(table(block.rows, plain=plain), terminal_width(), indent))
        else:
            inside = [(place - start, note) for place, note in notes if start < place <= stop]
            say(flow(block.text, indent=indent, first=first, marks=shift(marks, start, stop), notes=inside))
        first = None


def shift(marks: Iterable[tuple[Span, Mark]], start: int, stop: int) -> list[tuple[Span, Mark]]:
    """The marks that lie in ``start`` to ``stop``, counted from there."""
    return [
        (Span(span.start - start, span.stop - start), mark)
        for span, mark in marks
        if start <= span.start and span.stop <= stop
    ]


_ANSI = re.compile(r"\x1b\[[0-9;]*m")


def visible_length(text: str) -> int:
    """The columns that a text takes without its colours."""
    return columns(_ANSI.sub("", text))


def reference_line(number: int, reference: Reference, library: Library, *, lead: str = "", mark: str = "") -> str:
    """``[1] правило 57 → 57 Преждевременный ход``, or why it leads nowhere; ``mark`` is said behind it."""
    from lawsearch.locale.references import doubt, why_nowhere

    head = f"{lead}[{number}] {cited(safe(' '.join(reference.text.split())))}"
    if reference.targets:
        target = reference.targets[0]
        last = f" … {reference.targets[-1].address}" if len(reference.targets) > 1 else ""
        tail = other_edition(reference, library)
        mark = mark or doubt(reference)
        if mark:
            tail += " " + dim(f"({mark})")
        return fit(f"{head} → {bold(f'{target.address}{last}')}", shown_heading(library.first_words(target)), tail)
    return fit(head, "", f" — {dim(why_nowhere(reference))}")


def other_edition(reference: Reference, library: Library) -> str:
    """`` (edition of 2017)`` where another edition answers than the one the reference means, else nothing."""
    if not reference.edition_differs or not reference.targets:
        return ""
    edition = library.documents[reference.targets[0].document].edition
    return " " + click.style(_("(edition of {edition})").format(edition=edition), fg="yellow")


def fit(head: str, words: str, tail: str = "") -> str:
    """A line of a head, as many words as fit behind it, and a tail; on a narrow terminal what does not fit goes on a
    line of its own.
    """
    width = terminal_width()
    room = width - visible_length(head) - visible_length(tail) - 1
    if room >= (20 if words else -1):
        return f"{head} {shorten(safe(words), room)}{tail}".rstrip() if words else head + tail
    plain = _ANSI.sub("", head)
    margin = plain[: len(plain) - len(plain.lstrip(" │"))] + "    "
    if visible_length(head) + visible_length(tail) > width:
        below = flow_styled(tail.strip(), margin).lstrip() if visible_length(tail) > width else tail.strip()
        head, tail = f"{head}\n{margin}{below}", ""
        if not words:
            return head
        room = width - visible_length(head.rpartition("\n")[2]) - 1
        if room >= 20:
            return f"{head} {shorten(safe(words), room)}"
    return f"{head}{tail}\n{margin}{shorten(safe(words), max(width - len(margin), 20))}"


@contextlib.contextmanager
def open_library(settings: Settings, wait: float | None = None) -> Iterator[Library]:
    """Open the library; say why if it must be built first or mended, and show how far the build is.

    ``LibraryError`` (``no-such-library``) for a folder named on the line that is not there: a slip of the keyboard must
    not make a library. One that is there and empty was made for it.
    """
    from lawsearch.library import Library
    from lawsearch.library.store import DEFAULT_WAIT

    if settings.library and not os.path.lexists(folder := os.path.abspath(os.path.expanduser(settings.library))):
        raise _no_such_library(folder)
    with (
        ProgressBar() as bar,
        Library.open(
            settings.library,
            progress=bar.update,
            on_event=bar.explain,
            wait=DEFAULT_WAIT if wait is None else wait,
        ) as library,
    ):
        bar.close()
        yield library


def _no_such_library(folder: str) -> LibraryError:
    """That a folder is not there, with the library beside it whose name is nearly the same."""
    from difflib import get_close_matches

    from lawsearch.library.store import POINTER

    above, name = os.path.split(folder)
    beside = []
    with contextlib.suppress(OSError):
        beside = [other for other in os.listdir(above) if os.path.isfile(os.path.join(above, other, POINTER))]
    near = get_close_matches(name, beside, 1)
    quoted = f'"{folder}"' if " " in folder else folder
    command = f"lawsearch --library {quoted} build"
    if near:
        return LibraryError("no-such-library-near", folder=folder, near=os.path.join(above, near[0]), command=command)
    return LibraryError("no-such-library", folder=folder, command=command)


class ProgressBar:
    """click's progress bar on a terminal, nothing elsewhere. Close it, or use it as a context manager."""

    def __init__(self) -> None:
        self._bar: Any = None

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def explain(self, event: str) -> None:
        """Say why the library is being built."""
        sentences = {
            "building": _("Building the index for the first time…"),
            "rebuilding": _("The corpus or the program has changed: building the index anew…"),
            "repairing": _("The index is damaged: building it anew from the texts…"),
            "upgrading": _("The index is of an older version: building it anew…"),
            "stale": _("The index is out of date, but cannot be written; the old one answers."),
            "source-lost": _(
                "A kept copy of an added text is damaged: no new index can be built, the old one answers."
            ),
            "waiting": _("Another lawsearch is writing into the library: waiting for it…"),
        }
        if sys.stderr.isatty() or event not in ("building", "rebuilding"):
            tell(sentences[event])

    def update(self, done: int, total: int) -> None:
        if not sys.stderr.isatty():
            return
        if self._bar is None:
            self._bar = click.progressbar(length=total, file=sys.stderr, width=30, show_eta=False)
            self._bar.__enter__()
        self._bar.length = total
        self._bar.update(done - self._bar.pos)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.update(self._bar.length - self._bar.pos)
            self._bar.__exit__(None, None, None)
            self._bar = None


def say_rows(rows: Iterable[Sequence[str]]) -> None:
    """Rows in columns that are as wide as their widest cell; the last column is not padded."""
    table = [list(row) for row in rows]
    if not table:
        return
    widths = [max(visible_length(row[column]) for row in table) for column in range(len(table[0]))]
    for row in table:
        cells = [cell + " " * (width - visible_length(cell)) for cell, width in zip(row, widths, strict=True)]
        say("  ".join(cells).rstrip())


def flow_styled(text: str, indent: str) -> str:
    """A styled line, wrapped as a whole; the style goes on over the line ends."""
    codes = _ANSI.findall(text)
    plain = flow(_ANSI.sub("", text), indent=indent)
    return f"{codes[0]}{plain}{codes[-1]}" if codes else plain


def write_pieces(pieces: Iterable[str | bytes], path: str | None, *, force: bool) -> None:
    """Write to stdout, or to a file that appears only when it is whole and never replaces another unasked.

    A terminal gets text without what steers it; a lone surrogate, which UTF-8 cannot hold, becomes an escape.
    """
    encoded = (piece if isinstance(piece, bytes) else piece.encode("utf-8", "backslashreplace") for piece in pieces)
    if path is not None and path != "-":
        from lawsearch.export.files import write_file

        write_file(encoded, path, force=force)
    elif sys.stdout.isatty():
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        for piece in encoded:
            _write(display.safe(decoder.decode(piece)), end=False)
    else:
        try:
            sys.stdout.flush()
            for piece in encoded:
                sys.stdout.buffer.write(piece)
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            raise ClosedPipeError from None
