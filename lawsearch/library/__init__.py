"""The one object that everything outside uses: :class:`Library` builds, stores, opens and answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lawsearch.library.library import Library
from lawsearch.library.store import Paths

if TYPE_CHECKING:
    from lawsearch.library.describing import explain_files, parse_files
    from lawsearch.library.reports import Added, SourceInfo
else:

    def __getattr__(name: str) -> object:
        # a cold `show` needs no report, and reads no file
        from importlib import import_module

        for module, names in (
            ("reports", ("Added", "SourceInfo")),
            ("describing", ("explain_files", "parse_files")),
        ):
            if name in names:
                return getattr(import_module(f"lawsearch.library.{module}"), name)
        raise AttributeError(name)


__all__ = ["Added", "Library", "Paths", "SourceInfo", "explain_files", "parse_files"]
