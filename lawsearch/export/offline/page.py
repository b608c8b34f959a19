"""Writes the offline page (see :mod:`lawsearch.export.offline`).

The first pass over the documents gives each clause its ``id`` (the address; with the work's name before it if an
earlier work has the same address) and finds who cites whom; the second writes the text, one work at a time.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lawsearch.export.characters import replace_forbidden
from lawsearch.export.formats import Family, Selection
from lawsearch.export.markup import clause_html, escape, escape_attribute, text_html
from lawsearch.export.offline.vocabulary import pack_forms, pack_situations
from lawsearch.language import LANGUAGES, get_language, is_cyrillic, weak_words
from lawsearch.language.keyboard import OTHER_LAYOUT, READINGS
from lawsearch.language.text import tokenize
from lawsearch.library.aligning import Row
from lawsearch.locale import N_, catalogue_of
from lawsearch.locale.citing import citation_pattern, short_pattern
from lawsearch.locale.heading import shown_heading, titled
from lawsearch.locale.hits import THROUGH
from lawsearch.model import Clause, Document, Reference

# What the page says, by the names that its script and its ``data-t`` attributes use.
UI = {
    "skip": N_("Skip to the text"),
    "search": N_("Search"),
    "placeholder": N_("Words, or a number: 64A1"),
    "contents": N_("Contents"),
    "language": N_("Language"),
    "large": N_("Large print"),
    "dark": N_("Night"),
    "display": N_("Display"),
    "trail": N_("Trail"),
    "back": N_("Back"),
    "results": N_("Results"),
    "found": N_("Found: {n}."),
    "nothing": N_("Nothing was found. Try other words, or fewer."),
    "readas": N_("Read as: {text}."),
    "old": N_("This browser is an old one: words are found only as they are printed."),
    "cited": N_("Cited in"),
    "gap": N_("Not in this language."),
    "note": N_("What the reference says"),
    "edition": N_("Edition"),
    "number": N_("Read as the number of a clause: {text}."),
    "nosuch": N_("There is no clause {text}. The nearest:"),
    "term": THROUGH["term"],
    "situation": THROUGH["situation"],
    "copy": N_("Copy text"),
    "cite": N_("Copy citation"),
    "print": N_("Print this law"),
    "printall": N_("Print all texts"),
    "copied": N_("The text is copied, with its source."),
    "cited_copied": N_("The citation is copied."),
    "nocopy": N_("The browser does not allow copying."),
    "table": N_("Table"),
}
_NO_SCRIPT = N_(
    "Search, languages and large print need JavaScript. Without it, read on and use the search of the browser."
)
_LANGUAGE_NAMES = {"ru": N_("Russian"), "en": N_("English"), "both": N_("Both languages")}
_BUTTONS = {"ru": "RU", "en": "EN"}
_FOLDER = Path(__file__).parent
_DEEPEST = 6


def write(selection: Selection) -> Iterator[str]:
    """The file."""
    places = _Places(selection)
    style = _FOLDER.joinpath("offline.css").read_text(encoding="utf-8")
    script = _FOLDER.joinpath("offline.js").read_text(encoding="utf-8")
    languages = [code for code in LANGUAGES if any(document.language == code for document in selection.documents)]
    page = _Page(places, languages)
    families = selection.families()
    yield page.head(families, style, script)
    yield from page.contents(families, places)
    yield page.before_works()
    printed: set[str] = set()
    for family in families:
        yield from page.work(family, selection.rows(family), printed)
    yield page.after_works()
    # a text may hold </script> or <!--
    data = replace_forbidden(_compact(page.data(selection))).replace("<", chr(92) + "u003c")
    yield f'<script type="application/json" id="data">{data}</script>\n'
    # nobody reads these, and they are half of the page unless they are packed
    words = base64.b64encode(zlib.compress(_compact(page.words(selection, printed)).encode(), 9)).decode("ascii")
    yield f'<script type="application/octet-stream" id="words">{words}</script>\n'
    yield "</body>\n</html>\n"


@dataclass(slots=True)
class _Entry:
    """A line of the contents."""

    id: str
    depth: int
    kind: str
    name: str
    headings: dict[str, str] = field(default_factory=dict)


class _Places:
    """Where each clause stands in the page, and who cites it."""

    def __init__(self, selection: Selection) -> None:
        self._ids: dict[tuple[str, str], str] = {}
        self.back: dict[str, dict[str, int]] = {}  # a clause, who refers to it or into it, and how often
        self.headings: dict[str, dict[str, str]] = {}
        self.entries: dict[str, list[_Entry]] = {}
        taken: set[str] = set()
        links: list[tuple[str, int, Reference]] = []
        chains: dict[str, tuple[str, ...]] = {}
        for family in selection.families():
            fresh: set[str] = set()
            entries = self.entries[family.name] = []
            above: dict[int, str] = {}
            chain: dict[str, tuple[str, ...]] = {}  # a clause and those above it
            for row in selection.rows(family):
                # what stands in closing text is cited as the clause that it closes
                name = self._name_row(family, row, taken) or above.get(row.depth - 1, "")
                if row.address is not None:
                    chain[name] = (name, *chain.get(above.get(row.depth - 1, ""), ()))
                    self.headings[name] = {
                        family.documents[place].language: shown_heading(cell.heading)
                        for place, cell in enumerate(row.cells)
                        if cell is not None and row.address.prefix
                    }
                above[row.depth] = name
                fresh.add(name)
                for place, cell in enumerate(row.cells):
                    links += [(name, place, ref) for ref in (cell.references if cell is not None else ()) if name]
                entry = _entry(row, name)
                if entry is not None:
                    entries.append(entry)
            taken |= fresh
            chains |= chain
        counts: dict[tuple[str, str], Counter[int]] = {}
        for source, language, reference in links:
            reached = {
                above
                for target in reference.targets
                if (known := self._ids.get((target.document, str(target.address)))) is not None
                for above in chains[known]
            }
            for name in reached - set(chains[source]):  # what stands inside a clause does not refer to it
                counts.setdefault((name, source), Counter())[language] += 1
        for (name, source), found in counts.items():
            # a text says the same in each language: it counts once
            self.back.setdefault(name, {})[source] = max(found.values())

    def _name_row(self, family: Family, row: Row, taken: set[str]) -> str:
        if row.address is None:
            return ""
        name = str(row.address)
        if name in taken:
            name = f"{family.name}:{name}"
        for document, cell in zip(family.documents, row.cells, strict=True):
            if cell is not None:
                for address in (row.address, *cell.also):
                    self._ids.setdefault((document.id, str(address)), name)
        return name

    def of(self, document: str, clause: Clause) -> str | None:
        """The id of a clause, or None if it has no address."""
        return self._ids.get((document, str(clause.address))) if clause.address is not None else None

    def href(self, reference: Reference) -> str | None:
        """Where a reference leads: the first of its targets that is in the page."""
        for target in reference.targets:
            if (name := self._ids.get((target.document, str(target.address)))) is not None:
                return "#" + name
        return None


def _entry(row: Row, name: str) -> _Entry | None:
    """A line of the contents for a chapter, part, law or other clause of the top with a heading."""
    cells = [cell for cell in row.cells if cell is not None]
    kind = cells[0].kind
    if row.address is None or not (kind in ("chapter", "part", "law") or row.depth == 1):
        return None
    headings = {cell.document: titled(cell) for cell in cells if cell.heading or cell.label}
    number = str(row.address) if not row.address.prefix else ""
    return _Entry(name, row.depth, kind, number, headings) if headings or number else None


class _Page:
    """Writes the parts of the page."""

    def __init__(self, places: _Places, languages: Sequence[str]) -> None:
        self._places = places
        self._languages = languages
        self._start = _interface_language(languages)
        self._say = {code: catalogue_of(code).gettext for code in LANGUAGES}

    def _t(self, name: str) -> str:
        return escape(self._say[self._start](UI[name]))

    def head(self, families: Sequence[Family], style: str, script: str) -> str:
        """Everything up to the contents."""
        policy = (
            f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
            "base-uri 'none'; form-action 'none'"
        )
        view = "both" if len(self._languages) > 1 else self._start
        return (
            f'<!DOCTYPE html>\n<html lang="{self._start}" data-view="{view}">\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            '<meta name="referrer" content="no-referrer">\n<meta name="generator" content="lawsearch">\n'
            f"<title>{escape(self._page_title(families, self._start))}</title>\n"
            f"<style>{style}</style>\n<script>{script}</script>\n</head>\n<body>\n"
            f'<a class="skip" href="#main" data-t="skip">{self._t("skip")}</a>\n'
            f'<header class="bar">\n<div class="tools">\n{self._tools()}</div>\n'
            f'<nav class="trail" id="trail" data-label="trail" aria-label="{self._t("trail")}" hidden>'
            f'<button type="button" id="back">← <span data-t="back">{self._t("back")}</span></button><ol></ol></nav>\n'
            f"{self._unofficial(families)}</header>\n"
        )

    def _page_title(self, families: Sequence[Family], language: str) -> str:
        for document in families[0].documents if families else ():
            if document.language == language:
                return document.title
        return families[0].documents[0].title if families else "lawsearch"

    def _tools(self) -> str:
        views = [(code, _BUTTONS.get(code, code.upper())) for code in self._languages]
        if len(views) > 1:
            views.append(("both", " + ".join(name for _, name in views)))
        buttons = "".join(
            f'<button type="button" data-view-button="{code}" aria-pressed="{"true" if code == "both" else "false"}"'
            f' data-label="name-{code}" aria-label="{name}">{name}</button>'
            for code, name in views
        )
        switch = (
            f'<div class="group" role="group" data-label="language" aria-label="{self._t("language")}">{buttons}</div>\n'
            if len(views) > 1
            else ""
        )
        no_script = escape(self._say[self._start](_NO_SCRIPT))
        return (
            f'<noscript><p class="no-script">{no_script}</p></noscript>\n'
            f'<button type="button" class="contents-button" id="contents-button" aria-expanded="false" aria-controls="contents">'
            f'☰ <span data-t="contents">{self._t("contents")}</span></button>\n'
            f'<form id="search" role="search"><label class="vh" for="q" data-t="search">{self._t("search")}</label>'
            f'<input type="search" id="q" placeholder="{self._t("placeholder")}" autocomplete="off" autocapitalize="off"'
            f' spellcheck="false" enterkeyhint="search"></form>\n{switch}'
            f'<div class="group" role="group" data-label="display" aria-label="{self._t("display")}">'
            f'<button type="button" id="large" aria-pressed="false" data-label="aplus" aria-label="A+">A+</button>'
            f'<button type="button" id="dark" aria-pressed="false" data-t="dark">{self._t("dark")}</button></div>\n'
        )

    def _unofficial(self, families: Sequence[Family]) -> str:
        """Edition and notice of the first work, always in sight."""
        if not families:
            return ""
        lines = _spans(
            [
                (
                    document.language,
                    " · ".join(
                        filter(
                            None,
                            (
                                f"{self._say[document.language](UI['edition'])} {document.edition}",
                                document.notice,
                            ),
                        )
                    ),
                )
                for document in families[0].documents
            ]
        )
        return f'<p class="unofficial">{lines}</p>\n'

    def contents(self, families: Sequence[Family], places: _Places) -> Iterator[str]:
        """The contents of all works."""
        yield f'<div class="page">\n<nav class="contents" id="contents" data-label="contents" aria-label="{self._t("contents")}">\n'
        for family in families:
            titles = _spans([(document.language, document.title) for document in family.documents])
            yield f"<h2>{titles}</h2>\n<ul>\n"
            inside = False
            for entry in places.entries[family.name]:
                if entry.kind in ("chapter", "part"):
                    yield "</ul></details></li>\n" if inside else ""
                    yield f"<li><details><summary>{_in_languages(entry, family)}</summary><ul>\n{_content_line(entry, family)}"
                    inside = True
                elif entry.depth == 1 and inside:
                    yield f"</ul></details></li>\n{_content_line(entry, family)}"
                    inside = False
                else:
                    yield _content_line(entry, family)
            yield ("</ul></details></li>\n" if inside else "") + "</ul>\n"
        yield f'<p class="print-all"><button type="button" id="print-all" data-t="printall">{self._t("printall")}</button></p>\n'
        yield "</nav>\n"

    def before_works(self) -> str:
        return (
            '<main id="main" tabindex="-1">\n'
            f'<section class="results" id="results" data-label="results" aria-label="{self._t("results")}" hidden>'
            f'<h1 class="vh" data-t="results">{self._t("results")}</h1>'
            '<p class="status" id="status" role="status"></p><ol id="hits"></ol></section>\n<div id="works">\n'
        )

    def after_works(self) -> str:
        return (
            "</div>\n</main>\n</div>\n"
            '<p class="toast" id="toast" role="status"></p>\n'
            f'<div class="note" id="note" role="region" data-label="note" aria-label="{self._t("note")}" hidden></div>\n'
        )

    def work(self, family: Family, rows: Sequence[Row], printed: set[str]) -> Iterator[str]:
        """A work with all its languages; the words of its texts go into ``printed``."""
        names = " ".join(
            f'data-{document.language}="{escape_attribute(f"{_short(document)}")}"{_citations(document)}'
            for document in family.documents
        )
        has_chapters = any(cell.kind == "chapter" for row in rows for cell in row.cells if cell is not None)
        yield f'<article class="work{" chapters" if has_chapters else ""}" data-role="{family.role}" {names}>\n<header class="row"><span></span>'
        for document in family.documents:
            notice = f'<p class="notice">{escape(document.notice)}</p>' if document.notice else ""
            yield (
                f'<div class="c" lang="{document.language}"><h1>{escape(document.title)}</h1>'
                f'<p class="notice">{escape(self._say[document.language](UI["edition"]))} {escape(document.edition)}</p>{notice}</div>'
            )
        yield "</header>\n"
        inside = False
        nameless = 0
        for row in rows:
            kind = next(cell.kind for cell in row.cells if cell is not None)
            if kind in ("chapter", "law") or row.depth == 1 or not inside:
                yield ("</section>\n" if inside else "") + '<section class="law">\n'
                inside = True
            nameless += row.address is None
            yield self._row(family, row, kind, f"{family.name}~{nameless}")
            for cell in row.cells:
                if cell is not None:
                    printed.update(token.form for token in tokenize(f"{cell.heading or ''} {cell.text}"))
        yield ("</section>\n" if inside else "") + "</article>\n"

    def _row(self, family: Family, row: Row, kind: str, nameless: str) -> str:
        name = next(
            (found for cell in row.cells if cell is not None if (found := self._places.of(cell.document, cell))),
            nameless,
        )
        shown = str(row.address) if row.address is not None and not row.address.prefix else "#"
        label = "" if shown != "#" else self._label(family, row, name)
        number = (
            f'<a class="n{"" if label == "" else " plain"}" href="#{escape_attribute(name)}"{label}>{escape(shown)}</a>'
            if row.address
            else "<span></span>"
        )
        depth = row.depth - 1
        cells = "".join(
            self._cell(document, cell, min(depth + 2, _DEEPEST))
            for document, cell in zip(family.documents, row.cells, strict=True)
        )
        extra = f' data-k="{kind}"' if kind in ("law", "chapter", "unplaced") else ""
        return f'<div class="row d{depth}" data-d="{depth}"{extra} id="{escape_attribute(name)}">{number}{cells}{self._back(name)}</div>\n'

    def _label(self, family: Family, row: Row, name: str) -> str:
        """What a screen reader says for the # of a row without a number: its heading, in the page's language if it can."""
        titles = {
            document.language: title
            for document, cell in zip(family.documents, row.cells, strict=True)
            if cell is not None and (title := titled(cell))
        }
        language = self._start if self._start in titles else next(iter(titles), "")
        if not language:
            return f' aria-label="{escape_attribute(name)}"'
        return f' lang="{language}" aria-label="{escape_attribute(titles[language])}"'

    def _cell(self, document: Document, clause: Clause | None, level: int) -> str:
        if clause is None:
            gap = escape(self._say[document.language](UI["gap"]))
            return f'<div class="c" lang="{document.language}"><p class="gap">{gap}</p></div>'
        heading = titled(clause)
        head = f"<h{level}>{text_html(heading)}</h{level}>" if heading else ""
        return f'<div class="c" lang="{document.language}">{head}{clause_html(clause, self._places.href, scroller=self._say[document.language](UI["table"]))}</div>'

    def _back(self, name: str) -> str:
        sources = self._places.back.get(name)
        if not sources:
            return ""
        links = " ".join(
            f'<a href="#{escape_attribute(source)}">{self._called(source)}</a>{f" &times;{count}" if count > 1 else ""}'
            for source, count in sources.items()
        )
        total = sum(sources.values())
        return f'<details class="back"><summary><span data-t="cited">{self._t("cited")}</span> {total}</summary>{links}</details>'

    def _called(self, name: str) -> str:
        """What a link calls a clause: its number, or its heading in the language that is read."""
        headings = self._places.headings.get(name) or {}
        named = [(language, text) for language, text in headings.items() if text]
        return _spans(named) if named else escape(name)

    def _words(self, code: str) -> dict[str, str]:
        """What the page says in a language; the names of buttons begin with what stands on them."""
        say = self._say[code]
        words = {name: say(text) for name, text in UI.items()}
        for view, name in _LANGUAGE_NAMES.items():
            shown = _BUTTONS.get(view, " + ".join(_BUTTONS.get(one, one.upper()) for one in self._languages))
            words[f"name-{view}"] = f"{shown}: {say(name)}"
        return words | {"aplus": f"A+: {say(UI['large'])}"}

    def words(self, selection: Selection, printed: set[str]) -> dict[str, Any]:
        """The forms of words, and what players say, for the search."""
        words = selection.words
        situations = [item for item in words.situations if item.language in self._languages]
        spoken = {token.form for item in situations for token in tokenize(item.text)}
        named = {token.form for group in _names(selection) for name in group for token in tokenize(name)}
        packed = pack_forms(words, printed | spoken, named)
        return {
            "paradigms": packed.paradigms,
            "lexemes": packed.lexemes,
            "situations": pack_situations(situations),
        }

    def data(self, selection: Selection) -> dict[str, Any]:
        """What the script needs besides."""
        grammars = [get_language(code) for code in LANGUAGES]
        lead = "|".join(word for one in grammars for word in (one.LAW_WORD, one.CLAUSE_WORD, one.SECTION_WORD))
        sections = "|".join(word for one in grammars for word in (one.CLAUSE_WORD, one.SECTION_WORD))
        return {
            "languages": list(self._languages),
            "start": self._start,
            "titles": {code: self._page_title(selection.families(), code) for code in self._languages},
            "ui": {code: self._words(code) for code in self._say},
            "terms": _names(selection),
            "keyboard": _keyboard(),
            "weak": sorted(weak_words()),
            "lead": lead,
            "sections": sections,
            "asks": [_for_script(f"^(?:{one.ASKS_MEANING})$") for one in grammars],
            "signs": [r"(?<![\p{L}\d])(?:" + _for_script(one.MEANING_SIGN) + r")(?![\p{L}\d])" for one in grammars],
            "fillers": sorted(set().union(*(one.MEANING_FILLERS for one in grammars))),
            "and": "|".join(one.AND for one in grammars),
            "readings": READINGS,
        }


