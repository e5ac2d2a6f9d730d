"""What spells do once they resolve: a few mechanisms, told apart by tables."""

from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice import tables_spells as ts
from kostka.games.dragon_dice.codes import (
    BUA,
    D_BURY,
    DIE,
    DONE,
    DRAGONKIN,
    DUA,
    F_BACKLASH,
    F_CAMOUFLAGE,
    F_COUNTS,
    F_DOUBLE,
    F_ELEMENT,
    F_FADE,
    F_FLAMING,
    F_FLASHFIRE,
    F_GROWTH,
    F_HIDDEN,
    F_MIRE,
    F_MOD,
    F_OPEN_GRAVE,
    F_SOILED,
    F_THORNS,
    F_TIES,
    F_TURNED,
    F_WILDING,
    FERAL,
    FRONTIER,
    HEAD,
    M_DEATHS,
    M_SPELLS,
    MAGIC,
    MANEUVER,
    MELEE,
    MISSILE,
    ON_DIE,
    ON_LAND,
    PAIR,
    PLACE,
    POOL,
    R_ANSWERING,
    R_SAVE_OTHER,
    RECOVER,
    RESERVES,
    SAVE,
    U_NOW,
    WHITE,
)
from kostka.games.dragon_dice.effects import answer_damage, damage, kill, remark, swapped, turn
from kostka.games.dragon_dice.rolls import alike, carries, single, start
from kostka.rules.action import a_of, b_of, kind_of, pack

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState, Events

(
    RESOLVE, HURT, FLEE, EACH, FEVER, WHERE, PROMOTE, DRAGON, FLOOD, FLOODED, TIDAL, TIDED,
) = [M_SPELLS + n for n in range(12)]  # fmt: skip

# Effects, as tools/gen_dragon_dice numbers them; from PERSIST on they are effects that last.
MOD, DAMAGE, HURTS, EACHES, DOUBLE, MOVES, PROMOTES, SUMMON, FLOODS, TIDALS = range(10)
_LASTING = {
    10: F_WILDING, 11: F_FLASHFIRE, 14: F_OPEN_GRAVE, 15: F_SOILED, 17: F_FADE, 18: F_CAMOUFLAGE,
    19: F_BACKLASH, 20: F_THORNS, 21: F_GROWTH, 22: F_MIRE, 23: F_FLAMING, 24: F_HIDDEN,
    26: F_TIES,
}  # fmt: skip
_AT_ONCE = (DAMAGE, HURTS, EACHES, MOVES, PROMOTES, SUMMON, FLOODS, TIDALS)
_NECROMANTIC, _BERSERKER, _DEADLANDS = 12, 13, 16
TO_RESERVES, TO_ARMY, TO_CARRIER, TO_TERRAIN, TO_OWN, TO_RACE, TO_POOL = range(7)
BY_SAVE, NOSAVE, FLEES, H_RESERVES, H_KILL, H_EXHUME, H_FEVER = range(7)


def _resolve(state: "DragonState", n: int, b: int, events: "Events") -> None:
    """Do what a named spell does, on what is still where it can be hit."""
    named = state.named
    spell, state.element, _, code = named[n + 1 : n + HEAD]
    on = named[n + HEAD : n + named[n]]
    named[n + 2] = 9
    state.side = code >> 4
    at = ts.spell_at(spell)
    where = ts.SPELL[at + 5]
    on = [one for one in on if one < ON_DIE or _there(state, one - ON_DIE, where)]
    if not on:
        return
    until = (ts.SPELL[at + 9] >> 3 & 3) - 1
    for k in range(ts.spell_at(spell + 1) - 4, at + 9, -4):
        if ts.SPELL[k] in _AT_ONCE:
            _at_once(state, spell, k, code, on, events)
        else:
            _lasts(state, k, until, ts.SPELL[at + 9] >> 5, on)


def _at_once(
    state: "DragonState", spell: int, k: int, code: int, on: list[int], events: "Events"
) -> None:
    """Do an effect that does not last."""
    op, a, b = ts.SPELL[k : k + 3]
    if op in (DAMAGE, HURTS):
        add = ts.SPELL[ts.spell_at(spell) + 9] >> 5 == 0
        same = _same(state, spell, on[0]) if add else 0
        _harm(state, op, a * (1 + same), b, on[0])
    elif op == EACHES:
        state.picked = [one - ON_DIE for one in on]
        state.push(EACH, code, a << 4 | b)
        state.throw(state.at[state.picked[0]] >> 4, state.picked[:])
    elif op == MOVES:
        _move(state, code, a, on, events)
    elif op == PROMOTES:
        die = on[0] - ON_DIE
        state.push(PROMOTE, state.at[die] >> 4, die)
    elif op == SUMMON:
        e = 8 if spell == tb.S_SUMMON_WHITE_DRAGON else state.element
        state.push(DRAGON, code >> 4, on[0] - ON_LAND | e << 4)
    else:
        state.high = 0
        state.push(FLOOD if op == FLOODS else TIDAL, on[0] - ON_LAND, 15 << 8 | a)


