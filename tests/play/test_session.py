"""The one writer: all or nothing, numbers, undo with dice kept, the closing line, resume."""

import json

import kostka_golden as golden
import pytest
from kostka.errors import IllegalAction, JournalError, KostkaError, OptionError, StaleLine
from kostka.line import seal
from kostka.play.replay import Replay
from kostka.play.session import Session
from kostka.rules.action import CHANCE
from kostka.rules.events import THROW
from kostka.rules.rng import XorShift
from kostka_host.follow import Follower
from kostka_memory import MemoryJournal
from kostka_player import new_session, play, step
from kostka_tokens import GAMES


def ludo(**options):
    session = new_session("ludo", 2, {"first": "seat1", **options})
    return session, session.state.parse_action


def lines(session):
    return [json.loads(body) for body in session.journal.bodies]


def same(one, other):
    assert one.state.encode() == other.state.encode()
    for name in ("lines", "chain", "closed", "undos"):
        assert getattr(one, name) == getattr(other, name), name


def resumed(session):
    other = Session(MemoryJournal(session.journal.bodies), XorShift(9))
    other.resume()
    return other


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(6))
def test_a_random_game_is_told_line_by_line(name, seed):
    session = new_session(name, 2 + seed % 2, {}, seed + 1)
    told = []
    session.tell = told.append
    play(session, XorShift(seed + 5), 400)
    assert told == list(range(1, session.lines))
    follower = Follower()
    for body in session.journal.bodies:
        follower.take(body)
    assert follower.state.digest() == session.state.digest()
    assert follower.chain == session.chain
    assert bool(follower.end) == session.closed


def test_golden_journals_are_written_alike():
    session = new_session("ludo", 2, {}, 4)
    play(session, XorShift(11), 2000)
    assert session.closed
    replay = golden.replay([seal(body) for body in session.journal.bodies])
    assert replay.closed
    assert replay.state.digest() == session.state.digest()
    last = lines(session)[-1]
    assert list(last) == ["n", "end", "rule", "win", "r", "d", "c"]
    assert (last["end"], last["rule"]) == ("ludo.over.all_home", "LU-10")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(12))
def test_undos_resume_and_replay_agree(name, seed):
    session = new_session(name, 2, {}, seed + 1)
    rng = XorShift(seed + 77)
    for _ in range(12):
        play(session, rng, 12, undo_one_in=5)
        other = resumed(session)
        same(session, other)
        assert session._kept._faces == other._kept._faces
        live = Replay()
        follower = Follower()
        for body in session.journal.bodies:
            live.take(json.loads(body), body)
            follower.take(body)
        assert live.state.encode() == follower.state.encode() == session.state.encode()
        assert live.chain == session.chain


def test_a_resumed_session_keeps_few_states():
    session = new_session("ludo", 2, {}, 3)
    play(session, XorShift(3), 150, undo_one_in=6)
    journal = session.journal
    replay = Replay(journal.undos())
    most = 0
    for number, body in enumerate(journal.bodies):
        replay.take(json.loads(body), body)
        pending = {to for at, to in journal.undos() if at > number and to <= number}
        most = max(most, len(replay._states))
        assert set(replay._states) == pending
    assert most < 30


# All or nothing ------------------------------------------------------------------------------


def test_an_illegal_line_changes_nothing():
    session, parse = ludo()
    before = session.state.encode(), list(session.journal.bodies)
    with pytest.raises(IllegalAction, match=r"LU-[67]"):
        session.submit([parse("d6"), parse("d6")], "k")
    with pytest.raises(IllegalAction):
        session.submit([], "k")
    for bad in (True, "x", -1, 1 << 30, None):
        with pytest.raises((IllegalAction, TypeError)):
            session.submit([bad if bad is not True else 1 << 31], "k")
    assert (session.state.encode(), session.journal.bodies) == before


def test_a_flash_that_fails_changes_nothing():
    session, parse = ludo()
    shown = []
    session.show = lambda: shown.append(session.state.encode())
    before = session.state.encode()
    session.journal.fail = True
    with pytest.raises(JournalError, match=r"journal\.write"):
        session.submit([parse("d6")], "k")
    assert session.state.encode() == before
    assert session.lines == 1
    assert shown[-1] == before, "the lights went back too"
    session.journal.fail = False
    assert session.submit([parse("d6")], "k") == 1


