"""An evening at a virtual table: a family plays a game, and the test gets in its way.

Everything here is for any game of the registry; a game that needs options to be short names
them in EASY, one that needs more people than it asks for names them in SEATS.
"""

from __future__ import annotations

import inspect
import os
import shutil
import time
from collections import Counter
from pathlib import Path
from typing import Any

from kostka import games, mats
from kostka.errors import KostkaError
from kostka.line import Raw
from kostka.mats.colors import OFF
from kostka.mats.mat import NO_SPOT
from kostka.rules import events as ev
from kostka.rules import request as rq
from kostka.rules.token import NOBODY, token_seat
from kostka_host.boards import sources
from kostka_host.boards.virtual import VirtualBoard
from kostka_host.follow import Step
from kostka_host.seating import make_family
from kostka_host.simulate.tabletop import Tabletop
from kostka_host.table import Table
from kostka_host.web.desk import Desk
from kostka_host.web.secrets import SeatLinks

EASY: dict[str, dict[str, object]] = {"probe": {"dice": 2}}  # options where defaults are long
SEATS = {"domino": 2}  # where the fewest are done too soon
OUTSIDE = {"probe": ("kostka_probe", "kostka_probe_mat")}  # games that are not in the package
BOARD_ID = "ba5eba11ba5eba11"
UNDO = 3
HELD_MS = 1000
CALM_MS = 400
PAGE_S = 5.0


def registered() -> list[str]:
    """Return the games that scenarios are played with: those of the package and the probe."""
    own = [name for name, module in games._modules.items() if not module]
    return sorted({*own, *OUTSIDE})


def register(monkeypatch: Any) -> None:
    """Let this test know the games from outside the package."""
    for name, (game, mat) in OUTSIDE.items():
        monkeypatch.setitem(games._modules, name, game)
        monkeypatch.setitem(mats._modules, name, mat)


def make_rom(folder: Path) -> Path:
    """Return a folder with the firmware and the games from outside beside it."""
    shutil.copytree(sources.device_folder(), folder)
    lines = ""
    for name, modules in OUTSIDE.items():
        lines += f"{name} {' '.join(modules)}\n"
        for module in modules:
            shutil.copy(inspect.getfile(__import__(module)), folder)
    boot = folder / "boot.py"
    write = f"\nwith open('/games.txt', 'w') as file:\n    file.write({lines!r})\n"
    boot.write_text(boot.read_text() + write)
    return folder


def seat_shown(token: int) -> int:
    """Return the seat that a page names as the owner of a token; -1 is nobody."""
    seat = token_seat(token)
    return -1 if seat == NOBODY else seat


