"""Marches: maneuver (DD-46..DD-50), minor terrains, and the choice of an action (DD-43..DD-45)."""

from kostka.compat import const
from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice.codes import (
    A_MAGIC,
    A_MELEE,
    A_MISSILE,
    ACT,
    AMAZONS,
    ARMY,
    BUA,
    CAPTURED,
    CASTLE,
    DIE,
    DONE,
    F_CAMOUFLAGE,
    F_ILLUSION,
    F_MIRE,
    F_THORNS,
    F_TIES,
    FAILED,
    FRONTIER,
    FX,
    K_LIMIT,
    LESS_MANEUVER,
    M_COMBAT,
    M_EFFECTS,
    M_MAGIC,
    M_MARCH,
    M_MINORS,
    MANEUVER,
    MELEE,
    NUM,
    ON_LAND,
    POOL,
    R_ANSWERING,
    R_COUNTER,
    R_MARCHING,
    RESERVES,
    TOWER,
    U_TURNED,
    YES,
)
from kostka.games.dragon_dice.effects import damage, turn
from kostka.games.dragon_dice.rolls import alike, eighth, land_elements, minor_of, start
from kostka.rules import events as ev
from kostka.rules.action import a_of, b_of, kind_of, pack

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState, Events

(
    MARCH, MANEUVERS, COUNTERS, ROLLED, ANSWERED, JUDGE, DIRECTION, ACTION, CASTLES, THORNS,
    DONE_MARCH,
) = [M_MARCH + n for n in range(11)]  # fmt: skip
MINOR, SHOWN, MIRE = M_MINORS, M_MINORS + 1, M_MINORS + 3
_TOP = const(8)


def _marches(state: "DragonState", seat: int, number: int) -> list[int]:
    """Return the armies that may march; the second march needs another army (DD-45)."""
    found = [pack(DONE)]
    for place in list(range(state.seats)) + [FRONTIER, RESERVES]:
        if place != state.marched and state.units(seat << 4 | place):
            found.append(pack(ARMY, seat << 4 | place))
    return found


def _march(state: "DragonState", action: int, seat: int, number: int, events: "Events") -> None:
    if kind_of(action) == DONE:
        return
    code = a_of(action)
    place = code & 15
    state.marched = place
    state.push(DONE_MARCH)
    state.push(ACTION, seat, place)
    if place == RESERVES:  # DD-44: it does not maneuver
        return
    state.push(MANEUVERS, seat, place)
    minor = minor_of(state, code)
    if minor >= 0:
        icon = state.icon(minor, state.face[minor]) if state.face[minor] else -1
        bad = (
            tb.I_MINOR_FLOOD, tb.I_MINOR_DUST_STORM, tb.I_MINOR_REVOLT, tb.I_MINOR_FLANKED,
        )  # fmt: skip
        if icon in bad:
            state.move(minor, BUA, events)
        else:
            state.push(MINOR, seat, place)
    if state.has_fx(F_MIRE, ON_LAND + place):
        state.push(MIRE, code)


# Maneuver (DD-46..DD-50) ------------------------------------------------------------------------


def _maneuvers(state: "DragonState", seat: int, place: int) -> list[int]:
    """Announce a maneuver (yes) without naming the direction (DD-46)."""
    return [pack(DONE), pack(YES)]


def _maneuver(state: "DragonState", action: int, seat: int, place: int, events: "Events") -> None:
    if kind_of(action) == DONE:
        return
    state.flags = 0
    state.push(JUDGE, seat, place)
    for other in range(state.seats - 1, -1, -1):
        if other != seat and state.units(other << 4 | place):
            state.push(COUNTERS, other, place)


def _counters(state: "DragonState", seat: int, place: int) -> list[int]:
    """Opponents there may counter-maneuver (DD-47)."""
    return [pack(DONE), pack(YES)]


def _counter(state: "DragonState", action: int, seat: int, place: int, events: "Events") -> None:
    if kind_of(action) == YES:
        state.flags |= 1 << seat


