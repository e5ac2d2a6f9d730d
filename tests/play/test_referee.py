"""What pictures of the table mean: all outcomes, every way to carry out an action."""

import kostka_choice
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kostka import games, mats
from kostka.mats.mat import Mat
from kostka.play import referee as rf
from kostka.play.referee import Referee
from kostka_tokens import GAMES, Cells, pictures, positions, right

CHOICE_MAT = Mat("choice", [bytes([n]) for n in range(6)], b"", [], [])


def judge(state, cells, mat, mask=b""):
    referee = Referee(mat, mask)
    referee.expect(state)
    referee.look(cells.bits)
    return referee


def ludo(pawns, face, turn=0, seats=2):
    """Return a Ludo state: progress of each seat's pawns, and the face thrown."""
    state = games.load("ludo").new_state(seats, {"pawns": len(pawns[0]), "first": "seat1"})
    state.turn, state.face, state.step = turn, face, 3
    state.pawns = bytearray([p for seat in pawns for p in sorted(seat)])
    state.brought = bytearray([1] * seats)
    state.restored()
    return state


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seats", [2, 3])
def test_every_order_of_lifting_leads_to_the_action(name, seats):
    mat = mats.load(name)
    ends = 0
    for state in positions(name, seats, 5, 60):
        start = Cells(mat, state.tokens())
        assert judge(state, start, mat).outcome == rf.SAME
        referee = Referee(mat)
        referee.expect(state)
        for action in state.legal_actions():
            losing, gaining = state.footprint(action)
            for picture, done in pictures(start, losing, gaining):
                outcome = referee.look(picture.bits)
                assert outcome != rf.NONE
                if outcome == rf.ONE:
                    assert fits(state, referee.action, picture)
                    if name == "ludo":
                        assert referee.action == action  # own pawn and rival look the same
                elif outcome == rf.WAY:
                    assert losing[0] in referee.movable
                if not done:
                    continue
                ends += 1
                if outcome == rf.ONE:
                    assert same_picture(state, action, referee.action)
                else:
                    assert outcome == rf.SEVERAL
                    assert action in referee.actions
    assert ends >= 60


def fits(state, action, cells):
    then = state.clone()
    then.apply(action)
    return right(cells, then)


def same_picture(state, one, other):
    a, b = state.clone(), state.clone()
    a.apply(one)
    b.apply(other)
    return [spot for spot, _ in a.tokens()] == [spot for spot, _ in b.tokens()]


def test_a_capture_in_ludo_in_every_order():
    state = ludo([[5, 41], [0, 29]], 4)  # red on t4; yellow begins on t20 and stands on t8
    action = state.parse_action("t4-t8")
    assert action in state.legal_actions()
    assert len(state.footprint(action)[0]) == 2, "a capture"
    mat = mats.load("ludo")
    start = Cells(mat, state.tokens())
    found = [
        judge(state, picture, mat) for picture, _ in pictures(start, *state.footprint(action))
    ]
    outcomes = [referee.outcome for referee in found]
    assert rf.WAY in outcomes
    assert rf.NONE not in outcomes
    assert {referee.action for referee in found if referee.outcome == rf.ONE} == {action}


def test_the_targets_of_a_lifted_token_are_named():
    state = ludo([[5, 12], [3, 0]], 2)
    mat = mats.load("ludo")
    cells = Cells(mat, state.tokens())
    referee = Referee(mat)
    referee.expect(state)
    assert referee.look(cells.bits) == rf.SAME
    assert referee.movable == [4, 11]
    cells.lift(mat.cells(4)[0])
    assert referee.look(cells.bits) == rf.WAY
    assert referee.targets == [6]
    assert referee.movable == [4]
    assert referee.missing == list(mat.cells(4))
    assert referee.extra == []


def test_a_wrong_cell_is_named():
    state = ludo([[5, 12], [3, 0]], 2)
    mat = mats.load("ludo")
    cells = Cells(mat, state.tokens())
    cells.lift(mat.cells(4)[0])
    cells.put(mat.cells(7)[0])  # three fields, not two
    referee = judge(state, cells, mat)
    assert referee.outcome == rf.NONE
    assert referee.missing == list(mat.cells(4))
    assert referee.extra == list(mat.cells(7))
    cells.lift(mat.cells(7)[0])
    cells.put(mat.cells(6)[0])
    assert referee.look(cells.bits) == rf.ONE


def test_a_rivals_token_in_the_hand_is_wrong():
    state = ludo([[5, 12], [3, 0]], 2)
    mat = mats.load("ludo")
    cells = Cells(mat, state.tokens())
    cells.lift(mat.cells(22)[0])  # yellow
    assert judge(state, cells, mat).outcome == rf.NONE


