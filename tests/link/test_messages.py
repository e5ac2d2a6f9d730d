"""The table of messages and its page."""

import subprocess
import sys
from pathlib import Path

import pytest
from kostka.link import messages
from kostka.link.server import Server

ROOT = Path(__file__).parents[2]


def test_the_page_is_generated_from_the_table():
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools/gen_messages"), "--check"], check=False, text=True
    )
    assert done.returncode == 0, "run tools/gen_messages"


def test_names_are_given_once_in_each_direction():
    names = [(one.name, one.direction) for one in messages.MESSAGES]
    assert len(names) == len(set(names))
    for one in messages.MESSAGES:
        fields = [field.name for field in one.fields]
        assert len(fields) == len(set(fields))
        assert not {"m", "s", "q"} & set(fields) or one.direction == messages.FROM_HOST


def test_the_server_answers_every_request_of_the_table():
    asked = {one.name for one in messages.MESSAGES if "i" in [field.name for field in one.fields]}
    server = Server.__new__(Server)
    Server.__init__(server, None, None, None, [], "0000")
    assert set(server._asks) == asked


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ({"m": "ack", "b": 3}, ""),
        ({"m": "ack"}, "no b"),
        ({"m": "ack", "b": "3"}, "b is no int"),
        ({"m": "ack", "b": 3, "z": 1}, "unknown z"),
        ({"m": "bye"}, "no message bye"),
        ({"m": "do", "i": 1, "c": "x", "n": 1, "a": ["1"]}, "a is no ints"),
        ({"m": "hello", "p": [1], "c": "", "v": {}, "w": 2}, "w is no 0 or 1"),
    ],
)
def test_messages_are_checked(message, said):
    assert messages.problem(message, messages.FROM_HOST) == said
