"""Hands at a virtual table: they carry tokens by the bench, as people do, and know each one.

A hand's way is a generator that yields the milliseconds to wait before it goes on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kostka.errors import KostkaError
from kostka.mats.mat import cell_name
from kostka.rules.state import State

from kostka_host.boards import Board
from kostka_host.simulate.family import after
from kostka_host.simulate.tabletop import Tabletop, Trip
from kostka_host.web.pieces import BOX, HAND, STRANGE, TABLE, Pair, Piece, Pieces

OWN = "-"  # the holder of what is carried here without a browser's hand
AIR_MS = 60  # how long a token that is carried by itself is in the air


class Hands:
    """Moves the pieces of one board. `board` may be replaced when its process starts anew.

    `who` names a browser: only it can put down what it has lifted.
    """

    def __init__(self, board: Board, pieces: Pieces) -> None:
        self.board = board
        self.pieces = pieces

    def look(self, occupied: list[int], wanted: list[Pair], right: bool) -> None:
        """See which cells are occupied; `right` says that the board finds nothing wrong."""
        self.pieces.see(occupied, wanted)
        if right:
            self.pieces.agree(wanted)

    # One token -------------------------------------------------------------------------------

    def piece(self, name: object) -> Piece:
        """Return a piece by its id.

        Raises:
            KostkaError: there is none.
        """
        piece = self.pieces.all.get(name) if isinstance(name, str) else None
        if piece is None:
            raise KostkaError("web.no_token", str(name))
        return piece

    def lift(self, piece: Piece, who: str) -> None:
        """Take a piece off the table or out of the box.

        Raises:
            KostkaError: somebody else has it in the hand.
        """
        if piece.where == HAND and piece.holder not in ("", who):
            raise KostkaError("web.held")
        if piece.where == TABLE and piece.cell in self.pieces.cells:
            self.board.lift(piece.cell)
        self.pieces.lift(piece, who)

    def held(self, piece: Piece, who: str) -> None:
        """Raise where a browser does not have a piece in its hand."""
        if piece.where != HAND or piece.holder != who:
            raise KostkaError("web.not_held")

    def set_down(self, piece: Piece, cell: int) -> None:
        """Put a piece on a free cell.

        Raises:
            KostkaError: a token stands there.
        """
        if self.pieces.at(cell) is not None:
            raise KostkaError("terminal.taken", cell_name(cell, self.pieces.mat.cols))
        if cell in self.pieces.cells:
            self.board.put(cell)
        self.pieces.put(piece, cell)

    def box(self, piece: Piece) -> None:
        """Put a piece off the table."""
        if piece.where == TABLE and piece.cell in self.pieces.cells:
            self.board.lift(piece.cell)
        self.pieces.box(piece)

    def drop_all(self, who: str) -> bool:
        """Put into the box what a browser has in its hand; say whether it had anything."""
        mine = [p for p in self.pieces.all.values() if p.where == HAND and p.holder == who]
        for piece in mine:
            self.pieces.box(piece)
        return bool(mine)

    def busy(self) -> bool:
        """Say whether somebody has a token in the hand."""
        return any(piece.where == HAND for piece in self.pieces.all.values())

    # What a drag means -----------------------------------------------------------------------

    def seen(self, piece: Piece, cell: int) -> bool:
        """Say whether sensors see a piece's way from where it was lifted to a cell."""
        origin = piece.origin
        return cell in self.pieces.cells and (origin < 0 or origin in self.pieces.cells)

    def fitting(self, state: State, piece: Piece, cell: int) -> list[int]:
        """Return the legal actions by which a piece in the hand gets to a cell."""
        end = (self.pieces.spot(cell), piece.token)
        starts = self._starts(state.tokens(), piece)
        if end[0] < 0 or end in starts:
            return []
        before = Counter(state.tokens())
        found = []
        for action in state.legal_actions():
            if state.footprint(action) is None:
                continue
            then = Counter(after(state, action))
            if then[end] > before[end] and any(then[one] < before[one] for one in starts):
                found.append(action)
        return found

    def _starts(self, tokens: list[Pair], piece: Piece) -> list[Pair]:
        """Return where a piece in the hand may belong: a token like it is missing there."""
        return sorted(pair for pair in self.pieces.lacking(tokens) if pair[1] == piece.token)

    def make_room(
        self, now: list[Pair], then: list[Pair], piece: Piece, cell: int
    ) -> Iterator[int]:
        """Carry away what stands in a held piece's way to a cell.

        `now` are the tokens as they should stand, `then` as they should when it is there.
        """
        tabletop = self._tabletop()
        before, after_it = Counter(now), Counter(then)
        starts = [one for one in self._starts(now, piece) if after_it[one] < before[one]]
        for spot, _ in starts:
            free = [c for c in self.pieces.mat.cells(spot) if c not in tabletop.standing]
            if free:
                tabletop.standing[free[0]] = (spot, piece.token)
                break
        held = set(tabletop.standing) - set(self.pieces.standing())
        for trip in tabletop.trips(then):
            if trip.source not in held and trip.target != cell:
                yield from self._carry(trip)
        left = self.pieces.at(cell)
        if left is not None:
            self.box(left)

    # The whole table -------------------------------------------------------------------------

    def set_up(self, tokens: list[Pair]) -> Iterator[int]:
        """Carry every token to where it should stand, and strange ones off the table."""
        for piece in list(self.pieces.all.values()):
            if piece.token == STRANGE and piece.where == TABLE:
                self.box(piece)
        self.pieces.stock(token for _, token in tokens)
        for trip in self._tabletop().trips(tokens):
            yield from self._carry(trip)

    def _tabletop(self) -> Tabletop:
        tabletop = Tabletop(self.pieces.mat, self.board, lambda n: 0)
        tabletop.standing = self.pieces.standing()
        return tabletop

    def _carry(self, trip: Trip) -> Iterator[int]:
        """Carry one token; what somebody holds in the hand stays there."""
        if trip.source is not None:
            piece = self.pieces.at(trip.source)
        else:
            piece = next(
                (
                    p
                    for p in self.pieces.of(trip.token)
                    if p.where == BOX or (p.where == HAND and not p.holder)
                ),
                None,
            )
        if piece is None:
            return
        if trip.source is not None:
            self.lift(piece, OWN)
            yield AIR_MS
        if trip.target is None:
            self.pieces.box(piece)
        elif self.pieces.at(trip.target) is None:
            self.set_down(piece, trip.target)
