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


def short_citation(document: Document, clause: Clause, language: str) -> str:
    """How a ruling names a clause, and nothing more: ``Law 54B2 (2017 edition)``."""
    pattern, name = _SHORT_CLAUSE, str(clause.address or "")
    if clause.address is None or clause.address.number is None:
        pattern, name = "{name} ({title})", shown_heading(clause.heading) or name
    elif document.role == "laws":
        pattern = _SHORT_LAW
    said = catalogue_of(language).gettext(pattern)
    return said.format(name=name, edition=document.edition, title=document.title.strip())


def citation(document: Document, clause: Clause, language: str) -> str:
    """One line in ``language`` that cites a clause of a document; a clause without a number goes by its heading."""
    address = clause.address
    numbered = address is not None and address.number is not None
    if numbered and document.role == "laws":
        pattern = _LAW
    elif numbered:
        pattern = _CLAUSE
    else:
        pattern = _OTHER
    return (
        catalogue_of(language)
        .gettext(pattern)
        .format(
            name=address if numbered else shown_heading(clause.heading) or str(address or ""),
            edition=document.edition,
            title=document.title.strip(),
            document=document.id,
        )
    )
