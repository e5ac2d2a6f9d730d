"""Which token is which: every token of a game has an identity that outlives its moves.

Nothing here moves anything. A board tells which cells are occupied, a state which tokens should
stand on which spots; from both follows, move by move, which piece stands where.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kostka.mats.mat import NO_SPOT, Mat
from kostka.rules.token import NOBODY

Pair = tuple[int, int]  # spot, token
TABLE, HAND, BOX = "table", "hand", "box"
STRANGE = NOBODY << 6  # the token of a thing that no game explains


@dataclass
class Piece:
    """One token as a thing. `holder` is who has it in the hand, "" for hands we do not know."""

    id: str
    token: int
    cell: int = -1
    where: str = BOX
    holder: str = ""
    origin: int = -1  # the cell from which it was lifted
    since: int = 0  # counts up; the piece that was lifted last has the highest


class Pieces:
    """All pieces of one game. `cells` are the cells whose sensors the board has."""

    def __init__(self, mat: Mat, cells: frozenset[int]) -> None:
        self.mat = mat
        self.cells = cells
        self.all: dict[str, Piece] = {}
        self._count = 0

    def of(self, token: int) -> Iterator[Piece]:
        """Yield the pieces that look like a token."""
        return (piece for piece in self.all.values() if piece.token == token)

    def at(self, cell: int) -> Piece | None:
        """Return the piece on a cell, or None."""
        return next((p for p in self.all.values() if p.where == TABLE and p.cell == cell), None)

    def spot(self, cell: int) -> int:
        """Return the spot of a cell, -1 where it has none."""
        spot = self.mat.spot_of[cell]
        return -1 if spot == NO_SPOT else spot

    def standing(self) -> dict[int, Pair]:
        """Return spot and token by cell of all pieces on the table."""
        table = (piece for piece in self.all.values() if piece.where == TABLE)
        return {piece.cell: (self.spot(piece.cell), piece.token) for piece in table}

    def stock(self, tokens: Iterable[int]) -> None:
        """Add pieces to the box until there are as many of each token as in `tokens`."""
        for token, count in sorted(Counter(tokens).items()):
            for _ in range(count - len(list(self.of(token)))):
                self._new(token)

    def _new(self, token: int) -> Piece:
        if token == STRANGE:
            self._count += 1
            name = f"x.{self._count}"
        else:
            name = f"{token >> 6}.{token & 63}.{len(list(self.of(token)))}"
        piece = Piece(name, token)
        self.all[name] = piece
        return piece

    # Moving identities -----------------------------------------------------------------------

    def lift(self, piece: Piece, holder: str) -> None:
        """Note that a piece is in somebody's hand."""
        self._count += 1
        if piece.where != HAND:
            piece.origin = piece.cell
        piece.where, piece.cell, piece.holder, piece.since = HAND, -1, holder, self._count

    def put(self, piece: Piece, cell: int) -> None:
        """Note that a piece stands on a cell."""
        piece.where, piece.cell, piece.holder, piece.origin = TABLE, cell, "", -1

    def box(self, piece: Piece) -> None:
        """Note that a piece is off the table; a strange one is forgotten."""
        piece.where, piece.cell, piece.holder, piece.origin = BOX, -1, "", -1
        if piece.token == STRANGE:
            self.all.pop(piece.id, None)

    def lacking(self, wanted: Iterable[Pair]) -> Counter[Pair]:
        """Return how many of which (spot, token) should stand on the mat and do not."""
        lacking = Counter(pair for pair in wanted if self.mat.cells(pair[0]))
        lacking.subtract(self.standing().values())
        return +lacking

    # From what a board says ------------------------------------------------------------------

    def see(self, occupied: Iterable[int], wanted: list[Pair]) -> None:
        """Take the cells that a board's sensors see; other hands may have moved tokens too."""
        occupied = set(occupied)
        self.stock(token for _, token in wanted)
        for piece in list(self.all.values()):
            if piece.where == TABLE and piece.cell in self.cells and piece.cell not in occupied:
                self.lift(piece, "")
        new = sorted(cell for cell in occupied if self.at(cell) is None)
        lacking = self.lacking(wanted)
        rest: list[int] = []
        for cell in new:  # what the game expects there comes first
            expected = self._expected(cell, lacking)
            if expected is None:
                rest.append(cell)
            else:
                self.put(expected, cell)
        for cell in rest:
            self.put(self._likely(lacking), cell)
        self._place_unseen(wanted)

    def _expected(self, cell: int, lacking: Counter[Pair]) -> Piece | None:
        for pair in sorted(lacking):
            if pair[0] == self.spot(cell) and lacking[pair]:
                piece = self._free(pair[1])
                if piece is not None:
                    lacking[pair] -= 1
                    return piece
        return None

    def _free(self, token: int) -> Piece | None:
        """Return a piece that unknown hands hold, the last one first, else one from the box."""
        held = [p for p in self.of(token) if p.where == HAND and not p.holder]
        boxed = [p for p in self.of(token) if p.where == BOX]
        return max(held, key=lambda p: p.since) if held else next(iter(boxed), None)

    def _likely(self, lacking: Counter[Pair]) -> Piece:
        """Return the piece that most likely stands where the game expects none."""
        held = [p for p in self.all.values() if p.where == HAND and not p.holder]
        if held:
            return max(held, key=lambda p: p.since)
        for pair in sorted(lacking):
            piece = self._free(pair[1]) if lacking[pair] else None
            if piece is not None:
                lacking[pair] -= 1
                return piece
        return self._new(STRANGE)

    def _place_unseen(self, wanted: list[Pair]) -> None:
        """Put pieces where the game wants them and no sensor can say whether they stand."""
        for (spot, token), count in sorted(self.lacking(wanted).items()):
            cells = [c for c in self.mat.cells(spot) if c not in self.cells and not self.at(c)]
            for cell in cells[:count]:
                piece = self._free(token) or self._misplaced(token, wanted)
                if piece is not None:
                    self.put(piece, cell)

    def _misplaced(self, token: int, wanted: list[Pair]) -> Piece | None:
        """Return a piece that unseen stands where the game does not want it any more."""
        surplus = Counter(self.standing().values())
        surplus.subtract(wanted)
        for piece in self.of(token):
            here = piece.where == TABLE and piece.cell not in self.cells
            if here and surplus[(self.spot(piece.cell), token)] > 0:
                return piece
        return None

    def agree(self, wanted: list[Pair]) -> None:
        """Take the board's word that all stands right: exchange pieces that were mixed up."""
        left = Counter(wanted)
        wrong: list[Piece] = []
        for piece in [p for p in self.all.values() if p.where == TABLE]:
            pair = (self.spot(piece.cell), piece.token)
            if left[pair]:
                left[pair] -= 1
            else:
                wrong.append(piece)
        for piece in wrong:
            cell = piece.cell
            if piece not in self.all.values() or piece.where != TABLE:
                continue
            due = next((p for p in sorted(+left) if p[0] == self.spot(cell)), None)
            if due is None:
                continue
            left[due] -= 1
            others = [p for p in wrong if p.token == due[1] and p is not piece]
            other = next(iter(others), None) or self._free(due[1]) or self._new(due[1])
            if other.where == TABLE:
                self.put(piece, other.cell)
            else:
                self.box(piece)
            self.put(other, cell)

    def follow(self, wanted: list[Pair]) -> None:
        """Stand as a state wants it, asking no sensor: as few pieces as can be move."""
        self.stock(token for _, token in wanted)
        left = Counter(pair for pair in wanted if self.mat.cells(pair[0]))
        surplus: list[Piece] = []
        for piece in [p for p in self.all.values() if p.where == TABLE]:
            pair = (self.spot(piece.cell), piece.token)
            if left[pair]:
                left[pair] -= 1
            else:
                surplus.append(piece)
        for piece in surplus:
            self.lift(piece, "")
        for spot, token in sorted(left.elements()):
            free = [cell for cell in self.mat.cells(spot) if self.at(cell) is None]
            found = self._free(token)
            if found is not None and free:
                self.put(found, free[0])
        for piece in [p for p in self.all.values() if p.where == HAND]:
            self.box(piece)
