"""Every exception that lawsearch raises on purpose.

An error carries data (a code and parameters), never a sentence: the sentence is made at the edge, in the
language of the interface (:mod:`lawsearch.locale`). The class decides the exit code of the command line.
"""

from __future__ import annotations

from typing import ClassVar


class LawsearchError(Exception):
    """The base of all errors of this package.

    ``code`` names the fault (``no-such-file``, ``index-newer`` …); ``params`` hold what the message needs.
    """

    exit_code: ClassVar[int] = 3

    def __init__(self, code: str, /, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        details = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        return f"{self.code}: {details}" if details else self.code


class UsageError(LawsearchError):
    """What was asked for cannot be understood (exit code 2)."""

    exit_code = 2


class NotFoundError(LawsearchError):
    """What was asked for is well formed, but is not there (exit code 1)."""

    exit_code = 1


class InputError(LawsearchError):
    """A source file that cannot be read as it is (exit code 3)."""


class CorpusError(LawsearchError):
    """A fault in the corpus or its manifest; ``params`` name the file (exit code 3)."""


class LibraryError(LawsearchError):
    """The library's folder cannot be used: broken, foreign, newer, locked, read-only (exit code 3)."""
