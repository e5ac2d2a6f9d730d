"""Past: earlier states of a game, rebuilt from its journal by as short a replay as can be."""

from kostka.compat import forget
from kostka.errors import JournalError, KostkaError
from kostka.play import dice, path, snapshot, takeback

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.play.replay import Replay
    from kostka.rules.state import State

    Line = dict[str, object]
    Events = list[tuple[int, ...]]
    Faces = list[tuple[int, int, int, str]]
    Ranges = list[tuple[int, int]]

_RECENT = 8  # states kept for a quick undo
_APART = 8  # lines between two snapshots, however often undos go over them: each costs an erase


class Past:
    """The states behind a session, kept in memory, in snapshots and in the lines of a journal.

    `journal` offers `header() -> (line, body)`, `lines(first)`, `undos()`, all (line, to) pairs,
    and snapshots, which it may lose: `keep(pairs)` takes one, `snapshots()` lists the lines that
    have one, ascending, `snapshot(line)` returns it as dict, or None.
    """

    def __init__(self, journal: object) -> None:
        self._journal = journal
        self._recent: list[tuple[int, bytes]] = []
        self._snapped = 0  # the line of the last snapshot that no undo went over
        self._written = 0  # the line of the last snapshot

    def forget(self) -> None:
        """Begin with another game."""
        self._recent = []
        self._snapped = self._written = 0

    def undone(self, back: int) -> None:
        """Note that an undo went back to a line: snapshots after it do not help a resume."""
        if back < self._snapped:
            self._snapped = 0
            for number in self._journal.snapshots():  # type: ignore[attr-defined]
                if number <= back:
                    self._snapped = number

    def note(self, number: int, state: "State") -> None:
        """Keep the state after a line in memory; older ones make room."""
        self._recent = [one for one in self._recent if one[0] != number]
        if len(self._recent) >= _RECENT:
            self._recent.pop(0)
        self._recent.append((number, state.encode()))

    def snap(
        self, state: "State", number: int, chain: int, events: "Events", kept: dice.Kept
    ) -> None:
        """Keep a snapshot of the game after line `number`, which plays, where one is due."""
        if number >= self._snapped + snapshot.EVERY and number >= self._written + _APART:
            self._snapped = self._written = number  # also where it fails: the next is due soon
            self._journal.keep(  # type: ignore[attr-defined]
                snapshot.fields(state, number, chain, events, kept)
            )

    # Resume ----------------------------------------------------------------------------------

    def resume(self) -> "Replay":
        """Return the game that the journal holds, replayed from as late a line as can be.

        Raises:
            JournalError: the journal holds no game that can be played on.
        """
        found = self._resume(self._journal.undos())  # type: ignore[attr-defined]
        forget("kostka.play.replay")  # 4 kB that are not needed before the next start
        return found

    def _resume(self, undos: "Ranges") -> "Replay":
        for number in reversed(self._journal.snapshots()):  # type: ignore[attr-defined]
            if snapshot.holds(undos, number):
                found = self._begun(undos)
                snap, line = self._snapshot(number)
                if snap is not None and found.jump(snap, line):
                    try:
                        return self._go_on(found, number)
                    except JournalError:  # the whole journal says what is wrong, if anything is
                        break
        return self._go_on(self._begun(undos), 0)

    def _begun(self, undos: "Ranges") -> "Replay":
        from kostka.play.replay import Replay

        found = Replay(undos)
        line, body = self._journal.header()  # type: ignore[attr-defined]
        found.take(line, body)
        return found

    def _go_on(self, found: "Replay", snapped: int) -> "Replay":
        for line in self._journal.lines(found.lines):  # type: ignore[attr-defined]
            found.take(line)
        self.forget()
        self._snapped = self._written = snapped
        return found

    # Undo ------------------------------------------------------------------------------------

    def walk(
        self, state: "State", ranges: "Ranges", after: int, guarded: bool = False
    ) -> "tuple[State, Faces]":
        """Return the state at the end of a path, and the dice thrown in its lines > `after`.

        Begins at the latest state at hand that lies on the path, not beyond `after`. `state` is
        any of this game. With `guarded`, a line > `after` that told somebody what was hidden
        raises a KostkaError.
        """
        thrown: Faces = []
        last = path.last_of(ranges)
        done, state = self._nearest(state, ranges, min(after, last))
        if done >= last:
            return state, thrown
        for line in self._journal.lines(done + 1):  # type: ignore[attr-defined]
            number = line["n"]
            if number > last:
                break
            if path.contains(ranges, number):
                events: Events = []
                told = events if guarded and number > after else None
                for action in line["a"]:
                    if number > after:
                        dice.note(state, action, line["s"], thrown)
                    state.apply(action, told)
                if takeback.reveals(events):
                    raise KostkaError("play.undo_hidden")
        return state, thrown

    def _nearest(self, state: "State", ranges: "Ranges", after: int) -> "tuple[int, State]":
        """Return the latest line on a path, not beyond `after`, whose state is known, and that."""
        fresh = state.game.new_state(state.seats, state.options)
        done = 0
        for number, data in self._recent:
            if done < number <= after and path.contains(ranges, number):
                fresh.decode(data)
                done = number
        if done == after:  # no snapshot can be later
            return done, fresh
        for number in reversed(self._journal.snapshots()):  # type: ignore[attr-defined]
            if number <= done:
                break
            if number <= after and path.contains(ranges, number):
                snap, line = self._snapshot(number)
                other = state.game.new_state(state.seats, state.options)
                if snap is not None and snapshot.load(snap, line, other):
                    return number, other
        return done, fresh

    def _snapshot(self, number: int) -> "tuple[Line | None, Line]":
        """Return the snapshot after a line and that line; None where there is none of use."""
        snap = self._journal.snapshot(number)  # type: ignore[attr-defined]
        if snap is not None:
            lines = self._journal.lines(number)  # type: ignore[attr-defined]
            for line in lines:
                lines.close()  # it holds a file open
                return snap, line
        return None, {}
