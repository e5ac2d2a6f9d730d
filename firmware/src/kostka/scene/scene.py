"""Scene: decides which light shows what."""

from kostka.mats.colors import BLACK, BROWN, DIE_FACES, OFF, RED, WHITE
from kostka.rules import events as ev
from kostka.rules import request as rq
from kostka.scene import patterns as pt
from kostka.scene.panels import served

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.mats.mat import Mat
    from kostka.rules.request import Request

    Spots = list[int] | tuple[int, ...]
    Tokens = list[tuple[int, int]] | tuple[()]
    Events = list[tuple[int, ...]] | tuple[()]
    Cells = bytes | bytearray | None


def own_pattern(color: int) -> int:
    """Return the pattern of a light at rest: black and brown are told by theirs."""
    if color == BLACK:
        return pt.WINK
    if color == BROWN:
        return pt.TWIN
    return pt.REST


class Scene:
    """The codes of all lights: `code` holds one per cell and one per seat panel behind them.

    `lit` lists the lights that are not dark, its first `lit_count` entries are valid. These
    buffers are never replaced; `version` grows with every change of them.
    """

    def __init__(self, mat: "Mat", seats: int, panels: int = 4) -> None:
        """Make a dark scene for a mat, a game of `seats` and a table with `panels` seat panels."""
        self.mat = mat
        self.seats = seats
        self.panels = panels
        self.around = mat.around(seats)  # the seat of each panel
        self.n_cells = mat.rows * mat.cols
        size = self.n_cells + panels
        self.code = bytearray(size)
        self.lit = bytearray(size)
        self.lit_count = 0
        self.version = 0
        self._next = bytearray(size)
        self._lit = bytearray(size)
        self._count = 0
        self._dark = bytes(size)
        colors = [mat.seat_color(seat, seats) for seat in range(seats)]
        colors += [WHITE] * (16 - seats)  # whose seat is not in the game
        self._color = bytes(colors)
        self._rest = bytes([color << 4 | own_pattern(color) for color in colors])
        self._paints = mat.paints

    def color(self, light: int) -> int:
        """Return the color of a light."""
        return self.code[light] >> 4

    def pattern(self, light: int) -> int:
        """Return the pattern of a light."""
        return self.code[light] & 15

    def compose(
        self,
        tokens: "Tokens" = (),
        request: "Request | None" = None,
        events: "Events" = (),
        answering: "Spots | None" = None,
        winners: "Spots" = (),
        movable: "Spots" = (),
        targets: "Spots" = (),
        cursor: "Spots" = (),
        face: int = 0,
        missing: "Spots" = (),
        extra: "Spots" = (),
        cells: "Cells" = None,
        alarm: int = pt.FAST,
        call: int = pt.QUICK,
    ) -> bool:
        """Compose the scene anew; say whether a code changed.

        Args:
            tokens: (spot, token) of all public tokens.
            request: what the game waits for, as the public may know it.
            events: public events of the last line.
            answering: seats whose answer is waited for; None is the request's seat.
            winners: the winning seats, once the game is over.
            movable: spots whose tokens may be moved now.
            targets: spots where a token may be put now.
            cursor: spots chosen by keys but not confirmed.
            face: face of the die chosen by keys but not confirmed, 0 for none.
            missing: cells where a token should stand and none does.
            extra: cells where a token stands and none should.
            cells: the picture of the table; tells on which cells of a spot its tokens stand.
            alarm: pattern of the extra cells; it tells what kind of mistake was made.
            call: pattern of the missing cells, likewise.
        """
        if answering is None:
            answering = (request.seat,) if request is not None and request.seat >= 0 else ()
        self._clear()
        self._tokens(tokens, winners, cells)
        if events:
            self._last_move(events)
        if movable or targets or cursor:
            self._moves(tokens, request, movable, targets, cursor)
        self._die(request, events, face)
        for cell in extra:
            self._set(cell, RED << 4 | alarm)
        for cell in missing:
            self._set(cell, self._owner(tokens, self.mat.spot_of[cell]) << 4 | call)
        self._seats(answering, winners)
        return self._take()

    def clear(self) -> bool:
        """Turn all lights off; say whether that changed anything."""
        self._clear()
        return self._take()

    def put(self, light: int, code: int) -> None:
        """Set one light by hand, until the next compose(): for trying lamps."""
        self._next[light] = code
        self._count = 0
        for i in range(len(self._next)):
            if self._next[i]:
                self._lit[self._count] = i
                self._count += 1
        self._take()

    def _clear(self) -> None:
        self._next[:] = self._dark
        self._count = 0

    def _set(self, light: int, code: int) -> None:
        if not self._next[light]:
            self._lit[self._count] = light
            self._count += 1
        self._next[light] = code

    def _take(self) -> bool:
        if self._next == self.code:
            return False
        self.code[:] = self._next
        self.lit[:] = self._lit
        self.lit_count = self._count
        self.version += 1
        return True

    def _tokens(self, tokens: "Tokens", winners: "Spots", picture: "Cells") -> None:
        """Light one cell per token: those that are occupied first, then the others."""
        code = self._next
        rest = self._rest
        paints = self._paints
        cells_of = self.mat.cells
        lit = self._lit
        count = self._count
        for spot, token in tokens:
            cells = cells_of(spot)
            if not cells:
                continue  # the board cannot show it
            cell = cells[0]
            if len(cells) > 1:
                cell = self._choose(cells, picture)
            if code[cell]:
                continue  # more tokens than cells
            seat = token >> 6
            code[cell] = rest[seat]
            if paints or (winners and seat in winners):
                color = self._of(token)
                pattern = pt.BREATHE if winners and seat in winners else own_pattern(color)
                code[cell] = color << 4 | pattern
            lit[count] = cell
            count += 1
        self._count = count

    def _of(self, token: int) -> int:
        """Return the color of a token: of its shape where the mat paints it, else its owner's."""
        shape = token & 63
        if shape < len(self._paints) and self._paints[shape] != OFF:
            return self._paints[shape]
        return self._color[token >> 6]

    def _choose(self, cells: bytes, picture: "Cells") -> int:
        """Return the first dark cell, an occupied one if there is one."""
        code = self._next
        free = -1
        for cell in cells:
            if not code[cell]:
                if picture is None or picture[cell >> 3] >> (cell & 7) & 1:
                    return cell
                if free < 0:
                    free = cell
        return cells[0] if free < 0 else free

    def _owner(self, tokens: "Tokens", spot: int) -> int:
        """Return the color of the first token of a spot."""
        for at, token in tokens:
            if at == spot:
                return self._of(token)
        return WHITE

    def _light(self, spot: int, code: int) -> None:
        """Give the lit cells of a spot this code: those of its color, else all, else all cells."""
        cells = self.mat.cells(spot)
        if len(cells) == 1:
            self._set(cells[0], code)
            return
        lit = [cell for cell in cells if self._next[cell]]
        own = [cell for cell in lit if self._next[cell] >> 4 == code >> 4]
        for cell in own or lit or cells:
            self._set(cell, code)

    def _last_move(self, events: "Events") -> None:
        for event in events:
            if event[0] == ev.MOVE:
                source, target = event[4], event[5]
                if source >= 0:
                    for cell in self.mat.cells(source):
                        if not self._next[cell]:
                            self._set(cell, WHITE << 4 | pt.FLASH)
                            break
                if target >= 0:
                    self._light(target, self._of(event[3]) << 4 | pt.SWELL)

    def _moves(
        self,
        tokens: "Tokens",
        request: "Request | None",
        movable: "Spots",
        targets: "Spots",
        cursor: "Spots",
    ) -> None:
        mover = WHITE
        if request is not None and request.seat >= 0:
            mover = self._color[request.seat]
        for spot in movable:
            self._light(spot, self._owner(tokens, spot) << 4 | pt.BREATHE)
        for spot in targets:
            self._light(spot, mover << 4 | pt.BLINK)
        for spot in cursor:
            self._light(spot, mover << 4 | pt.DOUBLE)

    def _die(self, request: "Request | None", events: "Events", face: int) -> None:
        bar = self.mat.die_cells
        if not bar:
            return
        kind = 0
        waiting = request is not None and request.what in (rq.THROW, rq.DRAW)
        if waiting:
            if request.dice:  # type: ignore[union-attr]
                kind = request.dice[0]  # type: ignore[union-attr]
            for i in range(len(bar)):
                self._set(bar[i], self._face(kind, i + 1) << 4 | pt.GLOW)
        for event in events:
            if event[0] == ev.THROW and 1 <= event[4] <= len(bar):
                color = self._face(event[3], event[4])
                pattern = pt.SWELL if waiting else own_pattern(color)
                if pattern == pt.REST:
                    pattern = pt.STEADY
                self._set(bar[event[4] - 1], color << 4 | pattern)
        if 1 <= face <= len(bar):
            self._set(bar[face - 1], self._face(kind, face) << 4 | pt.DOUBLE)

    def _face(self, kind: int, face: int) -> int:
        return DIE_FACES[face] if kind == rq.COLOR else WHITE

    def _seats(self, answering: "Spots", winners: "Spots") -> None:
        asked = answering or winners
        for panel in range(min(self.seats, self.panels)):
            seat = served(panel, self.panels, asked, self.around)
            code = self._rest[seat]
            if seat in winners:
                code = code & 0xF0 | pt.BREATHE
            elif seat in answering:
                code = code & 0xF0 | pt.BEACON
            self._set(self.n_cells + panel, code)
