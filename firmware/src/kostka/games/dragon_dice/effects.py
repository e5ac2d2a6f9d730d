"""What follows from every change of the table, and effects that begin and end."""

from kostka.compat import const
from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice.codes import (
    ANY,
    BUA,
    DAMAGE,
    DEATHS,
    DRAGONKIN,
    DUA,
    ENDED,
    F_GLARED,
    F_HELD,
    F_HIDDEN,
    F_TAMED,
    FLAGS_OF_DAMAGE,
    FX,
    HIT,
    K_HELD,
    K_HIDDEN,
    KEPT,
    ON_DIE,
    POOL,
    PROMOTE,
    R_SAVE_OTHER,
    RESERVES,
    SAVE,
    TURNED,
    U_END,
    U_MARCH,
    U_NOW,
    U_START,
)
from kostka.games.dragon_dice.rolls import (
    carried,
    start,
)
from kostka.rules import events as ev

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState, Events

_KEPT = ("roller", "roll", "want", "atk", "dfn", "act", "left", "side", "cast_by", "floor")


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


# What phases begin --------------------------------------------------------------------------


def damage(state: "DragonState", code: int, number: int, flags: int = 0) -> None:
    """Let the owner remove as much health as a number of damage allows, never more (DD-52)."""
    state.push(DEATHS)
    if number > 0:
        state.push(DAMAGE, swapped(code), min(number, 1000) + flags * FLAGS_OF_DAMAGE)


def kill(state: "DragonState", die: int, flags: int = 0) -> None:
    """Note that a unit dies (DD-5); DEATHS has to be pushed."""
    state.dead.extend((die, flags))


def answer_damage(state: "DragonState", code: int, number: int, roll: int = R_SAVE_OTHER) -> None:
    """Let an army save against damage of any other kind."""
    state.push(HIT, code, number)
    start(state, code, roll, 1 << SAVE)


def promote(state: "DragonState", code: int, number: int, race: int = ANY) -> None:
    """Let an army promote up to so many units; all together, so none twice (DD-6)."""
    state.push(PROMOTE, swapped(code), number << 5 | race)


STEPS = (
    _settle,
    _kept,
)
