"""The process of a board without hardware: makes its parts, publishes it, runs until stopped."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kostka.errors import HardwareError, KostkaError

from kostka_host import layout, vm
from kostka_host.boards import registry, sources
from kostka_host.boards.bench import Bench
from kostka_host.boards.channel import BOOT
from kostka_host.boards.child import heap_bytes
from kostka_host.boards.clock import make_clock
from kostka_host.boards.console import Console
from kostka_host.boards.emulated import KIND, find_image
from kostka_host.boards.life import Life, board_id
from kostka_host.boards.lives import AnyLife
from kostka_host.boards.loop import Loop
from kostka_host.boards.ports import Port, PtyPort, TcpPort
from kostka_host.boards.registry import Entry
from kostka_host.boards.relay import Relay
from kostka_host.chips.flash import Flash
from kostka_host.chips.world import World

STDIN = 0
TOKEN_BYTES = 16  # of the bench: nobody guesses it


@dataclass(frozen=True)
class Options:
    """How a virtual board is made.

    `flash` None is a new one that is thrown away at the end. `speed` None on the virtual clock
    means that time only moves by the bench. `board` is a description that takes the place of
    the `profile`. `rom` is a folder of firmware files that stand in
    for the packaged ones. `seed` makes chance on the board repeatable.
    `tied` ends the board with its standard input. An `emulated` board has the firmware in its
    flash, and neither heap, rom nor seed of its own.
    """

    tcp: int | None = None
    flash: Path | None = None
    virtual: bool = False
    speed: float | None = None
    id: str = ""
    name: str = ""
    heap: str = vm.HEAP
    rom: Path | None = None
    board: Path | None = None
    profile: str = layout.FULL
    seed: int | None = None
    tied: bool = False
    emulated: bool = False

    def clock_name(self) -> str:
        """Return the kind of clock in one word."""
        if not self.virtual:
            return "real"
        return "stepped" if self.speed is None else "running"


class BoardProcess:
    """All parts of a board without hardware, from the VM to the entry in the registry."""

    def __init__(self, options: Options) -> None:
        """Make the parts; nothing runs yet.

        Raises:
            KostkaError: no VM or emulator, port or flash in use, files missing or damaged.
        """
        self.options = options
        self._made: list[Callable[[], None]] = []  # what close() undoes, last first
        try:
            self._make(options)
        except BaseException:  # also Ctrl-C: nothing half made stays behind
            self.close()
            raise

    def _make(self, options: Options) -> None:
        make = self._emulated if options.emulated else self._virtual
        place = layout.load(options.board) if options.board else layout.profile(options.profile)
        work = Path(tempfile.mkdtemp(prefix="kostka-board-"))
        self._made.append(lambda: shutil.rmtree(work, ignore_errors=True))
        flash = Flash(options.flash or work / "flash.img")
        self._made.append(flash.close)
        lasting = str(options.flash.resolve()) if options.flash else ""
        self.id = check_id(options.id) if options.id else board_id(lasting)
        if registry.find(self.id):
            raise HardwareError("board.id_taken", self.id)
        self.loop = Loop()
        self._made.append(self.loop.close)
        self.tcp: TcpPort | None = None
        world = World(place)
        self.life: AnyLife = make(options, world, flash, work)
        world.now_us = self.life.clock.now_us
        token = secrets.token_hex(TOKEN_BYTES)
        self.bench = Bench(self.loop, self.life, self.info, token)
        self._made.append(self.bench.close)
        self._made.append(self.life.close)
        self.entry = Entry(
            id=self.id,
            name=options.name,
            pid=os.getpid(),
            port=self.pty.name,
            tcp=self.tcp.number if self.tcp else 0,
            bench=self.bench.number,
            token=token,
            clock=options.clock_name(),
            kind=KIND if options.emulated else "virtual",
        )

    def _virtual(self, options: Options, world: World, flash: Flash, work: Path) -> Life:
        """Return the life of a board whose firmware runs in a VM."""
        command = vm.find_micropython()
        heap = heap_bytes(options.heap)
        rom = work / "rom"
        sources.fill_rom(rom, world.layout, options.rom)
        relay = Relay(self.loop, Console())
        self._open_ports(relay.ports, relay.received, relay.drained)
        life = Life(self.loop, relay, world, flash, command, heap, rom, self.id, options.seed)
        life.clock = make_clock(self.loop, life, options.virtual, options.speed)
        life.on_failure = self.loop.stop
        return life

    def _emulated(self, options: Options, world: World, flash: Flash, _: Path) -> AnyLife:
        """Return the life of a board whose controller is emulated."""
        image = find_image()
        from kostka_host.boards.emulated_life import EmulatedLife, Pace
        from kostka_host.boards.image import put_firmware

        put_firmware(flash, world.layout)
        speed = options.speed if options.virtual else 1.0
        life = EmulatedLife(self.loop, world, flash, image, self.id, Pace(speed))
        self._open_ports(life.ports, life.received, life.drained)
        return life

    def _open_ports(
        self, ports: list[Port], received: Callable[[bytes], None], drained: Callable[[], None]
    ) -> None:
        self.pty = PtyPort(self.loop, received, drained)
        ports.append(self.pty)
        self._made.append(self.pty.close)
        if self.options.tcp is not None:
            self.tcp = TcpPort(self.loop, self.options.tcp, received, drained)
            ports.append(self.tcp)
            self._made.append(self.tcp.close)

    def info(self) -> dict[str, Any]:
        """Return who this board is."""
        entry = self.entry
        return {
            "board": entry.id,
            "name": entry.name,
            "pid": entry.pid,
            "port": entry.port,
            "tcp": entry.tcp,
            "bench": entry.bench,
            "clock": entry.clock,
            "speed": self.options.speed,
            "layout": self.life.world.layout.layout_id,
            "profile": self.life.world.layout.profile,
            "rows": self.life.world.layout.rows,
            "cols": self.life.world.layout.cols,
            "seats": len(self.life.world.layout.stations),
        }

    def run(self, ready: Callable[[Entry], None]) -> None:
        """Switch the board on, call `ready` when its file system is there, run until stopped.

        Raises:
            KostkaError: the board cannot go on.
        """
        self.life.on_stage = lambda stage: self._announce(stage, ready)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            self.loop.on_signal(number, self.loop.stop)
        if self.options.tied:
            self.loop.watch(STDIN, self._on_stdin)
        self.life.power_on()
        self.loop.run()
        if self.life.failed is not None:
            raise self.life.failed

    def _on_stdin(self) -> None:
        if not os.read(STDIN, 256):
            self.loop.stop()

    def _announce(self, stage: int, ready: Callable[[Entry], None]) -> None:
        if stage == BOOT:
            self.life.on_stage = lambda _: None
            registry.publish(self.entry)
            self._made.append(lambda: registry.withdraw(self.entry))
            ready(self.entry)

    def close(self) -> None:
        """Undo everything that was made."""
        while self._made:
            self._made.pop()()


def check_id(text: str) -> str:
    """Return a board id, 16 hex digits.

    Raises:
        KostkaError: the text is none.
    """
    low = text.lower()
    if len(low) != 16 or any(digit not in "0123456789abcdef" for digit in low):
        raise KostkaError("board.bad_id", text)
    return low
