"""Dragon attacks in seven steps (DD-26..DD-42)."""

from kostka.compat import const
from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice.codes import (
    D_SAVE_OR_BURY,
    DIE,
    DONE,
    DRAGONKIN,
    ELDARIM,
    F_HALF,
    F_NO_IDS,
    F_TAMED,
    FRONTIER,
    FX,
    GONE,
    K_HIDDEN,
    K_OUT,
    M_DRAGONS,
    M_EFFECTS,
    MANEUVER,
    MELEE,
    MISSILE,
    MOVE,
    ON_DIE,
    PLACE,
    POOL,
    R_DRAGON,
    SAVE,
    U_NOW,
    U_PART,
    U_START,
    WHITE,
    YES,
)
from kostka.games.dragon_dice.deaths import damage
from kostka.games.dragon_dice.effects import promote
from kostka.games.dragon_dice.rolls import GEN, entries, land_elements, shown, start
from kostka.rules.action import a_of, b_of, kind_of, pack

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState, Events

(
    ORDER, CHAMPION, LOGO, POWER, LOOSE, AIM, THROWS, TAILS, BREATH, REPLY, KILLS, LAST, JAWS,
    BASH, PREPARE, DUEL, WOUNDS, REPLIED,
) = [M_DRAGONS + n for n in range(18)]  # fmt: skip
_ELEMENTAL, _HYBRID, _IVORY, _IVORY_HYBRID, _WHITE = range(5)
_TO_KILL = const(10)  # five health and five automatic saves (DD-34)
_BELLY = const(5)
_DAMAGE = (12, 6, 3, 5)  # jaws, claw, tail, wing (DD-37)
_STILL = const(2)  # target of a dragon that does nothing: 1 is the army


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


# Step 1: Eldarim (DD-28) --------------------------------------------------------------------------


def _matching(state: "DragonState", die: int) -> list[int]:
    """Return the dragons on which the power of a champion works."""
    kind = state.kind[die]
    found = []
    for one in dragons_at(state, state.dfn & 15):
        anyone = kind in (tb.CRUSADER, tb.LORD, tb.SLAYER)
        if one not in state.aims[::2] and (anyone or state.elements(one) & state.elements(die)):
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
    """Slay, tame, or keep a dragon still for this attack."""
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
        state.aims.extend((dragon, _STILL))


# Step 2: throws (DD-27, DD-29, DD-40..DD-42) ------------------------------------------------------


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
        if dragon in state.aims[::2]:
            continue
        tamer = _tamer(state, dragon)
        if tamer >= 0:
            if state.at[tamer] >> 4 == seat:  # DD-204: it leaves the army of its tamer alone
                state.aims.extend((dragon, _STILL))
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
        state.aims.extend((dragon, _STILL))


def rivals(state: "DragonState", dragon: int) -> list[int]:
    """Return the dragons that a dragon attacks in place of the army (DD-40, DD-41)."""
    found = []
    mine = state.elements(dragon)
    type_ = tb.KIND[4 * state.kind[dragon]] >> 3
    if type_ in (_IVORY, _IVORY_HYBRID):
        return found
    for one in dragons_at(state, state.dfn & 15):
        other = tb.KIND[4 * state.kind[one]] >> 3
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


def thrown_dragons(state: "DragonState") -> list[int]:
    """Return the dragons that take part, those against the army and those against others."""
    aims = state.aims
    return sorted([aims[n] for n in range(0, len(aims), 2) if aims[n + 1] != _STILL])


def target_of(state: "DragonState", dragon: int) -> int:
    """Return the dragon that a dragon attacks, -1 for the army, -2 for nobody."""
    aims = state.aims
    for n in range(0, len(aims), 2):
        if aims[n] == dragon:
            return aims[n + 1] - 3 if aims[n + 1] > 2 else -aims[n + 1]
    return -2


