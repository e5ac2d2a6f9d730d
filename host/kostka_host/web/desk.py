"""What the hub knows of its table: pieces, hands, log, links, and all that pages show of it."""

from __future__ import annotations

import time
from collections.abc import Callable

from kostka.errors import HardwareError, JournalError, KostkaError
from kostka.mats.mat import Mat
from kostka.rules import request as rq
from kostka.rules.action import PUBLIC
from kostka.rules.state import State

from kostka_host.boards import base, open_board
from kostka_host.boards.virtual import VirtualBoard
from kostka_host.cells import in_cells
from kostka_host.follow import UNDO, Follower, Step
from kostka_host.layout import Layout
from kostka_host.saves import Save
from kostka_host.story import tell, thrown_dice
from kostka_host.table import Table
from kostka_host.web import guide, seat_view, view
from kostka_host.web.beside import Beside
from kostka_host.web.feed import Feed
from kostka_host.web.hands import OWN, Hands
from kostka_host.web.pieces import Pair, Pieces
from kostka_host.web.revival import Revival
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
        self.saves: list[Save] | None = None  # on the board, once somebody asked
        self.links: list[str] = []
        self.held: set[int] = set()  # seats whose answer waits for its turn on the board
        self.keys: dict[tuple[int, int], str] = {}  # that are down, and who presses them
        self.speed = 1.0  # of the board's clock
        self.beside = Beside(table)
        self.asked: Callable[[tuple[int, ...], object], None] | None = None  # hears which dice
        self._revival = Revival(table.revive)
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
        self._seen: tuple[object, ...] = ()  # game, layout and turn of the mat that these are for
        self._session = ""  # of the board's program
        self._occupied: list[int] = []
        self._changed_at = 0.0
        self._log: list[dict[str, object]] = []
        self._dice: list[dict[str, object]] = []
        self._recalled: tuple[Follower, int] | None = None  # lines that log and dice tell of
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

    @property
    def keys_up(self) -> bool:
        """Whether keys can be pressed: at the bench, or over the link where no bench ever was."""
        return self.bench_up or not self._has_hands

    # What comes from the board ---------------------------------------------------------------

    def follow(self, steps: list[Step]) -> None:
        """Take what was played since the last call."""
        self.table.notes[:] = self.table.notes[-NOTES:]
        if steps:
            self.problem = None
        self._take_up()
        self._recall()
        state = self.state
        if steps and state is not None:
            self.held &= set(state.may_answer())
            if any(step.kind == UNDO for step in steps):
                self.held.clear()
        if self.asked is not None and state is not None:
            request = state.request(PUBLIC)
            throws = request.what == rq.THROW and request.sources & rq.PAGE
            mark = (self.table.mirror.follower.game_id, self.table.mirror.next_line)
            self.asked(request.dice if throws else (), mark)
        tokens = self._wanted(state)
        if tokens != self._tokens:
            self._before, self._tokens = self._tokens, tokens

    def _wanted(self, state: State | None) -> list[Pair]:
        """Return the tokens as they should stand."""
        if state is not None:
            return state.tokens()
        return self._feed.tokens(self.table.mirror.feed) if self._feed is not None else []

    def _recall(self) -> None:
        """Tell the last things that happened, and the last throw, by the lines that count.

        They follow from the journal alone: after an undo, or a new start of this program, they
        are the same.
        """
        follower = self.table.mirror.follower
        if self._recalled == (follower, follower.next):
            return
        self._recalled = (follower, follower.next)
        log: list[dict[str, object]] = []  # newest first
        self._dice = []
        game = follower.game
        if game is not None:
            for past in follower.back():
                if len(log) < LOG and past.back_to >= 0:
                    log.append({"n": past.number, "seat": -1, "text": ["story.undo"]})
                elif len(log) < LOG:
                    for told in reversed(tell(game, past.events)):
                        text = self.in_cells(told.text)
                        log.append({"n": past.number, "seat": told.seat, "text": text})
                if not self._dice:
                    dice = thrown_dice(past.events)
                    self._dice = [{"kind": k, "face": f, "seat": s} for k, f, s in dice]
                if (len(log) >= LOG and self._dice) or (game.forgets and log):
                    break  # what was before is for the players to remember
        self._log = log[:LOG][::-1]

    def _take_up(self) -> None:
        """See whether another game, or a board of another kind, is there by now."""
        hello = self.table.client.hello
        session = str(hello.get("s", self._session))
        if session != self._session:
            self.held.clear()  # a board that starts anew has forgotten answers that are early
        self._session = session
        greeted = hello.get("g") if self.table.mirror.public else None
        feed = Feed(greeted) if isinstance(greeted, dict) else None
        follower = self.table.mirror.follower
        game_id = feed.id if feed is not None else follower.game_id
        # a board whose chance is seeded gives the same id again: the follower tells games apart
        seen = (game_id, feed is not None, follower), self.table.layout, self.table.about.turn
        if seen == self._seen:
            return
        new_game = seen[:1] != self._seen[:1]
        if new_game:
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
        self.mat = self.table.mat(state.game.name)
        self._pieces = Pieces(self.mat, _sensed(self.mat, self.table.layout))
        start = state.game.new_state(state.seats, state.options)
        self._pieces.stock(token for _, token in start.tokens())
        if self.bench_up:
            self.hands = Hands(self.table.board, self._pieces)
        self._changed_at = 0.0
        if new_game:
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
            self.beside.look()
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
            self._revival.want()
            return False
        if not isinstance(board, VirtualBoard):
            board.close()
            return False
        self.table.board.close()
        self.table.board = board
        self._bench_up = True
        if self._revival.back():
            self.table.notes.append(("web.revived", []))
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
        try:
            for (seat, key), holder in list(self.keys.items()):
                if holder == who:
                    del self.keys[(seat, key)]
                    if self.bench_up:
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
        away = None if up else self._away()
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
                self.keys_up,
                away,
            ),
            "mirror": view.mirror(self._disagrees(), self.notice(), mirror.next_line),
            "dice": self._dice,
            "beside": self.beside.section(self.bench_up, self._dice),
            "tokens": self._shown_tokens(moved),
            "wrong": view.wrong(table.verdict, self._tokens, self._seats, mat, moved),
            "lights": view.lights(
                table.lights, self.table.layout.rows * self.table.layout.cols, seats
            ),
            "about": view.about(table.about) if table.game is not None else None,
            "menu": view.menu(table.menu),
            "saves": [save.plain() for save in self.saves] if self.saves is not None else None,
            "log": self._log,
            "notes": self._notes(),
            "games": self._catalog,
        }

    def _disagrees(self) -> KostkaError | None:
        """Return why the game cannot be followed here, or None."""
        stopped = self.problem if isinstance(self.problem, JournalError) else None
        return self.table.mirror.problem or stopped

    def _notes(self) -> list[list[object]]:
        notes = [self.in_cells(view.words(text, args)) for text, args in self.table.notes]
        unkept = self.table.mirror.unkept
        return [*notes, view.error(unkept)] if unkept is not None else notes

    def _away(self) -> list[object]:
        if self.problem is not None:
            return view.error(self.problem)
        return self._revival.away(self.table.board, self.bench_up)

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
        mark = (follower, follower.next, tuple(sorted(self.held)), self.table.about)
        if mark != self._cached:
            self._cached = mark
            aborted = bool(follower.end) and not state.is_terminal()
            can_undo = self.table.last_gesture() >= 0
            self._of_state = {PUBLIC: view.of_state(state, mat, can_undo, aborted)}
            for seat in range(state.seats):
                self._of_state[seat] = seat_view.of_state(
                    state, mat, seat, seat in self.held, aborted
                )
        return self._of_state


def _sensed(mat: Mat, layout: Layout) -> frozenset[int]:
    """Return the cells whose tokens a board sees and judges."""
    deaf = mat.part(layout.cell_bits).deaf
    there = (cell.index for cell in layout.cells)
    return frozenset(i for i in there if not (deaf and deaf[i >> 3] >> (i & 7) & 1))
