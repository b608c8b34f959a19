"""Every regular expression of the package on strings made to hurt it: four times the text, at most eight times the time."""

from __future__ import annotations

import importlib
import pkgutil
import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

import lawsearch

SMALL, FACTOR = 700, 4
NOTICEABLE = 0.006  # seconds: what takes less is too short to be timed

# What the texts are full of, and what an attacker would repeat.
_PIECES = (
    " ", "\t", "\n", "a", "A", "я", "Я", "1", "0", "(", ")", ".", ",", "-", "–", "|", "?", "_", "=", "*", '"', "«", ":", ";", "/", "<", ">", "&", "¶",
    "1.", "1,", ". ", "a ", "A. ", "(a)", "(a) ", "(i) ", "1.1.", "1.1. ", "п.", "п.п.", "- ", " -", "- 4", "- 4\n", "\n\n", " \n", "\r\n", "a-\n", "я-\n", ". .", "...5\n",
    "| a ", "|a|", "a b ", "А Б ", "Правило ", "Правило 1", "Правила 1, ", "Law ", "Laws 1, ", "Laws 1-", "см. ", "п. 1.1, ", "1 и ", "1 and ", "a) ", "<a ", "<!-- ", "<?x>", "<!x> ", "&#", "PK", "1-", "45-47, ",
    "ё", "\u0301", "\u00a0", "(*) ", "Глава I ", "page", "..page1", "(DC4)", "i", "x", "ix", "1A", "1A1", "1A1(", "(1)", "№ ",
)  # fmt: skip
_HEADS = ("", "Правило 1. ", "Law ", "п. ", "1", "(", "<", '"', "| ")


def _within(value: object, depth: int = 0) -> Iterator[re.Pattern[str] | re.Pattern[bytes]]:
    """The patterns in a module's value: itself, or in tables and records."""
    if isinstance(value, re.Pattern):
        yield value
    elif depth < 3 and isinstance(value, dict):
        for item in (*value.keys(), *value.values()):
            yield from _within(item, depth + 1)
    elif depth < 3 and isinstance(value, list | tuple | set | frozenset):
        for item in value:
            yield from _within(item, depth + 1)
    elif depth < 3 and is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from _within(getattr(value, field.name, None), depth + 1)


def _modules() -> Iterable[str]:
    return (
        module.name
        for module in pkgutil.walk_packages(lawsearch.__path__, "lawsearch.")
        if "__main__" not in module.name
    )


def _collect() -> dict[str, re.Pattern[str] | re.Pattern[bytes]]:
    """Each pattern once, by the module and name that hold it."""
    found: dict[str, re.Pattern[str] | re.Pattern[bytes]] = {}
    seen: set[object] = set()
    for name in _modules():
        try:
            module = importlib.import_module(name)
        except ImportError:  # needs an extra that is not installed
            continue
        for variable, value in vars(module).items():
            for number, pattern in enumerate(_within(value)):
                if pattern not in seen:
                    seen.add(pattern)
                    found[f"{name.removeprefix('lawsearch.')}.{variable}" + (f"#{number}" if number else "")] = pattern
            # address.py compiles late, and keeps its patterns as text
            if name == "lawsearch.address" and variable.isupper() and isinstance(value, str) and "\\" in value:
                found[f"address.{variable}"] = re.compile(value)
    return found


PATTERNS = _collect()
_SOURCES = "\n".join(path.read_text(encoding="utf-8") for path in Path(lawsearch.__file__).parent.rglob("*.py"))


def _is_only_matched(name: str) -> bool:
    """True for a pattern that is tried at one place only, never looked for in a text."""
    variable = name.rpartition(".")[2].partition("#")[0]
    if name.startswith("address."):
        return True  # of texts that are at most 200 characters long
    used = set(re.findall(rf"\b{variable}\.(\w+)\(", _SOURCES)) & _METHODS
    return bool(used) and used <= {"match", "fullmatch"}


_METHODS = {"match", "fullmatch", "search", "finditer", "findall", "sub", "subn", "split"}


def test_the_patterns_are_found() -> None:
    assert len(PATTERNS) > 60
    assert {name.partition(".")[0] for name in PATTERNS} >= {
        "address",
        "source",
        "structure",
        "references",
        "search",
        "cli",
    }


def _cost(pattern: re.Pattern[str] | re.Pattern[bytes], text: str, *, only_matched: bool) -> float:
    """Seconds of this process to try the start and the whole, and to find all matches."""
    given = text.encode() if isinstance(pattern.pattern, bytes) else text
    start = time.process_time()
    if not only_matched:
        for _ in pattern.finditer(given):  # type: ignore[arg-type]
            pass
    pattern.match(given)  # type: ignore[arg-type]
    pattern.fullmatch(given)  # type: ignore[arg-type]
    return time.process_time() - start


def _slow(name: str) -> list[str]:
    pattern, only_matched = PATTERNS[name], _is_only_matched(name)
    own = re.findall(r"[^\W\d_]{2,}", str(pattern.pattern))[:4]  # words that the pattern itself looks for
    worst = []
    for head in _HEADS:
        for piece in (*_PIECES, *own, *(f"{word} " for word in own)):
            for tail in ("", "\x00"):
                large = head + piece * (FACTOR * SMALL // len(piece)) + tail
                cost = _cost(pattern, large, only_matched=only_matched)
                if cost < NOTICEABLE:
                    continue
                small = min(
                    _cost(pattern, head + piece * (SMALL // len(piece)) + tail, only_matched=only_matched)
                    for _ in range(3)
                )
                cost = min(cost, _cost(pattern, large, only_matched=only_matched))
                if cost > NOTICEABLE and cost > 2 * FACTOR * small:
                    worst.append(f"{head!r} + {piece!r}…: {small * 1000:.1f} → {cost * 1000:.1f} ms")
    return worst


@pytest.mark.parametrize("name", PATTERNS)
def test_time_is_linear(name: str) -> None:
    assert not _slow(name)
