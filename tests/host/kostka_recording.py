"""Records journals of randomly played games for tests: a session in a few lines."""

import random

from kostka import games
from kostka.line import Raw, dumps, seal
from kostka.rules import chain
from kostka.rules import events as ev
from kostka.rules.action import CHANCE


class Recorder:
    """Plays a game by a seed and keeps the bodies of its journal."""

    def __init__(self, name="ludo", seats=4, seed=1, game_id="00c0ffee00c0ffee", **options):
        self.game = games.load(name)
        self.random = random.Random(seed)
        full = self.game.complete(seats, options)
        self.state = self.game.new_state(seats, full)
        header = dumps(
            [
                ("j", 1),
                ("game", name),
                ("v", self.game.version),
                ("seats", seats),
                ("opt", Raw(dumps(self.game.option_pairs(full)))),
                ("data", f"{self.game.data_digest():08x}"),
                ("id", game_id),
                ("fw", "0.1.0"),
            ]
        )
        self.bodies = [header]
        self.states = [self.state.clone()]
        self.chain = chain.start(header)

    @property
    def next(self):
        return len(self.bodies)

    def pick(self):
        if self.state.current_player() == CHANCE:
            actions, weights = zip(*self.state.chance_outcomes(), strict=True)
            return self.random.choices(actions, weights)[0]
        return self.random.choice(self.state.legal_actions())

    def play(self, *actions, source="k"):
        events = []
        for action in actions or (self.pick(),):
            self.state.apply(action, events)
            played = [*actions] or [action]
        self.chain = chain.play(self.chain, played, events)
        pairs = [("n", self.next), ("a", played), ("s", source), ("c", f"{self.chain:08x}")]
        if any(event[0] in (ev.TURN, ev.OVER) for event in events):
            pairs.append(("d", f"{self.state.digest():08x}"))
        return self._add(pairs)

    def undo(self, line):
        self.chain = chain.undo(self.chain, line)
        self.state = self.states[line].clone()
        digest = f"{self.state.digest():08x}"
        return self._add(
            [("n", self.next), ("u", line), ("c", f"{self.chain:08x}"), ("d", digest)]
        )

    def close(self):
        outcome = self.state.outcome()
        return self._add(
            [
                ("n", self.next),
                ("end", outcome.why),
                ("rule", outcome.rule),
                ("win", list(outcome.winners)),
                ("r", self.state.returns()),
                ("d", f"{self.state.digest():08x}"),
                ("c", f"{self.chain:08x}"),
            ]
        )

    def _add(self, pairs):
        self.bodies.append(dumps(pairs))
        self.states.append(self.state.clone())
        return self.bodies[-1]

    def finish(self):
        while not self.state.is_terminal():
            self.play()
        self.close()
        return self

    def text(self):
        return "".join(seal(body) + "\n" for body in self.bodies)
