"""The check page: a ruling is pasted, and every citation in it is resolved, missing or ambiguous."""

from __future__ import annotations

from dataclasses import dataclass

from lawsearch.errors import NotFoundError
from lawsearch.language.folding import language_of
from lawsearch.library import Library
from lawsearch.locale.display import shorten
from lawsearch.locale.heading import shown_heading
from lawsearch.locale.references import doubt, verdict, why_nowhere
from lawsearch.model import CheckedCitation, Target
from lawsearch.web.asking import Asked
from lawsearch.web.page import Page
from lawsearch.web.places import Places
from lawsearch.web.wording import in_force_badge

__all__ = ["show_check"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedLine:
    """A citation of the ruling: as written, where it leads, and what is near where it leads nowhere."""

    number: int
    line: int
    text: str
    status: str
    targets: tuple[tuple[str, str], ...]
    first_words: str
    language: str
    edition: str | None
    differs: bool  # another edition answers than the one that is meant
    why: str  # why it leads nowhere, or what is in doubt; "" for what is certain
    nearest: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the ruling; with ``number``, the citation of that number."""

    text: str
    number: int = 0
    status: str = ""


def show_check(library: Library, asked: Asked, text: str | None, edition: str) -> Page:
    """``/check``: the form, and with a text its citations."""
    places = Places(library.documents)
    editions = sorted({one.edition for one in library.documents.values() if one.role == "laws"}, reverse=True)
    if edition and edition not in editions:
        raise NotFoundError("no-such-edition", edition=edition, known=", ".join(editions))
    checked = library.check(text, edition=edition or None) if text else []
    language = language_of(text) if text and any(char.isalpha() for char in text) else asked.ui
    lines = [_line(library, places, number, item, language) for number, item in enumerate(checked, 1)]
    return Page(
        template="check.jinja",
        records={
            "text": text,
            "lines": lines,
            "verdict": verdict(checked),
            "pieces": _pieces(text, checked) if text else [],
            "editions": editions,
            "edition": edition or library.in_force,
            "badge": in_force_badge(library),
        },
    )


def _line(library: Library, places: Places, number: int, item: CheckedCitation, language: str) -> CheckedLine:
    reference = item.reference
    targets = [_twin_in(library, target, language) for target in reference.targets]
    nearest = [_twin_in(library, target, language) for target in item.nearest]
    return CheckedLine(
        number=number,
        line=item.line,
        text=" ".join(reference.text.split()),
        status=reference.status,
        targets=tuple((str(target.address), places.link_to(target)) for target in dict.fromkeys(targets)),
        first_words=shown_heading(shorten(library.first_words(targets[0]), 100)) if targets else "",
        language=language,
        edition=library.documents[targets[0].document].edition if targets else None,
        differs=reference.edition_differs,
        why=doubt(reference) if targets else why_nowhere(reference),
        nearest=tuple(
            (str(target.address), shown_heading(shorten(library.first_words(target), 60)), places.link_to(target))
            for target in nearest
        ),
    )


def _twin_in(library: Library, target: Target, language: str) -> Target:
    """The same clause in a language, if the library has it there."""
    document = library.documents[target.document]
    for other in library.documents.values():
        if (other.series, other.edition, other.language) == (document.series, document.edition, language):
            twin = Target(document=other.id, address=target.address)
            return twin if library.first_words(twin) else target
    return target


def _pieces(text: str, checked: list[CheckedCitation]) -> list[Piece]:
    """The ruling cut at its citations; of citations inside each other the first is shown."""
    pieces: list[Piece] = []
    position = 0
    for number, item in enumerate(checked, 1):
        span = item.reference.span
        if span.start < position:
            continue
        pieces.append(Piece(text[position : span.start]))
        pieces.append(Piece(text[span.start : span.stop], number, item.reference.status))
        position = span.stop
    return [*pieces, Piece(text[position:])]
