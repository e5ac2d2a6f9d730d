"""Throws of armies: who takes part, throwing again, and what counts in which order (DD-60)."""

from kostka.compat import const
from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice import tables_icons as ti
from kostka.games.dragon_dice.codes import (
    AMAZONS,
    DIE,
    DONE,
    DRAGONKIN,
    F_FLASHFIRE,
    FX,
    K_LIMIT,
    M_COUNTING,
    M_ITEMS,
    M_ROLLS,
    NO_RACE,
    ON_LAND,
    R_ANSWERING,
    R_MAGIC,
    R_MAGIC_RESERVE,
    R_MANEUVERS,
    R_MISSILE,
    RESERVES,
    SAVE,
    TREEFOLK,
    UNDEAD,
    VORTEX,
    WHITE,
    YES,
)
from kostka.games.dragon_dice.ops import FLURRY_OP
from kostka.rules.action import a_of, kind_of, pack

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState, Events

AGAIN, REROLL, FLURRY, GROW = [M_ROLLS + n for n in range(4)]
RELIC = M_ITEMS + 3
_LEFT_OUT = const(15)  # marks of dice that take no part in a throw


def land_elements(state: "DragonState", place: int) -> int:
    """Return the elements of a terrain, those added by spells included (DD-59)."""
    found = tb.LAND[4 * state.land[place]]
    fx = state.fx
    for n in range(0, len(fx), FX):
        if fx[n] == 9 and fx[n + 3] == ON_LAND + place:
            found |= fx[n + 5]
    return found


def minor_of(state: "DragonState", code: int) -> int:
    """Return the minor terrain of an army, -1 where it has none."""
    for die in state.slots(code):
        if state.kind[die] >= tb.MINORS:
            return die
    return -1


def near_elements(state: "DragonState", code: int) -> int:
    """Return the elements that count for the race abilities of an army."""
    place = code & 15
    if place >= RESERVES:
        return 0
    found = land_elements(state, place)
    minor = minor_of(state, code)
    return found | state.elements(minor) if minor >= 0 else found


def eighth(state: "DragonState", place: int) -> int:
    """Return the eighth face that a terrain has, a castle as what it works as."""
    face = tb.LAND[4 * state.land[place] + 1] & 15
    return state.castle[place] if face == 4 else face


def holds(state: "DragonState", code: int) -> bool:
    """Say whether an army holds the eighth face of its terrain."""
    place = code & 15
    return place < RESERVES and state.hold[place] == (code >> 4) + 1


def carries(state: "DragonState", unit: int, item: int) -> bool:
    """Say whether a unit can carry an item at all."""
    race = state.race(unit)
    if race == DRAGONKIN:
        return False
    if state.type(item) == 2 or race in (AMAZONS, NO_RACE):
        return True  # medallions and relics are carried by any unit
    elements = state.elements(item)
    if race == UNDEAD:
        return elements & 16 > 0
    return elements & state.elements(unit) & WHITE > 0


def carried(state: "DragonState", units: list[int], items: list[int]) -> list[int]:
    """Return the items that units carry: two each, or one medallion or relic."""
    room = [2] * len(units)
    found = []
    for item in items:
        big = state.type(item) == 2
        best = -1
        for n in range(len(units)):
            if room[n] >= 1 + big and carries(state, units[n], item):
                if best < 0 or state.elements(units[n]) < state.elements(units[best]):
                    best = n
        if best >= 0:
            room[best] -= 1 + big
            found.append(item)
    return found


def taking_part(state: "DragonState", code: int, roll: int) -> list[int]:
    """Return the dice of an army that are thrown."""
    kind, mark = state.kind, state.mark
    units = []
    items = []
    for die in state.slots(code):
        if kind[die] < tb.ITEMS:
            if mark[die] & _LEFT_OUT or (mark[die] & K_LIMIT and code == state.roller):
                continue
            if roll & (R_MISSILE | R_MAGIC | R_MAGIC_RESERVE) and state.race(die) == DRAGONKIN:
                continue  # they throw neither for missiles nor for magic
            units.append(die)
        elif kind[die] < tb.DRAGONS:
            items.append(die)
    return units + carried(state, units, items) if items else units


def start(state: "DragonState", code: int, roll: int, want: int) -> None:
    """Let an army throw; `want` is the mask of what counts. The result comes to State.res."""
    state.roller = code
    state.roll = roll
    state.want = want
    state.left = 0
    state.relics = []
    at = state.at
    if state.extra:
        kept = []
        for n in range(0, len(state.extra), 2):
            if at[state.extra[n]] != code:
                kept.extend(state.extra[n : n + 2])
        state.extra = kept
    dice = taking_part(state, code, roll)
    for die in state.slots(code):
        if state.kind[die] < tb.MINORS:
            state.face[die] = 0
    if not roll & (R_MAGIC | R_MAGIC_RESERVE):
        state.push(M_COUNTING, code)
    state.push(AGAIN, code)
    again = rerolls(state, code, roll)
    if again:
        state.push(REROLL, code >> 4, again)
    if roll == R_ANSWERING and near_elements(state, code) & 4:
        state.picked = []
        state.push(GROW, code >> 4)
    state.throw(code >> 4, dice)


