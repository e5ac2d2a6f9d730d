"""What Spider Shoot says: notation, words, refusals, and what is seen. Read when needed."""

from kostka.games import shooting_text as shots
from kostka.games.shooting import KINDS
from kostka.games.spider_shoot_words import (
    A_BACK,
    A_END,
    A_LOT,
    A_MOVE,
    A_SHOOT,
    CHOOSING,
    FIXING,
    LANE,
    LOTS,
    OVER,
    SHOOTING,
    SPOTS,
    TARGET,
)
from kostka.rules.action import a_of, b_of, kind_of, pack
from kostka.rules.game import Game

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.spider_shoot import SpiderShootState

_COLORS = "rbyk"  # of the lanes


def spot_name(spot: int) -> str:
    """Return r0..r12, b0.., y0.., k0.. (steps on a lane), or x1..x4 (targets)."""
    if spot >= TARGET:
        return "x%d" % (spot - TARGET + 1)
    return "%s%d" % (_COLORS[spot // LANE], spot % LANE)


def spot_number(name: str) -> int:
    """Return the spot of a name.

    Raises:
        ValueError: there is no such spot.
    """
    for spot in range(SPOTS):
        if spot_name(spot) == name:
            return spot
    raise ValueError("no spot " + name)


def tell(game: Game, event: tuple[int, ...]) -> tuple[str, tuple[object, ...]] | None:
    """Return sign and message of what happens in this game alone."""
    return shots.tell(game, event, "spider_shoot.told.%d")


def observation(state: "SpiderShootState", seat: int) -> dict[str, object]:
    """Return the whole state: nothing is hidden."""
    return {
        "step": state.step,
        "order": list(state.order),
        "at": state.at,
        "gone": list(state.gone),
        "standing": state.up,
        "down": state.down,
        "count": state.count,
        "left": state.left,
    }


def action_text(state: "SpiderShootState", action: int) -> str:
    """Return `lot2` (seat 1), `back`, `shoot`, `r3-r5` (bonus), `end`, or one of the range.

    Raises:
        ValueError: the int is no action of this game.
    """
    kind, a, b = kind_of(action), a_of(action), b_of(action)
    text = shots.action_text(state, action)
    if text:
        return text
    if kind == A_MOVE and a < TARGET and b < TARGET:
        return spot_name(a) + "-" + spot_name(b)
    if kind == A_LOT and a < 4 and not b:
        return "lot%d" % (a + 1)
    if kind in (A_BACK, A_SHOOT, A_END) and not a and not b:
        return {A_BACK: "back", A_SHOOT: "shoot", A_END: "end"}[kind]
    raise ValueError("no action of spider_shoot: %d" % action)


def parse_action(state: "SpiderShootState", text: str) -> int:
    """Return the action of a text; see action_text().

    Raises:
        NotationError: the text is no action of this game.
    """
    action = shots.parse_action(state, text)
    if action >= 0:
        return action
    for word, kind in (("back", A_BACK), ("shoot", A_SHOOT), ("end", A_END)):
        if text == word:
            return pack(kind)
    if text[:3] == "lot" and text[3:] in ("1", "2", "3", "4"):
        return pack(A_LOT, int(text[3:]) - 1)
    try:
        source, target = text.split("-")
        action = pack(A_MOVE, spot_number(source), spot_number(target))
        if action_text(state, action) == text:
            return action
    except ValueError:
        pass
    raise state.not_an_action(text)


def describe(state: "SpiderShootState", action: int, seat: int) -> tuple[str, tuple[object, ...]]:
    """Return what an action does; it is the same for all seats."""
    kind, a, b = kind_of(action), a_of(action), b_of(action)
    if kind < KINDS:
        return shots.describe(state, action)
    if kind == A_LOT:
        return "spider_shoot.does.lot", (a + 1, len(state.order) + 1)
    if kind == A_MOVE:
        args = (state.seat_of(a) + 1, abs(b - a))
        return "spider_shoot.does.%s" % ("forward" if b > a else "backward"), args
    if kind == A_BACK:
        return "spider_shoot.does.back", (state.shooter + 1, state.count)
    return "spider_shoot.does.%s" % ("shoot" if kind == A_SHOOT else "end"), ()


def why(state: "SpiderShootState", action: int) -> tuple[str, str]:
    """Return the rule that an action breaks, and the id of the text that tells it."""
    kind = action >> 18
    step = state.step
    if step == OVER:
        return "SH-8", "spider_shoot.no.over"
    if kind == A_LOT or step == LOTS:
        return "SH-1", "spider_shoot.no.lot"
    if step in (SHOOTING, FIXING):
        return "SH-3", "spider_shoot.no.shot"
    if 0 < kind < KINDS:
        return "SH-3", "spider_shoot.no.aim"
    if step == CHOOSING or kind in (A_BACK, A_SHOOT):
        return "SH-5", "spider_shoot.no.choose"
    if kind == A_MOVE and a_of(action) < TARGET and b_of(action) < TARGET:
        seat = state.seat_of(a_of(action))
        if seat >= 0 and a_of(action) == state.spot(seat, state.gone[seat]):
            if seat == state.seat_of(b_of(action)):
                return "SH-7", "spider_shoot.no.far"
        return "SH-7", "spider_shoot.no.lane"
    return "SH-7", "spider_shoot.no.bonus"
