"""What each page shows: records for the templates, made from a library.

In: an opened library and what was asked. Out: a :class:`Page` (a template with its records) or a :class:`Redirect`.
Nothing here knows HTTP; all text that is HTML already was escaped by :mod:`lawsearch.export.markup`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from lawsearch.address import parse_address, try_address
from lawsearch.errors import NotFoundError
from lawsearch.language import LANGUAGES
from lawsearch.library import Library
from lawsearch.library.tables import Situation
from lawsearch.locale import describe_problem
from lawsearch.locale import gettext as _
from lawsearch.locale.display import shorten
from lawsearch.locale.heading import shown_heading, shown_label
from lawsearch.model import Address, Clause, Document, Problem, Target
from lawsearch.web.asking import Asked, bounded
from lawsearch.web.places import Places
from lawsearch.web.rendering import Renderer
from lawsearch.web.wording import badge_of, heading_of, in_force_badge

__all__ = ["HOLDERS", "Page", "Redirect", "View"]

HOLDERS = ("chapter", "part")  # what holds laws, and is shown as a list


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


# contents


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of the contents: a clause, its label and headings as (language, text), and where it is."""

    address: str
    labels: tuple[tuple[str, str], ...]
    headings: tuple[tuple[str, str], ...]
    link: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A chapter of the contents; without ``head``, what stands outside of chapters."""

    head: Line | None
    lines: tuple[Line, ...]


def show_contents(library: Library, asked: Asked, params: Mapping[str, str]) -> Page | Redirect:
    """``/2017``: the contents of a work."""
    places = Places(library.documents)
    place = params["place"]
    documents = places.documents_at(place)
    if not documents:
        return _typed_address(library, asked, place, places)
    if place != places.place_of(documents[0].id):
        return Redirect(places.link(documents[0].id))
    shown = shown_documents(documents, asked)
    parts = contents_parts(library, places, shown, asked)
    return Page(
        template="laws.jinja" if asked.query.get("part") == "laws" else "contents.jinja",
        records={
            "documents": shown,
            "languages_of": [document.language for document in documents],
            "parts": parts,
            "others": [(one.title, one.language, places.link(one.id, language=asked.text)) for one in other_works(places, documents, asked)],
            "badge": badge_of(shown[0]),
            "place": place,
        },
    )  # fmt: skip


def go_to_contents(library: Library, asked: Asked, params: Mapping[str, str]) -> Page | Redirect:
    """``/contents``: those of the first work of the library."""
    return Redirect(Places(library.documents).link(next(iter(library.documents)), language=asked.text))


def shown_documents(documents: list[Document], asked: Asked) -> list[Document]:
    """The documents of a work in the languages that are wanted, the interface's first."""
    if asked.text != "both":
        wanted = [document for document in documents if document.language == asked.text]
        return wanted[:1] or documents[:1]
    return sorted(documents, key=lambda document: document.language != asked.ui)


def other_works(places: Places, documents: list[Document], asked: Asked) -> list[Document]:
    """One document of each other work, in the interface's language where it has it."""
    found = []
    for _place, members in places.works():
        if members[0].id not in {document.id for document in documents}:
            found.append(next((one for one in members if one.language == asked.ui), members[0]))
    return found


def _typed_address(library: Library, asked: Asked, written: str, places: Places) -> Redirect:
    """``/64A1``: the clause of the laws in force; anything else is not there."""
    if try_address(written[:60]) is None:
        raise NotFoundError("no-such-page")
    target = library.find(written, language=asked.ui)[0]
    return Redirect(places.link_to(target))


def contents_parts(library: Library, places: Places, shown: Sequence[Document], asked: Asked) -> list[Part]:
    """The chapters with their laws; each line in the languages that are shown."""
    trees = [library.toc(document.id) for document in shown]
    names: dict[str, list[tuple[str, str]]] = {}
    labels: dict[str, list[tuple[str, str]]] = {}
    for document, roots in zip(shown, trees, strict=True):
        for root in roots:
            for clause in (root, *root.children):
                if clause.address is not None:
                    names.setdefault(str(clause.address), []).append((document.language, _entry_name(clause)))
                    label = shown_label(clause.label) if clause.kind in HOLDERS else ""
                    labels.setdefault(str(clause.address), []).append((document.language, label))

    def line(clause: Clause) -> Line:
        assert clause.address is not None
        return Line(
            address=str(clause.address),
            labels=tuple(labels[str(clause.address)]),
            headings=tuple(names[str(clause.address)]),
            link=places.link(clause.document, clause.address, asked.text),
        )

    parts: list[Part] = []
    loose: list[Line] = []
    for root in trees[0]:
        if root.address is None:
            continue
        if root.kind not in HOLDERS:
            loose.append(line(root))
            continue
        if loose:
            parts.append(Part(head=None, lines=tuple(loose)))
            loose = []
        parts.append(Part(head=line(root), lines=tuple(line(one) for one in root.children if one.address is not None)))
    if loose:
        parts.append(Part(head=None, lines=tuple(loose)))
    return parts


def _entry_name(clause: Clause) -> str:
    if clause.kind == "definition":
        return shown_heading(clause.heading or clause.text.partition(".")[0])
    return heading_of(clause)


# terms and situations


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
    from lawsearch.language import fold

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
    from lawsearch.language import fold

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


# the library


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


def with_query(path: str, query: Mapping[str, str], **changed: str | None) -> str:
    """A path with the parameters of a query, some of them changed or, with None, left out."""
    merged = {**query, **{name: value for name, value in changed.items() if value is not None}}
    kept = {name: value for name, value in merged.items() if value and changed.get(name, "") is not None}
    return f"{path}?{urlencode(kept)}" if kept else path


def readable_address(written: str) -> Address:
    """The address in a path; ``UsageError`` if it is none."""
    return parse_address(written[:120])
