"""How long the real main.py takes on an emulated RP2040 to go on with a game after a power cut."""

import pytest
from kostka.journal.store import Store
from kostka.play.session import Session
from kostka.rules.rng import XorShift

pytestmark = [pytest.mark.uf2, pytest.mark.slow]

ACTIONS = 2000
BACK = 250  # lines after which the people go back to near the start, or the game would end
READY_MS = 2000
FREE = 100_000


def behind(store, session):
    """Return how many lines the last snapshot is behind."""
    found = store.snapshot(session.lines)
    return session.lines - 1 - (found[0] if found is not None else 0)


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    """A long game, kept in a folder as the board keeps it on flash; its snapshot is old."""
    store = Store(str(tmp_path_factory.mktemp("resume") / "journal"))
    session = Session(store, XorShift(1))
    session.start("ludo", 4, {}, "00000000000000aa")
    rng = XorShift(2)
    actions = 0
    begun = 0
    while actions < ACTIONS or behind(store, session) < 30:
        if session.lines - begun > BACK:
            begun = session.lines
            session.undo(20)
        legal = session.state.legal_actions()
        if legal:
            session.submit([legal[rng.below(len(legal))]], "c")
        elif not session.settle():
            session.throw()
        actions += 1
    store.close()
    assert not session.closed
    return session


def test_a_long_game_is_taken_up_in_time(power_on, session, tmp_path_factory, record_property):
    folder = next(tmp_path_factory.getbasetemp().glob("resume*")) / "journal"
    board = power_on({"journal": folder})
    assert board.until(lambda: board.scans and board.frames, 3 * READY_MS)
    ready = max(board.scans[0], board.frames[0][0])
    record_property("resume_ms", ready)
    print(f"\n{ACTIONS} actions, {session.lines} lines: ready after {ready:.0f} ms")
    assert board.attach()
    greeting = next(one for one in board.messages if one["m"] == "hello")
    assert (greeting["g"]["n"], greeting["g"]["c"]) == (session.lines, "%08x" % session.chain)
    board.run(300)  # what greeted the host is dropped in a quiet moment
    free = board.status()["free"]
    record_property("resume_free", free)
    print(f"free heap: {free} bytes")
    assert ready < READY_MS
    assert free >= FREE
