"""What a person types: hands, keys, throws, moves, and sentences for what cannot be."""

import pytest
from kostka.errors import IllegalAction, KostkaError
from kostka.games.ludo import GAME
from kostka.mats.ludo import MAT
from kostka.mats.mat import cell_name
from kostka_desk import Desk
from kostka_host.cells import find_cells
from kostka_host.simulate.tabletop import Tabletop
from kostka_host.terminal.typed import Quit, Typist


def sit(hands=True, **options):
    desk = Desk(hands, seats=2, first="seat1", **options)
    tabletop = Tabletop(MAT, desk.board, lambda n: 0) if hands else None
    typist = Typist(desk, MAT, tabletop)
    return desk, typist


@pytest.fixture
def ready():
    desk, typist = sit()
    typist.look()
    typist.set_up()
    desk.pump(0)
    typist.look()
    return desk, typist


def played(desk):
    for _ in range(5):
        desk.pump(0)
    body = desk.fake.recorder.bodies[-1]
    return desk.fake.recorder.state.action_text(int(body.split('"a":[')[1].split("]")[0]))


def refuse(typist, text, words):
    with pytest.raises(KostkaError) as caught:
        typist.do(text)
    assert caught.value.text == words
    return caught.value


def test_names_of_cells_and_spots():
    assert cell_name(0, 12) == "a1"
    assert cell_name(143, 12) == "l12"
    assert cell_name(48, 12) == "a5"
    assert find_cells(" L12 ", None, MAT) == [143]
    assert find_cells("12l", None, MAT) == [143]
    assert find_cells("b1", GAME, MAT) == find_cells("1b", GAME, MAT) == [1]
    assert find_cells("t0", GAME, MAT) == [48]
    assert find_cells("g01", GAME, MAT) == list(MAT.cells(41))
    assert find_cells("g13", GAME, MAT) == list(MAT.cells(47))
    assert len(find_cells("R0", GAME, MAT)) == 4
    for wrong in ("", "a0", "a13", "m1", "0a", "13a", "1m", "t40", "x", "²a", "a01"):
        with pytest.raises(KostkaError):
            find_cells(wrong, GAME, MAT)


def test_a_name_of_both_a_cell_and_a_spot_is_asked_back():
    with pytest.raises(KostkaError) as caught:
        find_cells("G10", GAME, MAT)
    spot = MAT.cells(44)
    assert caught.value.text == "terminal.two_names"
    assert caught.value.params == ("g10", "10g", cell_name(spot[0], 12))
    assert find_cells("10g", GAME, MAT) == find_cells("g10", None, MAT) == [9 * 12 + 6]
    assert find_cells(cell_name(spot[0], 12), GAME, MAT) == list(spot)


def test_a_throw_by_keys_and_a_move_by_hand(ready):
    desk, typist = ready
    typist.do("roll 6")
    assert played(desk) == "d6"
    typist.look()
    typist.do("r0-t0")
    assert played(desk) == "r0-t0"
    typist.look()
    typist.do("  D5 ")
    assert played(desk) == "d5"
    typist.look()
    typist.do("lift t0")
    typist.look()
    typist.do("put t5")
    assert played(desk) == "t0-t5"


def test_slide_and_keys(ready):
    desk, typist = ready
    typist.do("key 1 right")
    typist.do("key 1 l")
    typist.do("key 1 left")
    typist.do("key 1 ok")
    assert played(desk) == "d5"
    typist.do("roll 6")
    assert played(desk) == "d6"
    typist.look()
    typist.do("slide r0 t0")
    assert played(desk) == "r0-t0"


def test_setup_puts_what_is_wrong_right(ready):
    desk, typist = ready
    desk.fake.lift(MAT.cells(56)[0])
    desk.fake.put(143)
    typist.look()
    typist.do("setup")
    assert desk.fake.right()


def test_what_cannot_be_done_is_said(ready):
    desk, typist = ready
    assert refuse(typist, "dance", "terminal.unknown").params == ("dance",)
    refuse(typist, "t0-t4 now", "terminal.unknown")
    refuse(typist, "move", "terminal.unknown")
    refuse(typist, "lift", "terminal.usage")
    refuse(typist, "lift t0 t1", "terminal.usage")
    refuse(typist, "lift t99", "terminal.no_cell")
    refuse(typist, "lift t0", "terminal.empty")
    refuse(typist, "put r0", "terminal.taken")
    refuse(typist, "roll 7", "terminal.face")
    refuse(typist, "key x ok", "terminal.usage")
    refuse(typist, "key 1 middle", "terminal.usage")
    refuse(typist, "key 1 ok short", "terminal.usage")
    refuse(typist, "key 9 ok", "terminal.no_seat")
    with pytest.raises(IllegalAction) as caught:
        typist.do("t0-t4")
    assert caught.value.rule == "LU-6"
    with pytest.raises(Quit):
        typist.do("QUIT")
    typist.do("help")
    assert typist.help_wanted
    typist.do("")
    typist.do("roll 6")
    assert played(desk) == "d6"
    refuse(typist, "roll", "terminal.no_throw")


def test_a_board_without_hands_is_asked_over_the_link():
    desk, typist = sit(hands=False)
    typist.look()
    for text in ("lift r0", "put t0", "slide r0 t0", "setup", "key 1 ok"):
        refuse(typist, text, "terminal.no_hands")
    typist.do("roll")
    typist.do("roll 6")
    typist.do("d3")
    refuse(typist, "undo", "play.no_undo")
    six, three = (desk.state.parse_action(text) for text in ("d6", "d3"))
    assert desk.asked == [
        ("roll", {"n": 1}),
        ("do", {"a": [six], "s": "p", "n": 1}),
        ("do", {"a": [three], "s": "p", "n": 1}),
    ]


def test_undo_goes_back_one_gesture(ready):
    desk, typist = ready
    typist.do("roll 6")
    assert played(desk) == "d6"
    typist.do("undo")
    assert desk.asked == [("undo", {"n": 0, "e": 2})]


@pytest.fixture
def probe(monkeypatch):
    import kostka_probe_mat
    from kostka import games

    monkeypatch.setattr(games, "_modules", {**games._modules, "probe": "kostka_probe"})
    return kostka_probe_mat.MAT


@pytest.mark.parametrize("hands", [True, False])
def test_secret_answers_are_not_typed_and_refusals_tell_nothing(probe, hands):
    desk = Desk(hands, mat=probe, name="probe", seats=2, rounds=1, dice=2)
    typist = Typist(desk, probe, Tabletop(probe, desk.board, lambda n: 0) if hands else None)
    while not desk.state.request(-1).hidden:
        desk.fake.recorder.play()
        desk.pump(0)
    legal = {desk.state.action_text(action) for action in desk.state.legal_actions()}
    assert legal < {"n1", "n2", "n3", "n4"}
    for text in ("n1", "n2", "n3", "n4", "move n1", "c1", "nonsense"):
        refuse(typist, text, "terminal.hidden")
    assert desk.asked == []
