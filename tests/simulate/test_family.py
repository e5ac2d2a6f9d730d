"""The family plays whole games through hands and keys, the same by the same seed."""

import json

import pytest
from kostka.errors import HardwareError
from kostka_fake_table import FakeMat, FakeTable
from kostka_host.simulate.family import Family


def play(family_seed, wide=(), **options):
    table = FakeTable(FakeMat(wide), **options)
    table.look()
    family = Family(table.mat, table, table.state, table.look, family_seed)
    family.set_up()
    family.play()
    return table, family


def actions(table):
    return [json.loads(body)["a"] for body in table.recorder.bodies[1:]]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"die": "color"}, {"first": "die"}, {"pawns": 2}])
def test_a_game_of_ludo_is_played_to_its_end(seats, options):
    table, family = play(7, seats=seats, **options)
    assert table.state().is_terminal()
    assert table.right()
    assert family.actions == len(table.recorder.bodies) - 1
    assert set(table.cells) == set(family.table.standing)


def test_equal_seeds_play_equal_games():
    games = [actions(play(seed, seats=3, pawns=2, seed=1)[0]) for seed in (7, 7, 8)]
    assert games[0] == games[1]
    assert games[0] != games[2]


def test_hands_hop_slide_and_use_both_hands():
    table, _ = play(3, seats=4, first="seat1")
    log = table.log
    kinds = {log[i][0] + log[i + 1][0] for i in range(len(log) - 1)}
    assert kinds == {"putput", "putlift", "liftput", "liftlift"}
    slides = [
        i
        for i in range(len(log) - 3)
        if [kind for kind, _ in log[i : i + 4]] == ["lift", "put", "lift", "put"]
        and log[i + 1][1] == log[i + 2][1]
    ]
    assert slides


def test_the_probe_with_dice_secrets_and_pushes():
    pytest.importorskip("kostka_probe")
    from kostka import games

    games.register("probe", "kostka_probe")
    for seats in (2, 3):
        table, _ = play(11, wide=(4,), name="probe", seats=seats, dice=4)
        assert table.state().is_terminal()


def test_a_board_that_does_not_answer_is_said():
    table = FakeTable(FakeMat(), seats=2, first="seat1")
    table.look()
    family = Family(table.mat, table, table.state, table.look, 1)
    family.set_up()
    table.press = lambda seat, key, hold_ms: None
    with pytest.raises(HardwareError) as caught:
        family.play()
    assert caught.value.text == "simulate.no_answer"


def test_a_board_that_plays_something_else_is_said():
    table = FakeTable(FakeMat(), seats=2, first="seat1")
    table.look()
    family = Family(table.mat, table, table.state, table.look, 1)
    family.set_up()
    press = table.press
    table.press = lambda seat, key, hold_ms: [press(seat, 1, 1), press(seat, key, 1)]
    with pytest.raises(HardwareError) as caught:
        family.play()
    assert caught.value.text == "simulate.other_action"


def test_a_table_is_taken_over_from_whoever_left_it():
    table = FakeTable(FakeMat(), seats=2, first="seat1")
    table.look()
    first = Family(table.mat, table, table.state, table.look, 1)
    first.set_up()
    table.keys[0] = 3
    table.lift(80)
    table.put(55)
    second = Family(table.mat, table, table.state, table.look, 2)
    second.take_over(lambda: table.cells)
    second.set_up()
    assert table.right()
    assert table.keys[0] == 0
    assert ("key", (1, 2, False)) in table.log
    second.play_one()
