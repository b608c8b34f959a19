"""What is said of a clause in two documents: the same on the command line, on the page and in the reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lawsearch.locale import gettext as _
from lawsearch.locale.heading import shown_heading

if TYPE_CHECKING:
    from lawsearch.library.comparing import Comparison

__all__ = ["headings_of", "remark_on"]


def headings_of(item: Comparison) -> tuple[str, str]:
    """The headings of both sides as they are shown; "" where there is none."""
    left, right = (shown_heading(clause.heading) if clause is not None else "" for clause in (item.left, item.right))
    return left, right


def remark_on(item: Comparison, right: str) -> str:
    """What is said behind the name of a pair, ``right`` being the document of the right side; "" for changed text."""
    if item.kind == "same":
        left_heading, right_heading = headings_of(item)
        return _("unchanged") if left_heading == right_heading else _("only the heading has changed")
    if item.kind == "left":
        return _("no counterpart in {document}").format(document=right)
    if item.kind == "right":
        return _("only in {document}").format(document=right)
    return {"moved": _("moved"), "paired": _("two languages: not compared word for word")}.get(item.kind, "")
