"""How a state of Domino shows and says itself: the row, requests, notation, words, refusals."""

from kostka.compat import const
from kostka.errors import IllegalAction
from kostka.rules import request as rq
from kostka.rules.action import a_of, b_of, kind_of, pack
from kostka.rules.outcome import Outcome
from kostka.rules.state import State
from kostka.rules.token import token

PICTURES = (
    "spider_man",
    "venom",
    "green_goblin",
    "doctor_octopus",
    "sandman",
    "spider",
    "web",
)
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


def names_of(tile: int) -> tuple[tuple[str], tuple[str]]:
    """Return both pictures of a tile as messages."""
    return _name(TILES[tile] >> 4), _name(TILES[tile] & 15)


def _name(picture: int) -> tuple[str]:
    return ("domino.picture.%s" % PICTURES[picture],)


class DominoWords(State):
    """What each seat may see of a game of Domino, and the words for it."""

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

    def observation(self, seat: int) -> dict[str, object]:
        """Return what lies open, how many tiles each has, and the hand of a seat."""
        seen: dict[str, object] = {"step": self.step, "turn": self.turn}
        if seat >= 0:
            seen["hand"] = [[TILES[tile] >> 4, TILES[tile] & 15] for tile in self.hand_of(seat)]
        seen["ends"] = list(self.ends()) if self.row[FIRST] else []
        seen["tiles"] = [len(self.hand_of(one)) for one in range(self.seats)]
        seen["stock"] = self.stock()
        seen["drawn"] = self.drawn
        first, last = FIRST - 2 * self.low, FIRST + 2 * self.high + 2
        seen["row"] = [(half & 15) - 1 for half in self.row[first:last] if half]
        seen["opened"] = self.low
        return seen

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

    # Text ------------------------------------------------------------------------------------

    def action_text(self, action: int) -> str:
        """Return `t01` (tile from the stock), `lot1`, `open-t01`, `t02-up` or `t02-down`.

        Raises:
            ValueError: the int is no action of Domino.
        """
        kind, a, b = kind_of(action), a_of(action), b_of(action)
        if kind == LOT and a < 4 and not b:
            return "lot%d" % (a + 1)
        if 1 <= kind <= LAY and kind != LOT and a < len(TILES) and b <= (kind == LAY):
            name = "t%02d" % (a + 1)
            if kind == LAY:
                return name + ("-down" if b else "-up")
            return name if kind == TILE else "open-" + name
        raise ValueError("no action of domino: %d" % action)

    def parse_action(self, text: str) -> int:
        """Return the action of a text; see action_text().

        Raises:
            NotationError: the text is no action of Domino.
        """
        try:
            if text[:3] == "lot":
                action = pack(LOT, int(text[3:]) - 1)
            elif text[:5] == "open-":
                action = pack(OPEN, int(text[6:]) - 1)
            elif "-" in text:
                name, end = text.split("-")
                action = pack(LAY, int(name[1:]) - 1, int(end == "down"))
            else:
                action = pack(TILE, int(text[1:]) - 1)
            if self.action_text(action) == text:
                return action
        except ValueError:
            pass
        raise self.not_an_action(text)

    def describe(self, action: int, seat: int) -> tuple[str, tuple[object, ...]]:
        """Return what an action does; of a tile to be laid the half that touches the row first."""
        kind, a = kind_of(action), a_of(action)
        if kind == LOT:
            return "domino.does.lot", (a + 1,)
        inner, outer = TILES[a] >> 4, TILES[a] & 15
        if kind == LAY:
            inner, outer = [picture for _, picture in self.halves(a, b_of(action))]
        names = (_name(inner), _name(outer))
        if kind == LAY:
            return "domino.does.lay.%s" % ("down" if b_of(action) else "up"), names
        return "domino.does.%s" % ("open" if kind == OPEN else "tile"), names

    # Why not ---------------------------------------------------------------------------------

    def refusal(self, action: int) -> IllegalAction:
        """Return the error for an action that cannot be played now, with the rule it breaks."""
        kind, a = action >> 18, a_of(action)
        step = self.step
        if step == OVER:
            return self.refuse(action, "DO-6", "domino.no.over")
        if step in (DEALING, LOTS):
            return self.refuse(action, "DO-2" if step else "DO-1", "domino.no.start")
        if step == TAKING:
            return self.refuse(action, "DO-3", "domino.no.take")
        if step == DRAWING:
            return self.refuse(action, "DO-5", "domino.no.fit")
        if kind == TILE:
            return self.refuse(action, "DO-5", "domino.no.draw")
        known = kind in (OPEN, LAY) and a < len(TILES) and b_of(action) <= 1
        rule = "DO-2" if step == OPENING else "DO-4"
        if not known or kind != (OPEN if step == OPENING else LAY):
            return self.refuse(
                action, rule, "domino.no.%s" % ("open" if step == OPENING else "lay")
            )
        if self.where[a] != self.turn + 1:
            return self.refuse(action, rule, "domino.no.hand")
        return self.refuse(
            action, rule, "domino.no.double" if step == OPENING else "domino.no.end"
        )
