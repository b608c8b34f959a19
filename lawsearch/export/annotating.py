"""A checked text given back with links, and the cited clauses behind it: HTML or Markdown.

In: the text as it was read, its checked citations, and the library. Out: one self-contained page (or Markdown text).
Promises: without its markup the HTML is the text, character for character; nothing of a text is ever markup in it; no
script, nothing fetched; each citation that leads to clauses is a link to the first of them in the appendix, and all of
them stand there once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from lawsearch.export.characters import escape, escape_attribute
from lawsearch.export.markup import clause_html
from lawsearch.library import Library
from lawsearch.locale import active_language
from lawsearch.locale import gettext as _
from lawsearch.locale.display import shorten
from lawsearch.locale.references import doubt, name_of_editions, why_nowhere
from lawsearch.model import CheckedCitation, Clause, Reference, Target

__all__ = ["ANNOTATIONS", "annotate_html", "annotate_markdown"]

_STYLE = """
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 45rem; margin: 2rem auto; padding: 0 1rem; color: #1b1b1b; background: #fff; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
.missing, .ambiguous { background: #ffd9d4; outline: 2px solid #b3261e; }
.external { border-bottom: 1px dotted #666; }
[data-note]::after { content: " [" attr(data-note) "]"; font-size: .85em; color: #8c1d18; }
section > section { margin-left: 1.5rem; }
h2, h3 { line-height: 1.25; }
:target { background: #fff6cc; }
@media (prefers-color-scheme: dark) {
  body { color: #e6e1e5; background: #141218; } a { color: #a8c7fa; } [data-note]::after { color: #f2b8b5; }
  .missing, .ambiguous { background: #601410; outline-color: #f2b8b5; } :target { background: #3b3420; }
}
"""


class _Appendix:
    """The cited clauses, each once, in the order in which they are cited; a clause's anchor is its number."""

    def __init__(self, checked: Sequence[CheckedCitation]) -> None:
        targets = dict.fromkeys(target for item in checked for target in item.reference.targets)
        self.anchors = {target: f"clause-{number}" for number, target in enumerate(targets, 1)}

    def link(self, target: Target) -> str | None:
        anchor = self.anchors.get(target)
        return f"#{anchor}" if anchor else None

    def link_of(self, reference: Reference) -> str | None:
        """The first of a reference's targets that stands here."""
        return next((link for target in reference.targets if (link := self.link(target))), None)


def _pieces(text: str, checked: Sequence[CheckedCitation]) -> Iterator[tuple[str, CheckedCitation | None]]:
    """The text cut at its citations, in order."""
    position = 0
    for item in checked:
        span = item.reference.span
        yield text[position : span.start], None
        yield text[span.start : span.stop], item
        position = span.stop
    yield text[position:], None


def _note(item: CheckedCitation, library: Library) -> str:
    """What there is to say about a citation beside its link; "" if it is right."""
    reference = item.reference
    if reference.edition_differs and reference.status == "resolved":
        return name_of_editions([library.documents[reference.targets[0].document].edition])
    why = doubt(reference) if reference.targets else why_nowhere(reference)
    if item.nearest:
        why += "; {} {}".format(_("nearest:"), ", ".join(str(target.address) for target in item.nearest))
    return why


def annotate_html(title: str, text: str, checked: Sequence[CheckedCitation], library: Library) -> str:
    """A page that needs nothing else."""
    from lawsearch.language import language_of

    appendix = _Appendix(checked)
    body = "".join(
        escape(piece) if item is None else _cited_html(piece, item, appendix, library)
        for piece, item in _pieces(text, checked)
    )
    name = title or _("Checked text")
    parts = [
        f'<!doctype html>\n<html lang="{active_language()}">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        f"<title>{escape(name)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>",
        f'<main>\n<h1>{escape(name)}</h1>\n<div class="text" lang="{language_of(text)}">{body}</div>\n</main>',
    ]
    if appendix.anchors:
        heading = _("Cited clauses")
        parts.append(f"<aside>\n<h2>{escape(heading)}</h2>")
        for target, anchor in appendix.anchors.items():
            document = library.documents[target.document]
            clause = library.clause(target)
            whence = escape(f"{document.title} ({document.id})")
            parts.append(_section(clause, appendix, anchor, whence, document.language))
        parts.append("</aside>")
    return "\n".join([*parts, "</body>\n</html>\n"])


def _cited_html(piece: str, item: CheckedCitation, appendix: _Appendix, library: Library) -> str:
    note = _note(item, library)
    words = shorten(item.first_words, 120)
    # the style sheet shows the note: it is no part of the text
    attributes = f'class="{escape_attribute(item.reference.status)}" title="{escape_attribute(words or note)}"'
    if note:
        attributes += f' data-note="{escape_attribute(note)}"'
    link = appendix.link_of(item.reference)
    return (
        f'<a {attributes} href="{link}">{escape(piece)}</a>' if link else f"<span {attributes}>{escape(piece)}</span>"
    )


def _section(clause: Clause, appendix: _Appendix, anchor: str | None, whence: str = "", language: str = "") -> str:
    """A clause and what is below it; the outermost has an ``anchor``, and names its ``language``."""
    name = " ".join(filter(None, (str(clause.address or ""), clause.heading or "")))
    at = f' id="{anchor}" lang="{language}"' if anchor else ""
    tag = "h3" if anchor else "h4"
    head = f"<{tag}>{escape(name)}</{tag}>" if name else ""
    text = clause_html(clause, appendix.link_of)
    below = "".join(_section(child, appendix, None) for child in clause.children)
    source = f"<p><small>{whence}</small></p>" if whence else ""
    return f"<section{at}>{head}\n{text}{below}{source}</section>"


_SPECIAL = re.compile(r"([\\`*_\[\]<>&~|#])")


def annotate_markdown(_title: str, text: str, checked: Sequence[CheckedCitation], library: Library) -> str:
    """The text as it is (it may be Markdown itself), its citations links to the clauses listed behind it."""
    appendix = _Appendix(checked)
    parts = []
    for piece, item in _pieces(text, checked):
        parts.append(piece if item is None else _cited_markdown(piece, item, appendix, library))
    if text and not text.endswith("\n"):
        parts.append("\n")
    if appendix.anchors:
        heading = _("Cited clauses")
        parts.append(f"\n---\n\n## {heading}\n")
        for target, anchor in appendix.anchors.items():
            parts.append(f'\n<a id="{anchor}"></a>\n')
            parts += _markdown(library.clause(target), 0)
            document = library.documents[target.document]
            parts.append(f"\n*{_escaped(document.title)} ({_escaped(document.id)})*\n")
    return "".join(parts)


def _cited_markdown(piece: str, item: CheckedCitation, appendix: _Appendix, library: Library) -> str:
    written = _escaped(" ".join(piece.split()))
    link = appendix.link_of(item.reference)
    note = _note(item, library)
    return (f"[{written}]({link})" if link else f"**{written}**") + (f" *({_escaped(note)})*" if note else "")


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def _markdown(clause: Clause, depth: int) -> Iterator[str]:
    name = " ".join(filter(None, (str(clause.address or ""), clause.heading or "")))
    if name:
        yield f"\n{'###' if depth == 0 else '####'} {_escaped(' '.join(name.split()))}\n"
    for paragraph in clause.text.split("\n"):
        if paragraph.strip():
            yield f"\n{_escaped(paragraph)}\n"
    for child in clause.children:
        yield from _markdown(child, depth + 1)


# How a checked text can be given back.
ANNOTATIONS: dict[str, Callable[[str, str, Sequence[CheckedCitation], Library], str]] = {
    "html": annotate_html,
    "md": annotate_markdown,
}
