"""The follower accepts what a board writes and names the first line that is wrong."""

import json
import random

import pytest
from kostka.errors import JournalError
from kostka.line import dumps
from kostka.rules.action import pack
from kostka_host.follow import END, HEADER, PLAY, UNDO, Follower
from kostka_recording import Recorder


@pytest.fixture(scope="module")
def game():
    recorder = Recorder(seed=3, pawns=2, seats=2)
    while recorder.next < 40 or recorder.state.is_terminal():
        recorder.play()
    recorder.undo(33)
    return recorder.finish()


def follow(bodies):
    follower = Follower()
    return follower, [follower.take(body) for body in bodies]


def change(body, **fields):
    line = json.loads(body)
    line.update(fields)
    return json.dumps({k: v for k, v in line.items() if v is not None}, separators=(",", ":"))


def test_a_whole_game_is_followed(game):
    follower, steps = follow(game.bodies)
    assert follower.chain == game.chain
    assert follower.state.encode() == game.state.encode()
    kinds = [step.kind for step in steps]
    assert kinds[0] == HEADER
    assert kinds[-1] == END
    assert kinds[40] == UNDO
    assert steps[40].back_to == 33
    assert kinds.count(PLAY) == len(kinds) - 3
    assert follower.end["win"]
    assert any(step.checked for step in steps[:40])


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"die": "color", "first": "seat2"}, {"first": "die"}])
def test_every_option_is_followed(seats, options):
    recorder = Recorder(seats=seats, seed=seats, pawns=2, **options).finish()
    assert follow(recorder.bodies)[0].state.digest() == recorder.state.digest()


def test_each_undo_takes_one_gesture_back():
    recorder = Recorder(seats=2, seed=4)
    recorder.play()  # a lot
    assert follow(recorder.bodies)[0].last_gesture() == -1, "a lot would only be drawn again"
    for _ in range(4):
        recorder.play()
    for wanted in (4, 3, 2, 1):
        found = follow(recorder.bodies)[0].last_gesture()
        assert found == wanted
        recorder.undo(found)
    assert follow(recorder.bodies)[0].last_gesture() == -1
    recorder.play()
    assert follow(recorder.bodies)[0].last_gesture() == 1


def wrong_at(bodies, number, text):
    follower = Follower()
    for body in bodies[:number]:
        follower.take(body)
    before = follower.state.encode() if number else b""
    with pytest.raises(JournalError) as caught:
        follower.take(bodies[number])
    assert caught.value.text == text
    assert caught.value.params[0] == number
    assert follower.next == number
    if number:
        assert follower.state.encode() == before


def test_changed_lines_are_named(game):
    bodies = game.bodies
    turn = next(i for i, body in enumerate(bodies) if '"d"' in body and '"a"' in body)
    actions = json.loads(bodies[5])["a"]
    cases = [
        (5, {"c": "00000000"}, "journal.chain"),
        (5, {"n": 6}, "journal.number"),
        (5, {"a": "x"}, "journal.damaged"),
        (5, {"a": [1 << 29]}, "journal.illegal"),
        (5, {"a": [*actions, pack(1, 26, 1)]}, "journal.illegal"),
        (turn, {"d": "00000000"}, "journal.digest"),
        (40, {"u": 41}, "journal.damaged"),
        (40, {"u": 32}, "journal.chain"),
        (len(bodies) - 1, {"r": [1, 1]}, "journal.end"),
        (len(bodies) - 1, {"d": "00000000"}, "journal.end"),
        (0, {"v": 99}, "journal.version"),
        (0, {"data": "00000000"}, "journal.data"),
        (0, {"j": 2}, "journal.schema"),
        (0, {"seats": 9}, "journal.options"),
        (0, {"game": "chess"}, "journal.options"),
        (0, {"opt": {"pawns": 2}}, "journal.header"),
        (0, {"id": None}, "journal.header"),
    ]
    for number, fields, text in cases:
        broken = list(bodies)
        broken[number] = change(bodies[number], **fields)
        wrong_at(broken, number, text)


def test_lines_out_of_order_and_after_the_end(game):
    wrong_at([*game.bodies, game.bodies[-1]], len(game.bodies), "journal.number")
    late = change(game.bodies[-1], n=len(game.bodies))
    wrong_at([*game.bodies, late], len(game.bodies), "journal.after_end")
    wrong_at([*game.bodies[:5], game.bodies[6]], 5, "journal.number")
    wrong_at([game.bodies[1]], 0, "journal.header")


def test_another_chance_result_breaks_the_chain(game):
    number = next(i for i, body in enumerate(game.bodies) if i > 2 and '"a"' in body)
    line = json.loads(game.bodies[number])
    state = game.states[number - 1]
    others = [action for action, _ in state.chance_outcomes() if [action] != line["a"]]
    if not others:
        others = [action for action in state.legal_actions() if [action] != line["a"]]
    if others:
        bodies = [*game.bodies[:number], change(game.bodies[number], a=[others[0]])]
        wrong_at(bodies, number, "journal.chain")


def test_nonsense_is_damage_and_never_another_error(game):
    random_ = random.Random(4)
    for _ in range(300):
        number = random_.randrange(len(game.bodies))
        raw = bytearray(game.bodies[number].encode())
        raw[random_.randrange(len(raw))] = random_.randrange(32, 127)
        if raw.decode() == game.bodies[number]:
            continue
        follower, _ = follow(game.bodies[:number])
        try:
            follower.take(raw.decode())
        except JournalError:
            continue
        # what may change unseen: the note of the firmware, the source of a line, the game's id
        kept = json.loads(raw.decode())
        same = json.loads(game.bodies[number])
        loose = ("fw", "id", "s", "t")
        assert {k: v for k, v in kept.items() if k not in loose} == {
            k: v for k, v in same.items() if k not in loose
        } or set(same) - set(kept)


def test_dumps_of_the_host_and_the_line_codec_agree(game):
    from kostka_host.mirror import dumps as host_dumps

    for body in game.bodies:
        assert host_dumps(json.loads(body)) == body
    assert dumps([("a", [1, 2])]) == host_dumps({"a": [1, 2]})


def test_the_way_back_leaves_out_what_was_undone():
    game = Recorder(seed=3, pawns=2, seats=2)
    for _ in range(9):
        game.play()
    game.undo(4)  # line 10
    game.play()
    game.play()
    follower, steps = follow(game.bodies)
    past = list(follower.back())
    assert [(one.number, one.back_to) for one in past] == [
        (12, -1), (11, -1), (10, 4), (4, -1), (3, -1), (2, -1), (1, -1),
    ]  # fmt: skip
    assert [one.events for one in past if one.back_to < 0] == [
        steps[number].events for number in (12, 11, 4, 3, 2, 1)
    ]
    assert all(one.events for one in past if one.back_to < 0)
    follower.take(game.undo(2))
    assert [one.number for one in follower.back()] == [13, 2, 1]
    follower.take(game.undo(0))
    assert [(one.number, one.back_to) for one in follower.back()] == [(14, 0)]