def rerolls(state: "DragonState", code: int, roll: int) -> int:
    """Return how many units may be thrown once more: Vortex, Flashfire."""
    if roll & R_MANEUVERS:
        return 0
    place = code & 15
    count = 0
    if place < RESERVES and state.hold[place] and eighth(state, place) == VORTEX:
        count = 1
    fx = state.fx
    for n in range(0, len(fx), FX):
        count += fx[n] == F_FLASHFIRE and fx[n + 3] == code
    return count


def _thrown(state: "DragonState", code: int) -> list[int]:
    face = state.face
    return [die for die in state.slots(code) if face[die] and state.kind[die] < tb.DRAGONS]


def alike(state: "DragonState", dice: list[int], faces: bool = False) -> list[int]:
    """Return one die of each kind and place, and of each face where that matters."""
    seen = []
    found = []
    for die in dice:
        key = (state.kind[die], state.face[die] * faces, state.at[die], state.mark[die])
        if key not in seen:
            seen.append(key)
            found.append(die)
    return found


def _rerolls(state: "DragonState", seat: int, left: int) -> list[int]:
    units = [die for die in _thrown(state, state.roller) if state.kind[die] < tb.ITEMS]
    return [pack(DONE)] + [pack(DIE, die) for die in alike(state, units, True)]


def _reroll(state: "DragonState", action: int, seat: int, left: int, events: "Events") -> None:
    if kind_of(action) == DIE:
        if left > 1:
            state.push(REROLL, seat, left - 1)
        state.throw(seat, [a_of(action)])


def _grows(state: "DragonState", seat: int, b: int) -> list[int]:
    """Rapid Growth: Treefolk without a special icon may be thrown again, all at once."""
    found = []
    for die in _thrown(state, state.roller):
        if state.race(die) == TREEFOLK and state.icon(die, state.face[die]) <= SAVE + 1:
            if die not in state.picked:
                found.append(die)
    return [pack(DONE)] + [pack(DIE, die) for die in alike(state, found, True)]


def _grow(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
    if kind_of(action) == DIE:
        state.picked.append(a_of(action))
        state.push(GROW, seat)
    elif state.picked:
        state.throw(seat, state.picked[:])
        state.picked = []


def shown(state: "DragonState", code: int) -> list[tuple[int, int]]:
    """Return (die, face) of all faces that an army has thrown."""
    face = state.face
    found = [(die, face[die]) for die in _thrown(state, code)]
    extra = state.extra
    for n in range(0, len(extra), 2):
        if state.at[extra[n]] == code:
            found.append((extra[n], extra[n + 1]))
    return found


def has_race(state: "DragonState", code: int, race: int) -> bool:
    """Say whether an army has a unit of a race."""
    for die in state.units(code):
        if state.race(die) == race:
            return True
    return False


def what_of(job: int) -> tuple[int, int, int]:
    """Return operation, number and detail of a job."""
    at = job // 128 * 5
    return ti.SAI[at + 2] & 127, job % 128, ti.SAI[at + 4]


def single(state: "DragonState", die: int, want: int) -> int:
    """Return how many results of one kind a unit shows that was thrown alone."""
    if not state.face[die]:
        return 0
    from kostka.games.dragon_dice import counting

    return counting.single(state, die, want)


def evens(values: list[int]) -> list[int]:
    """Return the first of each pair in a list of pairs."""
    return [values[n] for n in range(0, len(values), 2)]


def entries(icon: int) -> range:
    """Return the places in ti.SAI of what an icon does."""
    at = ti.SAI_AT
    return range(at[2 * icon] | at[2 * icon + 1] << 8, at[2 * icon + 2] | at[2 * icon + 3] << 8, 5)


def _again(state: "DragonState", code: int, done: int, events: "Events") -> None:
    """Throw dice again whose icon says so; their new faces are added."""
    roll = state.roll
    faces = shown(state, code)
    for die, face in () if done or roll & R_MANEUVERS else faces:
        if state.kind[die] == tb.ELEMENTAL_RELIC and die not in evens(state.relics):
            state.relics.extend((die, state.count(die, face)))
            state.push(AGAIN, code)
            state.push(RELIC, code >> 4, die)
            return
    dice = []
    for die, face in faces[done:]:
        icon = state.icon(die, face)
        if icon <= SAVE + 1:
            continue
        for n in entries(icon):
            if (ti.SAI[n] | ti.SAI[n + 1] << 8) & roll:
                if ti.SAI[n + 2] & 128:
                    dice.append(die)
                    break
                if ti.SAI[n + 2] == FLURRY_OP:
                    state.push(FLURRY, code >> 4, die)
    if dice:
        state.push(AGAIN, code, len(faces))
        state.throw(code >> 4, dice, 1)


def _flurries(state: "DragonState", seat: int, die: int) -> list[int]:
    return [pack(DONE), pack(YES)]


def _flurry(state: "DragonState", action: int, seat: int, die: int, events: "Events") -> None:
    """Flurry against dragons: saves (done), or melee and another throw (yes)."""
    if kind_of(action) == DONE:
        state.left += 4
        return
    state.push(AGAIN, state.roller, len(shown(state, state.roller)))
    state.throw(seat, [die], 1)


STEPS = (
    _again,
    (_rerolls, _reroll),
    (_flurries, _flurry),
    (_grows, _grow),
    "reroll flurry grow",
)
