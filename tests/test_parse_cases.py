"""Every text in ``cases/parse`` gives the tree, the fragments, the references and the counts written beside it.

The cases were written from the description of the texts, before and without the parser.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lawsearch.model import Clause
from tests.conftest import CASES
from tests.reading import check_promises, flatten, parse

TEXTS = sorted(path for path in (CASES / "parse").iterdir() if path.suffix in (".txt", ".html"))


def test_there_are_cases() -> None:
    assert len(TEXTS) >= 40


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    expected = json.loads(path.with_suffix("").with_suffix(".expected.json").read_text(encoding="utf-8"))
    parsed = parse(path)
    clauses = flatten(parsed.clauses)
    assert parsed.document.layout == expected["layout"]
    assert list(clauses) == list(expected["clauses"])
    for address, facts in expected["clauses"].items():
        for fact, value in facts.items():
            assert _fact(clauses[address], fact) == value, f"{address}: {fact}"
    if "unplaced" in expected:
        assert _letters("".join(expected["unplaced"])) == _letters("".join(clause.text for clause in parsed.unplaced))
    if "characters" in expected:
        counts = parsed.characters
        found = {"clauses": counts.clauses, "unplaced": counts.unplaced, "furniture": counts.furniture}
        assert found == expected["characters"]
    assert set(expected.get("problems", [])) <= {problem.code for problem in parsed.problems}
    references = {
        name: [[str(wanted.address), wanted.role] for reference in clause.references for wanted in reference.wanted]
        for name, clause in {**clauses, **flatten(parsed.unplaced)}.items()
        if clause.references
    }
    if "references" in expected:
        assert references == expected["references"]
    check_promises(parsed, path.read_bytes().decode("utf-8-sig"))


def _fact(clause: Clause, fact: str) -> Any:
    if fact == "emphasis":
        return [clause.text[span.start : span.stop] for span in clause.emphasis]
    if fact == "also":
        return [str(address) for address in clause.also]
    if fact == "pages":
        return list(clause.pages)
    return getattr(clause, fact)


def _letters(text: str) -> str:
    return "".join(text.split())
