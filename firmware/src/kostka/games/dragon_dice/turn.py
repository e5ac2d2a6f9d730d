"""A turn in seven steps (DD-21..DD-25), and the effects at its start."""

from kostka.compat import const
from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice.codes import (
    AIR,
    ANY,
    BUA,
    CITY,
    DIE,
    DONE,
    DRAGONKIN,
    DUA,
    EARTH,
    EITHER,
    ELDARIM,
    FERAL,
    FRONTIER,
    FROSTWINGS,
    GROVE,
    LAIR,
    M_DEATHS,
    M_DRAGONS,
    M_EFFECTS,
    M_MARCH,
    M_RESERVES,
    M_TURN,
    MOVE,
    NUM,
    POOL,
    RESERVES,
    SAVE,
    SEAT,
    STARTED,
    SWAMP_STALKERS,
    TEMPLE,
    U_NOW,
    U_START,
    WHITE,
)
from kostka.games.dragon_dice.effects import ability, expire, kill, swapped
from kostka.games.dragon_dice.rolls import (
    alike,
    eighth,
    has_race,
    land_elements,
    near_elements,
    single,
)
from kostka.rules import events as ev
from kostka.rules.action import a_of, b_of, kind_of, pack

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState, Events

(
    TURN, PART, MUTATE, MUTATED, TEMPLES, BURIED, LAIRS, GROVES, END, STEP, HANDLERS,
) = [M_TURN + n for n in range(11)]  # fmt: skip
REINFORCE, RETREAT = M_RESERVES, M_RESERVES + 1
# Numbers of abilities in part (a) of the effects at the start: Feralization and Dragonkin
# Handlers one for each terrain.
_MUTATE, _FORTITUDE, _HANDLERS = const(5), const(6), const(7)


def _turn(state: "DragonState", a: int, b: int, events: "Events") -> None:
    """Begin the turn of the next seat that is still in the game."""
    if state.rounds >= int(str(state.options["turns"])):
        _limit(state, events)
        return
    if state.rounds:
        state.turn = (state.turn + 1) % state.seats
    while not state.alive(state.order[state.turn]):
        state.turn = (state.turn + 1) % state.seats
    state.rounds += 1
    seat = state.order[state.turn]
    state.marched = -1
    if events is not None:
        events.append((ev.TURN, ev.ALL, seat))
    for step in range(7, 1, -1):
        state.push(STEP, seat, step)
    # DD-22, step 1: what is due to end at the start of this turn
    expire(state, seat, U_START, events)
    state.push(M_EFFECTS)


def _limit(state: "DragonState", events: "Events") -> None:
    """The turn limit of the table: most terrains, then most health in play wins."""
    best = []
    for seat in range(state.seats):
        health = 0
        for place in range(RESERVES + 1):
            health += sum([state.health(die) for die in state.units(seat << 4 | place)])
        best.append((state.hold.count(bytes([seat + 1])), health, seat))
    best.sort()
    draw = best[-1][:2] == best[-2][:2]
    state.end(3, -1 if draw else best[-1][2], events)


def _step(state: "DragonState", seat: int, step: int, events: "Events") -> None:
    """Do one of the seven steps (DD-21); the first and the last are no phases (DD-201)."""
    if events is not None and 1 < step < 7:
        events.append((STARTED, ev.ALL, seat, step))
    if step == 7:
        state.push(END, seat)
    elif not state.alive(seat):
        return
    elif step == 2:  # DD-23: three parts, one after the other
        for part in (2, 1, 0):
            state.push(PART, seat, part)
    elif step == 3:
        state.push(M_DRAGONS, seat)
    elif step in (4, 5):
        state.push(M_MARCH, seat, step - 3)
    else:
        state.push(RETREAT, seat)
        state.push(REINFORCE, seat)


def _end(state: "DragonState", seat: int, b: int, events: "Events") -> None:
    """Step 7: effects that run to the end of this turn end (DD-25)."""
    expire(state, seat, U_NOW, events)
    state.push(TURN)
    state.push(M_EFFECTS)


# Effects at the start (DD-23, DD-24) ------------------------------------------------------------


