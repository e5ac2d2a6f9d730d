"""Cases, sampled positions and whole games for the conformance properties."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import kostka_engine as engine
from kostka.rules.game import Game
from kostka.rules.rng import XorShift
from kostka.rules.state import State
from kostka.text import Catalog

KEPT = (1, 4)  # which positions of each kind a sample keeps, in order of appearance
WORDS = (
    Catalog(keep=True),
    Catalog(keep=True, folder=str(Path(__file__).resolve().parents[1] / "probe")),
)


class Broken(AssertionError):
    """A state does not have a property that every state must have."""


@dataclass(frozen=True)
class Case:
    """One game with one seat count and one set of options, played from one seed."""

    game: Game
    seats: int
    variant: str
    options: tuple[tuple[str, object], ...]
    seed: int

    def __str__(self) -> str:
        settings = " ".join(f"{name}={value}" for name, value in self.options)
        words = (self.game.name, f"seats={self.seats}", settings, f"seed={self.seed}")
        return " ".join(word for word in words if word)

    def new_state(self) -> State:
        """Return the state before the first action."""
        return self.game.new_state(self.seats, dict(self.options))


class Position:
    """A state in the middle of a random game, with its history for the report."""

    def __init__(self, case: Case, state: State, path: list[str]) -> None:
        self.case = case
        self.state = state
        self.path = path

    def __str__(self) -> str:
        shown = " ".join(self.path[-8:])
        return f"{self.case}, after {len(self.path)} actions: … {shown}"

    def require(self, good: object, what: str) -> None:
        """Raise Broken unless `good`."""
        if not good:
            raise Broken(f"{what}\n  in {self}")

    def rng(self) -> XorShift:
        """Return a generator that is the same each time for this position."""
        return XorShift(engine.game_seed(self.case.seed, len(self.path)))

    def children(self) -> Iterator[tuple[int, State, list[tuple[int, ...]]]]:
        """Yield (action, state after it, events) for all that may happen next."""
        for action in list(engine.moves(self.state)):
            child = self.state.clone()
            events: list[tuple[int, ...]] = []
            child.apply(action, events)
            yield action, child, events


@dataclass
class Step:
    """One action of a whole game; `state` is the state after it.

    The game goes on with the state that stands here when the next step is asked for.
    """

    case: Case
    number: int
    text: str
    events: list[tuple[int, ...]]
    state: State

    def require(self, good: object, what: str) -> None:
        """Raise Broken unless `good`."""
        if not good:
            raise Broken(f"{what}\n  in {self.case}, at action {self.number} ({self.text})")


def cases(game: Game, seats: int) -> list[Case]:
    """Return the cases of a game for one seat count: every value of every option, mixes."""
    found = []
    for n, (name, options) in enumerate(engine.variants(game, seats)):
        fixed = tuple((key, _frozen(value)) for key, value in options.items())
        found.append(Case(game, seats, name, fixed, 100 * seats + n))
    return found


def _frozen(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def walk(case: Case) -> Iterator[Step]:
    """Play a whole random game; the first step is the start, before any action.

    Raises:
        Broken: the game does not end within its length bound.
    """
    rng = XorShift(case.seed)
    number = 0
    step = Step(case, 0, "start", [], case.new_state())
    yield step
    while not step.state.is_terminal():
        state = step.state
        number += 1
        if number > case.game.length_bound:
            raise Broken(f"no end after {number - 1} actions\n  in {case}")
        action = engine.pick(state, rng)
        text = state.action_text(action)
        events: list[tuple[int, ...]] = []
        state.apply(action, events)
        step = Step(case, number, text, events, state)
        yield step


def positions(game: Game, seats: int) -> list[Position]:
    """Return positions of random games, a few of each kind, for one seat count."""
    return list(_positions(game, seats))


@lru_cache(maxsize=8)
def _positions(game: Game, seats: int) -> tuple[Position, ...]:
    return tuple(position for case in cases(game, seats) for position in sample(case))


def sample(case: Case) -> list[Position]:
    """Return positions of one random game, a few of each kind."""
    found = []
    seen: dict[tuple[object, ...], int] = {}
    path: list[str] = []
    for step in walk(case):
        if step.number:
            path.append(step.text)
        kind = _kind(step.state)
        seen[kind] = seen.get(kind, 0) + 1
        # the first and then ever rarer ones, so that late positions are among them
        if seen[kind] in KEPT or step.state.is_terminal():
            # the original is kept and the game goes on with a clone: a fault of clone() shows
            found.append(Position(case, step.state, list(path)))
            step.state = step.state.clone()
    return found


def _kind(state: State) -> tuple[object, ...]:
    top = state.agenda[-1] if state.agenda else 0
    last = state.request(-1)
    return state.current_player(), last.what, last.text, top, len(state.may_answer())


def words_of(text: str) -> str | None:
    """Return the English words of a message id, or None where no catalog has them."""
    for catalog in WORDS:
        if catalog.has(text):
            return catalog._find("en", text)
    return None


Property = Callable[..., None]
EACH_GAME = "game"
EACH_CASE = "case"
EACH_STATE = "state"
ALL_STATES = "states"
PROPERTIES: dict[str, tuple[str, Property]] = {}


def every(level: str) -> Callable[[Property], Property]:
    """Add a function to the properties; it is called for each `level`."""

    def add(function: Property) -> Property:
        PROPERTIES[function.__name__] = (level, function)
        return function

    return add


def verify(name: str, game: Game, seats: int) -> None:
    """Check one property of a game for one seat count.

    Raises:
        Broken: it does not hold.
    """
    level, function = PROPERTIES[name]
    if level == EACH_GAME:
        function(game)
    elif level == EACH_CASE:
        for case in cases(game, seats):
            function(case)
    elif level == EACH_STATE:
        for position in positions(game, seats):
            function(position)
    else:
        function(positions(game, seats))
