"""What Duel says: notation, words, refusals, and what is seen. Read when it is needed."""

from kostka.games.duel import CLASH
from kostka.games.duel_table import FIELDS, HOME, TOKENS, strength
from kostka.games.duel_words import (
    AIM,
    AIMING,
    DEALING,
    LINE,
    LINING,
    LOT,
    LOTS,
    NAME,
    NAMING,
    OVER,
    PLACE,
    PLACING,
    STRIKE,
    TOKEN,
    TURNING,
)
from kostka.rules import events as ev
from kostka.rules.action import a_of, b_of, kind_of, pack
from kostka.rules.game import Game

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.duel import DuelState

LINES = ("red", "blue", "green", "violet")
_LETTERS = "rbgv"  # of the lines
_NAMES = ("", "d", "put-", "lot", "aim-", "hit-", "name-", "line-")  # before the operand, by kind
_ENDS = (0, TOKENS, FIELDS, 2, HOME, HOME, HOME, 4)  # operands of each kind lie below


def _field_name(field: int) -> str:
    """Return r1..v3 of a field 0..11 of a board."""
    return _LETTERS[field // 3] + str(field % 3 + 1)


def _field_number(name: str) -> int:
    """Return the field of a name.

    Raises:
        ValueError: there is no such field.
    """
    if len(name) == 2 and name[0] in _LETTERS and name[1] in "123":
        return 3 * _LETTERS.index(name[0]) + int(name[1]) - 1
    raise ValueError("no field " + name)


def spot_name(spot: int) -> str:
    """Return 1r1..2v3 (player and field), or 1sword and 2sword."""
    if spot < HOME:
        return str(spot // FIELDS + 1) + _field_name(spot % FIELDS)
    return "%dsword" % (spot - HOME + 1)


def _spot_number(name: str) -> int:
    """Return the spot of the name of a field of a board.

    Raises:
        ValueError: there is no such field.
    """
    if name[:1] not in ("1", "2"):
        raise ValueError("no spot " + name)
    return FIELDS * (int(name[0]) - 1) + _field_number(name[1:])


def tell(game: Game, event: tuple[int, ...]) -> tuple[str, tuple[object, ...]] | None:
    """Return how fights, lines and tokens that were turned over are told."""
    kind = event[0]
    if kind == CLASH:
        sign = "%d:%d" % event[3:5]
        if not event[4]:
            return sign, ("duel.story.empty", event[2] + 1, event[3])
        return sign, ("duel.story.clash", event[2] + 1, event[3], event[4])
    if kind == ev.CHOICE:
        line = event[3] - 1
        name = ("duel.line.%s" % LINES[line],)
        return "line-" + _LETTERS[line], ("duel.story.line", event[2] + 1, name)
    if kind == ev.SHOW:
        numbers = _numbers_of(event[4] - 1)
        return "d%02d" % event[4], ("duel.story.turned", event[2] + 1, numbers)
    return None


def observation(state: "DuelState", seat: int) -> dict[str, object]:
    """Return what lies open, what was seen last, and the own tokens of a seat.

    Of the other board nothing is told, not even what was spoken before the last attack.
    """
    seen: dict[str, object] = {"step": state.step, "turn": state.turn}
    if seat >= 0 and not state.trumps:
        held = state.hand - 1 if state.turn == seat else -1
        hand: dict[str, object] = {}
        own: dict[str, object] = {}
        for line in range(4):
            first = FIELDS * seat + 3 * line
            hand[LINES[line]] = strength(held, line)
            own[LINES[line]] = [state.power(first + number) or None for number in range(3)]
        seen["hand"] = hand if held >= 0 else None
        seen["own"] = own
    if state.trumps:
        seen["left"] = [state.pile, state.pile]
        seen["line"] = state.line
        seen["pot"] = state.pot
        seen["shown"] = [_numbers_of(held - 1) for held in state.last[4:6] if held]
    else:
        seen["left"] = [len(state.filled(0)), len(state.filled(1))]
        seen["swords"] = [spot_name(spot) for spot in state.swords]
    seen["won"] = list(state.won)
    seen["last"] = list(state.last[:4]) if state.last[0] else []
    return seen


def action_text(state: "DuelState", action: int) -> str:
    """Return `d01` (token), `put-r1`, `lot1`, `aim-1r1`, `hit-2b3`, `name-1v2` or `line-g`.

    Raises:
        ValueError: the int is no action of Duel.
    """
    kind, a = kind_of(action), a_of(action)
    if not 1 <= kind <= LINE or a >= _ENDS[kind] or b_of(action):
        raise ValueError("no action of duel: %d" % action)
    if kind == TOKEN:
        return "d%02d" % (a + 1)
    if kind == LOT:
        return "lot%d" % (a + 1)
    if kind == LINE:
        return _NAMES[kind] + _LETTERS[a]
    return _NAMES[kind] + (_field_name(a) if kind == PLACE else spot_name(a))


def parse_action(state: "DuelState", text: str) -> int:
    """Return the action of a text; see action_text().

    Raises:
        NotationError: the text is no action of Duel.
    """
    try:
        for kind in range(LINE, 0, -1):
            name = _NAMES[kind]
            if text[: len(name)] == name:
                action = pack(kind, _operand(kind, text[len(name) :]))
                if action_text(state, action) == text:
                    return action
    except ValueError:
        pass
    raise state.not_an_action(text)


def describe(state: "DuelState", action: int, seat: int) -> tuple[str, tuple[object, ...]]:
    """Return what an action does; strengths only to the seat that has the tokens."""
    kind, a = kind_of(action), a_of(action)
    if kind == TOKEN:
        return "duel.does.token", (_numbers_of(a),)
    if kind == LOT:
        return "duel.does.lot", (a + 1,)
    if kind == LINE:
        return "duel.does.line", (("duel.line.%s" % LINES[a],),)
    field = a % FIELDS
    where = (("duel.line.%s" % LINES[field // 3],), field % 3 + 1)
    if kind == STRIKE:
        return "duel.does.strike", where + (a // FIELDS + 1,)
    name = ("place", "", "aim", "", "name")[kind - PLACE]
    if seat != state.current_player():
        return "duel.does.%s" % name, where
    power = state.power(a)
    if kind == PLACE:  # DU-5
        power = strength(state.hand - 1, field // 3) + (field % 3 == 0)
    return "duel.does.%s.own" % name, where + (power,)


def _operand(kind: int, text: str) -> int:
    """Return the operand of an action in notation.

    Raises:
        ValueError: it is none.
    """
    if kind in (TOKEN, LOT):
        return int(text) - 1
    if kind == LINE:
        return _LETTERS.index(text)
    return _field_number(text) if kind == PLACE else _spot_number(text)


def _numbers_of(held: int) -> str:
    """Return the four numbers of a token as people read them: red, blue, green, violet."""
    return "/".join([str(strength(held, line)) for line in range(4)])


def why(state: "DuelState", action: int) -> tuple[str, str]:
    """Return the rule that an action breaks, and the id of the text that tells it."""
    kind, a = action >> 18, a_of(action)
    step = state.step
    known = 0 < kind <= LINE and a < _ENDS[kind] and not b_of(action)
    if step == OVER:
        return "DU-22" if state.trumps else "DU-13", "duel.no.over"
    if step == LOTS:
        return "DU-18" if state.trumps else "DU-15", "duel.no.lot"
    if step in (DEALING, TURNING):
        if kind == TOKEN and known:
            return "DU-1", "duel.no.token"
        rule = "DU-2" if step == DEALING else "DU-19"
        return rule, "duel.no.turn"
    if step == LINING:
        return "DU-19", "duel.no.lead"
    if step == PLACING:
        if kind != PLACE or not known:
            return "DU-2", "duel.no.place"
        if state.board[FIELDS * state.turn + a]:
            return "DU-4", "duel.no.taken"
        return "DU-2", "duel.no.best"
    if kind == PLACE:
        return "DU-12", "duel.no.add"
    return _why_no_attack(state, kind if known else 0, a)


def _why_no_attack(state: "DuelState", kind: int, spot: int) -> tuple[str, str]:
    rule = "DU-11" if state.step == NAMING else "DU-16" if state.any_line else "DU-7"
    wanted = (AIM, STRIKE, NAME)[state.step - AIMING]
    if kind != wanted:
        return rule, "duel.no.%s" % ("aim", "strike", "name")[wanted - AIM]
    asked = 1 - state.turn if state.step == NAMING else state.turn
    own = spot // FIELDS == asked
    if own != (kind != STRIKE):
        return rule, "duel.no.own" if own else "duel.no.rival"
    return rule, "duel.no.line" if kind == STRIKE else "duel.no.empty"