def _judge(state: "DragonState", seat: int, place: int, events: "Events") -> None:
    """Nobody counters: it succeeds (DD-47); else all throw at once (DD-48)."""
    if not state.flags:
        state.push(DIRECTION, seat, place)
        return
    state.push(ANSWERED, seat, place)
    for other in range(state.seats - 1, -1, -1):
        if state.flags >> other & 1:
            state.push(ROLLED, other, place)
    state.push(ROLLED, seat, place | 16)


def _rolled(state: "DragonState", seat: int, b: int, events: "Events") -> None:
    """Let an army throw for maneuver, then keep its total; 16 is the marching one."""
    code = seat << 4 | b & 15
    if b & 32:
        state.totals[seat] = min(state.res[MANEUVER], 255)
        if b & 16:
            state.spent = state.res[LESS_MANEUVER]
        return
    state.push(ROLLED, seat, b | 32)
    start(state, code, R_MARCHING if b & 16 else R_ANSWERING, 1 << MANEUVER)


def _answered(state: "DragonState", seat: int, place: int, events: "Events") -> None:
    """The marching army needs as much as the highest single opponent (DD-48)."""
    highest = 0
    for other in range(state.seats):
        if state.flags >> other & 1:
            highest = max(highest, state.totals[other] - state.spent)
    mine = state.totals[seat]
    ties = state.has_fx(F_TIES, ON_LAND + place)
    if not state.units(seat << 4 | place):
        return
    if mine > highest or (mine == highest and not ties):
        state.push(DIRECTION, seat, place)
    elif events is not None:  # DD-43: a lost maneuver does not cost the action
        events.append((FAILED, ev.ALL, seat))


def _directions(state: "DragonState", seat: int, place: int) -> list[int]:
    """One step down (0) or up (1), never beyond 1 and 8, or a minor terrain (DD-49)."""
    found = []
    if state.show[place] > 1:
        found.append(pack(NUM, 0))
    if state.show[place] < _TOP:
        found.append(pack(NUM, 1))
    if minor_of(state, seat << 4 | place) < 0 and state.hold[place] != seat + 1:
        elements = land_elements(state, place)
        waiting = [d for d in state.slots(seat << 4 | POOL) if state.kind[d] >= tb.MINORS]
        for die in alike(state, waiting):
            if state.elements(die) & elements or state.elements(die) == 16:
                found.append(pack(DIE, die))
    return found


def _direction(state: "DragonState", action: int, seat: int, place: int, events: "Events") -> None:
    if kind_of(action) == DIE:
        die = a_of(action)
        state.move(die, place, events)
        state.push(SHOWN, seat, die)
        state.throw(seat, [die])
        return
    code = seat << 4 | place
    if state.has_fx(F_THORNS, ON_LAND + place) and state.show[place] < _TOP:
        state.push(THORNS, code)
    fx = state.fx
    for n in range(len(fx) - FX, -1, -FX):
        if fx[n + 1] == U_TURNED and fx[n + 3] == ON_LAND + place:
            fx[n : n + FX] = []
    face = state.show[place] + (1 if a_of(action) else -1)
    turn(state, place, face, events)
    if face == _TOP:
        _capture(state, seat, place, events)


def _capture(state: "DragonState", seat: int, place: int, events: "Events") -> None:
    """DD-9: who turns the die to 8 captures; two captured terrains win at once (DD-75)."""
    state.hold[place] = seat + 1
    if events is not None:
        events.append((CAPTURED, ev.ALL, seat, place))
    if state.hold.count(bytes([seat + 1])) >= 2:
        state.end(1, seat, events)
        return
    minor = minor_of(state, seat << 4 | place)
    if minor >= 0:
        state.move(minor, BUA, events)
    if tb.LAND[4 * state.land[place] + 1] & 15 == CASTLE:
        state.push(CASTLES, seat, place)


def _castles(state: "DragonState", seat: int, place: int) -> list[int]:
    """A castle works as a city, standing stones, a temple or a tower (DD-202)."""
    return [pack(NUM, n) for n in range(4)]


def _castle(state: "DragonState", action: int, seat: int, place: int, events: "Events") -> None:
    state.castle[place] = a_of(action)


