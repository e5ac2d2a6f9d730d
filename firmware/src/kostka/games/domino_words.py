"""What a state of Domino shows and asks; what it says is in domino_text."""

from kostka.compat import const
from kostka.rules import request as rq
from kostka.rules.action import a_of, b_of, kind_of
from kostka.rules.outcome import Outcome
from kostka.rules.state import State
from kostka.rules.token import token

TILES = bytes([a << 4 | b for a in range(7) for b in range(a, 7)])  # both pictures of each tile
FIRST = const(54)  # the spot of the opening tile's first half: 27 tiles may lie on either side
SPOTS = const(110)

# Where a tile is, if not in the hand of seat + 1.
STOCK = const(0)
LAID = const(9)

# Kinds of actions.
TILE = const(1)  # chance: a = tile that leaves the stock
LOT = const(2)  # chance: a = seat
OPEN = const(3)  # a = tile, a double
LAY = const(4)  # a = tile, b = end of the row: 0 before the opening tile, 1 behind it

# What a state waits for.
DEALING = const(0)
LOTS = const(1)  # lots choose who opens
OPENING = const(2)
TAKING = const(3)  # nobody has a double: a tile of the stock opens
LAYING = const(4)
DRAWING = const(5)
OVER = const(6)

_SOURCES = rq.CELLS | rq.KEYS | rq.TAG | rq.PAGE
_DRAWS = ("deal", "lot", "", "take", "", "draw")  # texts of requests, by step


def is_double(tile: int) -> bool:
    """Say whether both pictures of a tile are equal (DO-1)."""
    return TILES[tile] >> 4 == TILES[tile] & 15


def has(tile: int, picture: int) -> bool:
    """Say whether a tile has a picture on either half."""
    return TILES[tile] >> 4 == picture or TILES[tile] & 15 == picture


class DominoWords(State):
    """What lies on the table in a game of Domino, and what is asked."""

    # The fields of DominoState.
    step: int
    turn: int
    drawn: int
    low: int
    high: int
    where: bytearray
    row: bytearray

    def winners(self) -> list[int]:
        """Return who has won."""
        raise NotImplementedError

    # What lies where -------------------------------------------------------------------------

    def hand_of(self, seat: int) -> list[int]:
        """Return the tiles of a hand, ascending."""
        return [tile for tile in range(len(TILES)) if self.where[tile] == seat + 1]

    def stock(self) -> int:
        """Return how many tiles are left to draw."""
        return len(self.hand_of(-1))

    def ends(self) -> tuple[int, int]:
        """Return the pictures at both ends of the row, -1 before the game is opened."""
        return (
            (self.row[FIRST - 2 * self.low] & 15) - 1,
            (self.row[FIRST + 2 * self.high + 1] & 15) - 1,
        )

    def halves(self, tile: int, end: int) -> list[tuple[int, int]]:
        """Return (spot, picture) of both halves of a tile, the one that touches the row first."""
        inner, outer = TILES[tile] >> 4, TILES[tile] & 15
        if not self.row[FIRST]:
            return [(FIRST, inner), (FIRST + 1, outer)]
        if inner != self.ends()[end]:
            inner, outer = outer, inner
        if end:
            spot = FIRST + 2 * self.high + 2
            return [(spot, inner), (spot + 1, outer)]
        spot = FIRST - 2 * self.low - 1
        return [(spot, inner), (spot - 1, outer)]

    def tokens(self) -> list[tuple[int, int]]:
        """Return (spot, token) of all halves in the row: who laid each, and its picture."""
        found = []
        for spot in range(FIRST - 2 * self.low, FIRST + 2 * self.high + 2):
            half = self.row[spot]
            if half:
                found.append((spot, token(half >> 4, half & 15)))
        return found

    def footprint(self, action: int) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Return the spots that both halves of a tile fill."""
        kind = kind_of(action)
        if kind not in (OPEN, LAY) and not (kind == TILE and self.step == TAKING):
            return None
        return (), tuple([spot for spot, _ in self.halves(a_of(action), b_of(action))])

    def open_spots(self) -> tuple[int, ...]:
        """Return the places at both ends of the row (DO-4), or that of the opening tile (DO-2)."""
        if self.step not in (OPENING, LAYING):
            return ()
        if not self.row[FIRST]:
            return FIRST, FIRST + 1
        low, high = FIRST - 2 * self.low, FIRST + 2 * self.high + 1
        return low - 2, low - 1, high + 1, high + 2

    def returns(self) -> list[int]:
        """Return 1 for each winner, 0 for the others."""
        won = self.winners() if self.step == OVER else []
        return [int(seat in won) for seat in range(self.seats)]

    def outcome(self) -> Outcome | None:
        """Return who has won: the first without tiles, or who has fewest in a blocked game."""
        if self.step != OVER:
            return None
        won = self.winners()
        done = len(won) > 0 and not self.hand_of(won[0])
        if self.seats == 1:
            text = "domino.over.done" if done else "domino.over.stuck"
            return Outcome(text, "DO-8", tuple(won))
        if done:
            return Outcome("domino.over.first", "DO-6", tuple(won))
        return Outcome("domino.over.blocked", "DO-7", tuple(won))

    # What is asked ---------------------------------------------------------------------------

    def request(self, seat: int = -1) -> rq.Request:
        """Return what the game waits for; only the seat on turn knows which tiles fit."""
        step, turn = self.step, self.turn
        if step == OVER:
            won = self.winners()
            text = "domino.ask.over" if len(won) == 1 else "domino.ask.draw_game"
            if self.seats == 1 and not won:
                text = "domino.ask.lost"
            return rq.Request(-1, rq.NOTHING, 0, text, (won[0] + 1 if won else 0,))
        args = (turn + 1, self.stock())
        if step not in (OPENING, LAYING):
            return rq.Request(-1, rq.DRAW, rq.BOARD, "domino.ask.%s" % _DRAWS[step], args)
        if seat not in (-1, turn):
            return rq.Request(turn, rq.NOTHING, 0, "domino.ask.wait", args)
        text = "domino.ask.open" if step == OPENING else "domino.ask.lay"
        return rq.Request(turn, rq.MOVE, _SOURCES, text, args, hidden=True)
