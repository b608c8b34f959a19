"""``lawsearch add``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lawsearch.cli import options, output
from lawsearch.cli.group import Settings
from lawsearch.cli.problems import say_pages, say_problems
from lawsearch.cli.sources import say_info, source_record
from lawsearch.errors import InputError
from lawsearch.language import LANGUAGES
from lawsearch.locale import gettext as _

if TYPE_CHECKING:
    from lawsearch.library import Added

_SIGNS_SHOWN = 4  # clauses by which an edition was known


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""

    @click.command(
        "add",
        help=_(
            "Add your own copy of a law text to the library, as one document.\n\n"
            "A folder or archive stands for the files in it; several files may be fragments or pages of one text. "
            "A text in two languages becomes two documents. "
            "Files of a name that the document has already replace it. "
            "lawsearch keeps a copy of each file."
        ),
    )
    @click.argument("files", nargs=-1, required=True, metavar=_("FILE…"))
    @click.option(
        "--as",
        "as_document",
        metavar=_("DOC"),
        help=_("Name of the document: series-edition-language, such as commentary-1987-ru."),
    )
    @click.option("--series", metavar=_("NAME"), help=_("Series of the document (default: by the layout)."))
    @click.option("--edition", metavar=_("YEAR"), help=_("Edition of the document (default: by the text)."))
    @click.option(
        "--lang",
        "language",
        type=click.Choice(LANGUAGES),
        help=_("Language of the document; of a text in two languages only this one is added."),
    )
    @click.option("--title", metavar=_("TITLE"), help=_("Title of the document."))
    @options.encoding_option(_("Encoding of the files, such as cp866 (default: by the evidence)."))
    @options.repair_option()
    @options.layout_option()
    @click.option("--strict", is_flag=True, help=_("Add nothing if there is a problem (exit code 3)."))
    @options.wait_option()
    @options.json_option()
    @click.pass_obj
    def add(
        settings: Settings,
        files: tuple[str, ...],
        as_document: str | None,
        series: str | None,
        edition: str | None,
        language: str | None,
        title: str | None,
        encoding: str | None,
        repair: bool,
        layout: str | None,
        strict: bool,
        wait: float,
        as_json: bool,
    ) -> int:
        with output.open_library(settings, wait) as library:
            try:
                added = library.add(
                    files,
                    as_document=as_document,
                    series=series,
                    edition=edition,
                    language=language,
                    title=title,
                    encoding=encoding,
                    repair=repair,
                    layout=layout,
                    strict=strict,
                    wait=wait,
                )
            except InputError as error:
                if not as_json:
                    say_refused(error)
                raise
        if as_json:
            output.say_json({"sources": [_record(item) for item in (added, *added.others)]})
            return 0
        for item in (added, *added.others):
            _say_added(item, as_document)
        if added.replaced:
            output.tell(_("Replaced: {files}").format(files=", ".join(added.replaced)))
        return 0

    return add


def _record(added: Added) -> dict[str, object]:
    from lawsearch.export import problem_record

    return {
        **source_record(added.info),
        "edition_known_by": added.known_by,
        "signs": list(added.signs),
        "files": list(added.files),
        "replaced": list(added.replaced),
        "problem_list": [problem_record(problem) for problem in added.problems],
    }


def _say_added(added: Added, asked: str | None) -> None:
    """A document as it now stands, how its edition was told, its pages and problems."""
    say_info(added.info)
    document = added.info.document
    if asked is not None and asked != document.id:
        output.say(output.flow(_("Added as {document}.").format(document=document.id), indent="  "))
    if added.known_by != "given":
        output.say(output.dim(output.flow(_known_by(added), indent="  ")))
    say_pages(added.pages)
    if added.problems:
        output.say(output.dim(_("Problems")))
        say_problems(added.problems)


def _known_by(added: Added) -> str:
    """``Edition 2017: so its numbering says (12C1(e)(ii), 23A1 …).``."""
    if added.known_by == "nothing":
        return _("The text does not say which edition it is; name it with --edition.")
    signs = ", ".join(added.signs[:_SIGNS_SHOWN]) + (" …" if len(added.signs) > _SIGNS_SHOWN else "")
    evidence = {
        "record": _("as the exported file says of itself"),
        "name": _("as the name of the file says"),
        "title": _("as the text says"),
        "numbers": _("as its numbering shows ({signs})").format(signs=signs),
        "layout": _("known by its layout"),
    }[added.known_by]
    return _("Edition {edition}: {evidence}.").format(edition=added.info.document.edition, evidence=evidence)


def say_refused(error: InputError) -> None:
    """The problems for which --strict has refused a document."""
    problems = error.params.get("problems")
    if isinstance(problems, tuple):
        output.say(output.dim(_("Problems")))
        say_problems(problems)