def _thorns(state: "DragonState", code: int, done: int, events: "Events") -> None:
    """Wall of Thorns: six damage for each, less what a melee roll gives."""
    if not done:
        state.push(THORNS, code, 1)
        start(state, code, R_COUNTER, 1 << MELEE)
        return
    number = 0
    fx = state.fx
    for n in range(0, len(fx), FX):
        if fx[n] == F_THORNS and fx[n + 3] == ON_LAND + (code & 15):
            number += 6
    damage(state, code, max(number - state.res[MELEE], 0))


# Actions ----------------------------------------------------------------------------------------


def actions_at(state: "DragonState", code: int) -> list[int]:
    """Return what an army may do at its terrain, by the faces of the terrain and a minor one."""
    place = code & 15
    face = state.show[place]
    if face == _TOP:  # DD-202: the holder may do anything, others only melee
        return [A_MELEE, A_MISSILE, A_MAGIC] if state.hold[place] == (code >> 4) + 1 else [A_MELEE]
    found = [(tb.LAND[4 * state.land[place] + 2] | tb.LAND[4 * state.land[place] + 3] << 8)
             >> 2 * (face - 1) & 3]  # fmt: skip
    minor = minor_of(state, code)
    if minor >= 0 and state.face[minor]:
        icon = state.icon(minor, state.face[minor])
        for one, act in (
            (tb.I_MINOR_MELEE, A_MELEE), (tb.I_MINOR_MISSILE, A_MISSILE),
            (tb.I_MINOR_MAGIC, A_MAGIC),
        ):  # fmt: skip
            if icon == one and act not in found:
                found.append(act)
    return found


def near(place: int, other: int) -> bool:
    """Say whether missiles reach from a terrain to another one (DD-55)."""
    return place == other or FRONTIER in (place, other)


def _actions(state: "DragonState", seat: int, place: int) -> list[int]:
    code = seat << 4 | place
    found = [pack(DONE)]
    units = state.units(code)
    if not units:
        return found
    everywhere = list(range(state.seats)) + [FRONTIER]
    if place == RESERVES:  # DD-44, DD-69
        if [die for die in units if state.race(die) != AMAZONS]:
            found.append(pack(ACT, A_MAGIC))
        if [die for die in units if state.race(die) == AMAZONS]:
            _aims(state, seat, place, everywhere, found)
        return found
    acts = actions_at(state, code)
    if A_MELEE in acts:
        for other in range(state.seats):
            if other != seat and state.units(other << 4 | place):
                found.append(pack(ACT, A_MELEE, other << 4 | place))
    if A_MISSILE in acts:
        places = [there for there in everywhere if near(place, there)]
        if state.hold[place] == seat + 1 and eighth(state, place) == TOWER:
            places = everywhere + [RESERVES]  # else only magic reaches reserves (DD-74)
        _aims(state, seat, place, places, found)
    if A_MAGIC in acts:
        found.append(pack(ACT, A_MAGIC))
    return found


def _aims(
    state: "DragonState", seat: int, place: int, places: list[int], found: list[int]
) -> None:
    """Add the armies of others that missiles may be aimed at."""
    for other in range(state.seats):
        for there in places if other != seat else ():
            target = other << 4 | there
            if not state.units(target) or state.has_fx(F_ILLUSION, target):
                continue
            if there != place and state.has_fx(F_CAMOUFLAGE, target):
                continue
            found.append(pack(ACT, A_MISSILE, target))


def _action(state: "DragonState", action: int, seat: int, place: int, events: "Events") -> None:
    if kind_of(action) == DONE:
        return
    code = seat << 4 | place
    state.act = 0
    if a_of(action) == A_MAGIC:
        state.push(M_MAGIC, code)
    else:
        missile = a_of(action) == A_MISSILE
        state.push(M_COMBAT, code, missile << 8 | b_of(action))


def _done(state: "DragonState", a: int, b: int, events: "Events") -> None:
    for die in range(len(state.mark)):
        state.mark[die] &= 255 - K_LIMIT
    state.push(M_EFFECTS)


STEPS = (
    (_marches, _march),
    (_maneuvers, _maneuver),
    (_counters, _counter),
    _rolled,
    _answered,
    _judge,
    (_directions, _direction),
    (_actions, _action),
    (_castles, _castle),
    _thorns,
    _done,
    "march maneuver counter direction action castle",
)