def _throws(state: "DragonState", code: int, seat: int, events: "Events") -> None:
    """DD-27: the owner of a dragon throws it."""
    if seat == state.seats:
        state.push(BREATH, code)
        return
    if not seat:
        state.extra = []
    state.push(THROWS, code, seat + 1)
    state.push(TAILS, code, seat << 10)
    mine = [die for die in thrown_dragons(state) if state.at[die] >> 4 == seat]
    state.throw(seat, mine)


def faces(state: "DragonState", dragon: int) -> list[int]:
    """Return the icons that a dragon shows: one, more after tails."""
    found = []
    if state.face[dragon]:
        found.append(state.icon(dragon, state.face[dragon]))
    extra = state.extra
    for n in range(0, len(extra), 2):
        if extra[n] == dragon:
            found.append(state.icon(dragon, extra[n + 1]))
    return found


def _tails(state: "DragonState", code: int, b: int, events: "Events") -> None:
    """DD-29: a tail throws again at once; DD-42: so does a breath against a dragon."""
    seat, done = b >> 10, b & 1023
    dice = []
    total = 0
    for dragon in thrown_dragons(state):
        if state.at[dragon] >> 4 != seat:
            continue
        for icon in faces(state, dragon):
            total += 1
            breath = icon == tb.I_DRAGON_BREATH and target_of(state, dragon) >= 0
            if total > done and (icon == tb.I_DRAGON_TAIL or breath):
                dice.append(dragon)
    # faces are counted dragon by dragon, so what is new may lie between: look at the last ones
    if done:
        dice = []
        extra = state.extra
        for n in range(2 * (done - 1), len(extra), 2):
            icon = state.icon(extra[n], extra[n + 1])
            breath = icon == tb.I_DRAGON_BREATH and target_of(state, extra[n]) >= 0
            if icon == tb.I_DRAGON_TAIL or breath:
                dice.append(extra[n])
    if dice:
        state.push(TAILS, code, seat << 10 | len(state.extra) // 2 + 1)
        state.throw(seat, dice, 1)


# Steps 3 to 5 (DD-30..DD-37) ----------------------------------------------------------------------


def strong(state: "DragonState", dragon: int) -> int:
    """Return 2 for a white dragon of newer rules (DD-208), else 1."""
    white = tb.KIND[4 * state.kind[dragon]] >> 3 == _WHITE
    return 2 if white and state.options["white_dragons"] == "v4" else 1


def needed(state: "DragonState", dragon: int) -> int:
    """Return how many results of one kind kill a dragon (DD-34)."""
    base = _TO_KILL if strong(state, dragon) == 1 else _TO_KILL + 5
    return base - 5 if tb.I_DRAGON_BELLY in faces(state, dragon) else base


def harm(state: "DragonState", dragon: int) -> int:
    """Return the damage that a dragon does (DD-37)."""
    total = 0
    for icon in faces(state, dragon):
        for n in range(4):
            if icon == (tb.I_DRAGON_JAWS, tb.I_DRAGON_CLAW, tb.I_DRAGON_TAIL, tb.I_DRAGON_WING)[n]:
                total += _DAMAGE[n]
        if icon == tb.I_DRAGON_BREATH and target_of(state, dragon) >= 0:
            total += _BELLY
    return total * strong(state, dragon)


def attackers(state: "DragonState") -> list[int]:
    """Return the dragons that attack the army."""
    return [die for die in thrown_dragons(state) if target_of(state, die) == -1]


def slayers(state: "DragonState", code: int) -> int:
    """Return the elements of whose breath an army is not hurt (DD-30); 64 is every breath."""
    found = 0
    for die in state.units(code):
        kind = state.kind[die]
        if kind == tb.SLAYER:
            found |= 64
        elif tb.HUNTER <= kind < tb.LORD:
            found |= state.elements(die)
    return found


def _breath(state: "DragonState", code: int, b: int, events: "Events") -> None:
    """Steps 3 and 4: breaths with their effects (DD-30, DD-31), then treasures (DD-32)."""
    safe = slayers(state, code)
    treasures = 0
    colors = 0
    state.push(DUEL, code)
    kills = []
    for dragon in attackers(state):
        shown_ = faces(state, dragon)
        treasures += shown_.count(tb.I_DRAGON_TREASURE) * strong(state, dragon)
        own = state.elements(dragon)
        white = tb.KIND[4 * state.kind[dragon]] >> 3 == _WHITE
        if tb.I_DRAGON_BREATH not in shown_ or safe & 64 or (own & safe and not white):
            continue
        if white:
            own = land_elements(state, code & 15)
        colors |= own
        for _ in range(shown_.count(tb.I_DRAGON_BREATH)):
            kills.append((5 * strong(state, dragon), D_SAVE_OR_BURY if own & 8 else 0))
    state.flags = colors
    state.push(REPLY, code)
    if treasures:
        promote(state, code, treasures)
    for number, flags in kills:
        damage(state, code, number, flags)
    state.side = code >> 4
    if colors & 2:  # poisonous cloud, [gap]
        state.add_fx(F_HALF, U_START, code, 0, 1 << MISSILE)
    if colors & 4:  # petrify, [gap]
        state.add_fx(F_HALF, U_START, code, 0, 1 << MANEUVER)
    if colors & 16:  # DD-31, black: IDs do not count
        state.add_fx(F_NO_IDS, U_NOW, code)


def _reply(state: "DragonState", code: int, b: int, events: "Events") -> None:
    """Step 5: the army throws once (DD-33); a blue breath makes it a save roll (DD-31)."""
    against = attackers(state)
    if not against or not state.units(code):
        return
    state.push(REPLIED, code)
    afraid = [state.elements(die) for die in against]
    fearless = sum([state.health(d) for d in state.units(code) if state.race(d) == ELDARIM])
    for die in state.units(code):  # Dragonkin do not fight some dragons; Resist Fear
        if state.race(die) == DRAGONKIN:
            own = state.elements(die)
            if [one for one in afraid if one & own or one & 32]:
                if fearless >= state.health(die):
                    fearless -= state.health(die)
                else:
                    state.mark[die] |= K_OUT
    blue = state.flags & 1
    state.dfn = code
    start(state, code, R_DRAGON, 1 << SAVE if blue else 1 << SAVE | 1 << MELEE | 1 << MISSILE)


def _replied(state: "DragonState", code: int, b: int, events: "Events") -> None:
    """Count what works in a save roll beside saves, then let the army kill dragons."""
    res = state.res
    if state.want == 1 << SAVE:
        res[MELEE] = 0
        res[MISSILE] = 0
        for die, face in shown(state, code):
            kinds = [0, 0, 0, 0, 0]
            for n in entries(state.icon(die, face)):
                what = tb.SAI[n + 4]
                if tb.SAI[n + 1] & 4 and tb.SAI[n + 2] & 127 == GEN and what < 5:
                    kinds[what] += tb.SAI[n + 3] or state.count(die, face)
            if kinds[SAVE]:
                res[MELEE] += kinds[MELEE]
                res[MISSILE] += kinds[MISSILE]
    state.dead = []
    state.push(WOUNDS, code)
    state.push(KILLS, code >> 4)


def _kills(state: "DragonState", seat: int, b: int) -> list[int]:
    """Kill dragons, each with one kind of results (DD-34); some kills are compulsory (DD-35)."""
    res = state.res
    found = []
    must = False
    for dragon in attackers(state):
        for kind in (MELEE, MISSILE):
            cost = needed(state, dragon)
            if dragon not in state.picked and res[kind] >= cost:
                found.append(pack(MOVE, dragon, kind))
                must = must or res[kind] - state.base[kind] >= cost
    if not must or not found or state.options["overkill"] == "allowed":
        found.append(pack(DONE))
    return found


def _kill(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
    if kind_of(action) == DONE:
        return
    dragon, kind = a_of(action), b_of(action)
    cost = needed(state, dragon)
    plain = max(state.res[kind] - state.base[kind], 0)  # results without IDs are used first
    state.base[kind] = max(state.base[kind] - max(cost - plain, 0), 0)
    state.res[kind] -= cost
    state.picked.append(dragon)
    state.push(KILLS, seat)


def _wounds(state: "DragonState", code: int, b: int, events: "Events") -> None:
    """DD-37: the damage of all dragons is added, those just killed included; saves come off."""
    total = sum([harm(state, dragon) for dragon in attackers(state)])
    killed = len([one for one in state.picked if one in attackers(state)])
    if killed and not slayers(state, code):  # DD-38
        promote(state, code, 99)
    for dragon in state.picked:
        state.move(dragon, POOL, events)
    state.picked = []
    damage(state, code, max(total - state.res[SAVE], 0))


def _duel(state: "DragonState", code: int, b: int, events: "Events") -> None:
    """DD-42: dragons against dragons; all results apply together. Then step 7 (DD-39)."""
    hurt: dict[int, int] = {}
    for dragon in thrown_dragons(state):
        target = target_of(state, dragon)
        if target >= 0:
            hurt[target] = hurt.get(target, 0) + harm(state, dragon)
    for dragon in sorted(hurt):
        if hurt[dragon] >= needed(state, dragon) and state.at[dragon] & 15 == code & 15:
            state.move(dragon, POOL, events)
    for dragon in thrown_dragons(state):
        if tb.I_DRAGON_WING in faces(state, dragon) and state.at[dragon] & 15 == code & 15:
            state.move(dragon, POOL, events)
        state.face[dragon] = 0
    fx = state.fx
    for n in range(len(fx) - FX, -1, -FX):
        if fx[n] == F_NO_IDS:
            fx[n : n + FX] = []
    for die in range(len(state.mark)):
        state.mark[die] &= 255 - K_OUT
    state.aims = []
    state.extra = []
    state.flags = 0
    state.push(M_EFFECTS)


# Icons against dragons ----------------------------------------------------------------------------


def _jaws(state: "DragonState", seat: int, number: int) -> list[int]:
    """Kill a dragon that shows jaws; where none does, results."""
    found = [
        pack(DIE, dragon)
        for dragon in attackers(state)
        if tb.I_DRAGON_JAWS in faces(state, dragon) and dragon not in state.picked
    ]
    return found or [pack(DONE)]


def _jawed(state: "DragonState", action: int, seat: int, number: int, events: "Events") -> None:
    if kind_of(action) == DIE:
        state.picked.append(a_of(action))
    else:
        state.res[MELEE if number != 3 else _kind_of_jaws(state)] += number


def _kind_of_jaws(state: "DragonState") -> int:
    return MISSILE if state.choice else MELEE


def _bashes(state: "DragonState", seat: int, b: int) -> list[int]:
    found = [pack(DIE, d) for d in attackers(state) if harm(state, d)]
    return found or [pack(DONE)]


def _bash(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
    """Bash: a dragon suffers the damage that it does; the army gains as many saves."""
    if kind_of(action) == DIE:
        dragon = a_of(action)
        number = harm(state, dragon)
        state.res[SAVE] += number
        if number >= needed(state, dragon) and dragon not in state.picked:
            state.picked.append(dragon)


STEPS = (
    (_orders, _order, "dragons"),
    (_champions, _champion, "champion"),
    _logo,
    (_powers, _power, "power"),
    (_looses, _loose, "loose"),
    (_aims, _aim, "aim"),
    _throws,
    _tails,
    _breath,
    _reply,
    (_kills, _kill, "kill"),
    _duel,
    (_jaws, _jawed, "jaws"),
    (_bashes, _bash, "bash_dragon"),
    _prepare,
    _duel,
    _wounds,
    _replied,
)
assert K_HIDDEN and BASH
