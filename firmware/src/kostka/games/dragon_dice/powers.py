"""What special icons do to armies, and dice that move: the second half of sais."""

from kostka.compat import const
from kostka.games.dragon_dice import ops as ro
from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice import tables_icons as ti
from kostka.games.dragon_dice.codes import (
    ANY,
    ARMY,
    DIE,
    DONE,
    DRAGONKIN,
    F_HALF,
    F_ILLUSION,
    F_MOD,
    FRONTIER,
    M_EFFECTS,
    M_ITEMS,
    M_MAGIC,
    M_POWERS,
    MANEUVER,
    MOVE,
    NUM,
    PLACE,
    POOL,
    PROMOTE,
    R_MANEUVERS,
    RECOVER,
    RESERVES,
    SAVE,
    U_START,
    WHITE,
)
from kostka.games.dragon_dice.effects import damage, swapped
from kostka.games.dragon_dice.ops import FROST, GALE
from kostka.games.dragon_dice.rolls import (
    alike,
    carries,
    entries,
    what_of,
)
from kostka.rules.action import a_of, b_of, kind_of, pack

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState, Events

WEAKEN, SNEAK, SHOW_OFF, FLY, WITH, DRAGON, GROWTH, REGENERATE = [M_POWERS + n for n in range(8)]
# Of operations: the question, whether it begins with the army, whether it takes the number.
_ASKS = {
    ro.WEAKEN: (WEAKEN, False, False),
    ro.ILLUSION: (SHOW_OFF, False, False),
    ro.FLY: (FLY, False, False),
    ro.WAYFARE: (FLY, False, False),
    ro.DRAGON_MOVE: (DRAGON, False, False),
    ro.SUMMON: (DRAGON, False, False),
    ro.REGENERATE: (REGENERATE, True, True),
    ro.WILD_GROWTH: (GROWTH, True, True),
}
_ONE = const(1000)  # in place of a number of health: a single unit


def begin(state: "DragonState", die: int, job: int) -> None:
    """Begin what an icon does that hits no single units."""
    op, number, _ = what_of(job)
    code = state.at[die]
    seat = code >> 4
    if op in _ASKS:
        step, by_army, with_number = _ASKS[op]
        b = number if with_number else job if op == ro.WEAKEN else die
        state.push(step, swapped(code) if by_army else seat, b)
        if op == ro.WAYFARE and state.roll & R_MANEUVERS:
            state.res[MANEUVER] += number
    elif op == ro.SNEAK:
        state.push(SNEAK, seat, number << 4 | code & 15)
    elif op == ro.CLOAK:
        state.add_fx(F_MOD, U_START, code, number, 1 << SAVE)
    elif op in (ro.ELEMENT, ro.MEDALLION, ro.RELIC):
        state.push(M_ITEMS, die, job)
    elif op == ro.GEN:  # cantrip
        state.push(M_MAGIC + 1, code)


def armies(state: "DragonState", place: int, seat: int) -> list[int]:
    """Return the codes of armies of others at a terrain, -1 any terrain."""
    found = []
    for other in range(state.seats):
        for there in range(FRONTIER + 1):
            if other != seat and place in (there, -1) and state.units(other << 4 | there):
                found.append(other << 4 | there)
    return found


def _weakest(state: "DragonState", seat: int, job: int) -> list[int]:
    what = what_of(job)[2]
    mine = state.atk if state.atk >> 4 == seat else state.dfn
    place = -1 if what == GALE else mine & 15
    return [pack(ARMY, code) for code in armies(state, place, seat)] or [pack(DONE)]


def _weaken(state: "DragonState", action: int, seat: int, job: int, events: "Events") -> None:
    if kind_of(action) == DONE:
        return
    _, number, what = what_of(job)
    state.side = seat
    if what == FROST:
        state.add_fx(F_HALF, U_START, a_of(action), 0, 31)
    elif what == GALE:
        state.add_fx(F_MOD, U_START, a_of(action), -number, 1 << SAVE)
        state.add_fx(F_MOD, U_START, a_of(action), -number, 1 << MANEUVER)
    else:
        state.add_fx(F_MOD, U_START, a_of(action), -number, 31)


def _sneaks(state: "DragonState", seat: int, b: int) -> list[int]:
    return [pack(ARMY, code) for code in armies(state, b & 15, seat)] or [pack(DONE)]


