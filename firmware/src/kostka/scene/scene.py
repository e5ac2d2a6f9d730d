"""Scene: decides which light shows what."""

from kostka.mats.colors import BLACK, BROWN, DIE_FACES, RED, WHITE
from kostka.rules import events as ev
from kostka.rules import request as rq
from kostka.rules.token import NOBODY, token_seat
from kostka.scene import patterns as pt

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.mats.mat import Mat
    from kostka.rules.request import Request


def own_pattern(color: int) -> int:
    """Return the pattern of a light at rest: black and brown are told by theirs."""
    if color == BLACK:
        return pt.WINK
    if color == BROWN:
        return pt.TWIN
    return pt.REST


class Scene:
    """The codes of all lights: `code` holds one per cell and one per seat panel behind them.

    `code` is never replaced; `version` grows with every change of it.
    """

    def __init__(self, mat: "Mat", seats: int, panels: int = 4) -> None:
        """Make a dark scene for a mat, a game of `seats` and a table with `panels` seat panels."""
        self.mat = mat
        self.seats = seats
        self.panels = panels
        self.n_cells = mat.rows * mat.cols
        self.code = bytearray(self.n_cells + panels)
        self.version = 0
        self._next = bytearray(len(self.code))
        self._dark = bytes(len(self.code))
        self._cells: bytes | bytearray | None = None

    def color(self, light: int) -> int:
        """Return the color of a light."""
        return self.code[light] >> 4

    def pattern(self, light: int) -> int:
        """Return the pattern of a light."""
        return self.code[light] & 15

    def compose(
        self,
        tokens: "list[tuple[int, int]] | tuple[()]" = (),
        request: "Request | None" = None,
        events: "list[tuple[int, ...]] | tuple[()]" = (),
        answering: "tuple[int, ...] | None" = None,
        winners: tuple[int, ...] = (),
        movable: "list[int] | tuple[()]" = (),
        targets: "list[int] | tuple[()]" = (),
        cursor: "list[int] | tuple[()]" = (),
        face: int = 0,
        missing: "list[int] | tuple[()]" = (),
        extra: "list[int] | tuple[()]" = (),
        cells: "bytes | bytearray | None" = None,
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
        """
        code = self._next
        code[:] = self._dark
        self._cells = cells
        if answering is None:
            answering = (request.seat,) if request is not None and request.seat >= 0 else ()
        self._tokens(tokens, winners)
        self._last_move(events)
        self._moves(tokens, request, movable, targets, cursor)
        self._die(request, events, face)
        for cell in extra:
            code[cell] = RED << 4 | pt.FAST
        for cell in missing:
            code[cell] = self._owner(tokens, cell) << 4 | pt.QUICK
        self._seats(answering, winners)
        return self._take()

    def _color(self, token: int) -> int:
        seat = token_seat(token)
        if seat == NOBODY or seat >= self.seats:
            return WHITE
        return self.mat.seat_color(seat, self.seats)

    def _owner(self, tokens: "list[tuple[int, int]] | tuple[()]", cell: int) -> int:
        spot = self.mat.spot_of[cell]
        for at, token in tokens:
            if at == spot:
                return self._color(token)
        return WHITE

    def _light(self, spot: int, color: int, pattern: int) -> None:
        """Give all cells of a spot that are lit, or all if none is, this code."""
        code = self._next
        cells = self.mat.cells(spot)
        lit = [cell for cell in cells if code[cell]]
        for cell in lit or cells:
            code[cell] = color << 4 | pattern

    def _tokens(
        self, tokens: "list[tuple[int, int]] | tuple[()]", winners: tuple[int, ...]
    ) -> None:
        """Light one cell per token: those that are occupied first, then the others."""
        code = self._next
        for spot, token in tokens:
            color = self._color(token)
            pattern = pt.BREATHE if token_seat(token) in winners else own_pattern(color)
            free = -1
            for cell in self.mat.cells(spot):
                if code[cell]:
                    continue
                if self._occupied(cell):
                    free = cell
                    break
                if free < 0:
                    free = cell
            if free >= 0:
                code[free] = color << 4 | pattern

    def _occupied(self, cell: int) -> bool:
        cells = self._cells
        return cells is not None and cells[cell >> 3] >> (cell & 7) & 1 == 1

    def _last_move(self, events: "list[tuple[int, ...]] | tuple[()]") -> None:
        for event in events:
            if event[0] != ev.MOVE:
                continue
            source, target = event[4], event[5]
            if source >= 0:
                for cell in self.mat.cells(source):
                    if not self._next[cell]:
                        self._next[cell] = WHITE << 4 | pt.FLASH
                        break
            if target >= 0:
                self._light(target, self._color(event[3]), pt.SWELL)

    def _moves(
        self,
        tokens: "list[tuple[int, int]] | tuple[()]",
        request: "Request | None",
        movable: "list[int] | tuple[()]",
        targets: "list[int] | tuple[()]",
        cursor: "list[int] | tuple[()]",
    ) -> None:
        mover = WHITE
        if request is not None and 0 <= request.seat < self.seats:
            mover = self.mat.seat_color(request.seat, self.seats)
        for spot in movable:
            color = mover
            for at, token in tokens:
                if at == spot:
                    color = self._color(token)
                    break
            self._light(spot, color, pt.BREATHE)
        for spot in targets:
            self._light(spot, mover, pt.BLINK)
        for spot in cursor:
            self._light(spot, mover, pt.DOUBLE)

    def _die(
        self, request: "Request | None", events: "list[tuple[int, ...]] | tuple[()]", face: int
    ) -> None:
        bar = self.mat.die_cells
        if not bar:
            return
        code = self._next
        waiting = request is not None and request.what in (rq.THROW, rq.DRAW)
        kind = 0
        if waiting:
            if request.dice:  # type: ignore[union-attr]
                kind = request.dice[0]  # type: ignore[union-attr]
            for i in range(len(bar)):
                code[bar[i]] = self._face(kind, i + 1) << 4 | pt.GLOW
        for event in events:
            if event[0] == ev.THROW and 1 <= event[4] <= len(bar):
                color = self._face(event[3], event[4])
                pattern = pt.SWELL if waiting else own_pattern(color)
                if pattern == pt.REST:
                    pattern = pt.STEADY
                code[bar[event[4] - 1]] = color << 4 | pattern
        if 1 <= face <= len(bar):
            code[bar[face - 1]] = self._face(kind, face) << 4 | pt.DOUBLE

    def _face(self, kind: int, face: int) -> int:
        return DIE_FACES[face] if kind == rq.COLOR else WHITE

    def _seats(self, answering: tuple[int, ...], winners: tuple[int, ...]) -> None:
        for seat in range(min(self.seats, self.panels)):
            color = self.mat.seat_color(seat, self.seats)
            pattern = own_pattern(color)
            if seat in winners:
                pattern = pt.BREATHE
            elif seat in answering:
                pattern = pt.BEACON
            self._next[self.n_cells + seat] = color << 4 | pattern

    def clear(self) -> bool:
        """Turn all lights off; say whether that changed anything."""
        self._next[:] = self._dark
        return self._take()

    def _take(self) -> bool:
        if self._next == self.code:
            return False
        self.code[:] = self._next
        self.version += 1
        return True
