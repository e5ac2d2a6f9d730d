"""The real server and the real client and mirror, over good and faulty wires."""

import json
import threading
import time

import pytest
from kostka import line
from kostka.errors import LinkError
from kostka.link import messages
from kostka.play.replay import Replay
from kostka_fake_board import Faults
from kostka_host.link.client import Client
from kostka_host.mirror import Mirror
from kostka_long import shortened
from kostka_server import check, of


class Wire:
    """A Transport to a Board. The board lives while the host reads; all under one lock."""

    def __init__(self, board, lock, to_host=None, to_board=None):
        self.name = "port:memory"
        self.board = board
        self.lock = lock
        self.to_host = to_host
        self.to_board = to_board
        self.pulled = False
        self.asked = line.Decoder(line.FROM_HOST, line.HOST_LINE_MAX)

    def read(self, timeout_s):
        end = time.monotonic() + timeout_s
        while True:
            if self.pulled:
                raise LinkError("link.gone", self.name)
            with self.lock:
                self.board.run(64)
                data = self.board.take()
            if data:
                return self.to_host.spoil(data) if self.to_host else data
            if time.monotonic() > end:
                return b""
            time.sleep(0.001)

    def write(self, data):
        for body in self.asked.feed(data):
            check(json.loads(body), messages.TO_BOARD)
        with self.lock:
            self.board.port.feed(self.to_board.spoil(data) if self.to_board else data)

    def close(self):
        self.pulled = True


class Side:
    """A host beside a board: client, mirror and what they got."""

    def __init__(self, board, folder, share=0.0, seed=1, versions=None):
        self.lock = threading.Lock()
        self.board = board
        self.faults = [Faults(seed, share), Faults(seed + 1, share)]
        self.wires = []
        self.got = []
        self.client = Client(
            lambda: ["port:memory"],
            versions=versions or {"ludo": 1, "probe": 1},
            opener=lambda _: self.plug(),
        )
        self.mirror = Mirror(self.client, folder)
        self.client.start(10.0)

    def plug(self):
        self.wires.append(Wire(self.board, self.lock, *self.faults))
        return self.wires[-1]

    def take(self, timeout_s=0.0):
        message = self.client.next_message(timeout_s)
        while message is not None:
            self.got.append(message)
            self.mirror.take(message)
            message = self.client.next_message(0.0)

    def catch_up(self, timeout_s=30.0):
        end = time.monotonic() + timeout_s
        while self.mirror.next_line < self.board.session.lines:
            assert time.monotonic() < end, "the mirror never caught up"
            self.take(0.02)

    def ask(self, kind, **fields):
        return self.client.request(kind, timeout_s=20.0, between=self.take, **fields)

    def play(self):
        """Let the host play what comes next; return the number of the line, -1 if it is held."""
        with self.lock:
            seat, actions = self.board.choose()
            count = self.board.session.lines
        fields = {"n": count, "a": actions, "s": "p"}
        if seat >= 0:
            fields["seat"] = seat
        return self.ask("do", **fields)["n"]

    def agrees(self):
        """Check that both sides hold the same game, line by line and in its state."""
        self.catch_up()
        board, mirror = self.board, self.mirror
        assert mirror.problem is None
        kept = [line.unseal(row) for row in mirror.path.read_text().splitlines()]
        assert kept == board.bodies
        assert mirror.follower.chain == board.session.chain
        assert mirror.follower.state.digest() == board.session.state.digest()
        again = Replay(board.store.undos())
        for number, body in enumerate(board.bodies):
            again.take(json.loads(body), *([body] if number == 0 else []))
        assert again.state.digest() == board.session.state.digest()
        digests = [body for body in board.bodies if '"d":"' in body]
        assert digests
        assert mirror.digest_board in digests[-1]

    def close(self):
        self.client.close()
        self.mirror.close()


@pytest.fixture
def side(tmp_path):
    made = []

    def make(board, **options):
        made.append(Side(board, tmp_path / "journals", **options))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.mark.parametrize("game", ["ludo", "probe"])
def test_a_host_plays_a_game(board, side, game):
    one = side(board(game))
    while not one.board.session.closed and one.board.session.lines < 80:
        one.play()
    one.agrees()
    assert one.client.counters() == {"bad": 0, "gaps": 0, "retries": 0, "reopened": 0}


@pytest.mark.parametrize("seed", shortened([[1], [2]], 0))
@pytest.mark.parametrize("game", ["ludo", "probe"])
def test_over_a_faulty_wire_no_line_is_lost_and_none_played_twice(board, side, game, seed):
    one = side(board(game, seed=seed), share=0.05, seed=seed)
    lines = []
    for _ in range(45):
        if one.board.session.closed:
            break
        lines.append(one.play())
    played = [number for number in lines if number > 0]
    assert played == sorted(set(played))  # each request made one line
    by_page = [number for number, body in enumerate(one.board.bodies) if '"s":"p"' in body]
    assert set(played) <= set(by_page)
    assert len(by_page) == len(lines)  # held answers have lines of their own by now, no more
    one.agrees()
    assert sum(faults.count for faults in one.faults) >= 3
    counters = one.client.counters()
    assert counters["retries"] + counters["gaps"] + counters["bad"] > 0


def test_play_at_the_table_and_by_undo_arrives_too(board, side):
    one = side(board(), share=0.02, seed=9)
    for step in range(60):
        with one.lock:
            one.board.play()
            count = one.board.session.lines
        if step % 20 == 19:
            assert one.ask("undo", n=count - 5, e=count)["n"] == count
        one.take()
    one.agrees()


def test_the_cable_is_pulled_in_the_midst(board, side):
    one = side(board())
    one.play()
    for _ in range(3):
        with one.lock:
            one.wires[-1].pulled = True
            one.board.play(7)
        one.play()
    one.agrees()
    assert one.client.counters()["reopened"] == 3


def test_a_new_game_goes_into_a_file_of_its_own(board, side):
    one = side(board())
    one.play()
    one.catch_up()
    first = one.mirror.path
    one.ask("new", game="ludo", seats=4, opt=[("pawns", 2)])
    end = time.monotonic() + 10
    while one.mirror.path == first and time.monotonic() < end:
        one.take(0.05)
    one.play()
    with one.lock:
        one.board.play(30)
    one.agrees()
    assert one.mirror.path != first


def test_a_host_with_other_rules_is_shown_the_public_feed(board, side):
    one = side(board("probe"), versions={"ludo": 1})
    for _ in range(6):
        with one.lock:
            one.board.play()
        one.take(0.05)
    end = time.monotonic() + 5
    while len(of("pub", one.got)) < 7 and time.monotonic() < end:
        one.take(0.05)
    assert one.mirror.public
    assert one.mirror.feed["tok"] == [list(pair) for pair in one.board.session.state.tokens()]
    assert not of("line", one.got)
