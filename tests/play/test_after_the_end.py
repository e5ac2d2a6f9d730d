"""The last gesture of a game can be taken back, too: the closing line ends it only for now."""

import json

import pytest
from kostka import games
from kostka.errors import JournalError, KostkaError, StaleLine
from kostka.play.replay import Replay
from kostka.play.session import Session
from kostka.play.takeback import FREE, UNTIL_HIDDEN
from kostka.rules.rng import XorShift
from kostka_host.follow import Follower
from kostka_memory import MemoryJournal
from kostka_player import new_session, play


def played(name, seed=4):
    session = new_session(name, 2, {"pawns": 2} if name == "ludo" else {}, seed)
    play(session, XorShift(11), 20_000)
    assert session.closed
    return session


def agree(session):
    """Replay, host and a resumed board say the same of a journal."""
    replay, follower = Replay(), Follower()
    for body in session.journal.bodies:
        replay.take(json.loads(body), body)
        follower.take(body)
    resumed = Session(MemoryJournal(session.journal.bodies), XorShift(9))
    resumed.resume()
    for one in (replay, follower, resumed):
        assert one.state.encode() == session.state.encode()
        assert one.chain == session.chain
    assert replay.closed == resumed.closed == bool(follower.end) == session.closed
    assert follower.last_gesture() == resumed.last_gesture() == session.last_gesture()


@pytest.mark.parametrize("name", games.names())
def test_the_last_gesture_is_taken_back_and_the_game_ends_again(name):
    session = played(name)
    ended = session.lines
    back = session.last_gesture()
    assert 0 <= back < ended - 2
    assert session.undo(back, ended) == ended
    assert not session.closed
    assert not session.state.is_terminal()
    agree(session)
    play(session, XorShift(12), 20_000)
    assert session.closed
    assert session.lines > ended + 2
    agree(session)


@pytest.mark.parametrize("name", games.names())
def test_from_the_end_gesture_by_gesture_to_the_start(name):
    session = played(name)
    while session.last_gesture() >= 0:
        session.undo(session.last_gesture())
    assert not session.closed
    agree(session)


def test_what_is_refused_after_the_end():
    session = played("ludo")
    told = list(session.journal.bodies)
    with pytest.raises(StaleLine):
        session.undo(3, session.lines - 1)
    with pytest.raises(KostkaError, match=r"play\.no_undo"):  # that is where the game ends
        session.undo(session.lines - 2)
    with pytest.raises(KostkaError, match=r"play\.closed"):
        session.throw()
    assert session.closed
    session.journal.fail = True
    with pytest.raises(JournalError, match=r"journal\.write"):
        session.undo(session.last_gesture())
    assert session.closed
    assert session.journal.bodies == told
    agree(session)


def test_a_game_that_was_ended_without_a_result_stays_so():
    session = new_session("ludo", 2)
    play(session, XorShift(3), 20)
    session.abort()
    assert session.last_gesture() == -1
    with pytest.raises(KostkaError, match=r"play\.closed"):
        session.undo(0)
    agree(session)
    replay = Replay()
    for body in session.journal.bodies:
        replay.take(json.loads(body), body)
    with pytest.raises(JournalError, match=r"journal\.after_end"):
        replay.take({"n": session.lines, "u": 0, "c": "00000000"})


def test_an_end_that_opens_what_was_hidden_stays_unless_hidden_things_do_not_count():
    session = played("arena")  # AR-27: all tokens face up
    session.undo_rule = UNTIL_HIDDEN
    told = list(session.journal.bodies)
    with pytest.raises(KostkaError, match=r"play\.undo_hidden"):
        session.undo(session.last_gesture())
    assert session.closed
    assert session.journal.bodies == told
    session.undo_rule = FREE
    session.undo(session.last_gesture())
    assert not session.closed


@pytest.mark.parametrize("name", games.names())
def test_a_game_says_whether_its_end_opens_what_was_hidden(name):
    """Where the end tells the public what it did not know before, `opens` has to be set."""
    game = games.load(name)
    session = played(name)
    state = session.state
    public = state.observation(-1)
    hidden = any(state.observation(seat) != public for seat in range(state.seats))
    before = Replay()
    for body in session.journal.bodies[:-2]:
        before.take(json.loads(body), body)
    was = before.state
    secret = any(was.observation(seat) != was.observation(-1) for seat in range(was.seats))
    assert not (secret and not hidden and not game.opens)
