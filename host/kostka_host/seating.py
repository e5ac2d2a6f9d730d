"""Finds or makes the board that a game is played on, and lets go of it in the end."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from kostka.errors import KostkaError, OptionError

from kostka_host import layout, paths, places
from kostka_host.boards import Board, base, open_board, registry
from kostka_host.boards.emulated import EmulatedBoard, find_image
from kostka_host.boards.virtual import VirtualBoard
from kostka_host.simulate.family import HOLD_MS, Family
from kostka_host.table import Table
from kostka_host.vm import ROOMY_HEAP

HICCUP_MS = 15.0  # real time for which a board process may be held up
LONGEST_MS = 400  # a key held for longer means something else


@contextlib.contextmanager
def for_family(
    selector: str,
    speed: float | None,
    seed: int,
    journal: Path | None,
    profile: str | None = None,
) -> Iterator[Table]:
    """Yield a table for a simulated family, which needs hands.

    ``virtual`` is a fresh board of its own that ends with the game; its chance is seeded too.
    `speed` None is as fast as it goes. ``emulated`` is a fresh one as well, which always goes as
    fast as it can, with chance of its own. `profile` is that of the fresh board.

    Raises:
        OptionError: there is no such profile, or the board is there already and has its own.
        KostkaError: the board has no hands.
    """
    check(selector, profile)
    board: Board
    if selector in places.OWN:
        board = _fresh(selector, speed, seed, profile)
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


def check(selector: str, profile: str | None) -> None:
    """See whether a board is named as boards are, before anything is started for it.

    Raises:
        OptionError: no such kind of selector or profile, or the board is there already and has
            its own.
        HardwareError: it would have to be emulated, and something for that is missing.
    """
    places.finder(selector)
    if selector == EmulatedBoard.kind and not registry.find(default_name(profile, selector)):
        find_image()
    if profile is None:
        return
    layout.profile_path(profile)
    if selector not in places.OWN:
        raise OptionError("play.profile", profile, selector)


def _fresh(kind: str, speed: float | None, seed: int, profile: str | None) -> VirtualBoard:
    if kind == EmulatedBoard.kind:
        return EmulatedBoard.spawn(tied=True, clock="virtual", profile=profile)
    options: dict[str, Any] = {"tied": True, "seed": seed, "profile": profile}
    if speed is not None:  # somebody looks on; nobody throws dice into the cups of a stepped one
        options["heap"] = ROOMY_HEAP
    if speed == 1:
        return VirtualBoard.spawn(clock="real", **options)
    return VirtualBoard.spawn(clock="virtual", speed=speed, **options)


def make_family(table: Table, game: str, seed: int) -> Family:
    """Return a family that plays a game at a table, with what its board has."""

    def ask(kind: str, **fields: Any) -> None:
        if "seat" not in fields:
            fields["n"] = table.mirror.next_line
        table.ask(kind, **fields)

    board = table.layout
    return Family(
        table.mat(game).part(board.cell_bits),
        table.board,
        lambda: table.state,
        table.look,
        seed,
        key_ms(table.board),
        board,
        ask,
    )


@contextlib.contextmanager
def for_person(
    selector: str, speed: float, journal: Path | None, profile: str | None = None
) -> Iterator[Table]:
    """Yield a table for a person; the board goes on when the person leaves.

    ``virtual`` is the one virtual board of this user (and profile) whose flash is kept; it is
    started where it does not run. So is ``emulated``.

    Raises:
        OptionError: there is no such profile, or the board is there already and has its own.
    """
    check(selector, profile)
    revive = None
    if selector in places.OWN:
        name = default_name(profile, selector)
        revive = functools.partial(_start_default, selector, name, speed, profile)
        revive()
        selector = f"id:{name}"
        board: Board = open_board(selector)
    else:
        board = open_board(selector)
    with board:
        table = Table(board, places.finder(selector), journal, watch=True)
        table.revive = revive
        try:
            yield table
        finally:
            table.close()
            table.board.close()  # which may be another process by now


def default_name(profile: str | None, kind: str = places.VIRTUAL) -> str:
    """Return the name of this user's own board of a kind and profile."""
    return kind if profile in (None, layout.FULL) else f"{kind}-{profile}"


def _start_default(kind: str, name: str, speed: float, profile: str | None) -> None:
    if registry.find(name):
        return
    flash = paths.make_private(paths.data_dir()) / f"{name}.img"
    clock = {"clock": "real"} if speed == 1 else {"clock": "virtual", "speed": speed}
    if kind == EmulatedBoard.kind:
        EmulatedBoard.spawn(flash=flash, name=name, profile=profile, **clock).leave()
        return
    board = VirtualBoard.spawn(flash=flash, name=name, profile=profile, heap=ROOMY_HEAP, **clock)
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
