"""Makes and replays journals of random games, the same on CPython and MicroPython.

Run as a script on either Python it replays files and says a line for each:

    kostka_golden.py FILE ...

A journal is a header line and lines of gestures; each line is JSON and its check.
"""

import json
import sys

import kostka_engine as engine
from kostka import games
from kostka.errors import IllegalAction
from kostka.line import dumps, seal, unseal
from kostka.rules import chain
from kostka.rules import events as ev
from kostka.rules import request as rq
from kostka.rules.rng import XorShift
from kostka.version import JOURNAL, VERSION

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.rules.game import Game
    from kostka.rules.state import State

UNDO_ONE_IN = 12  # decisions that are taken back
KEEP = 8  # lines that a replay can go back; golden journals go back one gesture


class Broken(Exception):
    """A journal does not follow from its own beginning."""


def hex8(value: int) -> str:
    """Return 32 bits as 8 hex digits."""
    return "%08x" % value


def wanted(game: "Game") -> list[tuple[str, int, dict[str, object], int]]:
    """Return (file name, seats, options, most lines) of the journals a game should have.

    The defaults to the end for every seat count; each other case once, cut at 150 lines, the
    seat counts in turn.
    """
    low, high = game.seats
    found = []
    every = {}
    for seats in range(low, high + 1):
        for name, options in engine.variants(game, seats):
            if name == "default":
                found.append(("default-%d.journal" % seats, seats, options, 100000))
            else:
                every.setdefault(name, []).append((seats, options))
    for turn, name in enumerate(sorted(every)):
        fitting = every[name]
        seats, options = fitting[turn % len(fitting)]
        found.append(("%s-%d.journal" % (name, seats), seats, options, 150))
    return found


# Make ----------------------------------------------------------------------------------------


def make(name: str, seats: int, options: dict[str, object], seed: int, most: int) -> list[str]:
    """Return the sealed lines of a random game with some decisions undone.

    `most` is the highest number of lines; a game cut short has no closing line.
    """
    game = games.load(name)
    state = game.new_state(seats, options)
    header = dumps(
        [
            ("j", JOURNAL),
            ("game", name),
            ("v", game.version),
            ("seats", seats),
            ("opt", game.option_pairs(state.options)),
            ("data", hex8(game.data_digest())),
            ("id", "%08x%08x" % (seed, engine.game_seed(seed, seats))),
            ("fw", VERSION),
        ]
    )
    lines = [header]
    crc = chain.start(header)
    rng = XorShift(seed)
    while not state.is_terminal() and len(lines) < most:
        before = state.clone()
        request = state.request()
        actions, told = gesture(state, rng)
        crc = chain.play(crc, actions, told)
        source = source_of(request, rng)
        pairs = [("n", len(lines)), ("a", actions), ("s", source), ("c", hex8(crc))]
        if marks_turn(told):
            pairs.append(("d", hex8(state.digest())))
        lines.append(dumps(pairs))
        decided = request.what in (rq.MOVE, rq.CHOOSE) and len(lines) < most
        if decided and not state.is_terminal() and rng.below(UNDO_ONE_IN) == 0:
            state = before
            crc = chain.undo(crc, len(lines) - 2)
            pairs = [("n", len(lines)), ("u", len(lines) - 2), ("c", hex8(crc))]
            lines.append(dumps(pairs + [("d", hex8(state.digest()))]))
    if state.is_terminal():
        lines.append(dumps(closing(state, len(lines), crc)))
    return [seal(line) for line in lines]


def gesture(state: "State", rng: XorShift) -> tuple[list[int], list[tuple[int, ...]]]:
    """Play what one hand does at once: all dice of a throw, or one action."""
    actions = []
    told = []
    for _ in range(max(len(state.request().dice), 1)):
        action = engine.pick(state, rng)
        state.apply(action, told)
        actions.append(action)
    return actions, told


def source_of(request: rq.Request, rng: XorShift) -> str:
    """Return the letter of a source that may answer."""
    letters = [("c", rq.CELLS), ("u", rq.CUP), ("k", rq.KEYS), ("t", rq.TAG), ("p", rq.PAGE)]
    fitting = [letter for letter, bit in letters if request.sources & bit] or ["b"]
    return fitting[rng.below(len(fitting))]


def marks_turn(told: list[tuple[int, ...]]) -> bool:
    """Say whether a line carries the digest: a turn begins in it, or the game ends."""
    return any([event[0] in (ev.TURN, ev.OVER) for event in told])


