"""The setup in six steps (DD-10..DD-20)."""

from kostka.compat import const
from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice.codes import (
    CAMPAIGN,
    DONE,
    FRONTIER,
    HOME,
    HORDE,
    LAND_DIE,
    M_FORCES,
    M_SETUP,
    M_TURN,
    MANEUVER,
    NUM,
    PLACE,
    SEAT,
    UNSPLIT,
    USUAL,
    YES,
)
from kostka.games.dragon_dice.forces import PROPOSED
from kostka.rules.action import a_of, kind_of, pack

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState, Events

SPLIT, REVEAL, COUNT, RANK, FIRST, FRONT, PLACING, CAMP, DISTANCE, FAR = [
    M_SETUP + n for n in range(1, 11)
]
_ARMIES = const(3)
_HIGH = const(6)  # highest face of a terrain at the start


def _begin(state: "DragonState", a: int, b: int, events: "Events") -> None:
    """Steps 1 and 2: forces one after the other, then the secret split."""
    state.push(REVEAL)
    for seat in range(state.seats - 1, -1, -1):
        state.push(SPLIT, seat)
    for seat in range(state.seats - 1, -1, -1):
        state.push(M_FORCES, seat)


def unsplit(state: "DragonState", seat: int) -> list[int]:
    """Return dice that are in no army yet: units first, so that each army can get one."""
    dice = state.slots(seat << 4 | UNSPLIT)
    units = [die for die in dice if state.kind[die] < tb.ITEMS]
    return units + [die for die in dice if state.kind[die] >= tb.ITEMS]


def armies(state: "DragonState", seat: int, die: int, units_left: int) -> list[int]:
    """Return the armies that a die may join (DD-16): at most half of the total, one unit each."""
    found = []
    empty = []
    for army in range(_ARMIES):
        dice = state.slots(seat << 4 | HOME + army)
        if not [one for one in dice if state.kind[one] < tb.ITEMS]:
            empty.append(army)
        held = sum([state.health(one) for one in dice])
        if held + state.health(die) <= state.total // 2:
            found.append(army)
    if state.kind[die] < tb.ITEMS and units_left <= len(empty):
        return empty
    return found


def _splits(state: "DragonState", seat: int, b: int) -> list[int]:
    dice = unsplit(state, seat)
    if not dice:
        return [pack(DONE)]
    units = len([die for die in dice if state.kind[die] < tb.ITEMS])
    found = [pack(NUM, army) for army in armies(state, seat, dice[0], units)]
    return found + [pack(USUAL)]


def _split(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
    if kind_of(action) == DONE:
        return
    dice = unsplit(state, seat)
    usual = kind_of(action) == USUAL
    army = a_of(action)
    while dice:
        if usual:  # the smallest army that it may join
            units = len([die for die in dice if state.kind[die] < tb.ITEMS])
            sizes = [
                (sum([state.health(one) for one in state.slots(seat << 4 | HOME + n)]), n)
                for n in armies(state, seat, dice[0], units)
            ]
            army = min(sizes)[1]
        state.at[dice[0]] = seat << 4 | HOME + army
        dice = unsplit(state, seat)
        if not usual:
            break
    if dice:
        state.push(SPLIT, seat)


def _reveal(state: "DragonState", a: int, b: int, events: "Events") -> None:
    """Steps 3 and 4: all is revealed, and hordes are thrown for the order (DD-17, DD-18)."""
    state.push(RANK)
    for seat in range(state.seats):
        state.base[seat] = 0
        state.push(COUNT, seat)


def _count(state: "DragonState", seat: int, again: int, events: "Events") -> None:
    """Let a seat throw its horde, then add maneuver icons and IDs."""
    horde = state.slots(seat << 4 | HORDE)
    if not again:
        state.push(COUNT, seat, 1)
        state.throw(seat, horde)
        return
    total = 0
    for die in horde:
        icon = state.icon(die, state.face[die])
        if icon in (0, MANEUVER + 1):
            total += state.count(die, state.face[die]) if icon else state.health(die)
        state.face[die] = 0
    state.totals[seat] = total


def _rank(state: "DragonState", a: int, b: int, events: "Events") -> None:
    """Order the seats; those that are equal throw again."""
    base = state.base
    ranked = sorted([(base[seat], 255 - state.totals[seat], seat) for seat in range(state.seats)])
    groups: list[tuple[int, int]] = []
    tied = []
    for n in range(len(ranked)):
        one = ranked[n][:2]
        groups.append(one)
        base[ranked[n][2]] = groups.index(one)
        state.order[n] = ranked[n][2]
    for n in range(len(ranked)):
        if groups.count(groups[n]) > 1:
            tied.append(ranked[n][2])
    if tied:
        state.push(RANK)
        for seat in tied:
            state.push(COUNT, seat)
        return
    state.push(FIRST, state.order[0])


def _firsts(state: "DragonState", seat: int, b: int) -> list[int]:
    """DD-18: the highest total moves first (yes) or picks the frontier (done)."""
    return [pack(DONE), pack(YES)]


def _first(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
    order = state.order
    if kind_of(action) == YES:
        state.picker = order[1]
    else:  # [open]: the second moves first, the winner second
        state.picker = order[0]
        order[0], order[1] = order[1], order[0]
    state.push(FRONT, state.picker)


def _fronts(state: "DragonState", seat: int, b: int) -> list[int]:
    return [pack(SEAT, one) for one in range(state.seats)]


def _front(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
    """Unused proposals leave the game."""
    state.land[FRONTIER] = state.pool[PROPOSED + a_of(action)]
    for n in range(len(state.pool)):
        state.pool[n] = 0
    state.push(DISTANCE, 0)
    for n in range(state.seats - 1, -1, -1):
        state.push(PLACING, state.order[n])
    for one in range(state.seats):  # DD-19: the home army stands at home
        for die in state.slots(one << 4 | HOME):
            state.move(die, one, events)


def _hordes(state: "DragonState", seat: int, b: int) -> list[int]:
    """DD-19: the horde stands on the home terrain of another player."""
    return [pack(PLACE, one) for one in range(state.seats) if one != seat]


def _placed(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
    for die in state.slots(seat << 4 | HORDE):
        state.move(die, a_of(action), events)
    state.push(CAMP, seat)


def _camps(state: "DragonState", seat: int, b: int) -> list[int]:
    """DD-19: the campaign army stands where the player has no army yet."""
    places = list(range(state.seats)) + [FRONTIER]
    return [pack(PLACE, one) for one in places if not state.slots(seat << 4 | one)]


def _camped(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
    for die in state.slots(seat << 4 | CAMPAIGN):
        state.move(die, a_of(action), events)


def _distance(state: "DragonState", n: int, b: int, events: "Events") -> None:
    """DD-20: each throws the terrain at home, who picked the frontier throws that one."""
    if n > state.seats:
        state.push(M_TURN)
        return
    state.push(FAR, n)
    land = n if n < state.seats else FRONTIER
    state.throw(n if n < state.seats else state.picker, [LAND_DIE + land])


def _far(state: "DragonState", n: int, b: int, events: "Events") -> None:
    land = n if n < state.seats else FRONTIER
    if state.show[land] > _HIGH + 1:
        state.push(DISTANCE, n)  # an 8 is thrown again
        return
    state.show[land] = min(state.show[land], _HIGH)
    state.push(DISTANCE, n + 1)


STEPS = (
    _begin,
    (_splits, _split),
    _reveal,
    _count,
    _rank,
    (_firsts, _first),
    (_fronts, _front),
    (_hordes, _placed),
    (_camps, _camped),
    _distance,
    _far,
    "split first front_of horde camp",
)
