"""The table of messages is what the server sends and takes, field by field."""

import json
import os
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest
from kostka.line import FROM_BOARD, FROM_HOST, HOST_LINE_MAX, Decoder
from kostka.link import messages, server
from kostka_server import Host, check

ROOT = Path(__file__).parents[2]
TOOL = ROOT / "tools" / "gen_messages"
# The server has no use for these; a person who reads a trace has.
NOT_READ = {("hello", "c")}


def names(direction):
    return [message[0] for message in messages.MESSAGES if message[1] == direction]


def fields(message):
    return [field[0] for field in messages.COMMON[message[1]] + message[3]]


@pytest.mark.parametrize("message", messages.MESSAGES, ids=lambda one: f"{one[0]} {one[1]}")
def test_an_example_is_a_message(message):
    body = json.loads(message[4])
    assert body["m"] == message[0]
    check(body, message[1])
    assert len(fields(message)) == len(set(fields(message)))
    assert len(message[4]) + 12 <= HOST_LINE_MAX or message[1] == messages.TO_HOST


def test_each_message_stands_once():
    for direction in (messages.TO_HOST, messages.TO_BOARD):
        assert len(names(direction)) == len(set(names(direction)))


class Noting(dict):
    """A message that notes which of its fields are read."""

    def __init__(self, values, read):
        super().__init__(values)
        self.read = read

    def get(self, name, default=None):
        self.read.add(name)
        return super().get(name, default)

    def __contains__(self, name):
        self.read.add(name)
        return super().__contains__(name)

    def __getitem__(self, name):
        self.read.add(name)
        return super().__getitem__(name)


def test_the_server_reads_just_these_fields(board, monkeypatch):
    one = board()
    read = {}

    class Json:
        dumps = staticmethod(json.dumps)

        @staticmethod
        def loads(body):
            values = json.loads(body)
            return Noting(values, read.setdefault(values["m"], set()))

    monkeypatch.setattr(server, "json", Json)
    host = Host(one)
    host.send("ack", b=1)
    host.send("again", n=0)
    host.ask("do", n=1, a=[1], s="p")
    host.ask("do", n=1, a=[1], s="p", seat=0)
    for kind, more in (
        ("roll", {"n": 1}),
        ("undo", {"n": 0, "e": 1}),
        ("mask", {"cell": 0, "on": 1}),
        ("status", {}),
    ):
        host.ask(kind, **more)
    host.ask("key", seat=0, key=0, held=0)
    host.ask("config", set={"settle": 99})
    host.ask("log", k=0)
    host.ask("new", game="ludo", seats=2, opt={})
    host.ask("games", **{"from": 0})
    host.ask("open", id="0")
    host.ask("drop", id="0")
    host.ask("save", name="Alfa")
    host.ask("seats", k="hh")
    host.ask("turn", turn=0)
    host.ask("abort", n=0)
    host.ask("learn", w="leds", name="", die=6, cup=0, cell=-1)
    host.ask("learn", w="stop", name="", die=6, cup=0, cell=-1)
    host.ask("teach", t=["card", "ace"])
    host.ask("quit")
    expected = {}
    for message in messages.MESSAGES:
        if message[1] == messages.TO_BOARD:
            known = {name for name in fields(message) if (message[0], name) not in NOT_READ}
            expected[message[0]] = known
    assert read == expected


def test_the_server_sends_just_these_fields(board, monkeypatch):
    names = os.listdir("/")
    monkeypatch.setattr(os, "listdir", lambda path: [*names, "swap.trial"])
    one = board()
    host = Host(one, w=1)
    host.send("again", n=0)
    host.ask("status", full=1)
    host.ask("games")
    host.ask("config")
    host.ask("log", k=0)
    host.ask("roll", n=99)
    one.table.open_menu()
    host.pump()
    one.play(3)
    host.pump()
    one.server.note("play.hint", [1])
    one.server.tell("cups", [("k", [0]), ("v", [0]), ("w", [0]), ("c", [])])
    one.server.tell("stand", [("o", "empty"), ("u", ""), ("t", [])])
    learning = [("w", "leds"), ("st", "look"), ("at", 0), ("n", 0), ("of", 4), ("odd", [])]
    one.server.tell("learn", learning)
    host.pump()
    one.server.look([*one.table.look(), ("odd", [[3, 1]]), ("off", [4])])
    host.pump()
    host.greet(v={})
    one.play()
    host.pump()
    one.server.bye()
    host.pump()
    sent = {}
    for message in host.got:
        sent.setdefault(message["m"], set()).update(message)
    expected = {m[0]: set(fields(m)) for m in messages.MESSAGES if m[1] == messages.TO_HOST}
    assert sent == expected


def test_the_catalog_is_up_to_date():
    done = subprocess.run(
        [sys.executable, TOOL, "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_an_old_catalog_is_seen(tmp_path):
    old = tmp_path / "README.md"
    command = [sys.executable, TOOL, "--out", str(old)]
    assert subprocess.run([*command, "--check"], capture_output=True, check=False).returncode == 1
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    assert subprocess.run([*command, "--check"], capture_output=True, check=False).returncode == 0
    old.write_text(old.read_text().replace("`bye`", "`by`"))
    assert subprocess.run([*command, "--check"], capture_output=True, check=False).returncode == 1


def test_the_examples_in_the_catalog_are_checked_lines():
    loader = SourceFileLoader("gen_messages", str(TOOL))
    tool = module_from_spec(spec_from_loader("gen_messages", loader))
    loader.exec_module(tool)
    text = tool.catalog().encode()
    found = 0
    for mark in (FROM_BOARD, FROM_HOST):
        decoder = Decoder(mark, 4096)
        found += len(decoder.feed(text))
        assert decoder.bad == 0
    assert found == len(messages.MESSAGES)
