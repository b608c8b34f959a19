"""Every regular expression of the package on strings made to hurt it: four times the text, at most eight times the time."""

from __future__ import annotations

import importlib
import pkgutil
import random
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import lawsearch
from lawsearch.references.later import Later
from tests.timing import cost_ratio, least_cost

SMALL, FACTOR = 500, 4
NOTICEABLE = 0.004  # seconds: what takes less is too short to be timed

# What the texts are full of, and what an attacker would repeat.
_PIECES = (
    " ", "\t", "\n", "a", "A", "я", "Я", "1", "0", "(", ")", ".", ",", "-", "–", "|", "?", "_", "=", "*", '"', "«", ":", ";", "/", "<", ">", "&", "¶",
    "1.", "1,", ". ", "a ", "A. ", "(a)", "(a) ", "(i) ", "1.1.", "1.1. ", "п.", "п.п.", "- ", " -", "- 4", "- 4\n", "\n\n", " \n", "\r\n", "a-\n", "я-\n", ". .", "...5\n",
    "| a ", "|a|", "a b ", "А Б ", "Правило ", "Правило 1", "Правила 1, ", "Law ", "Laws 1, ", "Laws 1-", "см. ", "п. 1.1, ", "1 и ", "1 and ", "a) ", "<a ", "<!-- ", "<?x>", "<!x> ", "&#", "PK", "1-", "45-47, ",
    "ё", "\u0301", "\u00a0", "(*) ", "Глава I ", "page", "..page1", "(DC4)", "i", "x", "ix", "1A", "1A1", "1A1(", "(1)", "№ ",
)  # fmt: skip
_HEADS = ("", "Правило 1. ", "п. 1")


def _within(value: object, depth: int = 0) -> Iterator[re.Pattern[str] | re.Pattern[bytes]]:
    """The patterns in a module's value: itself, or in tables and records."""
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, Later):
        yield value.compiled()
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
_PACKAGE = Path(lawsearch.__file__).parent


def _methods_used(name: str) -> set[str]:
    """How a pattern is used: one that is only matched is tried at one place, never looked for in a text."""
    module, _, variable = name.partition("#")[0].rpartition(".")
    if module == "address" or name.startswith("source.CONTAINERS"):
        return {"match"}  # of texts that are at most 200 characters long; of the start of a file
    record = getattr(importlib.import_module(f"lawsearch.{module}"), variable, None)
    if is_dataclass(record):  # a table of patterns: it is the field that tells how one is used
        variable = next(field.name for field in fields(record) if getattr(record, field.name) is PATTERNS[name])
    path = _PACKAGE.joinpath(*module.split("."))
    path = path.with_suffix(".py") if path.with_suffix(".py").exists() else path / "__init__.py"
    sources = [path] if variable.startswith("_") else _PACKAGE.rglob("*.py")
    used = {
        method
        for source in sources
        for method in re.findall(rf"\b{variable}\.(\w+)\(", source.read_text(encoding="utf-8"))
    } & _METHODS
    return used or _METHODS


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


def _use(pattern: re.Pattern[str] | re.Pattern[bytes], text: str, used: set[str]) -> None:
    """Use the pattern in these ways."""
    given: Any = text.encode() if isinstance(pattern.pattern, bytes) else text
    if "match" in used:
        pattern.match(given)
    if "fullmatch" in used:
        pattern.fullmatch(given)
    if used - {"match", "fullmatch"}:
        for _ in pattern.finditer(given):
            pass


_SAMPLE = 14  # pieces a pattern is tried on in a test run; python -m tests.test_patterns tries them all


def _slow(name: str, pieces: Iterable[str]) -> list[str]:
    pattern, used = PATTERNS[name], _methods_used(name)
    own = re.findall(r"[^\W\d_]{2,}", str(pattern.pattern))[:4]  # words that the pattern itself looks for
    worst = []
    for head in _HEADS:
        for piece in (*pieces, *own, *(f"{word} " for word in own)):
            for tail in ("", "\x00"):
                small, large = (
                    partial(_use, pattern, head + piece * (size // len(piece)) + tail, used)
                    for size in (SMALL, FACTOR * SMALL)
                )
                if least_cost(large, 1) < NOTICEABLE:
                    continue
                ratio = cost_ratio(small, large, least=NOTICEABLE / (2 * FACTOR), enough=2 * FACTOR)
                if ratio > 2 * FACTOR:
                    worst.append(f"{head!r} + {piece!r}…: {ratio:.1f} times as long")
    return worst


@pytest.mark.parametrize("name", PATTERNS)
def test_time_is_linear(name: str) -> None:
    assert not _slow(name, random.Random(name).sample(_PIECES, _SAMPLE))


def main() -> int:
    """Try every pattern on every piece; the slow ones are listed."""
    slow = {name: found for name in PATTERNS if (found := _slow(name, _PIECES))}
    for name, found in slow.items():
        sys.stdout.write(f"{name}: {'; '.join(found)}\n")
    sys.stdout.write(f"{len(PATTERNS)} patterns, {len(slow)} slow\n")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
