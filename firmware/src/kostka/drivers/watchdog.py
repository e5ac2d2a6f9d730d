"""The watchdog of the RP2, which nothing can stop once it runs (datasheet RP2040, 4.7).

While the app runs, the app feeds it. Whoever leaves the app for the prompt, or soft resets it,
gets a timer that does: boot.py starts one at every start that finds the watchdog running.
"""

from machine import WDT, Timer

from kostka.compat import const

TIMEOUT_MS = const(8000)  # of 8388 that fit
_PERIOD_MS = const(2000)


class Watchdog:
    """The watchdog. `timer` is one that feeds it already, None where it does not run."""

    def __init__(self, timer: "Timer | None" = None) -> None:
        self._dog: WDT | None = None
        self._timer = timer

    def start(self) -> None:
        """Start it, or take it over from the timer; from now on it has to be fed."""
        self._dog = WDT(timeout=TIMEOUT_MS)
        if self._timer is not None:
            self._timer.deinit()
            self._timer = None

    def feed(self) -> None:
        """Put the reset off for TIMEOUT_MS. Allocates nothing."""
        if self._dog is not None:
            self._dog.feed()

    def leave(self) -> None:
        """Let a timer feed it from now on, if it runs."""
        if self._dog is not None and self._timer is None:
            self.feed()
            self._timer = Timer(-1, period=_PERIOD_MS, callback=self._tick)

    def _tick(self, timer: "Timer") -> None:
        self.feed()
