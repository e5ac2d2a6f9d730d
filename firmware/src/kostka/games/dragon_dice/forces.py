"""Forces: what may be brought (DD-10..DD-15), and those that come along."""

from kostka.compat import const
from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice import tables_dice as td
from kostka.games.dragon_dice.codes import (
    DONE,
    DRAGONKIN,
    FORCE,
    ITEM_RACE,
    KIND,
    LAND,
    M_FORCES,
    NO_RACE,
    POOL,
    RACE,
    UNDEAD,
    UNSPLIT,
    WHITE,
    YES,
)
from kostka.games.dragon_dice.state import race_of
from kostka.rules.action import a_of, b_of, kind_of, pack

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState, Events

_POTENTIAL = const(4)  # most of a monster or artifact
_SIX = const(6)
_MONSTER = const(12)  # class
_LIGHT_MAGIC = const(9)  # class
_WHITE_TYPE = const(4)  # of dragons
_UNITS = const(3)  # least: one for each army
RACES = const(13)  # of which a force comes along
PROPOSED = const(40)  # where State.pool keeps the proposed frontier of each seat in the setup

CHOOSE, BUILD, PICK, DRAGONS, KIN, MINORS, HOME_LAND, FRONT_LAND = [M_FORCES + n for n in range(8)]


def points(kind: int) -> int:
    """Return what a unit or item counts for the size of a force (DD-1, DD-10)."""
    return td.KIND[4 * kind] & 7


def faces(kind: int) -> list[tuple[int, int]]:
    """Return (icon, results) of every face of a kind of die."""
    at = td.KIND[4 * kind + 2] | td.KIND[4 * kind + 3] << 8
    row = td.FACES[at + 1 : at + 1 + td.FACES[at]]
    return [(td.ICON[face], td.COUNT[face]) for face in row]


def potential(kind: int) -> int:
    """Return the magic potential of a unit or item (DD-12, DD-13)."""
    icons = [icon for icon, _ in faces(kind)]
    strong = len([i for i in icons if i in (tb.I_CANTRIP, tb.I_CREATE_FIREMINIONS, tb.I_ATTUNE)])
    plain = icons.count(3)
    if len(icons) > _SIX:  # DD-13: a monster or an artifact
        return min(_POTENTIAL, plain + 2 * strong)
    if not plain and tb.I_CANTRIP not in icons and tb.I_ATTUNE not in icons:
        return 0
    if race_of(kind) == UNDEAD and td.KIND[4 * kind] >> 3 == _LIGHT_MAGIC and points(kind) == 3:
        return 2  # DD-12: the exception
    return points(kind)


