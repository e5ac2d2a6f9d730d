"""Melee and missile actions: attack, saves, damage, counter-attack (DD-51..DD-56)."""

from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice import tables_icons as ti
from kostka.games.dragon_dice.codes import (
    BACK,
    CORAL_ELVES,
    D_ARMY_SAVE,
    D_SAVE_OR_BURY,
    DIE,
    DONE,
    F_FLAMING,
    F_MOD,
    FLAGS,
    FX,
    G_CHARGE,
    G_SURPRISE,
    GOBLINS,
    K_CHARMED,
    K_OUT,
    LAVA_ELVES,
    LESS,
    M_COMBAT,
    M_COUNTING,
    M_EFFECTS,
    M_SAIS,
    MELEE,
    MISSILE,
    ON_DIE,
    ON_LAND,
    R_ATTACK,
    R_COUNTER,
    R_MISSILE,
    R_SAVE_MELEE,
    R_SAVE_MISSILE,
    SAVE,
    SCALDERS,
    UNSAVED,
    UNSAVED_BURY,
    YES,
)
from kostka.games.dragon_dice.effects import ability, damage
from kostka.games.dragon_dice.ops import GEN
from kostka.games.dragon_dice.rolls import alike, entries, near_elements, shown, start
from kostka.rules.action import a_of, kind_of, pack

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState, Events

ATTACK, STRUCK, SAVED, HURT, ANSWER, ANSWERED, FINAL, STENCH, HIT, LATER, COUNTER, SHIELD = [
    M_COMBAT + n for n in range(12)
]


def _attack(state: "DragonState", code: int, b: int, events: "Events") -> None:
    """Let an army attack another one: melee (DD-51), or missiles (DD-56), 256 more."""
    target, missile = b & 255, b >> 8
    state.atk = code
    state.dfn = target
    state.side = code >> 4
    state.later = []
    state.push(FINAL)
    state.push(STRUCK, missile)
    start(state, code, R_MISSILE if missile else R_ATTACK, 1 << (MISSILE if missile else MELEE))


def _struck(state: "DragonState", missile: int, b: int, events: "Events") -> None:
    """Note what the attack came to and let the defender save (DD-52, DD-54)."""
    res = state.res
    kind = MISSILE if missile else MELEE
    hits = res[kind]
    hard = res[UNSAVED]
    cursed = _cursed(state) if missile and state.atk & 15 == state.dfn & 15 else 0
    cursed = min(cursed, hits)
    bury = res[UNSAVED_BURY]
    less = min(res[LESS], 255)
    surprise = res[FLAGS] & G_SURPRISE
    charge = res[FLAGS] & G_CHARGE
    code = state.dfn
    if not state.units(code):
        return
    if not missile and not surprise:
        state.push(COUNTER, charge)
    elif missile and _volleys(state):
        state.push(COUNTER, 2)
    if hard:
        state.push(HURT, hard, bury)
    if hits or state.later or charge:  # DD-54: without damage nobody has to save
        state.push(SAVED, hits, cursed << 8 | less)
        state.push(SHIELD, missile, charge)
        want = 1 << SAVE | (1 << MELEE if charge else 0)
        start(state, code, R_SAVE_MISSILE if missile else R_SAVE_MELEE, want)
        _put_later(state, code)


def _cursed(state: "DragonState") -> int:
    """Cursed Bullets: missile results of Lava Elves that only saves from spells take off."""
    found = 0
    for die, face in shown(state, state.atk):
        if state.kind[die] < tb.ITEMS and state.race(die) == LAVA_ELVES:
            icon = state.icon(die, face)
            if icon == 0:
                found += state.health(die)
            elif icon == MISSILE + 1:
                found += state.count(die, face)
            for n in entries(icon) if icon > SAVE + 1 else ():
                if (ti.SAI[n] | ti.SAI[n + 1] << 8) & R_MISSILE and ti.SAI[n + 2] & 127 == GEN:
                    if ti.SAI[n + 4] in (MISSILE, 5):  # 5: what the roll counts
                        found += ti.SAI[n + 3] or state.count(die, face)
    return min(found, ability(state, state.atk >> 4, LAVA_ELVES, 3))


def _put_later(state: "DragonState", code: int) -> None:
    """Put what waits for the throw of the defender right after it, before it is counted."""
    if not state.later:
        return
    agenda = state.agenda
    for n in range(len(agenda) - 3, -1, -3):
        if agenda[n + 2] == M_COUNTING:
            agenda[n + 3 : n + 3] = [0, 0, LATER]
            return


def _later(state: "DragonState", a: int, b: int, events: "Events") -> None:
    later = state.later
    state.later = []
    for n in range(0, len(later), 2):
        state.push(M_SAIS, later[n], later[n + 1])


def _shield(state: "DragonState", missile: int, charge: int, events: "Events") -> None:
    """Scorching Touch and Flaming Armor: saves in melee that hurt the attacker."""
    code = state.dfn
    if missile:
        return
    touch = near_elements(state, code) & 8 and state.act == 0
    back = 0
    for die, face in shown(state, code):
        if state.kind[die] < tb.ITEMS and state.icon(die, face) in (0, SAVE + 1):
            if (state.race(die) == SCALDERS and touch) or state.has_fx(F_FLAMING, ON_DIE + die):
                icon = state.icon(die, face)
                back += state.count(die, face) if icon else state.health(die)
    state.res[BACK] += back


