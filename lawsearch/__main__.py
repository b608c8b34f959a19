"""``python -m lawsearch``, and the entry point of the installed command."""

import sys


def run() -> None:
    """Run the command line and leave with its exit code."""
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