def _compact(record: dict[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def _names(selection: Selection) -> list[list[str]]:
    """The names of each term, in all languages."""
    return [[name for named in term.names.values() for name in named] for term in selection.words.terms]


def _for_script(pattern: str) -> str:
    """A pattern as the script writes it, whose letters are those of all alphabets (flag ``u``)."""
    return pattern.replace("(?P<", "(?<").replace(r"\w", r"[\p{L}\d]")


def _keyboard() -> list[str]:
    """The small letters of the Latin layout, and at the same places those of the Russian one."""
    keys = {chr(key): letter for key, letter in OTHER_LAYOUT.items() if letter.islower() and not is_cyrillic(chr(key))}
    return ["".join(keys), "".join(keys.values())]


def _citations(document: Document) -> str:
    """Patterns of the citations of a document's clauses, for the script."""
    parts = []
    for kind, numbered in (("", True), ("named-", False)):
        line = f"{citation_pattern(document, document.language, numbered=numbered)}. {document.notice}".strip()
        short = short_pattern(document, document.language, numbered=numbered)
        parts.append(f' data-{kind}source-{document.language}="{escape_attribute(line)}"')
        parts.append(f' data-{kind}short-{document.language}="{escape_attribute(short)}"')
    return "".join(parts)


def _short(document: Document) -> str:
    """A work in a list of results: its title up to a colon."""
    return document.title.partition(":")[0]


def _in_languages(entry: _Entry, family: Family) -> str:
    return _spans([(document.language, entry.headings.get(document.id, "")) for document in family.documents])


def _spans(texts: Sequence[tuple[str, str]]) -> str:
    """A line in several languages, of which the page shows that of its interface, or the only one there is."""
    present = [(language, text) for language, text in texts if text]
    only = ' class="only"' if len(present) == 1 else ""
    return " ".join(f'<span lang="{language}"{only}>{escape(text)}</span>' for language, text in present)


def _content_line(entry: _Entry, family: Family) -> str:
    number = f"<b>{escape(entry.name)}</b>" if entry.name else ""
    return f'<li><a href="#{escape_attribute(entry.id)}">{number}<span>{_in_languages(entry, family)}</span></a></li>\n'


def _hash(content: str) -> str:
    """The source expression of a content security policy for an inline script or style."""
    return "sha256-" + base64.b64encode(hashlib.sha256(content.encode("utf-8")).digest()).decode("ascii")


def _interface_language(languages: Sequence[str]) -> str:
    """The language of the interface if the page has it, else its first."""
    from lawsearch.locale import active_language

    wanted = active_language()
    return wanted if wanted in languages else (languages[0] if languages else "en")
