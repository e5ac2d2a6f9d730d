"""Whatever a host sends, the server goes on: it refuses, and serves the next request."""

import json
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from kostka import line
from kostka.link import messages
from kostka_server import Board, Host, of

SETTINGS = settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
GREETING = line.frame(line.FROM_HOST, '{"m":"hello","p":[1,0],"c":"51ce","v":{"ludo":1},"w":1}')


def nested(depth):
    return json.loads("[" * depth + "]" * depth)


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-4, 90),
    st.sampled_from([1 << 29, 1 << 30, -(1 << 30), 1 << 31, 1 << 64, -(1 << 64), 10**60]),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["ludo", "probe", "../x", "os", "\ud800", "\0", "play", "pawns"]),
    st.integers(1, 60).map(nested),
    st.lists(st.one_of(st.integers(), st.floats(), st.none(), st.text(max_size=3)), max_size=4),
    st.dictionaries(st.sampled_from(["pawns", "die", "ludo", "", "x"]), st.none(), max_size=2),
    st.sampled_from([{"pawns": float("inf")}, {"pawns": 10**40}, {"die": nested(50)}]),
)
TAKEN = [message for message in messages.MESSAGES if message[1] == messages.TO_BOARD]


@st.composite
def message(draw):
    """A message of the table, or none of it, with any number of fields spoiled."""
    _, _, _, fields, sample = draw(st.sampled_from(TAKEN))
    body = json.loads(sample)
    for name, *_ in fields:
        what = draw(st.sampled_from(["keep", "junk", "junk", "leave out"]))
        if what == "junk":
            body[name] = draw(JUNK)
        elif what == "leave out":
            body.pop(name, None)
    if draw(st.integers(0, 15)) == 0:
        body["m"] = draw(JUNK)
    return body


class Played:
    """A board in the midst of a game, for one example."""

    def __enter__(self):
        self._folder = tempfile.TemporaryDirectory()
        self.board = Board(Path(self._folder.name) / "flash")
        self.board.play(6)
        return self.board

    def __exit__(self, *problem):
        self.board.store.close()
        self._folder.cleanup()


def still_serves(board):
    """Check that the board answers, and that journal and session agree."""
    board.say("")  # ends a line that was left open
    board.take()
    host = Host(board)
    answer = of("re", host.send("status", i=1, c="still there?"))[-1]
    assert answer["n"] == board.session.lines == len(board.bodies)
    found = [one["l"] for one in of("line", host.send("again", n=0))]
    assert [one.get("n", 0) for one in found] == list(range(len(board.bodies)))


@SETTINGS
@given(st.lists(message(), min_size=1, max_size=6))
@example([{"m": "new", "i": 1, "c": "0", "game": "ludo", "seats": 2, "opt": {"pawns": 1e999}}])
@example([{"m": "do", "i": 1, "c": "0", "a": [None], "seat": 10**12}])
@example([{"m": "do", "i": 1, "c": "0", "a": [nested(60)]}])
@example(
    [{"m": "do", "i": 1, "c": nested(60), "a": [0]}, {"m": "status", "c": nested(60), "i": 1}]
)
def test_messages_of_any_value(bodies):
    with Played() as board:
        board.port.feed(GREETING)
        for body in bodies:
            board.say(json.dumps(body, separators=(",", ":")))
            board.take()
            board.port.feed(line.frame(line.FROM_HOST, '{"m":"ack","b":999999}'))
        still_serves(board)


@SETTINGS
@given(
    st.lists(
        st.one_of(
            st.binary(max_size=60),
            st.sampled_from([GREETING, GREETING[:30], b"$>{", b"\n", b"$<{}*00000000\n", b"$>[]"]),
            st.integers(1, 230).map(lambda n: line.frame(">", '{"m":' + "[" * n)),
            st.integers(1, 110).map(
                lambda n: line.frame(">", '{"m":"do","a":' + "[" * n + "]" * n + "}")
            ),
            st.text(max_size=40).map(lambda text: line.frame(">", ascii(text)[1:-1])),
        ),
        max_size=12,
    )
)
def test_bytes_of_any_kind(parts):
    with Played() as board:
        before = board.bodies
        for part in parts:
            board.port.feed(part)
            board.run()
        assert board.bodies == before
        still_serves(board)
