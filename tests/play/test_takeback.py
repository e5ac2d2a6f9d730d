"""What may be taken back: all, nothing, or what came after the last secret was learned; aborts."""

import json

import pytest
from kostka import games
from kostka.errors import JournalError, KostkaError
from kostka.play import takeback
from kostka.play.lines import ABORTED
from kostka.play.replay import Replay
from kostka.play.session import Session
from kostka.rules import events as ev
from kostka.rules.game import CHOICE, Option
from kostka.rules.rng import XorShift
from kostka_memory import MemoryJournal
from kostka_player import new_session, play, step
from kostka_tokens import GAMES

OWN = ev.OWN + 3


@pytest.mark.parametrize(
    ("event", "reveals"),
    [
        ((ev.SHOW, ev.ALL, 0, 1, 5), True),
        ((ev.SHOW, 1, 0, 1, 5), True),
        ((OWN, 0b10, 1, 4), True),  # a game's own way to tell one seat
        ((ev.CHOICE, 0b1, 0, 4), False),  # a seat knows what it chose
        ((ev.CHOICE, 0b11, 0, 4), True),  # and here tells a friend
        ((ev.CHOICE, 0b10, 0, 4), True),
        ((ev.CHOICE, ev.ALL, 0, 4), False),
        ((ev.THROW, ev.ALL, 0, 6, 4), False),
        ((ev.MOVE, ev.ALL, 0, 0, 1, 2), False),
        ((OWN, ev.ALL, 0), False),
    ],
)
def test_what_reveals_something_hidden(event, reveals):
    assert takeback.reveals([(ev.TURN, ev.ALL, 0), event]) is reveals


def refused(session, back):
    before = (session.lines, session.chain, session.state.digest(), len(session.journal.bodies))
    with pytest.raises(KostkaError) as caught:
        session.undo(back)
    assert (session.lines, session.chain, session.state.digest(), len(session.journal.bodies)) == (
        before
    )
    return caught.value.text


def shows(session, line):
    """Say whether a line showed what was hidden, from the rules alone."""
    state = session.game.new_state(session.state.seats, session.state.options)
    for body in session.journal.bodies[1 : line + 1]:
        events = []
        for action in json.loads(body).get("a", ()):
            state.apply(action, events)
    return any(event[0] == ev.SHOW for event in events)


def test_cards_that_were_seen_are_not_taken_back():
    session = new_session("probe", 2, {}, 3)
    session.undo_rule = takeback.UNTIL_HIDDEN
    rng = XorShift(8)
    undone = kept = 0
    while not session.closed and session.lines < 120:
        step(session, rng)
        if session.closed:
            break
        line = session.lines - 1
        if shows(session, line):
            assert refused(session, line - 1) == "play.undo_hidden"
            assert refused(session, 0) == "play.undo_hidden"
            kept += 1
        elif undone < 20:
            digest = session.state.digest()
            session.undo(line - 1)
            session.undo(line)  # what was taken back may come again
            assert session.state.digest() == digest
            undone += 1
            # lines of undos are not replayed by shows(): go on in a game without them
            session = _again(session)
    assert kept > 3
    assert undone > 3


def _again(session):
    """Return the same game without the two undos at its end."""
    other = Session(MemoryJournal(session.journal.bodies[:-2]), XorShift(session.lines))
    other.resume()
    other.undo_rule = session.undo_rule
    return other


def test_the_rule_of_the_table_and_of_the_game():
    session = new_session("probe", 2, {}, 3)
    play(session, XorShift(8), 12)
    session.undo_rule = takeback.OFF
    assert refused(session, session.lines - 2) == "play.undo_off"
    session.undo_rule = takeback.FREE
    session.undo(0)
    assert session.state.digest() == session.game.new_state(2, session.state.options).digest()
    chosen = {"undo": "off"}
    assert takeback.rule_of(chosen, takeback.FREE) == takeback.OFF
    assert takeback.rule_of({"undo": "free"}, takeback.OFF) == takeback.FREE
    assert takeback.rule_of({"undo": True}, takeback.FREE) == takeback.FREE  # another option


def test_a_game_may_choose_by_an_option(monkeypatch):
    game = games.load("ludo")
    option = Option("undo", CHOICE, "off", takeback.NAMES)
    monkeypatch.setattr(type(game), "options", (*type(game).options, option))
    session = new_session("ludo", 2, {"first": "seat1"})
    session.throw()
    assert refused(session, 0) == "play.undo_off"


def test_bots_are_passed_over():
    session = new_session("ludo", 2, {"first": "seat1"}, 5)
    rng = XorShift(5)
    while session.lines < 30:
        step(session, rng)
    session.bots = (1,)
    states = [session.game.new_state(2, session.state.options)]
    for body in session.journal.bodies[1:]:
        state = states[-1].clone()
        for action in json.loads(body)["a"]:
            state.apply(action)
        states.append(state)
    wanted = [n for n in range(session.lines - 1) if states[n].request(-1).seat != 1]
    back = session.last_gesture()
    assert back == wanted[-1]
    for _ in range(5):
        before = back
        session.undo(back)
        back = session.last_gesture()
        assert back == max(n for n in wanted if n < before)
    session.bots = (0, 1)
    assert session.last_gesture() == -1


@pytest.mark.parametrize("name", GAMES)
def test_an_aborted_game_has_no_result(name):
    session = new_session(name, 2, {}, 4)
    told = []
    play(session, XorShift(2), 9)
    session.tell = told.append
    line = session.abort()
    assert session.closed
    assert told == [line] == [session.lines - 1]
    end = json.loads(session.journal.bodies[-1])
    assert (end["end"], end["rule"], end["win"], end["r"]) == (ABORTED, "", [], [0, 0])
    for call in (session.abort, session.throw, lambda: session.undo(0)):
        with pytest.raises(KostkaError, match=r"play\.closed"):
            call()
    other = Session(MemoryJournal(session.journal.bodies), XorShift(1))
    other.resume()
    assert other.closed
    assert other.chain == session.chain
    assert other.lines == session.lines


def test_an_aborted_end_is_checked():
    session = new_session("ludo", 2, {}, 4)
    play(session, XorShift(2), 9)
    session.abort()
    for name, value in (("r", [1, 0]), ("win", [0]), ("rule", "LU-1"), ("end", "ludo.over")):
        game = Replay()
        for body in session.journal.bodies[:-1]:
            game.take(json.loads(body), body)
        line = {**json.loads(session.journal.bodies[-1]), name: value}
        with pytest.raises(JournalError, match=r"journal\.end"):
            game.take(line)


def test_a_finished_game_cannot_pass_for_an_aborted_one():
    session = new_session("ludo", 2, {}, 4)
    play(session, XorShift(11), 3000)
    assert session.closed
    game = Replay()
    for body in session.journal.bodies[:-1]:
        game.take(json.loads(body), body)
    line = json.loads(session.journal.bodies[-1])
    line.update(end=ABORTED, rule="", win=[], r=[0, 0])
    with pytest.raises(JournalError, match=r"journal\.end"):
        game.take(line)
