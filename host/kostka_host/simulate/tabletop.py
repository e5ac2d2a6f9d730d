"""What really stands on a virtual table, and hands that move it about as people do."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Protocol

from kostka.errors import HardwareError

Pair = tuple[int, int]  # spot, token


class Hands(Protocol):
    """What hands can do on a board; a virtual one offers it through its bench."""

    def put(self, cell: int) -> None:
        """Put a token on a cell."""

    def lift(self, cell: int) -> None:
        """Take the token off a cell."""

    def key(self, seat: int, key: int, down: bool) -> None:
        """Hold a key of a seat down, or let it go."""

    def press(self, seat: int, key: int, hold_ms: int) -> None:
        """Press a key of a seat and let it go."""

    def advance(self, ms: int) -> None:
        """Let time pass."""


class Mat(Protocol):
    """Where the spots of a game lie on the grid."""

    rows: int
    cols: int

    def cells(self, spot: int) -> bytes:
        """Return all cells of a spot; none where it is not on the table."""

    def around(self, seats: int) -> bytes:
        """Return the seats clockwise, beginning in the west: the seat of each panel."""


@dataclass(frozen=True)
class Trip:
    """One token's way: from a cell (None: from the box) to a cell (None: into the box)."""

    token: int
    source: int | None
    target: int | None
    spot: int = -1  # of the target


class Tabletop:
    """The tokens on a table: which one stands on which cell, for which spot.

    `mat` is what the board has of the game's mat, `cells` are the cells that it has, None for
    all of the grid. `choose(n)` returns a number 0..n-1: which of several free cells a hand takes.
    """

    def __init__(
        self,
        mat: Mat,
        hands: Hands,
        choose: Callable[[int], int],
        cells: Collection[int] | None = None,
    ) -> None:
        self.standing: dict[int, Pair] = {}  # cell: what stands there
        self._mat = mat
        self._hands = hands
        self._choose = choose
        self._cells = range(mat.rows * mat.cols) if cells is None else cells

    def assume(self, tokens: Iterable[Pair], occupied: Iterable[int]) -> set[int]:
        """Take over a table on which tokens stand already; return cells that nothing explains."""
        left = set(occupied)
        self.standing = {}
        for spot, token in tokens:
            for cell in self._mat.cells(spot):
                if cell in left:
                    left.remove(cell)
                    self.standing[cell] = (spot, token)
                    break
        return left

    def trips(self, tokens: Iterable[Pair]) -> list[Trip]:
        """Return what has to be moved so that the table shows these tokens, in a doable order."""
        wanted = Counter(pair for pair in tokens if self._mat.cells(pair[0]))
        surplus: list[tuple[int, Pair]] = []
        for cell, pair in sorted(self.standing.items()):
            if wanted[pair]:
                wanted[pair] -= 1
            else:
                surplus.append((cell, pair))
        leaving = {cell for cell, _ in surplus}
        missing = sorted(pair for pair, count in wanted.items() for _ in range(count))
        trips: list[Trip] = []
        for spot, token in missing:
            at = next((i for i, (_, pair) in enumerate(surplus) if pair[1] == token), None)
            source = surplus.pop(at)[0] if at is not None else None
            trips.append(Trip(token, source, self._room(spot, trips, leaving), spot))
        trips += [Trip(pair[1], cell, None) for cell, pair in surplus]
        return in_order(trips)

    def _room(self, spot: int, trips: list[Trip], leaving: set[int]) -> int:
        """Return a cell of a spot that is free, or will be once its token has gone."""
        taken = {trip.target for trip in trips}
        cells = [cell for cell in self._mat.cells(spot) if cell not in taken]
        free = [cell for cell in cells if cell not in self.standing]
        if not free:
            free = [cell for cell in cells if cell in leaving]
        if not free:
            raise HardwareError("simulate.no_room", spot)
        return free[self._choose(len(free))]

    def lift(self, cell: int) -> None:
        """Take the token off a cell."""
        self.standing.pop(cell, None)
        self._hands.lift(cell)

    def put(self, cell: int, spot: int, token: int) -> None:
        """Put a token on a cell of a spot."""
        self.standing[cell] = (spot, token)
        self._hands.put(cell)

    def hop(self, trip: Trip, air_ms: int) -> None:
        """Carry a token through the air."""
        if trip.source is not None:
            self.lift(trip.source)
            self._hands.advance(air_ms)
        if trip.target is not None:
            self.put(trip.target, trip.spot, trip.token)

    def slide(self, trip: Trip, way: list[int], step_ms: int) -> None:
        """Push a token over free cells, `step_ms` for each; it never stands still on the way."""
        at = trip.source
        for cell in [*way, trip.target]:
            if at is not None:
                self.lift(at)
            self._hands.advance(step_ms // 2)
            if cell is not None:
                self.put(cell, trip.spot, trip.token)
                if cell != trip.target:
                    self._hands.advance(step_ms - step_ms // 2)
            at = cell

    def free_way(self, source: int, target: int, longest: int) -> list[int] | None:
        """Return the free cells between two cells, side by side, or None where there is no way."""
        before = {source: source}
        todo = deque([source])
        while todo:
            cell = todo.popleft()
            if cell == target:
                break
            for near in self._neighbors(cell):
                if near not in before and (near == target or near not in self.standing):
                    before[near] = cell
                    todo.append(near)
        if target not in before:
            return None
        way = []
        cell = before[target]
        while cell != source:
            way.append(cell)
            cell = before[cell]
        return way[::-1] if len(way) <= longest else None

    def _neighbors(self, cell: int) -> list[int]:
        row, col = divmod(cell, self._mat.cols)
        near = [(row, col - 1), (row, col + 1), (row - 1, col), (row + 1, col)]
        cols = self._mat.cols
        return [r * cols + c for r, c in near if 0 <= c < cols and r * cols + c in self._cells]


def in_order(trips: list[Trip]) -> list[Trip]:
    """Return trips so that each target is free by then; what closes a circle goes by the box."""
    todo = list(trips)
    done: list[Trip] = []
    while todo:
        sources = {trip.source for trip in todo}
        ready = next(
            (t for t in todo if t.target is None or t.target not in sources - {t.source}), None
        )
        if ready is None:
            first = todo.pop(0)
            done.append(Trip(first.token, first.source, None))
            todo.append(Trip(first.token, None, first.target, first.spot))
            continue
        todo.remove(ready)
        done.append(ready)
    return done
