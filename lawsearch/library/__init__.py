"""The one object that everything outside uses: :class:`Library` builds, stores, opens and answers."""

from lawsearch.library.library import Added, Library, Paths, SourceInfo, parse_files

__all__ = ["Added", "Library", "Paths", "SourceInfo", "parse_files"]
