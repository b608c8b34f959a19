"""How a query was read, as a sentence: the same on the command line, in the reader and on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lawsearch.locale import N_, gettext
from lawsearch.locale.display import safe, shorten

if TYPE_CHECKING:
    from lawsearch.model import ReadAs

_LONGEST = 60  # columns of a query in a sentence

_SENTENCES = {
    "address": N_("Read as the clause {target}."),
    "spelling": N_("Searched for “{target}” (spelling mended; quotes keep a word as it is)."),
    "layout": N_("Searched for “{target}” (typed on the other keyboard layout)."),
    "transliteration": N_("Searched for “{target}” (Russian in Latin letters)."),
    "joined": N_("Searched for “{target}” (words joined)."),
    "split": N_("Searched for “{target}” (words parted)."),
    "plain": N_("Read as plain words, without signs and quotes: “{target}”."),
    "shortened": N_("The query is too long: only its first words count."),
    "exclusions": N_("There are only words to leave out. Add a word to look for, such as: revoke -dummy"),
}


def describe_reading(read_as: ReadAs) -> str:
    """The sentence that says how a query was read where that was not word for word."""
    return gettext(_SENTENCES[read_as.kind]).format(target=shorten(safe(read_as.target), _LONGEST))
