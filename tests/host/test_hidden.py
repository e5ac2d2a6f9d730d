"""While answers are secret, what tells one is dropped for good."""

import json
from types import SimpleNamespace

import kostka_probe  # noqa: F401 - the registry names it
import pytest
from kostka import games
from kostka.errors import JournalError
from kostka.rules.action import PUBLIC
from kostka_host.hidden import public_problem
from kostka_host.table import Table
from kostka_recording import Recorder

SECRET = ("probe.do.number", "action.illegal", "play.source", "app.crash")


@pytest.fixture
def recorder(monkeypatch):
    monkeypatch.setattr(games, "_modules", {**games._modules, "probe": "kostka_probe"})
    return Recorder("probe", seats=2, seed=4, rounds=1, dice=2)


@pytest.fixture
def table(tmp_path, recorder):
    board = SimpleNamespace(id="", name="", patience_s=0.0)
    table = Table(board, list, tmp_path / "game.jsonl")
    yield table
    table.mirror.close()


def follow(table, recorder):
    for body in recorder.bodies[table.mirror.next_line :]:
        table._take({"m": "line", "l": json.loads(body)})
    assert table.state.encode() == recorder.state.encode()


def until(table, recorder, hidden):
    while recorder.state.request(PUBLIC).hidden != hidden:
        recorder.play()
    follow(table, recorder)


def told(table, *texts):
    table.notes.clear()
    for text in texts:
        table._take({"m": "note", "t": text, "x": ["n3"]})
    return [text for text, _ in table.notes]


def test_notes_that_tell_a_secret_answer_never_show(table, recorder):
    until(table, recorder, True)
    assert told(table, *SECRET, "play.hint") == ["play.hint"]
    until(table, recorder, False)
    assert [text for text, _ in table.notes] == ["play.hint"]
    assert told(table, *SECRET, "play.hint") == [*SECRET, "play.hint"]


def test_what_may_be_secret_is_dropped_while_the_mirror_does_not_know(table, recorder):
    until(table, recorder, False)
    for how in ({"n": 99}, {"n": 1}):
        table.client.hello = {"g": {"game": "probe", **how}}
        known = how["n"] == 1
        assert told(table, *SECRET, "play.hint") == [*(SECRET if known else ()), "play.hint"]
    table.mirror.problem = JournalError("journal.chain", 3)
    assert told(table, *SECRET, "play.hint") == ["play.hint"]
    table.mirror.problem = None
    table.mirror.public = True
    assert told(table, *SECRET, "play.hint") == ["play.hint"]


def test_a_problem_is_told_without_what_it_quotes():
    problem = JournalError("journal.illegal", 7, ["probe.do.number", "n3"])
    assert public_problem(problem) == ("journal.illegal", [7, "…"])
