"""A server with importers beside it: ``python -m tests.faults.serving [SECONDS] [SEED]`` (60 and 10 by default).

A real ``lawsearch serve`` answers over HTTP. Beside it one process adds, changes and removes documents and builds anew,
now through the library and now by the real commands; commands that print data ask, too. What each state of the library
answers has been asked before, of the application over that state alone. Then every answer must be, byte for byte, that
of a state that was in service between the question and the answer: no mixture, nothing late (a question that is sent
after a change is answered by the changed library), no failure. The memory of the server, its open files and the
generations on the disk are counted all the while.
"""

from __future__ import annotations

import contextlib
import http.client
import itertools
import json
import multiprocessing
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.queues import Queue
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from lawsearch.library import Library
from lawsearch.web.holding import WORKERS
from tests.conftest import CASES, ROOT, cut_corpus
from tests.web.serving import asking

if TYPE_CHECKING:
    import httpx2

FIRST, SECOND = "commentary-1987-ru", "digest-1999-ru"
FILES = (CASES / "parse" / "twin-000.txt", CASES / "parse" / "twin-003.txt")
CLIENTS = 4

# How the library changes: state → what may be done, and the state afterwards.
CHANGES: dict[str, dict[str, str]] = {
    "without": {"add the first": "first", "build": "without"},
    "first": {"remove the first": "without", "change the first": "changed", "add the second": "both", "build": "first"},
    "changed": {"remove the first": "without", "add the first": "first", "build": "changed"},
    "both": {"remove the second": "first", "build": "both"},
}


def _path(path: str, **query: str) -> str:
    return path + ("?" + "&".join(f"{name}={quote(value)}" for name, value in query.items()) if query else "")


# What is asked: clauses, searches, contents, references, whole documents; also what one state has and another has not.
QUESTIONS = (
    _path("/api/show", address="50"),
    _path("/api/show", address="50", lang="both"),
    _path("/api/show", address=f"{FIRST}:47"),
    _path("/api/show", address=f"{SECOND}:47.3"),
    _path("/api/refs", address="50", depth="2"),
    _path("/api/refs", address="47.4"),
    _path("/api/search", q="штрафная карта", explain="1"),
    _path("/api/search", q="открытые карты", limit="30"),
    _path("/api/search", q="penalty card"),
    _path("/api/search", q="велеть пойти в общую масть", explain="1"),
    _path("/api/search", q='"на руках не оказалось"'),
    _path("/api/search", q="47.3"),
    "/",
    "/contents",
    "/2017",
    _path("/2017/50", lang="ru"),
    f"/{FIRST}",
    f"/{FIRST}/47",
    f"/{SECOND}",
    f"/{SECOND}/47",
    "/library",
    f"/library/{FIRST}",
    "/terms",
    "/situations",
    _path("/search", q="открытые карты"),
    _path("/preview", address="47.3"),
    "/static/page.css",
)
TEXTS = ("см. п.47.3 и правило 50", "пп. 47.2, 47.4; Law 52")  # sent to be checked
COMMANDS = (
    ("export", "--format", "jsonl"),
    ("export", "--format", "json"),
    ("toc", FIRST),
    ("show", "47.3", "--json"),
    ("search", "открытые карты", "--json"),
    ("sources", "--json"),
)

_HEADERS = {"Accept-Language": "en", "Accept-Encoding": "identity"}
# More are never there: two that are kept, one that is written, one each that the server's threads and a command read.
MOST_GENERATIONS = 2 + 1 + WORKERS + 1