def _parts(state: "DragonState", seat: int, b: int) -> list[int]:
    """Return what of a part is still to be done, in any order; done leaves the rest."""
    part, used = b & 3, b >> 2
    found = []
    for place in list(range(state.seats)) + [FRONTIER]:
        code = seat << 4 | place
        if not state.units(code):
            continue
        if part == 0:
            if has_race(state, code, FERAL) and near_elements(state, code) & (EARTH | AIR):
                found.append(place)
            if has_race(state, code, ELDARIM):
                found.append(_HANDLERS + place)
        elif part == 1 and state.hold[place] == seat + 1:
            face = eighth(state, place)
            if face in (CITY, TEMPLE, LAIR, GROVE):
                found.append(place)
    if part == 0:
        if _mutants(state, seat) and _targets(state, seat):
            found.append(_MUTATE)
        if _cold(state, seat) and _frozen(state, seat):
            found.append(_FORTITUDE)
    if part == 2 and _kings(state, seat) >= 0:
        found.append(0)
    return [pack(DONE)] + [pack(NUM, n) for n in found if not used >> n & 1]


def _kings(state: "DragonState", seat: int) -> int:
    """Return where the Kings' Die of a seat stands (DD-206), -1 for nowhere."""
    for place in range(RESERVES + 1):
        for die in state.units(seat << 4 | place):
            if state.kind[die] == tb.KINGS_DIE:
                return place
    return -1


