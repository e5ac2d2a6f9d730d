"""What special icons do beside giving results: a few mechanisms, told apart by tables."""

from kostka.compat import const
from kostka.games.dragon_dice import ops as ro
from kostka.games.dragon_dice.codes import (
    D_BURY,
    D_SAVE_OR_BURY,
    DIE,
    DONE,
    F_GLARED,
    F_HELD,
    K_CHARMED,
    K_HIDDEN,
    M_DEATHS,
    M_FIGHTS,
    M_POWERS,
    M_SAIS,
    MANEUVER,
    MELEE,
    ON_DIE,
    R_DRAGON,
    R_SAVES,
    RECOVER,
    RESERVES,
    SAVE,
    U_START,
    USUAL,
)
from kostka.games.dragon_dice.effects import kill, remark, swapped
from kostka.games.dragon_dice.ops import (
    BURY,
    COIL,
    CONFUSES,
    CONVERT,
    GLARE,
    HELD,
    HUG,
    KILL_BURY,
    KILL_SAVE,
    PLAGUES,
    SCARE,
    SEIZE,
    SLEEP,
    TO_RESERVES,
    W_MELEE,
)
from kostka.games.dragon_dice.rolls import alike, single, what_of
from kostka.rules.action import a_of, kind_of, pack

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState, Events

JOB, CHOOSE, STRIKE, RESOLVE, PLAGUE, BASH, BASHED = [M_SAIS + n for n in range(7)]
WEAKEN, SNEAK, SHOW_OFF, FLY, _, DRAGON, GROWTH, REGENERATE, _ = [M_POWERS + n for n in range(9)]

_FREE, _SAVE, _MANEUVER, _MELEE, _ID = range(5)  # rolls that resist
_ONE = const(1000)  # in place of a number of health: a single unit
_NEEDS = {_SAVE: SAVE, _MANEUVER: MANEUVER, _MELEE: MELEE}


def foe(state: "DragonState", code: int) -> int:
    """Return the army against which an icon of an army works."""
    return state.dfn if code == state.atk else state.atk


def _job(state: "DragonState", die: int, job: int, events: "Events") -> None:
    """Begin what an icon does."""
    code = state.at[die]
    if code & 15 > RESERVES:
        return
    state.side = code >> 4
    if not _on_units(state, die, job) and not _on_dragons(state, die, job):
        from kostka.games.dragon_dice.powers import begin

        begin(state, die, job)


def _on_units(state: "DragonState", die: int, job: int) -> bool:
    """Begin what hits units of the other army; say whether the icon does."""
    op, number, what = what_of(job)
    code = state.at[die]
    seat = code >> 4
    if op in (ro.ONE, ro.HURT):
        _hit_some(state, seat, die, job, _ONE)
    elif op in (ro.TARGET, ro.CHARM):
        _hit_some(state, seat, die, job, number)
    elif op == ro.AFTER:
        if not state.roll & R_SAVES:  # until the defender has thrown
            state.later.extend((die, job))
        elif what == GLARE:
            state.picked = _ids(state, foe(state, code))
            state.push(RESOLVE, die, job)
        else:
            _hit_some(state, seat, die, job, number or _ONE)
    elif op == ro.BASH and not state.roll & R_DRAGON:
        state.push(BASH, seat, foe(state, code))
    else:
        return False
    return True


def _on_dragons(state: "DragonState", die: int, job: int) -> bool:
    """Begin what hits dragons that attack; say whether the icon does."""
    op, number, what = what_of(job)
    seat = state.at[die] >> 4
    if op == ro.JAWS:
        state.push(M_FIGHTS + 6, seat, number << 3 | what - W_MELEE)
    elif op == ro.BASH:
        state.push(M_FIGHTS + 7, seat)
    else:
        return False
    return True


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
    op, _, what = what_of(state.choice)
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
    op, _number, what = what_of(job)
    picked = state.picked
    if not picked:
        return
    owner = state.at[picked[0]] >> 4
    state.push(RESOLVE, die, job)
    if op in (ro.TARGET, ro.ONE):
        if what >> 5:
            state.throw(owner, picked[:])
    elif op in (ro.HURT, ro.CHARM) or what == CONFUSES:
        state.throw(owner, picked[:])


def _resolve(state: "DragonState", die: int, job: int, events: "Events") -> None:
    """Let happen what happens to those that could not resist."""
    op, number, what = what_of(job)
    picked = state.picked
    state.picked = []
    if op == ro.CHARM:
        for one in picked:
            state.res[MELEE] += single(state, one, MELEE)
            state.mark[one] |= K_CHARMED
    elif op == ro.HURT:
        for one in picked:
            _hurt(state, die, one, number, what)
    elif op == ro.AFTER:
        _after(state, die, picked, what)
    else:
        _fallen(state, die, job, picked, events)


def _fallen(state: "DragonState", die: int, job: int, picked: list[int], events: "Events") -> None:
    """See who could not resist, and what that leads to."""
    what = what_of(job)[2]
    fail = what & 31
    health = 0
    owner = state.at[picked[0]] if picked else 0
    fallen = [one for one in picked if _falls(state, one, what, events)]
    at = len(state.agenda)
    state.push(M_DEATHS)
    for one in fallen:
        health += state.health(one)
        _fall(state, die, one, fail, events)
    if fail == CONVERT and health:
        state.agenda[at:at] = [swapped(state.at[die]), health, RECOVER]
    elif fail == PLAGUES and health:
        state.agenda[at:at] = [swapped(owner), job, PLAGUE]
    for one in picked:
        state.face[one] = 0


def _falls(state: "DragonState", one: int, what: int, events: "Events") -> bool:
    """Say whether a unit that was hit could not resist; some go to reserves in place of dying."""
    resist, fail = what >> 5, what & 31
    shows_id = state.face[one] > 0 and state.icon(one, state.face[one]) == 0
    if fail == SEIZE:
        if shows_id:
            state.move(one, RESERVES, events)
        return not shows_id
    if resist == _ID:
        return not shows_id
    saved = resist > 0 and single(state, one, _NEEDS[resist]) > 0
    if fail == SCARE and not shows_id:
        if not saved:
            state.move(one, RESERVES, events)
        return False
    return not saved or fail == SCARE


def _fall(state: "DragonState", die: int, one: int, fail: int, events: "Events") -> None:
    if fail in (HELD, SLEEP):
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
        state.push(BASHED, die, number)
        state.throw(state.at[die] >> 4, [die])


def _bashed(state: "DragonState", die: int, number: int, events: "Events") -> None:
    state.picked = []
    state.push(M_DEATHS)
    if number - single(state, die, SAVE) >= state.health(die):
        kill(state, die)


STEPS = (
    _job,
    (_choices, _choose),
    _strike,
    _resolve,
    (_plagued, _plague),
    (_bashes, _bash),
    _bashed,
    "target plague bash",
)
