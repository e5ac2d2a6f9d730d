"""A family made of code plays a whole game through sensors and keys, as people would.

Nothing here touches the rules of the board: tokens are lifted and put, keys are pressed, and the
board's own lines say what it made of that. All choices come from one seeded generator, so equal
seeds give equal games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kostka.errors import HardwareError
from kostka.rules import request as rq
from kostka.rules.action import CHANCE
from kostka.rules.rng import XorShift
from kostka.rules.state import State

from kostka_host.follow import Step
from kostka_host.simulate.tabletop import Hands, Mat, Pair, Tabletop, Trip

LEFT, RIGHT, OK, UNDO = 0, 1, 2, 3  # keys of a seat panel
HOLD_MS = 60  # a key is held for longer than the debounce
GAP_MS = 60  # between two keys
CALM_MS = 400  # after which a picture has settled, and what it means was played
LONGEST_SLIDE = 8  # cells
SLIDE_MS = 40  # a cell; faster than a picture can settle
LOOK_MS = 20  # between two looks at the board
ANSWER_MS = 20_000  # after which the board is thought not to have understood

Seen = Callable[[], "list[Step]"]


class Family:
    """Players at one table.

    `look()` returns the steps that the mirror has made since the last call; `state()` is the
    state of the mirror. Keys are held for `key_ms`, and let go for as long.
    """

    def __init__(
        self,
        mat: Mat,
        hands: Hands,
        state: Callable[[], State],
        look: Seen,
        seed: int,
        key_ms: int = HOLD_MS,
    ) -> None:
        self.actions = 0
        self._key_ms = key_ms
        self.gestures = 0
        self._state = state
        self._look = look
        self._hands = hands
        self._mat = mat
        self._random = XorShift(seed * 2654435761 + 1)
        self.table = Tabletop(mat, hands, self._random.below)
        self._answered: set[int] = set()  # seats that have made their secret choice

    def take_over(self, occupied: Callable[[], Iterable[int]]) -> None:
        """Take over a table from people who may have been in the middle of something.

        Keys that are still held are let go, choices that were turned to and not confirmed are
        dropped; tokens that nobody can explain go into the box.
        """
        for seat in range(self._state().seats):
            for key in (LEFT, RIGHT, OK, UNDO):
                self._hands.key(seat, key, False)
        self._hands.advance(CALM_MS)
        for seat in range(self._state().seats):
            self._press(seat, UNDO)
        self._look()
        strange = self.table.assume(self._state().tokens(), occupied())
        for cell in sorted(strange):
            self.table.lift(cell)

    def set_up(self) -> None:
        """Put the tokens where the game wants them."""
        for trip in self.table.trips(self._state().tokens()):
            self.table.hop(trip, self._pause(80, 160))
            self._hands.advance(20)

    def play(self) -> None:
        """Play until the game is over.

        Raises:
            HardwareError: the board did not take what was done, or took something else.
        """
        while not self._state().is_terminal():
            self.play_one()

    def play_one(self) -> None:
        """Do what the game waits for next and wait for the board's line."""
        state = self._state()
        player = state.current_player()
        public = state.request(-1)
        if player == CHANCE and public.what == rq.DRAW:
            self._wait_for([])
        elif player == CHANCE:
            self._throw(state, public)
        elif len(state.may_answer()) > 1 or player in self._answered:
            self._choose_in_secret(state)
        else:
            actions = state.legal_actions()
            action = actions[self._random.below(len(actions))]
            if self._by_hand(state, action):
                self._move(state, action)
                self._tell_apart(player, action, twins(state, action))
            else:
                self._turn_and_confirm(player, actions.index(action), len(actions))
            self._wait_for([action])

    def _throw(self, state: State, public: rq.Request) -> None:
        """Throw all dice that are waited for and tell their faces, one by one, by keys."""
        state = state.clone()
        thrown = []
        for _ in public.dice:
            outcomes = state.chance_outcomes()
            action = self._random.pick(outcomes)
            faces = [one for one, _ in outcomes]
            self._turn_and_confirm(public.seat, faces.index(action), len(faces))
            state.apply(action)
            thrown.append(action)
        self._wait_for(thrown)

    # Keys ------------------------------------------------------------------------------------

    def _turn_and_confirm(self, seat: int, index: int, count: int) -> None:
        """Turn to one of several values by the shorter way, and confirm it."""
        key, times = turns(index, count)
        for _ in range(times):
            self._press(seat, key)
        self._press(seat, OK)
        self.gestures += 1

    def _press(self, seat: int, key: int) -> None:
        self._hands.press(seat, key, self._key_ms)
        self._hands.advance(self._key_ms)

    def _choose_in_secret(self, state: State) -> None:
        """Let every seat that may answer now choose, each at its own panel.

        The board holds early answers and plays them in the order of the seats.
        """
        for seat in state.may_answer():
            if seat not in self._answered:
                actions = state.legal_actions(seat)
                self._turn_and_confirm(seat, self._random.below(len(actions)), len(actions))
                self._answered.add(seat)
        for _ in range(self._wait_for([])):
            self._answered.discard(min(self._answered, default=-1))

    # Tokens ----------------------------------------------------------------------------------

    def _by_hand(self, state: State, action: int) -> bool:
        """Say whether an action moves tokens that stand on cells."""
        moved = state.footprint(action)
        return moved is not None and any(self._mat.cells(spot) for part in moved for spot in part)

    def _move(self, state: State, action: int) -> None:
        """Carry out an action by hand, in one of the ways in which people do it."""
        self.gestures += 1
        trips = self.table.trips(after(state, action))
        if len(trips) > 1 and self._random.below(2):
            self._with_both_hands(trips)
            return
        for trip in trips:
            self._hands.advance(self._pause(20, 60))
            way = self._way(trip)
            if way is not None and self._random.below(3) == 0:
                self.table.slide(trip, way, SLIDE_MS)
            else:
                self.table.hop(trip, self._pause(40, 300))

    def _tell_apart(self, seat: int, action: int, alike: list[int]) -> None:
        """Say by keys which of several actions was meant, where all look the same."""
        if len(alike) > 1:
            self._hands.advance(CALM_MS)
            self._turn_and_confirm(seat, alike.index(action), len(alike))

    def _with_both_hands(self, trips: list[Trip]) -> None:
        """Take all tokens up, then put them down where they belong."""
        for trip in trips:
            if trip.source is not None:
                self.table.lift(trip.source)
                self._hands.advance(self._pause(40, 250))
        for trip in reversed(trips):
            if trip.target is not None:
                self.table.put(trip.target, trip.spot, trip.token)
                self._hands.advance(self._pause(40, 250))

    def _way(self, trip: Trip) -> list[int] | None:
        if trip.source is None or trip.target is None:
            return None
        return self.table.free_way(trip.source, trip.target, LONGEST_SLIDE)

    def _pause(self, low_ms: int, high_ms: int) -> int:
        return low_ms + self._random.below(high_ms - low_ms)

    # The board's answer ----------------------------------------------------------------------

    def _wait_for(self, actions: list[int]) -> int:
        """Let time pass until the board has played; return how many actions.

        With actions, just these are expected, in one line or several.
        """
        waited = 0
        played: list[int] = []
        texts: list[str] = []
        while len(played) < max(len(actions), 1):
            if waited >= ANSWER_MS:
                raise HardwareError("simulate.no_answer", self._names(actions), waited // 1000)
            if waited:
                self._hands.advance(LOOK_MS)
            waited += LOOK_MS
            for step in self._look():
                played += step.actions
                texts += step.texts
        self.actions += len(played)
        if actions and played[: len(actions)] != actions:
            raise HardwareError("simulate.other_action", self._names(actions), " ".join(texts))
        return len(played)

    def _names(self, actions: list[int]) -> str:
        return " ".join(self._state().action_text(action) for action in actions) or "-"


def turns(index: int, count: int) -> tuple[int, int]:
    """Return the key and how often to press it to turn from nothing to one of several values."""
    right, left = index + 1, count - index
    return (RIGHT, right) if right <= left else (LEFT, left)


def twins(state: State, action: int) -> list[int]:
    """Return the legal actions that leave the same picture as one of them, ascending."""

    def picture(one: int) -> object:
        moved = state.footprint(one)
        return moved and (sorted(moved[0]), sorted(moved[1]))

    mine = picture(action)
    return [one for one in state.legal_actions() if picture(one) == mine]


def after(state: State, action: int) -> list[Pair]:
    """Return the tokens as they stand after an action."""
    then = state.clone()
    then.apply(action)
    return then.tokens()
