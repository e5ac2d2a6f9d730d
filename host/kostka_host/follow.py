"""Follows a game by the bodies of its journal, and tells what each line did."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from kostka.errors import JournalError
from kostka.play import path, replay
from kostka.play.replay import Replay
from kostka.rules import request as rq
from kostka.rules.action import PUBLIC
from kostka.rules.game import Game
from kostka.rules.state import State

HEADER, PLAY, UNDO, END = "header", "play", "undo", "end"
KINDS = {
    replay.HEADER: HEADER,
    replay.PLAY: PLAY,
    replay.UNDO: UNDO,
    replay.END: END,
}


@dataclass(frozen=True)
class Past:
    """A line that leads to the state: its public and secret events, or where an undo led to."""

    number: int
    events: list[tuple[int, ...]]
    back_to: int = -1  # of an undo


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
    """A game that is rebuilt line by line, as kostka.play.replay checks it.

    All errors are JournalErrors whose first argument is the line's number; the game then stays
    at the line before. `end` is the closing line where that is the last one; `actions` counts
    all actions in the lines so far.
    """

    def __init__(self) -> None:
        self.actions = 0
        self.end: dict[str, Any] = {}
        self._replay = Replay()
        self._snapshots: list[bytes] = []  # the state after each line
        self._events: list[list[tuple[int, ...]]] = []  # of each line

    @property
    def header(self) -> dict[str, Any]:
        """Return the header line, empty before it has come."""
        return self._replay.header

    @property
    def game(self) -> Game | None:
        """Return the game that is played, or None before the header."""
        return self._replay.game if self._replay.lines else None

    @property
    def state(self) -> State:
        """Return the state after the last line.

        Raises:
            JournalError: there is no header yet.
        """
        return self._replay.state

    @property
    def chain(self) -> int:
        """Return the chain after the last line."""
        return self._replay.chain

    @property
    def next(self) -> int:
        """Return the number of the line that has to come next."""
        return self._replay.lines

    @property
    def game_id(self) -> str:
        """Return the id of the game, or "" before its header."""
        return str(self.header.get("id", ""))

    def path(self) -> list[tuple[int, int]]:
        """Return the ranges of the lines that lead to the state, without those undone."""
        return path.segments(self._replay.undos, self.next - 1)

    def back(self) -> Iterator[Past]:
        """Yield the lines that lead to the state, newest first; where some were undone, the undo.

        What the undo took back is left out.
        """
        undone = dict(self._replay.undos)
        last = self.next - 1
        if last in undone:
            yield Past(last, [], undone[last])
        for first, end in reversed(self.path()):
            for number in range(end, first - 1, -1):
                yield Past(number, self._events[number])
            if first - 1 in undone:
                yield Past(first - 1, [], undone[first - 1])

    def last_gesture(self, bots: Collection[int] = ()) -> int:
        """Return the line to go back to so that the last gesture of a hand is undone, else -1.

        Draws and what `bots` decided are passed over: the board would repeat them at once.
        """
        if self.end and not self.state.is_terminal():
            return -1  # it was ended without a result
        ranges = self.path()
        state = self.state.clone()
        for line in range(path.last_of(ranges) - 1, -1, -1):
            if line == 0 or path.contains(ranges, line):
                state.decode(self._snapshots[line])
                if state.is_terminal():
                    continue  # the closing line stands between
                request = state.request(PUBLIC)
                if request.what != rq.DRAW and request.seat not in bots:
                    return line
        return -1

    def take(self, body: str) -> Step:
        """Check and play the next line."""
        number = self.next
        line = parse(body, number)
        texts: list[str] = []
        if number and isinstance(line.get("a"), list):
            texts = _texts(self.state, line["a"])
        kind = KINDS[self._replay.take(line, body)]
        self._snapshots.append(self.state.encode())
        step = Step(number, kind, self.state, texts=texts, checked="d" in line)
        if kind == PLAY:
            step.actions = line["a"]
            self.actions += len(step.actions)
            step.source = line["s"]
            step.events = self._replay.events
        elif kind == UNDO:
            step.back_to = line["u"]
            self.end = {}
        elif kind == END:
            self.end = line
        self._events.append(step.events)
        return step


def _texts(state: State, actions: list[Any]) -> list[str]:
    """Return actions in notation; what is none shows as it is, and is refused in a moment."""
    texts = []
    for action in actions:
        try:
            texts.append(state.action_text(action))
        except (ValueError, IndexError, KeyError, TypeError):
            texts.append(str(action))
    return texts


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
