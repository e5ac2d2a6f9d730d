"""What follows from every change of the table, effects that end, promotion and recruitment."""

from kostka.compat import const
from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice.codes import (
    BUA,
    DIE,
    DONE,
    DRAGONKIN,
    DUA,
    ENDED,
    F_GLARED,
    F_HELD,
    F_HIDDEN,
    F_TAMED,
    FX,
    K_HELD,
    K_HIDDEN,
    M_EFFECTS,
    NO_RACE,
    ON_DIE,
    PAIR,
    POOL,
    RESERVES,
    SWAPPED,
    TURNED,
    U_END,
    U_MARCH,
    U_NOW,
    U_START,
    USUAL,
)
from kostka.games.dragon_dice.rolls import alike, carried
from kostka.rules import events as ev
from kostka.rules.action import a_of, b_of, kind_of, pack

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState, Events

SETTLE, KEPT, PROMOTE, RECRUIT, EITHER, RECOVER = [M_EFFECTS + n for n in range(6)]
_MONSTER = const(12)
_KEPT = ("roller", "roll", "want", "atk", "dfn", "act", "left", "side", "cast_by", "floor")
ANY = const(31)  # a race filter that lets all pass
OF_ELEMENT = const(30)  # one that lets pass what contains an element of State.element


def swapped(code: int) -> int:
    """Return place << 4 | seat of seat << 4 | place, and back: questions begin with the seat."""
    return (code & 15) << 4 | code >> 4


# Cleaning up ---------------------------------------------------------------------------------


def _settle(state: "DragonState", a: int, b: int, events: "Events") -> None:
    """Do what follows from dice having gone: terrains, items, minor terrains, effects, the end."""
    if not state.moved:
        return
    state.moved = 0
    alive = []
    lying = [state.fx[n] for n in range(3, len(state.fx), FX)]
    for seat in range(state.seats):
        there = False
        for place in range(RESERVES + 1):
            held = place < RESERVES and state.hold[place] == seat + 1
            code = seat << 4 | place
            dice = state.slots(code)
            if dice or held or code in lying:
                units = _settle_army(state, code, dice, events)
                there = there or units
                if not units:
                    _left(state, code, held, events)
        if there:
            alive.append(seat)
    if lying:
        _loosen(state)
        remark(state)
    if len(alive) < 2 and not state.why:  # DD-76
        state.end(2 if alive else 4, alive[0] if alive else -1, events)


def _settle_army(state: "DragonState", code: int, dice: list[int], events: "Events") -> bool:
    """Send away what cannot stay with an army; say whether it has units."""
    kind = state.kind
    units = [die for die in dice if kind[die] < tb.ITEMS]
    if units and code & 15 < RESERVES and not [d for d in units if state.race(d) != DRAGONKIN]:
        for die in units:  # an army of Dragonkin alone goes back to the pool
            state.move(die, POOL, events)
        units = []
    items = [die for die in dice if tb.ITEMS <= kind[die] < tb.DRAGONS]
    if items:
        held = carried(state, units, items)
        for die in items:
            if die not in held:
                state.move(die, BUA, events)  # nobody can carry it
    return len(units) > 0


def _left(state: "DragonState", code: int, held: bool, events: "Events") -> None:
    """Do what follows where no unit of an army is left."""
    for die in state.slots(code):
        if state.kind[die] >= tb.MINORS:
            state.move(die, BUA, events)
    if held:
        turn(state, code & 15, 7, events)
    _end(state, code, events)  # a spell on an army ends with it


def turn(state: "DragonState", place: int, face: int, events: "Events") -> None:
    """Turn a terrain to a face below the eighth; nobody holds it then."""
    state.show[place] = face
    state.hold[place] = 0
    if events is not None:
        events.append((TURNED, ev.ALL, 0, place, face))


def _end(state: "DragonState", on: int, events: "Events") -> None:
    fx = state.fx
    for n in range(len(fx) - FX, -1, -FX):
        if fx[n + 3] == on:
            fx[n : n + FX] = []


