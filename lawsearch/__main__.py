"""``python -m lawsearch``, and the entry point of the installed command."""

import atexit
import gc
import os
import signal
import sys
import time
from types import FrameType


def run() -> None:
    """Run the command line and leave with its exit code."""
    # a command makes many small records, lets few of them go, and is over soon: to look for circles so often is no use
    gc.set_threshold(50_000)
    # nor at the end, where the interpreter would look through all that was made: a sixth of a cold search
    atexit.register(gc.freeze)
    if sys.argv[1:2] == ["__complete"]:  # a shell asks at each press of a key: without click
        sys.exit(_complete(sys.argv[2:]))
    stopping = _Stopping()
    try:
        from lawsearch.cli import main

        code = main()
    except KeyboardInterrupt:  # before the command line could say so
        code = _INTERRUPTED
    finally:
        stopping.is_over = True
    sys.exit(code)


def _complete(arguments: list[str]) -> int:
    from lawsearch.completion import answer

    rest = answer(arguments).encode("utf-8", "replace")
    try:
        while rest:
            rest = rest[os.write(1, rest) :]
    except OSError:  # the shell no longer listens, and there is nobody to tell
        return 1
    return 0


_INTERRUPTED = 128 + 2
_PATIENCE = 2.0


class _Stopping:
    """What the command does when it is told to stop: put away what is half done, once, and end.

    A second Ctrl+C of an impatient hand finds it at that already, and is not heard; one that comes two seconds later
    ends it there and then. What was told to go on without its terminal (``nohup``) does.
    """

    def __init__(self) -> None:
        self.is_over = False
        self._since: float | None = None
        usual = (signal.SIG_DFL, signal.default_int_handler)
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) in usual:
                signal.signal(number, self._stop)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        if _is_finalizing(frame):  # what is raised there is reported and lost
            import threading

            threading.Timer(0.01, _tell_again, (number,)).start()
            return
        now = time.monotonic()
        if self._since is not None and now - self._since > _PATIENCE:
            os._exit(128 + number)
        if self.is_over or self._since is not None:
            return
        self._since = now
        if number == signal.SIGINT:
            raise KeyboardInterrupt
        raise SystemExit(128 + number)


def _tell_again(number: int) -> None:
    import threading

    main = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main is not None:
        signal.pthread_kill(main, number)  # it may sleep: another thread's signal would not wake it
    else:
        signal.raise_signal(number)


def _is_finalizing(frame: FrameType | None) -> bool:
    while frame is not None and frame.f_code.co_name != "__del__":
        frame = frame.f_back
    return frame is not None


if __name__ == "__main__":
    run()
