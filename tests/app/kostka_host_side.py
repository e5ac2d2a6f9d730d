"""A host without threads: greets, takes lines, gives credit, asks again; over faulty wires."""

import itertools
import json
import random

from kostka import line
from kostka.link import messages

CREDIT = 192


class Wires:
    """Drops, doubles and corrupts whole lines in both directions."""

    def __init__(self, seed=0, share=0.0):
        self.random = random.Random(seed)
        self.share = share
        self.faults = 0

    def carry(self, data):
        out = b""
        for row in data.splitlines(keepends=True):
            kind = self.random.choice("drop double corrupt cut".split())
            if self.random.random() >= self.share:
                out += row
                continue
            self.faults += 1
            if kind == "double":
                out += row + row
            elif kind == "corrupt":
                at = self.random.randrange(len(row))
                out += row[:at] + bytes([row[at] ^ 0x21]) + row[at + 1 :]
            elif kind == "cut":
                out += row[: len(row) // 2]
        return out


class Host:
    """The host's end of a bench's port."""

    def __init__(self, bench, wires=None, versions=None, watch=0, client="c0de"):
        self.bench = bench
        self.wires = wires or Wires()
        self.client = client
        self.versions = {"ludo": 1, "probe": 1, "choice": 1} if versions is None else versions
        self.watch = watch
        self.numbers = itertools.count(1)
        self.bodies = []
        self.messages = []
        self.replies = {}
        self.hello = None
        self.silent = 0
        self.most = 0  # bytes that were under way at once
        self.greet()

    def greet(self):
        self.decoder = line.Decoder(line.FROM_BOARD, line.BOARD_LINE_MAX)
        self.hello = None
        self.taken = self.acked = 0
        self.seq = -1
        self.tell(m="hello", p=[1, 0], c=self.client, v=self.versions, w=self.watch)

    def tell(self, **message):
        check(message, messages.TO_BOARD)
        body = json.dumps(message, separators=(",", ":"))
        data = line.frame(line.FROM_HOST, body)
        assert len(data) <= line.HOST_LINE_MAX
        self.bench.port.feed(self.wires.carry(data))

    def step(self):
        """Let 10 ms pass, take what came, answer."""
        self.bench.run(10)
        data = bytes(self.bench.port.sent)
        self.bench.port.sent.clear()
        data = self.wires.carry(data)
        self.silent = 0 if data else self.silent + 1
        if self.silent > 40 or (self.hello is None and self.silent > 10):
            self.silent = 0
            self.greet()
            return
        for row in data.splitlines(keepends=True):
            self.taken += len(row)
            for body in self.decoder.feed(row):
                self.hear(json.loads(body), len(body))
        if self.acked:  # the greeting itself needs no credit
            self.most = max(self.most, self.taken - self.acked)
        if self.hello is not None and self.taken > self.acked:
            self.acked = self.taken
            self.tell(m="ack", b=self.taken)

    def hear(self, message, size):
        check(message, messages.TO_HOST)
        if message["m"] == "hello":
            self.hello = message
            self.taken = size + 12
            self.acked = 0
            self.seq = message["q"]
            self.again()
            return
        if self.hello is None:
            return
        if message["q"] != self.seq + 1:
            self.again()
        self.seq = message["q"]
        self.messages.append(message)
        if message["m"] == "line":
            body = json.dumps(message["l"], separators=(",", ":"))
            if message["l"].get("n", 0) == len(self.bodies):
                self.bodies.append(body)
            elif message["l"].get("n", 0) > len(self.bodies):
                self.again()
        elif message["m"] == "re":
            self.replies[message["r"]] = message
            if message.get("n", 0) > len(self.bodies):
                self.again()

    def again(self):
        self.tell(m="again", n=len(self.bodies))

    def run(self, steps):
        for _ in range(steps):
            self.step()

    def ask(self, kind, number=0, tries=60, **fields):
        """Ask until there is an answer, with the same number each time."""
        number = number or next(self.numbers)
        self.replies.pop(number, None)
        for _ in range(tries):
            if self.hello is not None:
                self.tell(m=kind, i=number, c=self.client, **fields)
            for _ in range(12):
                self.step()
                if number in self.replies:
                    return self.replies[number]
        raise AssertionError("no answer")

    def catch_up(self, steps=600):
        for at in range(steps):
            self.step()
            if len(self.bodies) == self.bench.session.lines:
                return
            if at % 40 == 39:
                self.again()
        raise AssertionError((len(self.bodies), self.bench.session.lines))

    def kinds(self):
        return [message["m"] for message in self.messages]


def check(message, direction):
    """Hold a message to the table: no field too few or too many."""
    fields = messages.find(message["m"], direction)
    assert fields is not None, message
    names = [field[0] for field in fields]
    assert set(message) <= set(names), message
    assert {field[0] for field in fields if field[3]} <= set(message), message


def journal(bench):
    return list(bench.table.journal.bodies(0))
