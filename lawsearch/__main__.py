"""``python -m lawsearch``, and the entry point of the installed command."""

import atexit
import gc
import sys


def run() -> None:
    """Run the command line and leave with its exit code."""
    # a command makes many small records, lets few of them go, and is over soon: to look for circles so often is no use
    gc.set_threshold(50_000)
    # nor at the end, where the interpreter would look through all that was made: a sixth of a cold search
    atexit.register(gc.freeze)
    if sys.argv[1:2] == ["__complete"]:  # a shell asks at each press of a key: without click
        from lawsearch.completion import answer

        sys.stdout.buffer.write(answer(sys.argv[2:]).encode("utf-8", "replace"))
        return
    try:
        from lawsearch.cli import main

        code = main()
    except KeyboardInterrupt:  # before the command line could say so
        code = 130
    sys.exit(code)


if __name__ == "__main__":
    run()
