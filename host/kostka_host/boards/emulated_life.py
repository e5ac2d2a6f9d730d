"""The life of an emulated board: power, resets, and the time that its controller is given."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from kostka.errors import KostkaError

from kostka_host.boards import channel
from kostka_host.boards.console import Console
from kostka_host.boards.loop import Call, Loop, Timer
from kostka_host.boards.ports import ROOM, Port
from kostka_host.boards.rp2040 import Chip
from kostka_host.chips.flash import Flash, PowerCut
from kostka_host.chips.world import World

SLICE_US = 1000  # of the board, after which ports and hands have their turn
REST_S = 0.001
DEBT_US = 50_000  # a board that was behind does not run faster for longer


class Pace:
    """How far an emulated board may live: as advance() says, or with the clock of this machine.

    It is hardly ever fast enough for the second: then it lives as fast as it can.
    """

    def __init__(self, speed: float | None) -> None:
        self.on_advance: Call = lambda: None
        self.stepped = speed is None
        self._speed = speed or 0.0
        self._now = 0
        self._granted = 0
        self._due: list[tuple[int, Call]] = []
        self._looked = time.monotonic()

    def now_us(self) -> int:
        """Return the time that the board has lived."""
        return self._now

    def settled(self) -> bool:
        """Say whether hands may act."""
        return not (self.stepped and self._due)

    def advance(self, us: int, done: Call) -> None:
        """Call `done` once the board has lived that much longer."""
        self._due.append((self._now + us, done))
        self._due.sort(key=lambda due: due[0])
        if self.stepped:
            self._granted = max(self._granted, self._now + us)
        self.lived(0)  # what is due already has no time to wait for
        self.on_advance()

    def room_us(self) -> int:
        """Return how long the board may live now."""
        if not self.stepped:
            now = time.monotonic()
            self._granted += int((now - self._looked) * 1e6 * self._speed)
            self._granted = min(self._granted, self._now + DEBT_US)
            self._looked = now
        return self._granted - self._now

    def lived(self, us: int) -> None:
        """Note that the board has lived for a while."""
        self._now += us
        while self._due and self._due[0][0] <= self._now:
            self._due.pop(0)[1]()


class EmulatedLife:
    """One emulated board from the first power on to the end of its process."""

    def __init__(
        self, loop: Loop, world: World, flash: Flash, uf2: Path, board_id: str, pace: Pace
    ) -> None:
        self.world = world
        self.flash = flash
        self.clock = pace
        self.ports: list[Port] = []
        self.on_stage: Callable[[int], None] = lambda stage: None
        self.failed: KostkaError | None = None
        self.powered = False
        self.stage = -1
        self.starts = 0
        self.resets = {"hard": 0, "cut": 0}
        self._loop = loop
        self._uf2 = uf2
        self._id = board_id
        self._console = Console()
        self._lost = 0
        self._chip: Chip | None = None
        self._next: Timer | None = None
        pace.on_advance = self._wake

    # Power -----------------------------------------------------------------------------------

    def power_on(self) -> None:
        """Begin a new life."""
        if self.powered:
            return
        self.powered = True
        self.starts += 1
        self.world.reset_pins()
        self._chip = Chip(self._uf2, self.flash, self.world, self._id, self._said, self._connected)
        self._wake()

    def power_off(self) -> None:
        """Cut the power, wherever the board is; all lights go out."""
        self._chip = None
        self.powered = False
        self.stage = -1
        self.world.reset_pins()

    def reset(self) -> None:
        """Reset the controller."""
        if self._chip is None:
            self.power_on()
            return
        self.resets["hard"] += 1
        self.starts += 1
        self.stage = -1
        self.world.reset_pins()
        self._chip.reset()
        self._wake()

    def close(self) -> None:
        """End the life for good."""
        if self._next is not None:
            self._next.cancel()
        self._chip = None
        self.powered = False

    def _connected(self) -> None:
        self.on_stage(channel.BOOT)
        self.stage = channel.MAIN  # nobody sees from here when it is at its prompt

    # Time ------------------------------------------------------------------------------------

    def _wake(self, delay_s: float = 0.0) -> None:
        if self._next is not None:
            self._next.cancel()
        self._next = self._loop.later(delay_s, self._live)

    def _live(self) -> None:
        """Live for a slice of time, unless the board has to wait."""
        self._next = None
        left = self.clock.room_us()
        if self.powered and self.stage < 0:
            left = max(left, SLICE_US)  # until its port is there, which takes 15 ms
        if left > 0:
            us = min(left, SLICE_US) if self._chip is not None else left
            try:
                if self._chip is not None:
                    self._chip.run(us)
            except PowerCut:
                self.resets["cut"] += 1
                self.power_off()
            self._listen()
            self.clock.lived(us)
            left -= us
        starting = self.powered and self.stage < 0
        if self._next is None and (starting or left > 0 or not self.clock.stepped):
            self._wake(0.0 if starting or left > 0 else REST_S)

    # The port --------------------------------------------------------------------------------

    def received(self, data: bytes) -> None:
        """Take bytes from a host; without power nobody takes them."""
        if self._chip is not None:
            self._chip.send(data)
            self._listen()

    def _listen(self) -> None:
        """Let a host wait while the board has not taken what it sent."""
        full = self._chip is not None and self._chip.waiting >= ROOM
        for port in self.ports:
            port.pause(full)

    def drained(self) -> None:
        """Note that a port has room again."""
        if self._chip is not None and not any(port.full() for port in self.ports):
            self._chip.hold(False)

    def _said(self, data: bytes) -> None:
        self._console.own(data)
        heard = False
        for port in self.ports:
            port.send(data)
            heard = heard or port.attached
        if not heard:
            self._lost += len(data)
        if self._chip is not None and any(port.full() for port in self.ports):
            self._chip.hold(True)

    # What the bench asks ---------------------------------------------------------------------

    def carry_log(self) -> bytes:
        """Return the end of what the board has printed."""
        return bytes(self._console.log)

    def lost(self) -> int:
        """Return how many bytes the board said while no host was attached."""
        return self._lost

    @property
    def vm_pid(self) -> int:
        """Return the process that runs the firmware, which is this one; 0 without power."""
        return os.getpid() if self.powered else 0

    def busy(self) -> bool:
        """Return whether code may be running."""
        return self.powered
