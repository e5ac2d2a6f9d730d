"""A virtual board seen from outside: its process, hands, eyes, time and power."""

from __future__ import annotations

import contextlib
import json
import os
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import kostka
from kostka.errors import HardwareError

import kostka_host
from kostka_host.boards import base
from kostka_host.boards.base import Board, Color
from kostka_host.boards.bench_client import STUCK_S, BenchClient
from kostka_host.boards.registry import Entry

START_S = 15.0
STOP_S = 5.0
SEEN_SCANS = 6  # in which a key that moved has settled
HELD_UP = 50  # times 10 ms that a board may be late


class VirtualBoard(Board):
    """A board process on this machine, started for this use or found running."""

    capabilities = frozenset(
        {base.LINK, base.HANDS, base.EYES, base.POWER, base.TIME, base.FAULTS, base.LOGS}
    )
    kind = "virtual"

    def __init__(self, entry: Entry, process: subprocess.Popen[bytes] | None = None) -> None:
        """Connect to a running board; with its `process` given, close() ends it.

        Raises:
            HardwareError: its bench does not answer.
        """
        self.entry = entry
        self.id = entry.id
        self.name = entry.name or entry.id
        self._process = process
        self.bench = BenchClient(entry.bench, entry.token)

    @classmethod
    def spawn(cls, tied: bool = False, **options: Any) -> VirtualBoard:
        """Start a board process that outlives this one unless it is closed.

        A `tied` one ends with this process, however that ends.

        Keywords are the options of ``kostka board``: tcp, flash, clock, speed, id, name, heap,
        rom, profile, layout, seed; None leaves one out. The kind is that of the class.

        Raises:
            HardwareError: the process did not start; its own sentence says why.
        """
        words = [sys.executable, "-m", "kostka_host", "board", "--json", "--kind", cls.kind]
        if tied:
            words.append("--tied")
        for name, value in options.items():
            if value is not None:
                words += [f"--{name}", os.fspath(value) if isinstance(value, Path) else str(value)]
        with tempfile.TemporaryFile() as complaints:
            process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE if tied else subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=complaints,
                env=environment(),
                start_new_session=True,
            )
            line = first_line(process, START_S)
            if line:
                return cls(Entry(**json.loads(line)), process)
            end_process(process)
            complaints.seek(0)
            said = " ".join(complaints.read().decode(errors="replace").split())
        raise HardwareError("board.process", said.removeprefix("kostka: ") or "?")

    # The board -------------------------------------------------------------------------------

    def link(self) -> str:
        """Return the selector of the board's port."""
        return f"port:{self.entry.port}"

    def start(self) -> None:
        """Switch the power on."""
        self.bench.ask("power", on=1)

    def power_cut(self) -> None:
        """Switch the power off, wherever the board is."""
        self.bench.ask("power", on=0)

    def reset(self) -> None:
        """Reset the controller."""
        self.bench.ask("reset")

    def put(self, cell: int) -> None:
        """Put a token on a cell."""
        self.bench.ask("put", cell=cell)

    def lift(self, cell: int) -> None:
        """Take the token off a cell."""
        self.bench.ask("lift", cell=cell)

    def tokens(self, cells: Iterable[int] | None = None) -> list[int]:
        """Make these cells the only ones with a token; return the cells that have one."""
        wanted = None if cells is None else list(cells)
        found: list[int] = self.bench.ask("tokens", set=wanted)["tokens"]
        return found

    def key(self, seat: int, key: int, down: bool) -> None:
        """Press a key of a seat panel down, or let it go."""
        self.bench.ask("key", seat=seat, key=key, down=int(down))

    def press(self, seat: int, key: int, hold_ms: int = 60) -> None:
        """Press a key, hold it for some time of the board, let it go.

        Where the clock runs by itself, a board that is held up gets the time to see both.
        """
        for down, ms in ((True, hold_ms), (False, 0)):
            scans = 0 if self.entry.clock == "stepped" else self.info()["scans"]
            self.key(seat, key, down)
            self.advance(ms)
            if self.entry.clock != "stepped":
                self._let_scan(scans + SEEN_SCANS)

    def _let_scan(self, scans: int) -> None:
        """Let the board live until it has scanned so often; one that does not scan is left."""
        for _ in range(HELD_UP):
            if self.info()["scans"] >= scans:
                break
            self.advance(10)

    def leds(self) -> list[Color]:
        """Return the color of every cell, row by row."""
        return _colors(self.bench.ask("leds")["cells"])

    def seats(self) -> list[Color]:
        """Return the color of every seat's light."""
        return _colors(self.bench.ask("leds")["seats"])

    def advance(self, ms: float) -> None:
        """Let the board live for some time of its clock; on the real one this waits as long."""
        self.bench.ask("advance", timeout_s=STUCK_S + ms / 1000, ms=ms)

    def logs(self) -> str:
        """Return the end of what the board has printed."""
        text: str = self.bench.ask("log")["text"]
        return text

    # More than other boards can --------------------------------------------------------------

    def info(self) -> dict[str, Any]:
        """Return who the board is and how it is."""
        return self.bench.ask("info")

    def time_us(self) -> int:
        """Return the time of the board since its process began."""
        return int(self.bench.ask("time")["us"])

    def flash(self) -> dict[str, int]:
        """Return how many sectors were erased and writes done since the process began."""
        answer = self.bench.ask("flash")
        return {name: answer[name] for name in ("erases", "writes", "cuts")}

    def cut_after(self, operations: int | None) -> None:
        """Let the power go in the middle of the flash operation after so many."""
        self.bench.ask("cut", after=operations)

    def stick(self, bit: int, level: int | None) -> None:
        """Hold a bit of the sensor chain at a level, or let it go."""
        self.bench.ask("stick", bit=bit, level=level)

    def unplug(self, byte: int | None) -> None:
        """Take the sensor chain apart before a byte, or plug it together again."""
        self.bench.ask("unplug", byte=byte)

    def i2c(self, bus: int) -> list[tuple[int, int, bool]]:
        """Return channel (-1: no switch before it), address, plugged in; of a bus's devices."""
        return [(c, a, bool(there)) for c, a, there in self.bench.ask("i2c", bus=bus)["devices"]]

    def plug_i2c(self, bus: int, addr: int, there: bool, channel: int | None = None) -> None:
        """Unplug a device, which may be behind a channel of a switch, or plug it in again."""
        self.bench.ask("i2c", bus=bus, addr=addr, channel=channel, plug=int(there))

    def hold_i2c(self, bus: int, held: bool, channel: int | None = None) -> None:
        """Hold a line of a bus low, as a broken device does, or let it go."""
        self.bench.ask("i2c", bus=bus, channel=channel, held=int(held))

    def tag(self, uid: str, text: str = "", sel: int = 0) -> None:
        """Lay a tag on the reader; UID in hex, `sel` is the SEL_RES of a card that is no NTAG."""
        self.bench.ask("tag", uid=uid, there=1, text=text, sel=sel)

    def untag(self, uid: str) -> None:
        """Take a tag off the reader."""
        self.bench.ask("tag", uid=uid, there=0)

    def tags(self) -> list[str]:
        """Return the UIDs of the tags on the reader."""
        found: list[str] = self.bench.ask("tag")["tags"]
        return found

    def screen(self) -> dict[str, Any]:
        """Return what the screen shows: on, contrast, rows (64 of 32 hex digits), and more."""
        return self.bench.ask("screen")

    def sounds(self, since: int = 0) -> list[tuple[int, int, int]]:
        """Return (ms, Hz, duty) of every change of the buzzer but the first `since`."""
        answer = self.bench.ask("sounds", since=since)
        return [(ms, hz, duty) for ms, hz, duty in answer["sounds"]]

    def dice(self) -> list[dict[str, Any] | None]:
        """Return what lies in each cup: None, or kind, value on top, whether it lies flat, …"""
        found: list[dict[str, Any] | None] = self.bench.ask("dice")["cups"]
        return found

    def hand_die(
        self, cup: int, way: str, kind: int = 0, face: int = -1, deg: float = 30.0
    ) -> None:
        """Throw, lay, hold, tilt or take a die; `kind` 0 is the one that is in the cup."""
        self.bench.ask("dice", cup=cup, way=way, kind=kind, face=face, deg=deg)

    def supply(self, mv: int) -> None:
        """Let the power supply put a level on the CC line."""
        self.bench.ask("supply", mv=mv)

    def wait_for_prompt(self, timeout_s: float = 5.0) -> None:
        """Wait in real time until the board is at its prompt.

        Raises:
            HardwareError: it is not in time.
        """
        end = time.monotonic() + timeout_s
        while True:
            state = self.info()
            if state["stage"] == "prompt" and not state["busy"]:
                return
            if time.monotonic() > end:
                raise HardwareError("board.no_prompt", self.name)
            time.sleep(0.005)

    def leave(self) -> None:
        """Close, but let a board process that was started for this use go on by itself."""
        if self._process is not None:
            if self._process.stdout is not None:
                self._process.stdout.close()
            self._process.returncode = 0  # nobody here waits for its end any more
            self._process = None
        self.bench.close()

    def close(self) -> None:
        """End the board process if it was started for this use."""
        if self._process is not None:
            with contextlib.suppress(HardwareError):
                self.bench.ask("stop", timeout_s=1.0)
            end_process(self._process)
            self._process = None
        self.bench.close()


