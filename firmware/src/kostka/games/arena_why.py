"""Why an action of Arena of Warriors is refused; apart, because it is rarely needed."""

from kostka.games import arena_board as board
from kostka.games.arena_board import BROWN, CENTER, OFF, RINGS, SPOTS, START
from kostka.games.arena_legal import (
    BONUS,
    DRAW,
    LOT,
    LOTS,
    MOVE,
    MOVING,
    OVER,
    PICKING,
    SHOOT,
    STANDING,
    THROW,
    THROWING,
    TOKEN,
    USING,
)
from kostka.games.shooting import KINDS, STAND
from kostka.rules.action import a_of, b_of

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.arena_legal import ArenaLegal

_NOT_USED = (  # by use: where nothing of the kind can be done
    ("AR-19", "targets"),
    ("AR-20", "free"),
    ("AR-21", "scout"),
    ("AR-22", "fight"),
)


def why(state: "ArenaLegal", action: int) -> tuple[str, str]:
    """Return the rule that an action breaks, and the end of the id of the message."""
    kind = action >> 18
    step = state.step
    if step == OVER:
        return "AR-1", "over"
    if kind == LOT or step == LOTS:
        return "AR-2", "lot"
    if kind == DRAW or step < THROWING:
        return "AR-3", "draw"
    if kind == STAND or step == STANDING:
        return "AR-17", "stand"
    if 0 < kind < KINDS:
        return "AR-18", "shot"
    if kind == TOKEN or step == PICKING:
        return "AR-22", "token"
    if STANDING < step:
        return "AR-18", "count"
    if kind == THROW:
        return "AR-7", "throw"
    if kind == MOVE and a_of(action) < SPOTS and b_of(action) < SPOTS:
        return _not_there(state, a_of(action), b_of(action))
    use = kind - SHOOT
    if step != USING or not 0 <= use < 4 or not state.use >> use & 1:
        if step == USING and state.use & BONUS:
            return "AR-24", "bonus"
        return "AR-16", "use"
    return _NOT_USED[use]


def _not_there(state: "ArenaLegal", source: int, target: int) -> tuple[str, str]:
    """Return why the piece on turn cannot go from a spot to a spot."""
    face = state.face
    spot = state.at[state.turn]
    if state.step != MOVING:
        return "AR-7", "move"
    if source != spot:
        return "AR-2", "piece"
    if source == OFF:
        return "AR-12", "enter"
    if target in (START, OFF):
        return "AR-10", "start"
    ring = board.neighbor_of(spot, face)
    if ring == RINGS:
        return "AR-26", "brown"
    if ring >= 0:
        if target in board.links(0 if spot == START else spot, ring):
            return "AR-9", "taken"
        return "AR-13" if spot == START else "AR-8", "link"
    if target == CENTER:
        return "AR-15" if face == BROWN else "AR-26", "center"
    return "AR-7", "color"
