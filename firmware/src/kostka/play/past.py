"""Past: earlier states of a game, rebuilt from its journal by as short a replay as can be."""

from kostka.errors import KostkaError
from kostka.play import dice, path, snapshot, takeback

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.play.replay import Replay
    from kostka.rules.state import State

    Events = list[tuple[int, ...]]
    Faces = list[tuple[int, int, int, str]]
    Ranges = list[tuple[int, int]]

_RECENT = 8  # states kept for a quick undo
_APART = 8  # lines between two snapshots, however often undos go over them: each costs an erase


class Past:
    """The states behind a session, kept in memory, in snapshots and in the lines of a journal.

    `journal` offers `header() -> (line, body)`, `lines(first)`, `undos()`, all (line, to) pairs,
    and snapshots, which it may lose: `keep(pairs)` takes one, `snapshot(number)` returns the last
    one whose line is not after `number`, as (line, dict), or None.
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
            found = self._journal.snapshot(back)  # type: ignore[attr-defined]
            self._snapped = found[0] if found is not None else 0

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
        from kostka.play import takeup

        found, snapped = takeup.take_up(self._journal)
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
        found = self._journal.snapshot(after)  # type: ignore[attr-defined]
        while found is not None and found[0] > done:
            number, snap = found
            if path.contains(ranges, number):
                line = snapshot.line(self._journal, number)
                other = state.game.new_state(state.seats, state.options)
                if snapshot.load(snap, line, other):
                    return number, other
            found = self._journal.snapshot(number - 1)  # type: ignore[attr-defined]
        return done, fresh
