"""The one object that everything outside uses: :class:`Library` builds, stores, opens and answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lawsearch.library.library import Library, Paths, explain_files, parse_files

if TYPE_CHECKING:
    from lawsearch.library.reports import Added, SourceInfo, Term
else:

    def __getattr__(name: str) -> object:
        # a cold `show` needs no report
        if name not in ("Added", "SourceInfo", "Term"):
            raise AttributeError(name)
        from lawsearch.library import reports

        return getattr(reports, name)


__all__ = ["Added", "Library", "Paths", "SourceInfo", "Term", "explain_files", "parse_files"]
