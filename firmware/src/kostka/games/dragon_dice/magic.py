"""Magic actions: points (DD-57..DD-64), naming of spells and their targets (DD-65..DD-70)."""

from kostka.compat import const
from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice import tables_icons as ti
from kostka.games.dragon_dice.codes import (
    AMAZONS,
    DEATH,
    DIE,
    DONE,
    DUA,
    F_BACKLASH,
    FROSTWINGS,
    K_OUT,
    M_CASTING,
    M_DISPEL,
    M_MAGIC,
    M_SAIS,
    MAGIC,
    NO_RACE,
    NUM,
    ON_LAND,
    R_MAGIC,
    R_MAGIC_RESERVE,
    R_NEGATION,
    RESERVES,
    STONES,
    UNDEAD,
    USUAL,
    WHITE,
    YES,
)
from kostka.games.dragon_dice.effects import ability, keep
from kostka.games.dragon_dice.mods import Mods
from kostka.games.dragon_dice.ops import BELLY, GEN
from kostka.games.dragon_dice.rolls import (
    alike,
    eighth,
    entries,
    holds,
    land_elements,
    shown,
    start,
)
from kostka.rules.action import a_of, kind_of, pack

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState, Events

CAST, CANTRIP, POINTS, SHARE, NEGATE, NEGATED, THROW, ATTUNE, ATTUNED = [
    M_MAGIC + n for n in range(9)
]
NAME, AFTER = M_CASTING, M_DISPEL + 4
_CANTRIP_ACT = const(9)  # in State.act while a cantrip is cast


# Points (DD-57..DD-64) --------------------------------------------------------------------------


def _cast(state: "DragonState", code: int, b: int, events: "Events") -> None:
    """Let an army throw for magic; Frostwings there may take some away."""
    state.cast_by = code
    state.side = code >> 4
    state.act = 0
    state.spent = 0
    state.floor = len(state.named)
    place = code & 15
    backlash = place < RESERVES and state.has_fx(F_BACKLASH, ON_LAND + place)
    state.push(AFTER, code, int(backlash))
    state.push(NAME, code >> 4)
    state.push(POINTS, code)
    state.push(THROW, code)
    state.doubled = 0
    for other in range(state.seats):
        if other != code >> 4 and place < RESERVES:
            if _frosty(state, other << 4 | place) and ability(state, other, FROSTWINGS, 5):
                state.push(NEGATE, other, place)


def _throw(state: "DragonState", code: int, b: int, events: "Events") -> None:
    place = code & 15
    if place == RESERVES:
        for die in state.units(code):
            if state.race(die) == AMAZONS:
                state.mark[die] |= K_OUT  # DD-69: they cannot cast from reserves
    state.picked = []
    start(state, code, R_MAGIC if place < RESERVES else R_MAGIC_RESERVE, 1 << MAGIC)


def _frosty(state: "DragonState", code: int) -> list[int]:
    return [die for die in state.units(code) if state.race(die) == FROSTWINGS]


def _negates(state: "DragonState", seat: int, place: int) -> list[int]:
    return [pack(DONE), pack(YES)]


def _negate(state: "DragonState", action: int, seat: int, place: int, events: "Events") -> None:
    """Magic Negation: Frostwings throw first, and the caster loses as much."""
    if kind_of(action) == YES:
        state.push(NEGATED, seat, place)
        state.throw(seat, _frosty(state, seat << 4 | place))


def _negated(state: "DragonState", seat: int, place: int, events: "Events") -> None:
    total = 0
    for die in _frosty(state, seat << 4 | place):
        if not state.face[die]:
            continue
        icon, count = state.icon(die, state.face[die]), state.count(die, state.face[die])
        if icon == 0:
            total += state.health(die)
        elif icon == MAGIC + 1:
            total += count
        else:
            for n in entries(icon):
                if (ti.SAI[n] | ti.SAI[n + 1] << 8) & R_NEGATION and ti.SAI[n + 2] == GEN:
                    if ti.SAI[n + 4] in (MAGIC, 5):
                        total += ti.SAI[n + 3] or count
        state.face[die] = 0
    state.doubled += min(total, ability(state, seat, FROSTWINGS, 5))


def magic_elements(state: "DragonState", die: int, place: int) -> int:
    """Return the elements of magic that a die gives (DD-57, DD-59)."""
    race = state.race(die)
    if race == AMAZONS:
        return land_elements(state, place) & WHITE if place < RESERVES else 0
    if race == UNDEAD:
        return DEATH
    return state.elements(die) & WHITE


