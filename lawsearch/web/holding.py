"""Opened libraries, one a thread, and the work that is done with them.

In: jobs, functions of a :class:`~lawsearch.library.Library`. Out: what they give. Promises: a job runs on the
generation that is in service when it starts; at most ``waiting`` jobs wait; a job that takes longer than ``seconds``
is cut off, its thread is given up and another takes its place, so that other jobs go on.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import queue
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

from lawsearch.errors import LawsearchError, LibraryError
from lawsearch.library import Library
from lawsearch.library.store import Paths, read_pointer

__all__ = ["Holding", "OverloadedError", "OvertimeError"]

_Result = TypeVar("_Result")

WORKERS = 3
WAITING = 64
SECONDS = 5.0
# Threads that were given up and have not ended yet: a call into C code ends only by itself.
STRAYS = 6
# How long a thread may keep the interpreter to itself while others wait, in seconds. Every call into the database
# gives it up, and waits this long to get it back from a thread that is busy with a costly question: with Python's own
# 5 ms an answer of 2 ms took 0.3 s beside one such thread and 5 s beside two; with this, 15 and 40 ms.
TURN = 0.0005


class OverloadedError(LawsearchError):
    """Too much work is waiting already."""

    def __init__(self) -> None:
        super().__init__("busy")


class OvertimeError(LawsearchError):
    """A job took too long and was cut off."""

    def __init__(self, seconds: float) -> None:
        super().__init__("overtime", seconds=f"{seconds:g}")


class _Cut(BaseException):
    """Raised inside a thread that is given up."""


class _Task:
    """A job on its way: who works on it, and what comes of it."""

    __slots__ = ("future", "job", "worker")

    def __init__(self, job: Callable[[Library], Any]) -> None:
        self.job = job
        self.future: Future[Any] = Future()
        self.worker: _Worker | None = None


class Holding:
    """The libraries of a server. Start it once, :meth:`run` jobs, :meth:`close` it."""

    def __init__(
        self,
        home: Path | str | None = None,
        *,
        workers: int = WORKERS,
        waiting: int = WAITING,
        seconds: float = SECONDS,
    ) -> None:
        self.home = Paths.find(home).home
        self.seconds = seconds
        self._waiting = waiting
        self._queue: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._pending = 0
        self._workers: list[_Worker] = []
        self._strays: list[_Worker] = []
        self._turn = sys.getswitchinterval()
        sys.setswitchinterval(min(TURN, self._turn))
        for _ in range(workers):
            self._start_worker()

    def _start_worker(self) -> None:
        worker = _Worker(self.home, self._queue, self._lock)
        self._workers.append(worker)
        worker.start()

    def close(self) -> None:
        """Let the threads finish what they are doing, close their libraries, and end."""
        for _ in self._workers:
            self._queue.put(None)
        for worker in self._workers:
            worker.join(self.seconds)
        self._workers.clear()
        sys.setswitchinterval(self._turn)

    @property
    def generation(self) -> str:
        """The name of the generation in service, as :attr:`Library.generation`; empty where none can be told."""
        try:
            return read_pointer(self.home) or ""
        except LibraryError:
            return ""

    async def run(self, job: Callable[[Library], _Result]) -> _Result:
        """What a job gives. Raises what the job raises, ``OverloadedError`` and ``OvertimeError``."""
        self._strays = [stray for stray in self._strays if stray.is_alive()]
        if self._pending >= self._waiting or len(self._strays) >= STRAYS:
            raise OverloadedError
        task = _Task(job)
        self._pending += 1
        self._queue.put(task)
        try:
            result: _Result = await asyncio.wait_for(asyncio.wrap_future(task.future), self.seconds)
        except TimeoutError:
            self._cut_off(task)
            raise OvertimeError(self.seconds) from None
        finally:
            self._pending -= 1
        return result

    def _cut_off(self, task: _Task) -> None:
        with self._lock:
            task.future.cancel()  # not begun yet: it never will
            worker = task.worker
            if worker is None:
                return
            worker.give_up()
        self._workers.remove(worker)
        self._strays.append(worker)
        self._start_worker()


class _Worker(threading.Thread):
    """A thread with a library of its own."""

    def __init__(self, home: str, tasks: queue.SimpleQueue[_Task | None], lock: threading.Lock) -> None:
        super().__init__(name="lawsearch-reader", daemon=True)
        self._home = home
        self._tasks = tasks
        self._lock = lock
        self._given_up = False
        self._library: Library | None = None

    def give_up(self) -> None:
        """End this thread as soon as it runs Python code. The caller holds the lock."""
        self._given_up = True
        assert self.ident is not None
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.ident), ctypes.py_object(_Cut))

    def run(self) -> None:
        try:
            with contextlib.suppress(LibraryError, OSError):  # the first question will say what is wrong
                self._current()  # so that all threads have one at hand, should the next one be none that can be opened
            while not self._given_up and (task := self._tasks.get()) is not None:
                self._work(task)
        except _Cut:
            pass
        finally:
            with contextlib.suppress(_Cut):
                self._close()

    def _work(self, task: _Task) -> None:
        with self._lock:
            if not task.future.set_running_or_notify_cancel():
                return
            task.worker = self
        try:
            result, fault = task.job(self._current()), None
        except Exception as error:  # noqa: BLE001, RUF100 - whoever waits for the job is told
            result, fault = None, error
        with self._lock:
            task.worker = None
        if self._given_up:
            return
        if fault is not None:
            task.future.set_exception(fault)
        else:
            task.future.set_result(result)

    def _current(self) -> Library:
        """The library of the generation in service; the one at hand while the new one cannot be opened."""
        held = self._library
        if held is not None and not held.is_superseded:
            return held
        try:
            self._library = Library.in_service(self._home)
        except LibraryError:
            if held is None:
                raise
            return held
        if held is not None:
            held.close()
        return self._library

    def _close(self) -> None:
        if self._library is not None:
            self._library.close()
            self._library = None