def closing(state: "State", number: int, crc: int) -> list[tuple[str, object]]:
    """Return the line that follows the last one of a finished game."""
    outcome = state.outcome()
    return [
        ("n", number),
        ("end", outcome.why),
        ("rule", outcome.rule),
        ("win", list(outcome.winners)),
        ("r", state.returns()),
        ("d", hex8(state.digest())),
        ("c", hex8(crc)),
    ]


# Replay --------------------------------------------------------------------------------------


class Replay:
    """Follows a journal line by line and compares each value in it."""

    def __init__(self, header: str) -> None:
        self.lines = 1
        self.actions = 0
        self.closed = False
        body = _open(header, 0)
        head = json.loads(body)
        game = games.load(head["game"])
        _same(0, "schema", head["j"], JOURNAL)
        _same(0, "version of the rules", head["v"], game.version)
        _same(0, "data digest", head["data"], hex8(game.data_digest()))
        options = game.complete(head["seats"], head["opt"])
        # the chain begins with the header as it stands, so its text must be the only one possible
        again = [("j", JOURNAL), ("game", game.name), ("v", game.version)]
        again.extend([("seats", head["seats"]), ("opt", game.option_pairs(options))])
        again.extend([(name, head[name]) for name in ("data", "id", "fw")])
        _same(0, "header", body, dumps(again))
        self.state = game.new_state(head["seats"], options)
        self.chain = chain.start(body)
        self._after = [self.state.encode()]  # states after the last lines

    def feed(self, sealed: str) -> None:
        """Take the next line.

        Raises:
            Broken: the line does not follow from the lines before.
        """
        number = self.lines
        body = _open(sealed, number)
        line = json.loads(body)
        if self.closed:
            raise Broken("line %d: after the closing line" % number)
        _same(number, "line number", line["n"], number)
        if "end" in line:
            pairs = closing(self.state, number, self.chain)
            self.closed = True
        elif "u" in line:
            pairs = self._undo(number, line["u"])
        else:
            pairs = self._play(number, line)
        _same(number, "line", body, dumps(pairs))
        self._after.append(self.state.encode())
        if len(self._after) > KEEP:
            self._after.pop(0)
        self.lines += 1

    def _undo(self, number: int, back: int) -> list[tuple[str, object]]:
        at = back - number + len(self._after)
        if not 0 <= at < len(self._after) - 1:
            raise Broken("line %d: cannot go back to line %d" % (number, back))
        self.state.decode(self._after[at])
        self.chain = chain.undo(self.chain, back)
        pairs = [("n", number), ("u", back), ("c", hex8(self.chain))]
        return pairs + [("d", hex8(self.state.digest()))]

    def _play(self, number: int, line: dict[str, object]) -> list[tuple[str, object]]:
        actions = line["a"]
        _same(number, "number of dice", len(actions), max(len(self.state.request().dice), 1))
        told = []
        try:
            for action in actions:
                self.state.apply(action, told)
        except IllegalAction as problem:
            raise Broken("line %d: %s" % (number, problem))
        self.actions += len(actions)
        self.chain = chain.play(self.chain, actions, told)
        pairs = [("n", number), ("a", actions), ("s", line["s"]), ("c", hex8(self.chain))]
        if marks_turn(told):
            pairs.append(("d", hex8(self.state.digest())))
        return pairs


def _open(sealed: str, number: int) -> str:
    body = unseal(sealed)
    if body is None:
        raise Broken("line %d: the check fails" % number)
    return body


def _same(number: int, what: str, found: object, right: object) -> None:
    if found != right:
        raise Broken("line %d: %s is %s, not %s" % (number, what, found, right))


def replay(lines: object) -> Replay:
    """Follow a whole journal, from a list of lines or from a file, which is not held in memory.

    Raises:
        Broken: with the number of the first line that does not fit.
    """
    one = None
    for line in lines:
        if one is None:
            one = Replay(line.rstrip("\n"))
        else:
            one.feed(line.rstrip("\n"))
    if one is None:
        raise Broken("line 0: there is none")
    return one


def main(paths: list[str]) -> int:
    """Replay files, say a line for each; return how many fail."""
    engine.register()
    failed = 0
    for path in paths:
        short = path.split("/")[-2] + "/" + path.split("/")[-1]
        try:
            with open(path) as file:
                one = replay(file)
        except Broken as problem:
            failed += 1
            print("%s FAILED %s" % (short, problem))
            continue
        numbers = (one.lines, one.actions, hex8(one.chain), hex8(one.state.digest()))
        print(short + " %d lines %d actions chain %s digest %s" % numbers)
    return failed


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)
