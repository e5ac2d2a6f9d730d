"""What the hub knows of its table: pieces, hands, log, links, and all that pages show of it."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from kostka import mats
from kostka.errors import HardwareError, KostkaError
from kostka.mats.mat import Mat
from kostka.play import path
from kostka.rules.action import PUBLIC
from kostka.rules.state import State

from kostka_host.boards import base, open_board
from kostka_host.boards.virtual import VirtualBoard
from kostka_host.cells import in_cells
from kostka_host.follow import HEADER, UNDO, Step
from kostka_host.layout import Layout
from kostka_host.story import tell, thrown_dice
from kostka_host.table import Table
from kostka_host.web import guide, seat_view, view
from kostka_host.web.feed import Feed
from kostka_host.web.hands import OWN, Hands
from kostka_host.web.pieces import Pair, Pieces
from kostka_host.web.secrets import SeatLinks

LOG = 12  # things that happened
NOTES = 4
REOPEN_S = 0.3  # between two tries to reach a bench that is gone
CALM_S = 1.0  # without a change on the table, before the board's "all right" is about what is seen


class Desk:
    """One table and what is known around it. Belongs to the hub's thread.

    `begun(links)` is called when another game is on the table, with the secret of each seat.
    """

    def __init__(self, table: Table, links: SeatLinks, begun: Callable[[list[str]], None]) -> None:
        self.table = table
        self.problem: KostkaError | None = None
        self.mat: Mat | None = None
        self.hands: Hands | None = None
        self.links: list[str] = []
        self.held: set[int] = set()  # seats whose answer waits for its turn on the board
        self.keys: dict[tuple[int, int], str] = {}  # that are down, and who presses them
        self.speed = 1.0  # of the board's clock
        self._has_hands = base.HANDS in table.board.capabilities
        self._bench_up = self._has_hands
        self._reopen_at = 0.0
        self._pieces: Pieces | None = None
        self._feed: Feed | None = None  # of a game whose rules are others here
        self._seats = 0
        self._tokens: list[Pair] = []  # as they should stand, and
        self._before: list[Pair] = []  # before they last changed
        self._seat_links = links
        self._begun = begun
        self._seen: tuple[object, ...] = ()  # layout and game that pieces and hands are for
        self._occupied: list[int] = []
        self._changed_at = 0.0
        self._log: deque[dict[str, object]] = deque(maxlen=LOG)
        self._dice: list[dict[str, object]] = []
        self._catalog = view.catalog()
        self._cached: tuple[object, ...] = ()
        self._of_state: dict[int, view.Sections] = {}
        if isinstance(table.board, VirtualBoard):
            self._measure(table.board)

    @property
    def state(self) -> State | None:
        """The state of the game, or None where there is none."""
        return self.table.state if self.table.game is not None else None

    @property
    def bench_up(self) -> bool:
        """Whether tokens and keys of the board can be reached from here."""
        return self._has_hands and self._bench_up

    # What comes from the board ---------------------------------------------------------------

    def follow(self, steps: list[Step]) -> None:
        """Take what was played since the last call."""
        self.table.notes[:] = self.table.notes[-NOTES:]
        self._take_up()
        game = self.table.game
        for step in steps:
            if step.kind == HEADER:
                self._log.clear()
                self._dice = []
            if step.kind == UNDO:
                self._forget(step)
            if game is None:
                continue
            for told in tell(game, step.events):
                text = self.in_cells(told.text)
                self._log.append({"n": step.number, "seat": told.seat, "text": text})
            dice = thrown_dice(step.events)
            if dice:
                self._dice = [{"kind": k, "face": f, "seat": s} for k, f, s in dice]
        state = self.state
        if steps and state is not None:
            self.held &= set(state.may_answer())
        tokens = self._wanted(state)
        if tokens != self._tokens:
            self._before, self._tokens = self._tokens, tokens

    def _wanted(self, state: State | None) -> list[Pair]:
        """Return the tokens as they should stand."""
        if state is not None:
            return state.tokens()
        return self._feed.tokens(self.table.mirror.feed) if self._feed is not None else []

    def _forget(self, step: Step) -> None:
        """Take out of the log what an undo has taken back."""
        ranges = self.table.mirror.follower.path()
        kept = [
            one
            for one in self._log
            if isinstance(one["n"], int) and path.contains(ranges, one["n"])
        ]
        self._log.clear()
        self._log.extend(kept)
        self._log.append({"n": step.number, "seat": -1, "text": ["story.undo"]})
        self._dice = []
        self.held.clear()

    def _take_up(self) -> None:
        """See whether another game, or a board of another kind, is there by now."""
        hello = self.table.client.hello
        lay = str(hello.get("lay", self._seen[0] if self._seen else ""))
        greeted = hello.get("g") if self.table.mirror.public else None
        feed = Feed(greeted) if isinstance(greeted, dict) else None
        follower = self.table.mirror.follower
        game_id = feed.id if feed is not None else follower.game_id
        # a board whose chance is seeded gives the same id again: the follower tells games apart
        seen = (lay, game_id, feed is not None, follower)
        if seen == self._seen:
            return
        if seen[1:] != self._seen[1:]:
            self._log.clear()
            self._dice = []
            self.held.clear()
        self._seen, self._feed = seen, feed
        self._tokens, self._before = [], []
        state = self.state
        self._pieces = self.hands = self.mat = None
        self._seats = 0
        if feed is not None and feed.mat is not None:
            self.mat, self._seats = feed.mat, feed.seats
            self._pieces = Pieces(self.mat, _sensed(self.mat, self.table.layout))
        if state is None:
            self.links = []
            return
        self._seats = state.seats
        self.links = self._seat_links.of(game_id, state.seats)
        self.mat = mats.load(state.game.name)
        self._pieces = Pieces(self.mat, _sensed(self.mat, self.table.layout))
        start = state.game.new_state(state.seats, state.options)
        self._pieces.stock(token for _, token in start.tokens())
        if self.bench_up:
            self.hands = Hands(self.table.board, self._pieces)
        self._changed_at = 0.0
        self._begun(self.links)

    # The bench -------------------------------------------------------------------------------

    def look(self) -> None:
        """See what stands on the table; reach for the bench again where it is gone."""
        if not self._has_hands:
            return
        if not self._bench_up and not self._reopened():
            return
        try:
            occupied = self.table.board.tokens()
        except HardwareError:
            self.bench_lost()
            return
        now = time.monotonic()
        if occupied != self._occupied:
            self._occupied, self._changed_at = occupied, now
        state = self.state
        if self.hands is not None and state is not None:
            calm = now - self._changed_at > CALM_S
            right = calm and self.table.verdict.outcome == "same"
            self.hands.look(occupied, state.tokens(), right)

    def bench_lost(self) -> None:
        """Note that hands cannot reach the table."""
        self._bench_up = False
        self.hands = None
        self.keys.clear()

    def _reopened(self) -> bool:
        now = time.monotonic()
        if now < self._reopen_at:
            return False
        self._reopen_at = now + REOPEN_S
        try:
            board = open_board(f"id:{self.table.board.id}")
        except KostkaError:
            return False
        if not isinstance(board, VirtualBoard):
            board.close()
            return False
        self.table.board.close()
        self.table.board = board
        self._bench_up = True
        self._measure(board)
        if self._pieces is not None:
            for piece in list(self._pieces.all.values()):
                self._pieces.box(piece)  # a new process is a new table, with nothing on it
            self.hands = Hands(board, self._pieces) if self.state is not None else None
        return True

    def _measure(self, board: VirtualBoard) -> None:
        """Learn how fast the board's clock runs."""
        self.speed = 1.0
        if board.entry.clock == "running":
            self.speed = float(board.info().get("speed") or 1.0)

    def let_go(self, who: str) -> None:
        """Let go of keys and tokens that a browser held when it left; tokens go to the box."""
        if self.hands is not None:
            self.hands.drop_all(who)
        if not self.bench_up:
            return
        try:
            for (seat, key), holder in list(self.keys.items()):
                if holder == who:
                    del self.keys[(seat, key)]
                    self.table.board.key(seat, key, False)
        except HardwareError:
            self.bench_lost()

    def drop_own(self) -> None:
        """Put into the box what was being carried when that failed."""
        if self.hands is not None:
            self.hands.drop_all(OWN)

    # What pages show -------------------------------------------------------------------------

    def views(self) -> dict[int, view.Sections]:
        """Return all sections of the public page and of each seat's page."""
        state, mat = self.state, self.mat
        sections = self._table_sections(state, mat)
        of_state = self._state_sections(state, mat)
        views = {PUBLIC: {**sections, **of_state[PUBLIC]}}
        if state is not None and mat is not None:
            up = {"board": {"up": self.table.client.up}, "dice": self._dice}
            lines = {"lines": self.table.mirror.next_line}
            for seat in range(state.seats):
                views[seat] = {**up, "mirror": lines, **of_state[seat]}
        return views

    def _table_sections(self, state: State | None, mat: Mat | None) -> view.Sections:
        table = self.table
        mirror = table.mirror
        up = table.client.up
        away = None if up else view.error(self.problem or KostkaError("terminal.away"))
        layout = table.layout
        seats = len(layout.stations)
        moved = guide.ways(self._before, self._tokens) if self._before else []
        return {
            "board": view.board(
                layout,
                table.client.board_id,
                table.board.name,
                up,
                self.hands is not None,
                self.bench_up,
                away,
            ),
            "mirror": view.mirror(mirror.problem, self.notice(), mirror.next_line),
            "dice": self._dice,
            "tokens": self._shown_tokens(moved),
            "wrong": view.wrong(table.verdict, self._tokens, self._seats, mat, moved),
            "lights": view.lights(
                table.lights, self.table.layout.rows * self.table.layout.cols, seats
            ),
            "log": list(self._log),
            "notes": self._notes(state),
            "games": self._catalog,
        }

    def notice(self) -> list[object] | None:
        """Return why only what is public is known of the game, None where all is."""
        return self._feed.notice() if self._feed is not None else None

    def _shown_tokens(self, moved: list[guide.Way]) -> view.Section:
        pieces, verdict = self._pieces, self.table.verdict
        if pieces is None:
            return []
        if self.hands is not None:
            return view.tokens(pieces, self._seats)
        if guide.untouched(moved, verdict, pieces.mat, pieces.cells):
            pieces.follow(self._before)  # nobody has carried them yet
            return view.tokens(pieces, self._seats)
        pieces.follow(self._tokens)
        return view.mirrored(pieces, self._seats, verdict)

    def _notes(self, state: State | None) -> view.Section:
        notes = self.table.notes
        if state is not None and state.request(PUBLIC).hidden:
            # a refusal of the rules may name what somebody chose in secret
            own = (f"{state.game.name}.", "action.")
            notes = [note for note in notes if not note[0].startswith(own)]
        return [self.in_cells(view.words(text, args)) for text, args in notes]

    def in_cells(self, message: list[object]) -> list[object]:
        """Return a message, its places named as the mat on the table names them."""
        return in_cells(message, self.mat, self.state) if self.mat is not None else message

    def _state_sections(self, state: State | None, mat: Mat | None) -> dict[int, view.Sections]:
        """Return what follows from the state, made anew only when that is another one."""
        if state is None or mat is None:
            if self._feed is not None:
                return {PUBLIC: self._feed.sections(self.table.mirror.feed)}
            return {PUBLIC: {"game": None, "request": None, "choices": []}}
        follower = self.table.mirror.follower
        mark = (follower, follower.next, tuple(sorted(self.held)))
        if mark != self._cached:
            self._cached = mark
            can_undo = follower.last_gesture() >= 0
            self._of_state = {PUBLIC: view.of_state(state, mat, can_undo)}
            for seat in range(state.seats):
                self._of_state[seat] = seat_view.of_state(state, mat, seat, seat in self.held)
        return self._of_state


def _sensed(mat: Mat, layout: Layout) -> frozenset[int]:
    """Return the cells whose tokens a board sees and judges."""
    deaf = mat.part(layout.cell_bits).deaf
    there = (cell.index for cell in layout.cells)
    return frozenset(i for i in there if not (deaf and deaf[i >> 3] >> (i & 7) & 1))
