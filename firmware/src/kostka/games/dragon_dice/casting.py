"""Naming of spells and their targets (DD-65..DD-70), Dispel Magic, and the order of resolving."""

from kostka.compat import const
from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice.codes import (
    ARMY,
    BUA,
    DEATH,
    DIE,
    DONE,
    DRAGONKIN,
    DUA,
    F_FADE,
    F_ILLUSION,
    F_TURNED,
    FRONTIER,
    FX,
    K_HIDDEN,
    K_OUT,
    M_CASTING,
    M_EFFECTS,
    M_SPELLS,
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
from kostka.games.dragon_dice.combat import answer_damage
from kostka.games.dragon_dice.rolls import (
    alike,
    eighth,
    holds,
)
from kostka.rules import events as ev
from kostka.rules.action import a_of, b_of, kind_of, pack

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState, Events

NAME, TIMES, TARGET, END_NAMING, DISPEL, DISPELLED, NEXT, AFTER = [M_CASTING + n for n in range(8)]
_CANTRIP_ACT = const(9)  # in State.act while a cantrip is cast
_ANY, _MIX = const(5), const(6)  # elements of spells
_DONE_SPELL = const(9)  # in place of the element of a spell that is resolved or cancelled
_MOST = const(12)  # castings of one spell at once
HEAD = const(5)  # numbers of a named spell before its targets: length, spell, element, times, army


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


def spell_at(spell: int) -> int:
    """Return where the record of a spell begins in tb.SPELL."""
    return tb.SPELL_AT[2 * spell] | tb.SPELL_AT[2 * spell + 1] << 8


def castings(state: "DragonState") -> list[int]:
    """Return the spells that can be paid, with the element that pays, and that have a target."""
    found = []
    reserves = state.cast_by & 15 == RESERVES
    pool = state.pool
    if not any(pool):
        return found
    totals = [points_of(state, e, 255) for e in range(7 - 2)]
    best = max(totals)
    sourced = state.options["spells"] == "sourced"
    for spell in range(tb.SPELLS):
        at = spell_at(spell)
        element, cost, race, flags = tb.SPELL[at : at + 4]
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
    at = spell_at(spell)
    state.push(NAME, seat)
    named = state.named
    state.left = len(named)  # where its record begins
    named.extend((HEAD, spell, element, 1, state.cast_by))
    race, limit = tb.SPELL[at + 2], tb.SPELL[at + 6]
    most = points_of(state, element, race) // tb.SPELL[at + 1]
    separate = tb.SPELL[at + 9] >> 5 == 2
    if separate and limit and most > 1 and not tb.SPELL[at + 3] & 8:
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
    limit = tb.SPELL[spell_at(state.named[state.left + 1]) + 6]
    _pay(state, n)
    state.push(TARGET, seat, n * (limit & 15) if limit >> 4 != 4 else n)


def _pay(state: "DragonState", times: int) -> None:
    """Take the points: of the race that a spell needs, else of items first, then by race."""
    spell, e = state.named[state.left + 1], state.named[state.left + 2]
    at = spell_at(spell)
    cost, race = times * tb.SPELL[at + 1], tb.SPELL[at + 2]
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
    """Return what a spell may name: armies, terrains (ON_LAND), seats (ON_SEAT), dice (ON_DIE)."""
    at = spell_at(spell)
    head, where, limit, race, only, rest = tb.SPELL[at + 4 : at + 10]
    what, owner = head >> 2, head & 3
    caster, reserves = state.cast_by >> 4, state.cast_by & 15 == RESERVES
    if reserves:
        owner &= 1  # DD-68: only own ones
    taken = _taken(state, spell, upto) if tb.SPELL[at + 3] & 8 else []
    found: list[int] = []
    if spell == tb.S_SPIRIT_FURNACE and taken:
        return found
    if what == 6:
        return [ON_SEAT + caster]
    if what == 3:
        for place in list(range(state.seats)) + [FRONTIER]:
            if (rest & 4 and state.show[place] == 8) or reserves:
                continue
            found.append(ON_LAND + place)
        return [one for one in found if one not in taken]
    path_free = state.options["path_unit_from"] == "anywhere"
    for seat in range(state.seats):
        if not owner & (1 if seat == caster else 2):
            continue
        for place in list(range(FRONTIER + 1)) + [RESERVES, DUA, BUA, POOL]:
            bit = 1 if place <= FRONTIER else 1 << place - FRONTIER
            if not where & bit or (spell == tb.S_PATH and bit == 2 and not path_free):
                continue
            code = seat << 4 | place
            dice = state.slots(code)
            if not dice or (place <= RESERVES and _safe(state, code, caster, element)):
                continue
            if what == 0:
                if state.units(code):
                    found.append(code)
                continue
            for die in alike(state, [d for d in dice if ON_DIE + d not in chosen]):
                if _fits(state, die, what, limit, race, only, rest, element):
                    found.append(ON_DIE + die)
    return [one for one in found if one not in taken]


def _fits(
    state: "DragonState", die: int, what: int, limit: int, race: int, only: int, rest: int,
    element: int,
) -> bool:  # fmt: skip
    """Say whether a die is of the sort that a spell names."""
    kind = state.kind[die]
    if what == 4:
        return tb.ITEMS <= kind < tb.DRAGONS
    if what == 5:
        return kind >= tb.MINORS
    if kind >= tb.ITEMS or state.mark[die] & K_HIDDEN:
        return False
    if race != 255 and state.race(die) != race:
        return False
    if race == 255 and state.race(die) == DRAGONKIN and state.at[die] & 15 > RESERVES:
        return False
    if only != 255 and not state.elements(die) & only:
        return False
    if rest & 1 and not state.elements(die) & element:
        return False
    return limit >> 4 != 4 or state.health(die) == 1


def _taken(state: "DragonState", spell: int, upto: int) -> list[int]:
    """Return the targets that castings of this magic action have named."""
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
    kind = tb.SPELL[spell_at(spell) + 6] >> 4
    return 1 if kind in (2, 4) else state.health(on - ON_DIE)


def _aims(state: "DragonState", seat: int, left: int) -> list[int]:
    """Return the targets of the spell that is named; `left` counts health, units or points."""
    named = state.named
    spell, e = named[state.left + 1], named[state.left + 2]
    chosen = named[state.left + HEAD :]
    at = spell_at(spell)
    found = targets(state, spell, WHITE if e == _MIX else 1 << e, state.left, chosen)
    if left:
        found = [on for on in found if _size(state, spell, on) <= left]
        if chosen and tb.SPELL[at + 9] & 2:  # all of one army
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


def _end_naming(state: "DragonState", a: int, b: int, events: "Events") -> None:
    """DD-66: who has a Dispel Magic icon may throw right after spells are named."""
    state.push(NEXT, state.cast_by >> 4)
    if len(state.named) == state.floor:
        return
    aimed = _open(state)
    for die in range(len(state.kind)):
        if state.kind[die] in tb.DISPELLERS and state.at[die] & 15 <= RESERVES:
            if state.at[die] >> 4 != state.cast_by >> 4 and _aimed_at(state, die, aimed):
                state.push(DISPEL, state.at[die] >> 4, die)


def _open(state: "DragonState") -> list[int]:
    """Return where the records of spells begin that are named and not resolved."""
    named = state.named
    found = []
    n = state.floor
    while n < len(named):
        if named[n + 2] != _DONE_SPELL:
            found.append(n)
        n += named[n]
    return found


def _aimed_at(state: "DragonState", die: int, records: list[int]) -> list[int]:
    """Return those spells that are aimed at a unit, its army or its terrain."""
    named = state.named
    code = state.at[die]
    marks = (ON_DIE + die, code, ON_LAND + (code & 15) if code & 15 <= FRONTIER else -1)
    found = []
    for n in records:
        for on in named[n + HEAD : n + named[n]]:
            if on in marks:
                found.append(n)
                break
    return found


def _dispels(state: "DragonState", seat: int, die: int) -> list[int]:
    if not _aimed_at(state, die, _open(state)):
        return [pack(DONE)]
    return [pack(DONE), pack(YES)]


def _dispel(state: "DragonState", action: int, seat: int, die: int, events: "Events") -> None:
    if kind_of(action) == YES:
        state.push(DISPELLED, seat, die)
        state.throw(seat, [die])


def _dispelled(state: "DragonState", seat: int, die: int, events: "Events") -> None:
    if state.icon(die, state.face[die]) == tb.I_DISPEL_MAGIC:
        for n in _aimed_at(state, die, _open(state)):
            state.named[n + 2] = _DONE_SPELL
    state.face[die] = 0


def _nexts(state: "DragonState", seat: int, b: int) -> list[int]:
    """Spells resolve in any order that the caster likes (DD-65)."""
    count = len(_open(state))
    if not count:
        return [pack(DONE)]
    return [pack(NUM, n) for n in range(count)]


def _next(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
    if kind_of(action) == DONE:
        return
    n = _open(state)[a_of(action)]
    state.push(NEXT, seat)
    state.push(M_EFFECTS)
    state.push(M_SPELLS, n)


def _after(state: "DragonState", code: int, backlash: int, events: "Events") -> None:
    """End casting: points that are left are lost; Backlash hurts by what was spent."""
    state.named[state.floor :] = []
    for die in state.units(code):
        state.mark[die] &= 255 - K_OUT
    if backlash and state.spent and state.units(code):
        answer_damage(state, code, state.spent)
    state.push(M_EFFECTS)


STEPS = (
    (_names, _name, "spell"),
    (_times, _time, "times"),
    (_aims, _aim, "aim_spell"),
    _end_naming,
    (_dispels, _dispel, "dispel"),
    _dispelled,
    (_nexts, _next, "resolve"),
    _after,
)
