"""The one loop of a board process: file descriptors, points in time, signals."""

from __future__ import annotations

import heapq
import itertools
import os
import selectors
import signal
import socket
import time
from collections.abc import Callable
from typing import Any

Call = Callable[[], None]


class Timer:
    """A call that is due at a point in time, until it is canceled."""

    def __init__(self, call: Call) -> None:
        self.call: Call | None = call

    def cancel(self) -> None:
        """Forget the call."""
        self.call = None


class Loop:
    """Calls back when a descriptor is ready, a time has come or a signal arrived."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._timers: list[tuple[float, int, Timer]] = []
        self._count = itertools.count()
        self._running = False
        self._wake, self._waker = socket.socketpair()
        self._wake.setblocking(False)
        self._waker.setblocking(False)
        self._signals: dict[int, Call] = {}
        self._selector.register(self._wake, selectors.EVENT_READ, (self._take_signals, None))

    def watch(self, fd: Any, read: Call | None, write: Call | None = None) -> None:
        """Call `read` and `write` whenever a descriptor is ready; with neither, forget it."""
        events = (selectors.EVENT_READ if read else 0) | (selectors.EVENT_WRITE if write else 0)
        known = fd in self._selector.get_map()
        if not events:
            if known:
                self._selector.unregister(fd)
        elif known:
            self._selector.modify(fd, events, (read, write))
        else:
            self._selector.register(fd, events, (read, write))

    def forget(self, fd: Any) -> None:
        """Stop watching a descriptor; must be done before it is closed."""
        self.watch(fd, None)

    def later(self, delay_s: float, call: Call) -> Timer:
        """Call once after a delay."""
        timer = Timer(call)
        heapq.heappush(self._timers, (time.monotonic() + delay_s, next(self._count), timer))
        return timer

    def on_signal(self, number: int, call: Call) -> None:
        """Call when a signal has come, outside its handler."""
        self._signals[number] = call
        signal.signal(number, lambda *_: None)
        signal.set_wakeup_fd(self._waker.fileno(), warn_on_full_buffer=False)

    def _take_signals(self) -> None:
        try:
            numbers = os.read(self._wake.fileno(), 256)
        except BlockingIOError:
            return
        for number in dict.fromkeys(numbers):
            if number in self._signals:
                self._signals[number]()

    def run(self) -> None:
        """Work until stop() is called."""
        self._running = True
        while self._running:
            for key, events in self._selector.select(self._until_timer()):
                read, write = key.data
                # an earlier call of this round may have forgotten the descriptor
                if key.fd not in self._selector.get_map():
                    continue
                if events & selectors.EVENT_READ and read:
                    read()
                if events & selectors.EVENT_WRITE and write:
                    if key.fd in self._selector.get_map():
                        write()
            self._fire()

    def _until_timer(self) -> float | None:
        while self._timers and self._timers[0][2].call is None:
            heapq.heappop(self._timers)
        if not self._timers:
            return None
        return max(0.0, self._timers[0][0] - time.monotonic())

    def _fire(self) -> None:
        now = time.monotonic()
        while self._timers and self._timers[0][0] <= now:
            call = heapq.heappop(self._timers)[2].call
            if call is not None:
                call()

    def stop(self) -> None:
        """Let run() return after the current call."""
        self._running = False

    def close(self) -> None:
        """Free the loop's own descriptors."""
        if self._signals:
            signal.set_wakeup_fd(-1)
        self._selector.close()
        self._wake.close()
        self._waker.close()
