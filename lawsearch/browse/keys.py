"""All keys of the reader in one table: the bindings and the help are both made from it.

A letter works on the Russian keyboard too, where the same key types another character.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from textual.binding import Binding, BindingType

from lawsearch.language.keyboard import russian_key
from lawsearch.locale import N_
from lawsearch.locale import gettext as _


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One row: Textual's names of the keys, as they are shown to a person, and what they do.

    An empty ``action`` is one that the widget in focus brings along. ``in_text`` keys act while the text has the
    focus; the others everywhere. ``hint`` is the short word of the bottom line, which shows those of the lowest
    ``rank`` that fit, and always the one of the highest.
    """

    action: str
    keys: str
    shown: str
    does: str
    hint: str = ""
    rank: int = 0
    in_text: bool = False


_SPACE = N_("Space")  # the one key whose cap says something else in each language

GROUPS: tuple[tuple[str, tuple[Key, ...]], ...] = (
    (
        N_("Find"),
        (
            Key(action="search", keys="/", shown="/", does=N_("Search by words in any form"), hint=N_("search"), rank=1),
            Key(action="go", keys="g", shown="g", does=N_("Go to a clause by its number"), hint=N_("number"), rank=2),
            Key(action="", keys="", shown="1 … 9", does=N_("The same, with the number begun")),
            Key(action="contents", keys="t", shown="t", does=N_("Contents"), hint=N_("contents"), rank=6),
            Key(action="next_law", keys="n", shown="n", does=N_("Next law")),
            Key(action="previous_law", keys="p", shown="p", does=N_("Previous law")),
        ),
    ),
    (
        N_("References"),
        (
            Key(
                action="next_link", keys="tab,right", shown="Tab →", does=N_("To the next reference"),
                hint=N_("reference"), rank=5, in_text=True,
            ),
            Key(
                action="previous_link", keys="shift+tab,left", shown="Shift+Tab ←",
                does=N_("To the previous reference"), in_text=True,
            ),
            Key(action="open_link", keys="enter", shown="Enter", does=N_("Open the reference"), in_text=True),
            Key(
                action="preview", keys="space", shown=_SPACE, in_text=True,
                does=N_("Unfold its text in place, and fold it again"),
            ),
            Key(action="citing", keys="r", shown="r", does=N_("What refers to this clause"), hint=N_("cited by"), rank=8),
        ),
    ),
    (
        N_("Trail"),
        (
            Key(action="back", keys="b,backspace,alt+left", shown="b Backspace Alt+←", does=N_("Back"), hint=N_("back"), rank=3),
            Key(action="forward", keys="f,alt+right", shown="f Alt+→", does=N_("Forward")),
        ),
    ),
    (
        N_("Text"),
        (
            Key(
                action="language", keys="l", shown="l", does=N_("Russian, English, both side by side"),
                hint=N_("language"), rank=4,
            ),
            Key(action="mark_next", keys="j", shown="j", does=N_("Mark the next clause")),
            Key(action="mark_previous", keys="k", shown="k", does=N_("Mark the previous clause")),
            Key(action="copy", keys="y", shown="y", does=N_("Copy the marked clause with its source"), hint=N_("copy"), rank=7),
            Key(action="cite", keys="c", shown="c", does=N_("Copy the citation alone")),
            Key(action="compare", keys="e", shown="e", does=N_("Compare with another edition")),
            Key(action="duties", keys="w", shown="w", does=N_("Words of duty in both languages")),
            Key(action="", keys="", shown="↑ ↓ PgUp PgDn", does=N_("Scroll")),
        ),
    ),
    (
        N_("Program"),
        (
            Key(action="theme", keys="d", shown="d", does=N_("Dark or light")),
            Key(action="leave", keys="escape", shown="Esc", does=N_("Close what is open, return to the text")),
            Key(action="help", keys="?,f1", shown="? F1", does=N_("These keys"), hint=N_("help"), rank=10),
            Key(action="quit", keys="q,ctrl+q", shown="q Ctrl+Q", does=N_("Quit; next time you begin here"), hint=N_("quit"), rank=9),
        ),
    ),
)  # fmt: skip


def all_keys() -> Iterator[Key]:
    for _title, keys in GROUPS:
        yield from keys


def shown_keys(key: Key) -> str:
    """The keys of a row as they are written for a person."""
    return _(key.shown) if key.shown == _SPACE else key.shown


def what_it_does(key: Key) -> str:
    """What the keys of a row do, as a line of a list: in either language it begins with a capital."""
    does = _(key.does)
    return does[:1].upper() + does[1:]


def bindings(*, in_text: bool) -> list[BindingType]:
    """Textual's bindings of the keys of one scope; the actions are those of the application."""
    return [
        Binding(",".join(_both_keyboards(key.keys)), f"app.{key.action}", show=False)
        for key in all_keys()
        if key.action and key.in_text is in_text
    ]


def _both_keyboards(keys: str) -> Iterator[str]:
    for name in keys.split(","):
        yield name
        other = russian_key(name) if len(name) == 1 else None
        if other == ",":
            yield "comma"
        elif other:
            yield other
