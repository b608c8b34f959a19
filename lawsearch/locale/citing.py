"""How a clause is cited in a ruling, in either language: one line that names the clause, the edition and the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lawsearch.locale import N_, catalogue_of
from lawsearch.locale.heading import shown_heading

if TYPE_CHECKING:
    from lawsearch.model import Clause, Document

_LAW = N_("Law {name}, edition of {edition}: {title} ({document})")
_CLAUSE = N_("clause {name}, edition of {edition}: {title} ({document})")
_OTHER = N_("{name}, edition of {edition}: {title} ({document})")
_SHORT_LAW = N_("Law {name} ({edition} edition)")
_SHORT_CLAUSE = N_("clause {name} ({title})")


_SHORT_NAMED = "{name} ({title})"


def short_citation(document: Document, clause: Clause, language: str) -> str:
    """How a ruling names a clause, and nothing more: ``Law 54B2 (2017 edition)``."""
    name, numbered = _name_of(clause)
    return short_pattern(document, language, numbered=numbered).replace("{name}", name)


def short_pattern(document: Document, language: str, *, numbered: bool) -> str:
    """A short citation of any clause of a document, with ``{name}`` where its number or heading belongs."""
    if not numbered:
        pattern = _SHORT_NAMED
    else:
        pattern = catalogue_of(language).gettext(_SHORT_LAW if document.role == "laws" else _SHORT_CLAUSE)
    return pattern.format(name="{name}", edition=document.edition, title=document.title.strip())


def _name_of(clause: Clause) -> tuple[str, bool]:
    """What a citation calls a clause, and whether that is a number."""
    numbered = clause.address is not None and clause.address.number is not None
    heading = "" if numbered else shown_heading(clause.heading)
    return heading or str(clause.address or ""), numbered


def citation_pattern(document: Document, language: str, *, numbered: bool) -> str:
    """The line that cites any clause of a document, with ``{name}`` where its number or heading belongs."""
    pattern = _OTHER if not numbered else _LAW if document.role == "laws" else _CLAUSE
    said = catalogue_of(language).gettext(pattern)
    return said.format(name="{name}", edition=document.edition, title=document.title.strip(), document=document.id)


def citation(document: Document, clause: Clause, language: str) -> str:
    """One line in ``language`` that cites a clause of a document; a clause without a number goes by its heading."""
    name, numbered = _name_of(clause)
    return citation_pattern(document, language, numbered=numbered).replace("{name}", name)
