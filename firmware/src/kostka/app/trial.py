"""A release on trial reports that it is healthy: boot.py takes it back at the next start if not.

Loaded for a trial only; nothing of it stays behind.
"""

import os

from kostka.compat import const, forget

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.app.start import App

ROUNDS = const(100)  # of all tasks, each at least 32 ms

_replace = getattr(os, "replace", os.rename)  # MicroPython's rename replaces


def watch(app: "App", folder: str = "/") -> None:
    """Let the app report once all its tasks have come round ROUNDS times.

    It does not where a task fell meanwhile, or in safe mode.
    """
    health = app.tasks.health
    plain = health.round
    seen = 0
    left = ROUNDS

    def round_(task: int, late_ms: int = -1) -> None:
        nonlocal seen, left
        plain(task, late_ms)
        seen |= task
        if seen & health.tasks == health.tasks:
            seen = 0
            left -= 1
            if not left:
                del health.round
                if not app.tasks.crashes and not app.guard.safe:
                    _report(folder)

    health.round = round_  # type: ignore[method-assign]


def _report(folder: str) -> None:
    forget("kostka.app.trial")
    try:
        _replace(folder + "swap.trial", folder + "swap.done")
    except OSError:  # a full flash: the next start goes back
        pass
