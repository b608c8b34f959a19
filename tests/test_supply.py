"""What lawsearch depends on: each package with its reason, locked with hashes, under a licence that lets it be used."""

from __future__ import annotations

import ast
import re
import sys
from importlib import metadata

import pytest

from tests.conftest import ROOT
from tests.upkeep.licences import declared, is_allowed, needed, normal

LICENCES = needed(declared())


def test_the_readme_gives_each_dependency_its_reason() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Why each dependency")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")][1:]
    named = [normal(name.strip()) for row in rows for name in row[0].split(",")]
    assert sorted(named) == sorted(declared())
    assert all(len(row[-1]) > 8 for row in rows)


def test_dependencies_are_few() -> None:
    assert 10 <= len(declared()) <= 20
    assert len(LICENCES) <= 40


@pytest.mark.parametrize("name", LICENCES)
def test_licences_let_it_be_used(name: str) -> None:
    assert is_allowed(LICENCES[name]), LICENCES[name]


@pytest.mark.parametrize("text", ["AGPL-3.0", "GPL-3.0-or-later", "MIT AND GPL-2.0", "unknown", "LGPL-3.0"])
def test_other_licences_do_not(text: str) -> None:
    assert not is_allowed(text)


def test_every_package_that_is_needed_is_locked_by_hash() -> None:
    lock = (ROOT / ".ci" / "requirements.txt").read_text(encoding="utf-8")
    entries = re.findall(r"^([\w.-]+)==\S+.*\\\n((?:    --hash=sha256:[0-9a-f]{64}.*\n?)+)", lock, re.MULTILINE)
    locked = {normal(name) for name, _ in entries}
    assert len(locked) > 20
    assert set(declared()) <= locked


def test_every_import_is_of_a_declared_package() -> None:
    """Neither a package that is here by chance, nor one that nothing imports."""
    distributions = metadata.packages_distributions()
    imported: set[str] = set()
    for path in (ROOT / "lawsearch").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                imported.add(node.module.partition(".")[0])
    outside = {
        normal(distributions[name][0]) for name in imported - set(sys.stdlib_module_names) if name in distributions
    }
    assert outside - {"lawsearch"} == set(declared())