def _colors(values: Sequence[Sequence[int]]) -> list[Color]:
    return [(value[0], value[1], value[2]) for value in values]


def environment() -> dict[str, str]:
    """Return this environment, with the packages of this process first on the path."""
    folders = [os.path.dirname(os.path.dirname(module.__file__ or "")) for module in _PACKAGES]
    known = os.environ.get("PYTHONPATH", "")
    path = os.pathsep.join([*dict.fromkeys(folders), *([known] if known else [])])
    return {**os.environ, "PYTHONPATH": path}


_PACKAGES = (kostka_host, kostka)


def first_line(process: subprocess.Popen[bytes], timeout_s: float) -> bytes:
    assert process.stdout is not None
    end = time.monotonic() + timeout_s
    data = b""
    while not data.endswith(b"\n"):
        left = end - time.monotonic()
        if left <= 0 or not select.select([process.stdout], [], [], left)[0]:
            return b""
        piece = os.read(process.stdout.fileno(), 4096)
        if not piece:
            return b""
        data += piece
    return data


def end_process(process: subprocess.Popen[bytes]) -> None:
    """Wait for the end of a board process that was told to stop; help where it does not."""
    for help_it in (process.terminate, process.kill):
        try:
            process.wait(STOP_S)
            break
        except subprocess.TimeoutExpired:
            help_it()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
