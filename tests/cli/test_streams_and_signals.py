"""The world around a command: streams that nobody takes, signals, pipes, names, a disk that says late what it has lost."""

from __future__ import annotations

import errno
import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from lawsearch import cli
from lawsearch.errors import InputError, LibraryError, UsageError
from lawsearch.library import Library
from lawsearch.source import folders, pipes, read_bytes, read_source
from tests.conftest import generation_of
from tests.timing import PATIENCE

_FULL = Path("/dev/full")
_TEXT = "Правило 50. КАРТА(DC4)\n50.1. Карту кладут на стол (см. п.50.2).(DC4)\n50.2. Она там остаётся.(DC4)\n"
needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
needs_signals = pytest.mark.skipif(os.name == "nt", reason="Windows ends a process without asking it")


@pytest.fixture
def command(small_home: Path, small_corpus_in_use: None) -> Callable[..., int]:
    """Run a command in this process on the small library."""
    return lambda *arguments: cli.main(["--ui", "en", "--library", str(small_home), *arguments])


# Streams.


def _full_disk() -> int:
    return os.open(_FULL, os.O_WRONLY)


def _closed_pipe() -> int:
    reading, writing = os.pipe()
    os.close(reading)
    return writing


@pytest.mark.skipif(not _FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("opened", [_full_disk, _closed_pipe])
@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["show", "50"], 0), (["show", "999"], 1), (["show"], 2), (["build", "--wrong"], 2), (["parse", "none.txt"], 3)],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_news_that_nobody_takes_changes_nothing(
    command: Callable[..., int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    opened: Callable[[], int],
    arguments: list[str],
    code: int,
) -> None:
    """The data come out whole, and the exit code is the one of the command."""
    expected = command(*arguments)
    said = capsys.readouterr()
    assert expected == code
    assert said.err, "there is something to say"
    with os.fdopen(opened(), "w") as stream:
        monkeypatch.setattr(sys, "stderr", stream)
        assert command(*arguments) == code
    assert capsys.readouterr().out == said.out


@pytest.mark.skipif(not _FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("opened", [_full_disk, _closed_pipe])
def test_a_shell_that_no_longer_listens_is_told_nothing(tmp_path: Path, opened: Callable[[], int]) -> None:
    with os.fdopen(opened(), "wb") as stream:
        done = subprocess.run(
            [sys.executable, "-m", "lawsearch", "__complete", "sh"], stdout=stream, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 1
    assert done.stderr == b""


@pytest.mark.parametrize("name", ["check", "parse", "report", "add"])
def test_a_closed_stdin_is_an_empty_one(
    command: Callable[..., int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert command(name, "-") == 3
    sys.stdin.close()
    assert "Standard input is empty" in capsys.readouterr().err


@pytest.mark.parametrize("columns", ["9" * 5000, "²", "-1", "0", "1", "x"])
def test_a_width_that_is_no_number_draws_tables(
    command: Callable[..., int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], columns: str
) -> None:
    from lawsearch.cli.output import draw, table

    monkeypatch.setenv("COLUMNS", columns)
    assert command("show", "50") == 0
    assert capsys.readouterr().out
    assert "a" in draw(table([("a", "b"), ("1", "2")], plain=False), 40)


# Signals.


def _started(body: str, tmp_path: Path) -> subprocess.Popen[bytes]:
    """A command line whose command is ``body``, which prints ``ready`` when it is to be told to stop."""
    script = tmp_path / "command.py"
    script.write_text(
        "import os, signal, sys, time\nimport lawsearch.cli\nfrom lawsearch.__main__ import run\n"
        "class Group:\n    make = classmethod(lambda cls, settings: cls())\n"
        "    def main(self, *arguments, **options):\n"
        + textwrap.indent(textwrap.dedent(body), " " * 8)
        + "\nlawsearch.cli.BareGroup = Group\nrun()\n",
        encoding="utf-8",
    )
    return subprocess.Popen(
        [sys.executable, str(script), "--ui", "en"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
    )


def _told(process: subprocess.Popen[bytes], signals: list[int]) -> tuple[int, str]:
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    for number in signals:
        process.send_signal(number)
        time.sleep(0.02)
    _out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, err.decode()


_EXPORTING = """
    from lawsearch.export.files import write_file
    def pieces():
        yield b"half"
        print("ready", flush=True)
        time.sleep(20)
    write_file(pieces(), "out.json", force=False)
"""


@needs_signals
@pytest.mark.parametrize(
    "signals",
    [["SIGTERM"], ["SIGHUP"], ["SIGINT"], ["SIGINT"] * 3, ["SIGTERM", "SIGHUP", "SIGTERM"], ["SIGHUP", "SIGINT"]],
    ids=" ".join,
)
def test_a_command_that_is_stopped_puts_away_what_is_half_done(tmp_path: Path, signals: list[str]) -> None:
    numbers = [int(getattr(signal, name)) for name in signals]
    code, err = _told(_started(_EXPORTING, tmp_path), numbers)
    # a later one may come when Python has ended, and ends what is left of the process: the same to a shell
    assert code in (128 + numbers[0], *(-number for number in numbers[1:]))
    assert "Traceback" not in err
    assert "Exception ignored" not in err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["command.py"]


@needs_signals
def test_a_signal_while_an_object_is_finalized_is_not_lost(tmp_path: Path) -> None:
    """Python reports what is raised in ``__del__``, and goes on."""
    body = """
        class Held:
            def __del__(self):
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(0.01)
        print("ready", flush=True)
        held = Held()
        del held
        time.sleep(20)
    """
    code, err = _told(_started(body, tmp_path), [])
    assert code == 130
    assert err == "Error: Interrupted.\n"


# The terminal of ``browse``.


def _browsed(tmp_path: Path, home: Path, corpus: Path, patch: str, keys: bytes, **variables: str) -> tuple[int, str]:
    """The exit code of ``browse`` on a terminal of its own, and all that it has written there."""
    import pty
    import select

    script = tmp_path / "browse.py"
    script.write_text(
        "import sys\nfrom lawsearch.library import Paths\n"
        f"Paths.find = classmethod(lambda cls, *_, **__: cls({str(corpus)!r}, {str(home)!r}))\n{patch}\n"
        "from lawsearch.__main__ import run\nrun()\n",
        encoding="utf-8",
    )
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update({"TERM": "xterm-256color", **variables})
        os.execv(sys.executable, [sys.executable, str(script), "--ui", "en", "browse", "50"])
    written = b""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                written += os.read(terminal, 65536)
            except OSError:
                break
        elif b"\x1b[?1049h" in written and keys:  # it is there, and waits
            os.write(terminal, keys)
            keys = b""
    else:
        os.kill(child, signal.SIGKILL)
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), written.decode("utf-8", "replace")


@needs_signals
def test_a_terminal_of_strange_sizes_and_bytes_is_browsed(
    tmp_path: Path, small_home_copy: Path, small_corpus: Path
) -> None:
    code, written = _browsed(
        tmp_path, small_home_copy, small_corpus, "", b"\xff\xfe\xcb\x00q", COLUMNS="²", LINES="9" * 5000
    )
    assert code == 0
    assert "Traceback" not in written
    assert "\x1b[?1049l" in written, "the screen is given back"


@needs_signals
def test_a_mistake_in_the_program_is_said_in_a_sentence(
    tmp_path: Path, small_home_copy: Path, small_corpus: Path
) -> None:
    patch = "import lawsearch.browse.app as app\nasync def fail(self): raise KeyError('x')\napp.Reader.on_mount = fail"
    code, written = _browsed(tmp_path, small_home_copy, small_corpus, patch, b"")
    assert code == 3
    assert "lawsearch has failed (KeyError" in " ".join(written.split())
    assert "Traceback" not in written


# What is named as a file.


@needs_pipes
def test_a_pipe_that_nobody_writes_into_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipes, "PATIENCE", 0.1)
    os.mkfifo(tmp_path / "text.txt")
    with pytest.raises(InputError) as caught:
        read_source(tmp_path / "text.txt")
    assert caught.value.code == "pipe-silent"
    assert caught.value.params["file"] == str(tmp_path / "text.txt")


@needs_pipes
def test_a_pipe_is_read_to_its_end_however_slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipes, "PATIENCE", PATIENCE)
    path = tmp_path / "text.txt"
    os.mkfifo(path)

    def write() -> None:
        time.sleep(0.1)
        with path.open("wb", buffering=0) as file:
            for piece in (_TEXT[:20], _TEXT[20:]):
                time.sleep(0.1)
                file.write(piece.encode())

    writer = threading.Thread(target=write)
    writer.start()
    assert read_source(path).text == _TEXT
    writer.join()


@needs_pipes
def test_a_pipe_without_a_name_that_is_over_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    os.close(writing)
    try:
        if not Path(f"/dev/fd/{reading}").exists():
            pytest.skip("this system has no /dev/fd")
        monkeypatch.setattr(time, "sleep", lambda _seconds: pytest.fail("nobody is waited for"))
        assert read_bytes(Path(f"/dev/fd/{reading}")) == b""
    finally:
        os.close(reading)


@pytest.mark.parametrize("name", ["check", "parse", "report", "add"])
def test_a_name_that_is_empty_is_not_the_folder_we_are_in(
    command: Callable[..., int], capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert command(name, "") == 3
    assert "The name of a file is empty" in capsys.readouterr().err


def test_numbers_of_any_length_are_sorted_as_numbers() -> None:
    names = ["page2", "page010", "page" + "9" * 5000, "page1" + "0" * 5000, "page1" + "0" * 5001, "pages"]
    shuffled = random.Random(1).sample(names, len(names))
    assert shuffled != names
    assert sorted(shuffled, key=folders.natural_key) == names


def test_a_folder_that_holds_what_may_not_be_looked_at_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "secret").mkdir()

    def refused(self: Path, **options: object) -> os.stat_result:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self))

    monkeypatch.setattr(Path, "is_dir", refused)
    with pytest.raises(InputError) as caught:
        folders.expand_files([str(tmp_path / "texts")], (".txt",))
    assert caught.value.params["file"] == str(tmp_path / "texts" / "secret")


def test_what_the_system_refuses_is_named(
    command: Callable[..., int], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def refused(*_arguments: object, **_options: object) -> None:
        raise OSError(errno.ESTALE, os.strerror(errno.ESTALE), "/net/laws/page.txt")

    monkeypatch.setattr(cli.output, "open_library", refused)
    assert command("show", "50") == 3
    assert "/net/laws/page.txt" in capfd.readouterr().err
    assert cli.main(["--ui", "ru", "show", "50"]) == 3
    assert "Stale" not in capfd.readouterr().err


@pytest.mark.parametrize("name", ["x" * 200, "x" * 200 + "-1987-ru"])
@pytest.mark.parametrize("option", ["--as", "--series"])
def test_a_name_too_long_for_a_folder_is_refused_before_anything_is_written(
    command: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str, name: str
) -> None:
    (tmp_path / "text.txt").write_text(_TEXT, encoding="utf-8")
    assert command("add", str(tmp_path / "text.txt"), option, name) == 2
    assert "is not a name for a document" in " ".join(capsys.readouterr().err.split())


def test_a_wait_that_is_no_number_is_refused(command: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    assert command("build", "--wait", "nan") == 2
    assert "--wait" in capsys.readouterr().err


# A disk that tells late.


@pytest.mark.parametrize("number", [errno.EIO, errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)])
def test_bytes_that_the_disk_has_not_taken_are_not_put_in_service(
    small_home_copy: Path, small_corpus: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """A disk in the network says so at ``fsync``, when all has been written."""
    before = generation_of(small_home_copy)

    def refused(_file: int) -> None:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", refused)
        with pytest.raises(LibraryError) as caught:
            Library.build(small_home_copy, corpus=small_corpus)
    assert caught.value.code == "write-failed"
    assert caught.value.params["reason"] == os.strerror(number)
    assert generation_of(small_home_copy) == before
    assert [path.name for path in (small_home_copy / "generations").iterdir()] == [before.name]


def test_a_file_system_that_cannot_make_files_last_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from lawsearch.library import writing

    (tmp_path / "some").write_text("x", encoding="utf-8")

    def unknown(_file: int) -> None:
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    monkeypatch.setattr(os, "fsync", unknown)
    writing._sync(tmp_path / "some")


def test_a_file_that_cannot_be_read_back_is_not_sealed(
    small_home_copy: Path, small_corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from lawsearch.library import writing

    before = generation_of(small_home_copy)
    monkeypatch.setattr(writing, "measure", lambda path: [-1, 0])
    with pytest.raises(LibraryError) as caught:
        Library.build(small_home_copy, corpus=small_corpus)
    assert caught.value.code == "write-failed"
    assert generation_of(small_home_copy) == before


def test_a_writer_makes_room_first(small_home_copy: Path, small_corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a disk that is nearly full two generations find room where three do not."""
    from lawsearch.library import building

    Library.build(small_home_copy, corpus=small_corpus).close()
    current = generation_of(small_home_copy)
    assert len(list((small_home_copy / "generations").iterdir())) == 2
    seen: list[set[str]] = []
    original = building.write_generation

    def write(folder: Path, *arguments: object, **options: object) -> None:
        seen.append({path.name for path in folder.parent.iterdir()})
        original(folder, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(building, "write_generation", write)
    Library.build(small_home_copy, corpus=small_corpus).close()
    assert len(seen) == 1
    assert {name for name in seen[0] if not name.endswith(".new")} == {current.name}


@pytest.mark.parametrize("host", ["", " ", "\udcff", "x" * 300, "nowhere.invalid"])
def test_a_place_to_listen_that_is_none_is_refused(host: str) -> None:
    """The empty one above all: to the system it means each address of the computer."""
    from lawsearch.web import serve

    with pytest.raises(UsageError) as caught:
        serve(None, host=host, port=0)
    assert caught.value.code == "cannot-listen"
    assert caught.value.params["reason"] == "Name or service not known"


def test_a_table_stands_apart_from_the_text_around_it(capsys: pytest.CaptureFixture[str]) -> None:
    from lawsearch.cli.output import say_text

    text = "Before it:\nTrick | Score\nfirst | 40\nsecond | 30\nBehind it."
    say_text(text, indent="  ", first=None, marks=[], plain=False)
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert lines[:2] == ["Before it:", ""]
    assert lines[-2:] == ["", "Behind it."]
    say_text(text, indent="  ", first=None, marks=[], plain=True)
    assert "" not in [line.strip() for line in capsys.readouterr().out.splitlines()]