Answer = tuple[int, bytes]  # status, or exit code; body, or output


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, when it was sent and when it was answered (seconds of the monotonic clock), and the answer."""

    question: str
    sent: float
    received: float
    answer: Answer


@dataclass(frozen=True, slots=True)
class Changed:
    """A change of the library: when it began, when it was done, and the state since."""

    began: float
    done: float
    state: str


@dataclass(slots=True)
class Outcome:
    """What came of a run. ``faults`` are sentences; ``memory`` is that of the server, in MB, with its seconds."""

    faults: list[str] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    changes: list[Changed] = field(default_factory=list)
    memory: list[tuple[float, float]] = field(default_factory=list)
    most_files: int = 0
    most_generations: int = 0
    longest: float = 0.0

    @property
    def growth(self) -> float:
        """By how many MB the memory of the last third exceeds that of the second third (medians)."""
        third = len(self.memory) // 3
        second, last = (sorted(size for _, size in part) for part in (self.memory[third:-third], self.memory[-third:]))
        return last[len(last) // 2] - second[len(second) // 2]


class Place:
    """A program of its own over a small corpus, as someone has unpacked it: what is run in it are the real commands."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.corpus = folder / "corpus"
        self.home = folder / "home"
        self.corpus.mkdir()
        cut_corpus(self.corpus)
        shutil.copytree(ROOT / "lawsearch", folder / "lawsearch", ignore=shutil.ignore_patterns("__pycache__"))
        (folder / "pyproject.toml").write_text("", encoding="utf-8")  # with it, it is a checkout with its own corpus
        changed = folder / "changed" / FILES[1].name
        changed.parent.mkdir()
        text = FILES[1].read_text(encoding="utf-8").replace("открытых карт", "открытых перед всеми карт")
        changed.write_text(text, encoding="utf-8")
        self.files = {"the first": FILES, "change the first": (changed,), "the second": (FILES[1],)}

    def command(self, *arguments: str, home: Path | None = None) -> list[str]:
        return [sys.executable, "-m", "lawsearch", "--ui", "en", "--library", str(home or self.home), *arguments]

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "PYTHONPATH": str(self.folder), "LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": "1"}

    def run(self, *arguments: str, home: Path | None = None) -> Answer:
        """A command of the place; what it says on stderr is a fault unless it is told by its exit code."""
        done = subprocess.run(
            self.command(*arguments, home=home), cwd=self.folder, env=self.environment, capture_output=True, check=False
        )
        assert done.returncode in (0, 1), done.stderr.decode("utf-8", "replace")
        return done.returncode, done.stdout

    def change(self, what: str, home: Path) -> None:
        """Do one of :data:`CHANGES` through the library."""
        if what == "build":
            Library.build(home, corpus=self.corpus).close()
            return
        with Library.open(home, corpus=self.corpus) as library:
            name = SECOND if what.endswith("second") else FIRST
            if what.startswith("remove"):
                library.remove(name)
            else:
                library.add(self._sources(what), as_document=name)

    def change_by_command(self, what: str, home: Path) -> None:
        """The same by the command that a person would type."""
        name = SECOND if what.endswith("second") else FIRST
        if what == "build":
            arguments = ["build"]
        elif what.startswith("remove"):
            arguments = ["remove", name]
        else:
            arguments = ["add", *map(str, self._sources(what)), "--as", name]
        code, _ = self.run(*arguments, home=home)
        assert code == 0, what

    def _sources(self, what: str) -> tuple[Path, ...]:
        return self.files.get(what) or self.files[what.removeprefix("add ")]


class Server:
    """``lawsearch serve`` in a process of its own."""

    def __init__(self, place: Place, home: Path) -> None:
        self.process = subprocess.Popen(
            place.command("serve", "--port", "0", home=home), cwd=place.folder, env=place.environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, encoding="utf-8",
        )  # fmt: skip
        assert self.process.stderr is not None
        self.said: list[str] = []
        while (line := self.process.stderr.readline()) and not (
            found := re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        ):
            self.said.append(line)
        assert line, "".join(self.said)
        assert found is not None
        self.port = int(found[1])
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        assert self.process.stderr is not None
        self.said.extend(self.process.stderr)

    def close(self) -> list[str]:
        """Stop it as a person does; what it has said beside that it begins and ends, and how it ended if not well."""
        self.process.send_signal(signal.SIGINT)
        try:
            code = self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        self._listener.join(5)
        if self.process.stderr is not None:
            self.process.stderr.close()
        said = [line.strip() for line in self.said if line.strip() and line.strip() != "Stopped."]
        return [*said, *([f"the server ended with {code}"] if code else [])]

    def memory(self) -> float:
        """Resident memory in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        found = re.search(r"VmRSS:\s+(\d+)", status)
        assert found is not None
        return int(found[1]) / 1024

    def open_files(self) -> int:
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))


class Client:
    """Asks a server over one connection at a time; uses what it was told before where the server says that it holds."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self._known: dict[str, tuple[str, Answer]] = {}
        self.unchanged = 0

    def ask(self, question: str) -> Answer:
        """The answer to a path, or to a text that is to be checked."""
        headers = dict(_HEADERS)
        if known := self._known.get(question):
            headers["If-None-Match"] = known[0]
        if question.startswith("/"):
            self._connection.request("GET", question, headers=headers)
        else:
            headers["Content-Type"] = "text/plain"
            self._connection.request("POST", "/api/check", question.encode(), headers)
        response = self._connection.getresponse()
        body = response.read()
        if response.status == 304:
            assert known
            self.unchanged += 1
            return known[1]
        answer = (response.status, body if response.status != 302 else str(response.headers["location"]).encode())
        if tag := response.headers.get("etag"):
            self._known[question] = tag, answer
        return answer

    def close(self) -> None:
        self._connection.close()


