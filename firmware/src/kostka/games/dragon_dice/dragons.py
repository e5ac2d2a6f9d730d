"""Dragon attacks in seven steps (DD-26..DD-42)."""

from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice.codes import (
    DIE,
    DONE,
    ELDARIM,
    F_TAMED,
    FRONTIER,
    FX,
    GONE,
    HELPS,
    M_DRAGONS,
    M_FIGHTS,
    NUM,
    ON_DIE,
    PLACE,
    STILL,
    TURNED_ON,
    U_PART,
    WHITE,
    YES,
)
from kostka.games.dragon_dice.rolls import evens
from kostka.rules.action import a_of, kind_of, pack

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState, Events

ORDER, CHAMPION, LOGO, POWER, LOOSE, AIM, PREPARE, CONTROL = [M_DRAGONS + n for n in range(8)]
THROWS = M_FIGHTS + 8
_ELEMENTAL, _HYBRID, _IVORY, _IVORY_HYBRID, _WHITE = range(5)


def dragons_at(state: "DragonState", place: int) -> list[int]:
    """Return the dragons at a terrain."""
    found = []
    for seat in range(state.seats):
        for die in state.slots(seat << 4 | place):
            if tb.DRAGONS <= state.kind[die] < tb.MINORS:
                found.append(die)
    return found


def _orders(state: "DragonState", seat: int, done: int) -> list[int]:
    """DD-26: the marching player picks the order of terrains with dragons and an own army."""
    found = []
    for place in list(range(state.seats)) + [FRONTIER]:
        if not done >> place & 1 and state.units(seat << 4 | place) and dragons_at(state, place):
            found.append(pack(PLACE, place))
    return found or [pack(DONE)]


def _order(state: "DragonState", action: int, seat: int, done: int, events: "Events") -> None:
    if kind_of(action) == DONE:
        return
    place = a_of(action)
    state.push(ORDER, seat, done | 1 << place)
    code = seat << 4 | place
    state.dfn = code
    state.atk = 15 << 4 | place
    state.side = seat
    state.aims = []
    state.flags = 0
    state.push(PREPARE, code)
    for die in state.units(code):
        if state.race(die) == ELDARIM and tb.CRUSADER <= state.kind[die] <= tb.ZEALOT + 4:
            state.push(CHAMPION, seat, die)


# Step 1: Eldarim (DD-28) -------------------------------------------------------------------------


def _matching(state: "DragonState", die: int) -> list[int]:
    """Return the dragons on which the power of a champion works."""
    kind = state.kind[die]
    found = []
    for one in dragons_at(state, state.dfn & 15):
        anyone = kind in (tb.CRUSADER, tb.LORD, tb.SLAYER)
        if one not in evens(state.aims) and (anyone or state.elements(one) & state.elements(die)):
            found.append(one)
    return found


def _champions(state: "DragonState", seat: int, die: int) -> list[int]:
    return [pack(DONE), pack(YES)] if _matching(state, die) else [pack(DONE)]


def _champion(state: "DragonState", action: int, seat: int, die: int, events: "Events") -> None:
    if kind_of(action) == YES:
        state.push(LOGO, seat, die)
        state.throw(seat, [die])


def _logo(state: "DragonState", seat: int, die: int, events: "Events") -> None:
    """Only the logo counts."""
    if state.icon(die, state.face[die]) == tb.I_LOGO_ELDARIM_CHAMPION:
        state.push(POWER, seat, die)
    state.face[die] = 0


def _powers(state: "DragonState", seat: int, die: int) -> list[int]:
    found = [pack(DIE, one) for one in _matching(state, die)]
    return found or [pack(DONE)]


