"""Dispel Magic, the order in which named spells resolve, and the end of casting (DD-65, DD-66)."""

from kostka.compat import const
from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice.codes import (
    DONE,
    FRONTIER,
    HEAD,
    K_OUT,
    M_DISPEL,
    M_EFFECTS,
    M_SPELLS,
    NUM,
    ON_DIE,
    ON_LAND,
    RESERVES,
    YES,
)
from kostka.games.dragon_dice.effects import answer_damage
from kostka.rules.action import a_of, kind_of, pack

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState, Events

END_NAMING, DISPEL, DISPELLED, NEXT, AFTER = [M_DISPEL + n for n in range(5)]
_DONE_SPELL = const(9)  # in place of the element of a spell that is resolved or cancelled


def _end_naming(state: "DragonState", a: int, b: int, events: "Events") -> None:
    """DD-66: who has a Dispel Magic icon may throw right after spells are named."""
    state.push(NEXT, state.cast_by >> 4)
    if len(state.named) == state.floor:
        return
    aimed = open_spells(state)
    for die in range(len(state.kind)):
        if state.kind[die] in tb.DISPELLERS and state.at[die] & 15 <= RESERVES:
            if state.at[die] >> 4 != state.cast_by >> 4 and _aimed_at(state, die, aimed):
                state.push(DISPEL, state.at[die] >> 4, die)


def open_spells(state: "DragonState") -> list[int]:
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
    if not _aimed_at(state, die, open_spells(state)):
        return [pack(DONE)]
    return [pack(DONE), pack(YES)]


def _dispel(state: "DragonState", action: int, seat: int, die: int, events: "Events") -> None:
    if kind_of(action) == YES:
        state.push(DISPELLED, seat, die)
        state.throw(seat, [die])


def _dispelled(state: "DragonState", seat: int, die: int, events: "Events") -> None:
    if state.icon(die, state.face[die]) == tb.I_DISPEL_MAGIC:
        for n in _aimed_at(state, die, open_spells(state)):
            state.named[n + 2] = _DONE_SPELL
    state.face[die] = 0


def _nexts(state: "DragonState", seat: int, b: int) -> list[int]:
    """Spells resolve in any order that the caster likes (DD-65)."""
    count = len(open_spells(state))
    if not count:
        return [pack(DONE)]
    return [pack(NUM, n) for n in range(count)]


def _next(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
    if kind_of(action) == DONE:
        return
    n = open_spells(state)[a_of(action)]
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
    _end_naming,
    (_dispels, _dispel),
    _dispelled,
    (_nexts, _next),
    _after,
    "dispel resolve",
)