def _sneak(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
    """Sneak Attack: damage without a save; Dragonkin that it kills are buried."""
    if kind_of(action) == ARMY:
        damage(state, a_of(action), b >> 4)


def _shows(state: "DragonState", seat: int, b: int) -> list[int]:
    own = [seat << 4 | place for place in range(RESERVES + 1)]
    return [pack(ARMY, code) for code in own if state.units(code)]


def _show(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
    state.side = seat
    state.add_fx(F_ILLUSION, U_START, a_of(action))


def _flights(state: "DragonState", seat: int, die: int) -> list[int]:
    """An optional way to another terrain; Vanish and Wayfare lead to reserves, too."""
    here = state.at[die] & 15
    op, number = _flight(state, die)
    places = [place for place in places_of(state) if place != here]
    if (not number or op == ro.WAYFARE) and here != RESERVES:
        places.append(RESERVES)
    if here > RESERVES or state.race(die) == DRAGONKIN:
        places = []  # bound to its terrain
    return [pack(DONE)] + [pack(PLACE, place) for place in places]


def places_of(state: "DragonState") -> list[int]:
    """Return all terrains."""
    return list(range(state.seats)) + [FRONTIER]


def _flight(state: "DragonState", die: int) -> tuple[int, int]:
    for n in entries(state.icon(die, state.face[die])) if state.face[die] else ():
        op = ti.SAI[n + 2] & 127
        if op in (ro.FLY, ro.WAYFARE):
            return op, ti.SAI[n + 3]
    return ro.FLY, 0


def _fly(state: "DragonState", action: int, seat: int, die: int, events: "Events") -> None:
    if kind_of(action) == DONE:
        return
    op, number = _flight(state, die)
    code = state.at[die]
    if op == ro.WAYFARE:
        if state.roll & R_MANEUVERS:
            state.res[MANEUVER] -= state.count(die, state.face[die])
        number = _ONE
    state.flags = a_of(action)
    state.push(M_EFFECTS)
    if number:
        state.choice = die if number == _ONE else -1
        state.push(WITH, swapped(code), number)
    state.move(die, a_of(action), events)


def _withs(state: "DragonState", a: int, left: int) -> list[int]:
    units = [
        die
        for die in state.units(swapped(a))
        if (left == _ONE or state.health(die) <= left) and state.race(die) != DRAGONKIN
    ]
    if left == _ONE:
        units = [die for die in units if carries(state, die, state.choice)]
    return [pack(DONE)] + [pack(DIE, die) for die in alike(state, units)]


def _with(state: "DragonState", action: int, a: int, left: int, events: "Events") -> None:
    """Take other units along, by their health."""
    if kind_of(action) == DIE:
        die = a_of(action)
        state.move(die, state.flags, events)
        if left != _ONE and left > state.health(die):
            state.push(WITH, a, left - state.health(die))


def _dragons(state: "DragonState", seat: int, die: int) -> list[int]:
    """A dragon with an element of the die, or ivory, never white, flies to a terrain."""
    item = state.kind[die] >= tb.ITEMS
    found = [pack(DONE)]
    elements = state.elements(die)
    for one in range(len(state.kind)):
        kind = state.kind[one]
        place = state.at[one] & 15
        if not tb.DRAGONS <= kind < tb.MINORS or place not in (0, 1, 2, 3, 4, POOL):
            continue
        type_ = state.type(one)
        if type_ == 4 or (place == POOL and not item):
            continue
        if state.elements(one) & elements & WHITE or (type_ == 2 and item and place == POOL):
            for there in places_of(state):
                if there != place:
                    found.append(pack(MOVE, one, there))
    return found


def _dragon(state: "DragonState", action: int, seat: int, die: int, events: "Events") -> None:
    if kind_of(action) == MOVE:
        state.move(a_of(action), b_of(action), events)
        state.push(M_EFFECTS)


def _grows(state: "DragonState", a: int, left: int) -> list[int]:
    """Wild Growth: so many saves (a number), the rest promotes."""
    if not state.want >> SAVE & 1:
        return [pack(NUM, 0)]
    return [pack(NUM, n) for n in range(left + 1)]


def _grow(state: "DragonState", action: int, a: int, left: int, events: "Events") -> None:
    state.res[SAVE] += a_of(action)
    if left > a_of(action):
        state.push(PROMOTE, a, (left - a_of(action)) << 5 | ANY)


def _regenerates(state: "DragonState", a: int, number: int) -> list[int]:
    found = [pack(NUM, 1)]
    if state.want >> SAVE & 1:
        found.append(pack(NUM, 0))
    return found


def _regenerate(state: "DragonState", action: int, a: int, number: int, events: "Events") -> None:
    """Regenerate: saves (0), or units come back from the DUA (1)."""
    if a_of(action):
        state.push(RECOVER, a, number)
    else:
        state.res[SAVE] += number


STEPS = (
    (_weakest, _weaken),
    (_sneaks, _sneak),
    (_shows, _show),
    (_flights, _fly),
    (_withs, _with),
    (_dragons, _dragon),
    (_grows, _grow),
    (_regenerates, _regenerate),
    "weaken sneak illusion fly with dragonmove growth regenerate",
)
