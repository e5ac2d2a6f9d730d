"""Guide: which mistake a picture shows, and the fewest moves that put the tokens right.

Sensors tell tokens from none, not one token from another: what stood where before, and which
cells were touched since, tell which token was taken.
"""

from kostka.compat import const
from kostka.mats.mat import cell_name
from kostka.rules.action import PUBLIC
from kostka.rules.token import NOBODY

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.mats.mat import Mat
    from kostka.play.referee import Referee
    from kostka.rules.state import State

    Tokens = list[tuple[int, int]]  # cell, token

# Kinds of mistakes.
PLAIN = const(0)  # tokens are missing or too many
SETUP = const(1)  # nothing was right yet
ILLEGAL = const(2)  # a token of the mover stands where no legal action leads
FOREIGN = const(3)  # a token was taken whose owner is not on turn
CAPTURE = const(4)  # a token stands in the place of a rival's that may not be taken

NAMES = ("plain", "setup", "illegal", "foreign", "capture")  # as messages call them

_FEW = const(4)  # more wrong cells are no single mistake
_MOST = const(8)  # moves that are named; the lights show every wrong cell
_BOX = const(-1)  # a cell of no grid: the hand, or the box


class Guide:
    """What is wrong and what to do about it.

    `moves` are (from cell, to cell, token), -1 for the hand or the box, in an order that works.
    `text` with `args` says what is wrong, "" where the moves say it all; `rule` is the number of
    the rule that forbids it, or "". `taken` is the cell whose token was replaced, or -1.
    """

    def __init__(self, kind: int = PLAIN, text: str = "") -> None:
        self.kind = kind
        self.text = text
        self.args: list[object] = []
        self.rule = ""
        self.moves: list[tuple[int, int, int]] = []
        self.taken = _BOX


def explain(
    referee: "Referee", mat: "Mat", state: "State", touched: bytearray, set_up: bool = False
) -> Guide:
    """Return what is wrong with the picture that a referee has judged last.

    `touched` is a bitmap of the cells that changed since the table was right; `set_up` says that
    it never was.
    """
    missing = _owners(referee, mat)
    extra = referee.extra
    if set_up:
        guide = Guide(SETUP, "play.wrong.setup")
    elif not missing or len(missing) + len(extra) > _FEW:
        guide = Guide()
    else:
        guide = _mistake(referee, mat, state, touched, missing)
    if guide.kind != CAPTURE:
        guide.moves = _moves(missing, extra, mat.cols)[:_MOST]
    return guide


def _owners(referee: "Referee", mat: "Mat") -> "Tokens":
    """Return the missing cells, each with a token that belongs there."""
    found: Tokens = []
    count: dict[int, int] = {}
    for cell in referee.missing:
        spot = mat.spot_of[cell]
        tokens = [token for at, token in referee.tokens if at == spot]
        at = count.get(spot, 0)
        count[spot] = at + 1
        found.append((cell, tokens[min(at, len(tokens) - 1)]))
    return found


def _mistake(
    referee: "Referee", mat: "Mat", state: "State", touched: bytearray, missing: "Tokens"
) -> Guide:
    extra = referee.extra
    movers = state.may_answer()
    if not movers:
        seat = state.request(PUBLIC).seat
        movers = (seat,) if seat >= 0 else ()
    own = [one for one in missing if one[1] >> 6 in movers or one[1] >> 6 == NOBODY]
    if not own:
        if len(missing) > 1 or len(extra) > 1 or missing[0][1] >> 6 >= state.seats:
            return Guide()
        guide = Guide(FOREIGN, "play.wrong.foreign")
        guide.args = [(missing[0][1] >> 6) + 1]
        return guide
    if len(own) > 1 or len(extra) > 1:
        return Guide()
    cell, token = own[0]
    if len(missing) == 1:
        taken = _taken(referee, mat, movers, touched, cell)
        if taken[0] >= 0:
            guide = Guide(CAPTURE, "play.wrong.capture")
            guide.taken = taken[0]
            guide.moves = [
                (taken[0], cell, token),
                (extra[0] if extra else _BOX, taken[0], taken[1]),
            ]
            _reason(guide, mat, state, cell, taken[0])
            return guide
    if not extra:
        return Guide()
    guide = Guide(ILLEGAL, "play.wrong.illegal")
    _reason(guide, mat, state, cell, extra[0])
    return guide


def _taken(
    referee: "Referee", mat: "Mat", movers: tuple[int, ...], touched: bytearray, source: int
) -> tuple[int, int]:
    """Return cell and token of a rival whose place may have been taken, (-1, 0) for none.

    The cell looks right, but it was touched while an own token is missing. A capture that is
    legal is none of ours: only its last token stands wrong.
    """
    for spot, token in referee.tokens:
        if token >> 6 in movers or token >> 6 == NOBODY:
            continue
        for cell in mat.cells(spot):
            i, bit = cell >> 3, 1 << (cell & 7)
            if touched[i] & bit and referee.occupied(cell) and cell not in referee.extra:
                for one in referee.candidates:
                    if spot in one[1] and mat.spot_of[source] in one[1]:
                        return _BOX, 0
                return cell, token
    return _BOX, 0


def _reason(guide: Guide, mat: "Mat", state: "State", source: int, target: int) -> None:
    """Let the rules say why the move is not possible, where they can."""
    guide.args = [cell_name(source, mat.cols) + "-" + cell_name(target, mat.cols)]
    why = state.why_not(mat.spot_of[source], mat.spot_of[target])
    if why is not None:
        guide.text, guide.rule = why


def _moves(missing: "Tokens", extra: list[int], cols: int) -> list[tuple[int, int, int]]:
    """Bring what stands wrong to where tokens are missing, each to the nearest such cell."""
    moves = []
    left = list(missing)
    free = list(extra)
    while left and free:
        best = (1 << 20, 0, 0)
        for i in range(len(left)):
            for j in range(len(free)):
                way = abs(left[i][0] // cols - free[j] // cols)
                way += abs(left[i][0] % cols - free[j] % cols)
                if way < best[0]:
                    best = (way, i, j)
        cell, token = left.pop(best[1])
        moves.append((free.pop(best[2]), cell, token))
    moves.extend([(_BOX, cell, token) for cell, token in left])
    moves.extend([(cell, _BOX, NOBODY << 6) for cell in free])
    return moves