def _lasts(state: "DragonState", k: int, until: int, stack: int, on: list[int]) -> None:
    """Begin an effect that lasts."""
    op, a, b, c = ts.SPELL[k : k + 4]
    for one in on:
        if op == MOD:
            state.add_fx(F_MOD, until, one, b - 64, a | c << 8)
        elif op == DOUBLE:
            state.add_fx(F_DOUBLE, until, one, 0, a)
        elif op == _NECROMANTIC:
            state.add_fx(F_COUNTS, until, one, 0, MAGIC | MELEE << 4)
            state.add_fx(F_COUNTS, until, one, 0, MAGIC | MISSILE << 4)
        elif op == _BERSERKER:
            state.add_fx(F_COUNTS, until, one, FERAL + 1, SAVE | MELEE << 4)
        elif op == _DEADLANDS:
            state.add_fx(F_ELEMENT, until, one, 0, 16)
        elif stack != 1 or not state.has_fx(_LASTING[op], one):
            state.add_fx(_LASTING[op], until, one)
    remark(state)


def _there(state: "DragonState", die: int, where: int) -> bool:
    """Say whether a die is still where a spell may hit it."""
    place = state.at[die] & 15
    return where & (1 if place <= FRONTIER else 1 << place - FRONTIER) > 0


def _same(state: "DragonState", spell: int, on: int) -> int:
    """Join other castings of a spell on the same target; return how many there were."""
    named = state.named
    found = 0
    n = state.floor
    while n < len(named):
        if named[n + 1] == spell and named[n + 2] != 9 and named[n + HEAD] == on:
            named[n + 2] = 9
            found += 1
        n += named[n]
    return found


# Damage -----------------------------------------------------------------------------------------


def _harm(state: "DragonState", op: int, number: int, how: int, on: int) -> None:
    if op == DAMAGE:
        for code in [on] if on < ON_LAND else _armies(state, on - ON_LAND):
            answer_damage(state, code, number)
        return
    die = on - ON_DIE
    state.push(HURT, die, number << 4 | how)
    if how != NOSAVE:
        state.throw(state.at[die] >> 4, [die])


def _armies(state: "DragonState", place: int) -> list[int]:
    codes = [seat << 4 | place for seat in range(state.seats)]
    return [code for code in codes if state.units(code)]


def _hurt(state: "DragonState", die: int, b: int, events: "Events") -> None:
    number, how = b >> 4, b & 15
    saves = 0 if how == NOSAVE else single(state, die, SAVE)
    state.face[die] = 0
    if number - saves >= state.health(die):
        kill(state, die)
        state.push(M_DEATHS)
    elif how == FLEES and saves:
        state.push(FLEE, die)
        state.throw(state.at[die] >> 4, [die])


def _flee(state: "DragonState", die: int, b: int, events: "Events") -> None:
    if not single(state, die, SAVE):
        state.move(die, RESERVES, events)
    state.face[die] = 0


def _each(state: "DragonState", code: int, b: int, events: "Events") -> None:
    """See which of several units did not save, or show an ID (Swamp Fever)."""
    roll, what = b >> 4, b & 15
    again = []
    health = 0
    for die in state.picked:
        if roll == H_FEVER:
            if state.icon(die, state.face[die]) == 0:
                again.append(die)
        elif not single(state, die, SAVE):
            if what == H_RESERVES:
                state.move(die, RESERVES, events)
            elif what == H_EXHUME:
                health += state.health(die)
                state.move(die, BUA, events)
            else:
                kill(state, die)
                again = [-1]
        state.face[die] = 0
    state.picked = []
    if roll == H_FEVER and again:
        state.picked = again
        state.push(FEVER, code)
        state.throw(state.at[again[0]] >> 4, again[:])
    elif again:
        state.push(M_DEATHS)
    elif health:
        state.push(RECOVER, swapped(code), health)


def _fever(state: "DragonState", code: int, b: int, events: "Events") -> None:
    for die in state.picked:
        kill(state, die, D_BURY if state.icon(die, state.face[die]) == 0 else 0)
        state.face[die] = 0
    state.picked = []
    state.push(M_DEATHS)


# Dice that move, promotion, dragons -------------------------------------------------------------


def _move(state: "DragonState", code: int, to: int, on: list[int], events: "Events") -> None:
    dice = [one - ON_DIE for one in on]
    if to in (TO_RESERVES, TO_POOL, TO_ARMY):
        for die in dice:
            place = {TO_RESERVES: RESERVES, TO_POOL: POOL, TO_ARMY: code & 15}[to]
            if place != RESERVES or state.race(die) != DRAGONKIN:
                state.move(die, place, events)
    else:
        state.picked = dice
        state.push(WHERE, code >> 4, to)