def command_question(arguments: tuple[str, ...]) -> str:
    return "lawsearch " + " ".join(arguments)


def _answer(answer: httpx2.Response) -> Answer:
    if answer.status_code == 302:
        return 302, answer.headers["location"].encode()
    return answer.status_code, answer.content


def know_answers(
    place: Place, commands: Sequence[tuple[str, ...]]
) -> tuple[dict[str, dict[str, Answer]], dict[str, Path]]:
    """What each state answers to each question, and a library in each state."""
    homes = {"without": place.folder / "state-without"}
    Library.build(homes["without"], corpus=place.corpus).close()
    for before, what, after in (
        ("without", "add the first", "first"),
        ("first", "change the first", "changed"),
        ("first", "add the second", "both"),
    ):
        homes[after] = Path(shutil.copytree(homes[before], place.folder / f"state-{after}"))
        place.change(what, homes[after])
    answers: dict[str, dict[str, Answer]] = {}
    for state, home in homes.items():
        with asking(home, **_HEADERS) as client:
            answers[state] = {path: _answer(client.get(path)) for path in QUESTIONS}
            for text in TEXTS:
                answer = client.post("/api/check", content=text.encode(), headers={"Content-Type": "text/plain"})
                answers[state][text] = _answer(answer)
        for arguments in commands:
            answers[state][command_question(arguments)] = place.run(*arguments, home=home)
        for question, (status, body) in answers[state].items():
            assert status < 500, f"{state}: {question}: {body!r}"
    for one, other in itertools.combinations(answers, 2):
        differing = sum(answers[one][question] != answers[other][question] for question in answers[one])
        assert differing >= 8, f"{one} and {other} can hardly be told apart ({differing})"
    return answers, homes


def _import_for(place: Place, until: float, least: int, seed: int, done: Queue[Changed | str]) -> None:
    """Change the library until a time, one change after the other, ``least`` times at the least; tell each."""
    rng = random.Random(seed)
    state = "without"
    try:
        for number in itertools.count():
            if number >= least and time.monotonic() >= until:
                break
            what = rng.choice(list(CHANGES[state]))
            change = place.change_by_command if rng.random() < 0.2 else place.change
            began = time.monotonic()
            change(what, place.home)
            state = CHANGES[state][what]
            done.put(Changed(began, time.monotonic(), state))
            time.sleep(rng.choice((0.0, 0.0, 0.3)))
    except BaseException:
        done.put(traceback.format_exc())


def _ask_for(port: int, goes_on: Callable[[], bool], rng: random.Random, asked: list[Asked], faults: list[str]) -> None:
    """Ask the server at random."""
    client = Client(port)
    try:
        while goes_on():
            question = rng.choice((*QUESTIONS, *TEXTS))
            sent = time.monotonic()
            answer = client.ask(question)
            asked.append(Asked(question, sent, time.monotonic(), answer))
    except Exception:
        faults.append(traceback.format_exc())
    finally:
        client.close()


def _ask_by_command(
    place: Place,
    commands: Sequence[tuple[str, ...]],
    goes_on: Callable[[], bool],
    rng: random.Random,
    asked: list[Asked],
    faults: list[str],
) -> None:
    """Ask by commands that print data."""
    try:
        while goes_on():
            arguments = rng.choice(commands)
            sent = time.monotonic()
            answer = place.run(*arguments)
            asked.append(Asked(command_question(arguments), sent, time.monotonic(), answer))
    except Exception:
        faults.append(traceback.format_exc())


def states_between(changes: list[Changed], sent: float, received: float) -> set[str]:
    """The states that may have been in service at some moment between two."""
    found = set()
    state, since = "without", float("-inf")
    for change in [*changes, None]:
        until = change.done if change is not None else float("inf")
        if since <= received and sent <= until:
            found.add(state)
        if change is not None:
            state, since = change.state, change.began
    return found


