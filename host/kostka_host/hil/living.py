"""A port of a board whose clock stands still unless it is moved."""

from __future__ import annotations

import time
from collections.abc import Callable

from kostka_host.link.transport import Transport


class Living:
    """A port of a stepped board, which lives on while nothing comes."""

    def __init__(self, inner: Transport, live: Callable[[], None]) -> None:
        self.name = inner.name
        self._inner = inner
        self._live = live

    def read(self, timeout_s: float) -> bytes:
        """Return what comes within the time."""
        end = time.monotonic() + timeout_s
        while True:
            data = self._inner.read(min(timeout_s, 0.001))
            if data or time.monotonic() >= end:
                return data
            self._live()

    def write(self, data: bytes) -> None:
        """Send bytes."""
        self._inner.write(data)

    def close(self) -> None:
        """Let the port go."""
        self._inner.close()
