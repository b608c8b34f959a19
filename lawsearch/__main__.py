"""``python -m lawsearch``, and the entry point of the installed command."""

import gc
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
        from lawsearch.completion import answer

        sys.stdout.buffer.write(answer(sys.argv[2:]).encode("utf-8", "replace"))
        return 0
    from lawsearch.cli import main

    return main()


if __name__ == "__main__":
    run()
