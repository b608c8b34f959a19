"""Load on the page: ``python -m tests.benchmarks.serve [--clients 50] [--seconds 60]``.

A server process of its own on the loopback address; each client asks, pauses a second, and asks again. Printed: p50 and
p95 of what is shown and of what is searched, errors, and the memory of the server at the beginning and at the end.
With ``--fresh`` every question differs, so that none is answered from memory. With ``--first-page`` also the bytes of the first page and, in the system's Chromium, the time until it is interactive.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

SHOWN = ["/2017/{}?lang=both", "/2017/{}?lang=ru", "/2017/{}?lang=en", "/api/show?address={}"]
ADDRESSES = [*map(str, range(1, 94)), "64A1", "12C1(e)", "27B1", "16B1", "73E", "def:dummy", "chapter:6", "chapter:1"]
WORDS = [
    "штрафной картой", "revoke", "lead out of turn", "фальшренонс", "кто такой болван", "penalty card dummy", "claim", "алерт опоздал",
    "первый ход не той рукой", "hesitation", "заявка вне очереди", "insufficient bid", "психическая заявка", "concession", "сорванная сдача",
    "wrong number of cards", "объяснение партнёра ошибочно", "unauthorized information", "взятка", "slow play", "апелляция",
]  # fmt: skip
SEARCHED = ["/search?q={}&stay=1", "/search?q={}&part=results", "/api/search?q={}"]


async def _ask(port: int, path: str) -> tuple[int, float]:
    """Status and seconds of one request on a connection of its own, as a browser's first one."""
    from urllib.parse import quote

    begun = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    target = quote(path, safe="/?=&:()+%")
    writer.write(
        f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n".encode()
    )
    answer = await reader.read()
    writer.close()
    return int(answer[9:12] or b"0"), time.perf_counter() - begun


async def _client(
    number: int, port: int, until: float, times: dict[str, list[float]], errors: list[str], *, fresh: bool
) -> None:
    chance = random.Random(number)
    await asyncio.sleep(chance.random())
    while time.monotonic() < until:
        kind = chance.choice(["show", "search"])
        path = (
            chance.choice(SHOWN).format(chance.choice(ADDRESSES))
            if kind == "show"
            else chance.choice(SEARCHED).format(chance.choice(WORDS))
        )
        if fresh and "/api/" not in path:
            path += f"{'&' if '?' in path else '?'}n={chance.random()}"
        try:
            status, seconds = await _ask(port, path)
        except OSError as error:
            errors.append(f"{path}: {error}")
        else:
            times[kind].append(seconds * 1000)
            if status != 200:
                errors.append(f"{path}: {status}")
        await asyncio.sleep(1)


def _memory(process: int) -> float:
    """Resident memory in MB (Linux; elsewhere 0)."""
    try:
        text = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    except OSError:
        return 0.0
    found = re.search(r"VmRSS:\s+(\d+)", text)
    return int(found[1]) / 1024 if found else 0.0


def _processor(process: int) -> float:
    """Seconds of processor time that a process has used (Linux; elsewhere 0)."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _load(port: int, process: int, clients: int, seconds: float, *, fresh: bool) -> None:
    times: dict[str, list[float]] = {"show": [], "search": []}
    errors: list[str] = []
    for path in ("/2017/64?lang=both", "/search?q=revoke"):
        await asyncio.gather(*(_ask(port, path) for _ in range(6)))  # every worker opens its library
    before = _processor(process)
    until = time.monotonic() + seconds
    tasks = [asyncio.create_task(_client(number, port, until, times, errors, fresh=fresh)) for number in range(clients)]
    marks = []
    for part in range(4):
        marks.append(_memory(process))
        await asyncio.sleep(seconds / 4 if part < 3 else max(0.0, until - time.monotonic()))
    await asyncio.gather(*tasks)
    marks.append(_memory(process))
    for kind, found in times.items():
        cuts = statistics.quantiles(found, n=20)
        print(f"{kind:7} {len(found):5} requests  p50 {statistics.median(found):6.1f} ms  p95 {cuts[18]:6.1f} ms")
    spent = _processor(process) - before
    print(f"server  {1000 * spent / sum(map(len, times.values())):.1f} ms of processor time a request")
    print("errors ", len(errors), *errors[:3])
    print("memory ", " → ".join(f"{mark:.0f}" for mark in marks), "MB")


def _first_page(port: int) -> None:
    from playwright.sync_api import sync_playwright

    from tests.browser import ARGUMENTS, find_chromium

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        found = []
        for _ in range(7):
            context = browser.new_context()
            page = context.new_page()
            page.goto(f"http://127.0.0.1:{port}/")
            found.append(
                page.evaluate(
                    "(() => { const n = performance.getEntriesByType('navigation')[0];"
                    " const all = [n, ...performance.getEntriesByType('resource')];"
                    " return [n.domInteractive, n.domContentLoadedEventEnd, all.reduce((sum, one) => sum + one.transferSize, 0),"
                    " all.reduce((sum, one) => sum + one.decodedBodySize, 0)]; })()"
                )
            )
            context.close()
        browser.close()
    interactive, ready, sent, unpacked = (statistics.median(column) for column in zip(*found, strict=True))
    print(
        f"first page: {sent / 1000:.0f} KB sent, {unpacked / 1000:.0f} KB unpacked; interactive {interactive:.0f} ms, scripts done {ready:.0f} ms"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--first-page", action="store_true")
    given = parser.parse_args()
    process = subprocess.Popen(
        [sys.executable, "-m", "lawsearch", "serve", "--port", "0"],
        stderr=subprocess.PIPE,
        text=True,
        env=dict(os.environ),
    )
    try:
        assert process.stderr
        port = 0
        while not port:
            line = process.stderr.readline()
            assert line, "the server has not started"
            found = re.search(r":(\d+)/", line)
            port = int(found[1]) if found else 0
        asyncio.run(_load(port, process.pid, given.clients, given.seconds, fresh=given.fresh))
        if given.first_page:
            _first_page(port)
    finally:
        process.terminate()
        process.wait(10)


if __name__ == "__main__":
    main()
