"""Naming of spells and their targets (DD-65..DD-70), Dispel Magic, and the order of resolving."""

from kostka.compat import const
from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice import tables_spells as ts
from kostka.games.dragon_dice.codes import (
    ARMY,
    BUA,
    DEATH,
    DIE,
    DONE,
    DRAGONKIN,
    F_FADE,
    F_ILLUSION,
    F_TURNED,
    FRONTIER,
    FX,
    HEAD,
    K_HIDDEN,
    M_CASTING,
    M_DISPEL,
    NAMED,
    NO_RACE,
    NUM,
    ON_DIE,
    ON_LAND,
    ON_SEAT,
    PLACE,
    POOL,
    RESERVES,
    SPELL,
    TEMPLE,
    WHITE,
    YES,
)
from kostka.games.dragon_dice.rolls import alike, eighth, holds
from kostka.rules import events as ev
from kostka.rules.action import a_of, b_of, kind_of, pack

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState, Events

NAME, TIMES, TARGET = [M_CASTING + n for n in range(3)]
END_NAMING = M_DISPEL
_CANTRIP_ACT = const(9)  # in State.act while a cantrip is cast
_ANY, _MIX = const(5), const(6)  # elements of spells
_DONE_SPELL = const(9)  # in place of the element of a spell that is resolved or cancelled
_MOST = const(12)  # castings of one spell at once


def points_of(state: "DragonState", element: int, race: int) -> int:
    """Return the points of an element (or of all: mixed), of one race or of all (255)."""
    pool = state.pool
    total = 0
    for r in range(NO_RACE + 1):
        if race in (255, r):
            if element == _MIX:
                total += sum(pool[5 * r : 5 * r + 5])
            else:
                total += pool[5 * r + element]
    return total


def castings(state: "DragonState") -> list[int]:
    """Return the spells that can be paid, with the element that pays, and that have a target."""
    found: list[int] = []
    reserves = state.cast_by & 15 == RESERVES
    pool = state.pool
    if not any(pool):
        return found
    totals = [points_of(state, e, 255) for e in range(7 - 2)]
    best = max(totals)
    sourced = state.options["spells"] == "sourced"
    for spell in range(tb.SPELLS):
        at = ts.spell_at(spell)
        element, cost, race, flags = ts.SPELL[at : at + 4]
        if cost > best and element != _MIX:
            continue
        if reserves and not flags & 1:  # DD-68
            continue
        if state.act == _CANTRIP_ACT and not flags & 2:
            continue
        if sourced and flags & 4:  # DD-207
            continue
        if element == _MIX:
            if sum(totals) >= cost and targets(state, spell, 0):
                found.append(pack(SPELL, spell, _MIX))
            continue
        for e in range(5) if element == _ANY else (element,):
            if totals[e] >= cost and points_of(state, e, race) >= cost:
                if targets(state, spell, 1 << e):
                    found.append(pack(SPELL, spell, e))
    return found


def _names(state: "DragonState", seat: int, b: int) -> list[int]:
    return [pack(DONE)] + castings(state)


