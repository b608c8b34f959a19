"""Every text in ``cases/parse`` gives the tree, the fragments, the references and the counts written beside it.

The cases were written from the description of the texts, before and without the parser. A case is a text, a web page
or a folder of pages; an expectation with ``documents`` is of a text in two languages, one that is ``partial`` names
some of the clauses only.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lawsearch.model import Clause, ParsedDocument
from tests.conftest import CASES
from tests.reading.parsing import check_promises, check_shares, flatten, read_documents

FOLDER = CASES / "parse"
TEXTS = sorted(FOLDER.glob("*.txt"))
EXPECTED = sorted(FOLDER.glob("*.expected.json"))


def test_there_are_cases() -> None:
    assert len(EXPECTED) >= 150


def source_of(expected: Path) -> Path:
    """The text, page or folder of pages that an expectation is of."""
    base = expected.with_name(expected.name.removesuffix(".expected.json"))
    return next(path for path in (base, base.with_suffix(".txt"), base.with_suffix(".html")) if path.exists())


@pytest.mark.parametrize("path", EXPECTED, ids=lambda path: path.name.removesuffix(".expected.json"))
def test_case(path: Path) -> None:
    expected = json.loads(path.read_text(encoding="utf-8"))
    documents = read_documents([source_of(path)])
    wanted = expected.get("documents", [expected])
    assert len(documents) == len(wanted)
    for (parsed, sources), record in zip(documents, wanted, strict=True):
        if "language" in record:
            assert parsed.document.language == record["language"]
        _check(parsed, record)
        check_promises(parsed, *(source.text for source in sources))
    check_shares([source_of(path)], documents)


def _check(parsed: ParsedDocument, expected: dict[str, Any]) -> None:
    clauses = flatten(parsed.clauses)
    assert parsed.document.layout == expected.get("layout", parsed.document.layout)
    if not expected.get("partial"):
        assert list(clauses) == list(expected["clauses"])
    assert not set(expected.get("absent", [])) & set(clauses)
    for address, facts in expected["clauses"].items():
        assert address in clauses
        for fact, value in facts.items():
            assert _fact(clauses[address], fact) == value, f"{address}: {fact}"
    if "unplaced" in expected:
        assert _letters("".join(expected["unplaced"])) == _letters("".join(clause.text for clause in parsed.unplaced))
    for kind, texts in expected.get("furniture", {}).items():
        printed = {" ".join(item.text.split()) for item in parsed.furniture if item.kind == kind}
        assert {" ".join(text.split()) for text in texts} <= printed
    if "characters" in expected:
        counts = parsed.characters
        found = {"clauses": counts.clauses, "unplaced": counts.unplaced, "furniture": counts.furniture}
        assert found == expected["characters"]
    codes = {problem.code for problem in parsed.problems}
    assert set(expected.get("problems", [])) <= codes
    assert not codes & set(expected.get("absent_problems", []))
    if expected.get("no_problems"):
        assert not parsed.problems
    references = {
        name: [[str(wanted.address), wanted.role] for reference in clause.references for wanted in reference.wanted]
        for name, clause in {**clauses, **flatten(parsed.unplaced)}.items()
        if clause.references
    }
    if "references" in expected:
        for name in expected["references"] if expected.get("partial") else {**references, **expected["references"]}:
            assert references.get(name) == expected["references"].get(name), name


def _fact(clause: Clause, fact: str) -> Any:
    if fact == "emphasis":
        return [clause.text[span.start : span.stop] for span in clause.emphasis]
    if fact == "also":
        return [str(address) for address in clause.also]
    if fact == "pages":
        return list(clause.pages)
    if fact == "table":
        (table,) = clause.tables
        return {"columns": list(table.columns), "rows": [list(row) for row in table.rows]}
    return getattr(clause, fact)


def _letters(text: str) -> str:
    return "".join(text.split())
