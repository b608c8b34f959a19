"""What a view gives for a request: a template with its records, or another address to go to.

A view is given an opened library and what was asked, and knows no HTTP. All text that is HTML already was escaped by
:mod:`lawsearch.export.markup`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from lawsearch.library import Library
from lawsearch.web.asking import Asked

__all__ = ["Page", "Redirect", "View", "with_query"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A template and what it is filled with. ``badge`` says which text is shown."""

    template: str
    records: Mapping[str, Any] = field(default_factory=dict)
    status: int = 200


@dataclass(frozen=True, slots=True)
class Redirect:
    """Go there instead."""

    to: str


View = Callable[[Library, Asked, Mapping[str, str]], Page | Redirect]


def with_query(path: str, query: Mapping[str, str], **changed: str | None) -> str:
    """A path with the parameters of a query, some of them changed or, with None, left out."""
    merged = {**query, **{name: value for name, value in changed.items() if value is not None}}
    kept = {name: value for name, value in merged.items() if value and changed.get(name, "") is not None}
    return f"{path}?{urlencode(kept)}" if kept else path
