"""The design as a test: import order, no printing outside the edge, no Cyrillic outside its places, lazy imports."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

PACKAGE = ROOT / "lawsearch"
# Each imports only from those above it.
ORDER = [
    "errors",
    "model",
    "language",
    "address",
    "source",
    "structure",
    "references",
    "search",
    "library",
    "locale",
    "completion",
    "export",
    "browse",
    "web",
    "cli",
]
MODULES = sorted(path for path in PACKAGE.rglob("*.py"))


def _part(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_the_order_names_every_module() -> None:
    assert {_part(path) for path in MODULES} - {"__init__", "__main__"} <= set(ORDER)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_import_order(path: Path) -> None:
    if _part(path) in ("__init__", "__main__"):
        return
    own = ORDER.index(_part(path))
    for name in _imports(path):
        parts = name.split(".")
        if parts[0] == "lawsearch" and len(parts) > 1 and parts[1] in ORDER:
            assert ORDER.index(parts[1]) <= own, f"{path.name} imports {name}"


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _needs(path: Path, modules: set[str]) -> Iterator[str]:
    """The modules that a module imports when it runs, those inside of functions too; not those of a package's own
    ``__init__`` from a part of it, and not what is for the type checker alone."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typing = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and id(node) not in typing:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                name = whole if whole in modules else node.module
                if name in modules and not f"{_module(path)}.".startswith(f"{name}."):
                    yield name


@pytest.mark.parametrize(
    "part",
    [
        "model", "language", "source", "structure", "references", "search", "library", "locale", "export", "browse",
        "web", "cli",
    ],
)  # fmt: skip
def test_no_modules_import_each_other(part: str) -> None:
    """No circles, not even through an import inside of a function."""
    members = [path for path in MODULES if _part(path) == part]
    modules = {_module(path) for path in members}
    needs = {_module(path): set(_needs(path, modules)) for path in members}
    assert any(needs.values())
    while free := {name for name, needed in needs.items() if not needed}:
        needs = {name: needed - free for name, needed in needs.items() if name not in free}
    assert not needs, "modules that import each other"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_whoosh_is_touched_in_one_module(path: Path) -> None:
    if path.relative_to(PACKAGE).as_posix() != "search/postings.py":
        assert not [name for name in _imports(path) if name.split(".")[0] == "whoosh"]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_nothing_prints_outside_the_edge(path: Path) -> None:
    if _part(path) == "cli":
        return
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        assert not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print")
        assert not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "echo")
        assert not (isinstance(node, ast.Attribute) and ast.unparse(node) in ("sys.stdout.write", "sys.stderr.write"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_cyrillic_literals_stand_in_their_places(path: Path) -> None:
    """Words of a language belong to language/ (and catalogues); elsewhere a Cyrillic letter in code is a mistake.

    Docstrings may show examples.
    """
    if _part(path) in ("language", "locale") or path.name in ("encodings.py", "address.py"):
        return  # encodings: letter frequencies; address: the transliteration
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            source = ast.get_source_segment(path.read_text(encoding="utf-8"), node) or ""
            assert not re.search("[\u0400-\u04ff]", source), f"{path.name}:{node.lineno}"


def _loaded(code: str, home: Path) -> set[str]:
    script = f"import sys\n{code}\nprint(' '.join(sorted(sys.modules)), file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, encoding="utf-8", check=True,
        env={"LAWSEARCH_HOME": str(home), "PATH": "", "LANG": "C.UTF-8"}, cwd=ROOT,
    )  # fmt: skip
    return set(done.stderr.splitlines()[-1].split())


def test_a_cold_show_loads_no_search_engine(home: Path) -> None:
    loaded = _loaded("from lawsearch.cli import main; main(['show', '59'])", home)
    assert "sqlite3" in loaded
    assert not loaded & {
        "whoosh",
        "pymorphy3",
        "marisa_trie",
        "Stemmer",
        "chardet",
        "rich",
        "asyncio",
        "importlib.metadata",
        "textual",
        "lawsearch.library.changing",
        "lawsearch.library.storing",
        "lawsearch.search",
        "lawsearch.source",
        "lawsearch.structure",
    }


def test_a_cold_search_loads_no_dictionary(home: Path) -> None:
    loaded = _loaded("from lawsearch.cli import main; main(['search', 'штрафной', 'картой'])", home)
    assert "whoosh.filedb.filetables" in loaded
    assert not loaded & {
        "pymorphy3",
        "whoosh.index",
        "whoosh.qparser",
        "chardet",
        "rich",
        "asyncio",
        "importlib.metadata",
        "textual",
    }


@pytest.mark.parametrize("query", ["фальшрененс", "inhfayfz rfhnf", "shtrafnaya karta", "penelty card"])
def test_a_mistyped_search_loads_no_analyzer(home: Path, query: str) -> None:
    loaded = _loaded(f"from lawsearch.cli import main; main(['search', {query!r}])", home)
    assert "lawsearch.search.mend" in loaded
    assert not loaded & {"pymorphy3", "snowballstemmer", "whoosh.index", "rich", "asyncio", "importlib.metadata"}


def test_importing_does_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import lawsearch, sys; assert 'click' not in sys.modules and 'sqlite3' not in sys.modules"],
        capture_output=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
