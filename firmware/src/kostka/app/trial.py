"""A release on trial reports that it is healthy.

A change of release is a list of files whose name says how far it has come; boot.py brings it on,
and takes it back at the next start where the release did not report. Needed for a moment only.
"""

import os

from kostka.compat import const

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.app.start import App

ROUNDS = const(100)  # of all tasks, each at least 32 ms

_replace = getattr(os, "replace", os.rename)  # MicroPython's rename replaces


def watch(app: "App", folder: str = "/") -> None:
    """Let the app report once all its tasks have come round ROUNDS times.

    It does not where a task fell meanwhile, or in safe mode.
    """

    def passed() -> None:
        if not app.tasks.crashes and not app.guard.safe:
            try:
                _replace(folder + "swap.trial", folder + "swap.done")
            except OSError:  # a full flash: the next start goes back
                pass

    app.tasks.health.watch(ROUNDS, passed)
