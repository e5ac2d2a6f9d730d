"""What examples and counts cannot show of Ludo: its fields, words and notation."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kostka import games
from kostka.errors import NotationError
from kostka.games import ludo_text, ludo_way
from kostka.rules import events as ev
from kostka.rules import request as rq
from kostka.rules.action import CHANCE, a_of, b_of, kind_of, pack
from kostka.text import Catalog

GAME = games.load("ludo")
WORDS = Catalog("en", keep=True)

SETUPS = st.fixed_dictionaries(
    {
        "pawns": st.integers(2, 4),
        "die": st.sampled_from(["number", "color"]),
        "six_color": st.sampled_from(["white", "yellow", "green", "blue", "red", "brown"]),
        "three_throws": st.sampled_from(["start", "no_piece_out"]),
        "first": st.sampled_from(["lot", "seat1", "seat2"]),
    }
)


def play(state, choices):
    """Play by choices (which of the possible actions); yield after each (action, events)."""
    for choice in choices:
        if state.is_terminal():
            return
        options = [action for action, _ in state.chance_outcomes()] or state.legal_actions()
        action = options[choice % len(options)]
        events = []
        state.apply(action, events)
        yield action, events


def check_fields(state):
    """Check what holds in every state."""
    taken = []
    for seat in range(state.seats):
        pawns = list(state.pawns_of(seat))
        assert pawns == sorted(pawns)
        assert all(0 <= pawn <= 44 for pawn in pawns)
        way = ludo_way.WAYS[state.corners[seat]]
        taken += [way[pawn] for pawn in pawns if pawn]
    assert len(taken) == len(set(taken)), "two pawns on one field"
    assert 0 <= state.tries <= 3
    assert len(state.tokens()) == state.seats * state.options["pawns"]
    assert state.tokens() == sorted(state.tokens())
    again = state.clone()
    assert again.at == state.at
    assert again.legal_actions() == state.legal_actions()
    assert again.encode() == state.encode()


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 4), SETUPS, st.lists(st.integers(0, 59), min_size=50, max_size=400))
def test_fields_hold_in_every_state(seats, options, choices):
    state = GAME.new_state(seats, options)
    check_fields(state)
    silent = state.clone()
    for action, events in play(state, choices):
        check_fields(state)
        silent.apply(action)
        assert silent.encode() == state.encode(), "events must not matter"
        assert all(-32768 <= value <= 32767 for event in events for value in event)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 4), SETUPS, st.lists(st.integers(0, 59), min_size=50, max_size=400))
def test_footprints_tell_which_tokens_move(seats, options, choices):
    state = GAME.new_state(seats, options)
    before = state.tokens()
    feet = {}
    for action, events in play(state, choices):
        after = state.tokens()
        loses = [spot for spot, _ in before]
        gains = [spot for spot, _ in after]
        if kind_of(action) == 3:
            lost, got = feet[action]
            for spot in lost:
                loses.remove(spot)
            loses += got
            moves = [event for event in events if event[0] in (ev.MOVE, ev.TAKE)]
            assert sorted(event[-2] for event in moves) == sorted(lost)
            assert sorted(event[-1] for event in moves) == sorted(got)
        assert sorted(loses) == gains
        before = after
        feet = {legal: state.footprint(legal) for legal in state.legal_actions()}
        assert all(state.footprint(outcome) is None for outcome, _ in state.chance_outcomes())


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 4), SETUPS, st.lists(st.integers(0, 59), min_size=50, max_size=300))
def test_everything_said_has_words(seats, options, choices):
    state = GAME.new_state(seats, options)
    for _ in play(state, choices):
        for action in state.legal_actions() + [action for action, _ in state.chance_outcomes()]:
            assert state.parse_action(state.action_text(action)) == action
            check_words(*state.describe(action, -1))
        for seat in range(-1, seats):
            request = state.request(seat)
            check_words(request.text, request.args)
            waits = seat not in (-1, request.seat) and request.seat >= 0
            assert (request.what == rq.NOTHING) == (waits or state.is_terminal())
            assert all(isinstance(arg, int) for arg in request.args)
    if state.is_terminal():
        check_words(state.outcome().why, ())


def check_words(text, args):
    words = WORDS.say(text, *args)
    assert text not in words, "no words"
    assert "{" not in words


def test_requests_name_their_sources_and_dice():
    state = GAME.new_state(2, {"first": "seat2"})
    throw = state.request()
    assert (throw.seat, throw.what, throw.dice) == (1, rq.THROW, (rq.D6,))
    assert throw.sources == rq.CUP | rq.KEYS | rq.PAGE | rq.BOARD
    state.apply(state.parse_action("d6"))
    move = state.request()
    assert (move.seat, move.what, move.dice) == (1, rq.MOVE, ())
    assert move.sources == rq.CELLS | rq.KEYS | rq.PAGE
    color = GAME.new_state(2, {"first": "seat1", "die": "color"}).request()
    assert color.dice == (rq.COLOR,)
    assert GAME.new_state(2, {}).request().what == rq.DRAW


def test_seats_see_the_same():
    state = GAME.new_state(3, {"first": "seat1"})
    for _ in play(state, range(100)):
        assert all(state.observation(seat) == state.observation(-1) for seat in range(3))
        assert state.resample(0, None).encode() == state.encode()


def test_decode_refuses_what_is_no_state():
    state = GAME.new_state(2, {"pawns": 2, "first": "seat1"})
    good = state.encode()
    for bad in (good[:-1], good + b"\0"):
        with pytest.raises(ValueError, match="state"):
            GAME.new_state(2, {"pawns": 2}).decode(bad)
    state.pawns[0] = state.pawns[1] = 7
    with pytest.raises(ValueError, match="two pawns"):
        GAME.new_state(2, {"pawns": 2}).decode(state.encode())


# Notation ------------------------------------------------------------------------------------

FACES = [pack(1, die, face) for die in (rq.D6, rq.COLOR) for face in range(1, 7)]
LOTS = [pack(2, seat) for seat in range(4)]
MOVES = [pack(3, a, b) for a in range(60) for b in range(60)]
STATE = GAME.new_state(4, {})


def test_every_action_has_its_own_text():
    texts = set()
    for action in FACES + LOTS + MOVES:
        text = STATE.action_text(action)
        assert STATE.parse_action(text) == action
        texts.add(text)
    assert len(texts) == len(FACES) + len(LOTS) + len(MOVES)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (pack(1, 6, 4), "d4"),
        (pack(1, 26, 1), "cw"),
        (pack(1, 26, 6), "cn"),
        (pack(2, 1), "lot2"),
        (pack(3, 12, 17), "t12-t17"),
        (pack(3, 56, 0), "r0-t0"),
        (pack(3, 38, 41), "t38-g01"),
        (pack(3, 55, 59), "g33-r3"),
    ],
)
def test_notation(action, text):
    assert STATE.action_text(action) == text
    assert STATE.parse_action(text) == action


@pytest.mark.parametrize(
    "text", [*"? d d0 d7 d04 c c? cx lot lot0 lot5 t1 t1- t1-t40".split(), ""]
)
def test_what_is_no_action_is_refused(text):
    with pytest.raises(NotationError):
        STATE.parse_action(text)


@given(st.text(alphabet="dcltgro0123456789-wyb?\u0661 ", max_size=9))
def test_a_text_is_the_only_text_of_its_action(text):
    try:
        action = STATE.parse_action(text)
    except NotationError:
        return
    assert STATE.action_text(action) == text


@given(st.integers(0, 2**30 - 1))
def test_an_int_has_a_text_or_is_no_action(action):
    try:
        text = STATE.action_text(action)
    except ValueError:
        return
    assert STATE.parse_action(text) == action
    assert pack(kind_of(action), a_of(action), b_of(action)) == action


# Tables --------------------------------------------------------------------------------------


def test_spot_names_are_unique():
    names = [GAME.spot_name(spot) for spot in range(GAME.spots)]
    assert len(set(names)) == 60
    assert [ludo_text.spot_number(name) for name in names] == list(range(60))


def test_ways_lead_round_the_track_into_the_own_goal():
    for corner, way in enumerate(ludo_way.WAYS):
        names = [GAME.spot_name(spot) for spot in way]
        assert names[0] == f"r{corner}"
        assert names[1] == f"t{10 * corner}"
        assert names[40] == f"t{(10 * corner + 39) % 40}"
        assert names[41:] == [f"g{corner}{n}" for n in range(4)]


def test_data_digest_pins_the_board():
    """Another board needs another Game.version; then this number changes too."""
    assert (GAME.version, GAME.data_digest()) == (1, 3778643463)


def test_random_games_end_in_time():
    rng = random.Random(1)
    for _ in range(30):
        state = GAME.new_state(4, {"three_throws": "start"})
        for _ in range(GAME.length_bound):
            if state.is_terminal():
                break
            chance = state.current_player() == CHANCE
            options = [a for a, _ in state.chance_outcomes()] if chance else state.legal_actions()
            state.apply(rng.choice(options))
        assert state.is_terminal()
        assert sum(state.returns()) == GAME.returns_sum
