"""TMX 1.4b: aligned segments for translators' programs such as OmegaT.

A unit for each heading and for each clause's own text; ``tuid`` is ``<series>-<edition>:<address>`` with ``#heading``
behind it for a heading. A segment is the text as it is, a line feed between paragraphs.
"""

from __future__ import annotations

from collections.abc import Iterator

from lawsearch import __version__
from lawsearch.export.characters import escape, escape_attribute
from lawsearch.export.formats import Selection
from lawsearch.library.aligning import Row


def write(selection: Selection) -> Iterator[str]:
    """The file."""
    languages = list(dict.fromkeys(document.language for document in selection.documents))
    source = languages[0] if languages else "*all*"
    yield (
        '<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">\n'
        f'<header creationtool="lawsearch" creationtoolversion="{__version__}" segtype="paragraph" o-tmf="lawsearch"'
        f' adminlang="en" srclang="{source}" datatype="plaintext"/>\n<body>\n'
    )
    for family in selection.families():
        languages = [document.language for document in family.documents]
        for row in selection.rows(family):
            name = f"{family.name}:{row.name}"
            yield _unit(f"{name}#heading", row, languages, [cell.heading if cell else None for cell in row.cells])
            yield _unit(name, row, languages, [cell.text if cell else None for cell in row.cells])
    yield "</body>\n</tmx>\n"


def _unit(name: str, row: Row, languages: list[str], texts: list[str | None]) -> str:
    """A unit of the languages that have the text; nothing if none has."""
    segments = "".join(
        f'<tuv xml:lang="{language}"><seg>{escape(text)}</seg></tuv>\n'
        for language, text in zip(languages, texts, strict=True)
        if text
    )
    if not segments:
        return ""
    kind = next(cell.kind for cell in row.cells if cell is not None)
    return f'<tu tuid="{escape_attribute(name)}"><prop type="x-kind">{kind}</prop>\n{segments}</tu>\n'
