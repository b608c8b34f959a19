"""What the page says of itself: the documents of the library, what was not understood in them, and help."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lawsearch.errors import NotFoundError
from lawsearch.library import Library
from lawsearch.locale import describe_problem
from lawsearch.locale.display import shorten
from lawsearch.model import Problem
from lawsearch.web.asking import Asked
from lawsearch.web.page import Page, Redirect
from lawsearch.web.places import Places
from lawsearch.web.wording import badge_of, in_force_badge

__all__ = ["show_help", "show_library", "show_problems"]


def show_library(library: Library, asked: Asked, params: Mapping[str, str]) -> Page | Redirect:
    """``/library``: the documents with what was read of them."""
    places = Places(library.documents)
    infos = [(info, places.link(info.document.id)) for info in library.sources()]
    return Page(template="library.jinja", records={"infos": infos, "badge": in_force_badge(library)})


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemLine:
    """A problem: where in the source, and the sentence."""

    file: str | None
    line: int | None
    page: int | None
    text: str


def show_problems(library: Library, asked: Asked, params: Mapping[str, str]) -> Page | Redirect:
    """``/library/commentary-1987-ru``: what was not understood in a document, and its fragments without a place."""
    places = Places(library.documents)
    name = params["document"][:80]
    if name not in library.documents:
        raise NotFoundError("no-such-document", document=name, known=", ".join(library.documents))
    parsed = library.export(name)
    fragments = [
        (str(clause.address), shorten(clause.text, 160), places.link(name, clause.address))
        for clause in parsed.unplaced
        if clause.address is not None
    ]
    return Page(
        template="problems.jinja",
        records={
            "info": library.info(name),
            "problems": [_problem_line(problem) for problem in parsed.problems],
            "fragments": fragments,
            "characters": parsed.characters,
            "link": places.link(name),
            "badge": badge_of(library.documents[name]),
        },
    )


def _problem_line(problem: Problem) -> ProblemLine:
    return ProblemLine(file=problem.file, line=problem.line, page=problem.page, text=describe_problem(problem))


def show_help(library: Library, asked: Asked, params: Mapping[str, str]) -> Page | Redirect:
    """``/help``: the keys, what can be typed, the API."""
    return Page(template="help.jinja", records={"badge": in_force_badge(library)})
