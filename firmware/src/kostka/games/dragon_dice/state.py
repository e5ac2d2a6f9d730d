"""The state of Dragon Dice: dice as numbers in flat arrays, and a stack of steps to be done.

A die is a number: `kind` says which, `at` whose and where (seat << 4 | place), `face` what it
shows (0: it was not thrown), `mark` why it takes no part. The top of the agenda is a throw
(ROLL), the end (OVER), a question, or a step that is done at once; the modules of the phases hold
them in STEPS, a question as (legal answers, taking one, name) and a step as its function.
"""

from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice.asks import HIDDEN, DragonAsks
from kostka.games.dragon_dice.codes import (
    DID,
    FX,
    LAND_DIE,
    M_SETUP,
    MOVED,
    OVER,
    RES,
    RESERVES,
    ROLL,
    U_END,
)
from kostka.games.dragon_dice.dice import hold, row, rows
from kostka.games.dragon_dice.steps import step_of
from kostka.rules import events as ev
from kostka.rules.action import CHANCE, TERMINAL, a_of, b_of, kind_of

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.rules.game import Game

    Events = list[tuple[int, ...]] | None


class DragonState(DragonAsks):
    """One point of a game of Dragon Dice."""

    INTS = (
        "asked", "turn", "rounds", "pos", "why", "winner", "picker", "choice",
        "roller", "roll", "want", "atk", "dfn", "act", "marched", "cast_by", "left", "side",
        "element", "spent", "flags", "floor", "doubled", "high",
        "moved",
    )  # fmt: skip
    LISTS = (
        "order", "kind", "at", "face", "mark", "dice", "extra", "todo", "picked", "dead", "named",
        "aims", "later", "fx", "land", "show", "hold", "castle", "res", "pool", "totals", "base",
        "relics",
    )  # fmt: skip

    def __init__(self, game: "Game", seats: int, options: dict[str, object]) -> None:
        super().__init__(game, seats, options)
        self.total = int(str(options["force"]))
        for name in self.INTS:
            setattr(self, name, 0)
        for name in self.LISTS:
            setattr(self, name, [])
        self.at = bytearray()
        self.face = bytearray()
        self.mark = bytearray()
        self.land = bytearray(5)
        self.show = bytearray(5)
        self.hold = bytearray(5)
        self.castle = bytearray(5)
        self.pool = bytearray(80)
        self.base = bytearray(8)
        self.winner = self.picker = self.marched = -1
        self.moved = 1
        self.order = bytearray(seats)
        self.totals = bytearray(seats)
        self.res = [0] * RES
        self.push(M_SETUP)
        self._legal: list[int] | None = None
        self.advance(None)

    # Dice ------------------------------------------------------------------------------------

    def slots(self, code: int) -> list[int]:
        """Return all dice of a seat at a place: `code` is seat << 4 | place."""
        at = self.at
        key = bytes((code,))
        found = []
        n = at.find(key)
        while n >= 0:
            found.append(n)
            n = at.find(key, n + 1)
        return found

    def units(self, code: int) -> list[int]:
        """Return the units of a seat at a place (DD-4)."""
        kind = self.kind
        return [n for n in self.slots(code) if kind[n] < tb.ITEMS]

    def health(self, die: int) -> int:
        """Return the health of a unit or dragon (DD-1), or the points of an item."""
        return rows[row(self.kind[die])] & 7

    def type(self, die: int) -> int:
        """Return the class of a unit, the type of a dragon, or the size of an item."""
        return rows[row(self.kind[die])] >> 3

    def elements(self, die: int) -> int:
        """Return the elements of a die as bits (DD-3)."""
        return rows[row(self.kind[die]) + 1]

    def race(self, die: int) -> int:
        """Return the race of a unit."""
        return race_of(self.kind[die])

    def icon(self, die: int, face: int) -> int:
        """Return the icon on a face, 1.., of a die."""
        return rows[row(self.kind[die]) + 1 + 2 * face]

    def count(self, die: int, face: int) -> int:
        """Return how many results a face is worth."""
        return rows[row(self.kind[die]) + 2 + 2 * face]

    def sides(self, die: int) -> int:
        """Return the number of faces of a die; dice of terrains have eight."""
        return 8 if die >= LAND_DIE else rows[row(self.kind[die]) + 2]

    def move(self, die: int, place: int, events: "Events") -> None:
        """Put a die somewhere else."""
        old = self.at[die]
        if old & 15 == place:
            return
        self.at[die] = old & 240 | place
        self.moved = 1
        if events is not None:
            events.append((MOVED, ev.ALL, old >> 4, self.kind[die], old & 15, place, die))

    def alive(self, seat: int) -> bool:
        """Say whether a seat has units in play (DD-76)."""
        kind = self.kind
        for place in range(RESERVES + 1):
            for die in self.slots(seat << 4 | place):
                if kind[die] < tb.ITEMS:
                    return True
        return False

    # What the game waits for -----------------------------------------------------------------

    def current_player(self) -> int:
        """Return the seat that decides, CHANCE or TERMINAL."""
        return self.asked

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """Return the answers to the question in hand, ascending."""
        if self.asked < 0 or (seat is not None and seat != self.asked):
            return []
        if self._legal is None:
            kind, a, b = self.top()
            self._legal = sorted(step_of(kind)[0](self, a, b))  # type: ignore[index]
        return self._legal

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """Return the faces of the die that is thrown next."""
        if self.asked != CHANCE:
            return []
        return [(face, 1) for face in range(1, self.sides(self.dice[self.pos]) + 1)]

    def restored(self) -> None:
        """Forget what was found for other fields, and read the rows of dice that are new."""
        self._legal = None
        hold(self.kind)

    # Playing ---------------------------------------------------------------------------------

    def apply(self, action: int, events: "Events" = None) -> None:
        """Play a face that was thrown, or an answer, and all that follows from it."""
        if self.asked == CHANCE:
            if not 1 <= action <= self.sides(self.dice[self.pos]):
                raise self.refusal(action)
            self._land(action, events)
        else:
            if action not in self.legal_actions():
                raise self.refusal(action)
            kind, a, b = self.pop()
            if events is not None:
                seen = 1 << self.asked if kind in HIDDEN else ev.ALL
                did = (kind, kind_of(action), a_of(action), b_of(action))
                events.append((DID, seen, self.asked) + did)
            step_of(kind)[1](self, action, a, b, events)  # type: ignore[index]
        self.advance(events)

    def _land(self, face: int, events: "Events") -> None:
        die = self.dice[self.pos]
        self.pos += 1
        if die >= LAND_DIE:
            self.show[die - LAND_DIE] = face
        elif self.agenda[-2]:
            self.extra.append(die)
            self.extra.append(face)
        else:
            self.face[die] = face
        if events is not None:
            seat = self.agenda[-3]
            events.append((ev.THROW, ev.ALL, seat, self._kind_of(die), face))

    def advance(self, events: "Events") -> None:
        """Do steps until something has to be thrown or answered, or the game is over."""
        self._legal = None
        agenda = self.agenda
        while True:
            kind = agenda[-1]
            if kind == ROLL:
                if self.pos < len(self.dice):
                    self.asked = CHANCE
                    return
                self.pop()
                continue
            if kind == OVER:
                self.asked = TERMINAL
                return
            step = step_of(kind)
            if type(step) is not tuple:
                kind, a, b = self.pop()
                step(self, a, b, events)  # type: ignore[operator]
                continue
            a, b = agenda[-3], agenda[-2]
            legal = step[0](self, a, b)
            if len(legal) > 1:
                legal.sort()
                self._legal = legal
                self.asked = a & 15
                return
            self.pop()
            if legal:  # there is nothing to choose
                self.asked = a & 15
                step[1](self, legal[0], a, b, events)

    def throw(self, seat: int, dice: list[int], adding: int = 0) -> None:
        """Let a seat throw dice before anything else is done."""
        self.dice = dice
        self.pos = 0
        if not adding:
            for die in dice:
                if die < LAND_DIE:
                    self.face[die] = 0
        if dice:
            self.push(ROLL, seat, adding)

    # Results ---------------------------------------------------------------------------------

    def end(self, why: int, winner: int, events: "Events") -> None:
        """End the game at once, whatever was still to be done."""
        self.why = why
        self.winner = winner
        self.agenda[:] = [0, 0, OVER]
        self.dice = []
        self.pos = 0
        if events is not None:
            events.append((ev.OVER, ev.ALL, winner))

    # Effects ---------------------------------------------------------------------------------

    def add_fx(self, which: int, until: int, on: int, amount: int = 0, detail: int = 0) -> None:
        """Let an effect begin; one on an army stays at its place, whoever leaves (DD-73)."""
        by = self.side
        if until == U_END and self.order[self.turn] == by:
            by += 16  # this turn does not count
        self.fx.extend((which, until, by, on, amount, detail))

    def has_fx(self, which: int, on: int) -> bool:
        """Say whether an effect lies on something."""
        fx = self.fx
        for n in range(0, len(fx), FX):
            if fx[n] == which and fx[n + 3] == on:
                return True
        return False


def race_of(kind: int) -> int:
    """Return the race of a kind of unit, ITEM_RACE of what is none."""
    first = tb.RACE_AT
    if kind < 240:
        return kind // 20  # twelve races have twenty dice each
    if kind >= tb.ITEMS:
        return 15
    race = 14
    while kind < (first[2 * race] | first[2 * race + 1] << 8):
        race -= 1
    return race
