"""Hands and pieces: who is who on the table, whatever moves and whatever cannot be seen."""

from __future__ import annotations

import itertools
from types import SimpleNamespace

import pytest
from kostka.errors import KostkaError
from kostka.games.ludo import GAME
from kostka.mats.ludo import MAT
from kostka.rules.state import State
from kostka_host.verdict import Verdict
from kostka_host.web import view
from kostka_host.web.desk import Desk
from kostka_host.web.hands import Hands
from kostka_host.web.hub import Wish
from kostka_host.web.pieces import BOX, HAND, STRANGE, TABLE, Pieces
from kostka_host.web.wishes import Wishes

ALL = frozenset(range(144))
PLACES = [*MAT.cells(56)[:2], *MAT.cells(58)[:2]]


class Bench:
    """Cells with and without a token, nothing else; a cell that is not there is an error."""

    def __init__(self, cells: frozenset[int]) -> None:
        self.cells = cells
        self.there: set[int] = set()

    def put(self, cell: int) -> None:
        assert cell in self.cells
        self.there.add(cell)

    def lift(self, cell: int) -> None:
        assert cell in self.there
        self.there.remove(cell)


def played(texts: str = "") -> State:
    state = GAME.new_state(2, {"pawns": 2, "first": "seat1"})
    for text in texts.split():
        state.apply(state.parse_action(text))
    return state


def sit(state: State, cells: frozenset[int] = ALL) -> tuple[Bench, Hands]:
    bench = Bench(cells)
    pieces = Pieces(MAT, cells)
    pieces.stock(token for _, token in state.tokens())
    hands = Hands(bench, pieces)  # type: ignore[arg-type]
    for _ in hands.set_up(state.tokens()):
        pass
    return bench, hands


def ids(pieces: Pieces) -> dict[int, str]:
    return {piece.cell: piece.id for piece in pieces.all.values() if piece.where == TABLE}


def test_setting_up_puts_every_token_where_it_belongs() -> None:
    bench, hands = sit(played())
    assert bench.there == set(PLACES)
    assert sorted(ids(hands.pieces).values()) == ["0.0.0", "0.0.1", "1.0.0", "1.0.1"]


def test_a_token_keeps_its_name_wherever_other_hands_carry_it() -> None:
    bench, hands = sit(played())
    pieces = hands.pieces
    wanted = played().tokens()
    name = ids(pieces)[PLACES[0]]
    for cell in (70, 71, 72):
        there = bench.there - {PLACES[0]}
        pieces.see(there, wanted)
        assert pieces.all[name].where == HAND
        pieces.see(there | {cell}, wanted)
        assert ids(pieces)[cell] == name
    pieces.see(there, wanted)
    pieces.see(bench.there, wanted)
    assert ids(pieces)[PLACES[0]] == name
    assert len(pieces.all) == 4


def test_what_nobody_knows_is_strange_and_is_forgotten_in_the_box() -> None:
    bench, hands = sit(played())
    bench.there.add(100)
    hands.look(sorted(bench.there), played().tokens(), False)
    piece = hands.pieces.at(100)
    assert piece is not None
    assert piece.token == STRANGE
    for _ in hands.set_up(played().tokens()):
        pass
    assert bench.there == set(PLACES)
    assert len(hands.pieces.all) == 4


def test_a_table_is_understood_from_state_and_occupied_cells() -> None:
    state = played("d6 r0-t0 d3")
    pieces = Pieces(MAT, ALL)
    occupied = [MAT.cells(0)[0], PLACES[1], *PLACES[2:]]
    pieces.see(occupied, state.tokens())
    found = {cell: name[0] for cell, name in ids(pieces).items()}
    assert found == {occupied[0]: "0", PLACES[1]: "0", PLACES[2]: "1", PLACES[3]: "1"}


def test_the_board_s_word_exchanges_what_was_mixed_up() -> None:
    _, hands = sit(played())
    pieces = hands.pieces
    one, two = pieces.at(PLACES[0]), pieces.at(PLACES[2])
    assert one is not None
    assert two is not None
    pieces.put(one, PLACES[2])
    pieces.put(two, PLACES[0])
    pieces.agree(played().tokens())
    assert (one.cell, two.cell) == (PLACES[0], PLACES[2])


def test_every_way_of_moving_leaves_four_tokens() -> None:
    state = played()
    for order in itertools.permutations(PLACES):
        bench, hands = sit(state)
        for cell, target in zip(order, (80, 81, 82, 83), strict=True):
            bench.lift(cell)
            hands.look(sorted(bench.there), state.tokens(), False)
            bench.put(target)
            hands.look(sorted(bench.there), state.tokens(), False)
        assert len(set(ids(hands.pieces))) == 4
        for _ in hands.set_up(state.tokens()):
            pass
        assert bench.there == set(PLACES)
        assert len(hands.pieces.all) == 4


