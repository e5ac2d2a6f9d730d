"""A real board and a real host with a bad wire, a noisy program or a slow reader between them."""

from __future__ import annotations

import collections
import functools
import os
import random
import time

import kostka_evening
import kostka_host.table
import pytest
from kostka import line
from kostka.errors import LinkError
from kostka_evening import Evening
from kostka_host.follow import Step
from kostka_host.link.client import Client
from kostka_host.link.transport import Transport, open_transport
from kostka_host.seating import make_family
from kostka_host.table import Table

pytestmark = pytest.mark.vm

FATES = ("drop", "double", "corrupt", "delay", "cut")
SHARE = 0.03  # of all lines, for each fate but the last
CUTS = 0.004
CREDIT = 192


class Fire:
    """Lets a fate befall lines; counts them. Both ways of all wires of a test share one."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.burning = True
        self.count = collections.Counter[str]()

    def fate(self) -> str:
        if not self.burning:
            return ""
        shares = [SHARE] * 4 + [CUTS]
        fate: str = self.random.choices((*FATES, ""), [*shares, 1 - sum(shares)])[0]
        return fate


class Way:
    """One direction of a wire."""

    def __init__(self, fire: Fire, name: str) -> None:
        self.fire = fire
        self.name = name
        self.late = b""

    def carry(self, data: bytes) -> bytes:
        """Return what arrives of some bytes, with what was late before.

        Raises:
            LinkError: the wire was cut.
        """
        arrived, self.late = bytearray(self.late), b""
        for row in data.splitlines(keepends=True):
            fate = self.fire.fate()
            self.fire.count[f"{fate} {self.name}"] += 1
            if fate == "cut":
                raise LinkError("link.gone", "wire")
            if fate == "delay":
                self.late += row
            elif fate == "corrupt":
                spoilt = bytearray(row)
                spoilt[self.fire.random.randrange(len(spoilt))] ^= 1 << self.fire.random.randrange(
                    7
                )
                arrived += spoilt
            elif fate != "drop":
                arrived += row * (2 if fate == "double" else 1)
        return bytes(arrived)


class BurningWire:
    """A Transport through the fire."""

    def __init__(self, fire: Fire, selector: str) -> None:
        self._inner: Transport = open_transport(selector)
        self.name = self._inner.name
        self._down, self._up = Way(fire, "down"), Way(fire, "up")

    def read(self, timeout_s: float) -> bytes:
        return self._down.carry(self._inner.read(timeout_s))

    def write(self, data: bytes) -> None:
        self._inner.write(self._up.carry(data))

    def close(self) -> None:
        self._inner.close()


def look_slowly(evening: Evening) -> None:
    """Let the family look at the pace of the wire, which has its waits in real time."""
    look = evening.look

    def slowly() -> list[Step]:
        time.sleep(0.005)
        return look()

    evening.look = slowly  # type: ignore[method-assign]
    evening.family._look = slowly


def same_lines(evening: Evening) -> None:
    """Hold the host's journal to what a second host gets of the board over a good wire."""
    ours = evening.table.mirror.path.read_text()
    evening.table.close()
    board = evening.board
    path = evening.home / "second.jsonl"
    second = Table(board, lambda: [board.link()], path, stepped=True)
    try:
        second.connect()
        second.catch_up()
        assert second.mirror.problem is None
        assert path.read_text() == ours
    finally:
        second.close()


def test_a_wire_that_drops_doubles_corrupts_delays_and_is_cut(begin, monkeypatch) -> None:
    fire = Fire(1)
    monkeypatch.setattr(
        kostka_host.table,
        "Client",
        functools.partial(Client, opener=lambda selector: BurningWire(fire, selector)),
    )
    fire.burning = False
    evening = begin("ludo")
    look_slowly(evening)
    fire.burning = True
    for _ in range(5):
        evening.play(4)
        until = time.monotonic() + 20
        while not evening.table.client.up or evening.table.client.wanted < 0:
            assert time.monotonic() < until
            evening.run(20)
    fire.burning = False
    evening.table.catch_up()
    evening.run(400)
    evening.wait("same")  # lights that were lost on the wire come with their next change
    found = {name for name, count in fire.count.items() if count and name[0] != " "}
    assert len(found) >= 6, fire.count
    monkeypatch.undo()
    same_lines(evening)


FLOOD = """
from kostka.play.session import Session
_submit = Session.submit
def _noisy(self, *args, **fields):
    for _ in range(100):
        print('x' * 200)
    return _submit(self, *args, **fields)
Session.submit = _noisy
"""


def test_a_program_that_prints_20_kb_with_every_line(begin, monkeypatch) -> None:
    """Text that falls into a line spoils it; the host asks for it again."""
    plain = kostka_evening.make_rom

    def noisy(folder):
        rom = plain(folder)
        boot = rom / "boot.py"
        boot.write_text(boot.read_text() + FLOOD)
        return rom

    monkeypatch.setattr(kostka_evening, "make_rom", noisy)
    evening = begin("ludo")
    look_slowly(evening)
    before = evening.table.mirror.next_line
    evening.play(8)
    evening.agree()
    assert evening.table.mirror.next_line >= before + 8
    assert evening.board.logs().count("x" * 200) > 100  # of 64 kB that the log keeps
    same_lines(evening)


def test_a_host_that_does_not_read_holds_up_nobody(begin) -> None:
    evening = begin("ludo")
    evening.play(2)
    evening.table.close()
    board = evening.board
    lines = evening.table.mirror.next_line
    # it greets, and then leaves everything in the port
    fd = os.open(board.entry.port, os.O_RDWR | os.O_NOCTTY)
    try:
        hello = '{"m":"hello","p":[1,0],"c":"51de","v":{"ludo":1},"w":1}'
        os.write(fd, line.frame(line.FROM_HOST, hello))
        scans = board.info()["scans"]
        for _ in range(20):
            board.advance(100)
        assert board.info()["scans"] - scans >= 190  # a hundred a second, as ever
        cell = board.tokens()[0]
        board.lift(cell)
        board.advance(500)
        assert sum(map(sum, board.leds())) > 0
        board.put(cell)
        board.advance(500)
    finally:
        os.close(fd)
    evening._sit()
    evening.family = make_family(evening.table, evening.game, 9)
    evening.family._look = evening.look
    evening.family.take_over(board.tokens)
    assert evening.table.mirror.next_line == lines
    evening.play(2)
    evening.agree()


def test_a_host_that_was_away_gets_all_that_was_played(begin) -> None:
    evening = begin("ludo")
    evening.play(1)
    evening.table.close()
    lines = evening.table.mirror.next_line
    board = evening.board
    scans = board.info()["scans"]
    for _ in range(6):  # keys are pressed while nobody listens, ten seconds apart
        for panel in range(2):
            board.press(panel, 0)
            board.advance(200)
            board.press(panel, 2)
            board.advance(4800)
    assert board.info()["scans"] - scans >= 5900
    assert board.info()["lost"] <= CREDIT  # it stops when nobody has read that much
    evening._sit()
    assert evening.table.mirror.problem is None
    assert evening.table.mirror.next_line > lines
    same_lines(evening)
