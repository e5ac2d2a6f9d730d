"""What tests do and see at a board: hands, eyes and time, all of it recorded."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

from kostka_host import layout
from kostka_host.boards.base import Color
from kostka_host.boards.virtual import VirtualBoard
from kostka_host.hil import failures
from kostka_host.hil.dut import Dut
from kostka_host.hil.failures import HilFailure
from kostka_host.hil.jig.board import ThroughJig
from kostka_host.hil.manual import Person
from kostka_host.hil.record import Record
from kostka_host.layout import Layout

KEYS = ("left", "right", "ok", "undo")
LOOK_MS = 20
CARRIED_S = 5.0  # of real time, in which whatever is on its way has come
NAMED = {
    "off": (False, False, False),
    "red": (True, False, False),
    "green": (False, True, False),
    "blue": (False, False, True),
    "yellow": (True, True, False),
    "white": (True, True, True),
}
DIM = 0.45  # of the brightest channel; below that a channel does not make the color
REPLY_S = 0.002
T = TypeVar("T")


def layout_of(dut: Dut) -> Layout:
    """Return the layout that a board says it has."""
    return layout.of_board(dut.identity.get("layout", "")) or layout.profile(layout.FULL)


def cell_name(cell: int, cols: int = 12) -> str:
    """Return what a cell is called on a mat: row 0, column 0 is A1."""
    row, col = divmod(cell, cols)
    return f"{chr(65 + col)}{row + 1}"


class Instrument:
    """What all of them need: the board, its hardware if that is simulated, a person if not."""

    def __init__(self, dut: Dut, record: Record, person: Person | None) -> None:
        self.dut = dut
        self._record = record
        self._person = person

    @property
    def _board(self) -> VirtualBoard:
        if not isinstance(self.dut.board, VirtualBoard) or self.dut.through_jig:
            raise self._nobody()
        return self.dut.board

    @property
    def _table(self) -> VirtualBoard | ThroughJig:
        """What moves tokens and keys and sees lights: the bench, or a jig."""
        if not isinstance(self.dut.board, (VirtualBoard, ThroughJig)):
            raise self._nobody()
        return self.dut.board

    def _nobody(self) -> HilFailure:
        return HilFailure(
            failures.CAPABILITY, f"{self.dut.name} has nobody to do that; see needs(…)"
        )

    @property
    def _has_hands(self) -> bool:
        return isinstance(self.dut.board, (VirtualBoard, ThroughJig))

    def _do(self, what: str, sentence: str, do: Callable[[], object], **facts: Any) -> None:
        self._record.note(what, **facts)
        if self._person is not None and not self._has_hands:
            self._person.do(sentence)
        else:
            do()


class Hands(Instrument):
    """Tokens, dice, keys, tags and power."""

    def put(self, cell: int) -> None:
        """Put a token on a cell."""
        name = cell_name(cell)
        self._do("put", f"Put a token on {name}.", lambda: self._table.put(cell), cell=cell)

    def lift(self, cell: int) -> None:
        """Take the token off a cell."""
        name = cell_name(cell)
        self._do("lift", f"Take the token off {name}.", lambda: self._table.lift(cell), cell=cell)

    def slide(self, source: int, target: int) -> None:
        """Move a token from one cell to another without putting it down between them."""
        ways = f"{cell_name(source)} to {cell_name(target)}"

        def do() -> None:
            self._table.lift(source)
            self._table.advance(LOOK_MS)
            self._table.put(target)

        self._do("slide", f"Slide the token from {ways}.", do, cell=source, to=target)

    def clear(self) -> None:
        """Take all tokens off."""
        self._do("clear", "Take all tokens off.", lambda: self._table.tokens([]))

    def tokens(self) -> list[int]:
        """Return the cells on which tokens stand."""
        return self._table.tokens()

    def press(self, seat: int, key: str, hold_ms: int = 60) -> None:
        """Press a key of a panel: left, right, ok or undo."""
        number = KEYS.index(key)
        self._do(
            "press",
            f"Press {key.upper()} at panel {seat + 1} for {hold_ms / 1000:g} s.",
            lambda: self._table.press(seat, number, hold_ms),
            seat=seat,
            key=key,
        )

    def hold(self, seat: int, key: str, down: bool) -> None:
        """Press a key down, or let it go."""
        number = KEYS.index(key)
        verb = "Hold down" if down else "Let go of"
        self._do(
            "hold",
            f"{verb} {key.upper()} at panel {seat + 1}.",
            lambda: self._table.key(seat, number, down),
            seat=seat,
            key=key,
            down=down,
        )

    def throw(self, cup: int, kind: int, value: int = 0) -> None:
        """Throw a die of a kind into a cup; `value` lays that face up instead."""
        wish = f" so that it shows {value}" if value else ""

        def do() -> None:
            if value:
                self._board.hand_die(cup, "lay", kind, value - 1)
            else:
                self._board.hand_die(cup, "throw", kind)

        sentence = f"Throw a d{kind} into cup {cup + 1}{wish}."
        self._do("throw", sentence, do, cup=cup, kind=kind, value=value)

    def top(self, cup: int) -> int:
        """Return the value on top of the die that lies in a cup, 0 where there is none."""
        if self._person is not None and not isinstance(self.dut.board, VirtualBoard):
            return self._person.number(f"What is on top in cup {cup + 1}?")
        lying = self._board.dice()[cup]
        return int(lying["value"]) if lying is not None else 0

    def take_die(self, cup: int) -> None:
        """Take the die out of a cup."""
        self._do(
            "take",
            f"Take the die out of cup {cup + 1}.",
            lambda: self._board.hand_die(cup, "take"),
            cup=cup,
        )

    def lay_tag(self, uid: str, text: str = "") -> None:
        """Lay a tag on the reader; `uid` in hex digits."""
        self._do(
            "tag",
            f"Lay the tag {text or uid} on the reader.",
            lambda: self._board.tag(uid, text),
            uid=uid,
        )

    def take_tag(self, uid: str) -> None:
        """Take a tag off the reader."""
        self._do("untag", "Take the tag off.", lambda: self._board.untag(uid), uid=uid)

    def power(self, on: bool) -> None:
        """Switch the power of the board."""
        self._record.note("power", on=on)
        if on:
            self.dut.power_on()
        else:
            self.dut.power_off()

    def reset(self) -> None:
        """Press the reset button."""
        self._record.note("reset")
        self.dut.reset()

    def rest(self) -> None:
        """Leave the table: all keys up, cups, reader and cells empty, the power on."""
        board = self.dut.board
        if isinstance(board, ThroughJig):
            board.rest()
            return
        if not isinstance(board, VirtualBoard):
            return
        board.start()
        for seat in range(len(layout_of(self.dut).stations)):
            for key in range(len(KEYS)):
                board.key(seat, key, False)
        if self.dut.fresh:
            board.tokens([])
        for uid in board.tags():
            board.untag(uid)
        for cup, die in enumerate(board.dice()):
            if die is not None:
                board.hand_die(cup, "take")


class Eyes(Instrument):
    """Lights, screen, sound and console."""

    def leds(self) -> list[Color]:
        """Return the color of every cell, row by row."""
        return self._record.leds(self._table.leds(), self._table.seats())[0]

    def seats(self) -> list[Color]:
        """Return the color of every seat's light."""
        return self._record.leds(self._table.leds(), self._table.seats())[1]

    def lit(self) -> list[int]:
        """Return the cells that are lit."""
        return [cell for cell, color in enumerate(self.leds()) if any(color)]

    def shows(self, cell: int, name: str) -> bool:
        """Say whether a cell has a color: off, red, green, blue, yellow or white."""
        if self._person is not None and not self._has_hands:
            return self._person.says(f"Is {cell_name(cell)} {name}?")
        return color_name(self.leds()[cell]) == name

    def screen(self) -> list[str]:
        """Return the rows of the screen, 32 hex digits each, the leftmost pixel first."""
        rows: list[str] = self._board.screen()["rows"]
        self._record.note("screen", rows=rows)
        return rows

    def sounds(self, since: int = 0) -> list[tuple[int, int, int]]:
        """Return (ms, Hz, duty) of every change of the buzzer but the first `since`."""
        return self._board.sounds(since)

    def console(self) -> str:
        """Return the end of what the board has printed."""
        if isinstance(self.dut.board, VirtualBoard):
            return self.dut.board.logs()
        session = self.dut.session
        return bytes(session.lines.console).decode(errors="replace") if session else ""


