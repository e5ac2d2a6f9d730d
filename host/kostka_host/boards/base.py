"""The one interface of all boards: real, virtual, near and far."""

from __future__ import annotations

from collections.abc import Iterable
from types import TracebackType

from kostka.errors import HardwareError

# What a board may be able to do; a caller asks for these by name.
LINK = "link"  # has a port
HANDS = "hands"  # tokens and keys can be moved
EYES = "eyes"  # lights can be read
POWER = "power"  # power can be cut and reset pressed
TIME = "time"  # time can be advanced exactly
FAULTS = "faults"  # inputs can be made to stick, flash can lose its power
LOGS = "logs"  # what it printed can be read

Color = tuple[int, int, int]


class Board:
    """A board in use. Every method but link() and close() may be missing: see `capabilities`.

    Use it in a `with` statement, or close() it; closing ends a board that was started for this
    use and leaves any other as it is.
    """

    capabilities: frozenset[str] = frozenset()
    id = ""  # 16 hex digits, or empty while it is not known
    name = ""  # for people
    start_s = 0.0  # by how much its start may be longer than that of a real board
    patience_s = 0.0  # by how much its answers may be later

    def __enter__(self) -> Board:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _missing(self, what: str) -> HardwareError:
        return HardwareError("board.cannot", self.link() or self.name, what)

    def link(self) -> str:
        """Return the selector of the board's port, as a link client takes it."""
        raise NotImplementedError

    def start(self) -> None:
        """Switch the power on; nothing happens where it is on."""
        raise self._missing(POWER)

    def reset(self) -> None:
        """Reset the controller."""
        raise self._missing(POWER)

    def power_cut(self) -> None:
        """Switch the power off, wherever the board is."""
        raise self._missing(POWER)

    def put(self, cell: int) -> None:
        """Put a token on a cell (row * columns + column)."""
        raise self._missing(HANDS)

    def lift(self, cell: int) -> None:
        """Take the token off a cell."""
        raise self._missing(HANDS)

    def tokens(self, cells: Iterable[int] | None = None) -> list[int]:
        """Make these cells the only ones with a token; return the cells that have one."""
        raise self._missing(HANDS)

    def key(self, seat: int, key: int, down: bool) -> None:
        """Press a key of a seat panel down, or let it go."""
        raise self._missing(HANDS)

    def press(self, seat: int, key: int, hold_ms: int = 60) -> None:
        """Press a key, hold it for some time of the board, let it go."""
        self.key(seat, key, True)
        self.advance(hold_ms)
        self.key(seat, key, False)

    def leds(self) -> list[Color]:
        """Return the color of every cell, row by row."""
        raise self._missing(EYES)

    def seats(self) -> list[Color]:
        """Return the color of every seat's light."""
        raise self._missing(EYES)

    def advance(self, ms: float) -> None:
        """Let the board live for some time of its clock; returns when it has."""
        raise self._missing(TIME)

    def logs(self) -> str:
        """Return the end of what the board has printed."""
        raise self._missing(LOGS)

    def close(self) -> None:
        """Let the board go."""


class LinkBoard(Board):
    """A board of which only the port is known."""

    capabilities = frozenset({LINK})

    def __init__(self, selector: str) -> None:
        self._selector = selector
        self.name = selector

    def link(self) -> str:
        """Return the selector of the port."""
        return self._selector
