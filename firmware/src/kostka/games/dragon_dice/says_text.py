"""What Dragon Dice says: notation, words, refusals, and what is seen. Read when needed."""

from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice.codes import (
    ACT,
    ARMY,
    CAPTURED,
    COUNTED,
    DID,
    DIE,
    DONE,
    ENDED,
    FAILED,
    FORCE,
    FRONTIER,
    KIND,
    KINDS_OF_ACTIONS,
    LAND,
    LAND_DIE,
    MOVE,
    MOVED,
    NAMED,
    NUM,
    PAIR,
    PLACE,
    RACE,
    SEAT,
    SPELL,
    STARTED,
    SWAPPED,
    TURNED,
    USUAL,
    YES,
)
from kostka.games.dragon_dice.state import race_of
from kostka.games.dragon_dice.steps import ask_of
from kostka.rules.action import CHANCE, TERMINAL, a_of, b_of, kind_of, pack
from kostka.rules.game import Game

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from types import ModuleType

    from kostka.games.dragon_dice.state import DragonState

# Letters of actions with one operand, with two, and without.
_ONE = {DIE: "u", PLACE: "p", SEAT: "s", NUM: "n", RACE: "r", FORCE: "f", LAND: "l"}
_PAIRS = {PAIR: ("u", "u"), MOVE: ("u", "p"), SPELL: ("z", "e")}
_WORDS = {DONE: "done", YES: "yes", USUAL: "usual"}
_DOES = {
    DIE: "die", PAIR: "pair", PLACE: "place", MOVE: "move", SEAT: "seat", SPELL: "spell",
    ARMY: "army", RACE: "race", FORCE: "force",
}  # fmt: skip
_RULES = {
    "force": "DD-10", "race": "DD-10", "kind": "DD-10", "dragon": "DD-15", "kin": "DD-8",
    "minor": "DD-8", "home": "DD-14", "front": "DD-14", "split": "DD-16", "first": "DD-18",
    "front_of": "DD-18", "horde": "DD-19", "camp": "DD-19", "part": "DD-23", "march": "DD-45",
    "maneuver": "DD-46", "counter": "DD-47", "direction": "DD-49", "action": "DD-43",
    "answer": "DD-53", "share": "DD-57", "spell": "DD-65", "aim_spell": "DD-65",
    "dispel": "DD-66", "resolve": "DD-65", "dragons": "DD-26", "champion": "DD-28",
    "power": "DD-28", "control": "DD-28", "loose": "DD-29", "aim": "DD-42", "kill": "DD-35",
    "damage": "DD-37", "attune": "DD-57", "attuned": "DD-57", "elemental": "DD-6",
    "assign": "DD-33", "promote": "DD-6", "recruit": "DD-7", "reinforce": "DD-71",
    "retreat": "DD-72", "castle": "DD-202", "where": "DD-203",
}  # fmt: skip


def names() -> "ModuleType":
    """Return the module of names, which a board reads only where it has to name dice."""
    from kostka.games.dragon_dice import names_text

    return names_text


def part(texts: tuple[str, ...], number: int) -> str:
    """Return one of the parts of texts, of which each holds sixteen between newlines."""
    text = texts[number >> 4]
    at = 0
    for _ in range(number & 15):
        at = text.find("\n", at) + 1
    return text[at : text.find("\n", at)]


def name_of(kind: int) -> str:
    """Return the name of a kind of die."""
    text = part(names().DICE, kind)
    return text[text.find("|") + 1 :]


def id_of(kind: int) -> str:
    """Return the id of a kind of die, as in a file of a force."""
    text = part(names().DICE, kind)
    return text[: text.find("|")]


def spell_name(spell: int) -> str:
    """Return the name of a spell."""
    text = part(names().SPELLS, spell)
    return text[text.find("|") + 1 :]


