"""Time of a board process: the real clock, or a virtual one that is granted piece by piece."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from kostka.errors import HardwareError

from kostka_host.boards.loop import Loop, Timer

LOOK_S = 0.005
TYPED_US = 3600 * 1_000_000


class Life(Protocol):
    """What a clock must know of the VM."""

    def grant(self, age_us: int) -> None:
        """Let the VM live until it has an age."""

    def asleep(self) -> bool:
        """Say whether no code runs that could live through time: power off, or a prompt."""

    def at_prompt(self) -> bool:
        """Say whether main.py is not running: what runs then was typed."""

    def carry(self) -> None:
        """Carry all bytes that are under way."""


class Clock(Protocol):
    """Time as the bench and the VM meet it."""

    virtual: bool

    def now_us(self) -> int:
        """Return the time since the board process began."""

    def advance(self, us: int, done: Callable[[], None]) -> None:
        """Call `done` once the board has lived that much longer."""

    def idle(self, now_us: int, wanted_us: int) -> None:
        """Note that the VM, at an age, waits for another age."""

    def lived(self, age_us: int) -> None:
        """Note how old the VM is."""

    def settled(self) -> bool:
        """Say whether hands may act: a stepped VM has done all it can do at this time."""

    def begin(self) -> None:
        """Note that a VM was started and has yet to say how it is."""

    def power_on(self) -> None:
        """Note that the age of the VM is 0 again."""

    def age_us(self) -> int:
        """Return the age of the VM."""

    def granted_us(self) -> int:
        """Return the age up to which the VM may live."""


class RealClock:
    """The clock of this machine; nothing is granted."""

    virtual = False

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._start = time.monotonic()

    def now_us(self) -> int:
        """Return the time since the board process began."""
        return int((time.monotonic() - self._start) * 1e6)

    def advance(self, us: int, done: Callable[[], None]) -> None:
        """Call `done` after that much time."""
        self._loop.later(us / 1e6, done)

    def idle(self, now_us: int, wanted_us: int) -> None:
        """Do nothing; a VM on the real clock never says this."""

    def lived(self, age_us: int) -> None:
        """Do nothing."""

    def settled(self) -> bool:
        """Return True: on this clock nothing waits for hands."""
        return True

    def begin(self) -> None:
        """Do nothing."""

    def power_on(self) -> None:
        """Do nothing."""

    def age_us(self) -> int:
        """Return 0: the VM looks at its own clock."""
        return 0

    def granted_us(self) -> int:
        """Return 0."""
        return 0


class SteppedClock:
    """A virtual clock that moves only by advance()."""

    virtual = True

    def __init__(self, loop: Loop, life: Life) -> None:
        self._loop = loop
        self._life = life
        self._now = 0  # of the board; the VM has lived so far where it is idle
        self._granted = 0
        self._birth = 0  # when the VM's life began
        self._idle = False
        self._waiting: Callable[[], None] | None = None
        self._look: Timer | None = None

    def now_us(self) -> int:
        """Return the time since the board process began."""
        return self._now

    def age_us(self) -> int:
        """Return the age of the VM."""
        return self._now - self._birth

    def granted_us(self) -> int:
        """Return the age up to which the VM may live."""
        return self._granted - self._birth

    def settled(self) -> bool:
        """Say whether the VM waits for time, or no code runs in it."""
        return self._idle or self._life.asleep()

    def begin(self) -> None:
        """Note that a VM was started and has yet to say how it is."""
        self._idle = False

    def power_on(self) -> None:
        """Begin a life at age 0."""
        self._birth = self._now

    def advance(self, us: int, done: Callable[[], None]) -> None:
        """Grant time; call `done` when the VM has lived it, or sleeps.

        Raises:
            HardwareError: an advance is under way already, or time cannot run backwards.
        """
        if self._waiting is not None:
            raise HardwareError("bench.advancing")
        if us < 0:
            raise HardwareError("bench.backwards", us)
        self._life.carry()
        self._granted += us
        self._waiting = done
        if self._life.asleep():
            self._sleep_through()
        else:
            self._idle = False
            self._life.grant(self._granted - self._birth)
            self._look_later()

    def idle(self, now_us: int, wanted_us: int) -> None:
        """Note how far the VM has lived."""
        self._now = self._birth + now_us
        self._idle = True
        if self._waiting is not None:
            if self._now >= self._granted:
                self._finish()
        elif self._life.at_prompt() and wanted_us - now_us <= TYPED_US:
            # nobody who types waits for the bench
            self._now = self._granted = self._birth + wanted_us
            self._idle = False
            self._life.grant(wanted_us)

    def lived(self, age_us: int) -> None:
        """Note how far the VM has lived."""
        self._now = self._birth + age_us

    def _look_later(self) -> None:
        self._look = self._loop.later(LOOK_S, self._look_again)

    def _look_again(self) -> None:
        if self._waiting is None:
            return
        if self._life.asleep():
            self._sleep_through()
        else:
            self._look_later()

    def _sleep_through(self) -> None:
        # a VM that sleeps does not grow older meanwhile
        self._birth += self._granted - self._now
        self._now = self._granted
        self._finish()

    def _finish(self) -> None:
        done = self._waiting
        self._waiting = None
        if self._look is not None:
            self._look.cancel()
            self._look = None
        if done is not None:
            self._life.carry()
            done()


class RunningClock(SteppedClock):
    """A virtual clock that runs by itself, `speed` times as fast as the real one."""

    def __init__(self, loop: Loop, life: Life, speed: float) -> None:
        super().__init__(loop, life)
        self.speed = speed
        self._start = time.monotonic()
        self._due: Timer | None = None
        self._wanted = 0

    def now_us(self) -> int:
        """Return the time since the board process began."""
        return int((time.monotonic() - self._start) * 1e6 * self.speed)

    def settled(self) -> bool:
        """Return True: on this clock nothing waits for hands."""
        return True

    def power_on(self) -> None:
        """Begin a life at age 0."""
        self._now = self._birth = self._granted = self.now_us()

    def advance(self, us: int, done: Callable[[], None]) -> None:
        """Call `done` when that much time has run."""
        self._loop.later(us / 1e6 / self.speed, done)

    def idle(self, now_us: int, wanted_us: int) -> None:
        """Grant what has run meanwhile, once that is as much as the VM wants."""
        self._now = self._birth + now_us
        left = self._birth + wanted_us - self.now_us()
        if self._due is not None:
            self._due.cancel()
        self._wanted = self._birth + wanted_us
        if left <= 0:
            self._give()
        elif left < TYPED_US:
            self._due = self._loop.later(left / 1e6 / self.speed, self._give)

    def _give(self) -> None:
        self._due = None
        self._granted = max(self.now_us(), self._wanted)
        self._life.grant(self._granted - self._birth)


def make_clock(loop: Loop, life: Life, virtual: bool, speed: float | None) -> Clock:
    """Return the clock of a board; a virtual one without speed is stepped by advance()."""
    if not virtual:
        return RealClock(loop)
    if speed is None:
        return SteppedClock(loop, life)
    return RunningClock(loop, life, speed)
