"""How the page words what a library holds: addresses, headings, first words, the standing of a text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from markupsafe import Markup, escape

from lawsearch.language.folding import language_of
from lawsearch.library import Library
from lawsearch.locale import gettext as _
from lawsearch.locale.display import shorten
from lawsearch.locale.heading import shown_heading
from lawsearch.locale.hits import Said
from lawsearch.model import Clause, Document

__all__ = [
    "Badge",
    "badge_of",
    "coloured",
    "heading_of",
    "in_force_badge",
    "in_languages",
    "label_of",
    "quoting",
]

_RED = re.compile("[\u2665\u2666]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Badge:
    """The edition and standing of the text in sight. ``own`` is the title of a text that the user has added."""

    edition: str
    role: str
    own: str | None


def badge_of(document: Document) -> Badge:
    """What the page says of a document at all times."""
    own = None if document.embedded else document.title
    return Badge(edition=document.edition, role=document.role, own=own)


def in_force_badge(library: Library) -> Badge:
    """The badge of pages that show several texts."""
    return Badge(edition=library.in_force, role="laws", own=None)


def coloured(html: str) -> Markup:
    """Escaped HTML of a text with its hearts and diamonds red; no attribute ever holds one."""
    return Markup(_RED.sub(r'<span class="red">\g<0></span>', html))  # noqa: S704 - escaped by the caller


def label_of(address: str) -> str:
    """How the page writes an address: numbers as they are, names in words."""
    prefix, colon, name = address.partition(":")
    if not colon:
        return address
    names = {
        "def": _("def."),
        "chapter": _("chapter {number}"),
        "part": _("part {number}"),
        "section": _("preface"),
        "unplaced": _("fragment {number}"),
        "example": _("example {number}"),
    }
    return names.get(prefix, address).format(number=name)


def heading_of(clause: Clause) -> str:
    """A clause's heading as it is shown, or its first words."""
    return shown_heading(clause.heading) if clause.heading else shorten(clause.text, 90)


def in_languages(pieces: Said) -> Markup:
    """The pieces of a sentence, those in a language of their own marked as such."""
    return Markup("").join(
        Markup('<span lang="{}">{}</span>').format(language, text) if language else escape(text)
        for text, language in pieces
    )


def quoting(sentence: str, words: str) -> Markup:
    """A sentence that holds words of a person, these marked with the language that they are in."""
    if not words or words not in sentence:
        return escape(sentence)
    before, _, after = sentence.partition(words)
    return in_languages([(before, ""), (words, language_of(words)), (after, "")])