def magic_limit(total: int, cap: str) -> int:
    """Return how much magic potential a force may have (DD-11)."""
    if cap == "half_and_20" and total > 60:
        return min(total // 2, 20)
    return total // 2


def dragons_needed(total: int) -> int:
    """Return the places for dragons (DD-15)."""
    return (total + 23) // 24


def places_of(kind: int, options: dict[str, object]) -> int:
    """Return how many places a dragon takes (DD-208)."""
    white = td.KIND[4 * kind] >> 3 == _WHITE_TYPE
    return 2 if white and options["white_dragons"] == "v4" else 1


def fits(kind: int, total: int, force: list[int], options: dict[str, object]) -> str:
    """Return "" where a unit or item may be added to a force, else the rule that forbids it."""
    return allowed(kind, rest(total, force, options), options)


def rest(total: int, force: list[int], options: dict[str, object]) -> tuple[int, int, int, bool]:
    """Return points and magic potential that are left, units that are needed, Kings' Die held."""
    used = units = magic = 0
    for one in force:
        used += points(one)
        units += one < tb.ITEMS
        magic += potential(one)
    limit = magic_limit(total, str(options["magic_cap"]))
    return total - used, limit - magic, _UNITS - units, tb.KINGS_DIE in force


def allowed(kind: int, left: tuple[int, int, int, bool], options: dict[str, object]) -> str:
    """Return "" where a die may be added to what rest() left, else the rule that forbids it."""
    room, magic, needed, kings = left
    if kind == tb.KINGS_DIE and (kings or options["kings_die"] == "off"):
        return "DD-206"
    if tb.ITEMS > kind != tb.KINGS_DIE and race_of(kind) == DRAGONKIN:
        return "DD-8"  # they wait in the pool and are no part of the force
    room -= points(kind)
    if room < 0:
        return "DD-10"
    if magic < 4 and potential(kind) > magic:
        return "DD-11"
    if room + (kind < tb.ITEMS) < needed:
        return "DD-16"  # each army needs a unit
    return ""


def kinds_of(race: int) -> range:
    """Return the kinds of a race, or the items."""
    if race == ITEM_RACE:
        return range(tb.ITEMS, tb.DRAGONS)
    first = tb.RACE_AT[2 * race] | tb.RACE_AT[2 * race + 1] << 8
    if race == NO_RACE:
        return range(first, tb.ITEMS)
    return range(first, tb.RACE_AT[2 * race + 2] | tb.RACE_AT[2 * race + 3] << 8)


def starter(race: int, total: int, options: dict[str, object]) -> list[int]:
    """Return the units of the force of a race that comes along: large and small ones in turn."""
    kinds = kinds_of(race)
    force: list[int] = []
    left = total
    turn = race
    while left:
        size = (3, 2, 1, 2, 4, 1)[len(force) % 6]
        found = -1
        room = rest(total, force, options)
        while found < 0:
            for n in range(len(kinds)):
                kind = kinds[(n + 7 * turn) % len(kinds)]
                if points(kind) == size and not allowed(kind, room, options):
                    found = kind
                    break
            size = size - 1 or 1
        force.append(found)
        left -= points(found)
        turn += 1
    return force


def lands(elements: int, front: bool) -> list[int]:
    """Return terrains with an element of some, those first that share most."""
    found = [n for n in range(tb.LANDS) if front or not tb.LAND[4 * n + 1] & 128]
    both = [n for n in found if tb.LAND[4 * n] & elements == tb.LAND[4 * n]]
    return both or [n for n in found if tb.LAND[4 * n] & elements] or found


def seat_kinds(state: "DragonState", seat: int, place: int) -> list[int]:
    """Return the kinds of the dice of a seat at a place."""
    return [state.kind[die] for die in state.slots(seat << 4 | place)]


def add(state: "DragonState", seat: int, kind: int) -> None:
    """Add a die to what a seat brings: dragons, Dragonkin and minor terrains wait (DD-8)."""
    waits = kind >= tb.DRAGONS or race_of(kind) == DRAGONKIN
    state.kind.append(kind)
    state.at.append(seat << 4 | (POOL if waits else UNSPLIT))
    state.face.append(0)
    state.mark.append(0)


def _choose(state: "DragonState", seat: int, b: int) -> list[int]:
    """DD-10: a force that comes along, or one of one's own."""
    return [pack(FORCE, race) for race in range(RACES)] + [pack(YES)]


def _chosen(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
    if kind_of(action) == YES:
        for kind in (FRONT_LAND, HOME_LAND, MINORS, KIN, DRAGONS, BUILD):
            state.push(kind, seat)
        return
    race = a_of(action)
    options = state.options
    units = starter(race, state.total, options)
    for kind in units:
        add(state, seat, kind)
    elements = td.KIND[4 * units[0] + 1] & WHITE or 1 << race % 5
    dragons = [
        kind
        for kind in range(tb.DRAGONS, tb.MINORS)
        if td.KIND[4 * kind + 1] & elements == td.KIND[4 * kind + 1]
    ]
    for n in range(dragons_needed(state.total)):
        add(state, seat, dragons[(n + seat) % len(dragons)])
    kin = kinds_of(DRAGONKIN)
    n = 0
    for left in range(state.total // 12):  # a few of what DD-8 lets wait in the pool
        kind = kin[(11 * left + race) % len(kin)]
        if points(kind) == 1 and td.KIND[4 * kind + 1] & elements:
            add(state, seat, kind)
            n += 1
    fields = lands(elements, False)
    front = lands(elements, True)
    state.land[seat] = fields[(race + seat) % len(fields)]
    state.pool[PROPOSED + seat] = front[(race + 3 * seat + 1) % len(front)]
    for kind in range(tb.MINORS, tb.KINDS):
        if td.KIND[4 * kind + 1] & tb.LAND[4 * state.land[seat]]:
            add(state, seat, kind)  # DD-8
            break


def _races(state: "DragonState", seat: int, b: int) -> list[int]:
    """Return the races and items of which something may still be added."""
    force = seat_kinds(state, seat, UNSPLIT)
    if sum([points(kind) for kind in force]) == state.total:
        return [pack(DONE)]
    found = []
    room = rest(state.total, force, state.options)
    for race in range(ITEM_RACE + 1):
        for kind in kinds_of(race):
            if not allowed(kind, room, state.options):
                found.append(pack(RACE, race))
                break
    return found


def _race(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
    if kind_of(action) == RACE:
        state.push(BUILD, seat)
        state.push(PICK, seat, a_of(action))


def _of_race(state: "DragonState", seat: int, race: int) -> list[int]:
    force = seat_kinds(state, seat, UNSPLIT)
    room = rest(state.total, force, state.options)
    return [
        pack(KIND, kind >> 5, kind & 31)
        for kind in kinds_of(race)
        if not allowed(kind, room, state.options)
    ]


def _take(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
    add(state, seat, a_of(action) << 5 | b_of(action))


def _dragons(state: "DragonState", seat: int, b: int) -> list[int]:
    """DD-15: exactly so many dragons, of any color."""
    left = dragons_needed(state.total)
    for kind in seat_kinds(state, seat, POOL):
        if tb.DRAGONS <= kind < tb.MINORS:
            left -= places_of(kind, state.options)
    if not left:
        return [pack(DONE)]
    kinds = range(tb.DRAGONS, tb.MINORS)
    return [
        pack(KIND, kind >> 5, kind & 31)
        for kind in kinds
        if places_of(kind, state.options) <= left
    ]


def _kin(state: "DragonState", seat: int, b: int) -> list[int]:
    """DD-8, [gap]: one health of Dragonkin for every full three points of force."""
    left = state.total // 3
    for kind in seat_kinds(state, seat, POOL):
        if kind < tb.ITEMS:
            left -= points(kind)
    found = [pack(DONE)]
    for kind in kinds_of(DRAGONKIN):
        if points(kind) <= left:
            found.append(pack(KIND, kind >> 5, kind & 31))
    return found


def _minors(state: "DragonState", seat: int, b: int) -> list[int]:
    """DD-8, [gap]: as many minor terrains as there are terrains, plus one."""
    held = [kind for kind in seat_kinds(state, seat, POOL) if kind >= tb.MINORS]
    found = [pack(DONE)]
    if len(held) < state.seats + 2:
        for kind in range(tb.MINORS, tb.KINDS):
            found.append(pack(KIND, kind >> 5, kind & 31))
    return found


def _more(step: int) -> object:
    """Return what takes a die and asks the same again."""

    def take(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
        if kind_of(action) == KIND:
            add(state, seat, a_of(action) << 5 | b_of(action))
            state.push(step, seat)

    return take


def _home_lands(state: "DragonState", seat: int, b: int) -> list[int]:
    """DD-14; advanced terrains are frontiers only."""
    return [pack(LAND, n) for n in range(tb.LANDS) if not tb.LAND[4 * n + 1] & 128]


def _home_land(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
    state.land[seat] = a_of(action)


def _front_lands(state: "DragonState", seat: int, b: int) -> list[int]:
    return [pack(LAND, n) for n in range(tb.LANDS)]


def _front_land(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
    state.pool[PROPOSED + seat] = a_of(action)


STEPS = (
    (_choose, _chosen),
    (_races, _race),
    (_of_race, _take),
    (_dragons, _more(DRAGONS)),
    (_kin, _more(KIN)),
    (_minors, _more(MINORS)),
    (_home_lands, _home_land),
    (_front_lands, _front_land),
    "force race kind dragon kin minor home front",
)
