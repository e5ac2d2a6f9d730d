"""Reads the data of Dragon Dice in firmware/data/dragon_dice.

Rolls of a special icon (sais.txt), each a bit: `attack`, `counter` (melee of marching army, and
of a counter-attack; together `melee`), `missile`, `magic`, `magic_reserve`, `marching`,
`answering` (maneuver, and counter-maneuver; together `maneuver`), `save_melee`, `save_missile`,
`save_other` (together `save`), `dragon` (reply to dragons), `negation`, `single` (of a unit that
an effect hits alone). `any` is every roll of an army, `still` all that count no maneuvers,
`other` those that count no magic either.

Effects: a kind of result and its number (`any` what the roll counts, `anymagic` of any element,
`cantrip` magic to be spent at once); `target N resist fail` hits units worth N health, `one` a
single one, `after` those that show an ID once the defender has rolled; `hurt N how` damages one
unit; the other words are mechanisms of the module sais.

Effects of spells (spells.txt): `mod result amount rolls`, `damage N` on armies, `hurt N` on units,
`each roll what` on units that fail a roll, `double` results of a unit, `move where`; the other
words are mechanisms of the module spells.
"""

from pathlib import Path

DATA = Path(__file__).resolve().parents[1] / "firmware" / "data" / "dragon_dice"

RACES = (
    "coral_elves dwarves goblins lava_elves firewalkers undead feral swamp_stalkers frostwings "
    "scalders treefolk amazons eldarim dragonkin none"
).split()
CLASSES = (
    "- heavy_melee light_melee cavalry missile heavy_missile light_missile magic heavy_magic "
    "light_magic shield_bearer skirmisher monster"
).split()
ELEMENTS = {"air": 1, "water": 2, "earth": 4, "fire": 8, "death": 16, "ivory": 32, "white": 31}
ORDER = ("air", "water", "earth", "fire", "death", "any", "mix")
NORMAL = ("id", "melee", "missile", "magic", "maneuver", "save")
RESULTS = ("melee", "missile", "magic", "maneuver", "save", "any", "anymagic", "cantrip")
ROLLS = (
    "attack counter missile magic magic_reserve marching answering save_melee save_missile "
    "save_other dragon negation single"
).split()
BIT = {name: 1 << n for n, name in enumerate(ROLLS)}
BIT["melee"] = BIT["attack"] | BIT["counter"]
BIT["maneuver"] = BIT["marching"] | BIT["answering"]
BIT["save"] = BIT["save_melee"] | BIT["save_missile"] | BIT["save_other"]
BIT["other"] = BIT["melee"] | BIT["missile"] | BIT["save"] | BIT["dragon"]
BIT["still"] = BIT["other"] | BIT["magic"] | BIT["magic_reserve"]
BIT["any"] = BIT["still"] | BIT["maneuver"] | BIT["negation"]
BIT["-"] = 0
OPS = (
    "gen target one hurt unsaved after charm weaken less lessmaneuver back bash sneak charge "
    "surprise trumpet cloak illusion fly wayfare jaws double flurry belly dragonmove summon "
    "medallion relic element regenerate wildgrowth"
).split()
RESIST = ("none", "save", "maneuver", "melee", "id")
FAIL = (
    "kill kill_bury kill_save held reserves scare seize convert plague sleep confuse kill_one "
    "glare coil bury hug plain frost gale wither melee missile save air water earth fire death"
).split()
FORMS = ("drake", "wyrm")
TYPES = ("elemental", "hybrid", "ivory", "ivory_hybrid", "white")
EIGHTHS = "city standing_stones temple tower castle dragons_lair grove vortex".split()
LANDS = "coastland flatland highland swampland feyland wasteland deadland".split()
MINORS = ("bridge", "knoll", "village", "woods")
TARGETS = ("army", "unit", "units", "terrain", "item", "minor_terrain", "player")
OWNERS = {"own": 1, "opponent": 2, "any": 3}
WHERE = {"terrain": 1, "reserves": 2, "dua": 4, "bua": 8, "pool": 16}
FLAGS = {"reserves": 1, "cantrip": 2, "reconstructed": 4, "limit1": 8}
FILTERS = ("all", "non_maneuver", "incoming_missile", "incoming_melee")
SPELL_OPS = (
    "mod damage hurt each double move promote summon flood tidal wilding flashfire necromantic "
    "berserker open_grave soiled deadlands fade camouflage backlash thorns growth mire "
    "flaming_armor hide furnace ties"
).split()
DESTINATIONS = "reserves army carrier terrain own race pool".split()
HOW = "save nosave flee reserves kill exhume fever".split()
MASK = {name: 1 << n for n, name in enumerate(RESULTS[:5])}
MASK["any"] = 31
MASK["melee_or_missile"] = 3
NUMBERS = 64  # added to amounts, which may be negative


