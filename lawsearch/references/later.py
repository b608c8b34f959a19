"""Patterns that are compiled when they are first asked: a text asks few of the two hundred that finding knows."""

from __future__ import annotations

import re
from typing import Any, cast


class Later:
    """A pattern's source; it stands in for the compiled one, whose methods it takes over when the first is asked for."""

    def __init__(self, source: str, flags: int = 0) -> None:
        self._source = source
        self._flags = flags

    def compiled(self) -> re.Pattern[str]:
        """The pattern itself."""
        return re.compile(self._source, self._flags)

    def __getattr__(self, name: str) -> Any:
        """Asked once for each method: what is kept here is found before."""
        if name.startswith("__"):
            raise AttributeError(name)
        pattern = self.compiled()
        for method in ("match", "search", "finditer", "fullmatch"):
            setattr(self, method, getattr(pattern, method))
        return getattr(pattern, name)


def compile_later(source: str, flags: int = 0) -> re.Pattern[str]:
    """What ``re.compile`` gives, for those who only match, search and iterate."""
    return cast("re.Pattern[str]", Later(source, flags))
