"""lawsearch: the Laws of Duplicate Bridge in Russian and English, to look up, search and follow references in.

>>> from lawsearch import Library
>>> library = Library.open()                    # doctest: +SKIP
>>> library.show("50A").heading                 # doctest: +SKIP
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lawsearch.library import Library

__all__ = ["Library", "__version__"]

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    # the library is imported when it is asked for: `lawsearch --help` needs none of it
    if name == "Library":
        from lawsearch.library import Library

        return Library
    raise AttributeError(name)
