"""What the logos of medallions and relics do, and the faces of Elemental Relics."""

from kostka.games.dragon_dice import ops as ro
from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice import tables_icons as ti
from kostka.games.dragon_dice.codes import (
    BUA,
    DIE,
    DONE,
    DRAGONKIN,
    F_SHAKEN,
    IVORY,
    M_EFFECTS,
    M_ITEMS,
    M_MAGIC,
    OF_ELEMENT,
    ON_LAND,
    PAIR,
    POOL,
    R_MAGIC,
    R_MAGIC_RESERVE,
    R_MANEUVERS,
    R_MELEES,
    R_SAVES,
    RECOVER,
    RESERVES,
    U_TURNED,
    WHITE,
)
from kostka.games.dragon_dice.effects import swapped
from kostka.games.dragon_dice.ops import KILL_ONE
from kostka.games.dragon_dice.rolls import (
    alike,
    entries,
    evens,
    shown,
    what_of,
)
from kostka.rules.action import a_of, b_of, kind_of, pack

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState, Events

MEDAL, ELEMENTAL, RELIC = [M_ITEMS + n for n in range(1, 4)]


def _item(state: "DragonState", die: int, job: int, events: "Events") -> None:
    """Begin what a face of an item does."""
    op, number, _ = what_of(job)
    code = state.at[die]
    state.picked = []
    if op == ro.MEDALLION:
        medallion(state, code, die, number)
    elif op == ro.RELIC:
        relic(state, code, die, number)
    else:
        elemental(state, code, die, number, relic_elements(state, die))


def relic_elements(state: "DragonState", die: int) -> int:
    """Return the elements for which a relic works, 0 where another one shows the same one."""
    icon = state.icon(die, state.face[die])
    for n in entries(icon):
        if ti.SAI[n + 2] & 127 == ro.ELEMENT:
            for other, face in shown(state, state.at[die]):
                if other != die and state.kind[other] == tb.ELEMENTAL_RELIC:
                    if state.icon(other, face) == icon:
                        return 0
            return 1 << (ti.SAI[n + 4] - ro.E_AIR)
    return WHITE | IVORY


def _relics(state: "DragonState", seat: int, die: int) -> list[int]:
    """Elemental Relic: throw units again that contain its element, by their health."""
    left = state.relics[2 * evens(state.relics).index(die) + 1]
    elements = relic_elements(state, die)
    found = [
        one
        for one in state.units(state.at[die])
        if state.face[one] and state.elements(one) & elements and state.health(one) <= left
    ]
    return [pack(DONE)] + [pack(DIE, one) for one in alike(state, found, True)]


def _relic_again(state: "DragonState", action: int, seat: int, die: int, events: "Events") -> None:
    if kind_of(action) == DIE:
        one = a_of(action)
        state.relics[2 * evens(state.relics).index(die) + 1] -= state.health(one)
        state.push(RELIC, seat, die)
        state.throw(seat, [one])


def elemental(state: "DragonState", code: int, die: int, number: int, elements: int) -> None:
    """Elemental Relic: recruit or promote units that contain an element, so many in all."""
    used = state.relics
    for n in range(0, len(used), 2):
        if used[n] == die:  # less what was thrown again
            number = used[n + 1]
    state.element = elements
    if number and elements:
        state.push(ELEMENTAL, swapped(code), number)


def _elementals(state: "DragonState", a: int, left: int) -> list[int]:
    from kostka.games.dragon_dice.promotion import promotable, recruits

    return [pack(DONE)] + recruits(state, a & 15, OF_ELEMENT) + promotable(state, a, OF_ELEMENT)


def _took(state: "DragonState", action: int, a: int, left: int, events: "Events") -> None:
    if kind_of(action) == DONE:
        state.picked = []
        return
    if kind_of(action) == DIE:
        state.move(a_of(action), a >> 4, events)
    else:
        from kostka.games.dragon_dice.promotion import promote_one

        promote_one(state, a_of(action), b_of(action), events)
    if left > 1:
        state.push(ELEMENTAL, a, left - 1)
    else:
        state.picked = []


def medallion(state: "DragonState", code: int, die: int, number: int) -> None:
    """Let the logo of a medallion do what its metal does."""
    kind = state.kind[die]
    if kind == tb.GOLD_MEDALLION:
        state.push(RECOVER, swapped(code), 4)
    elif kind == tb.SILVER_MEDALLION:
        state.push(MEDAL, swapped(code))
    elif not state.roll & (R_MAGIC | R_MAGIC_RESERVE):
        state.push(M_MAGIC + 1, code, number)


def _medals(state: "DragonState", a: int, b: int) -> list[int]:
    """Silver: an item, Dragonkin or minor terrain from the BUA; at a terrain, Dragonkin grow."""
    from kostka.games.dragon_dice.promotion import promotable

    seat = a & 15
    found = [
        die
        for die in state.slots(seat << 4 | BUA)
        if state.kind[die] >= tb.ITEMS or state.race(die) == DRAGONKIN
    ]
    pairs: list[int] = []
    if a >> 4 < RESERVES:
        found += [die for die in state.units(seat << 4 | POOL) if state.health(die) == 1]
        pairs = promotable(state, a, DRAGONKIN)
    return [pack(DONE)] + [pack(DIE, die) for die in alike(state, found)] + pairs


def _medal(state: "DragonState", action: int, a: int, b: int, events: "Events") -> None:
    die = a_of(action)
    if kind_of(action) == PAIR:
        from kostka.games.dragon_dice.promotion import promote_one

        promote_one(state, die, b_of(action), events)
        state.picked = []
    elif kind_of(action) == DIE:
        joins = state.at[die] & 15 == POOL or tb.ITEMS <= state.kind[die] < tb.DRAGONS
        state.move(die, a >> 4 if joins else POOL, events)
        state.push(M_EFFECTS)


def relic(state: "DragonState", code: int, die: int, number: int) -> None:
    """Let the logo of a relic do what it does."""
    if state.kind[die] == tb.ELEMENTAL_RELIC:
        if not state.roll & R_MANEUVERS:
            elemental(state, code, die, number, WHITE | IVORY)
    elif state.roll & R_MELEES:  # Earthfang: one that shows an ID dies, later
        state.later.extend((die, _AFTER_ONE))
    elif not state.roll & R_SAVES and code & 15 < RESERVES:
        state.add_fx(F_SHAKEN, U_TURNED, ON_LAND + (code & 15), 2)


def find_after() -> int:
    """Return the job of what happens once the defender has thrown."""
    for n in range(0, len(ti.SAI), 5):
        if ti.SAI[n + 2] == ro.AFTER and ti.SAI[n + 4] == KILL_ONE:
            return n // 5 * 128
    return 0


_AFTER_ONE = find_after()


STEPS = (
    _item,
    (_medals, _medal),
    (_elementals, _took),
    (_relics, _relic_again),
    "medal elemental relic",
)
