"""What a request asks for, beside its address: the languages, the look, and bounded parameters.

The interface speaks the language of the cookie ``ui``, else the browser's first one of the two, else English. Only
known values are taken from cookies; anything else is as if it were not there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie

from starlette.requests import Request

from lawsearch.errors import UsageError
from lawsearch.language import LANGUAGES
from lawsearch.locale import UI_LANGUAGES
from lawsearch.model import is_figures

__all__ = ["CHOICES", "TEXT_LANGUAGES", "Asked", "bounded", "choice", "read_asked"]

# What a text is read in: one language, or both side by side.
TEXT_LANGUAGES = (*LANGUAGES, "both")
# What can be chosen for good, kept in a cookie of the same name; the first is how it is without one.
CHOICES: dict[str, tuple[str, ...]] = {
    "ui": ("", *UI_LANGUAGES),
    "theme": ("auto", "light", "dark"),
    "size": ("normal", "large"),
}
MAX_WORDS = 300  # characters of a query
MAX_WORD = 60  # characters of any other parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """``ui`` and ``text`` are languages (``text`` may be ``both``); ``here`` is the path with its query."""

    ui: str
    text: str
    theme: str
    size: str
    path: str
    here: str
    query: Mapping[str, str]

    @property
    def key(self) -> tuple[str, ...]:
        """What an answer depends on, beside the library."""
        return (self.ui, self.text, self.theme, self.size, self.here)


def read_asked(request: Request) -> Asked:
    """The wishes of a request. Never fails."""
    cookies = _cookies(request)
    ui = cookies.get("ui") or _browser_language(request.headers.get("accept-language", ""))
    text = request.query_params.get("lang", "")
    here = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    return Asked(
        ui=ui,
        text=text if text in TEXT_LANGUAGES else ui,
        theme=cookies.get("theme", "auto"),
        size=cookies.get("size", "normal"),
        path=request.url.path,
        here=here,
        query=dict(request.query_params),
    )


def _cookies(request: Request) -> dict[str, str]:
    found: SimpleCookie = SimpleCookie()
    try:
        found.load(request.headers.get("cookie", "")[:2000])
    except CookieError:
        return {}
    return {name: found[name].value for name, known in CHOICES.items() if name in found and found[name].value in known}


def _browser_language(header: str) -> str:
    """The first of ``Accept-Language`` that the interface speaks."""
    wishes: list[tuple[float, str]] = []
    for part in header[:200].split(","):
        name, _, weight = part.strip().partition(";")
        code = name.strip().lower().partition("-")[0]
        if code in UI_LANGUAGES:
            try:
                value = float(weight.strip().removeprefix("q=") or "1")
            except ValueError:
                value = 0.0
            wishes.append((-value, code))
    return min(wishes, key=lambda wish: wish[0])[1] if wishes else "en"


def bounded(query: Mapping[str, str], name: str, limit: int = MAX_WORD) -> str:
    """A parameter without the white space around it; "" if it is not there. ``UsageError`` if it is too long."""
    value = query.get(name, "").strip()
    if len(value) > limit:
        raise UsageError("too-long", name=name, limit=limit)
    return value


def choice(query: Mapping[str, str], name: str, known: tuple[str, ...]) -> str | None:
    """A parameter that is one of a few words; None if it is not there. ``UsageError`` if it is another."""
    value = bounded(query, name)
    if not value:
        return None
    if value not in known:
        raise UsageError("no-such-choice", name=name, value=value, known=", ".join(known))
    return value


def number(query: Mapping[str, str], name: str, default: int, least: int, most: int) -> int:
    """A parameter that is a whole number between two bounds."""
    value = bounded(query, name)
    if not value:
        return default
    if not (is_figures(value) and len(value) < 9 and least <= int(value) <= most):
        raise UsageError("no-such-number", name=name, value=value, least=least, most=most)
    return int(value)
