"""A link under fire: lines are dropped, doubled and corrupted both ways while a game is followed.

A round plays a line at the table now and then and carries what both ends have to say. The host
knows what the real one does: it asks again from a gap, and greets anew after silence.
"""

import json

from kostka import line
from kostka_host.follow import Follower
from kostka_server import VERSIONS, Board

PARTS = ("drop", "double", "corrupt")
SILENT = 12  # rounds without news, although there are lines, after which the host greets anew


class Fire:
    """Carries whole lines; `one_in` of them is dropped, as many doubled, as many corrupted."""

    def __init__(self, rng, one_in):
        self.rng = rng
        self.one_in = one_in
        self.count = dict.fromkeys(PARTS, 0)
        self._rest = b""

    def carry(self, data):
        whole, mark, self._rest = (self._rest + data).rpartition(b"\n")
        found = bytearray()
        for row in (whole + mark).splitlines(keepends=True):
            fate = self.rng.below(self.one_in)
            if fate < len(PARTS):
                self.count[PARTS[fate]] += 1
            if fate == 0:
                continue
            if fate == 1:
                found += row
            sent = bytearray(row)
            if fate == 2:
                sent[self.rng.below(len(row))] ^= 1 << self.rng.below(7)
            found += sent
        return bytes(found)


class Host:
    """Follows the game of a board by lines that may come damaged, doubled or not at all."""

    def __init__(self, board, down, up):
        self.board = board
        self.follower = Follower()
        self.doubled = self.greetings = self.events = 0
        self.ways = (down, up)
        self._decoder = line.Decoder(line.FROM_BOARD, line.BOARD_LINE_MAX)
        self._heard = 0  # bytes since the greeting; counts what came, not what was sent
        self._silent = 0
        self.greet()

    def say(self, body):
        self.board.port.feed(self.ways[1].carry(line.frame(line.FROM_HOST, body)))

    def greet(self):
        self.greetings += 1
        self._silent = 0
        versions = json.dumps(VERSIONS, separators=(",", ":"))
        self.say('{"m":"hello","p":[1,0],"c":"51ce","v":%s}' % versions)
        self.again()

    def again(self):
        self.say('{"m":"again","n":%d}' % self.follower.next)

    def turn(self):
        """Carry what there is, once each way."""
        self.board.run(200)
        data = self.ways[0].carry(self.board.take())
        self._heard += len(data)
        before = self.follower.next
        for body in self._decoder.feed(data):
            self._take(json.loads(body), body, len(data))
        self.say('{"m":"ack","b":%d}' % self._heard)
        behind = self.follower.next < self.board.session.lines
        self._silent = self._silent + 1 if behind and self.follower.next == before else 0
        if self._silent > SILENT:
            self.greet()
        elif self._silent and self._silent % 4 == 0:
            self.again()

    def _take(self, message, body, size):
        if message["m"] == "hello":
            self._heard = size
        if message["m"] != "line":
            return
        number = message["l"].get("n", 0)
        if number < self.follower.next:
            self.doubled += 1
        elif number > self.follower.next:
            self.again()
        else:
            start = body.index('"l":') + 4
            self.events += len(self.follower.take(body[start:-1]).events)


def follow_a_game(folder, rng, one_in=100, steps=400):
    """Play a game and follow it over a link under fire; return the host, which has all of it.

    Raises AssertionError where a line is lost, doubled or another one.
    """
    board = Board(folder, seed=1 + rng.below(1 << 20), seats=2 + rng.below(3))
    try:
        host = Host(board, Fire(rng, one_in), Fire(rng, one_in))
        for _ in range(steps):
            if board.session.closed:
                break
            if rng.below(2):
                board.play()
            host.turn()
        for _ in range(1000):
            if host.follower.next == board.session.lines:
                break
            host.turn()
        compare(host.follower, board.session)
        return host
    finally:
        board.server.close()
        board.store.close()


def compare(follower, session):
    """Hold what a host followed to the game on the board."""
    assert follower.next == session.lines, (follower.next, session.lines)
    assert follower.chain == session.chain
    assert follower.state.digest() == session.state.digest()
    assert bool(follower.end) == session.closed
