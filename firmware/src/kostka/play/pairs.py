"""Pairs: two gestures in one picture, as when the next player answers before a move has settled.

Only the first gesture of a pair is looked for: once it is played, the referee finds the second
one by itself, and asks where there are several. A pair whose second token is still in the hand
counts where no whole pair fits.
"""

from kostka.compat import const
from kostka.play import referee as rf
from kostka.rules import request as rq

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.play.referee import Candidate, Referee
    from kostka.rules.state import State

MOST = const(300)  # pairs that are looked at; a picture that needs more stays unexplained
_SLICE = const(2)  # pairs looked at in one step; a first action is played in a step of its own


class Pairs:
    """Looks for pairs of actions that explain a picture, a slice of at most 5 ms at a time.

    `busy` says that there is more to do. `found` are the first actions of all pairs that explain
    the picture, ascending; it is empty unless every pair was looked at.
    """

    def __init__(self, referee: "Referee") -> None:
        """Take a referee; what it has judged last is what is to be explained."""
        self.busy = False
        self.found: list[int] = []
        self._referee = referee
        self._state: State | None = None
        self._spots: set[int] | None = None
        self._firsts: list[Candidate] = []  # still to be tried, the likeliest one last
        self._first: Candidate | None = None  # the one that is tried
        self._undo: Candidate | None = None  # the same backwards
        self._seconds: list[Candidate] = []
        self._left = 0
        self._whole: set[int] = set()
        self._half: set[int] = set()

    def begin(self, state: "State", spots: "set[int] | None" = None) -> bool:
        """Begin with the picture that the referee has just judged; say whether there is hope.

        `spots` are those where something was lifted or put since the table was right: an action
        that needs others was not made. None leaves that open.
        """
        self.stop()
        if not self._referee.puzzled():
            return False
        self._state = state
        self._spots = spots
        ranked = []
        for one in self._made(self._referee.candidates):
            left = cost(self._referee, one)
            if left >= 0 and len(one[2]) >= len(one[1]):  # else it may be a token in the hand
                ranked.append((-left, one[0], one))
        ranked.sort()
        self._firsts = [one for _, _, one in ranked]
        self._left = MOST
        self._whole = set()
        self._half = set()
        self.busy = len(self._firsts) > 0
        return self.busy

    def stop(self) -> None:
        """Give up: the picture or the state is another one now."""
        self.busy = False
        self.found = []
        self._state = None
        self._firsts = []
        self._seconds = []

    def step(self) -> None:
        """Do one slice of the work: play a first action, or look at a few second ones."""
        if self._seconds:
            for _ in range(_SLICE):
                if self._seconds:
                    self._look(self._seconds.pop())
        elif self._firsts:
            self._try(self._firsts.pop())
        if self._left < 0:
            self.stop()
        elif not self._seconds and not self._firsts:
            self.busy = False
            self.found = sorted(self._whole or self._half)
            self._state = None

    def _made(self, moves: "list[Candidate]") -> "list[Candidate]":
        """Return those of the moves that can have been made."""
        spots = self._spots
        if spots is None:
            return moves
        return [one for one in moves if not [s for s in one[1] + one[2] if s not in spots]]

    def _try(self, first: "Candidate") -> None:
        state = self._state.clone()  # type: ignore[union-attr]
        state.apply(first[0])
        player = state.current_player()
        if player < 0 or not state.request(player).sources & rq.CELLS:
            return
        self._first = first
        self._undo = (first[0], first[2], first[1], first[3])
        self._seconds = self._referee.moves(state)
        self._seconds.reverse()

    def _look(self, second: "Candidate") -> None:
        first, undo = self._first, self._undo
        if first is None or undo is None:
            return
        self._left -= 1
        if self._referee.fit(second, undo) == rf.EXACT:
            if self._made([second]):
                self._whole.add(first[0])
        elif lacks(self._referee, undo) == second[3] >= 0:
            self._half.add(first[0])


def cost(referee: "Referee", one: "Candidate") -> int:
    """Return how many tokens would stand wrong after an action; -1 where it does not help."""
    helps = False
    total = 0
    touched = set(one[1] + one[2])
    for spot in referee.wrong:  # subset: order a sum of all
        if spot in touched:
            helps = True
        else:
            total += abs(referee.wrong[spot])
    for spot in touched:  # subset: order a sum of all
        net = one[2].count(spot) - one[1].count(spot)
        total += abs(referee.difference(spot) - net)
    return total if helps else -1


def lacks(referee: "Referee", undo: "Candidate") -> int:
    """Return the spot that alone lacks a token after an action, given backwards; else -1."""
    touched = undo[1] + undo[2]
    for spot in touched:
        if referee.difference(spot, undo):
            return -1
    found = [spot for spot in referee.wrong if spot not in touched]  # subset: order one at most
    if len(found) != 1 or referee.wrong[found[0]] != -1:
        return -1
    return found[0]
