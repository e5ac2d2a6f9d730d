"""Carries bytes between the hosts' ports and the VM's terminal, and turns 0x03 into Ctrl-C."""

from __future__ import annotations

import time

from kostka_host.boards.child import Child
from kostka_host.boards.console import ENTER_RAW, Console
from kostka_host.boards.loop import Loop, Timer
from kostka_host.boards.ports import ROOM, Port

CTRL_C = 3
_SETTLE_S = 0.1  # how long input waits for interrupted code to end
_LOOK_S = 0.002


class Relay:
    """The wire between all ports and the VM of the moment; with none, input waits."""

    def __init__(self, loop: Loop, console: Console) -> None:
        self.ports: list[Port] = []
        self.console = console
        self.lost = 0  # bytes that the board said while nobody was attached
        self._loop = loop
        self._child: Child | None = None
        self._typed = bytearray()
        self._open = False  # the VM is far enough to be typed to
        self._settling_until = 0.0
        self._look: Timer | None = None
        self._blocked = False

    def attach(self, child: Child) -> None:
        """Carry for a new VM; nothing is typed before ready()."""
        self._child = child
        self._open = False
        self._blocked = False
        self._settling_until = 0.0
        self.console.started()
        self._watch()

    def ready(self) -> None:
        """Let input through: the VM's own start is over."""
        self._open = True
        self.pump()

    def enter_raw(self) -> None:
        """Lead a VM that has come to its prompt into raw mode, unseen."""
        if self._child is not None:
            self.console.expect_detour()
            self._child.write(ENTER_RAW)

    def detach(self) -> None:
        """Forget the VM, after the last of what it printed."""
        while self.drain():
            pass
        if self._child is not None:
            self._loop.forget(self._child.terminal)
        self._child = None
        self._open = False

    # From the VM -----------------------------------------------------------------------------

    def drain(self) -> bool:
        """Carry what the VM has printed; say whether there was something."""
        if self._child is None:
            return False
        data = self._child.read()
        if not data:
            if data is None:
                self._loop.forget(self._child.terminal)
            return False
        detour = self.console.detour
        self.say(self.console.feed(data))
        if detour and not self.console.detour:
            self.pump()
        return True

    def say(self, data: bytes) -> None:
        """Send bytes to every attached host."""
        if not data:
            return
        heard = False
        for port in self.ports:
            port.send(data)
            heard = heard or port.attached
        if not heard:
            self.lost += len(data)
        self._watch()

    def drained(self) -> None:
        """Note that a port has room again."""
        self._watch()

    def _watch(self) -> None:
        """Read the VM's terminal unless a host is behind; write it when it was full."""
        child = self._child
        if child is None:
            return
        full = any(port.full() for port in self.ports)
        self._loop.watch(
            child.terminal,
            None if full else self._read,
            self.pump if self._blocked else None,
        )

    def _read(self) -> None:
        self.drain()

    # To the VM -------------------------------------------------------------------------------

    def received(self, data: bytes) -> None:
        """Take bytes from a host."""
        self.console.host_spoke()
        self._typed += data
        self.pump()

    def pump(self) -> None:
        """Type what waits, as far as the VM takes it."""
        child = self._child
        if child is not None and self._open and not self.console.detour:
            self._type(child)
        full = len(self._typed) >= ROOM
        for port in self.ports:
            port.pause(full)

    def _type(self, child: Child) -> None:
        was_blocked = self._blocked
        self._blocked = False
        while self._typed and not self._settling(child):
            at = self._typed.find(CTRL_C)
            if at == 0 and child.interruptible():
                child.interrupt()
                del self._typed[0]
                self._settling_until = time.monotonic() + _SETTLE_S
                continue
            size = 1 if at == 0 else at if at > 0 else len(self._typed)
            taken = child.write(bytes(self._typed[:size]))
            del self._typed[:taken]
            if taken < size:
                self._blocked = True
                break
        if self._blocked != was_blocked:
            self._watch()

    def _settling(self, child: Child) -> bool:
        """Say whether code that was interrupted may still be about to end.

        A second interrupt before the first was noticed would end the VM, and what follows a
        Ctrl-C is meant for the prompt.
        """
        if not self._settling_until:
            return False
        if time.monotonic() >= self._settling_until or not child.interruptible():
            self._settling_until = 0.0
            return False
        if self._look is None:
            self._look = self._loop.later(_LOOK_S, self._look_again)
        return True

    def _look_again(self) -> None:
        self._look = None
        self.pump()
