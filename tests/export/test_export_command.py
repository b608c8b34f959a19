"""``lawsearch export`` from outside: where it writes, what it refuses, what it never leaves behind."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from lawsearch.errors import LibraryError, UsageError
from lawsearch.export import EXPORT_FORMATS
from lawsearch.export.files import write_file
from tests.cli.calling import FOUND, command, environment, lawsearch, on_terminal, refused


@pytest.mark.parametrize("name", EXPORT_FORMATS)
def test_the_end_of_the_name_tells_the_format(home: Path, tmp_path: Path, name: str) -> None:
    kind = EXPORT_FORMATS[name]
    target = tmp_path / f"laws{kind.suffixes[0].upper()}"
    done = lawsearch(home, "export", "notes-2017-en", "--output", target, variables={"SOURCE_DATE_EPOCH": "0"})
    assert (done.code, done.out) == (FOUND, "")
    named = lawsearch_bytes(home, "export", "--format", name, "notes-2017-en")
    assert target.read_bytes() == named
    assert len(named) > 100_000
    assert [path.name for path in tmp_path.iterdir()] == [target.name]


def lawsearch_bytes(home: Path, *arguments: str) -> bytes:
    done = subprocess.run(
        command(*arguments),
        env=environment(home, {"SOURCE_DATE_EPOCH": "0"}),
        capture_output=True,
        timeout=120,
        check=True,
    )
    assert done.stderr == b""
    return done.stdout


def test_a_package_of_several_documents(home: Path, tmp_path: Path) -> None:
    target = tmp_path / "laws.akn"
    assert lawsearch(home, "export", "--output", target).code == FOUND
    with zipfile.ZipFile(target) as archive:
        assert archive.testzip() is None
        assert len(archive.namelist()) == 5


@pytest.mark.parametrize(("arguments", "language"), [(["--format", "epub"], "en"), (["--format", "akn"], "ru")])
def test_bytes_are_not_for_a_terminal(home: Path, arguments: list[str], language: str) -> None:
    shown = on_terminal(home, "--ui", language, "export", *arguments).decode()
    assert "--output" in shown
    assert "PK" not in shown


def test_text_on_a_terminal_is_text(home: Path) -> None:
    shown = on_terminal(home, "export", "--format", "md", "notes-2017-en").decode()
    assert shown.startswith("# A director's notes")


def test_a_mapping_for_the_index(home: Path, tmp_path: Path) -> None:
    mapping = lawsearch(home, "export", "--mapping").json()
    assert mapping["mappings"]["properties"]["text_lemmas"]["analyzer"] == "lemmas"
    target = tmp_path / "mapping.json"
    assert lawsearch(home, "export", "--mapping", "--output", target).code == FOUND
    assert json.loads(target.read_text("utf-8")) == mapping


def test_documents_are_named_by_their_series_too(home: Path) -> None:
    refused(lawsearch(home, "export", "notes"), 1, "notes-2017-ru", "notes-2017-en")
    twice = lawsearch(home, "export", "--format", "jsonl", "notes-2017-en", "notes-2017-en")
    lines = twice.out.splitlines()
    assert len(lines) == len(set(lines)) > 500


def test_a_reader_that_has_enough(home: Path) -> None:
    for name in ("json", "epub", "html"):
        with subprocess.Popen(
            command("export", "--format", name), env=environment(home), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as running:
            assert running.stdout is not None
            assert running.stderr is not None
            running.stdout.read(10)
            running.stdout.close()
            assert running.stderr.read() == b""
            assert running.wait(60) == 0


# Writing a file


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    beside = tmp_path / "beside"
    beside.write_bytes(b"")
    target = tmp_path / "new"
    write_file([b"a", b"b"], str(target), force=False)
    assert target.read_bytes() == b"ab"
    assert stat.S_IMODE(target.stat().st_mode) == stat.S_IMODE(beside.stat().st_mode)


def test_a_replaced_file_keeps_its_permissions_and_its_link(tmp_path: Path) -> None:
    target, link = tmp_path / "real", tmp_path / "link"
    target.write_bytes(b"old")
    target.chmod(0o640)
    link.symlink_to(target)
    with pytest.raises(UsageError):
        write_file([b"new"], str(link), force=False)
    write_file([b"new"], str(link), force=True)
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, OSError])
def test_nothing_is_left_of_a_file_that_was_not_finished(tmp_path: Path, error: type[BaseException]) -> None:
    target = tmp_path / "old"
    target.write_bytes(b"old")

    def pieces() -> Iterator[bytes]:
        yield b"new"
        raise error

    with pytest.raises(LibraryError if error is OSError else error):
        write_file(pieces(), str(target), force=True)
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["old"]


def test_a_file_that_appears_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    target = tmp_path / "new"

    def pieces() -> Iterator[bytes]:
        yield b"ours"
        target.write_bytes(b"theirs")

    with pytest.raises(UsageError) as caught:
        write_file(pieces(), str(target), force=False)
    assert caught.value.code == "output-exists"
    assert target.read_bytes() == b"theirs"
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


def test_what_is_no_file_is_written_to_and_stays(tmp_path: Path) -> None:
    import threading

    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write_file([b"through", b" it"], str(pipe), force=False)
    reader.join(10)
    assert got == [b"through it"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    for force in (False, True):
        with pytest.raises((UsageError, LibraryError)):
            write_file([b"x"], str(tmp_path), force=force)
    assert list(tmp_path.iterdir()) == []


def test_a_name_of_the_greatest_length(tmp_path: Path) -> None:
    target = tmp_path / ("n" * 250)
    write_file([b"x"], str(target), force=False)
    assert target.read_bytes() == b"x"
