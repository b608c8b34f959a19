"""Faults that are really injected: whatever happens, the library is in its old or its new state, whole, and says so.

A seeded few of each kind; ``tests/faults/`` holds the scripts that try hundreds.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import json
import os
import pickle
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from lawsearch import cli
from lawsearch.cli import output
from lawsearch.errors import CorpusError, InputError, LibraryError
from lawsearch.library import Library, Paths
from lawsearch.library.changing import Writer
from lawsearch.library.store import DEFAULT_WAIT, FORMAT
from lawsearch.web.holding import WORKERS
from tests.conftest import edit_manifest, generation_of
from tests.faults import serving
from tests.faults.concurrency import run
from tests.faults.damage import files_of, flip, hurt_by_another, hurt_whole, try_damage
from tests.faults.killing import count_touches, kill_at_touch
from tests.faults.states import DOCUMENT, FILES, WRITES, States, answers, at_touch, run_apart
from tests.web.serving import asking

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the faults are injected into forked processes")
_ROOT = hasattr(os, "getuid") and os.getuid() == 0
_NOBODY = 65534


@pytest.fixture(scope="module")
def states() -> Iterator[States]:
    """Both states, in a folder that other users can reach."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield States.make(Path(folder))


@pytest.fixture
def home(states: States) -> Iterator[Path]:
    """A place for a library, that other users can reach."""
    folder = states.corpus.parent / "home"
    yield folder
    for path in (folder, *folder.rglob("*")) if folder.is_dir() else ():
        if path.is_dir():
            path.chmod(0o700)
    shutil.rmtree(folder, ignore_errors=True)


# Killed writers.


