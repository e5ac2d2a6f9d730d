"""Replays a journal: checks every line and rebuilds the game.

The board resumes by it, and drops it then; a host follows and verifies by it. Lines come as
dicts, in order; who reads and unseals them is not this module's business.
"""

from kostka import games
from kostka.errors import IllegalAction, JournalError, KostkaError, OptionError
from kostka.play import dice, path, snapshot
from kostka.play.closing import closing
from kostka.play.lines import ABORTED, hex8, marks_turn
from kostka.rules import chain
from kostka.version import JOURNAL

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.rules.game import Game
    from kostka.rules.state import State

    Line = dict[str, object]
    Events = list[tuple[int, ...]]

HEADER, PLAY, UNDO, END = 0, 1, 2, 3  # kinds of lines


def _words(problem: KostkaError) -> list[object]:
    """Return an error as a message within a message."""
    words: list[object] = [problem.text]
    words.extend(problem.params)
    return words


class Replay:
    """A game that is rebuilt line by line.

    Every line is checked before it counts: number, legality, chain, digest. All errors are
    JournalErrors whose first argument is the number of the line; the game then stays where it
    was (with `undos` it is of no use any more). `lines` is the number of the line that has to
    come next, `events` what the last one did, `closed` says that it was the closing line, after
    which only an undo may come, and none where the game was ended without a result.

    With `undos`, all undos that the journal holds, only states that one of them goes back to are
    kept, and `kept` has the undone dice at the end; without, all states are kept.
    """

    def __init__(self, undos: "list[tuple[int, int]] | None" = None) -> None:
        self.header: Line = {}
        self.lines = 0
        self.chain = 0
        self.closed = False
        self.events: Events = []
        self.undos: list[tuple[int, int]] = []
        self.kept = dice.Kept()
        self._game: Game | None = None
        self._state: State | None = None
        self._all = undos is None
        self._ahead = [one for one in undos or [] if isinstance(one[1], int)]
        self._states: dict[int, bytes] = {}
        self._thrown: list[tuple[int, list[tuple[int, int, int, str]]]] = []

    @property
    def state(self) -> "State":
        """Return the state after the last line.

        Raises:
            JournalError: there is no header yet.
        """
        if self._state is None:
            raise JournalError("journal.header", 0)
        return self._state

    @property
    def game(self) -> "Game":
        """Return the game that is played; raises like `state`."""
        if self._game is None:
            raise JournalError("journal.header", 0)
        return self._game

    def take(self, line: "Line", body: str = "") -> int:
        """Check and play the next line; return its kind. A header needs its body too.

        Raises:
            JournalError: the line does not follow from the lines before it.
        """
        if self._state is None:
            self._begin(line, body)
            kind = HEADER
        else:
            if line.get("n") != self.lines:
                raise JournalError("journal.number", self.lines, line.get("n", -1))
            if self.closed and ("u" not in line or not self.state.is_terminal()):
                raise JournalError("journal.after_end", self.lines)
            kind = self._go_on(line)
        self._remember()
        self.lines += 1
        return kind

    def jump(self, snap: "Line", line: "Line") -> bool:
        """Go from the header to the state after a line by its snapshot; say whether that worked.

        No later undo may go back over the line. Where this returns False the game is of no use.
        """
        if not snapshot.load(snap, line, self.state):
            return False
        self.lines = line["n"]  # type: ignore[assignment]
        self.chain = int(str(line["c"]), 16)
        self.events = [tuple(event) for event in snap["e"]]  # type: ignore[attr-defined]
        self.kept.give_back([tuple(face) for face in snap["k"]])  # type: ignore[attr-defined]
        self.undos = [one for one in self._ahead if one[0] < self.lines]
        self._remember()
        self.lines += 1
        return True

    # The header ------------------------------------------------------------------------------

    def _begin(self, line: "Line", body: str) -> None:
        kinds = (
            ("game", str),
            ("v", int),
            ("seats", int),
            ("data", str),
            ("id", str),
            ("fw", str),
        )
        options = line.get("opt") or {}  # no options are an empty list in JSON
        for name, kind in kinds:
            if not isinstance(line.get(name), kind):
                raise JournalError("journal.header", 0)
        if not isinstance(options, dict):
            raise JournalError("journal.header", 0)
        if line.get("j") != JOURNAL:
            raise JournalError("journal.schema", 0, line.get("j", 0), JOURNAL)
        try:
            game = games.load(str(line["game"]))
            if line["v"] != game.version:
                raise JournalError("journal.version", 0, game.name, line["v"], game.version)
            if line["data"] != hex8(game.data_digest()):
                raise JournalError("journal.data", 0, game.name)
            self._state = game.new_state(line["seats"], options)  # type: ignore[arg-type]
        except OptionError as problem:
            raise JournalError("journal.options", 0, _words(problem))
        if len(options) != len(game.options) + ("throws" in options):
            self._state = None
            raise JournalError("journal.header", 0)
        self._game = game
        line["opt"] = options
        self.header = line
        self.chain = chain.start(body)

    # The other lines -------------------------------------------------------------------------

    def _go_on(self, line: "Line") -> int:
        if "end" in line:
            self._close(line)
            return END
        if "u" in line:
            self._undo(line)
            return UNDO
        self._play(line)
        return PLAY

    def _play(self, line: "Line") -> None:
        number = self.lines
        actions = line.get("a")
        source = line.get("s")
        if not isinstance(actions, list) or not actions or not isinstance(source, str):
            raise JournalError("journal.damaged", number)
        # A copy keeps the game where it was if the line is wrong; who gave the undos ahead drops
        # the whole game then, and copying costs a third of the time.
        state = self.state.clone() if self._all else self.state
        events: Events = []
        thrown: list[tuple[int, int, int, str]] = []
        watched = self._will_go(number) or len(self.kept) > 0
        for action in actions:
            if not isinstance(action, int) or not 0 <= action < 1 << 30:
                raise JournalError("journal.damaged", number)
            if watched:
                dice.note(state, action, source, thrown)
            try:
                state.apply(action, events)
            except IllegalAction as problem:
                raise JournalError("journal.illegal", number, _words(problem))
        self._check(line, chain.play(self.chain, actions, events), state, marks_turn(events))
        self.kept.used(thrown)
        if self._will_go(number):
            self._thrown.append((number, thrown))
        self._state = state
        self.events = events

    def _undo(self, line: "Line") -> None:
        number = self.lines
        back = line.get("u")
        if not isinstance(back, int) or not 0 <= back < number or back not in self._states:
            raise JournalError("journal.damaged", number)
        state = self.state.clone()
        state.decode(self._states[back])
        self._check(line, chain.undo(self.chain, back), state, True)
        old = path.segments(self.undos, number - 1)
        new = path.segments(self.undos, back)
        shared = path.fork(old, new)
        self.kept.give_back(self._faces(old, shared))
        self.kept.used(self._faces(new, shared))
        self.undos.append((number, back))
        self._state = state
        self.events = []
        self.closed = False

    def _close(self, line: "Line") -> None:
        aborted = line.get("end") == ABORTED
        for name, value in closing(self.state, self.lines, self.chain, aborted):
            if line.get(name) != value:
                raise JournalError("journal.end", self.lines)
        self.closed = True
        self.events = []

    def _check(self, line: "Line", value: int, state: "State", marked: bool) -> None:
        """Check a line's chain and digest, and take the chain over."""
        if line.get("c") != hex8(value):
            raise JournalError("journal.chain", self.lines)
        if (marked or "d" in line) and line.get("d") != hex8(state.digest()):
            raise JournalError("journal.digest", self.lines)
        self.chain = value

    # What undos need -------------------------------------------------------------------------

    def _will_go(self, number: int) -> bool:
        """Say whether a later undo goes back over a line."""
        for at, to in self._ahead:
            if to < number < at:
                return True
        return False

    def _remember(self) -> None:
        number = self.lines
        if self._all:
            self._states[number] = self.state.encode()
            return
        wanted = [to for at, to in self._ahead if at > number]
        for old in sorted(self._states):
            if old not in wanted:
                self._states.pop(old)
        if number in wanted:
            self._states[number] = self.state.encode()
        if not wanted:
            self._thrown = []

    def _faces(self, ranges: list[tuple[int, int]], after: int) -> list[tuple[int, int, int, str]]:
        found: list[tuple[int, int, int, str]] = []
        for number, thrown in self._thrown:
            if number > after and path.contains(ranges, number):
                found.extend(thrown)
        return found
