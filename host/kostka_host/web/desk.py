"""What the hub knows of its table: pieces, hands, log, links, and all that pages show of it."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from kostka.errors import HardwareError, KostkaError
from kostka.mats.mat import Mat
from kostka.play import path
from kostka.rules.action import PUBLIC
from kostka.rules.state import State

from kostka_host.boards import base, open_board
from kostka_host.boards.virtual import VirtualBoard
from kostka_host.follow import HEADER, UNDO, Step
from kostka_host.layout import Layout
from kostka_host.saves import Save
from kostka_host.story import tell, thrown_dice
from kostka_host.table import Table
from kostka_host.web import seat_view, view
from kostka_host.web.hands import OWN, Hands
from kostka_host.web.pieces import Pieces
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
        self._has_hands = base.HANDS in table.board.capabilities
        self._bench_up = self._has_hands
        self._reopen_at = 0.0
        self._pieces: Pieces | None = None
        self._seat_links = links
        self._begun = begun
        self._game_id = ""
        self._turn = 0
        self._lay = ""
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
                self._log.append({"n": step.number, "seat": told.seat, "text": told.text})
            dice = thrown_dice(step.events)
            if dice:
                self._dice = [{"kind": k, "face": f, "seat": s} for k, f, s in dice]
        state = self.state
        if steps and state is not None:
            self.held &= set(state.may_answer())

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
        self._log.append({"n": step.number, "seat": -1, "text": ["story.undo", step.back_to]})
        self._dice = []
        self.held.clear()

    def _take_up(self) -> None:
        """See whether another game, or a board of another kind, is there by now."""
        lay = str(self.table.client.hello.get("lay", self._lay))
        game_id = self.table.mirror.follower.game_id
        turn = self.table.about.turn
        if (lay, game_id, turn) == (self._lay, self._game_id, self._turn):
            return
        if lay != self._lay:
            self._lay = lay
        state = self.state
        if game_id != self._game_id and state is not None:
            self.links = self._seat_links.of(game_id, state.seats)
            self._log.clear()
            self._dice = []
            self.held.clear()
        self._game_id, self._turn = game_id, turn
        self._pieces = self.hands = self.mat = None
        if state is None:
            return
        self.mat = self.table.mat(state.game.name)
        self._pieces = Pieces(self.mat, _sensed(self.mat, self.table.layout))
        start = state.game.new_state(state.seats, state.options)
        self._pieces.stock(token for _, token in start.tokens())
        if self._has_hands and self._bench_up:
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
            self.hands = Hands(board, self._pieces)
        return True

    def _measure(self, board: VirtualBoard) -> None:
        """Learn how fast the board's clock runs."""
        self.speed = 1.0
        if board.entry.clock == "running":
            self.speed = float(board.info().get("speed") or 1.0)

    def let_go(self, who: str) -> None:
        """Let go of keys and tokens that a browser held when it left; tokens go to the box."""
        if self.hands is None:
            return
        self.hands.drop_all(who)
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
        return {
            "board": view.board(
                layout,
                table.client.board_id,
                table.board.name,
                up,
                self._has_hands and self._bench_up,
                away,
            ),
            "mirror": view.mirror(mirror.problem, mirror.public, mirror.next_line),
            "dice": self._dice,
            "tokens": self._tokens(state),
            "wrong": view.wrong(table.verdict, state, mat),
            "lights": view.lights(
                table.lights, self.table.layout.rows * self.table.layout.cols, seats
            ),
            "about": view.about(table.about) if table.game is not None else None,
            "menu": view.menu(table.menu),
            "saves": [save.plain() for save in self.saves] if self.saves is not None else None,
            "log": list(self._log),
            "notes": self._notes(state),
            "games": self._catalog,
        }

    def _tokens(self, state: State | None) -> view.Section:
        if self._pieces is None or state is None:
            return []
        if self.hands is not None:
            return view.tokens(self._pieces, state.seats)
        self._pieces.follow(state.tokens())
        return view.mirrored(self._pieces, state.seats, self.table.verdict)

    def _notes(self, state: State | None) -> view.Section:
        notes = self.table.notes
        if state is not None and state.request(PUBLIC).hidden:
            # a refusal of the rules may name what somebody chose in secret
            own = (f"{state.game.name}.", "action.")
            notes = [note for note in notes if not note[0].startswith(own)]
        return [view.words(text, args) for text, args in notes]

    def _state_sections(self, state: State | None, mat: Mat | None) -> dict[int, view.Sections]:
        """Return what follows from the state, made anew only when that is another one."""
        if state is None or mat is None:
            return {PUBLIC: view.of_feed(self.table.mirror.feed)}
        follower = self.table.mirror.follower
        mark = (self._game_id, follower.next, tuple(sorted(self.held)), self.table.about)
        if mark != self._cached:
            self._cached = mark
            aborted = bool(follower.end) and not state.is_terminal()
            can_undo = not follower.end and self.table.last_gesture() >= 0
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
