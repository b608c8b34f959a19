"""What the reader remembers between two sessions, in ``browse.json`` of the library's folder.

Reading and writing never fail: a damaged file is as good as none, and a folder that cannot be written to is left alone.
The file is replaced as a whole, so a session that is cut off leaves the last good one.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from dataclasses import dataclass, field

from lawsearch.address import canonical
from lawsearch.browse.trail import LONGEST, Trail
from lawsearch.model import Target

STATE_FILE = "browse.json"
_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderState:
    """``both``: two languages side by side. ``theme``: ``dark``, ``light``, or empty for what fits the terminal."""

    trail: Trail = field(default_factory=Trail)
    both: bool = False
    theme: str = ""
    query: str = ""


def load_state(home: str) -> ReaderState:
    """The state of the last session; the initial one if there is none that can be read."""
    try:
        with open(os.path.join(home, STATE_FILE), encoding="utf-8") as file:
            record = json.load(file)
        if record["version"] != _VERSION:
            return ReaderState()
        places = tuple(Target(document=str(name), address=canonical(str(address))) for name, address in record["trail"])
        position = int(record["position"])
        if places[LONGEST:] or not (0 <= position < len(places) or (not places and position == -1)):
            return ReaderState()
        return ReaderState(
            trail=Trail(places, position),
            both=record["both"] is True,
            theme=record["theme"] if record["theme"] in ("dark", "light") else "",
            query=str(record["query"]),
        )
    except (OSError, ValueError, OverflowError, KeyError, TypeError, RecursionError):
        return ReaderState()


def save_state(home: str, state: ReaderState) -> None:
    """Keep the state for the next session, if the folder allows it."""
    record = {
        "version": _VERSION,
        "trail": [[place.document, str(place.address)] for place in state.trail.places],
        "position": state.trail.position,
        "both": state.both,
        "theme": state.theme,
        "query": state.query,
    }
    temporary = ""
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=home, prefix=f".{STATE_FILE}.", delete=False
        ) as file:
            temporary = file.name
            json.dump(record, file, ensure_ascii=True)
        os.replace(temporary, os.path.join(home, STATE_FILE))
    except (OSError, ValueError):
        if temporary:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