@pytest.mark.parametrize("write", WRITES)
def test_a_killed_writer_leaves_one_state_or_the_other(states: States, home: Path, write: str) -> None:
    rng = random.Random(f"kill {write}")
    touches = count_touches(states, home, write)
    assert touches > 40
    # the last third is where the new state is put in service
    for number in (rng.randrange(1, touches), *rng.sample(range(2 * touches // 3, touches + 1), 3)):
        kill_at_touch(states, home, write, number)


# Readers beside a writer.


def test_readers_beside_a_writer_see_no_mixture(states: States, home: Path) -> None:
    states.copy("without", home)
    seen, faults = run(states, home, 5, processes=2, threads=2)
    assert not faults
    assert set(seen) <= {"without", "holding", "written"}
    assert seen["written"] >= 1
    assert seen["without"] + seen["holding"] >= 4


def test_a_reader_keeps_its_generation_whatever_is_written(states: States, home: Path) -> None:
    states.copy("without", home)
    with states.open(home) as reader:
        for _ in range(3):  # one more than are kept without a reader
            Library.build(home, corpus=states.corpus).close()
        assert states.expected[answers(reader)] == "without"
    Library.build(home, corpus=states.corpus).close()
    assert len(list((home / "generations").iterdir())) == 2


def test_a_reader_whose_generation_is_gone_takes_the_one_in_service(states: States, home: Path) -> None:
    """As after a removal by hand, or on a disk without locks."""
    states.copy("without", home)
    events: list[str] = []
    with states.open(home, events.append) as reader:
        old = generation_of(home)
        Library.build(home, corpus=states.corpus).close()
        shutil.rmtree(old)
        assert states.expected[answers(reader)] == "without"
    assert not events


def test_many_who_need_an_index_build_it_once(states: States, home: Path) -> None:
    children = []
    for _ in range(3):
        child = os.fork()
        if child == 0:
            code = 1
            with contextlib.suppress(BaseException), Library.open(home, corpus=states.corpus, wait=120) as library:
                code = 0 if states.expected[answers(library)] == "without" else 2
            os._exit(code)
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0, 0, 0]
    assert [path.name.partition("-")[0] for path in (home / "generations").iterdir()] == ["000001"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the memory of the server is read from /proc")
def test_a_server_beside_importers_answers_from_one_state(tmp_path: Path) -> None:
    """``python -m tests.faults.serving`` in short."""
    outcome = serving.run(serving.Place(tmp_path), 5, clients=2, commands=(), least_changes=3, least_answers=100)
    assert not outcome.faults
    assert len({change.state for change in outcome.changes}) >= 2
    assert outcome.answers["requests"] >= 50
    assert outcome.answers["of one state"] >= 20
    assert outcome.memory


def test_what_was_in_service_when() -> None:
    """The judge of the run above: a state is in service from the beginning of its change to the end of the next."""
    changes = [serving.Changed(1, 2, "first"), serving.Changed(5, 6, "changed"), serving.Changed(8, 9, "first")]
    for sent, received, states in (
        (0.0, 0.5, {"without"}),
        (0.0, 1.5, {"without", "first"}),
        (3.0, 4.0, {"first"}),
        (3.0, 5.5, {"first", "changed"}),
        (7.0, 7.5, {"changed"}),
        (1.5, 9.5, {"without", "first", "changed"}),
        (10.0, 11.0, {"first"}),
    ):
        assert serving.states_between(changes, sent, received) == states


def test_a_server_lets_go_of_the_generations_that_it_has_read(states: States, home: Path) -> None:
    """At once, not when the collector comes by: each is a folder that no writer may remove."""
    states.copy("without", home)
    gc.disable()
    try:
        with asking(home) as client:
            for _ in range(6):
                for question in serving.QUESTIONS:
                    assert client.get(question).status_code < 500
                with Library.build(home, corpus=states.corpus):
                    pass
                assert len(list((home / "generations").iterdir())) <= 2 + WORKERS
    finally:
        gc.enable()


def test_an_answer_bears_the_name_of_the_generation_that_gave_it(states: States, home: Path) -> None:
    """While a new generation cannot be opened, the old one answers; what it says is not kept as the new one's."""
    states.copy("without", home)
    with asking(home) as client:
        before = client.get("/library")
        with states.open(home) as library:
            library.add(FILES, as_document=DOCUMENT)
        new = generation_of(home)
        away = new.rename(home / "away")
        for _ in range(2 * WORKERS):
            meanwhile = client.get("/library")
            assert meanwhile.content == before.content
            assert meanwhile.headers["etag"] == before.headers["etag"]
        away.rename(new)
        after = client.get("/library", headers={"If-None-Match": meanwhile.headers["etag"]})
        assert after.status_code == 200
        assert DOCUMENT in after.text
        assert DOCUMENT not in before.text


# Two writers.


@contextlib.contextmanager
def _another_writer(home: Path) -> Iterator[int]:
    """Another process that writes until it is killed, here or by who is given its number."""
    from lawsearch.library.writing import only_writer

    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        with only_writer(str(home), 0):
            os.write(writing, b"x")
            signal.pause()
        os._exit(0)
    assert os.read(reading, 1) == b"x"
    os.close(reading)
    os.close(writing)
    try:
        yield child
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


@pytest.fixture
def command(states: States, home: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """Run a command in this process on the small library."""
    monkeypatch.setattr(Paths, "find", classmethod(lambda cls, *_paths, **_names: cls(str(states.corpus), str(home))))
    monkeypatch.setenv("COLUMNS", "300")
    return lambda *arguments: cli.main(["--ui", "en", *arguments])


def test_the_second_writer_waits_and_says_so(
    states: States,
    home: Path,
    command: Callable[..., int],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    states.copy("without", home)
    explain = output.ProgressBar.explain
    with _another_writer(home) as other:

        def end_the_other(self: output.ProgressBar, event: str) -> None:
            explain(self, event)
            if event == "waiting":
                os.kill(other, signal.SIGKILL)

        monkeypatch.setattr(output.ProgressBar, "explain", end_the_other)
        assert command("add", *map(str, FILES), "--as", DOCUMENT, "--wait", "60") == 0
    assert "waiting for it" in capsys.readouterr().err
    assert states.state_of(home) == "holding"


@pytest.mark.parametrize("arguments", [["build"], ["add", str(FILES[0])], ["remove", DOCUMENT]])
def test_the_second_writer_gives_up(
    states: States, home: Path, command: Callable[..., int], capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    states.copy("holding", home)
    with _another_writer(home):
        assert command(*arguments, "--wait", "0.2") == 3
    assert "Another lawsearch is writing" in capsys.readouterr().err
    assert states.state_of(home) == "holding"
    assert command("build", "--wait", "0") == 0, "a dead process keeps no lock"


@pytest.mark.parametrize(
    ("opened", "ask"),
    [
        (0.2, lambda library: library.toc(DOCUMENT)),
        (60, lambda library: library.add(FILES, as_document=DOCUMENT, wait=0.2)),
        (60, lambda library: library.remove(DOCUMENT, wait=0.2)),
    ],
)
def test_what_is_mended_on_the_way_waits_as_long_as_was_said(
    states: States, home: Path, opened: float, ask: Callable[[Library], object]
) -> None:
    """The damage shows itself when the library is asked; another process writes meanwhile."""
    states.copy("holding", home)
    with Library.open(home, corpus=states.corpus, wait=opened) as library:
        database = generation_of(home) / "library.db"
        raw = bytearray(database.read_bytes())
        raw[len(raw) // 2] ^= 1
        database.write_bytes(bytes(raw))
        begun = time.monotonic()
        with _another_writer(home), pytest.raises(LibraryError) as caught:
            ask(library)
        assert time.monotonic() - begun < DEFAULT_WAIT / 2
        assert caught.value.code == "library-locked"
        assert library.toc(DOCUMENT)


def test_writers_at_the_same_moment_lose_nothing(states: States, home: Path) -> None:
    """Each waits for the one before, and builds on what that one has left."""
    states.copy("without", home)
    names = [f"digest-{year}-ru" for year in (1999, 2001, 2003)]

    def add(name: str) -> None:
        with Library.open(home, corpus=states.corpus) as library:
            library.add([FILES[1]], as_document=name, wait=120)

    children = []
    for name in names:
        child = os.fork()
        if child == 0:
            code = 1
            with contextlib.suppress(BaseException):
                add(name)
                code = 0
            os._exit(code)
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0, 0, 0]
    with states.open(home) as library:
        assert set(library.documents) >= set(names)
        assert all(library.show(f"{name}:47").children for name in names)


# Damage.


def test_flipped_bytes_are_noticed_and_mended(states: States, home: Path) -> None:
    rng = random.Random(7)
    seen = set()
    for _ in range(6):
        states.copy("holding", home)
        name, changes = flip(home, rng)
        seen.add(try_damage(states, home, name, changes))
    assert "mended" in seen


def test_every_single_byte_of_pointer_and_manifest_counts(states: States, home: Path) -> None:
    """No byte of the two small files may be changed and still be believed."""
    from lawsearch.library.store import open_generation

    states.copy("holding", home)
    rng = random.Random(8)
    for path in (home / "CURRENT", generation_of(home) / "manifest.json"):
        raw = path.read_bytes()
        for place in range(len(raw)):
            changed = bytearray(raw)
            changed[place] ^= rng.randrange(1, 256)
            path.write_bytes(bytes(changed))
            if bytes(changed).strip() == raw.strip():
                continue
            with pytest.raises(LibraryError) as caught:
                open_generation(str(home))
            assert caught.value.code == "index-broken"
        path.write_bytes(raw)
    assert open_generation(str(home))


def test_swapped_files_are_noticed_and_mended(states: States, home: Path) -> None:
    states.copy("holding", home)
    swaps = [(name, changes) for name, changes in hurt_whole(home) if "swapped" in name]
    assert len(swaps) >= 6
    for name, changes in random.Random(9).sample(swaps, 3):
        assert try_damage(states, home, name, changes) == "mended", name


def test_files_of_another_library_are_noticed(states: States, home: Path) -> None:
    states.copy("holding", home)
    damages = list(hurt_by_another(home, states.without))
    assert {name.partition(" ")[0] for name, _ in damages} >= {"manifest.json", "library.db", "forms.marisa", "all"}
    for name, changes in damages:
        assert try_damage(states, home, name, changes) == "mended", name


def test_a_file_beside_those_of_the_index_is_not_opened(states: States, home: Path) -> None:
    states.copy("holding", home)
    for path in (generation_of(home) / "search").iterdir():
        path.with_name(f"{path.name}.9").write_bytes(b"nothing that can be read")
        path.with_name(f"0{path.name}").write_bytes(b"nothing that can be read")
    events: list[str] = []
    assert states.state_of(home, events.append) == "holding"
    assert not events


def test_nothing_of_an_index_is_unpickled(states: States, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who unpickles a file runs what is in it; the search engine's own files are made so."""
    from whoosh.filedb import structfile

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("pickled")

    for name in ("load", "dump"):
        monkeypatch.setattr(structfile, name, refuse)
    for name in ("load", "loads", "Unpickler"):
        monkeypatch.setattr(pickle, name, refuse)
    states.copy("holding", home)
    assert states.state_of(home) == "holding"
    Library.build(home).close()
    assert states.state_of(home) == "holding"


def test_each_file_of_an_index_is_covered(states: States, home: Path) -> None:
    states.copy("holding", home)
    manifest = json.loads((generation_of(home) / "manifest.json").read_text("utf-8"))
    covered = {generation_of(home) / name for name in manifest["files"]}
    assert covered | {home / "CURRENT", generation_of(home) / "manifest.json"} == set(files_of(home))


# Kept copies.


def _hurt_kept(home: Path, name: str = "001") -> None:
    [path] = (home / "sources").glob(f"*/{name}")
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2] ^= 4
    path.write_bytes(bytes(raw))


def test_a_damaged_copy_is_named_and_never_read(states: States, home: Path) -> None:
    states.copy("holding", home)
    _hurt_kept(home)
    assert states.state_of(home) == "holding", "the index is whole still"
    with pytest.raises(LibraryError) as caught:
        Library.build(home, corpus=states.corpus)
    assert caught.value.code == "source-lost"
    assert caught.value.params["document"] == DOCUMENT
    edit_manifest(home, quick="other", content="other")  # as after an update of the program
    events: list[str] = []
    assert states.state_of(home, events.append) == "holding"
    assert events == ["rebuilding", "source-lost"]


@pytest.mark.parametrize("broken", [False, True], ids=["index whole", "index lost"])
def test_a_document_whose_copy_is_damaged_can_be_replaced(
    states: States, home: Path, command: Callable[..., int], capsys: pytest.CaptureFixture[str], broken: bool
) -> None:
    states.copy("holding", home)
    _hurt_kept(home, "document.json" if broken else "002")
    if broken:
        shutil.rmtree(generation_of(home))
        assert command("show", "50") == 3
        assert f"lawsearch remove {DOCUMENT}" in " ".join(capsys.readouterr().err.split())
    assert command("remove", DOCUMENT) == 0
    assert states.state_of(home) == "without"
    assert command("add", *map(str, FILES), "--as", DOCUMENT) == 0
    assert states.state_of(home) == "holding"


def test_half_a_kept_folder_is_kept_anew(states: States, home: Path) -> None:
    """As a removal leaves it that was killed in an old version."""
    states.copy("holding", home)
    [folder] = (home / "sources").iterdir()
    saved = Path(shutil.copytree(folder, home.parent / "saved"))
    with states.open(home) as library:
        library.remove(DOCUMENT)
        (saved / "001").unlink()
        shutil.move(saved, folder)
        library.add(FILES, as_document=DOCUMENT)
    assert states.state_of(home) == "holding"


# Versions.


def test_an_index_of_the_first_format_is_rebuilt_with_what_was_added(states: States, home: Path) -> None:
    states.copy("holding", home)
    edit_manifest(home, format=1)
    plain = home / "generations" / "000007"  # the first format had no checksum in the name
    generation_of(home).rename(plain)
    (home / "CURRENT").write_text("000007\n", encoding="utf-8")
    events: list[str] = []
    assert states.state_of(home, events.append) == "holding"
    assert events == ["upgrading"]
    assert generation_of(home).name.startswith("000008-")


def test_an_index_of_the_second_format_is_rebuilt_with_what_was_added(states: States, home: Path) -> None:
    """There the search engine kept segments and a table of contents."""
    states.copy("holding", home)
    folder = generation_of(home) / "search"
    (folder / "postings.bin").rename(folder / "MAIN_1.seg")
    manifest = json.loads((generation_of(home) / "manifest.json").read_text("utf-8"))
    files = {name.replace("postings.bin", "MAIN_1.seg"): measured for name, measured in manifest["files"].items()}
    edit_manifest(home, format=2, files=files)
    events: list[str] = []
    assert states.state_of(home, events.append) == "holding"
    assert events == ["upgrading"]


@pytest.mark.parametrize("name", ["000007", "000007-sha256x0000"])
def test_an_index_of_a_later_format_is_refused_and_left_alone(states: States, home: Path, name: str) -> None:
    states.copy("holding", home)
    edit_manifest(home, format=FORMAT + 1)
    generation_of(home).rename(home / "generations" / name)
    (home / "CURRENT").write_text(name + "\n", encoding="utf-8")
    for attempt in (states.open, lambda place: Library.build(place, corpus=states.corpus)):
        with pytest.raises(LibraryError) as caught:
            attempt(home)
        assert caught.value.code == "index-newer"
    assert [path.name for path in (home / "generations").iterdir() if path == generation_of(home)] == [name]


def _make_first_format(home: Path) -> None:
    """Turn a library into one of the first format, as the first programs wrote it: index and kept copies."""
    [folder] = (home / "sources").iterdir()
    record = json.loads((folder / "document.json").read_text("utf-8"))
    crc = 0
    for entry in record["files"]:
        del entry["repair"]
        crc = zlib.crc32((folder / entry["stored"]).read_bytes(), zlib.crc32(entry["name"].encode(), crc))
    del record["document"]["column"]
    crc = zlib.crc32(json.dumps(record["document"], sort_keys=True).encode(), crc)
    (folder / "document.json").write_text(json.dumps(record, ensure_ascii=False, indent=1), encoding="utf-8")
    renamed = folder.rename(folder.with_name(f"{DOCUMENT}-{crc:08x}"))
    edit_manifest(home, format=1, added=[[DOCUMENT, renamed.name]])
    plain = home / "generations" / "000002"  # without a checksum
    generation_of(home).rename(plain)
    (home / "CURRENT").write_text("000002\n", encoding="utf-8")


@pytest.mark.parametrize("lost", ["", "pointer", "manifest"])
def test_a_library_of_the_first_format_is_rebuilt_from_its_kept_copies(states: States, home: Path, lost: str) -> None:
    states.copy("holding", home)
    _make_first_format(home)
    if lost:
        (home / "CURRENT" if lost == "pointer" else generation_of(home) / "manifest.json").write_bytes(b"")
    events: list[str] = []
    assert states.state_of(home, events.append) == "holding"
    assert events == ["repairing" if lost else "upgrading"]
    with states.open(home) as library:  # and what was kept then can be added to and removed
        library.add([FILES[0]], as_document=DOCUMENT)
        assert states.expected.get(answers(library)) == "holding", "what is replaced by the same has changed"
        library.remove(DOCUMENT)
    assert states.state_of(home) == "without"


def test_a_damaged_copy_of_the_first_format_is_named(states: States, home: Path) -> None:
    states.copy("holding", home)
    _make_first_format(home)
    _hurt_kept(home)
    with pytest.raises(LibraryError) as caught:
        states.open(home)
    assert caught.value.code == "source-lost"
    assert caught.value.params["document"] == DOCUMENT


def _edit_kept(home: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    """Change the record of the kept copy as a program of another version would have written it: sealed."""
    from lawsearch.library import kept

    [folder] = (home / "sources").iterdir()
    _, files = kept.kept_sources(str(home), folder.name)
    record = json.loads((folder / "document.json").read_text("utf-8"))
    change(record)
    (folder / "document.json").write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")
    renamed = folder.rename(folder.with_name(kept._folder_name(record["document"], files)))
    edit_manifest(home, added=[[DOCUMENT, renamed.name]])
    return renamed


def test_a_kept_copy_of_a_later_format_is_refused_and_left_alone(states: States, home: Path) -> None:
    states.copy("holding", home)
    folder = _edit_kept(home, lambda record: record.update(format=3, files="who knows"))
    (home / "CURRENT").write_bytes(b"")
    for attempt in (states.open, lambda place: Library.build(place, corpus=states.corpus)):
        with pytest.raises(LibraryError) as caught:
            attempt(home)
        assert caught.value.code == "index-newer"
        assert caught.value.params["found"] == 3
    assert (folder / "001").read_bytes() == FILES[0].read_bytes()


def test_a_field_more_in_a_kept_record_is_ignored(states: States, home: Path) -> None:
    """A later program that can do without the field says so by leaving the number of the format as it is."""
    states.copy("holding", home)
    _edit_kept(home, lambda record: record["document"].update(colour="green"))
    Library.build(home, corpus=states.corpus).close()
    assert states.state_of(home) == "holding"


@pytest.mark.parametrize("write", WRITES)
def test_a_writer_does_not_go_back_behind_a_newer_program(states: States, home: Path, write: str) -> None:
    """It was started before the newer one wrote, and had to wait for it, say."""
    states.copy(WRITES[write][0], home)
    with states.open(home) as library:
        attempts: dict[str, Callable[[], object]] = {
            "build": lambda: Writer(library.paths, wait=0).build(),
            "add": lambda: library.add(FILES, as_document=DOCUMENT),
            "remove": lambda: library.remove(DOCUMENT),
        }
        library.documents  # noqa: B018 - it has been read before
        edit_manifest(home, format=FORMAT + 1)
        newer = generation_of(home)
        generations = len(list((home / "generations").iterdir()))
        with pytest.raises(LibraryError) as caught:
            attempts[write]()
    assert caught.value.code == "index-newer"
    assert generation_of(home) == newer
    assert len(list((home / "generations").iterdir())) == generations


# Full disks, lost rights, other owners.


def _nothing_left(home: Path) -> bool:
    return not [path for path in home.rglob("*") if path.suffix in (".new", ".gone") and path.is_dir()]


def _sizes(home: Path) -> list[int]:
    """Of the files of the generation in service, in bytes."""
    return [path.stat().st_size for path in generation_of(home).rglob("*") if path.is_file()]


def _copy_in_service(source: Path, disk: Path) -> None:
    """Copy a library without the generations that a writer would remove to make room."""
    old = [path.name for path in (source / "generations").iterdir() if path != generation_of(source)]
    shutil.copytree(source, disk, dirs_exist_ok=True, ignore=shutil.ignore_patterns(*old))
    disk.chmod(0o700)


def _blocks(home: Path) -> int:
    """What the files of a library take on a disk, in KiB."""
    return sum((path.stat().st_size + 4095) // 4096 * 4 for path in home.rglob("*") if path.is_file())


@pytest.mark.parametrize("share", [0, 0.02, 0.3, 0.95])
def test_no_more_room_for_a_file(states: States, home: Path, share: float) -> None:
    """No file may grow larger than a share of the largest that is to be written."""
    states.copy("without", home)
    limit = int(share * max(_sizes(states.holding)))

    def work() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        with states.open(home) as library:
            with pytest.raises(LibraryError) as caught:
                library.add(FILES, as_document=DOCUMENT)
            assert caught.value.code in ("write-failed", "folder-not-writable")
            assert states.expected[answers(library)] == "without"

    assert run_apart(work) == 0
    assert _nothing_left(home)
    assert states.state_of(home) == "without"


@pytest.fixture
def small_disk(home: Path) -> Iterator[Callable[[int], Path]]:
    """A disk of so many KiB, where the system lets us make one."""
    home.mkdir()

    def make(size: int) -> Path:
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size}k", "tmpfs", str(home)], capture_output=True, check=False
        )
        if done.returncode:
            pytest.skip("no disk can be mounted here")
        return home

    yield make
    subprocess.run(["umount", "-l", str(home)], capture_output=True, check=False)


@pytest.mark.skipif(not _ROOT or not sys.platform.startswith("linux"), reason="mounting a disk needs root on Linux")
@pytest.mark.parametrize("share", [0, 0.1, 0.5, 0.9])
def test_a_full_disk(states: States, small_disk: Callable[[int], Path], share: float) -> None:
    """There is room for a share of what is to be written."""
    room = int(share * sum(_sizes(states.holding)) / 1024)
    disk = small_disk(2 * _blocks(states.holding))
    _copy_in_service(states.without, disk)
    (disk / "README.md").write_bytes(bytes(max(0, shutil.disk_usage(disk).free - 1024 * room)))
    free = shutil.disk_usage(disk).free

    def work() -> None:
        with states.open(disk) as library:
            with pytest.raises(LibraryError) as caught:
                library.add(FILES, as_document=DOCUMENT)
            assert caught.value.code in ("write-failed", "folder-not-writable")
            assert caught.value.params["reason"] == os.strerror(errno.ENOSPC)
            assert states.expected[answers(library)] == "without"

    assert run_apart(work) == 0
    assert shutil.disk_usage(disk).free == free, "what was begun has been removed"
    assert states.state_of(disk) == "without"


@pytest.mark.skipif(not _ROOT or not sys.platform.startswith("linux"), reason="mounting a disk needs root on Linux")
@pytest.mark.parametrize("write", WRITES)
def test_a_disk_that_fills_up_under_any_writer(states: States, small_disk: Callable[[int], Path], write: str) -> None:
    """From no room at all to nearly enough: the old state, or the new one."""
    before, work = WRITES[write]
    source = states.without if before == "without" else states.holding
    disk = small_disk(_blocks(source) + 1100)
    _copy_in_service(source, disk)
    after = {"build": "holding", "add": "holding", "remove": "without"}[write]
    ballast = disk / "README.md"
    rng = random.Random(f"full {write}")
    needed = min(sum(_sizes(states.without)), sum(_sizes(states.holding))) // 1024
    rooms = [0, *sorted(rng.sample(range(8, needed * 3 // 4), 3))]
    refused = 0
    for room in rooms:
        free = shutil.disk_usage(disk).free
        ballast.write_bytes(bytes(max(0, free - 1024 * room) // 4096 * 4096))

        def write_apart() -> None:
            work(states, disk)

        refused += run_apart(write_apart) != 0
        assert states.state_of(disk) in (before, after), room
        ballast.unlink()
        assert _nothing_left(disk)
        if states.state_of(disk) != before:
            break
    assert refused >= 2
    assert run_apart(lambda: work(states, disk)) == 0 or states.state_of(disk) == after
    assert states.state_of(disk) == after


@pytest.mark.skipif(not _ROOT or not sys.platform.startswith("linux"), reason="mounting a disk needs root on Linux")
def test_a_disk_without_any_room_answers_and_takes_no_export(
    states: States, small_disk: Callable[[int], Path], command: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    disk = small_disk(_blocks(states.holding) + 80)
    _copy_in_service(states.holding, disk)
    (disk / "README.md").write_bytes(bytes(shutil.disk_usage(disk).free))
    assert shutil.disk_usage(disk).free == 0
    assert states.state_of(disk) == "holding"
    for arguments in (
        ["show", "50"], ["search", "карта"], ["toc", DOCUMENT], ["refs", "50"], ["duties"], ["check", str(FILES[0])],
    ):  # fmt: skip
        assert command(*arguments) in (0, 1), arguments
        assert capsys.readouterr().out
    with asking(disk) as client:
        assert client.get("/api/search", params={"q": "карта"}).status_code == 200
    for arguments in (["export", "--format", "json"], ["export", "--format", "epub"], ["report", str(FILES[0])]):
        before = sorted(disk.iterdir())
        assert command(*arguments, "--output", str(disk / "out.file")) == 3
        assert "No space left on device" in capsys.readouterr().err
        assert sorted(disk.iterdir()) == before


def _as_another_user(work: Callable[[], object]) -> None:
    """Do some work without the rights of root."""

    def dropped() -> None:
        if _ROOT:
            os.setgroups([])
            os.setgid(_NOBODY)
            os.setuid(_NOBODY)
        work()

    assert run_apart(dropped) == 0


def _give(home: Path) -> None:
    """Make the library the other user's, if there is one."""
    if _ROOT:
        for path in (home, *home.rglob("*")):
            os.chown(path, _NOBODY, _NOBODY)


def test_a_read_only_folder_answers_and_refuses_to_change(states: States, home: Path) -> None:
    states.copy("without", home)
    _give(home)
    for path in (home, home / "generations"):
        path.chmod(0o555)
    (home / "lock").chmod(0o444)

    def work() -> None:
        assert states.state_of(home) == "without"
        with states.open(home) as library, pytest.raises(LibraryError) as caught:
            library.add(FILES, as_document=DOCUMENT)
        assert caught.value.code == "folder-not-writable"
        assert states.state_of(home) == "without"

    _as_another_user(work)


def test_a_read_only_folder_whose_index_is_old_answers_and_says_so(states: States, home: Path) -> None:
    states.copy("holding", home)
    edit_manifest(home, quick="other", content="other")
    _give(home)
    for path in (home, home / "generations"):
        path.chmod(0o555)
    (home / "lock").chmod(0o444)

    def work() -> None:
        events: list[str] = []
        assert states.state_of(home, events.append) == "holding"
        assert events == ["rebuilding", "stale"]

    _as_another_user(work)


@pytest.mark.parametrize("lost", [".", "CURRENT", "generations", "sources", "lock"])
def test_lost_rights_are_named_or_mended(states: States, home: Path, lost: str) -> None:
    states.copy("holding", home)
    _give(home)
    (home / lost).chmod(0)

    def work() -> None:
        try:
            state = states.state_of(home)
        except LibraryError as error:
            state = error.code
        assert state in ("holding", "folder-unreadable", "folder-not-writable", "write-failed", "source-lost")

    _as_another_user(work)
    (home / lost).chmod(0o700)

    def again() -> None:
        assert states.state_of(home) == "holding"

    _as_another_user(again)


@pytest.mark.parametrize("write", WRITES)
def test_rights_that_are_lost_while_it_writes(states: States, home: Path, write: str) -> None:
    """Whatever has been done by then: afterwards the old state answers, or the new one, and the next writer cleans up."""
    before, work = WRITES[write]
    after = {"build": "holding", "add": "holding", "remove": "without"}[write]
    touches = count_touches(states, home, write)
    rng = random.Random(f"rights {write}")
    for number in rng.sample(range(2, touches), 3):
        states.copy(before, home)
        _give(home)

        def lose() -> None:
            for name in ("generations", "sources", "."):
                if (home / name).exists():
                    (home / name).chmod(0o500)

        def losing(number: int = number, lose: Callable[[], None] = lose) -> None:
            at_touch(number, home, lose)
            with contextlib.suppress(LibraryError):
                work(states, home)

        _as_another_user(losing)
        for name in (".", "generations", "sources"):
            if (home / name).exists():
                (home / name).chmod(0o700)

        def again() -> None:
            events: list[str] = []
            assert states.state_of(home, events.append) in (before, after)
            assert not events
            Library.build(home, corpus=states.corpus, wait=0).close()
            assert _nothing_left(home)
            assert states.state_of(home) in (before, after)

        _as_another_user(again)


@pytest.mark.skipif(not _ROOT, reason="only root can give files away")
@pytest.mark.parametrize("given", [".", "generations", "generation", "search", "postings"])
def test_nothing_of_another_user_is_opened(states: States, home: Path, given: str) -> None:
    states.copy("holding", home)
    folder = generation_of(home)
    place = {
        ".": home, "generations": home / "generations", "generation": folder, "search": folder / "search",
        "postings": folder / "search" / "postings.bin",
    }[given]  # fmt: skip
    os.chown(place, _NOBODY, _NOBODY)
    with pytest.raises(LibraryError) as caught:
        answers(states.open(home))
    assert caught.value.code == "index-foreign"
    assert caught.value.params["folder"] == str(place)


@pytest.mark.parametrize("place", [".", "generations", "generation", "search"])
def test_what_others_can_change_is_not_opened(states: States, home: Path, place: str) -> None:
    states.copy("holding", home)
    folder = generation_of(home)
    {".": home, "generations": home / "generations", "generation": folder, "search": folder / "search"}[place].chmod(
        0o777
    )
    with pytest.raises(LibraryError) as caught:
        answers(states.open(home))
    assert caught.value.code == "index-foreign"
    if place != "search":  # a build writes a new one beside it
        assert run_apart(lambda: Library.build(home, corpus=states.corpus)) != 0


# Clocks, and files that vanish.


@pytest.mark.parametrize("year", [1971, 2093])
def test_clocks_that_jump(states: States, home: Path, year: int) -> None:
    states.copy("holding", home)
    then = (year - 1970) * 31_557_600
    for path in (home, *home.rglob("*"), *states.corpus.rglob("*")):
        os.utime(path, (then, then))
    events: list[str] = []
    assert states.state_of(home, events.append) == "holding"
    assert not events, "the contents are the same"
    with states.open(home) as library:
        library.remove(DOCUMENT)
    assert states.state_of(home) == "without"


@pytest.mark.parametrize("lost", ["pointer", "both"])
def test_a_clock_set_back_between_two_documents(states: States, home: Path, lost: str) -> None:
    """What was added, and in which order, is told by the last manifest, not by the times of files."""
    states.copy("holding", home)
    with states.open(home) as library:
        library.add([FILES[1]], as_document="digest-1999-ru")
        said = answers(library)
        library.remove("digest-1999-ru")
        library.add([FILES[1]], as_document="digest-1999-ru")
        assert answers(library) == said
    for path in (home / "sources").glob("digest-1999-ru-*/*"):
        os.utime(path, (31_557_600, 31_557_600))
    (home / "CURRENT").unlink()
    if lost == "both":  # the last resort: the times; nothing that was kept is ever left out
        shutil.rmtree(home / "generations")
    with states.open(home) as library:
        assert set(library.documents) >= {DOCUMENT, "digest-1999-ru"}
        if lost == "pointer":
            assert answers(library) == said


@pytest.mark.parametrize("write", WRITES)
def test_a_clock_that_jumps_while_it_writes(
    states: States, home: Path, monkeypatch: pytest.MonkeyPatch, write: str
) -> None:
    before, work = WRITES[write]
    after = {"build": "holding", "add": "holding", "remove": "without"}[write]
    rng = random.Random(f"clock {write}")
    for year, number in zip((1971, 2093), rng.sample(range(2, 60), 2), strict=True):
        states.copy(before, home)
        then = (year - 1970) * 31_557_600

        def jump(then: int = then) -> None:
            for path in (home, *home.rglob("*")):
                os.utime(path, (then, then))
            time.time = lambda: float(then)
            time.time_ns = lambda: then * 10**9

        def jumping(number: int = number, jump: Callable[[], None] = jump) -> None:
            at_touch(number, home, jump)
            work(states, home)

        assert run_apart(jumping) == 0
        events: list[str] = []
        assert states.state_of(home, events.append) == after
        assert not events


def _vanish(path: Path, work: Callable[[], object]) -> Callable[[], None]:
    """Work during which a file disappears between its being found and being opened."""

    def run_with_hook() -> None:
        at_touch(1, path, path.unlink, locks=False)
        work()

    return run_with_hook


def test_a_corpus_file_that_vanishes(states: States, home: Path, tmp_path: Path) -> None:
    corpus = Path(shutil.copytree(states.corpus, tmp_path / "corpus"))
    states.copy("without", home)
    victim = next(corpus.glob("*/06-play.txt"))

    def work() -> None:
        with pytest.raises((CorpusError, InputError)) as caught:
            Library.build(home, corpus=corpus)
        assert caught.value.params["file"] == str(victim), caught.value

    assert run_apart(_vanish(victim, work)) == 0
    assert states.state_of(home) == "without"


def test_an_added_file_that_vanishes(states: States, home: Path, tmp_path: Path) -> None:
    states.copy("without", home)
    victim = Path(shutil.copy(FILES[0], tmp_path / "victim.txt"))

    def work() -> None:
        with states.open(home) as library, pytest.raises(InputError) as caught:
            library.add([victim], as_document=DOCUMENT)
        assert caught.value.code == "no-such-file"

    assert run_apart(_vanish(victim, work)) == 0
    assert states.state_of(home) == "without"


def test_a_file_of_an_added_folder_that_vanishes(states: States, home: Path, tmp_path: Path) -> None:
    """Between the listing of the folder and the reading of the file."""
    states.copy("without", home)
    folder = tmp_path / "pages"
    folder.mkdir()
    first, victim = (Path(shutil.copy(file, folder / f"page{number}.txt")) for number, file in enumerate(FILES))

    def work() -> None:
        at_touch(1, first, victim.unlink, locks=False)
        with states.open(home) as library, pytest.raises(InputError) as caught:
            library.add([folder], as_document=DOCUMENT)
        assert caught.value.code == "no-such-file"
        assert caught.value.params["file"] == str(victim)

    assert run_apart(work) == 0
    assert states.state_of(home) == "without"


@pytest.mark.parametrize("name", ["001", "002", "document.json"])
def test_a_kept_copy_that_vanishes_while_all_is_built_anew(states: States, home: Path, name: str) -> None:
    states.copy("holding", home)
    [victim] = (home / "sources").glob(f"*/{name}")

    def work() -> None:
        with pytest.raises(LibraryError) as caught:
            Library.build(home, corpus=states.corpus)
        assert caught.value.code == "source-lost"
        assert caught.value.params["document"] == DOCUMENT

    assert run_apart(_vanish(victim, work)) == 0
    assert states.state_of(home) == "holding", "the index is whole still"
    (home / "CURRENT").unlink()
    shutil.rmtree(home / "generations")
    with pytest.raises(LibraryError) as caught:
        states.open(home)
    assert caught.value.code == "source-lost", "never a library without what was added"


@pytest.mark.parametrize("name", ["library.db", "forms.marisa", "manifest.json"])
def test_a_file_of_the_index_that_vanishes(states: States, home: Path, name: str) -> None:
    states.copy("holding", home)
    victim = generation_of(home) / name

    def work() -> None:
        assert states.state_of(home) == "holding"

    assert run_apart(_vanish(victim, work)) == 0
    assert states.state_of(home) == "holding"


# The edge.


def test_no_fault_is_a_traceback(
    states: States, home: Path, command: Callable[..., int], capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    states.copy("without", home)
    for error, words in (
        (OSError(5, "Input/output error"), "The operating system refused: Input/output error."),
        (MemoryError(), "not enough memory"),
        (ValueError("what"), "ValueError in test_faults.py"),
    ):

        def broken(*_arguments: object, error: BaseException = error, **_names: object) -> None:
            raise error

        monkeypatch.setattr(Library, "sources", broken)
        monkeypatch.setattr("lawsearch.cli.abandon", lambda _stream: None)
        assert command("sources") == 3
        told = capsys.readouterr().err
        assert words in told
        assert "Traceback" not in told


def test_an_output_that_is_full_is_said(home: Path, states: States) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    states.copy("without", home)
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "lawsearch", "export", "--schema"],
            stdout=full, stderr=subprocess.PIPE, text=True, encoding="utf-8", check=False,
            env={**os.environ, "LAWSEARCH_HOME": str(home), "LC_ALL": "C.UTF-8"},
        )  # fmt: skip
    assert done.returncode == 3
    assert "No space left on device" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


def test_threads_share_nothing() -> None:
    """The lease of a reader is its own: closing one leaves the others."""
    from lawsearch.library.store import Lease

    files = [os.open(os.devnull, os.O_RDONLY) for _ in range(3)]
    leases = [Lease(file) for file in files]
    threads = [threading.Thread(target=lease.close) for lease in leases for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for file in files:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(file)
