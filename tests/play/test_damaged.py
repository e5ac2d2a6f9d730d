"""Journals that are damaged, and the paths that undos leave in them."""

import json

import pytest
from kostka.errors import JournalError
from kostka.play import path
from kostka.play.session import Session
from kostka.rules.rng import XorShift
from kostka_memory import MemoryJournal
from kostka_player import new_session, play


def resumed(session):
    other = Session(MemoryJournal(session.journal.bodies), XorShift(9))
    other.resume()
    return other


# Damaged journals ----------------------------------------------------------------------------


def damaged(change):
    session = new_session("ludo", 2, {"first": "seat1"}, 4)
    play(session, XorShift(4), 30)
    bodies = session.journal.bodies
    at = change(bodies)
    with pytest.raises(JournalError) as caught:
        resumed(session)
    assert caught.value.params[0] == at
    return caught.value.text


def test_a_line_that_is_missing_is_named():
    def drop(bodies):
        bodies.pop(7)
        return 7

    assert damaged(drop) == "journal.number"


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("c", "00000000", "journal.chain"),
        ("a", [99], "journal.illegal"),
        ("a", [], "journal.damaged"),
        ("a", ["1"], "journal.damaged"),
        ("a", None, "journal.damaged"),
        ("s", 3, "journal.damaged"),
        ("u", 70, "journal.damaged"),
        ("u", "x", "journal.damaged"),
        ("d", "00000000", "journal.digest"),
        ("end", "x", "journal.end"),
    ],
)
def test_a_line_that_does_not_follow_is_named(name, value, text):
    def change(bodies):
        line = json.loads(bodies[5])
        assert "a" in line
        line[name] = value
        bodies[5] = json.dumps(line, separators=(",", ":"))
        return 5

    assert damaged(change) == text


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("j", 2, "journal.schema"),
        ("v", 2, "journal.version"),
        ("v", "1", "journal.header"),
        ("data", "00000000", "journal.data"),
        ("game", "chess", "journal.options"),
        ("seats", 9, "journal.options"),
        ("opt", {"pawns": 9}, "journal.options"),
        ("opt", {"pawns": 4}, "journal.header"),
    ],
)
def test_a_header_that_does_not_fit_is_named(name, value, text):
    def change(bodies):
        line = json.loads(bodies[0])
        line[name] = value
        bodies[0] = json.dumps(line, separators=(",", ":"))
        return 0

    assert damaged(change) == text


def test_a_missing_digest_is_seen():
    session = new_session("ludo", 2, {}, 4)
    session.settle()
    line = json.loads(session.journal.bodies[1])
    line.pop("d", None)
    event_kinds = [event[0] for event in session.events]
    session.journal.bodies[1] = json.dumps(line, separators=(",", ":"))
    assert 1 in event_kinds
    with pytest.raises(JournalError, match=r"journal\.digest"):
        resumed(session)


# Paths ---------------------------------------------------------------------------------------


def test_paths_follow_undos():
    undos = [(3, 1), (5, 2), (8, 5)]  # 1 2 | 3→1 4 | 5→2 6 7 | 8→5 9
    assert path.segments(undos, 2) == [(1, 2)]
    assert path.segments(undos, 3) == [(1, 1)]
    assert path.segments(undos, 4) == [(1, 1), (4, 4)]
    assert path.segments(undos, 7) == [(1, 2), (6, 7)]
    assert path.segments(undos, 9) == [(1, 2), (9, 9)]
    assert path.landing(undos, 8) == 2
    assert path.landing(undos, 4) == 4
    assert path.fork(path.segments(undos, 4), path.segments(undos, 7)) == 1
    assert path.fork(path.segments(undos, 7), path.segments(undos, 9)) == 2
    assert path.fork([], [(1, 2)]) == 0
