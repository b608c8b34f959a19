"""What is said of references: of one that leads nowhere or not for sure to one place, and of many in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from lawsearch.locale import gettext as _
from lawsearch.locale import ngettext
from lawsearch.model import CheckedCitation, Reference


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


def counts_of(counts: Mapping[str, int]) -> str:
    """How many references of each status there are, those that lead to a clause first; "" for none."""
    # the number stands first: behind «ведут к пункту» it would be read as the number of a clause
    resolved, missing, ambiguous, external = (
        counts.get(status, 0) for status in ("resolved", "missing", "ambiguous", "external")
    )
    sentences = (
        (resolved, ngettext("{count} leads to a clause", "{count} lead to a clause", resolved)),
        (missing, ngettext("{count} leads nowhere", "{count} lead nowhere", missing)),
        (ambiguous, ngettext("{count} is ambiguous", "{count} are ambiguous", ambiguous)),
        (external, _("{count} cannot be followed here")),
    )
    return ", ".join(sentence.format(count=count) for count, sentence in sentences if count)


def name_of_editions(editions: Sequence[str]) -> str:
    """The edition, or the editions, that something is read in; "" for none."""
    named = ngettext("edition of {editions}", "editions of {editions}", len(editions))
    return named.format(editions=", ".join(editions)) if editions else ""


def is_right(item: CheckedCitation) -> bool:
    """True for a citation that leads to one clause, in the edition that is meant."""
    return item.reference.status == "resolved" and not item.reference.edition_differs


def verdict(checked: Sequence[CheckedCitation]) -> str:
    """What is said of a text as a whole: how many citations, whether all are right, and the editions they lead to."""
    if not checked:
        return _("There is no citation in the text.")
    count = len(checked)
    editions = sorted({item.edition for item in checked if item.edition})
    read = name_of_editions(editions)
    if all(map(is_right, checked)):
        return ngettext(
            "{count} citation, and it leads to a clause ({read}).",
            "{count} citations, each leads to a clause ({read}).",
            count,
        ).format(count=count, read=read)
    total = ngettext("{count} citation", "{count} citations", count).format(count=count)
    said = counts_of(Counter(item.reference.status for item in checked))
    return f"{total}: {said}" + (f" ({read})." if read else ".")