def test_a_token_beside_the_spots_is_extra():
    state = ludo([[5, 12], [3, 0]], 2)
    mat = mats.load("ludo")
    cells = Cells(mat, state.tokens())
    cells.put(mat.die_cells[0])
    referee = judge(state, cells, mat)
    assert referee.outcome == rf.NONE
    assert referee.extra == [mat.die_cells[0]]


def test_the_cell_that_changed_is_blamed():
    """In a reserve of four cells the token that came is the extra one, wherever it stands."""
    state = ludo([[0, 0, 0, 5], [0, 0, 3, 7]], 2)
    mat = mats.load("ludo")
    reserve = mat.cells(56)
    for empty in range(4):
        cells = Cells(mat)
        for spot, _ in state.tokens():
            free = [cell for cell in cells.free(spot) if cell != reserve[empty]]
            cells.put(free[0])
        referee = Referee(mat)
        referee.expect(state)
        assert referee.look(cells.bits) == rf.SAME
        cells.put(reserve[empty])
        assert referee.look(cells.bits) == rf.NONE
        assert referee.extra == [reserve[empty]]
        cells.lift(reserve[empty])
        gone = reserve[(empty + 2) % 4]
        cells.lift(gone)
        assert referee.look(cells.bits) == rf.NONE
        assert referee.missing == [gone]


def test_several_actions_are_asked():
    """Pawn and tower stand on one spot; either may go on, and nobody sees which did."""
    game = games.load("probe")
    state = game.new_state(2, {"dice": 1})
    state.at = [4, 4, 1, 2]
    state.agenda = []
    state.push(3, 0, 2)  # seat 0 moves by 2
    mat = mats.load("probe")
    cells = Cells(mat, state.tokens())
    referee = Referee(mat)
    referee.expect(state)
    assert referee.look(cells.bits) == rf.SAME
    cells.lift(mat.cells(4)[1])
    assert referee.look(cells.bits) == rf.WAY
    cells.put(mat.cells(6)[0])
    assert referee.look(cells.bits) == rf.SEVERAL
    assert referee.actions == state.legal_actions()


def test_an_action_that_takes_a_token_off_says_so():
    game = games.load("probe")
    state = game.new_state(2, {"dice": 1})
    state.at = [7, 0, 1, 2]
    state.agenda = []
    state.push(3, 0, 2)
    mat = mats.load("probe")
    cells = Cells(mat, state.tokens())
    cells.lift(mat.cells(7)[0])
    referee = judge(state, cells, mat)
    assert (referee.outcome, referee.removes) == (rf.ONE, True)


# A token slid on -----------------------------------------------------------------------------


def choice_game():
    state = kostka_choice.GAME.new_state(2, {})
    cells = Cells(CHOICE_MAT, state.tokens())
    referee = Referee(CHOICE_MAT)
    referee.expect(state)
    return state, cells, referee


def move(cells, source, target):
    cells.lift(source)
    cells.put(target)


def test_a_token_slid_on_replaces_the_action():
    state, cells, referee = choice_game()
    move(cells, 0, 1)
    assert referee.look(cells.bits) == rf.ONE
    first = referee.action
    referee.played(first)
    before = state.clone()
    state.apply(first)
    referee.expect(state)
    assert referee.look(cells.bits) == rf.SAME
    cells.lift(1)
    assert referee.look(cells.bits) == rf.WAY, "in the hand again"
    assert set(referee.targets) >= {2, 3, 4}
    cells.put(3)
    assert referee.look(cells.bits) == rf.ONE
    assert referee.replaces
    assert before.action_text(referee.action) == "0-3"


def test_nothing_is_replaced_once_something_else_happened():
    state, cells, referee = choice_game()
    move(cells, 0, 1)
    referee.look(cells.bits)
    referee.played(referee.action)
    state.apply(state.legal_actions()[0])
    referee.expect(state)
    referee.forget()
    move(cells, 1, 3)
    assert referee.look(cells.bits) == rf.NONE


def test_the_next_players_move_is_no_replacement():
    state, cells, referee = choice_game()
    move(cells, 0, 1)
    referee.look(cells.bits)
    referee.played(referee.action)
    state.apply(referee.action)
    referee.expect(state)
    move(cells, 5, 3)
    assert referee.look(cells.bits) == rf.ONE
    assert not referee.replaces
    assert state.action_text(referee.action) == "5-3"


# Cells that cannot be sensed -----------------------------------------------------------------


def mask_of(cells):
    mask = bytearray(18)
    for cell in cells:
        mask[cell >> 3] |= 1 << (cell & 7)
    return bytes(mask)


