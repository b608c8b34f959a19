"""Where a link leads, or why it leads nowhere, in one line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from lawsearch.browse.text import Link
from lawsearch.locale import gettext as _
from lawsearch.locale import references
from lawsearch.model import Target

if TYPE_CHECKING:
    from lawsearch.library import Library

_NAMED = 6  # so many targets of one reference are named


def say_link(library: Library, link: Link, naming: Callable[[Target], tuple[str, str]]) -> str:
    """``→ 53 Lead out of turn accepted``; ``naming`` gives a place its short name and its title."""
    if not link.targets:
        return f"{link.text}: {why_nowhere(link)}"
    if len(link.targets) > 1:
        names = ", ".join(str(target.address) for target in link.targets[:_NAMED])
        if link.status == "ambiguous":
            return _("Several clauses are possible: {clauses}").format(clauses=names)
        return f"→ {names}"
    place = link.targets[0]
    name, title = naming(place)
    if link.edition_differs:
        edition = library.documents[place.document].edition
        name += " " + _("(edition of {edition})").format(edition=edition)
    return f"→ {name} {title}" if title and title != name else f"→ {name}"


def why_nowhere(link: Link) -> str:
    """Why a link leads to no clause, as the command line says it."""
    if link.reference is None:
        return _("there is no such clause")
    return references.why_nowhere(link.reference)
