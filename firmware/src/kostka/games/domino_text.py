"""What Domino says: notation, words, refusals, and what is seen. Read when it is needed."""

from kostka.games.domino import DREW, PUT
from kostka.games.domino_words import (
    DEALING,
    DRAWING,
    FIRST,
    LAY,
    LOT,
    LOTS,
    OPEN,
    OPENING,
    OVER,
    TAKING,
    TILE,
    TILES,
)
from kostka.rules import events as ev
from kostka.rules.action import a_of, b_of, kind_of, pack
from kostka.rules.game import Game

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.domino import DominoState

PICTURES = (
    "spider_man",
    "venom",
    "green_goblin",
    "doctor_octopus",
    "sandman",
    "spider",
    "web",
)


def spot_name(spot: int) -> str:
    """Return s0..s109, counted along the row."""
    return "s%d" % spot


def tell(game: Game, event: tuple[int, ...]) -> tuple[str, tuple[object, ...]] | None:
    """Return how a draw or a laid tile is told; nothing more is said of its halves."""
    kind = event[0]
    if kind == DREW:
        return "+", ("domino.story.drew", event[2] + 1)
    if kind == PUT:
        tile, end = event[3], event[4]
        sign = "t%02d-%s" % (tile + 1, ("up", "down", "open")[end])
        return sign, ("domino.story.put.%d" % end, event[2] + 1) + _names_of(tile)
    return ("", ()) if kind in (ev.MOVE, ev.SHOW) else None


def observation(state: "DominoState", seat: int) -> dict[str, object]:
    """Return what lies open, how many tiles each has, and the hand of a seat."""
    seen: dict[str, object] = {"step": state.step, "turn": state.turn}
    if seat >= 0:
        seen["hand"] = [[TILES[tile] >> 4, TILES[tile] & 15] for tile in state.hand_of(seat)]
    seen["ends"] = list(state.ends()) if state.row[FIRST] else []
    seen["tiles"] = [len(state.hand_of(one)) for one in range(state.seats)]
    seen["stock"] = state.stock()
    seen["drawn"] = state.drawn
    first, last = FIRST - 2 * state.low, FIRST + 2 * state.high + 2
    seen["row"] = [(half & 15) - 1 for half in state.row[first:last] if half]
    seen["opened"] = state.low
    return seen


def action_text(state: "DominoState", action: int) -> str:
    """Return `t01` (tile from the stock), `lot1`, `open-t01`, `t02-up` or `t02-down`.

    Raises:
        ValueError: the int is no action of Domino.
    """
    kind, a, b = kind_of(action), a_of(action), b_of(action)
    if kind == LOT and a < 4 and not b:
        return "lot%d" % (a + 1)
    if 1 <= kind <= LAY and kind != LOT and a < len(TILES) and b <= (kind == LAY):
        name = "t%02d" % (a + 1)
        if kind == LAY:
            return name + ("-down" if b else "-up")
        return name if kind == TILE else "open-" + name
    raise ValueError("no action of domino: %d" % action)


def parse_action(state: "DominoState", text: str) -> int:
    """Return the action of a text; see action_text().

    Raises:
        NotationError: the text is no action of Domino.
    """
    try:
        if text[:3] == "lot":
            action = pack(LOT, int(text[3:]) - 1)
        elif text[:5] == "open-":
            action = pack(OPEN, int(text[6:]) - 1)
        elif "-" in text:
            name, end = text.split("-")
            action = pack(LAY, int(name[1:]) - 1, int(end == "down"))
        else:
            action = pack(TILE, int(text[1:]) - 1)
        if action_text(state, action) == text:
            return action
    except ValueError:
        pass
    raise state.not_an_action(text)


def describe(state: "DominoState", action: int, seat: int) -> tuple[str, tuple[object, ...]]:
    """Return what an action does; of a tile to be laid the half that touches the row first."""
    kind, a = kind_of(action), a_of(action)
    if kind == LOT:
        return "domino.does.lot", (a + 1,)
    inner, outer = TILES[a] >> 4, TILES[a] & 15
    if kind == LAY:
        inner, outer = [picture for _, picture in state.halves(a, b_of(action))]
    names = (_name(inner), _name(outer))
    if kind == LAY:
        return "domino.does.lay.%s" % ("down" if b_of(action) else "up"), names
    return "domino.does.%s" % ("open" if kind == OPEN else "tile"), names


def _names_of(tile: int) -> tuple[tuple[str], tuple[str]]:
    """Return both pictures of a tile as messages."""
    return _name(TILES[tile] >> 4), _name(TILES[tile] & 15)


def _name(picture: int) -> tuple[str]:
    return ("domino.picture.%s" % PICTURES[picture],)


def why(state: "DominoState", action: int) -> tuple[str, str]:
    """Return the rule that an action breaks, and the id of the text that tells it."""
    kind, a = action >> 18, a_of(action)
    step = state.step
    if step == OVER:
        return "DO-6", "domino.no.over"
    if step in (DEALING, LOTS):
        return "DO-2" if step else "DO-1", "domino.no.start"
    if step == TAKING:
        return "DO-3", "domino.no.take"
    if step == DRAWING:
        return "DO-5", "domino.no.fit"
    if kind == TILE:
        return "DO-5", "domino.no.draw"
    known = kind in (OPEN, LAY) and a < len(TILES) and b_of(action) <= 1
    rule = "DO-2" if step == OPENING else "DO-4"
    if not known or kind != (OPEN if step == OPENING else LAY):
        return rule, "domino.no.%s" % ("open" if step == OPENING else "lay")
    if state.where[a] != state.turn + 1:
        return rule, "domino.no.hand"
    return rule, "domino.no.double" if step == OPENING else "domino.no.end"