def _power(state: "DragonState", action: int, seat: int, die: int, events: "Events") -> None:
    """Slay, tame or control a dragon."""
    if kind_of(action) == DONE:
        return
    dragon = a_of(action)
    kind = state.kind[die]
    if kind == tb.SLAYER or tb.HUNTER <= kind < tb.LORD:
        state.move(dragon, GONE, events)
    elif kind == tb.LORD or tb.MASTER <= kind < tb.SLAYER:
        fx = state.fx
        for n in range(len(fx) - FX, -1, -FX):  # one dragon for each tamer, one tamer for each
            if fx[n] == F_TAMED and (fx[n + 3] == ON_DIE + dragon or fx[n + 4] == die):
                fx[n : n + FX] = []
        state.add_fx(F_TAMED, U_PART, ON_DIE + dragon, die)
    else:
        state.push(CONTROL, seat, dragon)


def _controls(state: "DragonState", seat: int, dragon: int) -> list[int]:
    """DD-28, [gap]: keep it still (0), let it help the army (1), or turn it on another dragon."""
    others = [one for one in dragons_at(state, state.dfn & 15) if one != dragon]
    return [pack(NUM, 0), pack(NUM, 1)] + [pack(DIE, one) for one in others]


def _control(state: "DragonState", action: int, seat: int, dragon: int, events: "Events") -> None:
    target = HELPS if a_of(action) else STILL
    state.aims.extend((dragon, TURNED_ON + a_of(action) if kind_of(action) == DIE else target))


# Step 2: throws (DD-27, DD-29, DD-40..DD-42) -----------------------------------------------------


def _tamer(state: "DragonState", dragon: int) -> int:
    fx = state.fx
    for n in range(0, len(fx), FX):
        if fx[n] == F_TAMED and fx[n + 3] == ON_DIE + dragon:
            return fx[n + 4]
    return -1


def _prepare(state: "DragonState", code: int, b: int, events: "Events") -> None:
    """See which dragons are thrown, and let owners pick targets."""
    seat = code >> 4
    state.push(THROWS, code)
    for dragon in reversed(dragons_at(state, code & 15)):
        state.face[dragon] = 0
        if dragon in evens(state.aims):
            continue
        tamer = _tamer(state, dragon)
        if tamer >= 0:
            if state.at[tamer] >> 4 == seat:  # DD-204: it leaves the army of its tamer alone
                state.aims.extend((dragon, STILL))
            else:
                state.push(LOOSE, state.at[tamer] >> 4, dragon)
        else:
            state.push(AIM, state.at[dragon] >> 4, dragon)


def _looses(state: "DragonState", seat: int, dragon: int) -> list[int]:
    """DD-29: a tamed dragon attacks only if its tamer wants to use it."""
    return [pack(DONE), pack(YES)]


def _loose(state: "DragonState", action: int, seat: int, dragon: int, events: "Events") -> None:
    if kind_of(action) == YES:
        state.push(AIM, state.at[dragon] >> 4, dragon)
    else:
        state.aims.extend((dragon, STILL))


def rivals(state: "DragonState", dragon: int) -> list[int]:
    """Return the dragons that a dragon attacks in place of the army (DD-40, DD-41)."""
    found: list[int] = []
    mine = state.elements(dragon)
    type_ = state.type(dragon)
    if type_ in (_IVORY, _IVORY_HYBRID):
        return found
    for one in dragons_at(state, state.dfn & 15):
        other = state.type(one)
        theirs = state.elements(one)
        if one == dragon or other == _IVORY:
            continue
        if type_ == _WHITE:
            good = other != _WHITE
        elif other in (_ELEMENTAL, _HYBRID):
            good = theirs != mine
        elif other == _IVORY_HYBRID:
            good = not theirs & WHITE & mine
        else:
            good = True
        if good:
            found.append(one)
    return found


def _aims(state: "DragonState", seat: int, dragon: int) -> list[int]:
    """DD-42: the owner picks a target in secret."""
    return [pack(DIE, one) for one in rivals(state, dragon)] or [pack(DONE)]


def _aim(state: "DragonState", action: int, seat: int, dragon: int, events: "Events") -> None:
    at = a_of(action) + 3 if kind_of(action) == DIE else 1
    state.aims.extend((dragon, at))


STEPS = (
    (_orders, _order),
    (_champions, _champion),
    _logo,
    (_powers, _power),
    (_looses, _loose),
    (_aims, _aim),
    _prepare,
    (_controls, _control),
    "dragons champion power loose aim control",
)
