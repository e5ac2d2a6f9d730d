"""Duel: two players, each with a board of tokens that the other does not see (DU-1..DU-22).

What is on the table are two swords. Who attacks puts the own sword on the own field, then on the
field of the rival; a defender whose field is empty puts the attacker's sword on a field that is
not. What was seen of the other board is for the players to remember: no field of the state keeps
it, and nothing tells it again.
"""

import binascii

from kostka.games import duel_table as tb
from kostka.games.duel_table import FIELDS, HOME, SPOTS, STRENGTH, TOKENS, strength
from kostka.games.duel_words import (
    AIM,
    AIMING,
    DEALING,
    LINE,
    LINING,
    LOT,
    LOTS,
    NAME,
    NAMING,
    OVER,
    PLACE,
    PLACING,
    STRIKE,
    STRIKING,
    TOKEN,
    TURNING,
    DuelWords,
    numbers_of,
)
from kostka.rules import events as ev
from kostka.rules.action import CHANCE, TERMINAL, a_of, pack
from kostka.rules.game import CHOICE, Game, Option
from kostka.rules.state import State
from kostka.rules.token import token

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    Events = list[tuple[int, ...]] | None

# The game's own events.
DREW = ev.OWN  # (DREW, ALL, seat): a token was turned over by its owner
PLACED = ev.OWN + 1  # (PLACED, ALL, seat): it lies on the owner's board
CLASH = ev.OWN + 2  # (CLASH, ALL, seat, its strength, the other's): 0 is an empty field
DRAWN = 1  # what a SHOW event shows: a token
BASE, ANY_LINE, RUN, TRUMPS = "1", "2", "3", "4"  # variants


class Duel(Game):
    """The rules of Duel."""

    name = "duel"
    version = 1
    seats = (2, 2)
    seats_rule = "DU-1"
    spots = SPOTS
    forgets = True
    own_numbers = tb.OWN
    reconstructed = "" if tb.OWN else "duel.reconstructed"
    length_bound = 20000
    options = (
        Option(
            "variant",
            CHOICE,
            BASE,
            (BASE, ANY_LINE, RUN, TRUMPS),
            "duel.option.variant",
            rule="DU-16",
        ),
        Option(
            "placement", CHOICE, "forced", ("forced", "free"), "duel.option.placement", rule="DU-2"
        ),
    )

    def data_digest(self) -> int:
        """Return the CRC-32 of the numbers of all tokens."""
        return binascii.crc32(STRENGTH) & 0xFFFFFFFF

    def tell(self, event: tuple[int, ...]) -> tuple[str, tuple[object, ...]] | None:
        """Return how fights, lines and tokens that were turned over are told."""
        kind = event[0]
        if kind == CLASH:
            sign = "%d:%d" % event[3:5]
            if not event[4]:
                return sign, ("duel.story.empty", event[2] + 1, event[3])
            return sign, ("duel.story.clash", event[2] + 1, event[3], event[4])
        if kind == ev.CHOICE:
            line = event[3] - 1
            name = ("duel.line.%s" % tb.LINES[line],)
            return "line-" + tb.LETTERS[line], ("duel.story.line", event[2] + 1, name)
        if kind == ev.SHOW:
            numbers = numbers_of(event[4] - 1)
            return "d%02d" % event[4], ("duel.story.turned", event[2] + 1, numbers)
        return None

    def new_state(self, seats: int, options: dict[str, object]) -> "DuelState":
        """Return the state before the first token is turned over."""
        return DuelState(self, seats, self.complete(seats, options))

    def spot_name(self, spot: int) -> str:
        """Return the language-free name of a spot."""
        return tb.spot_name(spot)

    def is_reserve(self, spot: int) -> bool:
        """Say whether a spot is where a sword waits."""
        return spot >= HOME