def run(
    place: Place,
    seconds: float,
    seed: int = 10,
    *,
    clients: int = CLIENTS,
    commands: Sequence[tuple[str, ...]] = COMMANDS,
    least_changes: int = 0,
    least_answers: int = 0,
    tell: Callable[[str], None] = lambda _: None,
) -> Outcome:
    """Serve, import and ask for some seconds; everything that is wrong is a fault of the outcome.

    On a busy machine it goes on until there were so many changes and answers.
    """
    answers, homes = know_answers(place, commands)
    tell(f"{len(answers)} states, {len(answers['without'])} questions")
    shutil.copytree(homes["without"], place.home)
    outcome = Outcome()
    server = Server(place, place.home)
    context = multiprocessing.get_context("fork")
    done: Queue[Changed | str] = context.Queue()
    began = time.monotonic()
    until = began + seconds
    importer = context.Process(target=_import_for, args=(place, until, least_changes, seed, done))
    importer.start()
    asked: list[Asked] = []

    def goes_on() -> bool:
        return time.monotonic() < until or importer.is_alive() or len(asked) < least_answers

    work = [(_ask_for, (server.port, goes_on, random.Random(seed + n), asked, outcome.faults)) for n in range(clients)]
    threads = [threading.Thread(target=function, args=arguments) for function, arguments in work]
    if commands:
        arguments = (place, commands, goes_on, random.Random(seed), asked, outcome.faults)
        threads.append(threading.Thread(target=_ask_by_command, args=arguments))
    for thread in threads:
        thread.start()
    told: list[Changed | str] = []
    while importer.is_alive() or any(thread.is_alive() for thread in threads):
        with contextlib.suppress(OSError, AssertionError):
            outcome.memory.append((time.monotonic() - began, server.memory()))
            outcome.most_files = max(outcome.most_files, server.open_files())
        with contextlib.suppress(OSError):
            outcome.most_generations = max(outcome.most_generations, len(os.listdir(place.home / "generations")))
        told += _drain(done)
        time.sleep(0.1)
    told += _drain(done)
    importer.join()
    for thread in threads:
        thread.join()
    outcome.faults += server.close()
    outcome.faults += [item for item in told if isinstance(item, str)]
    outcome.changes = [item for item in told if isinstance(item, Changed)]
    if outcome.most_generations > MOST_GENERATIONS:
        outcome.faults.append(f"{outcome.most_generations} generations on the disk at once")
    _judge(asked, answers, outcome)
    return outcome


def _drain(queue: Queue[Changed | str]) -> Iterator[Changed | str]:
    while not queue.empty():
        yield queue.get()


def _judge(asked: list[Asked], answers: dict[str, dict[str, Answer]], outcome: Outcome) -> None:
    """Compare each answer with those of the states that were in service."""
    for item in asked:
        outcome.longest = max(outcome.longest, item.received - item.sent)
        kind = "commands" if item.question.startswith("lawsearch ") else "requests"
        outcome.answers[kind] += 1
        fitting = {state for state, known in answers.items() if known[item.question] == item.answer}
        allowed = states_between(outcome.changes, item.sent, item.received)
        if fitting & allowed:
            outcome.answers["of one state" if len(fitting) == 1 else "of several states"] += 1
            continue
        status, body = item.answer
        if status >= 500:
            what = f"status {status}"
        elif fitting:
            what = f"late: {sorted(fitting)} instead of {sorted(allowed)}"
        else:
            what = f"a mixture (status {status}, allowed {sorted(allowed)})"
        outcome.faults.append(f"{item.question}: {what}: {body[:200].decode('utf-8', 'replace')}")


def main() -> None:
    """Run, and print what was seen."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    with tempfile.TemporaryDirectory() as folder:
        outcome = run(Place(Path(folder)), seconds, seed, tell=lambda line: print(line, flush=True))
    states = Counter(change.state for change in outcome.changes)
    print(f"{seconds:g} s, {len(outcome.changes)} changes of the library: {json.dumps(states)}")
    print(f"answers: {json.dumps(outcome.answers)}; the longest took {outcome.longest:.2f} s")
    sizes = [size for _, size in outcome.memory]
    print(
        f"memory of the server: {sizes[0]:.0f} MB at first, {max(sizes):.0f} MB at most, "
        f"{outcome.growth:+.1f} MB in the last third; at most {outcome.most_files} files open, "
        f"{outcome.most_generations} generations on the disk"
    )
    print(f"faults: {len(outcome.faults)}")
    for fault in outcome.faults[:10]:
        print(fault)


if __name__ == "__main__":
    main()
