"""``python -m lawsearch``, and the entry point of the installed command."""

import sys


def run() -> None:
    """Run the command line and leave with its exit code."""
    from lawsearch.cli import main

    sys.exit(main())


if __name__ == "__main__":
    run()
