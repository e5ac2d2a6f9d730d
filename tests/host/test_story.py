"""Public events in words and in signs; private ones leave no trace."""

from __future__ import annotations

import pytest
from kostka import games
from kostka.errors import IllegalAction
from kostka.games.ludo import GAME
from kostka.mats.ludo import MAT
from kostka.rules import events as ev
from kostka.text import Catalog
from kostka_host.cells import in_cells
from kostka_host.story import tell, thrown_dice

WORDS = Catalog("en", keep=True)


@pytest.mark.parametrize(
    ("event", "sign", "sentence"),
    [
        ((ev.THROW, ev.ALL, 0, 6, 4), "d4", "Player 1 throws 4."),
        ((ev.THROW, ev.ALL, 1, 26, 5), "cr", "Player 2 throws red."),
        ((ev.MOVE, ev.ALL, 0, 0, 56, 0), "r0-t0", "Player 1 brings a token in to a5."),
        ((ev.MOVE, ev.ALL, 0, 0, -1, 0), "-t0", "Player 1 brings a token in to a5."),
        ((ev.MOVE, ev.ALL, 0, 0, 3, -1), "t3-", "Player 1 takes a token off from d5."),
        ((ev.MOVE, ev.ALL, 0, 0, 0, 3), "t0-t3", "Player 1 moves from a5 to d5."),
        ((ev.MOVE, ev.ALL, 0, 0, 0, 56), "t0-r0", "Player 1 puts a token aside from a5."),
        ((ev.TAKE, ev.ALL, 1, 64, 3, 58), "xt3-r2", "A token of player 2 is sent home from d5."),
        ((ev.TAKE, ev.ALL, 1, 64, 3, -1), "xt3", "A token of player 2 is taken off from d5."),
        ((ev.PASS, ev.ALL, 2), "pass", "Player 3 cannot move."),
        ((ev.LOT, ev.ALL, 1), "lot2", "Player 2 begins."),
        ((ev.CHOICE, ev.ALL, 1, 7), "=7", "Player 2 chooses 7."),
        ((ev.SHOW, ev.ALL, 1, 2, 7), "!7", "Player 2 shows 7."),
        ((ev.OVER, ev.ALL, 0), "#1", "Player 1 wins."),
        ((ev.OVER, ev.ALL, -1), "#", "The game is over without a single winner."),
    ],
)
def test_each_event_has_words(event: tuple[int, ...], sign: str, sentence: str) -> None:
    (told,) = tell(GAME, [event])
    assert told.sign == sign
    text = in_cells(told.text, MAT)
    assert WORDS.say(*text) == sentence  # type: ignore[arg-type]


def test_without_a_mat_spots_have_their_own_names() -> None:
    (told,) = tell(GAME, [(ev.MOVE, ev.ALL, 0, 0, 0, 3)])
    assert WORDS.say(*told.text) == "Player 1 moves from t0 to t3."  # type: ignore[arg-type]


def test_choices_and_refusals_name_cells() -> None:
    state = GAME.new_state(2, GAME.complete(2, {"first": "seat1"}))
    state.apply(state.parse_action("d6"))
    (enters,) = state.legal_actions()
    text, args = state.describe(enters, 0)
    said = in_cells((text, *args), MAT)
    assert WORDS.say(*said) == "Bring a pawn in to a5"  # type: ignore[arg-type]
    with pytest.raises(IllegalAction) as refused:
        state.apply(state.parse_action("t0-t4"))
    problem = refused.value
    said = in_cells((problem.text, *problem.params), MAT, state)
    told = WORDS.say(*said)  # type: ignore[arg-type]
    assert told == "a5 → e5: no pawn of the player on turn stands there."


def test_dice_of_one_throw_are_told_together() -> None:
    throw = [(ev.THROW, ev.ALL, 0, 6, face) for face in (1, 6, 2)]
    other = (ev.THROW, ev.ALL, 1, 6, 3)
    told = tell(GAME, [*throw, other, (ev.TURN, ev.ALL, 1)])
    assert [one.sign for one in told] == ["d1 d6 d2", "d3"]
    assert WORDS.say(*told[0].text) == "Player 1 throws 1, 6, 2."  # type: ignore[arg-type]
    colors = tell(GAME, [(ev.THROW, ev.ALL, 0, 26, face) for face in (1, 6)])
    assert [one.sign for one in colors] == ["cw cn"]
    assert thrown_dice([*throw, other])[-1] == (6, 3, 1)


@pytest.mark.parametrize("kind", [ev.CHOICE, ev.SHOW, ev.THROW])
def test_what_only_a_seat_may_see_is_not_told(kind: int) -> None:
    event = (kind, 1 << 0, 0, 6, 5)
    assert tell(GAME, [event]) == []
    assert thrown_dice([event]) == []


def told(name, seats, texts, **options):
    """Return the words of what each action of a game tells, in one list."""
    game = games.load(name)
    state = game.new_state(seats, options)
    words = Catalog(keep=True)
    found = []
    for text in texts.split():
        events = []
        state.apply(state.parse_action(text), events)
        found.append([(words.say(*one.text), one.sign) for one in tell(game, events)])
    return found


def test_a_game_may_tell_its_own_events_and_keep_quiet_about_others():
    texts = "t01 t02 t03 t04 t05 t06 t07 t09 t10 t11 t12 t13 t15 t16 lot1 open-t01 t02-up"
    lines = told("domino", 2, texts)
    assert lines[:14] == [[]] * 14, "who gets which tile is told to nobody"
    assert lines[-2:] == [
        [("Player 1 opens the game with Spider-Man / Spider-Man.", "t01-open")],
        [("Player 2 lays Spider-Man / Venom at the upper end.", "t02-up")],
    ]


def test_tokens_that_are_turned_over_are_told_by_their_numbers():
    assert told("duel", 2, "lot1 line-r d01 d02", variant="4")[1:] == [
        [("Player 1 names a line: red line.", "line-r")],
        [("Player 1 turns over 6/4/3/3.", "d01")],
        [
            ("Player 2 turns over 3/6/4/3.", "d02"),
            ("Player 1 attacks with 6 against 3.", "6:3"),
        ],
    ]
