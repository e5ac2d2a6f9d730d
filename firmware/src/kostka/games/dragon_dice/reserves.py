"""Step 6: reserves reinforce, then units retreat (DD-71..DD-74)."""

from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice.codes import (
    AIR,
    DIE,
    DONE,
    DRAGONKIN,
    ELDARIM,
    F_TAMED,
    FIREWALKERS,
    FRONTIER,
    FX,
    M_EFFECTS,
    M_RESERVES,
    MOVE,
    ON_DIE,
    PLACE,
    RESERVES,
)
from kostka.games.dragon_dice.rolls import alike, has_race, near_elements
from kostka.rules.action import a_of, b_of, kind_of, pack

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState, Events

REINFORCE, RETREAT = [M_RESERVES + n for n in range(2)]


def _reinforces(state: "DragonState", seat: int, b: int) -> list[int]:
    """Any dice to any terrains; a place takes all that are left."""
    dice = alike(state, [d for d in state.slots(seat << 4 | RESERVES)])
    found = [pack(DONE)]
    places = list(range(state.seats)) + [FRONTIER]
    for place in places if dice else ():
        found.append(pack(PLACE, place))
        for die in dice:
            found.append(MOVE << 18 | die << 9 | place)
    return found


def _reinforce(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
    kind = kind_of(action)
    if kind == DONE:
        state.push(M_EFFECTS)
        return
    if kind == MOVE:
        state.move(a_of(action), b_of(action), events)
    else:
        for die in state.slots(seat << 4 | RESERVES):
            state.move(die, a_of(action), events)
    state.push(REINFORCE, seat)


def _tamer(state: "DragonState", die: int) -> int:
    """Return the dragon that a champion has tamed, -1 for none."""
    fx = state.fx
    for n in range(0, len(fx), FX):
        if fx[n] == F_TAMED and fx[n + 4] == die:
            return fx[n + 3] - ON_DIE
    return -1


def _retreats(state: "DragonState", seat: int, b: int) -> list[int]:
    """Any dice to reserves (a die), a whole army (a place); Air Flight and tamers elsewhere."""
    found = [pack(DONE)]
    places = list(range(state.seats)) + [FRONTIER]
    for place in places:
        code = seat << 4 | place
        dice = [d for d in state.slots(code) if state.kind[d] < tb.DRAGONS]
        dice = [d for d in dice if state.kind[d] >= tb.ITEMS or state.race(d) != DRAGONKIN]
        if not dice:
            continue
        found.append(pack(PLACE, place))
        for die in alike(state, dice):
            found.append(DIE << 18 | die << 9)
            race = state.race(die)
            airy = race == FIREWALKERS and near_elements(state, code) & AIR
            tamed = race == ELDARIM and _tamer(state, die) >= 0
            for there in places if airy or tamed else ():
                other = seat << 4 | there
                fits = near_elements(state, other) & AIR and has_race(state, other, FIREWALKERS)
                if there != place and (tamed or fits):
                    found.append(pack(MOVE, die, there))
    return found


def _retreat(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
    kind = kind_of(action)
    if kind == DONE:
        state.push(M_EFFECTS)
        return
    if kind == DIE:
        state.move(a_of(action), RESERVES, events)
    elif kind == MOVE:
        dragon = _tamer(state, a_of(action))
        state.move(a_of(action), b_of(action), events)
        if dragon >= 0:
            state.move(dragon, b_of(action), events)
    else:
        for die in state.slots(seat << 4 | a_of(action)):
            if state.kind[die] < tb.DRAGONS:
                if state.kind[die] >= tb.ITEMS or state.race(die) != DRAGONKIN:
                    state.move(die, RESERVES, events)
    state.push(RETREAT, seat)


STEPS = (
    (_reinforces, _reinforce),
    (_retreats, _retreat),
    "reinforce retreat",
)