def _part(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
    if kind_of(action) == DONE:
        return
    number, part = a_of(action), b & 3
    state.push(PART, seat, b | 4 << number)
    code = seat << 4 | number
    state.picked = []
    if part == 2:  # DD-206: promote or recruit in the army of the die
        state.push(EITHER, swapped(seat << 4 | _kings(state, seat)), ANY)
    elif part == 1:
        face = eighth(state, number)
        if face == CITY:
            state.push(EITHER, swapped(code), ANY)
        else:
            state.push({TEMPLE: TEMPLES, LAIR: LAIRS, GROVE: GROVES}[face], seat, number)
    elif number < _MUTATE:
        state.push(EITHER, swapped(code), FERAL)
    elif number == _MUTATE:
        state.push(MUTATED, seat)
        state.push(MUTATE, seat, ability(state, seat, SWAMP_STALKERS, 1))
    elif number == _FORTITUDE:
        state.move(_frozen(state, seat)[0], DUA, events)
    else:
        state.push(HANDLERS, seat, number - _HANDLERS)


def _mutants(state: "DragonState", seat: int) -> list[int]:
    """Return armies of a seat at terrains with a Swamp Stalker."""
    if not ability(state, seat, SWAMP_STALKERS, 1):
        return []
    codes = [seat << 4 | place for place in range(FRONTIER + 1)]
    return [code for code in codes if has_race(state, code, SWAMP_STALKERS)]


def _targets(state: "DragonState", seat: int) -> list[int]:
    found = []
    for other in range(state.seats):
        if other != seat:
            if state.picked and state.at[state.picked[0]] >> 4 != other:
                continue  # all of one opponent
            for die in state.units(other << 4 | RESERVES):
                if die not in state.picked:
                    found.append(die)
    return found


def _mutates(state: "DragonState", seat: int, left: int) -> list[int]:
    dice = alike(state, _targets(state, seat))
    return [pack(DIE, die) for die in dice] or [pack(DONE)]


def _mutate(state: "DragonState", action: int, seat: int, left: int, events: "Events") -> None:
    if kind_of(action) == DIE:
        state.picked.append(a_of(action))
        if left > 1:
            state.push(MUTATE, seat, left - 1)
            return
    if state.picked:
        state.throw(state.at[state.picked[0]] >> 4, state.picked[:])


def _mutated(state: "DragonState", seat: int, b: int, events: "Events") -> None:
    """Mutate: units in reserves that do not save die; Swamp Stalkers grow by their health."""
    health = 0
    for die in state.picked:
        if not single(state, die, SAVE):
            health += state.health(die)
            kill(state, die)
        state.face[die] = 0
    state.picked = []
    for _ in range(health):
        state.push(EITHER, swapped(_mutants(state, seat)[0]), SWAMP_STALKERS)
    state.push(M_DEATHS)


def _cold(state: "DragonState", seat: int) -> bool:
    for place in range(FRONTIER + 1):
        code = seat << 4 | place
        if has_race(state, code, FROSTWINGS) and near_elements(state, code) & AIR:
            return True
    return False


def _frozen(state: "DragonState", seat: int) -> list[int]:
    return [die for die in state.units(seat << 4 | BUA) if state.race(die) == FROSTWINGS]


def _temples(state: "DragonState", seat: int, b: int) -> list[int]:
    """A temple: another player buries a unit of the own DUA."""
    seats = [one for one in range(state.seats) if one != seat and state.units(one << 4 | DUA)]
    return [pack(DONE)] + [pack(SEAT, one) for one in seats]


def _temple(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
    if kind_of(action) == SEAT:
        state.push(BURIED, a_of(action))


def _buries(state: "DragonState", seat: int, b: int) -> list[int]:
    return [pack(DIE, die) for die in alike(state, state.units(seat << 4 | DUA))]


def _bury(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
    state.move(a_of(action), BUA, events)


def _lairs(state: "DragonState", seat: int, place: int) -> list[int]:
    """A dragons' lair: a dragon of its elements or with ivory, never white, to any terrain."""
    found = [pack(DONE)]
    elements = land_elements(state, place)
    for die in range(len(state.kind)):
        kind = state.kind[die]
        here = state.at[die] & 15
        if tb.DRAGONS <= kind < tb.MINORS and (here <= FRONTIER or here == POOL):
            own = state.elements(die)
            if own != WHITE and (own & elements or own & 32):
                for there in list(range(state.seats)) + [FRONTIER]:
                    if there != here:
                        found.append(pack(MOVE, die, there))
    return found


def _lair(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
    if kind_of(action) == MOVE:
        state.move(a_of(action), b_of(action), events)


def _groves(state: "DragonState", seat: int, place: int) -> list[int]:
    """A grove has to bring something back from a BUA, if there is anything."""
    found = []
    for other in range(state.seats):
        for die in alike(state, state.slots(other << 4 | BUA)):
            plain = state.kind[die] < tb.ITEMS and state.race(die) != DRAGONKIN
            if plain or other == seat:
                found.append(pack(DIE, die))
    return found or [pack(DONE)]


def _grove(state: "DragonState", action: int, seat: int, place: int, events: "Events") -> None:
    if kind_of(action) == DIE:
        die = a_of(action)
        kind = state.kind[die]
        if tb.ITEMS <= kind < tb.DRAGONS:
            state.move(die, place, events)
            state.push(M_EFFECTS)
        else:
            waits = kind >= tb.ITEMS or state.race(die) == DRAGONKIN
            state.move(die, POOL if waits else DUA, events)


def _handled(state: "DragonState", seat: int, place: int) -> list[int]:
    """Dragonkin Handlers: one joins from the pool, or one there is promoted."""
    code = seat << 4 | place
    units = state.units(code)
    elements = land_elements(state, place)
    eldarim = sum([state.health(die) for die in units if state.race(die) == ELDARIM])
    kin = sum([state.health(die) for die in units if state.race(die) == DRAGONKIN])
    found = [pack(DONE)]
    if kin < eldarim:
        for die in alike(state, state.units(seat << 4 | POOL)):
            if state.health(die) == 1 and state.elements(die) & elements:
                found.append(pack(DIE, die))
        from kostka.games.dragon_dice.promotion import promotable

        for pair in promotable(state, swapped(code), DRAGONKIN):
            if state.elements(b_of(pair)) & elements:
                found.append(pair)
    return found


def _handle(state: "DragonState", action: int, seat: int, place: int, events: "Events") -> None:
    from kostka.games.dragon_dice.promotion import promote_one

    if kind_of(action) == DIE:
        state.move(a_of(action), place, events)
    elif kind_of(action) != DONE:
        promote_one(state, a_of(action), b_of(action), events)
    state.picked = []


STEPS = (
    _turn,
    (_parts, _part),
    (_mutates, _mutate),
    _mutated,
    (_temples, _temple),
    (_buries, _bury),
    (_lairs, _lair),
    (_groves, _grove),
    _end,
    _step,
    (_handled, _handle),
    "part mutate temple bury lair grove handle",
)