def _wheres(state: "DragonState", seat: int, to: int) -> list[int]:
    """Return where dice may be moved to."""
    dice = state.picked
    here = state.at[dice[0]] & 15
    found = []
    places = list(range(state.seats)) + [FRONTIER]
    if to == TO_CARRIER:
        places.append(RESERVES)
    for place in places:
        units = state.units(seat << 4 | place)
        good = True  # DD-203: Path needs no own army there
        if to == TO_CARRIER:
            good = len([one for one in units if carries(state, one, dice[0])]) > 0
        elif to == TO_OWN:
            good = len(units) > 0
        elif to == TO_RACE:
            race = state.race(dice[0])
            good = len([one for one in units if state.race(one) == race]) > 0
        if place != here and good and state.race(dice[0]) != DRAGONKIN:
            found.append(pack(PLACE, place))
    return found or [pack(DONE)]


def _where(state: "DragonState", action: int, seat: int, to: int, events: "Events") -> None:
    if kind_of(action) == PLACE:
        for die in state.picked:
            state.move(die, a_of(action), events)
    state.picked = []


def _promotes(state: "DragonState", seat: int, die: int) -> list[int]:
    from kostka.games.dragon_dice.promotion import larger

    waiting = state.units(seat << 4 | DUA) + state.units(seat << 4 | POOL)
    found = [pack(DONE)]
    for other in alike(state, waiting):
        if larger(state, die, other):
            found.append(pack(PAIR, die, other))
    return found


def _promote(state: "DragonState", action: int, seat: int, die: int, events: "Events") -> None:
    from kostka.games.dragon_dice.promotion import promote_one

    if kind_of(action) == PAIR:
        promote_one(state, a_of(action), b_of(action), events)
    state.picked = []


def _dragons(state: "DragonState", seat: int, b: int) -> list[int]:
    """Return the dragons that may fly to a terrain; ivory ones come only out of a pool."""
    place, e = b & 15, b >> 4
    found = []
    for die in range(len(state.kind)):
        kind = state.kind[die]
        here = state.at[die] & 15
        if not tb.DRAGONS <= kind < tb.MINORS or here == place:
            continue
        if here > FRONTIER and here != POOL:
            continue
        own = state.elements(die)
        if e == 8:
            good = own == WHITE
        else:
            good = own != WHITE and (own >> e & 1 > 0 or (own & 32 > 0 and here == POOL))
            if own & 32 and own & WHITE and here != POOL:
                good = own >> e & 1 > 0
        if good:
            found.append(pack(DIE, die))
    return found or [pack(DONE)]


def _dragon(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
    if kind_of(action) == DIE:
        state.move(a_of(action), b & 15, events)


# Terrains ---------------------------------------------------------------------------------------


def _flood(state: "DragonState", place: int, b: int, events: "Events") -> None:
    """Let each army of opponents throw for maneuver in turn; `b` >> 8 is the last seat."""
    need, last = b & 255, b >> 8
    if last < 15:
        state.high = max(state.high, state.res[MANEUVER])
    seat = 0 if last == 15 else last + 1
    while seat < state.seats:
        if seat != state.side and state.units(seat << 4 | place):
            state.push(FLOOD, place, seat << 8 | need)
            start(state, seat << 4 | place, R_ANSWERING, 1 << MANEUVER)
            return
        seat += 1
    state.push(FLOODED, place, need)


def _flooded(state: "DragonState", place: int, need: int, events: "Events") -> None:
    """Turn a terrain down a step, at most one for each terrain and turn."""
    if state.high >= need or state.show[place] <= 1:
        return
    if state.has_fx(F_TURNED, ON_LAND + place):
        return
    turn(state, place, state.show[place] - 1, events)
    state.add_fx(F_TURNED, U_NOW, ON_LAND + place)


def _tidal(state: "DragonState", place: int, b: int, events: "Events") -> None:
    """Each army there saves and maneuvers in one throw."""
    need, last = b & 255, b >> 8
    if last < 15:
        state.high = max(state.high, state.res[MANEUVER])
        damage(state, last << 4 | place, max(need - state.res[SAVE], 0))
    state.push(TIDED, place, b)


def _tided(state: "DragonState", place: int, b: int, events: "Events") -> None:
    need, last = b & 255, b >> 8
    seat = 0 if last == 15 else last + 1
    while seat < state.seats:
        code = seat << 4 | place
        if state.units(code):
            state.push(TIDAL, place, seat << 8 | need)
            start(state, code, R_SAVE_OTHER, 1 << SAVE | 1 << MANEUVER)
            return
        seat += 1
    state.push(FLOODED, place, need)


STEPS = (
    _resolve,
    _hurt,
    _flee,
    _each,
    _fever,
    (_wheres, _where),
    (_promotes, _promote),
    (_dragons, _dragon),
    _flood,
    _flooded,
    _tidal,
    _tided,
    "where promote dragonfly",
)