def _loosen(state: "DragonState") -> None:
    """End effects on dice that are in play no more, and of dice that have parted."""
    fx = state.fx
    for n in range(len(fx) - FX, -1, -FX):
        on = fx[n + 3] - ON_DIE
        if on < 0:
            continue
        here = state.at[on] & 15
        gone = here > RESERVES
        if fx[n] == F_TAMED:
            gone = gone or state.at[fx[n + 4]] & 15 != here
        elif fx[n] == F_GLARED:
            gone = gone or state.at[fx[n + 4]] & 15 != here
        elif fx[n] == F_HELD and fx[n + 5]:
            gone = gone or here != fx[n + 5] - 1  # leaving the terrain ends it
        if gone:
            fx[n : n + FX] = []


def remark(state: "DragonState") -> None:
    """Mark dice that are held or hidden."""
    mark = state.mark
    for die in range(len(mark)):
        if mark[die]:
            mark[die] &= 255 - K_HELD - K_HIDDEN
    fx = state.fx
    for n in range(0, len(fx), FX):
        if fx[n] in (F_HELD, F_GLARED):
            mark[fx[n + 3] - ON_DIE] |= K_HELD
        elif fx[n] == F_HIDDEN:
            mark[fx[n + 3] - ON_DIE] |= K_HIDDEN


def expire(state: "DragonState", seat: int, until: int, events: "Events") -> None:
    """End effects: of a seat at the start of its turn (DD-22), all others at an end (DD-25)."""
    fx = state.fx
    ended = 0
    for n in range(len(fx) - FX, -1, -FX):
        own = fx[n + 2] & 15 == seat
        over = fx[n + 1] == until and (own or until in (U_NOW, U_MARCH))
        if until == U_NOW and fx[n + 1] == U_END and own:
            over = fx[n + 2] < 16  # 16 more: it was made in this turn
            fx[n + 2] &= 15
        if over:
            fx[n : n + FX] = []
            ended += 1
    if ended:
        remark(state)
        if events is not None and until == U_START:
            events.append((ENDED, ev.ALL, seat, ended))


_UNITS = const(24)  # points for which a dead unit more counts


def ability(state: "DragonState", seat: int, race: int, limit: int) -> int:
    """Return how many dead units of a race count for an ability, at most `limit` for 24 points."""
    dead = len([die for die in state.units(seat << 4 | DUA) if state.race(die) == race])
    steps = (state.total + _UNITS - 1) // _UNITS
    for place in range(RESERVES):  # a deadland beside an army counts as one more
        for die in state.slots(seat << 4 | place):
            if state.kind[die] >= tb.MINORS and state.elements(die) == 16:
                dead += steps
    return min(dead, limit * steps)


# A throw inside another one ------------------------------------------------------------------


def keep(state: "DragonState") -> None:
    """Keep the throw in hand until what is pushed after this is done."""
    values = [getattr(state, name) for name in _KEPT] + state.res
    for n in range(len(values)):
        state.push(KEPT, n, values[n])


def _kept(state: "DragonState", n: int, value: int, events: "Events") -> None:
    if n < len(_KEPT):
        setattr(state, _KEPT[n], value)
    else:
        state.res[n - len(_KEPT)] = value


# Promotion and recruitment -------------------------------------------------------------------


def larger(state: "DragonState", die: int, other: int) -> bool:
    """Say whether a die may take the place of another one in a promotion (DD-6)."""
    one, two = state.kind[die], state.kind[other]
    race = state.race(die)
    if race != state.race(other) or race >= NO_RACE:
        return False
    health = tb.KIND[4 * one] & 7
    if (tb.KIND[4 * two] & 7) != health + 1:
        return False
    class_ = tb.KIND[4 * two] >> 3
    return class_ == tb.KIND[4 * one] >> 3 or class_ == _MONSTER


def passes(state: "DragonState", die: int, race: int) -> bool:
    """Say whether a filter lets a unit pass."""
    if race == OF_ELEMENT:
        return state.elements(die) & state.element > 0
    return race in (ANY, state.race(die))


