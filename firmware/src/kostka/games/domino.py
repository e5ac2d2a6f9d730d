"""Domino with pictures: one to four players lay tiles in a row (DO-1..DO-8).

A tile is 0..27 in the order of its pictures 0..6: 0-0, 0-1 … 6-6. The row lies on spots, one for
each half of a tile; the opening tile takes spots 54 and 55 in the middle, so that the row may
grow to either side. Hands are hidden; the stock has no order until a tile is drawn.
"""

import binascii

from kostka.errors import OptionError
from kostka.games.domino_words import (
    DEALING,
    DRAWING,
    FIRST,
    LAID,
    LAY,
    LAYING,
    LOT,
    LOTS,
    OPEN,
    OPENING,
    OVER,
    SPOTS,
    STOCK,
    TAKING,
    TILE,
    TILES,
    DominoWords,
    has,
    is_double,
    names_of,
)
from kostka.rules import events as ev
from kostka.rules.action import CHANCE, TERMINAL, a_of, b_of, pack
from kostka.rules.game import FLAG, Game, Option
from kostka.rules.state import State
from kostka.rules.token import token

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    Events = list[tuple[int, ...]] | None

# The game's own events.
DEALT = ev.OWN  # (DEALT, ALL, seat): a tile went into this hand before the game
DREW = ev.OWN + 1  # (DREW, ALL, seat): the same in play
PUT = ev.OWN + 2  # (PUT, ALL, seat, tile, end): it lies in the row; end 2 opens the game
HELD = 1  # what a SHOW event shows: a tile
MOST_DRAWN = 2  # in a turn (DO-5)


class Domino(Game):
    """The rules of Domino."""

    name = "domino"
    version = 1
    seats = (1, 4)
    seats_rule = "DO-1"
    spots = SPOTS
    reconstructed = "domino.reconstructed"
    length_bound = 200
    options = (Option("one_player", FLAG, True, help="domino.option.one_player", rule="DO-8"),)

    def check_options(self, seats: int, options: dict[str, object]) -> None:
        """Refuse a single player where that is not wanted (DO-8)."""
        if seats == 1 and not options["one_player"]:
            raise OptionError("domino.error.one_player", rule="DO-8")

    def data_digest(self) -> int:
        """Return the CRC-32 of the pictures of all tiles."""
        return binascii.crc32(TILES) & 0xFFFFFFFF

    def tell(self, event: tuple[int, ...]) -> tuple[str, tuple[object, ...]] | None:
        """Return how a draw or a laid tile is told; nothing more is said of its halves."""
        kind = event[0]
        if kind == DREW:
            return "+", ("domino.story.drew", event[2] + 1)
        if kind == PUT:
            tile, end = event[3], event[4]
            sign = "t%02d-%s" % (tile + 1, ("up", "down", "open")[end])
            return sign, ("domino.story.put.%d" % end, event[2] + 1) + names_of(tile)
        return ("", ()) if kind in (ev.MOVE, ev.SHOW) else None

    def new_state(self, seats: int, options: dict[str, object]) -> "DominoState":
        """Return the state before the first tile is dealt."""
        return DominoState(self, seats, self.complete(seats, options))