def _name(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
    """Name a spell, or end naming."""
    if kind_of(action) == DONE:
        state.push(END_NAMING)
        return
    spell, element = a_of(action), b_of(action)
    at = ts.spell_at(spell)
    state.push(NAME, seat)
    named = state.named
    state.left = len(named)  # where its record begins
    named.extend((HEAD, spell, element, 1, state.cast_by))
    race, limit = ts.SPELL[at + 2], ts.SPELL[at + 6]
    most = points_of(state, element, race) // ts.SPELL[at + 1]
    separate = ts.SPELL[at + 9] >> 5 == 2
    if separate and limit and most > 1 and not ts.SPELL[at + 3] & 8:
        state.push(TIMES, seat, min(most, _MOST))
    else:
        _pay(state, 1)
        state.push(TARGET, seat, limit & 15 if limit >> 4 in (1, 2, 3) else 0)


def _times(state: "DragonState", seat: int, most: int) -> list[int]:
    """How many castings are joined (several castings add up for larger targets)."""
    return [pack(NUM, n) for n in range(1, most + 1)]


def _time(state: "DragonState", action: int, seat: int, most: int, events: "Events") -> None:
    n = a_of(action)
    state.named[state.left + 3] = n
    limit = ts.SPELL[ts.spell_at(state.named[state.left + 1]) + 6]
    _pay(state, n)
    state.push(TARGET, seat, n * (limit & 15) if limit >> 4 != 4 else n)


def _pay(state: "DragonState", times: int) -> None:
    """Take the points: of the race that a spell needs, else of items first, then by race."""
    spell, e = state.named[state.left + 1], state.named[state.left + 2]
    at = ts.spell_at(spell)
    cost, race = times * ts.SPELL[at + 1], ts.SPELL[at + 2]
    state.spent += cost
    pool = state.pool
    for r in range(NO_RACE, -1, -1):
        if race not in (255, r):
            continue
        for one in range(5) if e == _MIX else (e,):
            cut = min(cost, pool[5 * r + one])
            pool[5 * r + one] -= cut
            cost -= cut


def _safe(state: "DragonState", code: int, caster: int, element: int) -> bool:
    """Say whether spells of an opponent cannot name an army or its units."""
    if code >> 4 == caster:
        return False
    if state.has_fx(F_FADE, code) or state.has_fx(F_ILLUSION, code):
        return True
    # DD-202: an army that holds a temple
    place = code & 15
    return element == DEATH and holds(state, code) and eighth(state, place) == TEMPLE


def targets(
    state: "DragonState",
    spell: int,
    element: int,
    upto: int = 1 << 14,
    chosen: tuple[int, ...] | list[int] = (),
) -> list[int]:
    """Return what a spell may name: armies, terrains (ON_LAND), seats (ON_SEAT), dice (ON_DIE).

    `element` is the mask of what pays, `upto` the end of what was named before, `chosen` what
    this casting has named.
    """
    at = ts.spell_at(spell)
    what = ts.SPELL[at + 4] >> 2
    caster = state.cast_by >> 4
    taken = taken_by(state, spell, upto) if ts.SPELL[at + 3] & 8 else []
    if spell == tb.S_SPIRIT_FURNACE and taken:
        return []
    if what == 6:
        return [ON_SEAT + caster]
    if what == 3:
        found = _lands(state, at)
    else:
        found = []
        for code in _areas(state, spell):
            if code & 15 <= RESERVES and _safe(state, code, caster, element):
                continue
            if what == 0:
                found += [code] if state.units(code) else []
                continue
            dice = [die for die in state.slots(code) if ON_DIE + die not in chosen]
            for die in alike(state, dice):
                if _fits(state, die, at, element):
                    found.append(ON_DIE + die)
    return [one for one in found if one not in taken]


def _lands(state: "DragonState", at: int) -> list[int]:
    if state.cast_by & 15 == RESERVES:
        return []  # DD-68
    places = list(range(state.seats)) + [FRONTIER]
    closed = ts.SPELL[at + 9] & 4  # on an eighth face
    return [ON_LAND + place for place in places if not closed or state.show[place] < 8]


def _areas(state: "DragonState", spell: int) -> list[int]:
    """Return the armies and areas in which a spell may have targets."""
    at = ts.spell_at(spell)
    owner, where = ts.SPELL[at + 4] & 3, ts.SPELL[at + 5]
    if state.cast_by & 15 == RESERVES:
        owner &= 1  # DD-68: only own ones
    if spell == tb.S_PATH and state.options["path_unit_from"] == "terrain":
        where = 1  # DD-203
    found = []
    for seat in range(state.seats):
        if owner & (1 if seat == state.cast_by >> 4 else 2):
            for place in range(POOL + 1):
                if where & (1 if place <= FRONTIER else 1 << place - FRONTIER):
                    found.append(seat << 4 | place)
    return found


def _fits(state: "DragonState", die: int, at: int, element: int) -> bool:
    """Say whether a die is of the sort that a spell names."""
    what = ts.SPELL[at + 4] >> 2
    limit, race, only = ts.SPELL[at + 6 : at + 9]
    kind = state.kind[die]
    if what == 4:
        return tb.ITEMS <= kind < tb.DRAGONS
    if what == 5:
        return kind >= tb.MINORS
    if kind >= tb.ITEMS or state.mark[die] & K_HIDDEN:
        return False
    mine = state.race(die)
    if race not in (255, mine):
        return False
    if race == 255 and mine == DRAGONKIN and state.at[die] & 15 > RESERVES:
        return False
    own = state.elements(die)
    if (only != 255 and not own & only) or (ts.SPELL[at + 9] & 1 and not own & element):
        return False
    return limit >> 4 != 4 or state.health(die) == 1


def taken_by(state: "DragonState", spell: int, upto: int) -> list[int]:
    """Return the targets that castings of this magic action have named (DD-70)."""
    found = []
    named = state.named
    n = state.floor
    while n < min(upto, len(named)):
        if named[n + 1] == spell:
            found.extend(named[n + HEAD : n + named[n]])
        n += named[n]
    for n in range(0, len(state.fx), FX):
        if state.fx[n] == F_TURNED:  # at most one step for each terrain and turn
            found.append(state.fx[n + 3])
    return found


def _size(state: "DragonState", spell: int, on: int) -> int:
    kind = ts.SPELL[ts.spell_at(spell) + 6] >> 4
    return 1 if kind in (2, 4) else state.health(on - ON_DIE)


def _aims(state: "DragonState", seat: int, left: int) -> list[int]:
    """Return the targets of the spell that is named; `left` counts health, units or points."""
    named = state.named
    spell, e = named[state.left + 1], named[state.left + 2]
    chosen = named[state.left + HEAD :]
    at = ts.spell_at(spell)
    found = targets(state, spell, WHITE if e == _MIX else 1 << e, state.left, chosen)
    if left:
        found = [on for on in found if _size(state, spell, on) <= left]
        if chosen and ts.SPELL[at + 9] & 2:  # all of one army
            found = [on for on in found if state.at[on - ON_DIE] == state.at[chosen[0] - ON_DIE]]
    actions = [_aim_of(on) for on in found]
    if chosen or not actions:
        actions.append(pack(DONE))
    return actions


def _aim_of(on: int) -> int:
    if on >= ON_DIE:
        return pack(DIE, on - ON_DIE)
    if on >= ON_SEAT:
        return pack(YES)
    return pack(PLACE, on - ON_LAND) if on >= ON_LAND else pack(ARMY, on)


def _aim(state: "DragonState", action: int, seat: int, left: int, events: "Events") -> None:
    """Name a target; go on while there is room for more."""
    named = state.named
    kind = kind_of(action)
    spell = named[state.left + 1]
    if kind != DONE:
        base = {DIE: ON_DIE, PLACE: ON_LAND, ARMY: 0, YES: ON_SEAT + seat}[kind]
        on = base + a_of(action)
        named.append(on)
        if left:
            left -= _size(state, spell, on)
            if left > 0:
                state.push(TARGET, seat, left)
                return
    named[state.left] = len(named) - state.left
    if events is not None:
        events.append((NAMED, ev.ALL, seat, spell, named[state.left + 3]))
    if spell == tb.S_SPIRIT_FURNACE:  # DD-67: resolved at once
        _furnace(state, events)


def _furnace(state: "DragonState", events: "Events") -> None:
    named = state.named
    health = 0
    for on in named[state.left + HEAD :]:
        die = on - ON_DIE
        health += state.health(die)
        state.move(die, BUA, events)
    at = 5 * NO_RACE + 4
    state.pool[at] = min(state.pool[at] + 2 * health, 255)
    named[state.left + 2] = _DONE_SPELL


STEPS = (
    (_names, _name),
    (_times, _time),
    (_aims, _aim),
    "spell times aim_spell",
)
