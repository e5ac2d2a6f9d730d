"""What special icons do beside giving results: a few mechanisms, told apart by tables."""

from kostka.compat import const
from kostka.games.dragon_dice import rolls as ro
from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice.codes import (
    ARMY,
    BUA,
    D_BURY,
    D_SAVE_OR_BURY,
    DIE,
    DONE,
    DRAGONKIN,
    DUA,
    F_GLARED,
    F_HALF,
    F_HELD,
    F_ILLUSION,
    F_MOD,
    F_SHAKEN,
    FRONTIER,
    IVORY,
    K_CHARMED,
    K_HIDDEN,
    LESS_MANEUVER,
    M_DEATHS,
    M_DRAGONS,
    M_EFFECTS,
    M_MAGIC,
    M_SAIS,
    MANEUVER,
    MELEE,
    MISSILE,
    MOVE,
    NUM,
    ON_DIE,
    ON_LAND,
    PLACE,
    POOL,
    R_DRAGON,
    R_MAGIC,
    R_MAGIC_RESERVE,
    R_MANEUVERS,
    R_MELEES,
    R_SAVES,
    RESERVES,
    SAVE,
    U_START,
    U_TURNED,
    USUAL,
    WHITE,
)
from kostka.games.dragon_dice.deaths import damage, kill
from kostka.games.dragon_dice.effects import (
    ANY,
    EITHER,
    PROMOTE,
    RECOVER,
    RECRUIT,
    remark,
    swapped,
)
from kostka.games.dragon_dice.rolls import alike, carries, single
from kostka.rules.action import a_of, b_of, kind_of, pack

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState, Events

(
    JOB, CHOOSE, STRIKE, RESOLVE, HURTING, WEAKEN, SNEAK, SHOW_OFF, FLY, WITH, DRAGON, GROWTH,
    REGENERATE, PLAGUE, BASHED, CHARMED, CONFUSE, MEDAL, RELIC,
) = [M_SAIS + n for n in range(19)]  # fmt: skip

# What befalls units, as the tool numbers it.
(
    KILL, KILL_BURY, KILL_SAVE, HELD, TO_RESERVES, SCARE, SEIZE, CONVERT, PLAGUES, SLEEP, CONFUSES,
    KILL_ONE, GLARE, COIL, BURY, HUG, PLAIN, FROST, GALE, WITHER, W_MELEE, W_MISSILE, W_SAVE,
) = range(23)  # fmt: skip
_FREE, _SAVE, _MANEUVER, _MELEE, _ID = range(5)  # rolls that resist
_ONE = const(1000)  # in place of a number of health: a single unit
_NEEDS = {_SAVE: SAVE, _MANEUVER: MANEUVER, _MELEE: MELEE}


def foe(state: "DragonState", code: int) -> int:
    """Return the army against which an icon of an army works."""
    return state.dfn if code == state.atk else state.atk


def _what(job: int) -> tuple[int, int, int]:
    """Return operation, number and detail of a job."""
    at = job // 128 * 5
    return tb.SAI[at + 2] & 127, job % 128, tb.SAI[at + 4]


def _job(state: "DragonState", die: int, job: int, events: "Events") -> None:
    """Begin what an icon does."""
    op, number, what = _what(job)
    code = state.at[die]
    seat, place = code >> 4, code & 15
    if place > RESERVES:
        return
    state.side = seat
    rival = foe(state, code)
    if op in (ro.TARGET, ro.ONE):
        _hit_some(state, seat, die, job, _ONE if op == ro.ONE else number)
    elif op == ro.HURT:
        _hit_some(state, seat, die, job, _ONE)
    elif op == ro.AFTER:
        if state.roll & R_SAVES:  # the defender has thrown
            if what == GLARE:
                state.picked = [one for one in _ids(state, rival)]
                state.push(RESOLVE, die, job)
            else:
                _hit_some(state, seat, die, job, number or _ONE)
        else:
            state.later.extend((die, job))
    elif op == ro.CHARM:
        _hit_some(state, seat, die, job, number)
    elif op == ro.WEAKEN:
        state.push(WEAKEN, seat, job)
    elif op == ro.SNEAK:
        state.push(SNEAK, seat, number << 4 | place)
    elif op == ro.CLOAK:
        state.add_fx(F_MOD, U_START, code, number, 1 << SAVE)
    elif op == ro.ILLUSION:
        state.push(SHOW_OFF, seat)
    elif op == ro.FLY:
        state.push(FLY, seat, die)
    elif op == ro.WAYFARE:
        if state.roll & R_MANEUVERS:
            state.res[MANEUVER] += number
        state.push(FLY, seat, die)
    elif op == ro.JAWS:
        state.flags = what
        state.push(M_DRAGONS + 12, seat, number)
    elif op == ro.BASH:
        if state.roll & R_DRAGON:
            state.push(M_DRAGONS + 13, seat)
        else:
            state.push(BASHED, seat, rival)
    elif op in (ro.DRAGON_MOVE, ro.SUMMON):
        state.push(DRAGON, seat, die)
    elif op == ro.REGENERATE:
        state.push(REGENERATE, swapped(code), number)
    elif op == ro.WILD_GROWTH:
        state.push(GROWTH, swapped(code), number)
    elif op == ro.ELEMENT:
        _element(state, code, number, 1 << (what - 24) if what >= 24 else WHITE)
    elif op == ro.MEDALLION:
        _medallion(state, code, die, number)
    elif op == ro.RELIC:
        _relic(state, code, die, number)
    elif op == ro.GEN:  # cantrip
        state.push(M_MAGIC + 1, code)


