"""The probe is what it says: it has everything that a bigger game will ask of the kernel."""

from __future__ import annotations

from pathlib import Path

import kostka_engine as engine
import kostka_probe as probe
import pytest
from kostka import games, mats
from kostka.rules.state import State
from kostka.rules.token import token
from kostka.text import Catalog

engine.register()
HERE = Path(__file__).parent


def played(texts: str, seats: int = 2, **options: object) -> State:
    state = games.load("probe").new_state(seats, options)
    for text in texts.split():
        state.apply(state.parse_action(text))
    return state


def test_it_has_options_of_every_kind() -> None:
    options = probe.GAME.options
    assert {option.kind for option in options} == {"flag", "choice", "int"}
    assert any(option.per_seat for option in options)


def test_a_chosen_number_is_in_the_state_but_only_its_seat_sees_it() -> None:
    states = [played("c1 c2 c3 c1 c2 c3 " + number) for number in ("n1", "n2", "n3")]
    assert len({state.encode() for state in states}) == 3
    for seat, views in ((0, 3), (1, 1), (-1, 1)):
        assert len({engine.flat(state.observation(seat)) for state in states}) == views
    shown = [played("c1 c2 c3 c1 c2 c3 " + text) for text in ("n1 n1", "n2 n1")]
    assert shown[0].observation(-1) != shown[1].observation(-1)


def test_both_seats_may_answer_at_once() -> None:
    state = played("c1 c2 c3 c2 c3 c4")
    assert state.may_answer() == (0, 1)
    assert [state.action_text(action) for action in state.legal_actions(1)] == ["n2", "n3", "n4"]
    state.apply(state.parse_action("n1"))
    assert state.may_answer() == (1,)
    assert state.legal_actions(0) == []
    assert state.request(0).what == 0


def test_twenty_dice_are_asked_for_at_once_and_fewer_after_a_choice() -> None:
    state = played("c1 c2 c3 c1 c2 c3 n1 n1 p1")
    assert len(state.request().dice) == 20
    for _ in range(20):
        state.apply(state.parse_action("d6"))
    state.apply(state.parse_action("r6"))
    assert len(state.request().dice) == 20
    for face in "61" * 10:
        state.apply(state.parse_action("d" + face))
    assert len(state.request().dice) == 10, "a save for each six"


def test_pending_steps_are_several_deep_and_survive_a_copy_through_bytes() -> None:
    state = played("c1 c2 c3 c1 c2 c3 n1 n1 p1 d6")
    assert len(state.agenda) // 3 >= 5
    other = games.load("probe").new_state(2, {})
    other.decode(state.encode())
    assert other.agenda == state.agenda
    assert engine.view(other) == engine.view(state)


def test_two_tokens_share_a_spot_that_has_two_cells() -> None:
    mats.register("probe", "kostka_probe_mat")
    mat = mats.load("probe")
    assert played("").tokens().count((4, token(0, 1))) == 1
    assert len([spot for spot, _ in played("").tokens() if spot == 4]) == 2
    assert [len(mat.cells(spot)) for spot in range(mat.spots)] == [1, 1, 1, 1, 2, 1, 1, 1, 1]
    assert mat.spots == probe.GAME.spots


@pytest.mark.parametrize("seats", [2, 3])
def test_the_mat_tells_seats_apart(seats: int) -> None:
    mats.register("probe", "kostka_probe_mat")
    mat = mats.load("probe")
    assert len({mat.seat_color(seat, seats) for seat in range(seats)}) == seats
    assert len({mat.seat_side(seat, seats) for seat in range(seats)}) == seats


def test_its_words_are_sorted_and_none_is_idle() -> None:
    lines = (HERE / "en.txt").read_text().splitlines()
    ids = [line.partition("\t")[0] for line in lines]
    assert ids == sorted(set(ids))
    source = Path(probe.__file__).read_text()
    names = [text.removeprefix("probe.do.") for text in ids if text.startswith("probe.do.")]
    assert all(f'"{name}"' in source for name in names)
    assert all(f'"{text}"' in source for text in ids if not text.startswith("probe.do."))
    words = Catalog(keep=True, folder=str(HERE))
    assert words.say("probe.ask.throw", 2, 20) == "Player 2: throw 20 dice."
