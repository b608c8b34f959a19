"""The records that the stages pass to one another.

All are frozen, slotted dataclasses, keyword-only but for the small pairs. Offsets are Unicode code points,
half-open; line numbers start at 1 and ranges of lines are inclusive. A record never refers back to the stage that
made it.

Making a dataclass costs half a millisecond, and a cold ``show`` needs only the records of a clause: the others are
imported when they are first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lawsearch.model.clauses import (
    NAMELESS,
    ROLES,
    Address,
    Clause,
    Document,
    LineRange,
    Reference,
    Span,
    Target,
    Wanted,
    is_figures,
)

if TYPE_CHECKING:
    from lawsearch.model.following import CheckedCitation, Citing, Expansion
    from lawsearch.model.places import Neighbours, Term, TermMention
    from lawsearch.model.reading import Characters, Citation, Furniture, ParsedDocument, Problem, SourceSpan, Table
    from lawsearch.model.results import Hit, ReadAs, Results, Through, Twin
else:
    _LATER = {
        **dict.fromkeys(("Neighbours", "Term", "TermMention"), "places"),
        **dict.fromkeys(
            ("Characters", "Citation", "Furniture", "ParsedDocument", "Problem", "SourceSpan", "Table"), "reading"
        ),
        **dict.fromkeys(("CheckedCitation", "Citing", "Expansion"), "following"),
        **dict.fromkeys(("Hit", "ReadAs", "Results", "Through", "Twin"), "results"),
    }

    def __getattr__(name: str) -> object:
        if name not in _LATER:
            raise AttributeError(name)
        from importlib import import_module

        return getattr(import_module(f"lawsearch.model.{_LATER[name]}"), name)


__all__ = [
    "NAMELESS",
    "ROLES",
    "Address",
    "Characters",
    "CheckedCitation",
    "Citation",
    "Citing",
    "Clause",
    "Document",
    "Expansion",
    "Furniture",
    "Hit",
    "LineRange",
    "Neighbours",
    "ParsedDocument",
    "Problem",
    "ReadAs",
    "Reference",
    "Results",
    "SourceSpan",
    "Span",
    "Table",
    "Target",
    "Term",
    "TermMention",
    "Through",
    "Twin",
    "Wanted",
    "is_figures",
]
