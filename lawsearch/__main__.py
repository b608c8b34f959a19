"""``python -m lawsearch``, and the entry point of the installed command."""

import gc
import os
import sys


def run() -> None:
    """Run the command line and leave with its exit code."""
    # a command makes many small records, lets few of them go, and is over soon: to look for circles so often is no use
    gc.set_threshold(50_000)
    try:
        code = _run()
    except KeyboardInterrupt:  # before the command line could say so
        code = 130
    # the interpreter would look through all that was made once more before it ends: a sixth of a cold search
    gc.freeze()
    sys.exit(code)


def _run() -> int:
    if sys.argv[1:2] == ["__complete"]:  # a shell asks at each press of a key: without click
        return _complete(sys.argv[2:])
    from lawsearch.cli import main

    return main()


def _complete(arguments: list[str]) -> int:
    from lawsearch.completion import answer

    rest = answer(arguments).encode("utf-8", "replace")
    try:
        while rest:
            rest = rest[os.write(1, rest) :]
    except OSError:  # the shell no longer listens, and there is nobody to tell
        return 1
    return 0


if __name__ == "__main__":
    run()
