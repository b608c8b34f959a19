"""What a command line may go on with: commands, options, values, and addresses with their headings.

In: a command line up to the cursor, from the script of a shell (``lawsearch completion SHELL`` prints it). Out: lines;
the first is ``words`` or ``files`` (the shell completes file names itself), the others are a word, a tab and what it
means, in the language of the interface. Promises: whatever is typed, and whatever the library is like, there is an
answer and no error; neither click nor the search engine is loaded, nothing is built. Called at each press of a key, so
the words of the commands come from a table, ``words.json``; ``python -m tests.upkeep.completion_words`` writes it from the
commands, and a test compares them.
"""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Iterable, Sequence
from typing import Any

from lawsearch import locale

__all__ = ["SHELLS", "answer", "script"]

# Shell → the file that holds its script.
SHELLS = {"bash": "lawsearch.bash", "zsh": "lawsearch.zsh", "fish": "lawsearch.fish", "powershell": "lawsearch.ps1"}

_FOLDER = os.path.dirname(__file__)
_FILES = "files"
_HEADING = 60  # characters of a heading

Words = list[tuple[str, str]]
Table = dict[str, Any]


def script(shell: str) -> str:
    """The script that makes a shell ask here."""
    return _text(SHELLS[shell])


def _text(name: str) -> str:
    with open(os.path.join(_FOLDER, name), encoding="utf-8") as file:
        return file.read()


def answer(arguments: Sequence[str]) -> str:
    """The answer to ``LINE [WORD]``; WORD is the part of LINE that the shell will replace, if it tells."""
    line = arguments[0] if arguments else ""
    typed = _split(line)
    found = _Line(typed[:-1]).complete(typed[-1])
    if found is None:
        return f"{_FILES}\n"
    cut = _cut(line, arguments[1]) if len(arguments) > 1 else 0
    return "words\n" + "".join(f"{word[cut:]}\t{_one_line(help_text)}\n" for word, help_text in found)


def _split(line: str) -> list[str]:
    """The words of a line without the program's name; the last one is the one under the cursor, maybe empty."""
    open_end = not line or line[-1].isspace()
    try:
        words = shlex.split(line)
    except ValueError:  # a quotation mark is still open
        words = line.replace('"', " ").replace("'", " ").split()
        open_end = False
    return [*words[1:], ""] if open_end else words[1:] or [""]


def _cut(line: str, word: str) -> int:
    """How many characters of the last word stand before the part that the shell replaces (bash cuts at : and =)."""
    match = re.search(r"(?:\\.|\S)*$", line)
    last = match.group() if match else ""
    return len(last[: len(last) - len(word)].replace("\\", "")) if last.endswith(word) else 0


def _one_line(text: str) -> str:
    from lawsearch.locale.display import shorten

    return shorten(text, _HEADING)


class _Line:
    """The words before the cursor: the global options, the command, and the option that waits for its value."""

    def __init__(self, before: Sequence[str]) -> None:
        self._table: Table = json.loads(_text("words.json"))
        self._command = ""
        self._bare = False
        self._waiting: Table | None = None
        self._library: str | None = None
        ui: str | None = None
        for word in before:
            if self._waiting is not None:
                ui = word if "--ui" in self._waiting["names"] else ui
                self._library = word if "--library" in self._waiting["names"] else self._library
                self._waiting = None
            elif word.startswith("-"):
                name, equals, value = word.partition("=")
                option = self._option(name)
                self._waiting = option if option and option["value"] and not equals else None
                ui = value if name == "--ui" and equals else ui
                self._library = value if name == "--library" and equals else self._library
            elif not self._command and not self._bare and word in self._table["commands"]:
                self._command = word
            else:
                self._bare = True
        self._language = locale.choose_language(ui)
        locale.activate(self._language)

    def complete(self, current: str) -> Words | None:
        """The words that may stand at the cursor, or None for file names."""
        if self._waiting is not None:
            return self._values(self._waiting, current)
        name, equals, value = current.partition("=")
        if equals and (option := self._option(name)):
            found = self._values(option, value)
            return None if found is None else [(f"{name}={word}", meaning) for word, meaning in found]
        if current.startswith("-"):
            return _beginning(
                current,
                ((name, locale.gettext(option["help"])) for option in self._options() for name in option["names"]),
            )
        if self._command:
            entry = self._table["commands"][self._command]
            if "argument_values" in entry:
                return _beginning(current, ((value, "") for value in entry["argument_values"]))
            return self._of_kind(entry["argument"], current)
        if self._bare or current[:1].isdigit():
            return self._of_kind("address", current)
        return _beginning(
            current, ((name, locale.gettext(entry["help"])) for name, entry in self._table["commands"].items())
        )

    def _options(self) -> list[Table]:
        # a bare line shows or searches; its options are those of "show"
        own = self._table["commands"].get(self._command or ("show" if self._bare else ""), {"options": []})["options"]
        return [*own, *self._table["options"]]

    def _option(self, name: str) -> Table | None:
        return next((option for option in self._options() if name in option["names"]), None)

    def _values(self, option: Table, current: str) -> Words | None:
        if option["values"]:
            return _beginning(current, ((value, "") for value in option["values"]))
        return self._of_kind(option["value"], current)

    def _of_kind(self, kind: str, current: str) -> Words | None:
        from lawsearch.library.completing import complete_address, complete_document

        if kind == "file":
            return None
        if kind == "address":
            return complete_address(self._library, current, self._language)
        if kind == "document":
            return _beginning(current, complete_document(self._library))
        return []


def _beginning(current: str, words: Iterable[tuple[str, str]]) -> Words:
    return [(word, meaning) for word, meaning in words if word.startswith(current)]
