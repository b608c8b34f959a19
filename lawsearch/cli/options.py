"""Options that several commands share, each written once; made anew for a command, in the language of the interface."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from lawsearch.locale import gettext as _

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class WholeNumber(click.IntRange):
    """A whole number of a range; what is none is refused in one sentence that names the range."""

    def __init__(self, least: int, most: int) -> None:
        super().__init__(least, most)
        self._least, self._most = least, most
        self.name = _("whole number")

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        written = str(value).strip()
        if len(written) < 20 and written.isascii() and written.removeprefix("-").isdigit():
            number = int(written)
            if self._least <= number <= self._most:
                return number
        return self.fail(
            _("“{value}” is not a whole number from {least} to {most}.").format(
                value=written[:40], least=self._least, most=self._most
            ),
            param,
            ctx,
        )


class _Seconds(click.FloatRange):
    """A number of seconds: not ``nan``, which is in every range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number: float = super().convert(value, param, ctx)
        if number >= 0:  # as nan is not
            return number
        return self.fail(_("“{value}” is not a number of seconds.").format(value=value), param, ctx)


def json_option() -> Decorator:
    """``--json``, as ``as_json``."""
    return click.option("--json", "as_json", is_flag=True, help=_("Write JSON."))


def within_option() -> Decorator:
    """``--in``, as ``within``."""
    return click.option(
        "--in", "within", metavar=_("DOC|ROLE"), help=_("Only in this document, series or role (laws, commentary).")
    )


def edition_option() -> Decorator:
    """``--edition``."""
    return click.option("--edition", metavar=_("YEAR"), help=_("Only in this edition."))


def limit_option(text: str) -> Decorator:
    """``--limit``, with the help that says of what."""
    return click.option("--limit", type=WholeNumber(1, 1000), metavar=_("N"), default=10, show_default=True, help=text)


def documents_option() -> Decorator:
    """``--documents``; :func:`split_documents` reads its value."""
    return click.option("--documents", metavar=_("DOC,DOC"), help=_("The documents to set side by side."))


def split_documents(value: str | None) -> list[str] | None:
    """The names in ``laws-1987-ru,digest-2017-ru``, None where nothing was named."""
    names = [name.strip() for name in (value or "").split(",") if name.strip()]
    return names or None


def encoding_option(text: str) -> Decorator:
    """``--encoding``, with the help that fits one file or several."""
    return click.option("--encoding", metavar=_("NAME"), help=text)


def repair_option() -> Decorator:
    """``--repair``."""
    return click.option(
        "--repair", is_flag=True, help=_("Mend letters that other programs have damaged; each change is listed.")
    )


def wait_option() -> Decorator:
    """``--wait``, for commands that write into the library."""
    from lawsearch.library.store import DEFAULT_WAIT

    return click.option(
        "--wait",
        type=_Seconds(min=0, max=86_400),
        default=DEFAULT_WAIT,
        metavar=_("SECONDS"),
        help=_("How long to wait if another lawsearch is writing into the library (default: {seconds}).").format(
            seconds=f"{DEFAULT_WAIT:g}"
        ),
    )


def layout_option() -> Decorator:
    """``--layout``."""
    from lawsearch.structure import LAYOUTS

    return click.option(
        "--layout", type=click.Choice(list(LAYOUTS)), help=_("Layout of the text (default: by the evidence).")
    )