class Evening:
    """A table, its family and a page. `quarters` is how the family lays the mat."""

    def __init__(self, home: Path, game: str, seed: int = 1, quarters: int = 0) -> None:
        self.home = home
        self.game = game
        self.seed = seed
        self.steps: list[Step] = []
        self._blocked: list[int] = []
        self._rom = make_rom(home / "rom")
        self._flash = home / "flash.img"
        self.board = self._spawn()
        self._sit()
        options = {**EASY.get(game, {})}
        seats = SEATS.get(game) or games.load(game).seats[0]
        self.table.sit_down(game, seats, options, False)
        if quarters:
            self.lay(quarters)
        self._bring_family()
        self.set_up()

    def _spawn(self) -> VirtualBoard:
        return VirtualBoard.spawn(
            tied=True,
            clock="virtual",
            seed=self.seed,
            rom=self._rom,
            flash=self._flash,
            id=BOARD_ID,
        )

    def _sit(self) -> None:
        board = self.board
        journal = self.home / "game.jsonl"
        self.table = Table(board, lambda: [board.link()], journal, watch=True, stepped=True)
        self.table.connect()
        self.table.catch_up()
        self.desk = Desk(self.table, SeatLinks(self.home / "links"), lambda links: None)

    def _bring_family(self) -> None:
        self.family = make_family(self.table, self.game, self.seed)
        self.family._look = self.look
        self.family.take_over(self.board.tokens)

    def end(self) -> None:
        """Pack up."""
        self.table.close()
        self.board.close()
        for handle in self._blocked:
            os.close(handle)

    # What there is ---------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The state of the mirror."""
        return self.table.state

    @property
    def mat(self) -> Any:
        """The mat as it lies."""
        return self.table.mat(self.game)

    def look(self) -> list[Step]:
        """Take what was played."""
        steps = self.table.look()
        self.desk.follow(steps)
        self.steps += steps
        return steps

    def run(self, ms: int) -> None:
        """Let the table live, and look."""
        for _ in range(0, ms, 20):
            self.board.advance(20)
            self.look()

    def wait(self, outcome: str, ms: int = 3000) -> None:
        """Let the table live until its referee says something."""
        for _ in range(0, ms, 20):
            if self.table.verdict.outcome == outcome:
                return
            self.run(20)
        raise AssertionError((outcome, self.table.verdict))

    def signature(self) -> tuple[str, int, int]:
        """Return what makes two games the same game: id, lines, digest."""
        return self.table.mirror.follower.game_id, self.table.mirror.next_line, self.state.digest()

    def words(self) -> str:
        """Return what would explain a failure."""
        return f"{self.table.verdict} {self.table.notes} {self.board.logs()[-2000:]}"

    # Playing ---------------------------------------------------------------------------------

    def set_up(self) -> None:
        """Let the family put the tokens right."""
        self.family.take_over(self.board.tokens)
        self.family.set_up()
        self.run(CALM_MS)
        self.wait("same")

    def lay(self, quarters: int) -> None:
        """Lay the mat turned, with all tokens on it, and let the board find out."""
        mat = mats.load(self.game).turned(quarters)
        standing = Tabletop(mat, self.board, lambda n: 0)
        for trip in standing.trips(self.state.tokens()):
            standing.hop(trip, 0)
        self.run(2 * CALM_MS)
        assert self.table.about.turn == quarters, self.words()

    def play(self, gestures: int) -> None:
        """Play some gestures."""
        for _ in range(gestures):
            if self.state.is_terminal():
                return
            self.family.play_one()
        self.run(CALM_MS)

    def play_to_turn(self) -> None:
        """Play until another seat's turn begins."""
        while not self.state.is_terminal():
            self.steps.clear()
            self.family.play_one()
            if any(event[0] == ev.TURN for step in self.steps for event in step.events):
                break
        self.run(CALM_MS)
        self.wait("same")

    def play_out(self) -> None:
        """Play to the end."""
        while not self.state.is_terminal():
            self.family.play_one()
        self.table.wait(lambda: self.table.over, 10.0)

    # In the way ------------------------------------------------------------------------------

    def unplug(self) -> list[int]:
        """Pull the cable that also feeds the board; return where its tokens stand."""
        tokens = self.board.tokens()
        self.table.close()
        self.board.power_cut()
        self._old_port = self.board.entry.port
        self.board.close()
        return tokens

    def replug(self, tokens: list[int]) -> None:
        """Plug the board in again, where the system gives its port another name."""
        while True:
            self.board = self._spawn()
            if self.board.entry.port != self._old_port:
                break
            self.board.close()
            self._blocked += os.openpty()  # takes the name that was free
        self.board.tokens(tokens)
        self._sit()
        self.run(2 * CALM_MS)
        self.family = make_family(self.table, self.game, self.seed + 1)
        self.family._look = self.look

    def undo_by_key(self, panel: int = 0) -> None:
        """Hold UNDO until the board has taken it."""
        self.board.key(panel, UNDO, True)
        self.run(HELD_MS)
        self.board.key(panel, UNDO, False)
        self.run(200)

    def undo_by_host(self) -> None:
        """Ask the board to take the last gesture back, as page and terminal do.

        Raises:
            KostkaError: it refused.
        """
        back = self.table.last_gesture()
        if back < 0:
            raise KostkaError("play.no_undo")
        self.table.ask("undo", n=back, e=self.table.mirror.next_line)
        self.run(60)

    def forget_secrets(self) -> None:
        """Let everything be taken back, whoever has learned what."""
        self.table.ask("config", set=Raw('{"undo":2}'))

    def lift_any(self) -> int:
        """Take one token into the hand; return its cell."""
        cell = self.board.tokens()[0]
        self.board.lift(cell)
        return cell

    def free_cell(self, on_spot: bool = False) -> int:
        """Return a cell without a token that belongs to a spot where none may go, or to none."""
        occupied = set(self.board.tokens())
        wanted = {spot for spot, _ in self.state.tokens()}
        for action in self.state.legal_actions():
            wanted.update((self.state.footprint(action) or ((), ()))[1])
        for cell in range(self.mat.rows * self.mat.cols):
            spot = self.mat.spot_of[cell]
            if cell not in occupied and cell not in self.mat.die_cells:
                if on_spot and spot != NO_SPOT and spot not in wanted:
                    return cell
                if not on_spot and spot == NO_SPOT:
                    return cell
        raise AssertionError("no free cell")

    def places(self, cells: list[int]) -> list[tuple[int, int]]:
        """Return the spots of cells, and of those without one the cells.

        Which of a spot's cells a token stood on, a board that was off does not know.
        """
        spots = [(self.mat.spot_of[cell], cell) for cell in cells]
        return sorted((spot, cell if spot == NO_SPOT else 0) for spot, cell in spots)

    # Do they agree? --------------------------------------------------------------------------

    def agree(self) -> None:
        """Hold board, mirror, page and lights against each other; the table is right."""
        self.wait("same")
        mirror = self.table.mirror
        assert mirror.problem is None
        state = self.state
        steps = [step for step in self.steps if step.kind != "end"]
        if steps and steps[-1].checked:
            assert mirror.digest_board == f"{state.digest():08x}"
        wanted = Counter((spot, seat_shown(token)) for spot, token in state.tokens())
        end = time.monotonic() + PAGE_S
        while True:
            self.desk.look()  # the page trusts its eyes only when hands have been calm
            page = self.desk.views()[-1]
            shown = Counter(
                (self.mat.spot_of[one["cell"]], one["seat"])
                for one in page["tokens"]
                if one["where"] == "table"
            )
            if shown == wanted or time.monotonic() > end:
                break
        assert shown == wanted, (shown, wanted)
        asked = state.request(-1)
        assert page["mirror"]["lines"] == mirror.next_line
        assert page["request"]["text"][0] == asked.text
        assert page["request"]["seat"] == asked.seat
        self._lights_agree(state)

    def _lights_agree(self, state: Any) -> None:
        """Every token is lit on the board's own LEDs' codes, in its color where it has one."""
        painted: dict[int, list[int]] = {}
        for spot, token in state.tokens():
            painted.setdefault(spot, []).append(self.mat.token_color(token, state.seats))
        choosing = state.request(-1).what == rq.MOVE
        for spot, colors in painted.items():
            lit = [self.table.lights.get(cell, 0) for cell in self.mat.cells(spot)]
            lit = [code >> 4 for code in lit if code]
            assert len(lit) >= min(len(colors), len(self.mat.cells(spot))), (spot, lit)
            if not choosing:  # else where tokens may go is lit, too
                assert not set(colors) - {OFF} - set(lit), (spot, lit, colors)
