"""Our own exported JSON: one document, written out again in the layout that it was read from.

The text has each clause's label, heading and paragraphs in reading order, so that reading it gives the same clauses.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from lawsearch.errors import InputError
from lawsearch.source.content import Content

_DEPTH = 64  # levels of clauses; the Laws have six


def read(raw: bytes, name: str, encoding: str | None) -> Content:
    """The document's text; several documents in one file, or another program's JSON, are refused."""
    del encoding  # JSON is UTF-8
    try:
        record = json.loads(raw.decode("utf-8-sig"))
        document = record["document"]
        mark = "(DC4)" if document["layout"] == "commentary" and document["language"] == "ru" else ""
        lines = [line for clause in (*record["clauses"], *record["unplaced"]) for line in _lines(clause, mark, 0)]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise InputError("container-broken", file=name, kind="lawsearch JSON") from None
    gap = "\n\n" if document["layout"] == "prose" else "\n"  # prose has nothing else to part its paragraphs
    return Content(text=gap.join(lines) + "\n", encoding="utf-8")


def _lines(clause: dict[str, Any], mark: str, depth: int) -> Iterator[str]:
    if depth > _DEPTH:
        raise ValueError("too deep")
    label, heading = clause["label"] or "", clause["heading"] or ""
    glue = "" if label.endswith(").") or not label else " "
    paragraphs = clause["text"].split("\n") if clause["text"] else []
    if clause["kind"] == "definition" and paragraphs:
        paragraphs[0] = f"{heading} {paragraphs[0]}"
    elif heading:
        yield f"{label}{glue}{heading}{mark}"
    elif label and paragraphs and clause["text"]:
        paragraphs[0] = f"{label}{glue}{paragraphs[0]}"
    elif label:
        yield label
    for paragraph in paragraphs:
        yield paragraph + mark
    for child in clause["children"]:
        yield from _lines(child, mark, depth + 1)
