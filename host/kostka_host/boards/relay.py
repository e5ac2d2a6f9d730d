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
_SHUT, _CTRL_C_ONLY, _OPEN = 0, 1, 2  # what may be typed to a VM


class Relay:
    """The wire between all ports and the VM of the moment; with none, input waits."""

    def __init__(self, loop: Loop, console: Console) -> None:
        self.ports: list[Port] = []
        self.console = console
        self.lost = 0  # bytes that the board said while nobody was attached
        self._loop = loop
        self._child: Child | None = None
        self._typed = bytearray()
        self._gate = _SHUT
        self._settling_until = 0.0
        self._look: Timer | None = None
        self._blocked = False

    def attach(self, child: Child) -> None:
        """Carry for a new VM; nothing is typed before started()."""
        self._child = child
        self._gate = _SHUT
        self._blocked = False
        self._settling_until = 0.0
        self.console.started()
        self._watch()

    def started(self) -> None:
        """Let input through: what runs from now on is the firmware's.

        A VM that has to be led back into raw mode first gets no more than a Ctrl-C.
        """
        self._gate = _CTRL_C_ONLY if self.console.raw else _OPEN
        self.pump()

    def at_prompt(self) -> None:
        """Let all input through; before that, lead the VM back into raw mode, unseen."""
        if self._child is not None and self._gate == _CTRL_C_ONLY:
            self.console.expect_detour()
            self._child.write(ENTER_RAW)
        self._gate = _OPEN
        self.pump()

    def detach(self, keep_typed: bool = False) -> None:
        """Forget a VM that has ended, after the last of what it printed.

        `keep_typed` keeps what it has not read for the next one, as a board does over a soft
        reset.
        """
        while self.drain():
            pass
        if self._child is not None:
            self._typed[:0] = self._child.unread()
            self._loop.forget(self._child.terminal)
        if not keep_typed:
            self._typed.clear()
        self._child = None
        self._gate = _SHUT

    # From the VM -----------------------------------------------------------------------------

    def drain(self) -> bool:
        """Carry what the VM has printed; say whether there was something."""
        if self._child is None:
            return False
        data = self._child.read()
        if not data:
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
        """Take bytes from a host; without power nobody takes them."""
        if self._child is None:
            return
        self.console.host_spoke()
        self._typed += data
        self.pump()

    def pump(self) -> None:
        """Type what waits, as far as the VM takes it."""
        child = self._child
        if child is not None and self._gate == _CTRL_C_ONLY:
            self._break(child)
        elif child is not None and self._gate == _OPEN and not self.console.detour:
            self._type(child)
        full = len(self._typed) >= ROOM
        for port in self.ports:
            port.pause(full)

    def _break(self, child: Child) -> None:
        """Interrupt boot.py by the last Ctrl-C that was typed; as on a board, it goes first."""
        at = self._typed.rfind(CTRL_C)
        if at >= 0 and child.interruptible():
            del self._typed[: at + 1]
            child.interrupt()

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
