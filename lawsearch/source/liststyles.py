"""How the numbered lists of a page count: by their own attributes, by its style sheet, else by their depth.

In: a list's attributes and place. Out: a kind of :mod:`lawsearch.source.labels`. On a page of the Laws a list whose
way to count is hidden (a style sheet elsewhere, ``list-style: none``) counts as the Laws do: A, 1, a, i.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

# How the Laws count, level by level.
LAW_LEVELS = ("A", "1", "a", "i")

_STYLES = {
    "upper-alpha": "A",
    "upper-latin": "A",
    "lower-alpha": "a",
    "lower-latin": "a",
    "upper-roman": "I",
    "lower-roman": "i",
    "decimal": "1",
    "none": "",
}
KINDS = frozenset(kind for kind in _STYLES.values() if kind)
_STYLE = re.compile(r"list-style(?:-type)?\s*:[^;]{0,200}?\b(" + "|".join(_STYLES) + r")\b")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_MAX_RULES = 500  # each list of a page is held against each of them
_RULE = re.compile(r"([^{}]{1,400})\{([^{}]*)\}")
_SIMPLE = re.compile(r"([a-z]\w*)?((?:[.#][\w-]+)*)$", re.IGNORECASE)
_MARK = re.compile(r"[.#][\w-]+")


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a style sheet for lists: ``names`` are classes and ids, ``depth`` how deep in lists it applies."""

    tag: str
    names: frozenset[str]
    depth: int
    kind: str


def style_kind(style: str) -> str | None:
    """The kind that a style attribute names; an empty one for a hidden label."""
    match = _STYLE.search(style.lower())
    return _STYLES[match[1]] if match else None


def read_rules(sheet: str) -> list[Rule]:
    """The rules for lists in a style sheet."""
    rules: list[Rule] = []
    for match in _RULE.finditer(_COMMENT.sub("", sheet + "*/")):  # a comment that is not closed goes on to the end
        if len(rules) >= _MAX_RULES:
            break
        kind = style_kind(match[2])
        if kind is None:
            continue
        for selector in match[1].split(","):
            parts = [part for part in re.split(r"[\s>]+", selector.strip()) if part]
            if parts and parts[-1].lower() == "li" and len(parts) > 1:
                parts = parts[:-1]
            simple = _SIMPLE.match(parts[-1]) if parts else None
            if simple:
                lists = sum(1 for part in parts if re.match(r"(?:ol|ul)(?![\w-])", part.lower()))
                names = frozenset(_MARK.findall(simple[2]))
                rules.append(Rule((simple[1] or "").lower(), names, max(lists, 1), kind))
    return rules


def kind_by_rules(rules: Sequence[Rule], tag: str, names: frozenset[str], depth: int) -> str | None:
    """The kind that the rules give to a list at ``depth`` (1: in no other list); the most particular rule counts."""
    fitting = [
        (len(rule.names), rule.depth, place, rule.kind)
        for place, rule in enumerate(rules)
        if rule.tag in ("", tag) and rule.names <= names and rule.depth <= depth and (rule.tag or rule.names)
    ]
    return max(fitting)[3] if fitting else None
