"""What Ludo says: notation, words, refusals, and what is seen. Read when it is needed."""

from kostka.games.ludo_way import COLORS, OUTSIDE, PROGRESS, RESERVE, SPOTS, TRACK
from kostka.games.ludo_words import LOT, LOTS, MOVE, MOVING, OVER, THROW
from kostka.rules import request as rq
from kostka.rules.action import a_of, b_of, kind_of, pack

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.ludo import LudoState

_LETTERS = "?wygbrn"  # of the faces of the color die


def spot_name(spot: int) -> str:
    """Return t0..t39, g00..g33 (corner, number) or r0..r3 (corner)."""
    if spot < TRACK:
        return "t%d" % spot
    if spot < RESERVE:
        return "g%d%d" % ((spot - 40) // 4, (spot - 40) % 4)
    return "r%d" % (spot - RESERVE)


def spot_number(name: str) -> int:
    """Return the spot of a name.

    Raises:
        ValueError: there is no such spot.
    """
    digits = name[1:]
    if name[:1] == "g" and len(digits) == 2:
        spot = 40 + 4 * int(digits[0]) + int(digits[1])
    else:
        spot = int(digits) + (RESERVE if name[:1] == "r" else 0)
    if 0 <= spot < SPOTS and spot_name(spot) == name:
        return spot
    raise ValueError("no spot " + name)


def observation(state: "LudoState", seat: int) -> dict[str, object]:
    """Return the whole state: pawns by seat as progress values, and what is asked of whom."""
    return {
        "step": state.step,
        "turn": state.turn,
        "face": state.face,
        "tries": state.tries,
        "pawns": [list(state.pawns_of(seat)) for seat in range(state.seats)],
        "brought": list(state.brought),
        "rolls": list(state.rolls),
    }


def action_text(state: "LudoState", action: int) -> str:
    """Return `d4` or `cr` (throw), `lot2` (seat 1), `r0-t0` or `t12-t17` (move).

    Raises:
        ValueError: the int is no action of Ludo.
    """
    kind, a, b = kind_of(action), a_of(action), b_of(action)
    if kind == THROW and a == rq.D6 and 1 <= b <= 6:
        return "d%d" % b
    if kind == THROW and a == rq.COLOR and 1 <= b <= 6:
        return "c" + _LETTERS[b]
    if kind == LOT and a < 4 and not b:
        return "lot%d" % (a + 1)
    if kind == MOVE and a < SPOTS and b < SPOTS:
        return spot_name(a) + "-" + spot_name(b)
    raise ValueError("no action of ludo: %d" % action)


def parse_action(state: "LudoState", text: str) -> int:
    """Return the action of a text; see action_text().

    Raises:
        NotationError: the text is no action of Ludo.
    """
    try:
        if "-" in text:
            source, target = text.split("-")
            return pack(MOVE, spot_number(source), spot_number(target))
        if text[:3] == "lot" and text[3:] in ("1", "2", "3", "4"):
            return pack(LOT, int(text[3:]) - 1)
        if text[:1] == "d" and text[1:] in ("1", "2", "3", "4", "5", "6"):
            return pack(THROW, rq.D6, int(text[1:]))
        if text[:1] == "c" and len(text) == 2 and text[1] != "?":
            return pack(THROW, rq.COLOR, _LETTERS.index(text[1]))
    except ValueError:
        pass
    raise state.not_an_action(text)


def describe(state: "LudoState", action: int, seat: int) -> tuple[str, tuple[object, ...]]:
    """Return what an action does; it is the same for all seats."""
    kind, a, b = kind_of(action), a_of(action), b_of(action)
    if kind == LOT:
        return "ludo.does.lot", (a + 1,)
    if kind == THROW:
        return "ludo.does.throw", (("ludo.color.%s" % COLORS[b],) if a == rq.COLOR else b,)
    source, target = state.game.place(a), state.game.place(b)
    enters = a >= RESERVE
    if state.home_of_rival(b) >= 0:
        if enters:
            return "ludo.does.enter_take", (target, state.at[b])
        return "ludo.does.take", (source, target, state.at[b])
    if enters:
        return "ludo.does.enter", (target,)
    return "ludo.does.move", (source, target)


def why(state: "LudoState", action: int) -> tuple[str, str]:
    """Return the rule that an action breaks, and the id of the text that tells it."""
    kind = action >> 18
    step = state.step
    if step == OVER:
        return "LU-10", "ludo.no.over"
    if kind == LOT or step == LOTS:
        return "LU-2", "ludo.no.lot"
    if kind == THROW and a_of(action) == state.die and 1 <= b_of(action) <= 6:
        return "LU-7", "ludo.no.throw"
    if kind != MOVE or a_of(action) >= SPOTS or b_of(action) >= SPOTS:
        return "LU-11" if state.die == rq.COLOR else "LU-6", "action.illegal"
    if step != MOVING:
        return "LU-6", "ludo.no.move"
    return _why_no_move(state, a_of(action), b_of(action))


def _why_no_move(state: "LudoState", source: int, target: int) -> tuple[str, str]:
    progress = PROGRESS[state.corners[state.turn]]
    old, new = progress[source], progress[target]
    if old == OUTSIDE or old not in list(state.pawns_of(state.turn)):
        rule, text = "LU-6", "pawn"
    elif not old and state.face != state.six:
        rule, text = "LU-5", "six"
    elif not old:
        rule, text = "LU-5", "room" if new == 1 else "start"
    elif 0 < new == state.steps[state.face][old]:
        rule, text = "LU-7", "room"
    elif state.die == rq.COLOR:
        rule, text = "LU-11", "color"
    elif not state.steps[state.face][old]:
        rule, text = "LU-9", "far"
    else:
        rule, text = "LU-6", "count"
    return rule, "ludo.no.%s" % text
