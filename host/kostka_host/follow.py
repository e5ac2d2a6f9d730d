"""Rebuilds a game from the bodies of its journal and checks every one of them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from kostka import games
from kostka.errors import IllegalAction, JournalError, OptionError
from kostka.line import dumps
from kostka.play import path
from kostka.rules import chain
from kostka.rules import request as rq
from kostka.rules.game import Game
from kostka.rules.state import State
from kostka.version import JOURNAL

HEADER, PLAY, UNDO, END = "header", "play", "undo", "end"


@dataclass
class Step:
    """What one journal line did.

    `state` is the state after the line; it belongs to the follower.
    """

    number: int
    kind: str
    state: State
    actions: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)  # the actions in notation
    events: list[tuple[int, ...]] = field(default_factory=list)
    source: str = ""
    back_to: int = -1  # of an undo
    checked: bool = False  # the line held a digest, and it was right


class Follower:
    """A game that is rebuilt line by line.

    Every line is checked before it counts: number, legality, chain, and the digest where the
    line holds one. All errors are JournalErrors whose first argument is the line's number; the
    game then stays at the line before.
    """

    def __init__(self) -> None:
        self.header: dict[str, Any] = {}
        self.game: Game | None = None
        self.chain = 0
        self.next = 0  # number of the line that has to come next
        self.end: dict[str, Any] = {}  # the closing line, once it has come
        self._state: State | None = None
        self._snapshots: list[bytes] = []  # the state after each line
        self.undos: list[tuple[int, int]] = []  # line, line it went back to

    @property
    def state(self) -> State:
        """Return the state after the last line.

        Raises:
            JournalError: there is no header yet.
        """
        if self._state is None:
            raise JournalError("journal.header", 0)
        return self._state

    @property
    def game_id(self) -> str:
        """Return the id of the game, or "" before its header."""
        return str(self.header.get("id", ""))

    def path(self) -> list[tuple[int, int]]:
        """Return the ranges of the lines that lead to the state, without those undone."""
        return path.segments(self.undos, self.next - 1)

    def last_gesture(self) -> int:
        """Return the line to go back to so that the last gesture of a hand is undone, else -1.

        Draws are passed over: the board would repeat them at once.
        """
        ranges = self.path()
        state = self.state.clone()
        for line in range(path.last_of(ranges) - 1, -1, -1):
            if line == 0 or path.contains(ranges, line):
                state.decode(self._snapshots[line])
                if state.request(-1).what != rq.DRAW:
                    return line
        return -1

    def take(self, body: str) -> Step:
        """Check and play the next line."""
        line = parse(body, self.next)
        if self._state is None or self.game is None:
            step = self._begin(line, body)
        else:
            if line.get("n") != self.next:
                raise JournalError("journal.number", self.next, line.get("n", -1))
            if self.end:
                raise JournalError("journal.after_end", self.next)
            step = self._go_on(line)
        self._snapshots.append(step.state.encode())
        self.next += 1
        return step

    def _begin(self, line: dict[str, Any], body: str) -> Step:
        check_header(line)
        try:
            self.game = game = games.load(line["game"])
            check_version(game, line)
            state = game.new_state(line["seats"], line["opt"])
        except OptionError as problem:
            self.game = None
            raise JournalError("journal.options", 0, [problem.text, *problem.params]) from problem
        except JournalError:
            self.game = None
            raise
        self.header = line
        self._state = state
        self.chain = chain.start(body)
        return Step(0, HEADER, state)

    def _go_on(self, line: dict[str, Any]) -> Step:
        if "end" in line:
            return self._close(line)
        if "u" in line:
            step, value = self._undo(line)
        else:
            step, value = self._play(line)
        if f"{value:08x}" != line.get("c"):
            raise JournalError("journal.chain", self.next)
        if "d" in line:
            self._check_digest(line, step.state)
            step.checked = True
        self.chain = value
        self._state = step.state
        return step

    def _play(self, line: dict[str, Any]) -> tuple[Step, int]:
        actions = line.get("a")
        if not isinstance(actions, list) or not all(isinstance(a, int) for a in actions):
            raise JournalError("journal.damaged", self.next)
        step = Step(self.next, PLAY, self.state.clone(), actions, source=str(line.get("s", "")))
        for action in actions:
            try:
                step.texts.append(step.state.action_text(action))
                step.state.apply(action, step.events)
            except (IllegalAction, ValueError, IndexError, KeyError) as problem:
                raise JournalError("journal.illegal", self.next, _reason(problem)) from problem
        return step, chain.play(self.chain, actions, step.events)

    def _undo(self, line: dict[str, Any]) -> tuple[Step, int]:
        back_to = line["u"]
        if not isinstance(back_to, int) or not 0 <= back_to < self.next:
            raise JournalError("journal.damaged", self.next)
        state = self.state.clone()
        state.decode(self._snapshots[back_to])
        step = Step(self.next, UNDO, state, back_to=back_to)
        self.undos.append((self.next, back_to))
        return step, chain.undo(self.chain, back_to)

    def _close(self, line: dict[str, Any]) -> Step:
        state = self.state
        outcome = state.outcome()
        if outcome is None or line.get("c") != f"{self.chain:08x}":
            raise JournalError("journal.chain", self.next)
        self._check_digest(line, state)
        said = (line["end"], line.get("rule"), line.get("win"), line.get("r"))
        if said != (outcome.why, outcome.rule, list(outcome.winners), state.returns()):
            raise JournalError("journal.end", self.next)
        self.end = line
        return Step(self.next, END, state, checked=True)

    def _check_digest(self, line: dict[str, Any], state: State) -> None:
        if line.get("d") != f"{state.digest():08x}":
            raise JournalError("journal.digest", self.next)


def _reason(problem: Exception) -> object:
    if isinstance(problem, IllegalAction):
        return [problem.text, *problem.params]
    return str(problem)


def parse(body: str, number: int) -> dict[str, Any]:
    """Return the object of a body.

    Raises:
        JournalError: it is none.
    """
    try:
        line = json.loads(body)
    except ValueError:
        line = None
    if not isinstance(line, dict):
        raise JournalError("journal.damaged", number)
    return line


def check_header(line: dict[str, Any]) -> None:
    """Raise JournalError unless an object is a header of this schema."""
    kinds = {"game": str, "v": int, "seats": int, "opt": dict, "data": str, "id": str}
    if not all(isinstance(line.get(name), kind) for name, kind in kinds.items()):
        raise JournalError("journal.header", 0)
    if line.get("j") != JOURNAL:
        raise JournalError("journal.schema", 0, line.get("j", 0), JOURNAL)


def check_version(game: Game, line: dict[str, Any]) -> None:
    """Raise JournalError where a header's game is not exactly the one of this program."""
    if line["v"] != game.version:
        raise JournalError("journal.version", 0, game.name, line["v"], game.version)
    if line["data"] != f"{game.data_digest():08x}":
        raise JournalError("journal.data", 0, game.name)
    if dumps(game.option_pairs(game.complete(line["seats"], line["opt"]))) != json.dumps(
        line["opt"], separators=(",", ":")
    ):
        raise JournalError("journal.header", 0)
