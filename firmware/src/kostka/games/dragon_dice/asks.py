"""What Dragon Dice asks and shows, and how a game ends; its rules are in state."""

from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice.codes import (
    ACT,
    ARMY,
    BATCH,
    DIE,
    FRONTIER,
    KIND_BASE,
    LAND_DIE,
    M_DRAGONS,
    M_SETUP,
    MOVE,
    PAIR,
    PLACE,
    POOL,
    RESERVES,
)
from kostka.games.dragon_dice.steps import ask_of, module
from kostka.rules import request as rq
from kostka.rules.action import CHANCE, TERMINAL, a_of, b_of, kind_of
from kostka.rules.outcome import Outcome
from kostka.rules.state import State

_SOURCES = rq.KEYS | rq.PAGE | rq.BOARD
HIDDEN = (M_SETUP + 1, M_DRAGONS + 5)  # questions whose answers are secret (DD-16, DD-42)
WHY = ("", "captured", "last", "limit", "nobody")
RULES = ("", "DD-75", "DD-76", "DD-10", "DD-76")


class DragonAsks(State):
    """The fields of a state, what it asks, and its result."""

    total: int  # points of each force
    _legal: list[int] | None
    asked: int  # seat, CHANCE or TERMINAL
    turn: int  # place in the order
    rounds: int  # turns that were begun
    pos: int  # dice thrown of this throw
    why: int  # number in WHY once the game is over
    winner: int
    picker: int  # who picked the frontier
    choice: int  # what units are chosen for
    roller: int  # army that throws: seat << 4 | place
    roll: int  # R_...
    want: int  # mask of the results that count
    atk: int  # army that attacks
    dfn: int  # army that is attacked
    act: int  # 1 in a counter-attack, 9 in a cantrip
    marched: int  # place of the army that has marched in this turn
    cast_by: int  # army that casts
    left: int
    side: int  # seat that makes effects
    element: int
    spent: int
    flags: int
    floor: int  # first of `named` that the casting in hand has named
    doubled: int  # points of death that were doubled
    high: int  # most that an army has thrown against a spell
    moved: int  # dice have gone elsewhere since all was settled
    order: bytearray  # seats in the order of their turns
    kind: list[int]
    at: bytearray
    face: bytearray
    mark: bytearray
    dice: list[int]  # of the throw in hand
    extra: list[int]  # die, face of those thrown again
    todo: list[int]
    picked: list[int]
    dead: list[int]  # die, flags of those about to die
    named: list[int]  # spells: length, spell, element, times, army, targets
    aims: list[int]  # dragon, its target + 3 (1: the army, 2: nobody)
    later: list[int]  # die, job of icons that wait for the other army
    fx: list[int]  # effects that last
    land: bytearray  # kind of each terrain
    show: bytearray  # its upper face, 0 where there is none
    hold: bytearray  # seat + 1 that holds the eighth face
    castle: bytearray  # eighth face that a castle works as
    res: list[int]
    relics: list[int]  # Elemental Relics of a throw, and what each may still do
    pool: bytearray  # magic points: race * 5 + element
    totals: bytearray
    base: bytearray

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
        hidden = kind in HIDDEN
        args = (asked + 1, 0 if hidden else max(b, 0))
        if seat not in (-1, asked):
            return rq.Request(asked, rq.NOTHING, 0, "dragon_dice.ask.wait", args[:1], (), hidden)
        text = "dragon_dice.ask.%s" % ask_of(kind)
        return rq.Request(asked, rq.CHOOSE, rq.KEYS | rq.PAGE, text, args, (), hidden)

    def _kind_of(self, die: int) -> int:
        if die >= LAND_DIE:
            return KIND_BASE + tb.KINDS + self.land[die - LAND_DIE]
        return KIND_BASE + self.kind[die]

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
        """Return the spot that an answer is about."""
        kind, a, b = kind_of(action), a_of(action), b_of(action)
        spot = -1
        if kind in (DIE, PAIR) and a < len(self.at):
            spot = spot_of(self.at[a])
        elif kind == PLACE and a <= RESERVES:
            spot = spot_of(self.asked << 4 | a)
        elif kind == ARMY:
            spot = spot_of(a)
        elif kind == ACT and a < 2:
            spot = spot_of(b)
        elif kind == MOVE and b <= RESERVES:
            spot = spot_of(self.asked << 4 | b)
        return (spot,) if spot >= 0 else ()

    def resample(self, seat: int, draw: object) -> "DragonAsks":
        """Return a state with other secret splits of the other seats."""
        unseen = module("split_unseen")
        found: DragonAsks = unseen.resample(self, seat, draw)  # type: ignore[attr-defined]
        return found

    def clone(self) -> "DragonAsks":
        """Return an independent copy; a plain one, for the first steps need not be done again."""
        other = object.__new__(self.__class__)
        other.game, other.seats, other.options = self.game, self.seats, self.options
        other.total = self.total
        for name in self.INTS:
            setattr(other, name, getattr(self, name))
        for name in self.LISTS:
            setattr(other, name, getattr(self, name)[:])
        other.agenda = self.agenda[:]
        other._legal = self._legal
        return other


def spot_of(code: int) -> int:
    """Return the spot of an army or area (DD-77); the mat has them as seen by their owners."""
    place = code & 15
    if place <= FRONTIER:
        return place
    return 5 + 4 * (place - RESERVES) + (code >> 4) if place <= POOL else -1