def _group(todo: list[int], race: int, mask: int, doubles: int, points: int, sort: int) -> None:
    """Add points that are alike (DD-58): of a race and elements, of one sort."""
    if not mask or not points:
        return
    for n in range(0, len(todo), 5):
        if todo[n : n + 3] == [race, mask, doubles] and todo[n + 4] == sort:
            todo[n + 3] += points
            return
    todo.extend((race, mask, doubles, points, sort))


def _points(state: "DragonState", code: int, b: int, events: "Events") -> None:
    """Find the points of a throw: normal (0), of IDs (1), of special icons (2)."""
    for die, face in shown(state, code):
        if state.icon(die, face) == tb.I_ATTUNE and not _attuned_to(state, 0, die):
            state.push(POINTS, code)
            state.push(ATTUNE, code >> 4, die)
            return
    mods = Mods(state, code, state.roll)
    todo: list[int] = []
    jobs: list[tuple[int, int, int]] = []
    bones = 0
    for die, face in shown(state, code):
        icon, count = state.icon(die, face), state.count(die, face)
        race = state.race(die) if state.kind[die] < tb.ITEMS else NO_RACE
        mask = _mask(state, die, code)
        if icon == 0:
            if not mods.no_ids:
                _group(todo, race, mask, _doubles(state, race, mask, code), state.health(die), 1)
        elif icon == MAGIC + 1:
            _group(todo, race, _attuned_to(state, 2, die) or mask, 0, count, 0)
            bones += race == UNDEAD
        else:
            _special(state, die, face, mask, todo, jobs)
    base = sum([todo[n + 3] for n in range(0, len(todo), 5) if todo[n + 4] < 2])
    left = base - min(base, mods.less[MAGIC] + mods.any_less + state.doubled)
    if mods.half >> MAGIC & 1:
        left //= 2
    _reduce(todo, base - left)
    bones = min(bones, ability(state, code >> 4, UNDEAD, 4)) if bones else 0
    _group(todo, UNDEAD, DEATH, 0, bones, 2)  # Bone Magic
    state.doubled = 0
    state.picked = []
    for n in range(len(state.pool)):
        state.pool[n] = 0
    state.todo = todo
    for n in range(len(todo) - 5, -1, -5):
        state.push(SHARE, code >> 4, n)
    for at, number, die in sorted(jobs, reverse=True):
        state.push(M_SAIS, die, at // 5 * 128 + min(number, 127))


def _attunes(state: "DragonState", seat: int, die: int) -> list[int]:
    """Attune: its magic is of one element."""
    return [pack(NUM, e) for e in range(5)]


def _attune(state: "DragonState", action: int, seat: int, die: int, events: "Events") -> None:
    state.picked.extend((die, a_of(action), -1))
    state.push(ATTUNED, seat, len(state.picked) - 1)


def _switches(state: "DragonState", seat: int, n: int) -> list[int]:
    """Attune: normal magic icons of one unit of the army may become of that element."""
    units = [
        die
        for die, face in shown(state, state.cast_by)
        if state.kind[die] < tb.ITEMS and state.icon(die, face) == MAGIC + 1
    ]
    units = [die for die in units if not _attuned_to(state, 2, die)]
    return [pack(DONE)] + [pack(DIE, die) for die in alike(state, units, True)]


def _switch(state: "DragonState", action: int, seat: int, n: int, events: "Events") -> None:
    if kind_of(action) == DIE:
        state.picked[n] = a_of(action)


def _attuned_to(state: "DragonState", which: int, die: int) -> int:
    """Return the element of an icon that attunes (0), or of a unit that was switched (2)."""
    picked = state.picked
    for n in range(0, len(picked), 3):
        if picked[n + which] == die:
            return 1 << picked[n + 1]
    return 0


def _mask(state: "DragonState", die: int, code: int) -> int:
    """Return the elements of magic of a die, for the holder of standing stones also the land's."""
    place = code & 15
    mask = magic_elements(state, die, place)
    if mask and place < RESERVES and holds(state, code) and eighth(state, place) == STONES:
        mask |= land_elements(state, place) & WHITE
    return mask


def _doubles(state: "DragonState", race: int, mask: int, code: int) -> int:
    """Return the elements in which an ID counts double: DD-61; two races by DD-62."""
    place = code & 15
    if place >= RESERVES:
        return 0
    if race in (AMAZONS, FROSTWINGS) and eighth(state, place) != STONES:
        return 0
    return mask & land_elements(state, place)


def _special(
    state: "DragonState",
    die: int,
    face: int,
    mask: int,
    todo: list[int],
    jobs: list[tuple[int, int, int]],
) -> None:
    """Take the magic that a special icon gives, and note what else it does."""
    race = state.race(die) if state.kind[die] < tb.ITEMS else NO_RACE
    for n in entries(state.icon(die, face)):
        if not (ti.SAI[n] | ti.SAI[n + 1] << 8) & state.roll:
            continue
        op, what = ti.SAI[n + 2] & 127, ti.SAI[n + 4]
        number = ti.SAI[n + 3] or state.count(die, face)
        if op == GEN and what in (MAGIC, 5):
            _group(todo, race, mask, 0, number, 2)
        elif (op == GEN and what == 6) or state.kind[die] == tb.BRONZE_MEDALLION:
            _group(todo, race, _attuned_to(state, 0, die) or WHITE, 0, number, 2)
        elif op not in (GEN, BELLY):
            jobs.append((n, number, die))


def _reduce(todo: list[int], gone: int) -> None:
    """Take points away, normal ones first."""
    for sort in (0, 1):
        for n in range(0, len(todo), 5):
            if todo[n + 4] == sort:
                cut = min(gone, todo[n + 3])
                todo[n + 3] -= cut
                gone -= cut


def lowest(mask: int) -> int:
    """Return the number of the lowest element in a mask."""
    e = 0
    while not mask >> e & 1:
        e += 1
    return e


def _shares(state: "DragonState", seat: int, n: int) -> list[int]:
    """How many points of a group are of its first element; the rest of the others (DD-57)."""
    mask, points = state.todo[n + 1], state.todo[n + 3]
    if not points or not mask & (mask - 1):
        return [pack(USUAL)]
    return [pack(NUM, k) for k in range(points + 1)] + [pack(USUAL)]


def _share(state: "DragonState", action: int, seat: int, n: int, events: "Events") -> None:
    _race, mask, doubles, points = state.todo[n : n + 4]
    if kind_of(action) == USUAL:  # all of one element, one that doubles if there is any
        if points:
            _give(state, n, lowest(doubles or mask), points)
        return
    e = lowest(mask)
    _give(state, n, e, a_of(action))
    mask &= 31 - (1 << e)
    state.todo[n + 1], state.todo[n + 2] = mask, doubles & mask
    state.todo[n + 3] = points - a_of(action)
    state.push(SHARE, seat, n)


def _give(state: "DragonState", n: int, e: int, points: int) -> None:
    """Add points of an element, doubled by the terrain (DD-61) or by the dead (DD-63)."""
    race, _, doubles = state.todo[n : n + 3]
    value = points
    if doubles >> e & 1:
        value += points
    elif 1 << e == DEATH and state.todo[n + 4] == 1 and state.cast_by & 15 < RESERVES:
        more = min(points, max(_dead(state, race) - state.doubled, 0))
        state.doubled += more  # one doubling for each point, DD-64: never in reserves
        value += more
    at = 5 * race + e
    state.pool[at] = min(state.pool[at] + value, 255)


def _dead(state: "DragonState", race: int) -> int:
    """Return the health in the DUA that has most (DD-63, DD-205); Undead use all of them."""
    most = [
        sum([state.health(die) for die in state.units(seat << 4 | DUA)])
        for seat in range(state.seats)
    ]
    return sum(most) if race == UNDEAD else max(most)


def _cantrip(state: "DragonState", code: int, bronze: int, events: "Events") -> None:
    """Cantrip in another throw: its magic is spent at once, on spells that allow it."""
    faces = shown(state, code)
    roll = state.roll
    keep(state)
    state.cast_by = code
    state.side = code >> 4
    state.act = _CANTRIP_ACT
    state.floor = len(state.named)
    state.spent = 0
    state.doubled = 0
    for n in range(len(state.pool)):
        state.pool[n] = 0
    todo: list[int] = []
    if bronze:
        _group(todo, NO_RACE, WHITE, 0, bronze, 2)
    for die, face in faces if not bronze else ():
        icon = state.icon(die, face)
        for n in entries(icon):
            if (ti.SAI[n] | ti.SAI[n + 1] << 8) & roll and ti.SAI[n + 2] == GEN:
                if ti.SAI[n + 4] == 7:
                    number = ti.SAI[n + 3] or state.count(die, face)
                    mask = magic_elements(state, die, code & 15)
                    _group(todo, state.race(die), mask, 0, number, 2)
    state.todo = todo
    state.push(AFTER, code, 0)
    state.push(NAME, code >> 4)
    for n in range(len(todo) - 5, -1, -5):
        state.push(SHARE, code >> 4, n)


STEPS = (
    _cast,
    _cantrip,
    _points,
    (_shares, _share),
    (_negates, _negate),
    _negated,
    _throw,
    (_attunes, _attune),
    (_switches, _switch),
    "share negate attune attuned",
)
