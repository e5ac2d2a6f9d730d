"""What Chasing says: notation, words, refusals, and what is seen. Read when it is needed."""

from kostka.games.chasing_web import FIELD, FIELDS, NEAR, ROUND, SPOTS, TRACK, WALKS
from kostka.games.chasing_words import HUNTERS, MOVE, OVER, STEPS, VENOM, WAY
from kostka.rules.action import a_of, b_of, kind_of, pack

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.chasing import ChasingState


def spot_name(spot: int) -> str:
    """Return c, r1s0..r4s9 (ring, spoke) or t1..t25 (time track)."""
    if spot >= TRACK:
        return "t%d" % (spot - TRACK + 1)
    if spot > 5:
        return "r%ds%d" % ((spot + 14) // 10, (spot + 4) % 10)
    return "r1s%d" % (2 * spot - 2) if spot else "c"


def spot_number(name: str) -> int:
    """Return the spot of a name.

    Raises:
        ValueError: there is no such spot.
    """
    for spot in range(SPOTS):
        if spot_name(spot) == name:
            return spot
    raise ValueError("no spot " + name)


def observation(state: "ChasingState", seat: int) -> dict[str, object]:
    """Return the whole state: fields by name, and what is asked of whom."""
    names = [spot_name(field) for field in state.at]
    return {
        "phase": state.phase,
        "left": state.left,
        "timer": state.timer,
        "venom": names[HUNTERS],
        "red": names[:3],
        "yellow": names[3:HUNTERS],
        "moved": [spot_name(state.at[i]) for i in range(HUNTERS) if state.moved >> i & 1],
        "longer": [more for more in range(1, STEPS) if state.longer >> more & 1],
    }


def action_text(state: "ChasingState", action: int) -> str:
    """Return `r4s9-r4s8` or `way1` (the last move took one step more).

    Raises:
        ValueError: the int is no action of Chasing.
    """
    kind, a, b = kind_of(action), a_of(action), b_of(action)
    if kind == MOVE and a < FIELDS and b < FIELDS:
        return spot_name(a) + "-" + spot_name(b)
    if kind == WAY and 0 < a < STEPS and not b:
        return "way%d" % a
    raise ValueError("no action of chasing: %d" % action)


def parse_action(state: "ChasingState", text: str) -> int:
    """Return the action of a text; see action_text().

    Raises:
        NotationError: the text is no action of Chasing.
    """
    if text in ("way1", "way2"):
        return pack(WAY, int(text[3]))
    names = text.split("-")
    if len(names) == 2:
        try:
            source, target = spot_number(names[0]), spot_number(names[1])
        except ValueError:
            source = target = SPOTS
        if source < FIELDS and target < FIELDS:
            return pack(MOVE, source, target)
    raise state.not_an_action(text)


def describe(state: "ChasingState", action: int, seat: int) -> tuple[str, tuple[object, ...]]:
    """Return what an action does; it is the same for all seats."""
    a, b = a_of(action), b_of(action)
    if kind_of(action) == WAY:
        return "chasing.does.way", (a,)
    place = state.game.place
    if a == b:
        return "chasing.does.circle", (place(a),)
    return "chasing.does.move", (place(a), place(b))


def why(state: "ChasingState", action: int) -> tuple[str, str]:
    """Return the rule that an action breaks, and the id of the text that tells it."""
    kind, a, b = action >> 18, a_of(action), b_of(action)
    if state.phase == OVER:
        rule, text = "CH-11", "over"
    elif kind == WAY and not b and 0 < a < STEPS:
        rule, text = "CH-5", "way"
    elif kind != MOVE or a >= FIELDS or b >= FIELDS:
        return "CH-2", "action.illegal"
    elif state.phase == VENOM:
        rule, text = _why_not_venom(state, a, b)
    else:
        rule, text = _why_no_hunter(state, a, b)
    return rule, "chasing.no.%s" % text


def _why_no_hunter(state: "ChasingState", source: int, target: int) -> tuple[str, str]:
    piece = state.piece_at(source)
    walks = WALKS[source][target]
    if piece < 0:
        return "CH-4", "team"
    if state.moved >> piece & 1:
        return "CH-5", "again"
    if source == target and not walks:
        return "CH-6", "back"
    if state.taken[target] and source != target:
        return "CH-7", "room"
    if not walks:
        return "CH-2", "far"
    if not walks & ((1 << state.left) - 1):
        return "CH-5", "left"
    return "CH-8", "most"


def _why_not_venom(state: "ChasingState", source: int, target: int) -> tuple[str, str]:
    if source != state.at[HUNTERS]:
        return "CH-9", "venom"
    if state.taken[target] and source != target:
        return "CH-9", "hunter"
    if not WALKS[source][target] & 4:
        return "CH-9", "three"
    return ("CH-9", "over_hunter") if _straight(source, target) else ("CH-3", "changes")


def _straight(source: int, target: int) -> bool:
    """Say whether three steps lead to a field with one change of direction, hunters or not."""
    for one in NEAR[source]:
        for two in NEAR[one & FIELD]:
            if two & FIELD == source:
                continue
            for three in NEAR[two & FIELD]:
                changes = ((one ^ two) & ROUND) + ((two ^ three) & ROUND)
                if three & FIELD == target != one & FIELD and changes <= ROUND:
                    return True
    return False
