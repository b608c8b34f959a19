"""``lawsearch term``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lawsearch.cli import options, output
from lawsearch.cli.group import Settings
from lawsearch.locale import choose_language
from lawsearch.locale import gettext as _
from lawsearch.locale.display import shorten

if TYPE_CHECKING:
    from lawsearch.library import Library
    from lawsearch.model import Term


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""

    @click.command("term", help=_("Show the names of a term in both languages, and what it means."))
    @click.argument("words", nargs=-1, required=True, metavar=_("WORDS…"))
    @options.json_option()
    @click.pass_obj
    def term(settings: Settings, words: tuple[str, ...], as_json: bool) -> int:
        text = " ".join(words)
        with output.open_library(settings) as library:
            terms, read_as = library.read_terms(text)
            if read_as is not None:
                from lawsearch.locale.reading import describe_reading

                output.tell(output.dim(describe_reading(read_as)))
            if as_json:
                output.say_json({"terms": [_record(item) for item in terms]})
            else:
                for item in terms:
                    _say(item, library, choose_language(settings.ui))
        if not terms:
            word = output.safe(shorten(text, 60))
            output.tell(
                _("No term is named “{word}”. The texts are searched by: lawsearch search WORDS").format(word=word)
            )
        return 0 if terms else 1

    return term


def _record(term: Term) -> dict[str, object]:
    return {
        "concept": term.concept,
        "names": {language: list(names) for language, names in term.names.items()},
        "definition": str(term.definition) if term.definition else None,
        "notes": term.notes,
    }


def _say(term: Term, library: Library, language: str) -> None:
    for code, (preferred, *others) in term.names.items():
        synonyms = f" ({', '.join(others)})" if others else ""
        output.say(output.flow(f"{preferred}{synonyms}", indent="    ", first=f"{output.dim(code)}  "))
    if term.definition is not None:
        clause = library.show(term.definition, language=language)
        head = f"    {output.bold(str(term.definition))} "
        output.say(output.flow(clause.text or clause.heading or "", indent="    ", first=head))
    if note := term.notes.get(language):
        output.say(output.dim(output.flow(note, indent="    ", first="    ")))
    output.say()
