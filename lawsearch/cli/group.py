"""The group of commands: global options anywhere on the line, lazy commands, and what a bare line means."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from functools import partial

import click

from lawsearch import locale
from lawsearch.locale import gettext as _

# Command → module of this package, and the short help, so that the list of commands loads none of them.
COMMANDS: dict[str, tuple[str, Callable[[], str]]] = {
    "search": ("search", lambda: _("Find clauses by words in any form, in Russian or English.")),
    "show": ("show", lambda: _("Show clauses by their numbers, with what they refer to.")),
    "refs": ("refs", lambda: _("List the references from a clause and to it.")),
    "compare": ("compare", lambda: _("Compare a clause in two editions, word for word.")),
    "duties": ("duties", lambda: _("Mark the words of duty, and where two languages differ in them.")),
    "check": ("check", lambda: _("Check every citation in a text of yours.")),
    "toc": ("toc", lambda: _("Show the contents of a document.")),
    "browse": ("browse", lambda: _("Read in full screen: contents, references as links, search, both languages.")),
    "term": ("term", lambda: _("Show the names of a term in both languages, and what it means.")),
    "sources": ("sources", lambda: _("List the documents of the library.")),
    "problems": ("problems", lambda: _("List what was not understood in the documents.")),
    "parse": ("parse", lambda: _("Read a file and show its clauses, without adding it.")),
    "add": ("add", lambda: _("Add your own copy of a law text to the library.")),
    "remove": ("remove", lambda: _("Remove a document that you have added.")),
    "build": ("build", lambda: _("Build the index anew.")),
    "serve": ("serve", lambda: _("Open the library as a page in the browser.")),
    "stats": ("stats", lambda: _("Show what is cited how often, what never, and what goes in circles.")),
    "export": ("export", lambda: _("Write documents as a file for other programs.")),
    "man": ("man", lambda: _("Print the manual page.")),
    "report": ("report", lambda: _("Describe how a file is read, without its text, for a bug report.")),
    "completion": ("completion", lambda: _("Print the script that completes command lines in your shell.")),
}


class Settings:
    """The global options."""

    def __init__(self) -> None:
        self.ui: str | None = None
        self.library: str | None = None
        self.plain = False
        self.near_command: str | None = None  # a bare word that is nearly a command, if it finds nothing


def take_global_options(arguments: Sequence[str]) -> tuple[Settings, list[str], Callable[[], str] | None]:
    """The global options, wherever they stand before ``--``; the other arguments; and what is wrong, if anything."""
    settings = Settings()
    rest: list[str] = []
    wrong: Callable[[], str] | None = None
    queue = list(arguments)
    while queue:
        argument = queue.pop(0)
        if argument == "--":
            rest += [argument, *queue]
            break
        name, equals, value = argument.partition("=")
        if argument == "--plain":
            settings.plain = True
        elif name in ("--ui", "--library"):
            if not equals:
                if not queue:
                    wrong = partial(_say_valueless, name)
                    break
                value = queue.pop(0)
            if name == "--library":
                settings.library = value
            elif value in locale.UI_LANGUAGES:
                settings.ui = value
            else:
                wrong = partial(_say_unspoken, value)
        else:
            rest.append(argument)
    return settings, rest, wrong


def _say_valueless(name: str) -> str:
    return _("Option {name!r} requires an argument.").format(name=name)


def _say_unspoken(value: str) -> str:
    return _("--ui is ru or en, not “{value}”.").format(value=value)


class BareGroup(click.Group):
    """A group whose bare line means what a person means: ``lawsearch 64A1`` shows, ``lawsearch "…"`` searches."""

    @classmethod
    def make(cls, settings: Settings) -> BareGroup:
        from lawsearch import __version__

        group = cls(
            name="lawsearch",
            help=_(
                "The Laws of Duplicate Bridge in Russian and English: look up a clause, search, follow references.\n\n"
                'A bare number shows its clause (lawsearch 64A1); bare words search (lawsearch "penalty card").'
            ),
            context_settings={"help_option_names": ["-h", "--help"], "color": False if settings.plain else None},
            no_args_is_help=True,
            options_metavar=_("[OPTIONS]"),
            subcommand_metavar=_("COMMAND …"),
            params=[
                click.Option(["--ui"], metavar="ru|en", help=_("Language of the interface (default: the locale's).")),
                click.Option(
                    ["--library"],
                    metavar=_("FOLDER"),
                    help=_("Folder of the library (default: LAWSEARCH_HOME, else your data folder)."),
                ),
                click.Option(["--plain"], is_flag=True, help=_("No colors, no decoration.")),
            ],
        )
        return click.version_option(__version__, prog_name="lawsearch")(group)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, short_help = COMMANDS[cmd_name]
        command: click.Command = importlib.import_module(f"lawsearch.cli.{module}").make_command()
        command.short_help = short_help()
        command.options_metavar = _("[OPTIONS]")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, short_help()) for name, (_module, short_help) in COMMANDS.items()])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """A bare line may begin with an option of the command that it means: ``lawsearch --limit 1 revoke``.

        ``help`` alone, or before a command, is what it is to other programs, and no question to the Laws.
        """
        if (
            args
            and args[0].lower() in ("help", _("help"))
            and (len(args) == 1 or args[1:] in ([name] for name in COMMANDS))
        ):
            args = [*args[1:], "--help"]
        words = [argument for argument in args if not argument.startswith("-")]
        first = args[0].partition("=")[0] if args else ""
        own = {name for parameter in self.get_params(ctx) for name in parameter.opts}
        if first.startswith("-") and first not in own and words and not COMMANDS.keys() & set(words):
            args = ["show" if self._is_address(words) else "search", *args]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name in COMMANDS:
            return name, self.get_command(ctx, name), args[1:]
        if isinstance(ctx.obj, Settings):
            ctx.obj.near_command = near_command(name)
        implied = "show" if self._is_address(args) else "search"
        return implied, self.get_command(ctx, implied), args

    @staticmethod
    def _is_address(args: Sequence[str]) -> bool:
        from lawsearch.cli.addresses import read_addresses

        return read_addresses([argument for argument in args if not argument.startswith("-")]) is not None


def near_command(name: str) -> str | None:
    """The command that differs from a word by one slip: a letter left out, changed, or two swapped."""
    for command in COMMANDS:
        if len(command) < 4 or not len(command) - 1 <= len(name) <= len(command) or name[:1] != command[0]:
            continue
        left_out = any(command[:cut] + command[cut + 1 :] == name for cut in range(len(command)))
        differing = [index for index, (one, other) in enumerate(zip(command, name, strict=False)) if one != other]
        swapped = len(differing) == 2 and sorted(command) == sorted(name) and differing[1] == differing[0] + 1
        if left_out or (len(name) == len(command) and (len(differing) == 1 or swapped)):
            return command
    return None