def test_lights_come_before_flash_and_flash_before_the_line_leaves():
    session, parse = ludo()
    order = []
    append = session.journal.append
    session.journal.append = lambda pairs: (order.append("flash"), append(pairs))
    session.show = lambda: order.append("show")
    session.tell = lambda number: order.append(f"tell {number}")
    session.submit([parse("d6")], "k")
    assert order == ["show", "flash", "tell 1"]


def test_another_line_number_is_stale():
    session, parse = ludo()
    for wrong in (0, 2):
        with pytest.raises(StaleLine):
            session.submit([parse("d6")], "p", expected=wrong)
        with pytest.raises(StaleLine):
            session.throw(expected=wrong)
    assert session.submit([parse("d6")], "p", expected=1) == 1
    with pytest.raises(StaleLine):
        session.undo(0, expected=1)
    assert session.undo(0, expected=2) == 2


def test_answers_come_only_from_where_they_may():
    session, parse = ludo()
    with pytest.raises(IllegalAction, match=r"play\.source"):
        session.submit([parse("d6")], "t")
    with pytest.raises(IllegalAction, match=r"play\.source"):
        session.submit([parse("d6")], "x")
    session.submit([parse("d6")], "u")
    with pytest.raises(IllegalAction, match=r"play\.source"):
        session.submit([parse("r0-t0")], "b")
    lots = new_session("ludo", 2)
    with pytest.raises(IllegalAction, match=r"play\.source"):
        lots.submit([parse("lot1")], "p")
    assert lots.settle()
    assert not lots.settle()
    assert lines(lots)[1]["s"] == "b"


def test_a_wrong_start_leaves_the_old_game():
    session, parse = ludo()
    session.submit([parse("d6")], "k")
    before = session.state.encode(), list(session.journal.bodies)
    for name, seats, options in (("chess", 2, {}), ("ludo", 9, {}), ("ludo", 2, {"x": 1})):
        with pytest.raises(OptionError):
            session.start(name, seats, options, "0" * 16)
    assert (session.state.encode(), session.journal.bodies) == before


def test_without_a_game_there_is_a_clear_error():
    session = Session(MemoryJournal(), XorShift(1))
    assert not session.playing
    assert not session.settle()
    for call in (lambda: session.submit([1], "k"), session.throw, lambda: session.state):
        with pytest.raises(KostkaError, match=r"play\.no_game"):
            call()


# Undo ----------------------------------------------------------------------------------------


def test_an_undone_throw_of_the_board_falls_again():
    session, _ = ludo()
    for seed in range(1, 30):
        session.generator = XorShift(seed)
        session.throw()
        first = session.events[0]
        session.undo(session.lines - 2)
        session.generator = XorShift(seed + 1000)
        session.throw()
        assert session.events[0] == first


def faces_by_seat(session, first):
    """Return the faces that each seat threw in the lines from `first` on."""
    replay = Replay()
    found = {0: [], 1: []}
    for number, body in enumerate(session.journal.bodies):
        replay.take(json.loads(body), body)
        if number >= first:
            for event in replay.events:
                if event[0] == THROW:
                    found[event[2]].append(event[4])
    return found


def test_undone_dice_come_again_in_the_order_of_each_seat():
    session = new_session("ludo", 2, {"first": "seat1"}, 5)
    while session.lines < 60:
        if session.state.current_player() == CHANCE:
            session.throw()
        else:
            session.submit([session.state.legal_actions()[0]], "k")
    before = faces_by_seat(session, 1)
    session.undo(0)
    again = session.lines
    session.generator = XorShift(99)
    while session.lines < again + 70:
        if session.state.current_player() == CHANCE:
            session.throw()
        else:  # another pawn than the first time
            session.submit([session.state.legal_actions()[-1]], "k")
    after = faces_by_seat(session, again)
    for seat in (0, 1):
        both = min(len(before[seat]), len(after[seat]))
        assert both > 10
        assert before[seat][:both] == after[seat][:both]


def test_with_rethrow_dice_are_thrown_anew():
    session, _ = ludo()
    session.rethrow = True
    found = set()
    for _ in range(40):
        session.throw()
        found.add(session.events[0][4])
        session.undo(session.lines - 2)
    assert len(found) > 2


def test_a_face_typed_wrongly_may_be_typed_anew():
    session, parse = ludo()
    session.submit([parse("d2")], "k")
    session.undo(0)
    session.submit([parse("d6")], "k")
    assert session.events[0][4] == 6


