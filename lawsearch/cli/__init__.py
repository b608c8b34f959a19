"""The command line: arguments in, :class:`~lawsearch.library.Library` called, messages out.

Data goes to stdout, all else to stderr. Exit codes: 0 found, 1 nothing found, 2 wrong usage, 3 broken input or
library. Each command is a module of this package, imported when it is called: a cold ``show`` loads little more
than click and SQLite.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from lawsearch import locale
from lawsearch.cli.group import BareGroup, take_global_options
from lawsearch.cli.output import ClosedPipeError, abandon, configure_streams, fail, fail_usage, safe
from lawsearch.errors import LawsearchError

__all__ = ["main"]

_INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    configure_streams()
    settings, rest, wrong = take_global_options(given)
    locale.activate(locale.choose_language(settings.ui))
    try:
        if wrong is not None:
            raise click.UsageError(safe(wrong()))
        code = BareGroup.make(settings).main(rest, prog_name="lawsearch", standalone_mode=False, obj=settings)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.ClickException as error:
        fail_usage(error, whole=settings.near_command is not None)
        return error.exit_code
    except LawsearchError as error:
        fail(locale.describe_error(error))
        return error.exit_code
    except (BrokenPipeError, ClosedPipeError):
        abandon(sys.stdout)  # whoever reads has read enough (`| head -1`)
        return 0
    except (KeyboardInterrupt, click.Abort):
        fail(locale.gettext("Interrupted."))
        return _INTERRUPTED
    except OSError as error:
        abandon(sys.stdout)
        fail(locale.describe_error(_refused(error)))
        return LawsearchError.exit_code
    except MemoryError:
        fail(locale.describe_error(LawsearchError("memory-short")))
        return LawsearchError.exit_code
    except Exception as error:  # a mistake in the program: said in a sentence that a report can begin with
        if os.environ.get("LAWSEARCH_DEBUG"):
            raise
        fail(locale.describe_error(LawsearchError("program-failed", kind=type(error).__name__, place=_place(error))))
        return LawsearchError.exit_code


def _refused(error: OSError) -> LawsearchError:
    """What the operating system said, with the name of the file if it told one."""
    reason = error.strerror or str(error)
    if error.filename is None:
        return LawsearchError("system-refuses", reason=reason)
    return LawsearchError("system-refuses-file", reason=reason, file=safe(os.fsdecode(error.filename)))


def _place(error: BaseException) -> str:
    """File and line of the innermost frame of an error."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}" if trace is not None else "?"