def color_name(color: Color) -> str:
    """Return the name of a color that is as bright as it may be."""
    most = max(color)
    lit = tuple(most > 0 and one >= DIM * most for one in color)
    return next((name for name, parts in NAMED.items() if parts == lit), "other")


class Clock(Instrument):
    """The time of the board: virtual where it is stepped, else that of this machine."""

    def now_ms(self) -> float:
        """Return the time."""
        board = self.dut.board
        if isinstance(board, VirtualBoard):
            return board.time_us() / 1000
        return time.monotonic() * 1000

    def advance(self, ms: float) -> None:
        """Let time pass; on a real board this waits."""
        if isinstance(self.dut.board, VirtualBoard):
            self.dut.board.advance(ms)
        else:
            time.sleep(ms / 1000)

    def wait_for(self, what: Callable[[], T], within_ms: float, step_ms: float = LOOK_MS) -> T:
        """Let time pass until something is so, and return it.

        Raises:
            AssertionError: it is not so in time.
        """
        end = self.now_ms() + within_ms
        began = time.monotonic()
        while True:
            value = what()
            if value:
                return value
            # virtual time may be over before a busy machine has carried what the board says
            if self.now_ms() >= end and time.monotonic() - began >= CARRIED_S:
                raise AssertionError(
                    f"not within {within_ms:g} ms: {getattr(what, '__name__', what)}, "
                    f"at the end {value!r}"
                )
            self.advance(step_ms)
            if self.dut.stepped:
                time.sleep(REPLY_S)  # for what the board says to get here
