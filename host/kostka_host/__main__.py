"""Runs the program: ``kostka``, or ``python -m kostka_host``."""

import os
import signal
import sys


def main() -> int:
    """Run the program and return its exit code.

    Loading it takes a moment in which Ctrl-C has nothing to clean up and nothing to say.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    from kostka_host import cli

    signal.signal(signal.SIGINT, before)
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