# Units that are hit ------------------------------------------------------------------------


def _ids(state: "DragonState", code: int) -> list[int]:
    """Return the units of an army that show an ID."""
    return [
        die
        for die in state.units(code)
        if state.face[die] and state.icon(die, state.face[die]) == 0
    ]


def _hit_some(state: "DragonState", seat: int, die: int, job: int, number: int) -> None:
    state.picked = []
    state.push(STRIKE, die, job)
    state.push(CHOOSE, seat, number)
    state.choice = job


def _choosable(state: "DragonState", seat: int, left: int) -> list[int]:
    op, _, what = _what(state.choice)
    mine = state.side
    rival = state.dfn if state.atk >> 4 == mine else state.atk
    units = _ids(state, rival) if op == ro.AFTER and what != CONFUSES else state.units(rival)
    if op == ro.AFTER and what == CONFUSES:
        units = [die for die in units if state.face[die]]
    return [
        die
        for die in units
        if die not in state.picked
        and not state.mark[die] & K_HIDDEN
        and (left == _ONE or state.health(die) <= left)
    ]


def _choices(state: "DragonState", seat: int, left: int) -> list[int]:
    """All that can be hit has to be; an effect on one unit takes one."""
    units = alike(state, _choosable(state, seat, left), True)
    if not units:
        return [pack(DONE)]
    found = [pack(DIE, die) for die in units]
    return found + [pack(USUAL)] if len(found) > 1 and left != _ONE else found


def _choose(state: "DragonState", action: int, seat: int, left: int, events: "Events") -> None:
    if kind_of(action) == DONE:
        return
    if kind_of(action) == USUAL:  # the largest that still fit
        while True:
            units = _choosable(state, seat, left)
            if not units:
                return
            die = -max([(state.health(one), -one) for one in units])[1]
            state.picked.append(die)
            left -= state.health(die)
    state.picked.append(a_of(action))
    if left != _ONE:
        state.push(CHOOSE, seat, left - state.health(a_of(action)))


def _strike(state: "DragonState", die: int, job: int, events: "Events") -> None:
    """Let those that are hit resist, each by a throw of its own."""
    op, number, what = _what(job)
    picked = state.picked
    if not picked:
        return
    owner = state.at[picked[0]] >> 4
    state.push(RESOLVE, die, job)
    if op in (ro.TARGET, ro.ONE):
        if what >> 5:
            state.throw(owner, picked[:])
    elif op == ro.HURT or op == ro.CHARM or what == CONFUSES:
        state.throw(owner, picked[:])


