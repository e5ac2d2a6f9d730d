"""Snapshots shorten a replay, change nothing else, and are not trusted where they are wrong."""

import json

import pytest
from kostka.errors import JournalError
from kostka.play import past
from kostka.play.replay import Replay
from kostka.play.session import Session
from kostka.play.takeback import FREE
from kostka.rules.rng import XorShift
from kostka_memory import MemoryJournal
from kostka_player import new_session, play
from kostka_tokens import GAMES


def resumed(session, snaps):
    journal = MemoryJournal(session.journal.bodies)
    journal.snaps = dict(snaps)
    other = Session(journal, XorShift(9))
    other.undo_rule = FREE
    other.resume()
    return other


def everything(session):
    return (
        session.state.encode(),
        session.lines,
        session.chain,
        session.closed,
        session.undos,
        session.events,
        session._kept.faces(),
    )


@pytest.fixture
def often(monkeypatch):
    monkeypatch.setattr(past, "EVERY", 8)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(10))
def test_a_game_goes_on_alike_with_and_without_snapshots(name, seed, often):
    session = new_session(name, 2, {}, seed + 1)
    rng = XorShift(seed + 50)
    for _ in range(10):
        play(session, rng, 11, undo_one_in=7)
        snaps = session.journal.snaps
        before = everything(session)
        assert everything(resumed(session, {})) == everything(resumed(session, snaps))
        if not session.closed:  # the closing line has no events
            assert everything(resumed(session, snaps)) == before


@pytest.mark.parametrize("name", GAMES)
def test_every_line_can_be_gone_back_to(name, often):
    session = new_session(name, 2, {}, 5)
    play(session, XorShift(6), 60, undo_one_in=9)
    if session.closed:
        session = new_session(name, 2, {}, 6)
        play(session, XorShift(6), 30, undo_one_in=9)
    whole = Replay()
    for body in session.journal.bodies:
        whole.take(json.loads(body), body)
    assert session.journal.snaps
    for line in range(session.lines - 1):
        other = resumed(session, session.journal.snaps)
        other.undo(line)
        assert other.state.encode() == whole._states[line], line


def test_resuming_reads_few_lines():
    session = new_session("ludo", 4, {}, 2)
    play(session, XorShift(3), 300)
    assert sorted(session.journal.snaps) == list(range(32, 300, 32))
    other = resumed(session, session.journal.snaps)
    assert other.journal.reads <= 32
    other.journal.reads = 0
    other.undo(other.last_gesture())
    assert other.journal.reads <= 4 * 32  # a walk each to look, and to go
    other.journal.reads = 0
    other.undo(70)
    assert other.journal.reads < 2 * 300 + 32, "all after line 70 for its dice, none before"


def test_the_first_resume_without_any_makes_one():
    session = new_session("ludo", 4, {}, 2)
    play(session, XorShift(3), 90)
    other = resumed(session, {})
    assert sorted(other.journal.snaps) == [other.lines - 1]
    assert everything(resumed(session, other.journal.snaps)) == everything(session)


def test_a_snapshot_that_an_undo_goes_over_is_passed_by(often):
    session = new_session("ludo", 2, {}, 2)
    play(session, XorShift(3), 17)
    assert sorted(session.journal.snaps) == [8, 16]
    session.undo(12)
    play(session, XorShift(4), 3)
    other = resumed(session, session.journal.snaps)
    assert other.journal.reads > 5  # from line 8
    assert everything(other) == everything(session)


def test_an_undo_over_snapshots_is_soon_followed_by_a_new_one():
    session = new_session("ludo", 4, {}, 2)
    play(session, XorShift(3), 200)
    session.undo(20)
    play(session, XorShift(4), 2)
    other = resumed(session, session.journal.snaps)
    assert other.journal.reads < 16
    assert everything(other) == everything(session)


@pytest.mark.parametrize("field", ["n", "c", "d", "g", None])
def test_a_wrong_snapshot_is_passed_by(field, often):
    session = new_session("ludo", 2, {}, 2)
    play(session, XorShift(3), 20)
    snaps = dict(session.journal.snaps)
    for wrong in ("", "x", "0000", "01234567", "AwABAAE=", 7, [], None):
        snap = json.loads(session.journal.snaps[16])
        if field is None:
            snap = {}
        else:
            snap[field] = wrong
        snaps[16] = json.dumps(snap)
        assert everything(resumed(session, snaps)) == everything(session)
    snap = json.loads(session.journal.snaps[8])  # of another line
    snaps[16] = json.dumps(snap)
    assert everything(resumed(session, snaps)) == everything(session)


def test_a_forged_state_falls_back_to_the_whole_journal(often):
    """Nobody writes that, but then the lines after it say so and the whole replay is right."""
    session = new_session("ludo", 2, {"first": "seat1"}, 2)
    play(session, XorShift(3), 60)
    start = session.game.new_state(2, session.state.options)
    snap = dict(past.fields(start, 16, 0, [], session._kept))
    snap["c"] = json.loads(session.journal.bodies[16])["c"]
    snaps = {16: json.dumps(snap)}
    assert everything(resumed(session, snaps)) == everything(session)


def test_a_damaged_line_after_a_snapshot_is_named(often):
    session = new_session("ludo", 2, {}, 2)
    play(session, XorShift(3), 20)
    line = json.loads(session.journal.bodies[18])
    line["c"] = "00000000"
    session.journal.bodies[18] = json.dumps(line)
    with pytest.raises(JournalError, match=r"journal\.chain") as caught:
        resumed(session, session.journal.snaps)
    assert caught.value.params[0] == 18
