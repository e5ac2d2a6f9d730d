"""Undo: goes back to an earlier state, by as short a replay as can be."""

from kostka.errors import KostkaError, StaleLine
from kostka.play import dice, path, snapshot, takeback
from kostka.play.lines import hex8
from kostka.rules import chain
from kostka.rules import request as rq
from kostka.rules.action import PUBLIC

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.play.past import Past
    from kostka.play.session import Session
    from kostka.rules.state import State

    Events = list[tuple[int, ...]]
    Faces = list[tuple[int, int, int, str]]
    Ranges = list[tuple[int, int]]


def undo(session: "Session", back: int, expected: int | None) -> int:
    """Go back to the state after line `back`; see Session.undo()."""
    if expected is not None and expected != session.lines:
        raise StaleLine("link.stale")
    over = session.closed
    if over and not session.state.is_terminal():
        raise KostkaError("play.closed")  # it was ended without a result
    guarded = takeback.check(session.state.options, session.undo_rule)
    if over and guarded and session.game.opens:
        raise KostkaError("play.undo_hidden")
    if not 0 <= back < session.lines - 1:
        raise KostkaError("play.no_undo")
    old = path.segments(session.undos, session.lines - 1)
    new = path.segments(session.undos, back)
    shared = path.fork(old, new)
    state, _ = walk(session._past, session.state, new, back)
    if state.is_terminal():
        raise KostkaError("play.no_undo")
    undone = walk(session._past, session.state, old, shared, guarded)[1]
    value = chain.undo(session.chain, back)
    number = session.lines
    pairs: list[tuple[str, object]] = [("n", number), ("u", back), ("c", hex8(value))]
    session.closed = False  # the game goes on
    try:
        session._commit(state, value, pairs, [], True)
    except Exception:  # whatever it was, nothing has changed
        session.closed = over
        raise
    session.undos.append((number, back))
    session._past.undone(back)
    if not session.rethrow:
        session._kept.give_back(undone)
        session._kept.used(walk(session._past, session.state, new, shared)[1])
    session.held = {}
    return session._finish()


def last_gesture(session: "Session") -> int:
    """Return the line to go back to so that a gesture is undone; see Session.last_gesture()."""
    if not session.playing or (session.closed and not session.state.is_terminal()):
        return -1
    ranges = path.segments(session.undos, session.lines - 1)
    line = path.last_of(ranges)
    while line > 0:
        line -= 1
        while line > 0 and not path.contains(ranges, line):
            line -= 1
        state, _ = walk(session._past, session.state, path.segments(session.undos, line), line)
        request = state.request(PUBLIC)
        if state.is_terminal():
            continue  # the closing line stands between
        if request.what != rq.DRAW and request.seat not in session.bots:
            return line
    return -1


def walk(
    past: "Past", state: "State", ranges: "Ranges", after: int, guarded: bool = False
) -> "tuple[State, Faces]":
    """Return the state at the end of a path, and the dice thrown in its lines > `after`.

    Begins at the latest state at hand that lies on the path, not beyond `after`. `state` is
    any of this game. With `guarded`, a line > `after` that told somebody what was hidden
    raises a KostkaError.
    """
    thrown: Faces = []
    last = path.last_of(ranges)
    done, state = _nearest(past, state, ranges, min(after, last))
    if done >= last:
        return state, thrown
    for line in past.journal.lines(done + 1):  # type: ignore[attr-defined]
        number = line["n"]
        if number > last:
            break
        if path.contains(ranges, number):
            events: Events = []
            told = events if guarded and number > after else None
            for action in line.get("a", ()):  # a closing line has none
                if number > after:
                    dice.note(state, action, line["s"], thrown)
                state.apply(action, told)
            if takeback.reveals(events):
                raise KostkaError("play.undo_hidden")
    return state, thrown


def _nearest(past: "Past", state: "State", ranges: "Ranges", after: int) -> "tuple[int, State]":
    """Return the latest line on a path, not beyond `after`, whose state is known, and that."""
    fresh = state.game.new_state(state.seats, state.options)
    done = 0
    for number, data in past.recent:
        if done < number <= after and path.contains(ranges, number):
            fresh.decode(data)
            done = number
    if done == after:  # no snapshot can be later
        return done, fresh
    found = past.journal.snapshot(after)  # type: ignore[attr-defined]
    while found is not None and found[0] > done:
        number, snap = found
        if path.contains(ranges, number):
            line = snapshot.line(past.journal, number)
            other = state.game.new_state(state.seats, state.options)
            if snapshot.load(snap, line, other):
                return number, other
        found = past.journal.snapshot(number - 1)  # type: ignore[attr-defined]
    return done, fresh
