"""What the shooting range says, for the text modules of the games that have it."""

from kostka.games.shooting import FELL, FIX, KINDS, RISE, SHOT, STAND, TARGET, bits
from kostka.rules import events as ev
from kostka.rules.action import a_of, b_of, kind_of, pack
from kostka.rules.game import Game

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.shooting import Shooting

_WORDS = ("", "ok", "fix", "fell", "rise", "stand")


def tell(game: Game, event: tuple[int, ...], own: str) -> tuple[str, tuple[object, ...]] | None:
    """Return sign and message of an event, see Game.tell().

    A target that falls or is set up has words here; a game's own kinds have the messages
    `own` % kind, what it shows those of 100 + what. Arguments are a player's number and values.
    """
    kind, values = event[0], event[3:]
    if kind == ev.MOVE and values[0] == TARGET:
        name, spot = ("put", values[2]) if values[1] < 0 else ("fell", values[1])
        return game.spot_name(spot), ("range.told.%s" % name, game.place(spot))
    if kind == ev.SHOW:
        kind, values = 100 + values[0], values[1:]
    if kind < ev.OWN:
        return None
    return "!%d" % values[0] if values else "!", (own % kind, event[2] + 1) + values


def action_text(state: "Shooting", action: int) -> str:
    """Return `ok`, `fix`, `fell12`, `rise2` or `stand`; "" for an action of another kind."""
    kind, a = kind_of(action), a_of(action)
    if not 0 < kind < KINDS or b_of(action):
        return ""
    word = _WORDS[kind]
    if kind == FELL:
        return word + _numbers(a, "") if 0 < a < 1 << state.n_targets else ""
    if kind == RISE:
        return word + str(a + 1) if a < state.n_targets else ""
    return "" if a else word


def parse_action(state: "Shooting", text: str) -> int:
    """Return the action of a text, -1 where it is none of the range."""
    for kind in (SHOT, FIX, STAND):
        if text == _WORDS[kind]:
            return pack(kind)
    mask = 0
    for letter in text[4:]:
        if not "1" <= letter <= "8":
            return -1
        mask |= 1 << int(letter) - 1
    action = pack(FELL, mask) if text[:4] == "fell" else pack(RISE, len(bits(mask - 1)))
    return action if mask and action_text(state, action) == text else -1


def _numbers(mask: int, between: str = ", ") -> str:
    """Return the numbers of targets as they are printed beside them."""
    return between.join([str(target + 1) for target in bits(mask)])


def describe(state: "Shooting", action: int) -> tuple[str, tuple[object, ...]]:
    """Return what an action of the range does, in words."""
    kind, a = kind_of(action), a_of(action)
    if kind == SHOT and state.down:
        return "range.does.ok", (_numbers(state.down), len(bits(state.down)))
    if kind == SHOT:
        return "range.does.miss", ()
    if kind == FELL:
        return "range.does.fell", (_numbers(a), len(bits(a)))
    if kind == RISE:
        return "range.does.rise", (a + 1,)
    return ("range.does.fix" if kind == FIX else "range.does.stand"), ()
