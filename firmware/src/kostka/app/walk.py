"""Procedures over the field: cells by a walk with a token, lights by a look at their colors.

Loaded for a moment, by kostka.app.learn.
"""

from kostka.app.learn import Procedure
from kostka.compat import const
from kostka.mats.colors import BLUE, GREEN, RED, WHITE
from kostka.mats.mat import Mat
from kostka.scene import patterns as pt
from kostka.scene.scene import Scene

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.app.table import Table

_RIGHT = const(1)  # keys
_OK = const(2)
_COLORS = (RED, GREEN, BLUE, WHITE)


class Marks(Scene):
    """A scene of some cells in one color."""

    def __init__(self, panels: int) -> None:
        super().__init__(Mat("learn", [], b"", [b""], [b""]), 0, panels)

    def mark(self, cells: list[int], color: int) -> None:
        """Light these cells and nothing else."""
        self._clear()
        for cell in cells:
            self._set(cell, color << 4 | pt.STEADY)
        self._take()


class Cells(Procedure):
    """Walks over the cells: each is lit until a token stands on it, and only there.

    RIGHT passes over a cell that does not see its token; `odd` has (cell, cell seen or -1). What
    stands there from before, or a sensor that is stuck, counts only once it has been off.
    """

    what = "cells"

    def __init__(self, table: "Table", cells: list[int]) -> None:
        Procedure.__init__(self, table)
        self._cells = cells
        self._marks = _marks(table)
        self.count = len(cells)
        self._seen = -1
        self._stays = self._on()
        self._point()

    def _on(self) -> list[int]:
        picture = self.table.picture
        return [i for i in range(len(picture.cell_bit)) if picture.cells[i >> 3] >> (i & 7) & 1]

    def _point(self) -> None:
        if self.done == self.count:
            self.end("odd" if self.odd else "kept")
            return
        self.at = self._cells[self.done]
        self._seen = -1
        self._marks.mark([self.at], GREEN)
        self.say("put")

    def step(self, now_ms: int) -> None:
        """Look where a token stands."""
        picture = self.table.picture
        if self.state not in ("put", "wrong") or not picture.settled:
            return
        found = self._on()
        self._stays = [cell for cell in self._stays if cell in found]
        found = [cell for cell in found if cell not in self._stays]
        if found == [self.at]:
            self._stays = self._on()
            self.done += 1
            self._point()
        elif found and found[0] != self._seen:
            self._seen = found[0]
            self._marks.mark([self.at], RED)
            self.say("wrong")

    def key(self, event: int) -> None:
        """Pass over a cell at RIGHT."""
        if event >> 1 & 7 == _RIGHT and not event & 1:
            self.odd.append([self.at, self._seen])
            self.done += 1
            self._stays = self._on()
            self._point()
        else:
            Procedure.key(self, event)


class Leds(Procedure):
    """Shows all cells in red, green, blue and white, one after another; OK goes on."""

    what = "leds"

    def __init__(self, table: "Table", cells: list[int]) -> None:
        Procedure.__init__(self, table)
        self._cells = cells
        self._marks = _marks(table)
        self.count = len(_COLORS)
        self._point()

    def _point(self) -> None:
        if self.done == self.count:
            self.end("kept")
            return
        self.at = self.done
        self._marks.mark(self._cells, _COLORS[self.done])
        self.say("look")

    def key(self, event: int) -> None:
        """Go on at OK."""
        if event >> 1 & 7 == _OK and not event & 1:
            self.done += 1
            self._point()
        else:
            Procedure.key(self, event)


def _marks(table: "Table") -> Marks:
    marks = Marks(table.lights.panels)
    table.lights.use(marks)
    return marks
