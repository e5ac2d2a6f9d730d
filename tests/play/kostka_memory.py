"""A journal in memory, as a session expects it."""

import json

from kostka.line import dumps


class MemoryJournal:
    """Keeps bodies; `fail` makes the next append fail as a full flash does."""

    def __init__(self, bodies=()):
        self.bodies = list(bodies)
        self.fail = False
        self.reads = 0
        self.snaps = {}

    def begin(self, game_id, pairs):
        self.bodies = [dumps(pairs)]
        self.snaps = {}
        return self.bodies[0]

    def append(self, pairs):
        if self.fail:
            raise OSError(28, "no space")
        self.bodies.append(dumps(pairs))

    def header(self):
        return json.loads(self.bodies[0]), self.bodies[0]

    def lines(self, first):
        for body in self.bodies[first:]:
            self.reads += 1
            yield json.loads(body)

    def undos(self):
        lines = [json.loads(body) for body in self.bodies]
        return [(line["n"], line["u"]) for line in lines if "u" in line]

    def keep(self, pairs):
        self.snaps[pairs[0][1]] = dumps(pairs)

    def snapshot(self, number):
        lines = [line for line in self.snaps if line <= number]
        return (max(lines), json.loads(self.snaps[max(lines)])) if lines else None
