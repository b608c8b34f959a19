"""``lawsearch add``."""

from __future__ import annotations

import click

from lawsearch.cli import options, output
from lawsearch.cli.group import Settings
from lawsearch.cli.problems import say_pages, say_problems
from lawsearch.cli.sources import say_info
from lawsearch.errors import InputError
from lawsearch.locale import gettext as _


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""

    @click.command(
        "add",
        help=_(
            "Add your own copy of a law text to the library, as one document.\n\n"
            "A folder stands for the files in it; several files may be fragments or pages of one text. "
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
    @click.option("--title", metavar=_("TITLE"), help=_("Title of the document."))
    @options.encoding_option(_("Encoding of the files, such as cp866 (default: by the evidence)."))
    @options.repair_option()
    @options.layout_option()
    @click.option("--strict", is_flag=True, help=_("Add nothing if there is a problem (exit code 3)."))
    @options.wait_option()
    @click.pass_obj
    def add(
        settings: Settings,
        files: tuple[str, ...],
        as_document: str | None,
        title: str | None,
        encoding: str | None,
        repair: bool,
        layout: str | None,
        strict: bool,
        wait: float,
    ) -> int:
        with output.open_library(settings, wait) as library:
            try:
                added = library.add(
                    files,
                    as_document=as_document,
                    title=title,
                    encoding=encoding,
                    repair=repair,
                    layout=layout,
                    strict=strict,
                    wait=wait,
                )
            except InputError as error:
                say_refused(error)
                raise
        say_info(added.info)
        say_pages(added.pages)
        if added.replaced:
            output.tell(_("Replaced: {files}").format(files=", ".join(added.replaced)))
        if added.problems:
            output.say(output.dim(_("Problems")))
            say_problems(added.problems)
        return 0

    return add


def say_refused(error: InputError) -> None:
    """The problems for which --strict has refused a document."""
    problems = error.params.get("problems")
    if isinstance(problems, tuple):
        output.say(output.dim(_("Problems")))
        say_problems(problems)
