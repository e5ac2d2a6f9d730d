"""Dragons and the army: breaths, treasures, the reply, and what is left (DD-30..DD-42)."""

from kostka.compat import const
from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice import tables_icons as ti
from kostka.games.dragon_dice.codes import (
    D_SAVE_OR_BURY,
    DIE,
    DONE,
    DRAGONKIN,
    ELDARIM,
    F_HALF,
    F_NO_IDS,
    FX,
    HELPS,
    K_OUT,
    M_EFFECTS,
    M_FIGHTS,
    MANEUVER,
    MELEE,
    MISSILE,
    MOVE,
    POOL,
    R_DRAGON,
    SAVE,
    STILL,
    TURNED_ON,
    U_NOW,
    U_START,
)
from kostka.games.dragon_dice.effects import damage, promote
from kostka.games.dragon_dice.ops import GEN
from kostka.games.dragon_dice.rolls import entries, land_elements, shown, start
from kostka.rules.action import a_of, b_of, kind_of, pack

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState, Events

BREATH, REPLY, REPLIED, KILLS, WOUNDS, DUEL, JAWS, BASH, THROWS, TAILS = [
    M_FIGHTS + n for n in range(10)
]
_WHITE = const(4)  # type
_TO_KILL = const(10)  # five health and five automatic saves (DD-34)
_BREATH = const(5)  # damage against a dragon
_DAMAGE = (12, 6, 3, 5)  # jaws, claw, tail, wing (DD-37)


# Step 2: throws (DD-27, DD-29, DD-42) ------------------------------------------------------------


def thrown_dragons(state: "DragonState") -> list[int]:
    """Return the dragons that take part, those against the army and those against others."""
    aims = state.aims
    return sorted([aims[n] for n in range(0, len(aims), 2) if aims[n + 1] != STILL])


def target_of(state: "DragonState", dragon: int) -> int:
    """Return the dragon that a dragon attacks, -1 for the army, -2 for nobody, -3: it helps."""
    aims = state.aims
    for n in range(0, len(aims), 2):
        if aims[n] == dragon:
            to = aims[n + 1]
            if to == HELPS:
                return -3
            return to - TURNED_ON if to >= TURNED_ON else to - 3 if to > STILL else -to
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


# Steps 3 to 7 -----------------------------------------------------------------------------------


def strong(state: "DragonState", dragon: int) -> int:
    """Return 2 for a white dragon of newer rules (DD-208), else 1."""
    white = state.type(dragon) == _WHITE
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
            total += _BREATH
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
        white = state.type(dragon) == _WHITE
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
                what = ti.SAI[n + 4]
                if ti.SAI[n + 1] & 4 and ti.SAI[n + 2] & 127 == GEN and what < 5:
                    kinds[what] += ti.SAI[n + 3] or state.count(die, face)
            if kinds[SAVE]:
                res[MELEE] += kinds[MELEE]
                res[MISSILE] += kinds[MISSILE]
    for dragon in thrown_dragons(state):  # control: its damage are melee results
        if target_of(state, dragon) == -3:
            res[MELEE] += harm(state, dragon)
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
        state.res[number & 7] += number >> 3


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
    _breath,
    _reply,
    _replied,
    (_kills, _kill),
    _wounds,
    _duel,
    (_jaws, _jawed),
    (_bashes, _bash),
    _throws,
    _tails,
    "kill jaws bash_dragon",
)
