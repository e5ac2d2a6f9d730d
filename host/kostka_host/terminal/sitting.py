"""A person at the table in a terminal: draws what changes, does what is typed."""

from __future__ import annotations

import time
from dataclasses import replace

from kostka.errors import KostkaError
from kostka.mats.mat import Mat
from kostka.play import path
from rich.text import Text

from kostka_host.boards import base
from kostka_host.follow import UNDO, Step
from kostka_host.hidden import public_problem
from kostka_host.simulate.tabletop import Tabletop
from kostka_host.story import tell
from kostka_host.table import Table
from kostka_host.terminal.keyboard import Keyboard
from kostka_host.terminal.typed import Quit, Typist
from kostka_host.terminal.view import Scene, legend, render
from kostka_host.ui import Ui

TICK_S = 0.1  # between two looks at the board while nothing is typed
LAST = 8  # moves that are shown
HELP = ("lift", "put", "slide", "move", "key", "roll", "undo", "setup", "mask", "quit")
HOME, CLEAR_LINE, CLEAR_BELOW = "\x1b[H", "\x1b[K", "\x1b[J"


class Sitting:
    """One person's stay at a table."""

    def __init__(self, table: Table, mat: Mat, ui: Ui, keyboard: Keyboard | None = None) -> None:
        self.table = table
        self._mat = mat
        self._part = mat.part(table.layout.cell_bits)
        self._ui = ui
        self._keyboard = keyboard or Keyboard()
        tabletop = None
        if base.HANDS in table.board.capabilities:
            tabletop = Tabletop(self._part, table.board, lambda n: 0)
        self._tabletop = tabletop
        self.typist = Typist(table, mat, tabletop)
        self._last: list[tuple[int, str]] = []  # line, what everybody saw
        self._status = ""
        self._drawn = ""
        self._said = ""  # below the table

    @property
    def has_hands(self) -> bool:
        """Whether tokens of this board can be moved from here."""
        return self._tabletop is not None

    def stay(self) -> None:
        """Draw and do until the person leaves, the input ends or the board is gone for good."""
        with self._keyboard.opened() as keyboard:
            self.typist.look()
            self._draw()
            if keyboard.live:
                self._write("\x1b[2J")
                self._drawn = ""
                self._draw()
            try:
                while not keyboard.ended:
                    line = keyboard.next_line(TICK_S)
                    while line is not None:
                        self._do(line)
                        line = keyboard.waiting()
                    self._follow(0.0)
                    self._draw()
            except Quit:
                pass
            finally:
                self._write("\n" if keyboard.live else "")

    def _do(self, line: str) -> None:
        self._status = self._said = ""
        self.table.notes.clear()  # what they told has been read
        before = self.table.mirror.next_line
        try:
            self.typist.do(line)
        except KostkaError as problem:
            self._status = self._ui.words.error(problem)
        # what was done is mostly seen by the board within half a second
        end = time.monotonic() + 0.5
        while self.table.mirror.next_line == before and time.monotonic() < end:
            self._follow(0.05)
        self._draw()

    def _follow(self, timeout_s: float) -> None:
        for step in self.table.pump(timeout_s):
            self._note(step)
        self.typist.look()

    def _note(self, step: Step) -> None:
        if step.kind == UNDO:
            ranges = self.table.mirror.follower.path()
            self._last = [one for one in self._last if path.contains(ranges, one[0])]
        game = self.table.game
        if game is not None:
            if game.forgets and step.events:
                self._last = []  # what was before is for the players to remember
            self._last += [(step.number, told.sign) for told in tell(game, step.events)]

    # Drawing ---------------------------------------------------------------------------------

    def _scene(self) -> Scene:
        table = self.table
        state = table.state if table.game is not None else None
        request = ""
        if state is not None:
            asked = state.request(-1)
            request = self._ui.say(asked.text, *asked.args)
        standing = None
        if self._tabletop is not None:
            standing = {
                cell: pair if pair != (-1, -1) else None
                for cell, pair in self._tabletop.standing.items()
            }
            for spot, token in state.tokens() if state is not None else ():
                if not self._part.cells(spot):  # nobody sees it: shown where it should stand
                    free = [cell for cell in self._mat.cells(spot) if cell not in standing]
                    standing.update(dict.fromkeys(free[:1], (spot, token)))
        notes = [self._ui.say(text, *args) for text, args in table.notes[-2:]]
        if table.mirror.problem is not None:
            text, args = public_problem(table.mirror.problem)
            notes.append(self._ui.say(text, *args))
        if table.mirror.public:
            title = [f"{table.mirror.running_name}.title"]
            notes.append(self._ui.say("table.other_rules", title))
        if table.mirror.unkept is not None:
            notes.append(self._ui.words.error(table.mirror.unkept))
        if not table.client.up:
            notes.append(self._ui.say("terminal.away"))
        if self.typist.help_wanted:
            notes += [self._ui.say(f"terminal.help.{word}") for word in HELP]
            notes += legend(self._ui)
        return Scene(
            mat=self._mat,
            game=table.game,
            state=state,
            standing=standing,
            lights=table.lights,
            verdict=table.verdict,
            last=[text for _, text in self._last[-LAST:]],
            request=request,
            notes=[note for note in notes if note],
            status=self._status,
        )

    def _draw(self) -> None:
        scene = self._scene()
        lines = render(scene, self._ui)
        if not self._keyboard.live:
            self._print(scene, lines)
            return
        text = self._as_text(lines)
        text = HOME + text.replace("\n", CLEAR_LINE + "\n")
        text += CLEAR_LINE + "\n> " + self._keyboard.line + CLEAR_BELOW
        if text != self._drawn:
            self._drawn = text
            self._write(text)

    def _print(self, scene: Scene, lines: list[Text]) -> None:
        """Write the table where it is another one, else only what is said below it."""
        count = len(render(replace(scene, notes=[], status=""), self._ui))
        table, said = self._as_text(lines[:count]), self._as_text(lines[count:])
        if table != self._drawn:
            self._write(table + said + "\n")
        elif said and said != self._said:
            self._write(said)
        self._drawn, self._said = table, said

    def _as_text(self, lines: list[Text]) -> str:
        console = self._ui.out
        with console.capture() as captured:
            for line in lines:
                console.print(line)
        return captured.get()

    def _write(self, text: str) -> None:
        self._ui.out.file.write(text)
        self._ui.out.file.flush()
