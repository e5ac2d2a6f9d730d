"""The real main.py on an emulated RP2040: it starts, plays and answers within its budgets."""

import itertools

import pytest
from kostka.rules import request as rq
from kostka_live import DEBOUNCE_MS, SETTLE_MS

pytestmark = [pytest.mark.uf2, pytest.mark.slow]

LEFT, OK = 0, 2
READY_MS = 2000
ANSWER_MS = 20
FREE = 100_000
ALARM_MS = 500
SECOND_MS = 1000  # a light that pulses is on at some time in it


def begin(board):
    """Switch on with all pawns in their reserves, attach a host that begins."""
    for spot in range(56, 60):
        board.put(*board.mat.cells(spot))
    board.until(lambda: board.scans and board.frames, READY_MS)
    ready = max(board.scans[0], board.frames[0][0])
    assert board.attach()
    board.ask("new", ',"game":"ludo","seats":4,"opt":[]')
    assert board.until(lambda: len(board.lines) >= 2, 3000), board.messages
    board.run(150)
    return ready


def throw_a_six(board, seat):
    count = len(board.lines)
    board.press(seat, LEFT)
    board.press(seat, OK)
    assert board.until(lambda: len(board.lines) > count, 1000)


def bring_a_pawn_in(board):
    """Move by hand; return the answers of the LEDs to lifting and to putting down."""
    count = len(board.lines)
    losing, gaining = board.state.footprint(board.state.legal_actions()[-1])
    cell = next(cell for cell in board.mat.cells(losing[0]) if cell in board.occupied)
    finger = board.now
    board.lift(cell)
    board.run(DEBOUNCE_MS + SETTLE_MS + 90)
    lifted = board.answer(finger)
    finger = board.now
    board.put(board.mat.cells(gaining[0])[0])
    assert board.until(lambda: len(board.lines) > count, 1000)
    board.run(30)
    return lifted, board.answer(finger)


def make_it_wrong(board):
    """Put two tokens where none may stand, by turns; return when all wrong cells were lit."""
    shown = board.frames[-1][1]
    dark = [
        cell.index
        for cell in board.layout.cells
        if cell.index not in board.occupied and not any(shown[cell.led])
    ]
    first, second = dark[0], dark[-1]
    found = []
    for wrong in ([first], [first, second]):
        finger = board.now
        board.put(wrong[-1])
        board.run(2 * ALARM_MS)
        found.append(board.alarm(wrong, finger))
    for cell in (first, second):
        board.lift(cell)
    board.run(2 * ALARM_MS)
    return found


@pytest.fixture(scope="module")
def played(live):
    """Play the first lines of a game; return what was measured, in milliseconds and bytes."""
    found = {"ready": begin(live)}
    seat = live.state.request(-1).seat
    throw_a_six(live, seat)
    assert live.state.request(-1).what == rq.MOVE
    found["lifted"], found["moved"] = bring_a_pawn_in(live)
    throw_a_six(live, seat)
    found["lifted_again"], found["moved_again"] = bring_a_pawn_in(live)
    found["status"] = live.status()
    live.run(200)
    found["wrong"] = make_it_wrong(live)
    scans = len(live.scans)
    live.run(SECOND_MS)
    rest = live.scans[scans:]
    found["scan_hz"] = 1000 * (len(rest) - 1) / (rest[-1] - rest[0])
    found["scan_gap"] = max(b - a for a, b in itertools.pairwise(rest))
    found["erases"] = len(live.erases)
    print("\n" + "\n".join(f"{name}: {value}" for name, value in found.items()))
    return found


def test_it_is_ready_in_time(played):
    assert played["ready"] < READY_MS


def test_it_plays(played, live):
    kinds = [live.state.game.name, len(live.lines)]
    assert kinds == ["ludo", 6]  # header, lot, two throws, two moves
    assert [line["s"] for line in live.lines[1:]] == list("bkckc")
    assert played["status"]["ok"] == 1
    assert (played["status"]["crashes"], played["status"]["missed"]) == (0, 0)


def test_leds_answer_in_time(played):
    answers = [played[what] for what in ("lifted", "moved", "lifted_again", "moved_again")]
    assert None not in answers
    begun = [answer[0] for answer in answers]
    assert min(begun) > 3  # the scene alone takes that long
    assert max(begun) < ANSWER_MS  # and all 144 LEDs have it 4.4 ms later


def test_every_wrong_cell_is_lit_in_time(played):
    assert None not in played["wrong"]
    assert min(played["wrong"]) > DEBOUNCE_MS + SETTLE_MS  # a hand may only pass by
    assert max(played["wrong"]) < ALARM_MS


def test_heap_stays_free_in_play(played):
    assert played["status"]["free"] >= FREE


def test_it_scans_a_hundred_times_a_second(played):
    assert 98 <= played["scan_hz"] <= 102
    assert played["scan_gap"] < 20  # jitter under 10 ms


def test_the_leds_show_the_game(live):
    recent = [pixels for at, pixels in live.frames if at > live.now - SECOND_MS]
    lit = {i for pixels in recent for i, pixel in enumerate(pixels) if any(pixel)}
    expected = {live.layout.cells[cell].led for cell in live.occupied}
    assert expected <= lit
