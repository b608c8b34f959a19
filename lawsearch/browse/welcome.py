"""What stands on the screen before anything has been opened."""

from __future__ import annotations

from textual.content import Content

from lawsearch.locale import N_
from lawsearch.locale import gettext as _

_KEYS = (
    ("/", N_("search in your own words, in any form")),
    ("g", N_("go to a number, such as 64A1")),
    ("t", N_("contents")),
    ("n", N_("begin with Law 1")),
    ("?", N_("all keys")),
)


def welcome_note() -> Content:
    """What this is, which text it shows, and how to add one's own."""
    standing = _(
        "The texts that come with lawsearch are an unofficial restatement in our own words and a director's notes. "
        "The official text prevails."
    )
    keys = [Content.styled(f"  {key}  ", "bold $accent") + Content(_(does)) for key, does in _KEYS]
    paragraphs = [
        Content.styled(_("The Laws of Duplicate Bridge, in Russian and English"), "bold"),
        Content(standing),
        Content("\n").join(keys),
        # on a line of its own: broken in the middle, a command is no command
        Content(_("Your own copies of law texts are added with:")) + Content(_("\n  lawsearch add FILE")),
    ]
    return Content("\n\n").join(paragraphs)
