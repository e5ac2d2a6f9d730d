"""Damage that is taken off an army, and units that die (DD-5, DD-37, DD-52)."""

from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice.codes import (
    BUA,
    D_ARMY_SAVE,
    D_BURY,
    D_NO_TRIGGER,
    D_SAVE_OR_BURY,
    DAMAGE,
    DIE,
    DONE,
    DRAGONKIN,
    DUA,
    F_GROWTH,
    F_OPEN_GRAVE,
    F_SOILED,
    FLAGS_OF_DAMAGE,
    K_HIDDEN,
    M_DEATHS,
    M_EFFECTS,
    ON_LAND,
    ON_SEAT,
    POOL,
    RESERVES,
    SAVE,
    TREEFOLK,
    UNDEAD,
    USUAL,
    WATER,
)
from kostka.games.dragon_dice.effects import swapped
from kostka.games.dragon_dice.rolls import alike, evens, near_elements, single
from kostka.rules.action import a_of, kind_of, pack

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState, Events

SWAP, RISE, BURYING, LAST = [M_DEATHS + n for n in range(2, 6)]


# Damage --------------------------------------------------------------------------------------


def most(sizes: list[int], number: int) -> int:
    """Return the most health that can be removed out of units by a number of damage."""
    sums = 1
    for size in sizes:
        sums |= sums << size
    while not sums >> number & 1:
        number -= 1
    return number


def _victims(state: "DragonState", a: int) -> list[int]:
    dying = evens(state.dead)
    return [
        die
        for die in state.units(swapped(a))
        if not state.mark[die] & K_HIDDEN and die not in dying
    ]


def removable(state: "DragonState", a: int, number: int) -> list[int]:
    """Return units of which one may go, so that as much health goes as can (DD-37)."""
    units = _victims(state, a)
    sizes = [state.health(die) for die in units]
    number = min(number, sum(sizes))
    best = most(sizes, number)
    if not best:
        return []
    found = []
    for die in alike(state, units):
        size = state.health(die)
        if size <= best:
            sizes.remove(size)
            if most(sizes, best - size) == best - size:
                found.append(die)
            sizes.append(size)
    return found


def _damages(state: "DragonState", a: int, b: int) -> list[int]:
    units = _victims(state, a)
    if sum([state.health(die) for die in units]) <= b % FLAGS_OF_DAMAGE:
        return [pack(USUAL)]  # all of them
    found = [pack(DIE, die) for die in removable(state, a, b % FLAGS_OF_DAMAGE)]
    return found + [pack(USUAL)] if len(found) > 1 else found


def _damage(state: "DragonState", action: int, a: int, b: int, events: "Events") -> None:
    """Let a unit die; the usual: the smallest ones."""
    left, flags = b % FLAGS_OF_DAMAGE, b // FLAGS_OF_DAMAGE
    usual = kind_of(action) == USUAL
    while True:
        if usual:
            found = removable(state, a, left)
            if not found:
                return
            die = min([(state.health(one), one) for one in found])[1]
        else:
            die = a_of(action)
        state.dead.extend((die, flags))
        left -= state.health(die)
        if not usual:
            break
    if left and removable(state, a, left):
        state.push(DAMAGE, a, left + flags * FLAGS_OF_DAMAGE)


# Deaths --------------------------------------------------------------------------------------


def _deaths(state: "DragonState", a: int, b: int, events: "Events") -> None:
    """Begin with swaps that save a unit, then throws, then they are moved."""
    dead = state.dead
    if not dead:
        return
    state.push(LAST)
    state.push(BURYING)
    state.push(RISE)
    for n in range(0, len(dead), 2):
        if dead[n + 1] & D_NO_TRIGGER:
            continue
        race = state.race(dead[n])
        seat = state.at[dead[n]] >> 4
        grown = race == TREEFOLK and state.has_fx(F_GROWTH, ON_SEAT + seat)
        if race == UNDEAD or grown:
            state.push(SWAP, seat, dead[n])


def _swaps(state: "DragonState", seat: int, die: int) -> list[int]:
    """Stepped Damage, Accelerated Growth: a smaller one of the race takes its place."""
    found = []
    dying = evens(state.dead)
    race = state.race(die)
    for other in alike(state, state.units(seat << 4 | DUA)):
        if state.race(other) == race and other not in dying:
            health = state.health(other)
            if health < state.health(die) and (race == UNDEAD or health == 1):
                found.append(pack(DIE, other))
    return [pack(DONE)] + found


def _swap(state: "DragonState", action: int, seat: int, die: int, events: "Events") -> None:
    if kind_of(action) == DIE:
        other = a_of(action)
        state.move(other, state.at[die] & 15, events)
        at = 2 * evens(state.dead).index(die)
        state.dead[at + 1] = state.dead[at + 1] & 255 | D_NO_TRIGGER


def _rise(state: "DragonState", done: int, b: int, events: "Events") -> None:
    """Replanting, Rise from the Ashes: the die is thrown and may go to reserves instead."""
    dead = state.dead
    if not done:
        dice = []
        for n in range(0, len(dead), 2):
            die = dead[n]
            code = state.at[die]
            plant = state.race(die) == TREEFOLK and near_elements(state, code) & WATER
            if not dead[n + 1] & D_NO_TRIGGER and (plant or state.kind[die] in tb.RISERS):
                dice.append(die)
        if dice:
            state.push(RISE, 1)
            state.picked = dice
            state.throw(state.at[dice[0]] >> 4, dice[:])
        return
    for die in state.picked:
        icon = state.icon(die, state.face[die])
        if icon == (0 if state.race(die) == TREEFOLK else tb.I_RISE_FROM_THE_ASHES):
            at = 2 * evens(dead).index(die)
            dead[at : at + 2] = []
            state.move(die, RESERVES, events)
        state.face[die] = 0
    state.picked = []


def _burying(state: "DragonState", done: int, b: int, events: "Events") -> None:
    """Throw units that are buried unless they save."""
    dead = state.dead
    if not done:
        dice = []
        for n in range(0, len(dead), 2):
            code = state.at[dead[n]]
            if code & 15 < RESERVES and state.has_fx(F_SOILED, ON_LAND + (code & 15)):
                if state.race(dead[n]) != DRAGONKIN:
                    dead[n + 1] |= D_SAVE_OR_BURY
            if dead[n + 1] & D_SAVE_OR_BURY and not dead[n + 1] & D_BURY:
                dice.append(dead[n])
        if dice:
            state.push(BURYING, 1)
            state.picked = dice
            state.throw(state.at[dice[0]] >> 4, dice[:])
        return
    for die in state.picked:
        if not single(state, die, SAVE):
            dead[2 * evens(dead).index(die) + 1] |= D_BURY
        state.face[die] = 0
    state.picked = []


def _last(state: "DragonState", a: int, b: int, events: "Events") -> None:
    """Move the dead: DUA, BUA, the pool for Dragonkin, reserves by Open Grave."""
    dead = state.dead
    for n in range(0, len(dead), 2):
        die, flags = dead[n], dead[n + 1]
        place = DUA
        if flags & D_BURY:
            place = BUA
        elif state.race(die) == DRAGONKIN:
            place = POOL
        elif flags & D_ARMY_SAVE and state.has_fx(F_OPEN_GRAVE, state.at[die]):
            place = RESERVES
        state.move(die, place, events)
        state.face[die] = 0
        state.mark[die] = 0
    state.dead = []
    state.push(M_EFFECTS)


STEPS = (
    _deaths,
    (_damages, _damage),
    (_swaps, _swap),
    _rise,
    _burying,
    _last,
    "damage swap",
)