class DominoState(DominoWords):
    """One point of a game of Domino: its rules. What it shows and says is in DominoWords."""

    INTS = ("step", "turn", "drawn", "low", "high")
    LISTS = ("where", "row")

    def __init__(self, game: Game, seats: int, options: dict[str, object]) -> None:
        super().__init__(game, seats, options)
        self.step = DEALING
        self.turn = 0
        self.drawn = 0  # tiles drawn in this turn
        self.low = self.high = 0  # tiles before and behind the opening tile
        self.where = bytearray(len(TILES))  # STOCK, seat + 1, or LAID
        self.row = bytearray(SPOTS)  # seat << 4 | picture + 1 of each half, 0 is empty

    def current_player(self) -> int:
        """Return the seat that lays, CHANCE or TERMINAL."""
        step = self.step
        if step in (OPENING, LAYING):
            return self.turn
        return TERMINAL if step == OVER else CHANCE

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """Return the tiles that the seat on turn may lay, ascending."""
        if self.step not in (OPENING, LAYING) or seat not in (None, self.turn):
            return []
        hand = self.hand_of(self.turn)
        if self.step == OPENING:  # DO-2: any of several doubles
            return [pack(OPEN, tile) for tile in hand if is_double(tile)]
        ends = self.ends()
        return [pack(LAY, tile, end) for tile in hand for end in (0, 1) if has(tile, ends[end])]

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """Return the tiles of the stock, or the seats that lots may choose (DO-2, DO-3)."""
        if self.current_player() != CHANCE:
            return []
        if self.step == LOTS:
            seats = range(self.seats)
            found = [seat for seat in seats if any([is_double(t) for t in self.hand_of(seat)])]
            return [(pack(LOT, seat), 1) for seat in found or seats]
        return [(pack(TILE, tile), 1) for tile in range(len(TILES)) if self.where[tile] == STOCK]

    def fits(self, seat: int) -> bool:
        """Say whether a hand holds a tile that can be laid (DO-4)."""
        ends = self.ends()
        for tile in self.hand_of(seat):
            if has(tile, ends[0]) or has(tile, ends[1]):
                return True
        return False

    # Playing ---------------------------------------------------------------------------------

    def apply(self, action: int, events: "Events" = None) -> None:
        """Play one action and what follows from it."""
        step = self.step
        chance = [outcome for outcome, _ in self.chance_outcomes()]
        if action not in chance and action not in self.legal_actions():
            raise self.refusal(action)
        a = a_of(action)
        if step == DEALING:
            self._deal(a, events)
        elif step == LOTS:
            self._lot(a, events)
        elif step == TAKING:  # DO-3: the drawn tile opens
            if events is not None:
                events.append((ev.SHOW, ev.ALL, self.turn, HELD, a))
            self._lay(a, 1, events)
        elif step == DRAWING:
            self._draw(a, events)
        else:
            self._lay(a, b_of(action), events)

    def _take(self, seat: int, tile: int, events: "Events", kind: int) -> None:
        """Put a tile of the stock into a hand, which only its owner sees (DO-1)."""
        self.where[tile] = seat + 1
        if events is not None:
            events.append((kind, ev.ALL, seat))
            events.append((ev.SHOW, 1 << seat, seat, HELD, tile))

    def _deal(self, tile: int, events: "Events") -> None:
        """Deal a tile; each gets seven, three or four players five (DO-1)."""
        self._take(self.turn, tile, events, DEALT)
        self.turn = (self.turn + 1) % self.seats
        each = 7 if self.seats < 3 else 5
        if len(self.hand_of(self.seats - 1)) == each:
            self.step = LOTS

    def _lot(self, seat: int, events: "Events") -> None:
        """Let lots say who opens: among those with a double, else among all (DO-2, DO-3)."""
        self.turn = seat
        doubles = [tile for tile in self.hand_of(seat) if is_double(tile)]
        self.step = OPENING if doubles else TAKING
        if events is not None:
            events.append((ev.LOT, ev.ALL, seat))
            events.append((ev.TURN, ev.ALL, seat))

    def _lay(self, tile: int, end: int, events: "Events") -> None:
        """Lay a tile at an end of the row, equal pictures side by side (DO-4)."""
        seat = self.turn
        if events is not None:
            events.append((PUT, ev.ALL, seat, tile, end if self.row[FIRST] else 2))
        for spot, picture in self.halves(tile, end):
            self.row[spot] = seat << 4 | picture + 1
            if events is not None:
                events.append((ev.MOVE, ev.ALL, seat, token(seat, picture + 1), -1, spot))
        if self.step == LAYING:
            if end:
                self.high += 1
            else:
                self.low += 1
        opened = self.step == TAKING
        self.where[tile] = LAID
        if not opened and not self.hand_of(seat):  # DO-6
            self._end(events)
        else:
            self._begin((seat + 1) % self.seats, events)

    def _draw(self, tile: int, events: "Events") -> None:
        """Draw a tile; if it does not fit it stays in the hand (DO-5)."""
        seat = self.turn
        self._take(seat, tile, events, DREW)
        self.drawn += 1
        if self.fits(seat):
            self.step = LAYING
        elif self.drawn == MOST_DRAWN or not self.stock():
            self._miss(seat, events)

    def _miss(self, seat: int, events: "Events") -> None:
        if events is not None:
            events.append((ev.PASS, ev.ALL, seat))
        self._begin((seat + 1) % self.seats, events)

    def _begin(self, seat: int, events: "Events") -> None:
        """Begin a turn: who has nothing that fits draws, or misses the round (DO-5)."""
        stock = self.stock()
        if not stock and not any([self.fits(one) for one in range(self.seats)]):
            self._end(events)  # DO-7; DO-8: with one player the game is lost
            return
        self.turn = seat
        self.drawn = 0
        if events is not None:
            events.append((ev.TURN, ev.ALL, seat))
        if self.fits(seat):
            self.step = LAYING
        elif stock:
            self.step = DRAWING
        else:
            self._miss(seat, events)

    # The end ---------------------------------------------------------------------------------

    def _end(self, events: "Events") -> None:
        self.step = OVER
        if events is not None:
            won = self.winners()
            events.append((ev.OVER, ev.ALL, won[0] if len(won) == 1 else -1))

    def winners(self) -> list[int]:
        """Return who has won: no tiles (DO-6), else fewest; equal for all is a draw (DO-7).

        One player has won or lost (DO-8).
        """
        left = [len(self.hand_of(seat)) for seat in range(self.seats)]
        won = [seat for seat in range(self.seats) if left[seat] == min(left)]
        return [] if len(won) == self.seats and left[0] else won

    def resample(self, seat: int, draw: object) -> State:
        """Return a random state in which a seat sees the same."""
        from kostka.games.domino_unseen import resample  # a board has no use for it

        return resample(self, seat, draw)


GAME = Domino()
