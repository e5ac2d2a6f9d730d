"""Promotion, recruitment, and units that come back (DD-6, DD-7)."""

from kostka.compat import const
from kostka.games.dragon_dice.codes import (
    ANY,
    DIE,
    DONE,
    DUA,
    FX,
    NO_RACE,
    OF_ELEMENT,
    ON_DIE,
    PAIR,
    POOL,
    PROMOTE,
    RECOVER,
    RECRUIT,
    SWAPPED,
    USUAL,
)
from kostka.games.dragon_dice.effects import swapped
from kostka.games.dragon_dice.rolls import alike
from kostka.rules import events as ev
from kostka.rules.action import a_of, b_of, kind_of, pack

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState, Events

_MONSTER = const(12)  # class


def larger(state: "DragonState", die: int, other: int) -> bool:
    """Say whether a die may take the place of another one in a promotion (DD-6)."""
    race = state.race(die)
    if race != state.race(other) or race >= NO_RACE:
        return False
    if state.health(other) != state.health(die) + 1:
        return False
    return state.type(other) in (state.type(die), _MONSTER)


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
    (_promotions, _promote),
    (_recruitable, _recruit),
    (_either, _took_either),
    (_recoverable, _recover),
    "promote recruit either recover",
)
