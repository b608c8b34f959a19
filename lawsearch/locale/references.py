"""What is said of a reference that leads nowhere, or not for sure to one place."""

from __future__ import annotations

from lawsearch.locale import gettext as _
from lawsearch.model import Reference


def why_nowhere(reference: Reference) -> str:
    """Why a reference leads to no clause."""
    if reference.status == "missing":
        return _("there is no such clause")
    if not reference.wanted and reference.form in ("item", "relative"):
        return _("only its own document tells which clause is meant")
    return _("the library does not hold that text")


def doubt(reference: Reference) -> str:
    """What is not certain about a reference that has targets; "" if nothing."""
    doubts = {"ambiguous": _("several clauses are possible"), "missing": _("not all of these exist")}
    return doubts.get(reference.status, "")