def test_hidden_cells_never_alarm():
    state = ludo([[5, 12], [3, 0]], 2)
    mat = mats.load("ludo")
    mask = mask_of([mat.cells(4)[0], mat.cells(6)[0], mat.die_cells[2]])
    for there in range(8):
        cells = Cells(mat, state.tokens())
        cells.lift(mat.cells(4)[0])
        for bit, cell in enumerate([mat.cells(4)[0], mat.cells(6)[0], mat.die_cells[2]]):
            if there >> bit & 1:
                cells.put(cell)
        assert judge(state, cells, mat, mask).outcome == rf.SAME


def test_a_move_to_a_hidden_cell_waits_for_a_key():
    state = ludo([[5, 12], [3, 0]], 2)
    mat = mats.load("ludo")
    cells = Cells(mat, state.tokens())
    cells.lift(mat.cells(4)[0])
    referee = judge(state, cells, mat, mask_of(mat.cells(6)))
    assert referee.outcome == rf.WAY
    assert referee.targets == [6]


def test_a_move_from_a_hidden_cell_is_seen_by_its_target():
    state = ludo([[5, 12], [3, 0]], 2)
    mat = mats.load("ludo")
    cells = Cells(mat, state.tokens())
    cells.lift(mat.cells(4)[0])
    cells.put(mat.cells(6)[0])
    referee = judge(state, cells, mat, mask_of(mat.cells(4)))
    assert referee.outcome == rf.ONE
    assert state.action_text(referee.action) == "t4-t6"


def test_a_board_without_cells_always_agrees():
    mat = mats.load("ludo")
    for state in positions("ludo", 4, 9, 10):
        assert judge(state, Cells(mat), mat, b"\xff" * 18).outcome == rf.SAME


# Random hands --------------------------------------------------------------------------------

STATES = {name: list(positions(name, 2, 3, 40)) for name in GAMES}
HANDS = st.lists(
    st.one_of(
        st.tuples(st.just("flip"), st.integers(0, 143)),
        st.tuples(st.just("token"), st.integers(0, 1000)),  # flip a cell of some spot
        st.tuples(st.just("do"), st.integers(0, 1000)),  # carry out a legal action
        st.tuples(st.just("half"), st.integers(0, 1000)),  # begin a legal action
        st.tuples(st.just("sweep"), st.just(0)),
    ),
    max_size=12,
)


def handle(state, cells, mat, what, number):
    if what == "flip":
        cells.flip(number)
    elif what == "token":
        spots = [cell for spot in range(state.game.spots) for cell in mat.cells(spot)]
        cells.flip(spots[number % len(spots)])
    elif what == "sweep":
        cells.bits[:] = bytes(18)
    else:
        actions = state.legal_actions()
        losing, gaining = state.footprint(actions[number % len(actions)])
        for spot in losing:
            for cell in cells.taken(spot)[:1]:
                cells.lift(cell)
        for spot in gaining if what == "do" else ():
            for cell in cells.free(spot)[:1]:
                cells.put(cell)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(at=st.integers(0, 39), hands=HANDS)
def test_random_hands_are_judged_rightly(name, at, hands):
    mat = mats.load(name)
    state = STATES[name][at]
    cells = Cells(mat, state.tokens())
    referee = Referee(mat)
    referee.expect(state)
    for what, number in hands:
        handle(state, cells, mat, what, number)
        outcome = referee.look(cells.bits)
        assert (outcome == rf.SAME) == right(cells, state)
        if outcome == rf.ONE:
            assert fits(state, referee.action, cells)
        if outcome == rf.SEVERAL:
            assert all(fits(state, action, cells) for action in referee.actions)
        if outcome in (rf.WAY, rf.NONE):
            assert not any(fits(state, one, cells) for one in state.legal_actions())
        fresh = judge(state, cells, mat)
        assert (fresh.outcome, fresh.action) == (outcome, referee.action)
        # what is named leads back
        mended = cells.copy()
        for cell in referee.missing:
            mended.put(cell)
        for cell in referee.extra:
            mended.lift(cell)
        assert right(mended, state)
        assert len(referee.missing) + len(referee.extra) == abs_difference(state, cells)
    cells = Cells(mat, state.tokens())
    assert referee.look(cells.bits) == rf.SAME


def abs_difference(state, cells):
    want = [0] * state.game.spots
    for spot, _ in state.tokens():
        want[spot] += 1
    mat = cells.mat
    on_spots = sum(abs(cells.count(spot) - want[spot]) for spot in range(state.game.spots))
    strays = [cell for cell in range(144) if mat.spot_of[cell] == 255 and cells.has(cell)]
    return on_spots + len(strays)