def test_a_face_of_the_board_or_a_cup_stands():
    for source in "bu":
        session, parse = ludo()
        if source == "b":
            session.throw()
        else:
            session.submit([parse("d3")], "u")
        face = session.events[0][4]
        session.undo(0)
        other = parse(f"d{face % 6 + 1}")
        with pytest.raises(IllegalAction, match=r"play\.dice_stand"):
            session.submit([other], "k")
        session.submit([parse(f"d{face}")], "k")


def test_all_twenty_dice_come_again():
    session = new_session("probe", 2, {"dice": 20}, 8)
    rng = XorShift(8)
    while session.state.request().what != 1:
        step(session, rng)
    before = session.lines
    step(session, rng)
    thrown = lines(session)[-1]["a"]
    assert len(thrown) == 20
    session.undo(before - 1)
    step(session, rng)
    assert lines(session)[-1]["a"] == thrown


def test_an_undo_can_be_undone():
    session, parse = ludo()
    session.submit([parse("d6")], "u")
    session.submit([parse("r0-t0")], "k")
    there = session.state.encode()
    session.undo(0)
    assert len(session._kept) == 1
    session.undo(2)
    assert session.state.encode() == there
    assert len(session._kept) == 0


def test_what_cannot_be_undone():
    session, parse = ludo()
    for back in (-1, 0, 1, 5):
        with pytest.raises(KostkaError, match=r"play\.no_undo"):
            session.undo(back)
    assert session.last_gesture() == -1
    session.submit([parse("d6")], "k")
    assert session.last_gesture() == 0


def test_the_last_gesture_is_what_a_hand_did():
    session = new_session("ludo", 2)
    session.settle()  # the lot
    assert session.last_gesture() == -1, "the board would only draw lots again"
    session.throw()
    session.undo(session.last_gesture())
    assert session.last_gesture() == -1
    session = new_session("probe", 2, {"dice": 1})
    session.settle()
    assert len(lines(session)[1]["a"]) == 6, "all draws are one line"
    session.answer(1, session.state.legal_actions(1)[0], "k")
    session.answer(0, session.state.legal_actions(0)[0], "k")
    assert session.last_gesture() == 1


def test_deep_undos_read_the_journal_once():
    session = new_session("ludo", 2, {}, 6)
    play(session, XorShift(6), 120)
    session.journal.reads = 0
    session.undo(session.lines - 2)
    assert session.journal.reads < 10
    session.journal.reads = 0
    session.undo(3)
    assert session.journal.reads < 3 * session.lines


# Simultaneous choices ------------------------------------------------------------------------


def test_early_answers_wait_for_their_seat():
    session = new_session("probe", 3, {"dice": 1})
    session.settle()
    state = session.state
    number = session.lines
    with pytest.raises(IllegalAction):
        session.answer(2, 12345, "k")
    assert session.answer(2, state.legal_actions(2)[0], "k") == -1
    assert session.answer(1, state.legal_actions(1)[0], "k") == -1
    assert session.lines == number
    assert not session.settle()
    session.answer(0, state.legal_actions(0)[0], "k")
    assert session.settle()
    assert session.settle()
    assert not session.held
    said = [line["s"] for line in lines(session)[number:]]
    assert said == ["k", "k", "k"]


def test_an_early_answer_outlives_a_write_that_fails():
    session = new_session("probe", 2, {"dice": 1})
    session.settle()
    state = session.state
    session.answer(1, state.legal_actions(1)[0], "k")
    session.answer(0, state.legal_actions(0)[0], "k")
    before, held = session.lines, dict(session.held)
    session.journal.fail = True
    with pytest.raises(JournalError):
        session.settle()
    assert (session.lines, session.held) == (before, held)
    session.journal.fail = False
    assert session.settle()
    assert session.lines == before + 1
    assert not session.held


# The end -------------------------------------------------------------------------------------


def test_nothing_is_played_after_the_end():
    session = new_session("ludo", 2, {"pawns": 2}, 4)
    play(session, XorShift(2), 3000)
    assert session.closed
    for call in (session.throw, lambda: session.submit([1], "k")):
        with pytest.raises(KostkaError, match=r"play\.closed"):
            call()
    assert session.last_gesture() >= 0  # which can be taken back


def test_a_game_whose_closing_line_is_lost_is_closed_at_resume():
    session = new_session("ludo", 2, {"pawns": 2}, 4)
    play(session, XorShift(2), 3000)
    whole = list(session.journal.bodies)
    session.journal.bodies.pop()
    other = Session(MemoryJournal(session.journal.bodies), XorShift(1))
    other.resume()
    assert other.closed
    assert other.journal.bodies == whole
