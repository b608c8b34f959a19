"""The terms of the game, and what players say, each with the clauses that answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lawsearch.errors import NotFoundError
from lawsearch.language import LANGUAGES, fold
from lawsearch.library import Library
from lawsearch.library.tables import Situation
from lawsearch.locale import gettext as _
from lawsearch.locale.heading import shown_heading
from lawsearch.model import Address, Target
from lawsearch.web.asking import Asked, bounded
from lawsearch.web.page import Page, Redirect
from lawsearch.web.places import Places
from lawsearch.web.rendering import Renderer
from lawsearch.web.wording import in_force_badge

__all__ = ["show_situations", "show_term", "show_terms"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TermLine:
    """A term of the list: names by language, the clause that defines it, and where that is."""

    concept: str
    names: Mapping[str, tuple[str, ...]]
    definition: str | None
    link: str | None
    note: str


def show_terms(library: Library, asked: Asked, params: Mapping[str, str]) -> Page | Redirect:
    """``/terms``: every term in both languages; ``?q=`` keeps those whose names hold some letters."""
    places = Places(library.documents)
    wanted = fold(bounded(asked.query, "q"))
    lines = [
        line
        for line in (_term_line(library, places, term.concept, asked) for term in library.all_terms())
        if not wanted or any(wanted in fold(name) for names in line.names.values() for name in names)
    ]
    lines.sort(key=lambda line: fold(line.names[asked.ui][0]))
    order = (asked.ui, *(code for code in LANGUAGES if code != asked.ui))
    return Page(
        template="terms.jinja",
        records={"lines": lines, "wanted": asked.query.get("q", ""), "order": order, "badge": in_force_badge(library)},
    )


def _term_line(library: Library, places: Places, slug: str, asked: Asked) -> TermLine:
    term = library.term(slug)
    found = _defining(library, term.definition, asked.ui)
    return TermLine(
        concept=slug,
        names=term.names,
        definition=str(term.definition) if term.definition else None,
        link=places.link_to(found) if found else None,
        note=term.notes.get(asked.ui, ""),
    )


def _defining(library: Library, definition: Address | None, language: str) -> Target | None:
    if definition is None:
        return None
    try:
        return library.find(definition, language=language, within="laws", edition=library.in_force)[0]
    except NotFoundError:
        return None


def show_term(library: Library, asked: Asked, params: Mapping[str, str]) -> Page | Redirect:
    """``/terms/dummy``: one term; with ``part=card``, only what is shown over the text, in the language of ``lang``."""
    places = Places(library.documents)
    line = _term_line(library, places, params["term"][:80], asked)
    language = asked.text if asked.text in LANGUAGES else asked.ui
    found = _defining(library, library.term(line.concept).definition, language)
    clause = library.clause(found) if found else None
    block = None
    if clause is not None:
        own = library.documents[clause.document].language
        block = Renderer(library, places, own, terms=False).tree(clause)
    template = "card.jinja" if asked.query.get("part") == "card" else "term.jinja"
    return Page(
        template=template,
        records={"line": line, "block": block, "language": language, "badge": in_force_badge(library)},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """What players say, and the clauses that answer: (address, name of a definition or "", link)."""

    text: str
    answers: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sayings:
    """What players say of one law, or of the terms (``number`` is "def")."""

    number: str
    heading: str
    sayings: tuple[Saying, ...]


def show_situations(library: Library, asked: Asked, params: Mapping[str, str]) -> Page | Redirect:
    """``/situations``: what players say, by the law that answers: how much there is of each; ``?law=64`` shows one law,
    ``?q=`` what holds some letters.
    """
    places = Places(library.documents)
    language = asked.text if asked.text in LANGUAGES else asked.ui
    wanted, law = fold(bounded(asked.query, "q")), bounded(asked.query, "law", 20)
    by_law: dict[str, list[Situation]] = {}
    for situation in library.situations(language):
        if not wanted or wanted in fold(situation.text):
            first = situation.addresses[0]
            by_law.setdefault(str(first.number) if first.number is not None else "def", []).append(situation)
    opened = law or wanted
    groups = [
        Sayings(
            number=number,
            heading=_law_heading(library, number, language),
            sayings=tuple(_saying(library, places, item, language) for item in by_law[number])
            if opened and law in ("", number)
            else (),
        )
        for number in sorted(by_law, key=lambda number: int(number) if number.isdecimal() else 1000)
    ]
    counts = {number: len(found) for number, found in by_law.items()}
    return Page(
        template="sayings.jinja" if asked.query.get("part") == "list" else "situations.jinja",
        records={
            "groups": [group for group in groups if group.sayings] if opened else groups,
            "index": not opened,
            "law": law,
            "counts": counts,
            "total": sum(counts.values()),
            "wanted": asked.query.get("q", ""),
            "language": language,
            "badge": in_force_badge(library),
        },
    )


def _law_heading(library: Library, number: str, language: str) -> str:
    if number == "def":
        return _("Terms")
    top = _defining(library, Address((number,)), language)
    return shown_heading(library.first_words(top)) if top else ""


def _saying(library: Library, places: Places, situation: Situation, language: str) -> Saying:
    answers: dict[str, tuple[str, str, str]] = {}
    for address in situation.addresses:
        target = _defining(library, address, language)
        if target is not None:
            name = shown_heading(library.first_words(target)) if address.prefix else ""
            answers.setdefault(str(address), (str(address), name, places.link_to(target)))
    return Saying(text=situation.text, answers=tuple(answers.values()))
