"""A board in use: its link, the mirror of its game, what it shows, and who waits for what."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kostka import games, mats
from kostka.app.about import BOT
from kostka.errors import KostkaError, LinkError
from kostka.mats.mat import Mat
from kostka.rules.game import Game
from kostka.rules.state import State
from kostka.rules.throws import THROWS

from kostka_host import known, layout, paths, uses
from kostka_host.boards import Board
from kostka_host.follow import Step
from kostka_host.hidden import is_public
from kostka_host.layout import Layout
from kostka_host.link.client import Client
from kostka_host.link.requests import RETRY_S
from kostka_host.link.stream import Message
from kostka_host.mirror import Mirror
from kostka_host.verdict import Verdict, verdict_of

STEP_MS = 20  # of the board's clock, where it only moves by the bench
REPLY_S = 0.002  # real time in which a stepped board's message gets here
WAIT_S = 0.05
NEW_GAME_S = 10.0
ANSWER_S = 2.0
DEFAULT = "ludo"  # the game that is begun where none is named


@dataclass(frozen=True)
class About:
    """What the board knows of its game beside the journal.

    Never changed, but replaced. `kinds` has a letter per seat, see kostka.app.about; `turn` are
    the quarters by which the mat is turned clockwise.
    """

    name: str = ""
    kinds: str = ""
    turn: int = 0


@dataclass
class Menu:
    """What the menu on the table shows: words as ids with arguments, and which one is marked."""

    title: list[object]
    items: list[list[object]]
    cursor: int


class Table:
    """One board in use by this program.

    `stepped` says that the board's clock moves only when it is advanced. `lights` are the codes
    of lit cells and seats, where they were asked for; `notes` are message ids with arguments
    that the board sent for people, without those that may tell a secret. `about` is what it
    knows of its game, `menu` what its menu shows, None while that is closed. `layout` says which
    cells and panels the board has; one whose layout is not known here is taken for the full one.
    `revive`, where it is set, starts the process of the board again.
    """

    def __init__(
        self,
        board: Board,
        find: Callable[[], list[str]],
        journal: Path | None = None,
        watch: bool = False,
        stepped: bool = False,
        console: Callable[[bytes], None] | None = None,
    ) -> None:
        self.board = board
        self.stepped = stepped
        self.revive: Callable[[], None] | None = None
        self._said_use = False
        self.verdict = Verdict()
        self.lights: dict[int, int] = {}
        self.notes: list[tuple[str, list[object]]] = []
        self.about = About()
        self.menu: Menu | None = None
        self.cups: Message = {}  # what the board last said of its cups, its tag stand,
        self.stand: Message = {}
        self.learning: Message = {}  # and of a procedure
        self.layout: Layout = layout.profile(layout.FULL)
        self.client = Client(
            find,
            known.versions(),
            known.own_data(),
            watch=watch,
            board_id=board.id,
            console=console,
            patience_s=board.patience_s,
        )
        self.mirror = Mirror(self.client, paths.journals_dir(), journal)

    # The connection --------------------------------------------------------------------------

    def connect(self, timeout_s: float = 5.0) -> None:
        """Greet the board.

        Raises:
            LinkError: it is not there, in use, or does not answer.
        """
        try:
            self.client.start(timeout_s + self.board.start_s, self._live if self.stepped else None)
        except LinkError as problem:
            port = str(problem.params[0]) if problem.params else ""
            raise uses.explain(problem, self.board.id, port) from None
        self.pump(0.0)

    def _live(self) -> None:
        self.board.advance(STEP_MS)

    def say_use(self, address: str = "") -> None:
        """Let other programs know that this one has the board, and the address of its page."""
        running = self.client.hello.get("g")
        seats = running.get("seats") if isinstance(running, dict) else 0
        if self.game is not None:
            seats = self.state.seats
        uses.publish(
            uses.Use(
                board=self.client.board_id,
                port=self.client.port,
                pid=os.getpid(),
                address=address,
                game=self.game_name,
                seats=int(seats or 0),
                profile=self.layout.profile,
            )
        )
        self._said_use = True

    def close(self) -> None:
        """Let the board go; it plays on by itself."""
        if self._said_use:
            uses.withdraw()
        self.client.close()
        self.mirror.close()

    # Messages --------------------------------------------------------------------------------

    def pump(self, timeout_s: float) -> list[Step]:
        """Take the messages that are there, waiting for the first; return what was played."""
        steps = []
        message = self.client.next_message(timeout_s)
        while message is not None:
            step = self._take(message)
            if step is not None:
                steps.append(step)
            message = self.client.next_message(0.0)
        return steps

    def _take(self, message: Message) -> Step | None:
        kind = message.get("m")
        if kind == "look":
            self.verdict = verdict_of(message)
        elif kind == "scene":
            codes = list(message.get("d") or [])
            self.lights.update(zip(codes[::2], codes[1::2], strict=False))
        elif kind == "cups":
            self.cups = message
        elif kind == "stand":
            self.stand = message
        elif kind == "learn":
            self.learning = message
        elif kind == "note":
            text = str(message.get("t", ""))
            if is_public(text, self.mirror):  # decided now: later it must not come back
                self.notes.append((text, list(message.get("x") or [])))
        elif kind == "about":
            self.about = About(
                str(message.get("name", "")),
                str(message.get("k", "")),
                int(message.get("turn", 0)) & 3,
            )
        elif kind == "menu":
            title, items = list(message.get("t") or []), list(message.get("it") or [])
            self.menu = Menu(title, items, int(message.get("at", 0))) if title else None
        elif kind == "link" and message.get("up"):
            self.lights.clear()
            self.cups, self.stand, self.learning = {}, {}, {}
            self.verdict = Verdict()  # a board that began anew says what it sees
            self.about, self.menu = About(), None
            lay = str(message["hello"].get("lay", ""))
            self.layout = layout.of_board(lay) or layout.profile(layout.FULL)
        return self.mirror.take(message)

    def look(self) -> list[Step]:
        """Return what was played since the last call, after a moment for it to arrive."""
        steps = self.pump(REPLY_S)
        self.check()
        return steps

    def check(self) -> None:
        """Raise where the mirror does not agree with the board."""
        if self.mirror.problem is not None:
            problem = self.mirror.problem
            raise KostkaError("table.disagree", [problem.text, *problem.params])

    def wait(self, done: Callable[[], bool], timeout_s: float, text: str = "") -> None:
        """Take messages until something is so.

        Raises:
            LinkError: it is not so in time.
        """
        end = time.monotonic() + timeout_s + self.board.start_s
        while not done():
            if time.monotonic() > end:
                raise LinkError(text or "link.no_answer", self.client.port)
            if self.stepped:
                self.board.advance(STEP_MS)
            self.pump(REPLY_S if self.stepped else WAIT_S)

    # The game --------------------------------------------------------------------------------

    @property
    def game(self) -> Game | None:
        """The game on the table, or None."""
        return self.mirror.follower.game

    @property
    def game_name(self) -> str:
        """The name of the game on the table, as the board says it where the mirror has none."""
        running = self.client.hello.get("g")
        if self.game is not None:
            return self.game.name
        return str(running.get("game", "")) if isinstance(running, dict) else ""

    @property
    def state(self) -> State:
        """The state of the mirror."""
        return self.mirror.follower.state

    def mat(self, name: str) -> Mat:
        """Return the whole mat of a game as it lies on this table.

        Raises:
            OptionError: the game has no mat.
        """
        return mats.load(name).turned(self.about.turn)

    def last_gesture(self) -> int:
        """Return the line to go back to so that the last gesture of a person is undone, or -1."""
        bots = {seat for seat, kind in enumerate(self.about.kinds) if kind == BOT}
        return self.mirror.follower.last_gesture(bots)

    @property
    def over(self) -> bool:
        """Whether the game has ended and the board has closed its journal."""
        return bool(self.mirror.follower.end)

    def catch_up(self) -> None:
        """Wait until the mirror has all lines of the running game."""
        self.wait(lambda: self.mirror.caught_up, NEW_GAME_S)

    def sit_down(
        self, name: str, seats: int | None, options: Mapping[str, object], fresh: bool
    ) -> bool:
        """Join the running game, or begin one; return whether one was begun.

        What is not said (no name, None, or an option left out) is taken as it is in a running
        game.

        Raises:
            OptionError: no such game, seat count, option or value.
            KostkaError: the board is in the middle of another game, and `fresh` is not set.
        """
        running = self.client.hello.get("g")
        if not name and isinstance(running, dict) and not fresh:
            self.catch_up()
            if not self.over:
                return False
        game = games.load(name or DEFAULT)
        count = game.seats[1] if seats is None else seats
        wanted = game.complete(count, dict(options))
        if isinstance(running, dict) and not fresh:
            self.catch_up()
            if not self.over and self._is_other(
                game, seats, {n: wanted.get(n, THROWS.default) for n in options}
            ):
                raise KostkaError("table.other_game", *self._playing())
            if not self.over:
                return False
        self.begin(game, count, wanted)
        return True

    def _is_other(self, game: Game, seats: int | None, options: Mapping[str, object]) -> bool:
        header = self.mirror.follower.header
        if not header:  # another version: only the board can go on with it
            running = self.client.hello["g"]
            return running.get("game") != game.name or seats not in (None, running.get("seats"))
        return (
            header["game"] != game.name
            or seats not in (None, header["seats"])
            or any(
                header["opt"].get(option, THROWS.default) != value
                for option, value in options.items()
            )
        )

    def _playing(self) -> tuple[str, object]:
        game = self.client.hello["g"]
        return str(game.get("game")), game.get("seats")

    def begin(self, game: Game, seats: int, options: dict[str, object]) -> None:
        """Let the board begin a new game, which starts it anew.

        Raises:
            KostkaError: it does not, or plays it by rules or with numbers that are others here.
        """
        old = self.expect_new()
        self.ask_new(game, seats, options)
        self.wait(lambda: self.has_new(old) or self._differs(old), NEW_GAME_S, "table.no_start")
        if self._differs(old):
            raise KostkaError("table.other_rules", [f"{game.name}.title"])
        self.catch_up()

    def _differs(self, old: set[str]) -> bool:
        """Say whether the board greeted with a new game that cannot be followed here."""
        running = self.client.hello.get("g")
        new = isinstance(running, dict) and str(running.get("id", "")) not in old
        return self.mirror.public and new

    def expect_new(self) -> set[str]:
        """Expect the header of a new game; return the ids of games that are none."""
        running = self.client.hello.get("g")
        old = {"", self.mirror.follower.game_id}
        if isinstance(running, dict):
            old.add(str(running.get("id", "")))
        self.client.hello = {k: v for k, v in self.client.hello.items() if k != "g"}
        self.mirror.expects_new = True
        return old

    def ask_new(self, game: Game, seats: int, options: dict[str, object], kinds: str = "") -> None:
        """Ask the board for a new game, after expect_new(). Any thread may.

        `kinds` says who plays each seat; "" is people.

        Raises:
            KostkaError: it refused.
        """
        usual = {option.name: option.default for option in game.options}
        # a line to the board is short, and the board knows the defaults
        pairs = [(name, v) for name, v in game.option_pairs(options) if v != usual.get(name)]
        try:
            # never twice: a board that restarts for another game forgets that it was asked
            more = {"k": kinds} if kinds else {}
            self.ask("new", ANSWER_S, ANSWER_S, game=game.name, seats=seats, opt=pairs, **more)
        except LinkError as problem:
            if problem.text != "link.no_answer":
                raise

    def has_new(self, old: set[str]) -> bool:
        """Say whether a game has begun that is none of the old ones."""
        return self.mirror.playing and self.mirror.follower.game_id not in old

    def ask(
        self, kind: str, timeout_s: float = 5.0, retry_s: float = RETRY_S, **fields: Any
    ) -> Message:
        """Ask the board, letting it live meanwhile where it must be advanced.

        Raises:
            KostkaError: it refused, with its reason.
            LinkError: no answer in time.
        """
        between = self._live if self.stepped else None
        return self.client.request(kind, timeout_s, retry_s, between, **fields)
