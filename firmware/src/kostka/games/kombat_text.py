"""What New York Kombat says: notation, words, refusals, and what is seen. Read when needed."""

from kostka.games.kombat_words import (
    CENTER,
    CROWNING,
    LAST,
    LOT,
    LOTS,
    MOVE,
    MOVING,
    OUT,
    OVER,
    PATHS,
    PUSH,
    SPOTS,
    STAY,
    THROW,
    THROWING,
)
from kostka.rules import request as rq
from kostka.rules.action import a_of, b_of, kind_of, pack

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.kombat import KombatState


def spot_name(spot: int) -> str:
    """Return p00..p37 (path and field, counted from the start field), c, x0..x3 (out)."""
    if spot < CENTER:
        return "p%d%d" % (spot // LAST, spot % LAST)
    return "c" if spot == CENTER else "x%d" % (spot - OUT)


def spot_number(name: str) -> int:
    """Return the spot of a name.

    Raises:
        ValueError: there is no such spot.
    """
    for spot in range(SPOTS):
        if spot_name(spot) == name:
            return spot
    raise ValueError("no spot " + name)


def observation(state: "KombatState", seat: int) -> dict[str, object]:
    """Return the whole state: where each seat's piece stands, and what is asked of whom.

    The path is 0..3 by corner, 4 for the center, 5 for a piece that is out.
    """
    paths = []
    for spot in state.at:
        paths.append(PATHS + 1 if spot >= OUT else spot // LAST)
    return {
        "step": state.step,
        "turn": state.turn,
        "face": state.face,
        "winner": state.winner,
        "path": paths,
        "field": [spot % LAST if spot < CENTER else 0 for spot in state.at],
    }


def action_text(state: "KombatState", action: int) -> str:
    """Return `d4`, `lot2` (seat 1), `p05-p07`, `p22-c-p17` (a push) or `stay`.

    Raises:
        ValueError: the int is no action of New York Kombat.
    """
    kind, a, b = kind_of(action), a_of(action), b_of(action)
    if kind == THROW and a == rq.D6 and 1 <= b <= 6:
        return "d%d" % b
    if kind == LOT and a < 4 and not b:
        return "lot%d" % (a + 1)
    if kind == MOVE and a < SPOTS and b < SPOTS:
        return spot_name(a) + "-" + spot_name(b)
    if kind == PUSH and a < SPOTS and b < SPOTS:
        return spot_name(a) + "-c-" + spot_name(b)
    if action == STAY << 18:
        return "stay"
    raise ValueError("no action of kombat: %d" % action)


def parse_action(state: "KombatState", text: str) -> int:
    """Return the action of a text; see action_text().

    Raises:
        NotationError: the text is no action of New York Kombat.
    """
    if text == "stay":
        return pack(STAY)
    if text[:3] == "lot" and text[3:] in ("1", "2", "3", "4"):
        return pack(LOT, int(text[3:]) - 1)
    if text[:1] == "d" and text[1:] in ("1", "2", "3", "4", "5", "6"):
        return pack(THROW, rq.D6, int(text[1:]))
    names = text.split("-")
    try:
        if len(names) == 2:
            return pack(MOVE, spot_number(names[0]), spot_number(names[1]))
        if len(names) == 3 and names[1] == "c":
            return pack(PUSH, spot_number(names[0]), spot_number(names[2]))
    except ValueError:
        pass
    raise state.not_an_action(text)


def describe(state: "KombatState", action: int, seat: int) -> tuple[str, tuple[object, ...]]:
    """Return what an action does; it is the same for all seats."""
    kind, a, b = kind_of(action), a_of(action), b_of(action)
    if kind == LOT:
        return "kombat.does.lot", (a + 1,)
    if kind == THROW:
        return "kombat.does.throw", (b,)
    if kind == STAY:
        return "kombat.does.stay", ()
    place = state.game.place
    if kind == PUSH:
        return "kombat.does.push", (place(a), place(b), state.taken[CENTER])
    if b >= OUT:
        return "kombat.does.out", (place(a),)
    if a == b:
        return "kombat.does.return", (place(a),)
    if b == CENTER:
        return "kombat.does.center", (place(a),)
    return "kombat.does.move", (place(a), place(b))


def why(state: "KombatState", action: int) -> tuple[str, str]:
    """Return the rule that an action breaks, and the id of the text that tells it."""
    kind, a, b = action >> 18, a_of(action), b_of(action)
    step = state.step
    rule, text = "KO-2", "kombat.no.throw"
    if step == OVER:
        rule, text = "KO-13", "kombat.no.over"
    elif step == LOTS or kind == LOT:
        rule, text = "KO-1", "kombat.no.lot"
    elif step == CROWNING or kind in (PUSH, STAY):
        rule, text = "KO-11", "kombat.no.center"
    elif kind == THROW and step != THROWING and a == rq.D6 and 1 <= b <= 6:
        pass
    elif kind != MOVE or a >= SPOTS or b >= SPOTS:
        text = "action.illegal"
    elif step != MOVING:
        text = "kombat.no.move"
    elif a != state.at[state.turn]:
        text = "kombat.no.piece"
    elif not state.face:
        rule, text = "KO-9", "kombat.no.shut"
    elif state.taken[b] and a != b:
        rule, text = "KO-3", "kombat.no.room"
    elif b >= OUT:
        rule, text = "KO-9", "kombat.no.out"
    elif b < CENTER and b % LAST == 0:
        rule, text = "KO-10", "kombat.no.start"
    else:
        rule, text = "KO-4", "kombat.no.count"
    return rule, text