def test_a_mirror_moves_as_few_tokens_as_it_can() -> None:
    pieces = Pieces(MAT, ALL)
    state = played()
    pieces.follow(state.tokens())
    before = ids(pieces)
    state = played("d6 r0-t0")
    pieces.follow(state.tokens())
    after = ids(pieces)
    assert len(before.items() - after.items()) == 1
    shown = view.mirrored(pieces, 2, Verdict("wrong", [MAT.cells(0)[0]], [99]))
    assert [one["cell"] for one in shown if one["where"] == HAND] == [None]
    assert [one["seat"] for one in shown if one["cell"] == 99] == [-1]


# Cells that a board does not have --------------------------------------------------------------


class Place:
    """Stands in for a table whose board plays at once what it is asked to."""

    def __init__(self, state: State, cells: frozenset[int]) -> None:
        self.state = state
        self.asked: list[tuple[str, dict[str, object]]] = []
        self.mirror = self
        self.next_line = 1
        self.bench, self.hands = sit(state, cells)
        self.table = self
        self.layout = type("Layout", (), {"rows": 12, "cols": 12, "stations": ()})
        self.beside = SimpleNamespace(wishes=dict)

    def ask(self, kind: str, **fields: object) -> None:
        self.asked.append((kind, fields))
        for action in fields["a"]:  # type: ignore[attr-defined]
            self.state.apply(action)
        self.next_line += 1

    def notice(self) -> None:
        return None

    def drop_own(self) -> None:
        self.hands.drop_all("-")

    def do(self, word: str, **fields: object) -> None:
        desk: Desk = self  # type: ignore[assignment]
        steps = Wishes(desk).begin(Wish("b1", -1, {"do": word, **fields}))
        value, problem = None, None
        try:
            while steps is not None:
                what = steps.send(value) if problem is None else steps.throw(problem)
                value, problem = None, None
                try:
                    value = what() if callable(what) else None
                except KostkaError as refused:
                    problem = refused
        except StopIteration:
            pass


@pytest.mark.parametrize("unseen", [{0}, {48}, {0, 48}], ids=str)
def test_a_drag_that_no_sensor_sees_is_played_as_what_it_fits(unseen: set[int]) -> None:
    place = Place(played("d6"), ALL - unseen)
    name = ids(place.hands.pieces)[0]
    place.do("lift", token=name)
    place.do("put", token=name, cell=48)
    assert [kind for kind, _ in place.asked] == ["do"]
    assert place.asked[0][1]["s"] == "p"
    assert place.hands.pieces.all[name].cell == 48
    assert (48 in place.bench.there) == (48 not in unseen)
    assert 0 not in place.bench.there


def test_a_move_that_the_board_has_played_meanwhile_is_taken_as_made() -> None:
    place = Place(played("d6"), ALL - {48})
    name = ids(place.hands.pieces)[0]
    ask = place.ask

    def late(kind: str, **fields: object) -> None:
        ask(kind, **fields)  # as the board did, when the token was in the air for long
        raise KostkaError("link.stale")

    place.ask = late  # type: ignore[method-assign]
    place.do("lift", token=name)
    place.do("put", token=name, cell=48)
    assert place.hands.pieces.all[name].cell == 48


def test_a_drag_that_fits_nothing_goes_back() -> None:
    place = Place(played("d6"), ALL - {49})
    name = ids(place.hands.pieces)[0]
    place.do("lift", token=name)
    with pytest.raises(KostkaError) as refused:
        place.do("put", token=name, cell=49)
    assert refused.value.text == "web.unseen"
    assert place.hands.pieces.all[name].cell == 0
    assert 0 in place.bench.there
    assert place.asked == []


def test_putting_a_token_back_where_no_sensor_is_plays_nothing() -> None:
    place = Place(played("d6"), ALL - {0})
    name = ids(place.hands.pieces)[0]
    place.do("lift", token=name)
    place.do("put", token=name, cell=0)
    assert place.asked == []
    place.do("lift", token=name)
    place.do("box", token=name)
    assert place.hands.pieces.all[name].where == BOX


def test_a_token_on_an_unseen_cell_follows_the_state() -> None:
    state = played("d6 r0-t0")
    pieces = Pieces(MAT, ALL - {48})
    pieces.see([PLACES[1], *PLACES[2:]], state.tokens())
    assert ids(pieces)[48].startswith("0.")