def promotable(state: "DragonState", a: int, race: int) -> list[int]:
    """Return the promotions (unit, larger one) that are possible in an army."""
    seat = a & 15
    waiting = state.units(seat << 4 | DUA) + state.units(seat << 4 | POOL)
    waiting = alike(state, [die for die in waiting if die not in state.picked])
    found = []
    if waiting:
        for die in alike(state, state.units(swapped(a))):
            if die in state.picked or not passes(state, die, race):
                continue
            for other in waiting:
                if larger(state, die, other):
                    found.append(pack(PAIR, die, other))
    return found


def promote_one(state: "DragonState", die: int, other: int, events: "Events") -> None:
    """Swap a unit for a larger one; the smaller one goes where that came from (DD-6)."""
    old, new = state.at[die], state.at[other]
    state.at[other], state.at[die] = old, new
    state.moved = 1
    state.face[other] = 0
    for n in range(0, len(state.fx), FX):
        if state.fx[n + 3] == ON_DIE + die:
            state.fx[n + 3] = ON_DIE + other
    state.picked.extend((die, other))
    if events is not None:
        events.append((SWAPPED, ev.ALL, old >> 4, state.kind[die], state.kind[other]))


def promote(state: "DragonState", code: int, number: int, race: int = ANY) -> None:
    """Let an army promote up to so many units; all together, so none twice (DD-6)."""
    state.push(PROMOTE, swapped(code), number << 5 | race)


def _promotions(state: "DragonState", a: int, b: int) -> list[int]:
    return [pack(DONE)] + promotable(state, a, b & 31)


def _promote(state: "DragonState", action: int, a: int, b: int, events: "Events") -> None:
    if kind_of(action) == PAIR:
        promote_one(state, a_of(action), b_of(action), events)
        if b >> 5 > 1:
            state.push(PROMOTE, a, b - 32)
    else:
        state.picked = []
    if b >> 5 <= 1:
        state.picked = []


def recruits(state: "DragonState", seat: int, race: int) -> list[int]:
    """Return the common units that may be recruited from the DUA (DD-7)."""
    found = [
        die
        for die in state.units(seat << 4 | DUA)
        if state.health(die) == 1 and passes(state, die, race)
    ]
    return [pack(DIE, die) for die in alike(state, found)]


def _recruitable(state: "DragonState", a: int, b: int) -> list[int]:
    return [pack(DONE)] + recruits(state, a & 15, b & 31)


def _recruit(state: "DragonState", action: int, a: int, b: int, events: "Events") -> None:
    if kind_of(action) == DIE:
        state.move(a_of(action), a >> 4, events)
        if b >> 5 > 1:
            state.push(RECRUIT, a, b - 32)


def _either(state: "DragonState", a: int, b: int) -> list[int]:
    """A city, Feralization, the Kings' Die: recruit one or promote one."""
    return [pack(DONE)] + recruits(state, a & 15, b) + promotable(state, a, b)


def _took_either(state: "DragonState", action: int, a: int, b: int, events: "Events") -> None:
    if kind_of(action) == DIE:
        state.move(a_of(action), a >> 4, events)
    elif kind_of(action) == PAIR:
        promote_one(state, a_of(action), b_of(action), events)
    state.picked = []


def _recoverable(state: "DragonState", a: int, left: int) -> list[int]:
    """Return units of the DUA that may come back, by their health."""
    found = [die for die in state.units((a & 15) << 4 | DUA) if state.health(die) <= left]
    found = [pack(DIE, die) for die in alike(state, found)]
    return [pack(DONE)] + found + [pack(USUAL)] if found else [pack(DONE)]


def _recover(state: "DragonState", action: int, a: int, left: int, events: "Events") -> None:
    while True:
        if kind_of(action) == DONE:
            return
        die = a_of(action)
        if kind_of(action) == USUAL:  # the largest first
            units = state.units((a & 15) << 4 | DUA)
            fits = [(state.health(one), -one) for one in units if state.health(one) <= left]
            if not fits:
                return
            die = -max(fits)[1]
        left -= state.health(die)
        state.move(die, a >> 4, events)
        if kind_of(action) == DIE:
            break
    if left:
        state.push(RECOVER, a, left)


STEPS = (
    _settle,
    _kept,
    (_promotions, _promote, "promote"),
    (_recruitable, _recruit, "recruit"),
    (_either, _took_either, "either"),
    (_recoverable, _recover, "recover"),
)
