"""A board is one run's alone: a lock of this user on this machine, which says whose it is.

The system lets the lock go when its process ends, however that ends. Another user meets the lock
of the port itself.
"""

from __future__ import annotations

import contextlib
import getpass
import hashlib
import json
import os
import shlex
import sys
import time
from pathlib import Path

from filelock import FileLock, Timeout

from kostka_host import paths
from kostka_host.hil.failures import LOCKED, HilFailure

WAIT_S = 60.0
LOOK_S = 0.2


def folder() -> Path:
    """Return where locks lie."""
    return paths.boards_dir().parent / "hil"


class BoardLock:
    """The lock of the board behind a port."""

    def __init__(self, place: str) -> None:
        self.place = place
        name = hashlib.sha256(_real(place).encode()).hexdigest()[:16]
        paths.check_own(paths.make_private(folder()))
        self._lock = FileLock(folder() / f"{name}.lock")
        self._owner = folder() / f"{name}.json"

    def take(self, wait_s: float = WAIT_S) -> None:
        """Wait for the board and take it.

        Raises:
            HilFailure: another run has it for longer; the error names that run and its age.
        """
        try:
            self._lock.acquire(timeout=wait_s, poll_interval=LOOK_S)
        except Timeout:
            raise HilFailure(
                LOCKED, f"{self.place} is in use by {self.owner()} (waited {wait_s:g} s)"
            ) from None
        words = " ".join(map(shlex.quote, [Path(sys.argv[0]).name, *sys.argv[1:]]))
        facts = {
            "pid": os.getpid(),
            "user": getpass.getuser(),
            "since": time.time(),
            "what": words,
        }
        self._owner.write_text(json.dumps(facts), encoding="utf-8")

    def owner(self) -> str:
        """Return who has the board, since when, and what for."""
        try:
            facts = json.loads(self._owner.read_text(encoding="utf-8"))
            age = _age(time.time() - facts["since"])
            return f"{facts['user']}, process {facts['pid']}, for {age}: {facts['what']}"
        except (OSError, ValueError, KeyError):
            return "?"

    def free(self) -> None:
        """Let the board go."""
        if self._lock.is_locked:
            with contextlib.suppress(OSError):
                self._owner.unlink()
            self._lock.release()


def _real(place: str) -> str:
    kind, _, rest = place.partition(":")
    return f"port:{os.path.realpath(rest)}" if kind == "port" else place


def _age(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} s"
    if seconds < 7200:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