def _resolve(state: "DragonState", die: int, job: int, events: "Events") -> None:
    """Let happen what happens to those that could not resist."""
    op, number, what = _what(job)
    picked = state.picked
    state.picked = []
    if op == ro.CHARM:
        for one in picked:
            state.res[MELEE] += single(state, one, MELEE)
            state.mark[one] |= K_CHARMED
        return
    if op == ro.HURT:
        for one in picked:
            _hurt(state, die, one, number, what)
        return
    if op == ro.AFTER:
        _after(state, die, picked, what)
        return
    resist, fail = what >> 5, what & 31
    state.push(M_DEATHS)
    health = 0
    for one in picked:
        shows_id = state.face[one] > 0 and state.icon(one, state.face[one]) == 0
        if resist == _ID:
            saved = shows_id
        elif resist:
            saved = single(state, one, _NEEDS[resist]) > 0
        else:
            saved = False
        if fail == SEIZE:
            if saved:
                state.move(one, RESERVES, events)
            else:
                kill(state, one)
        elif fail == SCARE:
            if shows_id:
                kill(state, one)
            elif not saved:
                state.move(one, RESERVES, events)
        elif not saved:
            health += state.health(one)
            _fall(state, die, one, fail, events)
    if fail == CONVERT and health:
        at = len(state.agenda) - 3
        state.agenda[at:at] = [swapped(state.at[die]), health, RECOVER]
    elif fail == PLAGUES and health:
        owner = state.at[picked[0]]
        at = len(state.agenda) - 3
        state.agenda[at:at] = [swapped(owner), job, PLAGUE]
    for one in picked:
        state.face[one] = 0


def _fall(state: "DragonState", die: int, one: int, fail: int, events: "Events") -> None:
    if fail == HELD or fail == SLEEP:
        state.add_fx(F_HELD, U_START, ON_DIE + one, 0, (state.at[one] & 15) + 1)
        remark(state)
    elif fail == TO_RESERVES:
        state.move(one, RESERVES, events)
    else:
        flags = {KILL_BURY: D_BURY, KILL_SAVE: D_SAVE_OR_BURY}.get(fail, 0)
        kill(state, one, flags)


def _hurt(state: "DragonState", die: int, one: int, number: int, how: int) -> None:
    """Damage one unit; Coil and Hug are answered with its melee."""
    saves = 0 if how == HUG else single(state, one, SAVE)
    back = single(state, one, MELEE) if how in (COIL, HUG) else 0
    state.push(M_DEATHS)
    if number - saves >= state.health(one):
        kill(state, one, D_BURY if how == BURY else 0)
    if back >= state.health(die) and state.at[die] & 15 <= RESERVES:
        kill(state, die)
    state.face[one] = 0


def _after(state: "DragonState", die: int, picked: list[int], what: int) -> None:
    """What waits until the defender has thrown: results of those that fall are dropped."""
    if what == CONFUSES:
        return  # their new faces count
    if what == GLARE:
        for one in picked:
            state.face[one] = 0
            state.add_fx(F_GLARED, U_START, ON_DIE + one, die)
        remark(state)
        return
    state.push(M_DEATHS)
    for one in picked:
        kill(state, one)


def _plagued(state: "DragonState", a: int, job: int) -> list[int]:
    units = [d for d in state.units(swapped(a)) if not state.mark[d] & K_HIDDEN]
    return [pack(DIE, die) for die in alike(state, units)] or [pack(DONE)]


def _plague(state: "DragonState", action: int, a: int, job: int, events: "Events") -> None:
    """Plague: the owner names the next unit, until one saves."""
    if kind_of(action) == DIE:
        state.picked = [a_of(action)]
        state.push(STRIKE, a_of(action), job)


def _bashes(state: "DragonState", seat: int, rival: int) -> list[int]:
    units = [die for die in state.units(rival) if state.face[die]]
    return [pack(DIE, die) for die in alike(state, units, True)] or [pack(DONE)]


def _bash(state: "DragonState", action: int, seat: int, rival: int, events: "Events") -> None:
    """Bash: an attacker suffers the melee results that it has thrown; as many saves are won."""
    if kind_of(action) == DONE:
        return
    die = a_of(action)
    number = single(state, die, MELEE)
    state.res[SAVE] += number
    if number:
        state.picked = [die]
        state.push(CHARMED, die, number)
        state.throw(state.at[die] >> 4, [die])


def _bashed(state: "DragonState", die: int, number: int, events: "Events") -> None:
    state.picked = []
    state.push(M_DEATHS)
    if number - single(state, die, SAVE) >= state.health(die):
        kill(state, die)


# Armies ------------------------------------------------------------------------------------


def armies(state: "DragonState", place: int, seat: int) -> list[int]:
    """Return the codes of armies of others at a terrain, -1 any terrain."""
    found = []
    for other in range(state.seats):
        for there in range(FRONTIER + 1):
            if other != seat and place in (there, -1) and state.units(other << 4 | there):
                found.append(other << 4 | there)
    return found


def _weakest(state: "DragonState", seat: int, job: int) -> list[int]:
    what = _what(job)[2]
    mine = state.atk if state.atk >> 4 == seat else state.dfn
    place = -1 if what == GALE else mine & 15
    return [pack(ARMY, code) for code in armies(state, place, seat)] or [pack(DONE)]


