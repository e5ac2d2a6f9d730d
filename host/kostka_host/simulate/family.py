"""A family made of code plays a whole game through sensors and keys, as people would.

Nothing here touches the rules of the board: tokens are lifted and put, keys are pressed, and the
board's own lines say what it made of that. What the board's cells cannot see is chosen by keys,
and over the link where it has none. All choices come from one seeded generator, so equal seeds
give equal games.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable

from kostka.errors import HardwareError
from kostka.rules import request as rq
from kostka.rules.action import CHANCE
from kostka.rules.rng import XorShift
from kostka.rules.state import State
from kostka.scene.panels import place

from kostka_host.follow import Step
from kostka_host.layout import FULL, Layout, profile
from kostka_host.simulate.tabletop import Hands, Mat, Pair, Tabletop, Trip

LEFT, RIGHT, OK, UNDO = 0, 1, 2, 3  # keys of a seat panel
HOLD_MS = 60  # a key is held for longer than the debounce
GAP_MS = 60  # between two keys
CALM_MS = 400  # after which a picture has settled, and what it means was played
LONGEST_SLIDE = 8  # cells
SLIDE_MS = 40  # a cell; faster than a picture can settle
LOOK_MS = 20  # between two looks at the board
ANSWER_MS = 20_000  # after which the board is thought not to have understood
ANSWER_S = 5.0  # of real time that goes by before that, since a busy machine is slow to tell
LOOK_S = 0.01

Seen = Callable[[], "list[Step]"]
Ask = Callable[..., None]  # ask(kind, **fields): a question over the link


class Family:
    """Players at one table.

    `mat` is what the board has of the game's mat. `look()` returns the steps that the mirror has
    made since the last call; `state()` is the state of the mirror. Keys are held for `key_ms`,
    and let go for as long. `layout` says which cells and panels the board has (None: a full
    one); a seat that no panel serves answers by `ask`, over the link.
    """

    def __init__(
        self,
        mat: Mat,
        hands: Hands,
        state: Callable[[], State],
        look: Seen,
        seed: int,
        key_ms: int = HOLD_MS,
        layout: Layout | None = None,
        ask: Ask | None = None,
    ) -> None:
        self.actions = 0
        self._layout = layout or profile(FULL)
        self._ask = ask
        self._key_ms = key_ms
        self.gestures = 0
        self._state = state
        self._look = look
        self._hands = hands
        self._mat = mat
        self._random = XorShift(seed * 2654435761 + 1)
        self.table = Tabletop(
            mat, hands, self._random.below, {cell.index for cell in self._layout.cells}
        )
        self._answered: set[int] = set()  # seats that have made their secret choice

    def _panel(self, seat: int) -> int:
        """Return the panel of a seat, -1 where there is none."""
        return self._layout.panel_of(place(seat, self._mat.around(self._state().seats)))

    def take_over(self, occupied: Callable[[], Iterable[int]]) -> None:
        """Take over a table from people who may have been in the middle of something.

        Keys that are still held are let go, choices that were turned to and not confirmed are
        dropped; tokens that nobody can explain go into the box.
        """
        panels = {self._panel(seat) for seat in range(self._state().seats)} - {-1}
        for panel in sorted(panels):
            for key in (LEFT, RIGHT, OK, UNDO):
                self._hands.key(panel, key, False)
        self._hands.advance(CALM_MS)
        for panel in sorted(panels):
            self._press(panel, UNDO)
        self._look()
        strange = self.table.assume(self._state().tokens(), occupied())
        for cell in sorted(strange):
            self.table.lift(cell)

    def set_up(self) -> None:
        """Put the tokens where the game wants them, and leave them alone until they were seen.

        Before a new game has seen them stand right, it takes no move.
        """
        trips = self.table.trips(self._state().tokens())
        for trip in trips:
            self.table.hop(trip, self._pause(80, 160))
            self._hands.advance(20)
        if trips:
            self._hands.advance(CALM_MS)

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
            self.set_up()
        elif player == CHANCE:
            self._throw(state, public)
        elif len(state.may_answer()) > 1 or player in self._answered:
            self._choose_in_secret(state)
        else:
            actions = state.legal_actions()
            action = actions[self._random.below(len(actions))]
            by_hand = state.request(player).sources & rq.CELLS
            shows = bool(by_hand and changes(self._mat, state, action))
            if shows:
                self._move(state, action)
                self._tell_apart(player, action, twins(self._mat, state, action))
            else:
                self._choose(player, action, actions)
            self._wait_for([action])
            if not shows:  # the tokens go after what was not played by hand
                self.set_up()

    def _throw(self, state: State, public: rq.Request) -> None:
        """Throw all dice that are waited for and tell their faces, one by one, by keys.

        Over the link they are told at once, or the board throws them.
        """
        by_link = self._panel(public.seat) < 0
        if by_link and public.sources & rq.BOARD and self._random.below(2):
            self._say("roll")
            self._wait_for([])
            return
        state = state.clone()
        thrown = []
        for _ in public.dice:
            outcomes = state.chance_outcomes()
            action = self._random.pick(outcomes)
            if not by_link:
                faces = [one for one, _ in outcomes]
                self._turn_and_confirm(public.seat, faces.index(action), len(faces))
            state.apply(action)
            thrown.append(action)
        if by_link:
            self._say("do", a=thrown, s="p")
        self._wait_for(thrown)

    # Keys, or the link where there are none --------------------------------------------------

    def _choose(self, seat: int, action: int, actions: list[int], at_once: bool = False) -> None:
        """Choose one of several actions; `at_once` with other seats that have to choose."""
        if self._panel(seat) < 0:
            self._say("do", a=[action], s="p", **({"seat": seat} if at_once else {}))
        else:
            self._turn_and_confirm(seat, actions.index(action), len(actions))

    def _say(self, kind: str, **fields: object) -> None:
        if self._ask is None:
            raise HardwareError("simulate.no_link")
        self._ask(kind, **fields)
        self.gestures += 1

    def _turn_and_confirm(self, seat: int, index: int, count: int) -> None:
        """Turn to one of several values by the shorter way, and confirm it."""
        panel = self._panel(seat)
        key, times = turns(index, count)
        for _ in range(times):
            self._press(panel, key)
        self._press(panel, OK)
        self.gestures += 1

    def _press(self, panel: int, key: int) -> None:
        self._hands.press(panel, key, self._key_ms)
        self._hands.advance(self._key_ms)

    def _choose_in_secret(self, state: State) -> None:
        """Let every seat that may answer now choose, each at its own panel.

        The board holds early answers and plays them in the order of the seats.
        """
        for seat in state.may_answer():
            if seat not in self._answered:
                actions = state.legal_actions(seat)
                action = actions[self._random.below(len(actions))]
                self._choose(seat, action, actions, at_once=True)
                self._answered.add(seat)
        for _ in range(self._wait_for([])):
            self._answered.discard(min(self._answered, default=-1))

    # Tokens ----------------------------------------------------------------------------------

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
            self._choose(seat, action, alike)

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
        began = time.monotonic()
        played: list[int] = []
        texts: list[str] = []
        while len(played) < max(len(actions), 1):
            if waited >= ANSWER_MS:
                if time.monotonic() - began >= ANSWER_S:
                    seconds = ANSWER_MS // 1000
                    raise HardwareError("simulate.no_answer", self._names(actions), seconds)
                time.sleep(LOOK_S)
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


def changes(mat: Mat, state: State, action: int) -> dict[int, int]:
    """Return how many tokens more (less) stand on each spot after an action, as cells see it."""
    losing, gaining = state.footprint(action) or ((), ())
    count = Counter(gaining)
    count.subtract(losing)
    return {spot: more for spot, more in count.items() if more and mat.cells(spot)}


def twins(mat: Mat, state: State, action: int) -> list[int]:
    """Return the legal actions that leave the same picture as one of them, ascending."""
    mine = changes(mat, state, action)
    return [one for one in state.legal_actions() if changes(mat, state, one) == mine]


def after(state: State, action: int) -> list[Pair]:
    """Return the tokens as they stand after an action."""
    then = state.clone()
    then.apply(action)
    return then.tokens()
