"""Fixtures: the seeds where they are, and one library built for the whole run."""

from __future__ import annotations

import json
import os
import re
import shutil
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import HealthCheck, settings

from lawsearch.library import Library, Paths
from tests.browser import accessibility_faults, browser, open_page

__all__ = ["accessibility_faults", "browser", "home", "library", "open_page", "seeds"]

ROOT = Path(__file__).parent.parent
CASES = Path(__file__).parent / "cases"
SEEDS = ROOT.parent / "shared" / "seeds"

# An example that takes long does so because the machine is busy; what takes too long has tests of its own.
settings.register_profile("unhurried", settings.default, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


@pytest.fixture(scope="session")
def seeds() -> Path:
    """The folder of the three real fragments, which are other people's text and never part of the project."""
    if not SEEDS.is_dir():
        pytest.skip("the real fragments are not here (../shared/seeds)")
    return SEEDS


MadeOnce = Callable[[str, Callable[[Path], object]], Path]


def _state_of(path: Path) -> dict[Path, tuple[int, int]]:
    """The size and the time of each file below a path, but for what Python compiles."""
    files = [file for file in (path, *path.rglob("*")) if file.is_file() and "__pycache__" not in file.parts]
    return {file: (file.stat().st_size, file.stat().st_mtime_ns) for file in files}


@pytest.fixture(scope="session")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MadeOnce]:
    """Gives a path of a name; the first process of the run that asks for it makes what stands there.

    The work must put a file or a folder at the path that it is given. All tests of all processes read it: one that
    changes it fails the run.
    """
    own = tmp_path_factory.getbasetemp()
    common = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    states: dict[Path, dict[Path, tuple[int, int]]] = {}

    def made(name: str, make: Callable[[Path], object]) -> Path:
        path = common / "once" / name
        path.parent.mkdir(exist_ok=True)
        with FileLock(common / f"{name}.lock"):
            if not path.exists():
                unfinished = path.with_name(f"{name}.unfinished")
                shutil.rmtree(unfinished, ignore_errors=True)  # of one that has failed at it
                make(unfinished)
                unfinished.rename(path)
        states.setdefault(path, _state_of(path))
        return path

    yield made
    for path, state in states.items():
        assert _state_of(path) == state, f"a test has changed {path.name}, which all read"


@pytest.fixture(scope="session")
def home(made_once: MadeOnce) -> Path:
    """The folder of a library built from the corpus."""
    return made_once("library", lambda folder: Library.build(folder).close())


@pytest.fixture
def home_copy(home: Path, tmp_path: Path) -> Path:
    """The folder of such a library that a test may change."""
    return Path(shutil.copytree(home, tmp_path / "library"))


@pytest.fixture(scope="session")
def library(home: Path) -> Iterator[Library]:
    """The embedded library, for reading."""
    with Library.open(home) as opened:
        yield opened


def generation_of(home: Path) -> Path:
    """The folder of the generation in service."""
    return home / "generations" / (home / "CURRENT").read_text(encoding="utf-8").strip()


def edit_manifest(home: Path, **values: object) -> None:
    """Change a manifest as a program of another version would have written it: sealed by its checksum."""
    folder = generation_of(home)
    data = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    text = json.dumps({**data, **values}, ensure_ascii=False)
    (folder / "manifest.json").write_text(text, encoding="utf-8")
    sealed = folder.with_name(f"{folder.name.partition('-')[0]}-{zlib.crc32(text.encode()):08x}")
    folder.rename(sealed)
    (home / "CURRENT").write_text(sealed.name + "\n", encoding="utf-8")


def cut_corpus(folder: Path) -> None:
    """Write Laws 50 to 52 of the corpus alone into a folder: a library of it is built in a moment."""
    folder.mkdir(exist_ok=True)
    shutil.copy(ROOT / "corpus" / "corpus.toml", folder)
    for path in (ROOT / "corpus").glob("*/06-play.txt"):
        text = path.read_text(encoding="utf-8")
        begin, end = (re.search(rf"^(?:Правило|LAW|Law) {number}\b", text, re.MULTILINE) for number in (50, 53))
        assert begin
        assert end
        (folder / path.parent.name).mkdir()
        (folder / path.parent.name / path.name).write_text(text[begin.start() : end.start()], encoding="utf-8")


@pytest.fixture(scope="session")
def small_corpus(made_once: MadeOnce) -> Path:
    """Laws 50 to 52 of the corpus alone."""
    return made_once("corpus", cut_corpus)


@pytest.fixture(scope="session")
def small_home(small_corpus: Path, made_once: MadeOnce) -> Path:
    """The folder of a library built from them."""
    return made_once("small", lambda folder: Library.build(folder, corpus=small_corpus).close())


@pytest.fixture
def small_home_copy(small_home: Path, tmp_path: Path) -> Path:
    """The folder of such a library that a test may change."""
    return Path(shutil.copytree(small_home, tmp_path / "library"))


@pytest.fixture
def small_corpus_in_use(small_corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands in this process build their libraries from the small corpus."""
    find = Paths.find
    monkeypatch.setattr(Paths, "find", lambda home=None, corpus=None: find(home, small_corpus))