def _weaken(state: "DragonState", action: int, seat: int, job: int, events: "Events") -> None:
    if kind_of(action) == DONE:
        return
    _, number, what = _what(job)
    state.side = seat
    if what == FROST:
        state.add_fx(F_HALF, U_START, a_of(action), 0, 31)
    elif what == GALE:
        state.add_fx(F_MOD, U_START, a_of(action), -number, 1 << SAVE)
        state.add_fx(F_MOD, U_START, a_of(action), -number, 1 << MANEUVER)
    else:
        state.add_fx(F_MOD, U_START, a_of(action), -number, 31)


def _sneaks(state: "DragonState", seat: int, b: int) -> list[int]:
    return [pack(ARMY, code) for code in armies(state, b & 15, seat)] or [pack(DONE)]


def _sneak(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
    """Sneak Attack: damage without a save; Dragonkin that it kills are buried."""
    if kind_of(action) == ARMY:
        damage(state, a_of(action), b >> 4)


def _shows(state: "DragonState", seat: int, b: int) -> list[int]:
    own = [seat << 4 | place for place in range(RESERVES + 1)]
    return [pack(ARMY, code) for code in own if state.units(code)]


def _show(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
    state.side = seat
    state.add_fx(F_ILLUSION, U_START, a_of(action))


# Dice that move ----------------------------------------------------------------------------


def _flights(state: "DragonState", seat: int, die: int) -> list[int]:
    """An optional way to another terrain; Vanish and Wayfare lead to reserves, too."""
    here = state.at[die] & 15
    op, number = _flight(state, die)
    places = [place for place in places_of(state) if place != here]
    if (not number or op == ro.WAYFARE) and here != RESERVES:
        places.append(RESERVES)
    if here > RESERVES or state.race(die) == DRAGONKIN:
        places = []  # bound to its terrain
    return [pack(DONE)] + [pack(PLACE, place) for place in places]


def places_of(state: "DragonState") -> list[int]:
    """Return all terrains."""
    return list(range(state.seats)) + [FRONTIER]


def _flight(state: "DragonState", die: int) -> tuple[int, int]:
    for n in ro.entries(state.icon(die, state.face[die])) if state.face[die] else ():
        op = tb.SAI[n + 2] & 127
        if op in (ro.FLY, ro.WAYFARE):
            return op, tb.SAI[n + 3]
    return ro.FLY, 0


def _fly(state: "DragonState", action: int, seat: int, die: int, events: "Events") -> None:
    if kind_of(action) == DONE:
        return
    op, number = _flight(state, die)
    code = state.at[die]
    if op == ro.WAYFARE:
        if state.roll & R_MANEUVERS:
            state.res[MANEUVER] -= state.count(die, state.face[die])
        number = _ONE
    state.flags = a_of(action)
    state.push(M_EFFECTS)
    if number:
        state.choice = die if number == _ONE else -1
        state.push(WITH, swapped(code), number)
    state.move(die, a_of(action), events)


def _withs(state: "DragonState", a: int, left: int) -> list[int]:
    units = [
        die
        for die in state.units(swapped(a))
        if (left == _ONE or state.health(die) <= left) and state.race(die) != DRAGONKIN
    ]
    if left == _ONE:
        units = [die for die in units if carries(state, die, state.choice)]
    return [pack(DONE)] + [pack(DIE, die) for die in alike(state, units)]


def _with(state: "DragonState", action: int, a: int, left: int, events: "Events") -> None:
    """Take other units along, by their health."""
    if kind_of(action) == DIE:
        die = a_of(action)
        state.move(die, state.flags, events)
        if left != _ONE and left > state.health(die):
            state.push(WITH, a, left - state.health(die))


def _dragons(state: "DragonState", seat: int, die: int) -> list[int]:
    """A dragon with an element of the die, or ivory, never white, flies to a terrain."""
    item = state.kind[die] >= tb.ITEMS
    found = [pack(DONE)]
    elements = state.elements(die)
    for one in range(len(state.kind)):
        kind = state.kind[one]
        place = state.at[one] & 15
        if not tb.DRAGONS <= kind < tb.MINORS or place not in (0, 1, 2, 3, 4, POOL):
            continue
        type_ = tb.KIND[4 * kind] >> 3
        if type_ == 4 or (place == POOL and not item):
            continue
        if state.elements(one) & elements & WHITE or (type_ == 2 and item and place == POOL):
            for there in places_of(state):
                if there != place:
                    found.append(pack(MOVE, one, there))
    return found


def _dragon(state: "DragonState", action: int, seat: int, die: int, events: "Events") -> None:
    if kind_of(action) == MOVE:
        state.move(a_of(action), b_of(action), events)
        state.push(M_EFFECTS)


# Growing, items ----------------------------------------------------------------------------


def _grows(state: "DragonState", a: int, left: int) -> list[int]:
    """Wild Growth: so many saves (a number), the rest promotes."""
    if not state.want >> SAVE & 1:
        return [pack(NUM, 0)]
    return [pack(NUM, n) for n in range(left + 1)]


def _grow(state: "DragonState", action: int, a: int, left: int, events: "Events") -> None:
    state.res[SAVE] += a_of(action)
    if left > a_of(action):
        state.push(PROMOTE, a, (left - a_of(action)) << 5 | ANY)


def _regenerates(state: "DragonState", a: int, number: int) -> list[int]:
    found = [pack(NUM, 1)]
    if state.want >> SAVE & 1:
        found.append(pack(NUM, 0))
    return found


def _regenerate(state: "DragonState", action: int, a: int, number: int, events: "Events") -> None:
    """Regenerate: saves (0), or units come back from the DUA (1)."""
    if a_of(action):
        state.push(RECOVER, a, number)
    else:
        state.res[SAVE] += number


def _element(state: "DragonState", code: int, number: int, elements: int) -> None:
    """Elemental Relic: recruit or promote units that contain an element."""
    state.push(PROMOTE, swapped(code), number << 5 | ANY)
    state.push(RECRUIT, swapped(code), number << 5 | ANY)


def _medallion(state: "DragonState", code: int, die: int, number: int) -> None:
    kind = state.kind[die]
    if kind == tb.GOLD_MEDALLION:
        state.push(RECOVER, swapped(code), 4)
    elif kind == tb.SILVER_MEDALLION:
        state.push(MEDAL, swapped(code))
    elif not state.roll & (R_MAGIC | R_MAGIC_RESERVE):
        state.push(M_MAGIC + 1, code, number)


def _medals(state: "DragonState", a: int, b: int) -> list[int]:
    """Silver: an item, Dragonkin or minor terrain from the BUA."""
    seat = a & 15
    found = [
        die
        for die in state.slots(seat << 4 | BUA)
        if state.kind[die] >= tb.ITEMS or state.race(die) == DRAGONKIN
    ]
    return [pack(DONE)] + [pack(DIE, die) for die in alike(state, found)]


def _medal(state: "DragonState", action: int, a: int, b: int, events: "Events") -> None:
    if kind_of(action) == DIE:
        die = a_of(action)
        item = tb.ITEMS <= state.kind[die] < tb.DRAGONS
        state.move(die, a >> 4 if item else POOL, events)
        state.push(M_EFFECTS)


def _relic(state: "DragonState", code: int, die: int, number: int) -> None:
    if state.kind[die] == tb.ELEMENTAL_RELIC:
        if not state.roll & R_MANEUVERS:
            _element(state, code, number, WHITE | IVORY)
    elif state.roll & R_MELEES:  # Earthfang: one that shows an ID dies, later
        state.later.extend((die, _AFTER_ONE))
    elif not state.roll & R_SAVES and code & 15 < RESERVES:
        state.add_fx(F_SHAKEN, U_TURNED, ON_LAND + (code & 15), 2)


def _find_after() -> int:
    for n in range(0, len(tb.SAI), 5):
        if tb.SAI[n + 2] == ro.AFTER and tb.SAI[n + 4] == KILL_ONE:
            return n // 5 * 128
    return 0


_AFTER_ONE = _find_after()

STEPS = (
    _job,
    (_choices, _choose, "target"),
    _strike,
    _resolve,
    _hurt,
    (_weakest, _weaken, "weaken"),
    (_sneaks, _sneak, "sneak"),
    (_shows, _show, "illusion"),
    (_flights, _fly, "fly"),
    (_withs, _with, "with"),
    (_dragons, _dragon, "dragonmove"),
    (_grows, _grow, "growth"),
    (_regenerates, _regenerate, "regenerate"),
    (_plagued, _plague, "plague"),
    (_bashes, _bash, "bash"),
    _bashed,
    _strike,
    (_medals, _medal, "medal"),
    _strike,
)
assert DUA and MISSILE and LESS_MANEUVER and EITHER
