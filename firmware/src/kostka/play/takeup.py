"""Takes up the game that a journal holds, from its last snapshot on. Needed at the start only."""

from kostka.errors import JournalError
from kostka.play import snapshot
from kostka.play.replay import Replay

_ANY = 0x3FFFFFFF  # above all numbers of lines

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.play.session import Session

    Undos = list[tuple[int, int]]


def resume(session: "Session") -> None:
    """Take up the game that the journal of a session holds; see Session.resume()."""
    found, snapped = take_up(session.journal)
    session._past.forget(snapped)
    session._forget()
    session._game, session._state = found.game, found.state
    session.id = str(found.header["id"])
    session.chain, session.lines, session.closed = found.chain, found.lines, found.closed
    session.events, session.undos, session._kept = found.events, found.undos, found.kept
    if session.rethrow:
        session._kept.clear()
    session._past.note(session.lines - 1, session.state)
    if session.lines - 1 not in [at for at, _ in session.undos]:
        session._snap()
    session._call_show()
    if not session.closed and session.state.is_terminal():  # the power went just before it
        session._close()


def take_up(journal: object) -> tuple[Replay, int]:
    """Return the game, replayed, and the line of the snapshot that it began at (0: none).

    For `journal` see Past.

    Raises:
        JournalError: the journal holds no game that can be played on.
    """
    undos: Undos = journal.undos()  # type: ignore[attr-defined]
    kept = journal.snapshot(_ANY)  # type: ignore[attr-defined]
    while kept is not None:
        number, snap = kept
        if snapshot.holds(undos, number):
            found = _begun(journal, undos)
            if found.jump(snap, snapshot.line(journal, number)):
                try:
                    return _to_the_end(journal, found), number
                except JournalError:  # the whole journal says what is wrong, if anything is
                    break
        kept = journal.snapshot(number - 1)  # type: ignore[attr-defined]
    return _to_the_end(journal, _begun(journal, undos)), 0


def _begun(journal: object, undos: "Undos") -> Replay:
    found = Replay(undos)
    line, body = journal.header()  # type: ignore[attr-defined]
    found.take(line, body)
    return found


def _to_the_end(journal: object, found: Replay) -> Replay:
    for line in journal.lines(found.lines):  # type: ignore[attr-defined]
        found.take(line)
    return found
