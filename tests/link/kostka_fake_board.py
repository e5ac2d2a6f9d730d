"""A board of the link in memory: journal lines, credit, sequence, requests, and faulty wires."""

import json
import queue
import random
import threading

from kostka import line
from kostka.errors import LinkError

CREDIT = 192


class Wire:
    """The host's end of a faulty connection to a FakeBoard; a Transport."""

    def __init__(self, board, faults=None):
        self.name = "port:fake"
        self.to_host = queue.Queue()
        self.board = board
        self.faults = faults
        self.dead = False

    def read(self, timeout_s):
        if self.dead:
            raise LinkError("link.gone", self.name)
        try:
            data = self.to_host.get(timeout=timeout_s)
        except queue.Empty:
            return b""
        if data is None:
            self.dead = True
            raise LinkError("link.gone", self.name)
        return data

    def write(self, data):
        if self.dead:
            raise LinkError("link.gone", self.name)
        self.board.hear(self, self.faults.spoil(data) if self.faults else data)

    def close(self):
        self.dead = True
        self.board.unplugged(self)


class Faults:
    """Drops, doubles and corrupts whole lines with a seed."""

    def __init__(self, seed, share):
        self.random = random.Random(seed)
        self.share = share
        self.count = 0

    def spoil(self, data):
        if self.random.random() >= self.share:
            return data
        self.count += 1
        kind = self.random.choice(["drop", "double", "corrupt", "split", "noise"])
        if kind == "drop":
            return b""
        if kind == "double":
            return data + data
        if kind == "corrupt":
            at = self.random.randrange(len(data))
            return data[:at] + bytes([data[at] ^ 0x15]) + data[at + 1 :]
        if kind == "split":
            return data[: len(data) // 2] + b"\n" + data[len(data) // 2 :]
        return b"\x00\xff>>> Traceback $<{ noise " + data


class FakeBoard:
    """Speaks the board's side of the link about a list of journal bodies."""

    def __init__(self, board_id="b0a4d", bodies=(), faults=None, protocol=(1, 0)):
        self.id = board_id
        self.bodies = list(bodies)
        self.faults = faults
        self.protocol = list(protocol)
        self.lock = threading.RLock()
        self.wire = None
        self.silent = False
        self.padding = 0
        self.played = []
        self.answers = {}
        self.max_out = 0
        self.boots = 0
        self.boot()

    def boot(self):
        with self.lock:
            self.boots += 1
            self.session = f"{self.boots:04x}"
            self.seq = 0
            self.attached = False
            self.pending = b""
            self.out = self.acked = 0
            self.cursor = None
            self.decoder = line.Decoder(line.FROM_HOST, line.HOST_LINE_MAX)
            self.answers = {}

    def plug(self):
        """Return a new wire; the one before is gone."""
        with self.lock:
            if self.wire:
                self.wire.to_host.put(None)
            self.wire = Wire(self, self.faults)
            self.decoder = line.Decoder(line.FROM_HOST, line.HOST_LINE_MAX)
            return self.wire

    def unplugged(self, wire):
        with self.lock:
            if wire is self.wire:
                self.wire = None
                self.attached = False

    def pull(self):
        """Pull the cable."""
        with self.lock:
            self.wire.to_host.put(None)
            self.wire = None
            self.attached = False

    def console(self, text):
        self.wire.to_host.put(text)

    def hear(self, wire, data):
        with self.lock:
            if wire is not self.wire or self.silent:
                return
            for body in self.decoder.feed(data):
                self.on_message(json.loads(body))
            self.pump()

    def on_message(self, message):
        kind = message["m"]
        if kind == "hello":
            self.attached = True
            self.pending = b""
            self.out = self.acked = 0
            game = None
            if self.bodies:
                game = {"n": len(self.bodies), "id": json.loads(self.bodies[0]).get("id", "")}
            self.tell("hello", p=self.protocol, id=self.id, g=game, more="x" * self.padding)
        elif not self.attached:
            return
        elif kind == "ack":
            self.acked = max(self.acked, min(message["b"], self.out))
        elif kind == "again":
            self.cursor = message["n"]
        else:
            key = (message["c"], message["i"])
            if message["i"] == 0 or key not in self.answers:
                self.answers[key] = self.answer(message)
            self.tell("re", r=message["i"], **self.answers[key])

    def answer(self, message):
        if message["m"] == "status":
            return {"ok": 1, "n": len(self.bodies)}
        if message["n"] != len(self.bodies):
            return {"ok": 0, "err": "link.stale", "x": []}
        if message["m"] == "undo":
            return {"ok": 0, "err": "action.illegal", "x": ["undo"], "rule": "LU-7"}
        self.played.append(message["n"])
        self.grow(json.dumps({"n": message["n"], "a": message["a"]}, separators=(",", ":")))
        return {"ok": 1}

    def grow(self, body):
        """Add a journal line and send it."""
        with self.lock:
            self.bodies.append(body)
            if self.attached and self.cursor is None:
                self.tell("line", l=line.Raw(body))
                self.pump()

    def tell(self, kind, **fields):
        raw = fields.pop("l", None)
        pairs = [("s", self.session), ("q", self.seq), ("m", kind)]
        body = line.dumps(pairs)[:-1]
        for name, value in fields.items():
            body += f',"{name}":' + json.dumps(value, separators=(",", ":"))
        if raw is not None:
            body += ',"l":' + raw.text
        self.seq += 1
        self.pending += line.frame(line.FROM_BOARD, body + "}")

    def pump(self):
        """Send what credit allows, whole lines spoiled as the wire likes."""
        while True:
            if not self.pending and self.cursor is not None:
                if self.cursor >= len(self.bodies):
                    self.cursor = None
                else:
                    self.tell("line", l=line.Raw(self.bodies[self.cursor]))
                    self.cursor += 1
            room = CREDIT - (self.out - self.acked)
            if not self.pending or room <= 0 or self.wire is None:
                return
            part, self.pending = self.pending[:room], self.pending[room:]
            self.out += len(part)
            self.max_out = max(self.max_out, self.out - self.acked)
            self.wire.to_host.put(self.faults.spoil(part) if self.faults else part)
