"""Minor terrains beside an army (DD-49), and the mire that keeps units from a march."""

from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice.codes import (
    AMAZONS,
    BUA,
    DIE,
    DONE,
    F_COUNTS,
    K_LIMIT,
    M_MINORS,
    MANEUVER,
    MELEE,
    MISSILE,
    NUM,
    R_MARCHING,
    U_NOW,
)
from kostka.games.dragon_dice.rolls import alike, minor_of, start
from kostka.rules.action import a_of, kind_of, pack

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState, Events

MINOR, SHOWN, FACE, MIRE, MIRED, LIMIT = [M_MINORS + n for n in range(6)]
_KEEP, _ROLL, _BURY, _JAVELIN, _KUKRI = range(5)  # what becomes of a minor terrain


def _mire(state: "DragonState", code: int, b: int, events: "Events") -> None:
    """Mire: only units worth what a maneuver roll gives act in the march."""
    state.push(MIRED, code)
    start(state, code, R_MARCHING, 1 << MANEUVER)


def _mired(state: "DragonState", code: int, b: int, events: "Events") -> None:
    health = sum([state.health(die) for die in state.units(code)])
    if health > state.res[MANEUVER]:
        state.roller = code
        for die in state.units(code):
            state.mark[die] |= K_LIMIT
        state.push(LIMIT, code >> 4, min(state.res[MANEUVER], 500))


def _limits(state: "DragonState", seat: int, left: int) -> list[int]:
    found = [
        die
        for die in state.units(seat << 4 | state.marched)
        if state.mark[die] & K_LIMIT and state.health(die) <= left
    ]
    return [pack(DIE, die) for die in alike(state, found)] or [pack(DONE)]


def _limit(state: "DragonState", action: int, seat: int, left: int, events: "Events") -> None:
    if kind_of(action) == DIE:
        state.mark[a_of(action)] &= 255 - K_LIMIT
        state.push(LIMIT, seat, left - state.health(a_of(action)))


def _minors(state: "DragonState", seat: int, place: int) -> list[int]:
    """Keep the face, throw it, bury it; Amazons may bury it for a charge."""
    found = [_KEEP, _ROLL, _BURY]
    for die in state.units(seat << 4 | place):
        if state.race(die) == AMAZONS:
            found = [_KEEP, _ROLL, _BURY, _JAVELIN, _KUKRI]
            break
    return [pack(NUM, n) for n in found]


def _minor(state: "DragonState", action: int, seat: int, place: int, events: "Events") -> None:
    die = minor_of(state, seat << 4 | place)
    what = a_of(action)
    if what == _ROLL:
        throw_minor(state, seat, die)
        return
    state.pop()  # the maneuver is left out
    if what == _KEEP:
        return
    state.move(die, BUA, events)
    if what != _BURY:
        state.side = seat
        to = MISSILE if what == _JAVELIN else MELEE
        detail = MANEUVER | to << 4
        state.add_fx(F_COUNTS, U_NOW, seat << 4 | place, AMAZONS + 1, detail)


def throw_minor(state: "DragonState", seat: int, die: int) -> None:
    state.push(SHOWN, seat, die)
    state.throw(seat, [die])


def _shown(state: "DragonState", seat: int, die: int, events: "Events") -> None:
    if state.icon(die, state.face[die]) == tb.I_MINOR_ID:
        state.push(FACE, seat, die)


def _faces(state: "DragonState", seat: int, die: int) -> list[int]:
    icons = (tb.I_MINOR_MAGIC, tb.I_MINOR_MELEE, tb.I_MINOR_MISSILE)
    found = []
    for icon in icons:
        for face in range(1, 9):
            if state.icon(die, face) == icon:
                found.append(pack(NUM, face))
                break
    return found


def _face(state: "DragonState", action: int, seat: int, die: int, events: "Events") -> None:
    state.face[die] = a_of(action)


STEPS = (
    (_minors, _minor),
    _shown,
    (_faces, _face),
    _mire,
    _mired,
    (_limits, _limit),
    "minor_use minor_face limit",
)
