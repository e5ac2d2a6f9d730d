"""What Arena of Warriors says: notation, words, refusals, what is seen. Read when needed."""

from kostka.games import arena_board as board
from kostka.games import shooting_text as shots
from kostka.games.arena_board import (
    BROWN,
    CENTER,
    COLORS,
    FIRST,
    OFF,
    RINGS,
    SPOTS,
    START,
    TARGET,
    WORTHS,
)
from kostka.games.arena_legal import (
    BONUS,
    DRAW,
    FIGHT,
    LOT,
    LOTS,
    MEETING,
    MOVE,
    MOVING,
    OVER,
    PICKING,
    SCOUT,
    SHOOT,
    SKIP,
    STANDING,
    THROW,
    THROWING,
    TOKEN,
    TYING,
    USING,
    worth_index,
)
from kostka.games.shooting import KINDS, STAND
from kostka.rules import request as rq
from kostka.rules.action import a_of, b_of, kind_of, pack
from kostka.rules.game import Game

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.arena import ArenaState

_RINGS = "ygbr"
_LETTERS = "?wygbrn"  # of the faces of the color die
# Names of the actions after those of the range, in notation and in ids of messages; the worth of
# a token or the number of a seat follows where there is a "w" or "s" below.
_NAMES = ("draw", "lot", "throw", "move", "shoot", "club", "scout", "fight", "token", "skip")
_OPERANDS = "ws---w*sw-"


def spot_name(spot: int) -> str:
    """Return y0..y19, g0..g14, b0..b11, r0..r8, center, start, off, or x1..x3 (targets)."""
    if spot >= TARGET:
        return "x%d" % (spot - TARGET + 1)
    if spot >= CENTER:
        return ("center", "start", "off")[spot - CENTER]
    ring = board.ring_of(spot)
    return "%s%d" % (_RINGS[ring], spot - FIRST[ring])


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
    return shots.tell(game, event, "arena.told.%d")


def observation(state: "ArenaState", seat: int) -> dict[str, object]:
    """Return what lies open, and the own club; other clubs are 0 for each token.

    At the end all tokens are turned face up (AR-27).
    """
    seats = range(state.seats)
    shown = state.step in (TYING, OVER)
    clubs = [_list(state.club_of(q)) for q in seats]
    return {
        "step": state.step,
        "turn": state.turn,
        "face": state.face,
        "tries": state.tries,
        "shots": state.shots,
        "use": state.use,
        "at": [spot_name(spot) for spot in state.at],
        "free": [_list(state.free_of(q)) for q in seats],
        "club": [clubs[q] if shown or q == seat else [0] * len(clubs[q]) for q in seats],
        "bank": sum(state.bank),
        "targets": _worths(state.targets),
        "standing": state.up,
        "down": state.down,
        "guns": _worths(state.guns),
        "fighter": WORTHS[state.pick - 1] if state.pick else 0,
        "rival": state.rival if state.step in (PICKING, MEETING) else -1,
        "tied": list(state.tied),
    }


def _list(counts: bytearray) -> list[int]:
    """Return the worth of each token, ascending."""
    return [WORTHS[k] for k, n in enumerate(counts) for _ in range(n)]


def _worths(tokens: bytearray) -> list[int]:
    """Return the worths of tokens that are kept as index + 1; 0 for none."""
    return [WORTHS[one - 1] if one else 0 for one in tokens]


def action_text(state: "ArenaState", action: int) -> str:
    """Return an action in notation.

    `draw5` (a token worth 5), `lot2`, `cr` (throw), `y3-y7`, `shoot`, `club5`, `scout2.5`
    (from seat 1), `fight2`, `token5` (the own one), `skip`, and those of the range.

    Raises:
        ValueError: the int is no action of this game.
    """
    kind, a, b = kind_of(action), a_of(action), b_of(action)
    text = shots.action_text(state, action)
    if text:
        return text
    if KINDS <= kind <= SKIP:
        name, operand = _NAMES[kind - KINDS], _OPERANDS[kind - KINDS]
        if kind == THROW and a == rq.COLOR and 1 <= b <= 6:
            return "c" + _LETTERS[b]
        if kind == MOVE and a < SPOTS and b < SPOTS:
            return spot_name(a) + "-" + spot_name(b)
        if kind == SCOUT and a < 4 and worth_index(b) >= 0:
            return "scout%d.%d" % (a + 1, b)
        if operand == "w" and worth_index(a) >= 0 and not b:
            return name + str(a)
        if operand == "s" and a < 4 and not b:
            return name + str(a + 1)
        if operand == "-" and kind not in (THROW, MOVE) and not a and not b:
            return name
    raise ValueError("no action of arena: %d" % action)


def parse_action(state: "ArenaState", text: str) -> int:
    """Return the action of a text; see action_text().

    Raises:
        NotationError: the text is no action of this game.
    """
    action = shots.parse_action(state, text)
    if action >= 0:
        return action
    try:
        action = _parse(text)
        if action_text(state, action) == text:
            return action
    except ValueError:
        pass
    raise state.not_an_action(text)


def describe(state: "ArenaState", action: int, seat: int) -> tuple[str, tuple[object, ...]]:
    """Return what an action does; it is the same for all seats."""
    kind, a, b = kind_of(action), a_of(action), b_of(action)
    if kind < KINDS:
        return shots.describe(state, action)
    name = _NAMES[kind - KINDS]
    args: tuple[object, ...] = (a,)
    if kind == THROW:
        args = (("story.color.%s" % COLORS[b],),)
    elif kind == SCOUT:
        args = (a + 1, b)
    elif kind in (LOT, FIGHT):
        args = (a + 1,)
    elif kind == MOVE:
        args = (state.game.place(a), state.game.place(b))
        if b == START:
            name, args = "enter", args[1:]
        elif b == CENTER:
            name = "center"
        elif state.seat_at(b) >= 0:
            name, args = "take", args + (state.seat_at(b) + 1,)
    return "arena.does.%s" % name, args


def _parse(text: str) -> int:
    """Return the action that a text may stand for.

    Raises:
        ValueError: the text is of no known form.
    """
    if "-" in text:
        source, target = text.split("-")
        return pack(MOVE, spot_number(source), spot_number(target))
    if len(text) == 2 and text[0] == "c":
        return pack(THROW, rq.COLOR, _LETTERS.index(text[1]))
    word = text.rstrip("0123456789.")
    kind = KINDS + _NAMES.index(word)
    numbers = [int(number) for number in text[len(word) :].split(".") if number] + [0, 0]
    if kind in (LOT, SCOUT, FIGHT):
        numbers[0] -= 1
    return pack(kind, numbers[0], numbers[1])


_NOT_USED = (  # by use: where nothing of the kind can be done
    ("AR-19", "targets"),
    ("AR-20", "free"),
    ("AR-21", "scout"),
    ("AR-22", "fight"),
)


def why(state: "ArenaState", action: int) -> tuple[str, str]:
    """Return the rule that an action breaks, and the id of the text that tells it."""
    rule, text = _why(state, action)
    return rule, "arena.no.%s" % text


def _why(state: "ArenaState", action: int) -> tuple[str, str]:
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


def _not_there(state: "ArenaState", source: int, target: int) -> tuple[str, str]:
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
