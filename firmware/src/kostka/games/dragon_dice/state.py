"""The state of Dragon Dice: dice as numbers in flat arrays, and a stack of steps to be done.

A die is a number: `kind` says which, `at` whose and where (seat << 4 | place), `face` what it
shows (0: it was not thrown), `mark` why it takes no part. The top of the agenda is a throw
(ROLL), the end (OVER), a question, or a step that is done at once; the modules of the phases hold
them in STEPS, a question as (legal answers, taking one, name) and a step as its function.
"""

import sys

from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice.codes import (
    BATCH,
    DID,
    FX,
    KIND_BASE,
    LAND_DIE,
    M_SETUP,
    MOVED,
    OVER,
    RES,
    RESERVES,
    ROLL,
    U_END,
)
from kostka.rules import events as ev
from kostka.rules import request as rq
from kostka.rules.action import CHANCE, TERMINAL, a_of, b_of, kind_of
from kostka.rules.outcome import Outcome
from kostka.rules.state import State

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.rules.game import Game

    Events = list[tuple[int, ...]] | None

PACKAGE = "kostka.games.dragon_dice."
MODULES = (
    "", "setup", "turn", "march", "combat", "magic", "spells", "dragons", "sais", "deaths",
    "rolls", "forces", "effects", "counting", "casting", "powers", "fights", "reserves", "minors",
)  # fmt: skip
_SIDES = (6, 8, 10, 12, 4)
_OUTCOMES = {n: [(face, 1) for face in range(1, n + 1)] for n in _SIDES}
_SOURCES = rq.KEYS | rq.PAGE | rq.BOARD
HIDDEN = ("split", "aim")  # questions whose answers are secret (DD-16, DD-42)
WHY = ("", "captured", "last", "limit", "nobody")
RULES = ("", "DD-75", "DD-76", "DD-10", "DD-76")


def module(name: str) -> object:
    """Return a module of the game, read when it is needed first."""
    found = sys.modules.get(PACKAGE + name)
    return found or __import__(PACKAGE + name, None, None, ("STEPS",))


