"""``lawsearch man``: the manual page in roff, made from the commands themselves, in the language of the interface."""

from __future__ import annotations

from collections.abc import Iterator

import click

from lawsearch.cli import output
from lawsearch.cli.group import COMMANDS, BareGroup, Settings
from lawsearch.locale import gettext as _


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""

    @click.command(
        "man",
        help=_("Print the manual page.")
        + "\n\n\b\n"
        + "  lawsearch man | man -l -\n"
        + "  lawsearch man > ~/.local/share/man/man1/lawsearch.1",
    )
    @click.pass_obj
    def man(settings: Settings) -> int:
        output.say("\n".join(manual_page(settings)))
        return 0

    return man


def manual_page(settings: Settings) -> Iterator[str]:
    """The lines of the page."""
    from lawsearch import __version__

    group = BareGroup.make(settings)
    context = click.Context(group, info_name="lawsearch", help_option_names=["-h", "--help"])
    manual = _("User commands")
    summary = _("the Laws of Duplicate Bridge: look up, search, follow references")
    yield f'.TH LAWSEARCH 1 "" "lawsearch {__version__}" "{_quoted(manual)}"'
    yield from _section(_("Name"))
    yield f"lawsearch \\- {roff(summary)}"
    yield from _section(_("Synopsis"))
    yield ".B lawsearch"
    yield roff(" ".join(group.collect_usage_pieces(context)))
    yield from _section(_("Description"))
    yield from _paragraphs(group.help or "")
    yield from _section(_("Options"))
    yield from _options(group, context)
    yield from _section(_("Commands"))
    for name in COMMANDS:
        command = group.get_command(context, name)
        assert command is not None
        inner = click.Context(command, info_name=name, parent=context)
        yield f'.SS "{_quoted(_plain_synopsis(command, inner))}"'
        yield from _paragraphs(command.help or "")
        yield from _options(command, inner)
    yield from _section(_("Exit status"))
    for code, meaning in (
        ("0", _("found, or done")),
        ("1", _("nothing found, or (check) citations that lead nowhere")),
        ("2", _("wrong usage")),
        ("3", _("broken input or library")),
    ):
        yield from _item(code, meaning)
    yield from _section(_("Environment"))
    for name, meaning in (
        ("LAWSEARCH_HOME", _("the folder of the library")),
        ("LC_ALL, LC_MESSAGES, LANG", _("the language of the interface, Russian or English (--ui decides)")),
        ("NO_COLOR", _("no colors, if it is set")),
        ("COLUMNS", _("the width to write in")),
        ("SOURCE_DATE_EPOCH", _("the time that an exported e-book bears")),
    ):
        yield from _item(name, meaning)
    yield from _section(_("License"))
    yield roff(_("The program is under the MIT license, the texts that come with it under CC BY 4.0."))
    yield roff(_("The texts are unofficial: our own words, not the Laws. The official text prevails."))


def roff(text: str) -> str:
    """Text as roff, on one line: nothing of it is a request or an escape."""
    line = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + line if line.startswith((".", "'")) else line


def _quoted(text: str) -> str:
    """Text as an argument of a request."""
    return roff(text).replace('"', "\\(dq")


def _section(title: str) -> Iterator[str]:
    yield f'.SH "{_quoted(title.upper())}"'


def _paragraphs(text: str) -> Iterator[str]:
    r"""Help as click writes it: empty lines part paragraphs, a line of ``\b`` keeps the lines of its paragraph."""
    for number, paragraph in enumerate(text.strip().split("\n\n")):
        if number:
            yield ".PP"
        if paragraph.startswith("\b"):
            yield ".nf"
            yield from (roff(line) for line in paragraph.split("\n")[1:] if line.strip())
            yield ".fi"
        else:
            yield roff(paragraph)


def _item(name: str, meaning: str) -> Iterator[str]:
    yield ".TP"
    yield f".B {roff(name)}"
    yield roff(meaning)


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and record[1]:
            yield from _item(record[0], record[1])


def _plain_synopsis(command: click.Command, context: click.Context) -> str:
    return " ".join((context.command_path, *command.collect_usage_pieces(context)))
