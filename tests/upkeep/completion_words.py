"""Write the table of words for the completion of command lines from the commands: ``python -m tests.upkeep.completion_words``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from lawsearch import completion, locale
from lawsearch.cli.group import COMMANDS, BareGroup, Settings

TABLE = Path(completion.__file__).with_name("words.json")

# What the English name of a value says about it.
_KINDS = {
    "ADDRESS": "address",
    "ADDRESS…": "address",
    "FILE": "file",
    "FILE…": "file",
    "FILE|-": "file",
    "FOLDER": "file",
    "DOC": "document",
    "DOC…": "document",
    "DOC|ROLE": "document",
}


def words() -> dict[str, Any]:
    """The table as it should be."""
    locale.activate("en")
    group = BareGroup.make(Settings())
    commands = {}
    with click.Context(group) as context:
        for name, (_module, short_help) in COMMANDS.items():
            command = group.get_command(context, name)
            assert command is not None
            arguments = [item for item in command.params if isinstance(item, click.Argument)]
            commands[name] = {
                "help": short_help(),
                "argument": _kind(arguments[0].metavar) if arguments else "",
                "options": [_option(item) for item in command.params if isinstance(item, click.Option)],
            }
            values = _values(arguments[0]) if arguments else []
            if values:
                commands[name]["argument_values"] = values
        shared = [_option(item) for item in group.get_params(context) if isinstance(item, click.Option)]
    return {"commands": commands, "options": shared}


def _kind(metavar: str | None) -> str:
    return _KINDS.get((metavar or "").strip("[]"), "other")


def _values(item: click.Parameter) -> list[str]:
    return list(item.type.choices) if isinstance(item.type, click.Choice) else []


def _option(item: click.Option) -> dict[str, Any]:
    values = _values(item)
    if not values and item.metavar and set(item.metavar) <= set("abcdefghijklmnopqrstuvwxyz|") and "|" in item.metavar:
        values = item.metavar.split("|")  # "ru|en"
    takes = not item.is_flag and not item.count
    return {
        "names": [*item.opts, *item.secondary_opts],
        "help": item.help or "",
        "value": (_kind(item.metavar) if not values else "choice") if takes else "",
        "values": values,
    }


def written() -> str:
    """The table as text."""
    return json.dumps(words(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    TABLE.write_text(written(), encoding="utf-8")
    sys.stdout.write(f"{TABLE}\n")