class DuelState(DuelWords):
    """One point of a game of Duel: its rules. What it shows and says is in DuelWords."""

    INTS = ("step", "turn", "hand", "source", "line", "pile", "pot")
    LISTS = ("board", "won", "swords", "last", "gone")

    def __init__(self, game: Game, seats: int, options: dict[str, object]) -> None:
        super().__init__(game, seats, options)
        self.trumps = options["variant"] == TRUMPS
        self.any_line = options["variant"] == ANY_LINE
        self.step = LOTS if self.trumps else DEALING
        self.turn = 0
        self.hand = 0  # token + 1 that the seat on turn has turned over
        self.source = 0  # spot + 1 that attacks
        self.line = 0  # line + 1 that was named
        self.pile = 24 if self.trumps else 0  # tokens left in each pile (DU-18)
        self.pot = 0  # tokens that lie undecided (DU-21)
        self.board = bytearray(HOME)  # token + 1 on each field, 0 is empty
        self.won = bytearray(2)  # tokens captured
        self.swords = bytearray([HOME, HOME + 1])  # spots
        # What everybody has just seen, until the next action: of an attack who made it (seat + 1),
        # both strengths, and tokens taken; of variant 4 the two tokens + 1 besides.
        self.last = bytearray(6)
        self.gone = bytearray(TOKENS // 8)  # tokens that were turned over in variant 4, as bits

    # What the game waits for -----------------------------------------------------------------

    def current_player(self) -> int:
        """Return the seat that decides, CHANCE or TERMINAL."""
        step = self.step
        if step in (DEALING, LOTS, TURNING):
            return CHANCE
        if step == NAMING:
            return 1 - self.turn
        return TERMINAL if step == OVER else self.turn

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """Return what the seat that is asked may do, ascending."""
        step = self.step
        player = self.current_player()
        if player < 0 or (seat is not None and seat != player):
            return []
        if step == PLACING:
            return [pack(PLACE, field) for field in self.places(player, self.hand - 1)]
        if step == AIMING:  # a token attacks
            return [pack(AIM, spot) for spot in self.filled(player)]
        if step == STRIKING:  # DU-7: in the same line; DU-16: anywhere
            first = FIELDS * (1 - player)
            line = (self.source - 1) % FIELDS // 3
            fields = range(FIELDS) if self.any_line else range(3 * line, 3 * line + 3)
            return [pack(STRIKE, first + field) for field in fields]
        if step == NAMING:  # DU-11
            return [pack(NAME, spot) for spot in self.filled(player)]
        return [pack(LINE, line) for line in range(4)]

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """Return the tokens that may be turned over (DU-1), or the seats that lots may choose."""
        step = self.step
        if step == LOTS:
            return [(pack(LOT, seat), 1) for seat in range(2)]
        if step not in (DEALING, TURNING):
            return []
        if step == TURNING:
            gone = self.gone
            return [(pack(TOKEN, t), 1) for t in range(TOKENS) if not gone[t >> 3] >> (t & 7) & 1]
        board = self.board
        return [(pack(TOKEN, t), 1) for t in range(TOKENS) if board.find(bytes([t + 1])) < 0]

    def places(self, seat: int, held: int) -> list[int]:
        """Return the free fields 0..11 where a token may be put (DU-2, DU-3, DU-4)."""
        first = FIELDS * seat
        free = [field for field in range(FIELDS) if not self.board[first + field]]
        if self.options["placement"] == "free":
            return free
        top = tb.highest(held)
        # DU-2: in a line where its number is highest, whichever field and whichever such line
        best = [field for field in free if strength(held, field // 3) == top]
        return best or free  # DU-3: those lines are full, any other will do

    def filled(self, seat: int) -> list[int]:
        """Return the spots of a board on which a token lies."""
        return [spot for spot in range(FIELDS * seat, FIELDS * seat + FIELDS) if self.board[spot]]

    def power(self, spot: int) -> int:
        """Return the strength of the token on a field, 0 where there is none (DU-5, DU-15)."""
        held = self.board[spot] - 1
        if held < 0:
            return 0
        field = spot % FIELDS
        return strength(held, field // 3) + (field % 3 == 0)

    # Playing ---------------------------------------------------------------------------------

    def apply(self, action: int, events: "Events" = None) -> None:
        """Play one action and what follows from it."""
        step = self.step
        if step in (DEALING, LOTS, TURNING):
            if action not in [outcome for outcome, _ in self.chance_outcomes()]:
                raise self.refusal(action)
        elif action not in self.legal_actions():
            raise self.refusal(action)
        a = a_of(action)
        if step == DEALING:
            self._deal(a, events)
        elif step == PLACING:
            self._place(a, events)
        elif step == LOTS:
            self._lot(a, events)
        elif step == AIMING:
            self._aim(a, events)
        elif step == STRIKING:
            self._strike(a, events)
        elif step == NAMING:
            self._name(a, events)
        elif step == LINING:
            self._line(a, events)
        else:
            self._turn_over(a, events)

    # Setting up ------------------------------------------------------------------------------

    def _deal(self, held: int, events: "Events") -> None:
        """Turn over a token that only its owner sees."""
        self.hand = held + 1
        self.step = PLACING
        if events is not None:
            events.append((DREW, ev.ALL, self.turn))
            events.append((ev.SHOW, 1 << self.turn, self.turn, DRAWN, held + 1))

    def _place(self, field: int, events: "Events") -> None:
        """Put the token down, where it stays (DU-4); when all lie, the fight starts (DU-6)."""
        seat = self.turn
        self.board[FIELDS * seat + field] = self.hand
        self.hand = 0
        if events is not None:
            events.append((PLACED, ev.ALL, seat))
            events.append((ev.CHOICE, 1 << seat, seat, field))
        self.turn = 1 - seat
        self.step = DEALING
        if self.board.find(b"\0") < 0:
            self.turn = 0
            self.step = LOTS

    def _lot(self, seat: int, events: "Events") -> None:
        """Let lots say who attacks first (DU-15) or leads (DU-18)."""
        if events is not None:
            events.append((ev.LOT, ev.ALL, seat))
        self._begin(seat, LINING if self.trumps else AIMING, events)

    def _begin(self, seat: int, step: int, events: "Events") -> None:
        self.turn = seat
        self.step = step
        if events is not None:
            events.append((ev.TURN, ev.ALL, seat))

    # Attacking -------------------------------------------------------------------------------

    def _slide(self, seat: int, spot: int, events: "Events") -> None:
        """Put a seat's sword on a spot."""
        if events is not None and self.swords[seat] != spot:
            events.append((ev.MOVE, ev.ALL, seat, token(seat), self.swords[seat], spot))
        self.swords[seat] = spot

    def _aim(self, spot: int, events: "Events") -> None:
        """Name the field that attacks; the rival's sword goes home (DU-7)."""
        seat = self.turn
        self._slide(seat, spot, events)
        self._slide(1 - seat, HOME + 1 - seat, events)
        self.source = spot + 1
        self.last = bytearray(6)
        self.step = STRIKING

    def _strike(self, spot: int, events: "Events") -> None:
        """Compare the strengths of both fields, which are spoken (DU-7, DU-16)."""
        seat, source = self.turn, self.source - 1
        rival = 1 - seat
        mine, other = self.power(source), self.power(spot)
        self._slide(seat, spot, events)
        self.source = 0
        self.last[0] = seat + 1
        self.last[1] = mine
        self.last[2] = other
        if events is not None:
            events.append((CLASH, ev.ALL, seat, mine, other))
        if not other:  # DU-11: the field is empty
            self.step = NAMING
            return
        # DU-12: nothing but these two tokens changes
        if mine > other:  # DU-8
            self.board[spot] = 0
            self.won[seat] += 1
        elif mine < other:  # DU-9
            self.board[source] = 0
            self.won[rival] += 1
        else:  # DU-10: both go, for nobody
            self.board[source] = self.board[spot] = 0
        # DU-17: in variant 3 who wins goes on
        goes_on = mine > other and self.options["variant"] == RUN
        if self._no_hit_left():
            self._end(events)
        else:
            self._begin(seat if goes_on else rival, AIMING, events)

    def _name(self, spot: int, events: "Events") -> None:
        """Name a field for the attacker's next time; then the defender attacks (DU-11, DU-17)."""
        self._slide(self.turn, spot, events)
        self.last = bytearray(6)
        self._begin(1 - self.turn, AIMING, events)

    def _no_hit_left(self) -> bool:
        """Say whether a board is empty, or no line holds tokens of both (DU-13)."""
        lines = [[spot % FIELDS // 3 for spot in self.filled(seat)] for seat in range(2)]
        if self.any_line:
            return not lines[0] or not lines[1]
        return not [line for line in lines[0] if line in lines[1]]

    # Variant 4 -------------------------------------------------------------------------------

    def _line(self, line: int, events: "Events") -> None:
        """Name the line in which the tokens on top will be compared (DU-19)."""
        self.line = line + 1
        self.last = bytearray(6)
        self.step = TURNING
        if events is not None:
            events.append((ev.CHOICE, ev.ALL, self.turn, line + 1))

    def _turn_over(self, held: int, events: "Events") -> None:
        """Turn over the token on top of the leader's pile, then of the other's (DU-19)."""
        leader = self.turn
        self.gone[held >> 3] |= 1 << (held & 7)
        self.pot += 1
        first = self.last[4] and not self.last[5]
        if events is not None:
            seat = 1 - leader if first else leader
            events.append((ev.SHOW, ev.ALL, seat, DRAWN, held + 1))
        if not first:
            self.last = bytearray([0, 0, 0, 0, held + 1, 0])
            return
        self.last[5] = held + 1
        self.pile -= 1
        line = self.line - 1
        mine, other = strength(self.last[4] - 1, line), strength(held, line)
        self.last[0] = leader + 1
        self.last[1] = mine
        self.last[2] = other
        if events is not None:
            events.append((CLASH, ev.ALL, leader, mine, other))
        if mine == other:  # DU-21: the next pair, in the same line
            if not self.pile:
                self.pot = 0  # DU-22: they go to nobody
                self._end(events)
            return
        winner = leader if mine > other else 1 - leader
        self.won[winner] += self.pot  # DU-20
        self.last[3] = self.pot
        self.pot = 0
        if not self.pile:  # DU-22
            self._end(events)
        else:
            self.line = 0
            self._begin(winner, LINING, events)

    # The end ---------------------------------------------------------------------------------

    def _end(self, events: "Events") -> None:
        """End the game; more captured tokens win (DU-14, DU-22)."""
        self.step = OVER
        if events is not None:
            seat = -1 if self.won[0] == self.won[1] else int(self.won[1] > self.won[0])
            events.append((ev.OVER, ev.ALL, seat))

    def returns(self) -> list[int]:
        """Return 1 for the winner, 0 for the other; a draw has no winner (DU-14)."""
        won = self.won
        over = self.step == OVER
        return [int(over and won[0] > won[1]), int(over and won[1] > won[0])]

    def resample(self, seat: int, draw: object) -> State:
        """Return a random state in which a seat sees the same, and remembers nothing."""
        from kostka.games.duel_unseen import resample  # a board has no use for it

        return resample(self, seat, draw)


GAME = Duel()
