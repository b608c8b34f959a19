"""A small library in its two states, and what it answers in each: what a fault may leave is one of the two, whole."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lawsearch.export import document_record, results_record
from lawsearch.library import Library
from tests.conftest import CASES, cut_corpus

DOCUMENT = "commentary-1987-ru"
FILES = (CASES / "parse" / "twin-000.txt", CASES / "parse" / "twin-003.txt")
QUERIES = ("штрафная карта", "penalty card", '"вышла из руки"', "разыгрывающий может потребовать", "50B", "57.3(a)")


def answers(library: Library) -> str:
    """Everything that a library says: each document whole, and the answers to some questions."""
    documents = [document_record(library.export(name)) for name in library.documents]
    found = [results_record(library.search(query, limit=30)) for query in QUERIES]
    return json.dumps([documents, found], ensure_ascii=False, sort_keys=True)


@dataclass(frozen=True, kw_only=True)
class States:
    """A library without and with an added document, what each answers, and the corpus of both."""

    corpus: Path
    without: Path
    holding: Path
    expected: dict[str, str]

    @classmethod
    def make(cls, folder: Path) -> States:
        """Build both below a folder."""
        corpus, without, holding = folder / "corpus", folder / "without", folder / "holding"
        corpus.mkdir()
        cut_corpus(corpus)
        with Library.build(without, corpus=corpus) as library:
            first = answers(library)
        shutil.copytree(without, holding)
        with Library.open(holding, corpus=corpus) as library:
            library.add(FILES, as_document=DOCUMENT)
            second = answers(library)
        assert first != second
        return cls(corpus=corpus, without=without, holding=holding, expected={first: "without", second: "holding"})

    def copy(self, state: str, target: Path) -> Path:
        """A library in a state, that may be hurt."""
        shutil.rmtree(target, ignore_errors=True)
        return Path(shutil.copytree(self.without if state == "without" else self.holding, target))

    def open(self, home: Path, on_event: Callable[[str], None] = lambda _: None) -> Library:
        return Library.open(home, corpus=self.corpus, on_event=on_event, wait=0)

    def state_of(self, home: Path, on_event: Callable[[str], None] = lambda _: None) -> str:
        """The state that a library is in; ``a mixture`` if it is in none."""
        with self.open(home, on_event) as library:
            return self.expected.get(answers(library), "a mixture")


# What a writer does: the state it begins in, and the call.
WRITES: dict[str, tuple[str, Callable[[States, Path], object]]] = {
    "build": ("holding", lambda states, home: Library.build(home, corpus=states.corpus).close()),
    "add": ("without", lambda states, home: states.open(home).add(FILES, as_document=DOCUMENT)),
    "remove": ("holding", lambda states, home: states.open(home).remove(DOCUMENT)),
}


def run_apart(work: Callable[[], object]) -> int:
    """Do some work in a forked process; returns its exit code, or minus the signal that ended it."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        code = 70
        try:
            work()
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


# The events of the interpreter that go before a change of the disk or the opening of a file.
_TOUCHES = {"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "shutil.rmtree", "fcntl.flock", "os.truncate"}


def at_touch(number: int, home: Path, action: Callable[[], None], *, locks: bool = True) -> list[int]:
    """Run ``action`` before the ``number``-th time that this process touches the disk below ``home``.

    Locks are touches (of whatever file) if ``locks``.

    Returns a list whose only item is the count so far. An audit hook stays for ever: call this in a process of its own.
    """
    count = [0]
    below = str(home)

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event in _TOUCHES and (locks if event == "fcntl.flock" else str(arguments[0]).startswith(below)):
            count[0] += 1
            if count[0] == number:
                action()

    sys.addaudithook(hook)
    return count


def kill_self() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