def spot_name(spot: int) -> str:
    """Return t1..t4 and tf (terrains), r, d, b, p and a seat (its areas beside them)."""
    if spot <= FRONTIER:
        return "tf" if spot == FRONTIER else "t%d" % (spot + 1)
    return "rdbp"[(spot - 5) // 4] + str((spot - 5) % 4 + 1)


def left_out() -> list[tuple[str, str]]:
    """Return what is off, or by an option may be, and the id of the text that tells why."""
    found = []
    from kostka.games.dragon_dice import tables_spells as ts

    for spell in range(tb.SPELLS):
        if ts.SPELL[ts.spell_at(spell) + 3] & 4:
            found.append((spell_name(spell), "dragon_dice.off.spell"))
    found.append((name_of(tb.KINGS_DIE), "dragon_dice.off.kings_die"))
    return found


# Notation ---------------------------------------------------------------------------------------


def action_text(state: "DragonState", action: int) -> str:
    """Return `d5` (face 5), `done`, `yes`, `usual`, or letters with numbers, as `u12-p3`.

    `a1.4` is the army of player 1 at place 4, `m0-a2.4` melee against one, `k12` a kind of die.

    Raises:
        ValueError: the int is no action of Dragon Dice.
    """
    kind, a, b = kind_of(action), a_of(action), b_of(action)
    if kind in _PAIRS:
        one, two = _PAIRS[kind]
        return "%s%d-%s%d" % (one, a, two, b)
    if kind == KIND and b < 32 and a << 5 | b < tb.KINDS:
        return "k%d" % (a << 5 | b)
    if kind == ACT and (a < 2 or (a == 2 and not b)):
        return "m2" if a == 2 else "m%d-%s" % (a, army_text(b))
    if not b or not kind:
        if kind in _ONE:
            return _ONE[kind] + str(a)
        if kind == ARMY:
            return army_text(a)
        if kind in _WORDS and not a:
            return _WORDS[kind]
        if not kind and 1 <= action <= 12:
            return "d%d" % action
    raise ValueError("no action of dragon_dice: %d" % action)


def army_text(code: int) -> str:
    return "a%d.%d" % ((code >> 4) + 1, code & 15)


def parse_action(state: "DragonState", text: str) -> int:
    """Return the action of a text; see action_text().

    Raises:
        NotationError: the text is no action of Dragon Dice.
    """
    try:
        action = _parsed(text)
        if 0 <= action < KINDS_OF_ACTIONS << 18 and action_text(state, action) == text:
            return action
    except (ValueError, IndexError):
        pass
    raise state.not_an_action(text)


def _parsed(text: str) -> int:
    for kind in sorted(_WORDS):
        if _WORDS[kind] == text:
            return pack(kind)
    letter, rest = text[0], text[1:]
    if letter == "d":
        return int(rest)
    if letter == "k":
        return pack(KIND, int(rest) >> 5, int(rest) & 31)
    if letter == "a":
        return pack(ARMY, _code(rest))
    if letter == "m":
        act, _, army = rest.partition("-a")
        return pack(ACT, int(act), _code(army) if army else 0)
    if "-" in rest:
        one, _, two = rest.partition("-")
        for kind in sorted(_PAIRS):
            if _PAIRS[kind] == (letter, two[0]):
                return pack(kind, int(one), int(two[1:]))
    for kind in sorted(_ONE):
        if _ONE[kind] == letter:
            return pack(kind, int(rest))
    return -1


def _code(text: str) -> int:
    seat, _, place = text.partition(".")
    return int(seat) - 1 << 4 | int(place)


# Words ------------------------------------------------------------------------------------------


def place_words(place: int) -> tuple[object, ...]:
    """Return the message that names a place."""
    if place < FRONTIER:
        return ("dragon_dice.place.home", place + 1)
    return ("dragon_dice.place.%d" % place,)


def _die(state: "DragonState", die: int) -> str:
    return name_of(state.kind[die]) if die < len(state.kind) else str(die)


def describe(state: "DragonState", action: int, seat: int) -> tuple[str, tuple[object, ...]]:
    """Return what an action does, by the question that is asked."""
    kind, a, b = kind_of(action), a_of(action), b_of(action)
    if state.asked == CHANCE:
        return _throw_words(state, action)
    if state.asked == TERMINAL or not kind:
        return "dragon_dice.does.num", (action,)
    ask = ask_of(state.agenda[-1])
    if kind == YES and ask == "force":
        return "dragon_dice.does.build", ()
    if kind in (DONE, YES) and ask == "first":
        return "dragon_dice.does.%s" % ("move_first" if kind == YES else "pick_frontier"), ()
    if kind in _WORDS:
        return "dragon_dice.does.%s" % _WORDS[kind], ()
    if kind == NUM:
        return _number_words(state, ask, a)
    if kind == MOVE and ask == "kill":
        return "dragon_dice.does.kill", (_die(state, a), ("dragon_dice.does.result.%d" % b,))
    if kind in (KIND, LAND, ACT):
        return _kind_words(kind, a, b)
    return "dragon_dice.does.%s" % _DOES[kind], _operands(state, kind, a, b)


def _operands(state: "DragonState", kind: int, a: int, b: int) -> tuple[object, ...]:
    """Return the words for what an action is about."""
    if kind == DIE:
        return (_die(state, a),)
    if kind == PAIR:
        return (_die(state, a), _die(state, b))
    if kind == PLACE:
        return (place_words(a),)
    if kind == MOVE:
        return (_die(state, a), place_words(b))
    if kind == SEAT:
        return (a + 1,)
    if kind == SPELL:
        return (spell_name(a), ("dragon_dice.element.%d" % b,))
    if kind == ARMY:
        return ((a >> 4) + 1, place_words(a & 15))
    return (("dragon_dice.race.%d" % a,),)


def _kind_words(action: int, a: int, b: int) -> tuple[str, tuple[object, ...]]:
    """Return the words for a kind of die or terrain, and for what a march does."""
    if action == LAND:
        return "dragon_dice.does.land", _land_words(a)
    if action == ACT:
        name = "dragon_dice.does.act.%s" % ("melee", "missile", "magic")[a]
        return name, () if a == 2 else ((b >> 4) + 1, place_words(b & 15))
    kind = a << 5 | b
    if kind >= tb.DRAGONS:
        return "dragon_dice.does.die", (name_of(kind),)
    return "dragon_dice.does.kind", (name_of(kind), ("dragon_dice.race.%d" % race_of(kind),))


def _land_words(kind: int) -> tuple[tuple[str], tuple[str]]:
    what = tb.LAND[4 * kind + 1]
    land = ("dragon_dice.land.%d" % (what >> 4 & 7),)
    return land, ("dragon_dice.does.castle.%d" % (what & 15),)


def _number_words(state: "DragonState", ask: str, number: int) -> tuple[str, tuple[object, ...]]:
    if ask == "split":
        from kostka.games.dragon_dice.setup import unsplit

        die = unsplit(state, state.asked)[0]
        return "dragon_dice.does.split.%d" % number, (_die(state, die),)
    if ask == "assign":
        return "dragon_dice.does.result.%d" % number, ()
    if ask == "attune":
        return "dragon_dice.element.%d" % number, ()
    if ask in ("direction", "minor_use", "regenerate", "castle", "control"):
        return "dragon_dice.does.%s.%d" % (ask, number), ()
    if ask == "resolve":
        from kostka.games.dragon_dice.dispel import open_spells

        spell = state.named[open_spells(state)[number] + 1]
        return "dragon_dice.does.die", (spell_name(spell),)
    if ask == "part" and number <= FRONTIER and state.agenda[-2] & 3 < 2:
        return "dragon_dice.does.place", (place_words(number),)
    return "dragon_dice.does.num", (number,)


def _throw_words(state: "DragonState", face: int) -> tuple[str, tuple[object, ...]]:
    die = state.dice[state.pos]
    if die >= LAND_DIE:
        return "dragon_dice.does.face", (place_words(die - LAND_DIE), str(face))
    icon = part(names().ICONS, state.icon(die, face)).replace("_", " ")
    return "dragon_dice.does.face", (_die(state, die), "%s %d" % (icon, state.count(die, face)))


def why(state: "DragonState", action: int) -> tuple[str, str]:
    """Return the rule that an action breaks, and the id of the text that tells it."""
    if state.asked == TERMINAL:
        return "DD-75", "dragon_dice.no.over"
    if state.asked == CHANCE:
        return "DD-1", "dragon_dice.no.face"
    ask = ask_of(state.agenda[-1])
    return _RULES.get(ask, "DD-21"), "dragon_dice.no.now"


def tell(game: Game, event: tuple[int, ...]) -> tuple[str, tuple[object, ...]] | None:
    """Return how what happens in this game alone is told."""
    kind = event[0]
    if kind < DID:
        return None
    seat = event[2] + 1
    if kind == MOVED:
        name = name_of(event[3])
        words = ("dragon_dice.story.moved", name, place_words(event[4]), place_words(event[5]))
        return "%s-%d" % (id_of(event[3]), event[5]), words
    if kind == NAMED:
        return "z%d" % event[3], ("dragon_dice.story.named", seat, spell_name(event[3]))
    if kind == CAPTURED:
        return "8", ("dragon_dice.story.captured", seat, place_words(event[3]))
    if kind == SWAPPED:
        names = (name_of(event[3]), name_of(event[4]))
        return "+", ("dragon_dice.story.swapped", seat) + names
    if kind == COUNTED:
        result = ("dragon_dice.does.result.%d" % event[3],)
        return str(event[4]), ("dragon_dice.story.counted", seat, event[4], result)
    if kind == TURNED:
        return str(event[4]), ("dragon_dice.story.turned", place_words(event[3]), event[4])
    if kind == FAILED:
        return "-", ("dragon_dice.story.failed", seat)
    if kind == STARTED:
        return ">", ("dragon_dice.story.step.%d" % event[3], seat)
    if kind == ENDED:
        return ".", ("dragon_dice.story.ended", seat)
    return "", ()


def observation(state: "DragonState", seat: int) -> dict[str, object]:
    """Return what a seat may see."""
    from kostka.games.dragon_dice import seen_text

    return seen_text.observation(state, seat)