def rows(name: str) -> list[list[str]]:
    """Return the fields of each line of a data file."""
    lines = (DATA / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [[f.strip() for f in line.split("|")] for line in lines if line and line[0] != "#"]


def mask(words: str) -> int:
    """Return the bits of elements joined by plus signs."""
    bits = 0
    for word in words.split("+"):
        bits |= 0 if word == "-" else ELEMENTS[word]
    return bits


class Faces:
    """Rows of faces, each stored once: the number of sides, then an (icon, count) pair each."""

    def __init__(self) -> None:
        self.icons = list(NORMAL)
        self.pairs: list[tuple[int, int]] = []
        self.data = bytearray()
        self.at: dict[str, int] = {}

    def icon(self, name: str) -> int:
        """Return the number of an icon."""
        if name not in self.icons:
            self.icons.append(name)
        return self.icons.index(name)

    def row(self, text: str) -> int:
        """Return where a row of faces begins."""
        if text not in self.at:
            self.at[text] = len(self.data)
            words = text.split()
            self.data.append(len(words))
            for word in words:
                name, _, count = word.partition("*")
                pair = (self.icon(name), int(count or 1))
                if pair not in self.pairs:
                    self.pairs.append(pair)
                self.data.append(self.pairs.index(pair))
        return self.at[text]


def icons_of_sais(faces: Faces) -> tuple[bytes, bytes]:
    """Return the effects of all icons, and where those of each begin."""
    found: dict[int, bytearray] = {}
    for icon, rolls, effects in rows("sais"):
        bits = 0
        for roll in rolls.split():
            bits |= BIT[roll]
        entries = found.setdefault(faces.icon(icon), bytearray())
        for effect in filter(None, (part.strip() for part in effects.split(";"))):
            words = effect.split()
            again = words[-1] == "again"
            words = words[:-1] if again else words
            amount = 0 if len(words) < 2 or words[1] == "X" else None
            if words[0] in RESULTS:
                op, arg, arg2 = "gen", words[1], RESULTS.index(words[0])
            elif words[0] == "target":
                op, arg = "target", words[1]
                arg2 = RESIST.index(words[2]) << 5 | FAIL.index(words[3])
            elif words[0] == "one":
                op, arg, arg2 = "one", "1", RESIST.index(words[1]) << 5 | FAIL.index(words[2])
            elif words[0] == "double":
                op, arg, arg2 = "double", "X", RESULTS.index(words[1])
            else:
                op = words[0]
                arg = words[1] if len(words) > 1 else "X"
                arg2 = FAIL.index(words[2]) if len(words) > 2 else 0
            del amount
            number = 0 if arg == "X" else int(arg)
            entries += bytes([bits & 255, bits >> 8, OPS.index(op) | again << 7, number, arg2])
    data, at = bytearray(), bytearray()
    for icon in range(len(faces.icons) + 1):
        at += len(data).to_bytes(2, "little")
        data += found.get(icon, b"")
    return bytes(data), bytes(at)


def limits_of(text: str) -> tuple[int, int, int, int, int]:
    """Return what limits the targets: kind and number, a race, elements, other filters."""
    limit = amount = filters = 0
    only_race = only_element = 255
    for word in text.split():
        key, _, value = word.partition("=")
        if key in ("health", "units", "points"):
            limit, amount = ("health", "units", "points").index(key) + 1, int(value)
        elif key == "common":
            limit = 4
        elif key == "race":
            only_race = RACES.index(value)
        elif key == "element":
            only_element = ELEMENTS[value]
        elif key != "-":
            filters |= {"shares": 1, "together": 2, "noteighth": 4}[key]
    return limit, amount, only_race, only_element, filters


def spell(fields: list[str]) -> bytes:
    """Return the record of a spell: 10 bytes, then 4 for each effect."""
    _, _, first, target, limits, life, effects = fields
    element, cost, race, *flags = first.split()
    what, owner, where = target.split()
    until, stack = life.split()
    limit, amount, only_race, only_element, filters = limits_of(limits)
    places = sum(WHERE[word] for word in where.split("+"))
    data = bytearray(
        [
            ORDER.index(element),
            int(cost),
            255 if race == "-" else RACES.index(race),
            sum(FLAGS[word] for word in flags if word != "-"),
            TARGETS.index(what) << 2 | OWNERS[owner],
            places,
            limit << 4 | amount,
            only_race,
            only_element,
            filters
            | ("instant", "start", "end").index(until) << 3
            | ("add", "once", "separate").index(stack) << 5,
        ]
    )
    for effect in effects.split(";"):
        op, *args = effect.split()
        a = b = c = 0
        if op == "mod":
            a, b, c = MASK[args[0]], int(args[1]) + NUMBERS, FILTERS.index(args[2])
        elif op in ("damage", "flood", "tidal"):
            a = int(args[0])
        elif op == "hurt":
            a, b = int(args[0]), HOW.index(args[1])
        elif op == "each":
            a, b = HOW.index(args[0]), HOW.index(args[1])
        elif op == "double":
            a = MASK[args[0]]
        elif op == "move":
            a = DESTINATIONS.index(args[0])
        data += bytes([SPELL_OPS.index(op), a, b, c])
    return bytes(data)