class DragonState(State):
    """One point of a game of Dragon Dice."""

    INTS = (
        "asked", "turn", "rounds", "pos", "why", "winner", "first", "picker", "choice",
        "roller", "roll", "want", "atk", "dfn", "act", "marched", "cast_by", "left", "side",
        "element", "spent", "flags", "floor", "doubled", "high",
        "moved",
    )  # fmt: skip
    LISTS = (
        "order", "kind", "at", "face", "mark", "dice", "extra", "todo", "picked", "dead", "named",
        "aims", "later", "fx", "land", "show", "hold", "castle", "res", "pool", "totals", "base",
    )  # fmt: skip

    def __init__(self, game: "Game", seats: int, options: dict[str, object]) -> None:
        super().__init__(game, seats, options)
        self.total = int(str(options["force"]))
        self.asked = 0
        self.turn = 0  # place in the order
        self.rounds = 0  # turns that were begun
        self.pos = 0  # dice thrown of this throw
        self.why = 0  # number in WHY once the game is over
        self.winner = -1
        self.first = -1  # who moves first, or picks the frontier
        self.picker = -1  # who picked the frontier
        self.choice = 0
        self.roller = 0  # army that throws: seat << 4 | place
        self.roll = 0  # R_...
        self.want = 0  # mask of the results that count
        self.atk = 0  # army that attacks
        self.dfn = 0  # army that is attacked
        self.act = 0
        self.marched = -1  # place of the army that has marched in this turn
        self.cast_by = 0  # army that casts
        self.left = 0
        self.side = 0
        self.element = 0
        self.spent = 0
        self.flags = 0
        self.floor = 0  # first of State.named that the casting in hand has named
        self.doubled = 0  # points of death that were doubled
        self.moved = 1  # dice have gone elsewhere since all was settled
        self.high = 0  # most that an army has thrown against a spell
        self.order = bytearray(seats)
        self.kind: list[int] = []
        self.at = bytearray()
        self.face = bytearray()
        self.mark = bytearray()
        self.dice: list[int] = []  # of the throw in hand
        self.extra: list[int] = []  # die, face of those thrown again
        self.todo: list[int] = []
        self.picked: list[int] = []
        self.dead: list[int] = []  # die, flags of those about to die
        self.named: list[int] = []  # spells: spell, element, number, flags, n, n targets
        self.aims: list[int] = []  # dragon, its target + 1 (0: the army)
        self.later: list[int] = []  # die, job of icons that wait for the other army
        self.fx: list[int] = []
        self.land = bytearray(5)  # kind of each terrain
        self.show = bytearray(5)  # its upper face, 0 where there is none
        self.hold = bytearray(5)  # seat + 1 that holds the eighth face
        self.castle = bytearray(5)  # eighth face that a castle works as
        self.res = [0] * RES
        self.pool = bytearray(80)  # magic points: race * 5 + element
        self.totals = bytearray(seats)
        self.base = bytearray(8)
        self.push(M_SETUP)
        self._legal: list[int] | None = None
        self.advance(None)

    def clone(self) -> "DragonState":
        """Return an independent copy; a plain one, for the first steps need not be done again."""
        other = object.__new__(DragonState)
        other.game, other.seats, other.options = self.game, self.seats, self.options
        other.total = self.total
        for name in self.INTS:
            setattr(other, name, getattr(self, name))
        for name in self.LISTS:
            setattr(other, name, getattr(self, name)[:])
        other.agenda = self.agenda[:]
        other._legal = self._legal
        return other

    def restored(self) -> None:
        """Forget what was found for other fields."""
        self._legal = None

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
        return tb.KIND[4 * self.kind[die]] & 7

    def elements(self, die: int) -> int:
        """Return the elements of a die as bits (DD-3)."""
        return tb.KIND[4 * self.kind[die] + 1]

    def race(self, die: int) -> int:
        """Return the race of a unit."""
        return race_of(self.kind[die])

    def icon(self, die: int, face: int) -> int:
        """Return the icon on a face, 1.., of a die."""
        k = 4 * self.kind[die] + 2
        return tb.ICON[tb.FACES[(tb.KIND[k] | tb.KIND[k + 1] << 8) + face]]

    def count(self, die: int, face: int) -> int:
        """Return how many results a face is worth."""
        k = 4 * self.kind[die] + 2
        return tb.COUNT[tb.FACES[(tb.KIND[k] | tb.KIND[k + 1] << 8) + face]]

    def sides(self, die: int) -> int:
        """Return the number of faces of a die; dice of terrains have eight."""
        if die >= LAND_DIE:
            return 8
        k = 4 * self.kind[die] + 2
        return tb.FACES[tb.KIND[k] | tb.KIND[k + 1] << 8]

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
        return _OUTCOMES[self.sides(self.dice[self.pos])]

    def request(self, seat: int = -1) -> rq.Request:
        """Return what the game waits for; who is not asked has to wait."""
        asked = self.asked
        if asked == TERMINAL:
            return rq.Request(-1, rq.NOTHING, 0, "dragon_dice.ask.over", (self.winner + 1,))
        if asked == CHANCE:
            thrower = self.agenda[-3]
            end = min(len(self.dice), (self.pos // BATCH + 1) * BATCH)
            dice = tuple([self._kind_of(die) for die in self.dice[self.pos : end]])
            sources = rq.allowed(_SOURCES, self.options)
            text = "dragon_dice.ask.throw"
            return rq.Request(thrower, rq.THROW, sources, text, (thrower + 1, len(dice)), dice)
        kind, _, b = self.top()
        name = step_of(kind)[2]  # type: ignore[index]
        hidden = name in HIDDEN
        args = (asked + 1, 0 if hidden else max(b, 0))
        if seat not in (-1, asked):
            return rq.Request(asked, rq.NOTHING, 0, "dragon_dice.ask.wait", args[:1], (), hidden)
        text = "dragon_dice.ask.%s" % name
        return rq.Request(asked, rq.CHOOSE, rq.KEYS | rq.PAGE, text, args, (), hidden)

    def _kind_of(self, die: int) -> int:
        if die >= LAND_DIE:
            return KIND_BASE + tb.KINDS + self.land[die - LAND_DIE]
        return KIND_BASE + self.kind[die]

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
                step = step_of(kind)
                seen = 1 << self.asked if step[2] in HIDDEN else ev.ALL  # type: ignore[index]
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

    def returns(self) -> list[int]:
        """Return 1 for the winner, 0 for the others; nobody wins a draw."""
        return [int(self.why > 0 and seat == self.winner) for seat in range(self.seats)]

    def outcome(self) -> Outcome | None:
        """Return who won: by two terrains (DD-75), as the last (DD-76), or at the turn limit."""
        if not self.why:
            return None
        winners = (self.winner,) if self.winner >= 0 else ()
        return Outcome("dragon_dice.over.%s" % WHY[self.why], RULES[self.why], winners)

    def tokens(self) -> list[tuple[int, int]]:
        """Return nothing: dice are not sensed by cells."""
        return []

    def pointer(self, action: int) -> tuple[int, ...]:
        """Return the area on the mat that an answer is about."""
        found: tuple[int, ...] = self.game.text().pointer(self, action)
        return found

    def resample(self, seat: int, draw: object) -> "DragonState":
        """Return a state with other secret splits of the other seats."""
        unseen = module("split_unseen")
        found: DragonState = unseen.resample(self, seat, draw)  # type: ignore[attr-defined]
        return found

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


def step_of(kind: int) -> object:
    """Return a step or a question."""
    name = MODULES[kind >> 5]
    found = sys.modules.get(PACKAGE + name) or module(name)
    return found.STEPS[kind & 31]  # type: ignore[attr-defined]
