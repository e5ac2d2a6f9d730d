"""Starts a virtual board again whose process has ended, where that is up to this program."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from kostka.errors import KostkaError

from kostka_host.boards import Board
from kostka_host.boards.virtual import VirtualBoard
from kostka_host.web import view

AGAIN_S = 5.0  # between two starts of a board that ends again or does not start


class Revival:
    """Watches over one board. `start` starts its process, None where that is not up to us.

    Starting takes a moment, so it is done by a thread of its own.
    """

    def __init__(self, start: Callable[[], None] | None) -> None:
        self._start = start
        self._thread: threading.Thread | None = None
        self._problem: KostkaError | None = None
        self._next = 0.0
        self._tried = False

    def want(self) -> None:
        """Start the board, unless that is being done or was done just now."""
        now = time.monotonic()
        if self._start is None or now < self._next:
            return
        if self._thread is not None and self._thread.is_alive():
            return
        self._next = now + AGAIN_S
        self._tried = True
        self._thread = threading.Thread(target=self._run, name="kostka-revive", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        assert self._start is not None
        try:
            self._start()
            self._problem = None
        except KostkaError as problem:
            self._problem = problem

    def back(self) -> bool:
        """Note that the board is there; say whether it was started from here."""
        tried, self._tried = self._tried, False
        return tried

    def away(self, board: Board, bench_up: bool) -> list[object]:
        """Return why a board is away and what to do, in words."""
        if not isinstance(board, VirtualBoard):
            return ["web.away.real"]
        if bench_up:
            return ["terminal.away"]  # only its controller: it starts anew
        if self._start is None:
            return ["web.away.virtual"]
        if self._problem is not None:
            return ["web.away.failed", view.error(self._problem)]
        return ["web.away.restart"]
