"""Finds or makes the board that a game is played on, and lets go of it in the end."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

from kostka.errors import KostkaError

from kostka_host import paths, places
from kostka_host.boards import Board, base, open_board, registry
from kostka_host.boards.virtual import VirtualBoard
from kostka_host.simulate.family import HOLD_MS
from kostka_host.table import Table

HICCUP_MS = 15.0  # real time for which a board process may be held up
LONGEST_MS = 400  # a key held for longer means something else
FLASH = "virtual.img"  # of the default virtual board


@contextlib.contextmanager
def for_family(
    selector: str, speed: float | None, seed: int, journal: Path | None
) -> Iterator[Table]:
    """Yield a table for a simulated family, which needs hands.

    ``virtual`` is a fresh board of its own that ends with the game; its chance is seeded too.
    `speed` None is as fast as it goes.

    Raises:
        KostkaError: the board has no hands.
    """
    board: Board
    if selector == places.VIRTUAL:
        board = _fresh(speed, seed)
        place = board.link()
        find: Callable[[], list[str]] = lambda: [place]  # noqa: E731
    else:
        board = open_board(selector)
        find = places.finder(selector)
    stepped = isinstance(board, VirtualBoard) and board.entry.clock == "stepped"
    with board:
        if base.HANDS not in board.capabilities:
            raise KostkaError("play.no_hands", selector)
        table = Table(board, find, journal, stepped=stepped)
        try:
            yield table
        finally:
            table.close()


def _fresh(speed: float | None, seed: int) -> VirtualBoard:
    if speed == 1:
        return VirtualBoard.spawn(tied=True, clock="real", seed=seed)
    return VirtualBoard.spawn(tied=True, clock="virtual", speed=speed, seed=seed)


@contextlib.contextmanager
def for_person(selector: str, speed: float, journal: Path | None) -> Iterator[Table]:
    """Yield a table for a person; the board goes on when the person leaves.

    ``virtual`` is the one virtual board of this user whose flash is kept; it is started where it
    does not run.
    """
    if selector == places.VIRTUAL:
        _start_default(speed)
        board: Board = open_board(f"id:{places.VIRTUAL}")
    else:
        board = open_board(selector)
    with board:
        table = Table(board, places.finder(selector), journal, watch=True)
        try:
            yield table
        finally:
            table.close()


def _start_default(speed: float) -> None:
    if registry.find(places.VIRTUAL):
        return
    flash = paths.data_dir() / FLASH
    flash.parent.mkdir(parents=True, exist_ok=True)
    clock = {"clock": "real"} if speed == 1 else {"clock": "virtual", "speed": speed}
    board = VirtualBoard.spawn(flash=flash, name=places.VIRTUAL, **clock)
    board.leave()


def key_ms(board: Board) -> int:
    """Return how long a key of a board has to be held to be seen.

    A clock that runs fast may be more than the firmware can keep up with for a moment.
    """
    speed = 1.0
    if isinstance(board, VirtualBoard) and board.entry.clock == "running":
        speed = float(board.info().get("speed") or 1.0)
    return int(min(max(HOLD_MS, speed * HICCUP_MS), LONGEST_MS))


def time_us(table: Table) -> int:
    """Return the time of a table's board."""
    board = table.board
    return board.time_us() if isinstance(board, VirtualBoard) else 0