def spell_saves(state: "DragonState", code: int) -> int:
    """Return the saves that an army has from spells alone."""
    found = 0
    fx = state.fx
    for n in range(0, len(fx), FX):
        if fx[n] == F_MOD and fx[n + 4] > 0 and fx[n + 5] >> SAVE & 1:
            if fx[n + 3] in (code, ON_LAND + (code & 15)):
                found += fx[n + 4]
    return found


def _saved(state: "DragonState", hits: int, b: int, events: "Events") -> None:
    """Take saves off the damage; what is left over kills (DD-52). `b` is cursed << 8 | less."""
    cursed, less = b >> 8, b & 255
    res = state.res
    code = state.dfn
    saves = max(res[SAVE] - less, 0)
    back = res[BACK]
    charge = res[MELEE] if state.want & 1 << MELEE else 0
    hurt = max(back + charge - spell_saves(state, state.atk), 0)
    if hurt:
        damage(state, state.atk, hurt)
    if cursed:
        charmed = min(spell_saves(state, code), saves)
        left = max(hits - cursed - (saves - charmed), 0) + cursed
        damage(state, code, max(left - charmed, 0), D_ARMY_SAVE)
    else:
        damage(state, code, max(hits - saves, 0), D_ARMY_SAVE)


def _hurt(state: "DragonState", number: int, bury: int, events: "Events") -> None:
    """Damage that no save of the army takes off, but those from spells do not either."""
    damage(state, state.dfn, number, D_SAVE_OR_BURY if bury else 0)


def _volleys(state: "DragonState") -> bool:
    """Defensive Volley: Coral Elves hit by missiles at a terrain with air may shoot back."""
    if not near_elements(state, state.dfn) & 1:
        return False
    return len([d for d in state.units(state.dfn) if state.race(d) == CORAL_ELVES]) > 0


def _counter(state: "DragonState", how: int, b: int, events: "Events") -> None:
    """DD-53: if units of the defender survive it may counter-attack."""
    if how == 1:  # Charge: the counter-attack was thrown with the saves
        return
    if state.units(state.dfn) and state.units(state.atk):
        stench = 0
        if not how and [d for d in state.units(state.atk) if state.race(d) == GOBLINS]:
            stench = ability(state, state.atk >> 4, GOBLINS, 3)
        state.push(ANSWER, state.dfn >> 4, how)
        if stench:
            stench = min(stench, len(state.units(state.dfn)))
            state.push(STENCH, state.dfn >> 4, stench)


def _stenches(state: "DragonState", seat: int, left: int) -> list[int]:
    units = [die for die in state.units(state.dfn) if not state.mark[die] & K_OUT]
    return [pack(DIE, die) for die in alike(state, units)]


def _stench(state: "DragonState", action: int, seat: int, left: int, events: "Events") -> None:
    """Foul Stench: units that take no part in the counter-attack, named by their owner."""
    state.mark[a_of(action)] |= K_OUT
    if left > 1:
        state.push(STENCH, seat, left - 1)


def _answers(state: "DragonState", seat: int, how: int) -> list[int]:
    return [pack(DONE), pack(YES)]


def _answer(state: "DragonState", action: int, seat: int, how: int, events: "Events") -> None:
    if kind_of(action) == DONE:
        return
    state.act = 1  # a counter-attack
    state.later = []
    state.atk, state.dfn = state.dfn, state.atk
    state.side = seat
    state.push(ANSWERED, how)
    if how:  # only Coral Elves shoot back
        for die in state.units(state.atk):
            if state.race(die) != CORAL_ELVES:
                state.mark[die] |= K_OUT
        start(state, state.atk, R_MISSILE, 1 << MISSILE)
    else:
        start(state, state.atk, R_COUNTER, 1 << MELEE)


def _answered(state: "DragonState", missile: int, b: int, events: "Events") -> None:
    """The attacker saves in turn; after that the action ends."""
    res = state.res
    hits = res[MISSILE if missile else MELEE]
    code = state.dfn
    if not state.units(code):
        return
    if res[UNSAVED]:
        state.push(HURT, res[UNSAVED], res[UNSAVED_BURY])
    if hits or state.later:
        state.push(SAVED, hits, min(res[LESS], 255))
        state.push(SHIELD, missile, 1)
        start(state, code, R_SAVE_MISSILE if missile else R_SAVE_MELEE, 1 << SAVE)
        _put_later(state, code)


def _final(state: "DragonState", a: int, b: int, events: "Events") -> None:
    """End an action: nobody is left out any more."""
    for die in range(len(state.mark)):
        state.mark[die] &= 255 - K_OUT - K_CHARMED
    state.act = 0
    state.later = []
    state.push(M_EFFECTS)


def _hit(state: "DragonState", code: int, number: int, events: "Events") -> None:
    damage(state, code, max(number - state.res[SAVE], 0), D_ARMY_SAVE)


STEPS = (
    _attack,
    _struck,
    _saved,
    _hurt,
    (_answers, _answer),
    _answered,
    _final,
    (_stenches, _stench),
    _hit,
    _later,
    _counter,
    _shield,
    "answer stench",
)
