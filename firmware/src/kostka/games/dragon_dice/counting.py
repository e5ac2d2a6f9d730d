"""What a throw counts, in the order of DD-60, and what special icons have to do after it."""

from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice.codes import (
    BACK,
    CANTRIP,
    COUNTED,
    DRAGONKIN,
    ELDARIM,
    F_COUNTS,
    F_DOUBLE,
    F_HALF,
    F_MOD,
    F_NO_IDS,
    F_SHAKEN,
    F_WILDING,
    FERAL,
    FLAGS,
    FX,
    G_CHARGE,
    G_SURPRISE,
    ID_POINTS,
    LESS,
    LESS_MANEUVER,
    M_COUNTING,
    M_SAIS,
    MANEUVER,
    MELEE,
    MISSILE,
    NO_RACE,
    NUM,
    ON_DIE,
    ON_LAND,
    R_ANSWERING,
    R_ATTACK,
    R_COUNTER,
    R_DRAGON,
    R_MAGIC,
    R_MAGIC_RESERVE,
    R_MANEUVERS,
    R_MELEES,
    R_MISSILE,
    R_SAVE_MISSILE,
    R_SAVE_OTHER,
    R_SAVES,
    R_SINGLE,
    RES,
    RESERVES,
    SAVE,
    UNSAVED,
    UNSAVED_BURY,
    USUAL,
)
from kostka.games.dragon_dice.rolls import entries, holds, minor_of, near_elements, shown
from kostka.rules.action import a_of, kind_of, pack

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState, Events

TALLY, ASSIGN, FINISH = [M_COUNTING + n for n in range(3)]
# Operations on icons, as tools/gen_dragon_dice numbers them; those from AFTER on are jobs.
GEN, TARGET, ONE, HURT, UNSAVED_OP, AFTER, CHARM, WEAKEN, LESS_OP, LESSMAN, BACK_OP, BASH = range(
    12
)
SNEAK, CHARGE, SURPRISE, TRUMPET, CLOAK, ILLUSION, FLY, WAYFARE, JAWS, DOUBLE, FLURRY_OP = range(
    12, 23
)
BELLY, DRAGON_MOVE, SUMMON, MEDALLION, RELIC, ELEMENT, REGENERATE, WILD_GROWTH = range(23, 31)

# Abilities of races: race, what was rolled, as what it counts, in which rolls, elements needed.
_COUNTS_AS = (
    (0, MANEUVER, SAVE, R_SAVES, 2),
    (1, MELEE, MANEUVER, R_MANEUVERS, 4),
    (1, SAVE, MELEE, R_COUNTER, 8),
    (2, MELEE, MANEUVER, R_MANEUVERS, 4),
    (3, MANEUVER, SAVE, R_SAVES, 8),
    (4, SAVE, MELEE, R_ATTACK, 8),
    (6, MANEUVER, MELEE, R_COUNTER, 5),
    (7, MANEUVER, SAVE, R_SAVES, 2),
    (9, MANEUVER, SAVE, R_SAVE_MISSILE, 2),
)


class Mods:
    """What changes the results of a throw: of spells, of the terrain, of the die beside it."""

    def __init__(self, state: "DragonState", code: int, roll: int) -> None:
        self.less = [0] * 5
        self.more = [0] * 5
        self.any_less = 0
        self.half = 0
        self.no_ids = False
        self.doubled: list[tuple[int, int]] = []
        self.counts: list[tuple[int, int, int]] = []
        self.wilding = 0
        place = code & 15
        land = ON_LAND + place if place < RESERVES else -1
        foe = state.dfn if code == state.atk else state.atk
        fx = state.fx
        for n in range(0, len(fx), FX):
            which, on, amount, detail = fx[n], fx[n + 3], fx[n + 4], fx[n + 5]
            if which == F_MOD and detail >> 8 > 1:
                hits = R_MISSILE if detail >> 8 == 2 else R_MELEES
                if roll & hits and on in (foe, ON_LAND + (foe & 15)):
                    self._add(amount, detail & 31, state.want)
            elif which == F_DOUBLE:
                self.doubled.append((on - ON_DIE, detail))
            elif on in (code, land):
                if which == F_MOD:
                    if not detail >> 8 or not roll & R_MANEUVERS:
                        self._add(amount, detail & 31, state.want)
                elif which == F_SHAKEN:
                    self.any_less += amount
                elif which == F_HALF:
                    self.half |= detail
                elif which == F_NO_IDS:
                    self.no_ids = True
                elif which == F_COUNTS:
                    self.counts.append((detail & 15, detail >> 4, amount))
                elif which == F_WILDING:
                    self.wilding = 1
        self.id_double = holds(state, code) and not roll & (R_MAGIC | R_MAGIC_RESERVE)
        minor = minor_of(state, code) if place < RESERVES else -1
        if minor >= 0 and state.face[minor]:
            icon = state.icon(minor, state.face[minor])
            if icon == tb.I_MINOR_DOUBLE_MANEUVERS and roll & R_MANEUVERS:
                self.id_double = True
            if icon == tb.I_MINOR_DOUBLE_SAVES and roll & R_SAVES:
                self.id_double = True
            bad = (
                (tb.I_MINOR_FLOOD, MANEUVER), (tb.I_MINOR_DUST_STORM, MISSILE),
                (tb.I_MINOR_REVOLT, MELEE), (tb.I_MINOR_FLANKED, SAVE),
            )  # fmt: skip
            for one, result in bad:
                if icon == one:
                    self.half |= 1 << result

    def _add(self, amount: int, mask: int, want: int) -> None:
        if amount < 0 and mask == 31:
            self.any_less -= amount
            return
        for k in range(5):
            if mask >> k & 1:
                if amount < 0:
                    self.less[k] -= amount
                elif want >> k & 1:
                    self.more[k] += amount
                    return  # melee or missile: one of them

    def total(self, k: int, plain: int, ids: int, special: int, times: int, late: int) -> int:
        """Return the number of one kind of result in the order of DD-60.

        `plain` are normal icons, `ids` points of IDs, `special` what special icons give, `times`
        what multipliers add, `late` what is added last.
        """
        base = max(plain + ids - self.less[k], 0)  # subtraction
        cut = min(base, self.any_less)
        self.any_less -= cut
        base -= cut
        if self.half >> k & 1:
            base //= 2  # division
        total = base + special  # DD-60: special icons join
        if self.id_double:
            times += min(ids, base)
        return total + times + self.more[k] + late  # multiplication, additions


def _tally(state: "DragonState", code: int, b: int, events: "Events") -> None:
    """Count IDs of a throw that counts several kinds: each is given to one (DD-2, DD-33)."""
    res = state.res
    for n in range(RES):
        res[n] = 0
    for n in range(8):
        state.base[n] = 0
    want = state.want
    state.todo = []
    state.push(FINISH, code)
    mods = Mods(state, code, state.roll)
    if mods.no_ids:
        return
    many = want & (want - 1) > 0
    for die, face in shown(state, code):
        if state.icon(die, face) == 0 or (
            state.icon(die, face) == tb.I_LOGO_ELDARIM_CHAMPION
            and state.options["champion_logo_id"] == "2"
            and _colored(state.kind[die])
        ):
            value = id_value(state, die, state.roll)
            if state.icon(die, face):
                value = 2  # DD-36, [open]: the logo of colored champions
            if value:
                if many:
                    state.todo.append(value)
                res[ID_POINTS] += value
    if many and state.todo:
        state.todo.sort()
        if state.roll == R_DRAGON and state.options["dragon_id"] == "split":
            state.todo = [1] * res[ID_POINTS]
        state.push(ASSIGN, code >> 4, len(state.todo))
    else:
        for k in range(5):
            if want >> k & 1:
                state.base[k] = min(res[ID_POINTS], 255)


def _colored(kind: int) -> bool:
    return (
        tb.HUNTER <= kind < tb.LORD
        or tb.MASTER <= kind < tb.SLAYER
        or tb.ZEALOT <= kind < tb.ZEALOT + 5
    )


def _assigns(state: "DragonState", seat: int, b: int) -> list[int]:
    return [pack(NUM, k) for k in range(5) if state.want >> k & 1] + [pack(USUAL)]


def _assign(state: "DragonState", action: int, seat: int, b: int, events: "Events") -> None:
    """Give the points of the next ID to one kind; the usual: all to saves."""
    if kind_of(action) == USUAL:
        state.base[SAVE] += sum(state.todo)
        state.todo = []
        return
    state.base[a_of(action)] += state.todo.pop()
    if state.todo:
        state.push(ASSIGN, seat, len(state.todo))


def _finish(state: "DragonState", code: int, b: int, events: "Events") -> None:
    """Count everything, and let special icons do what they do."""
    roll, want = state.roll, state.want
    res = state.res
    faces = shown(state, code)
    mods = Mods(state, code, roll)
    plain, special, late, times = [0] * 5, [0] * 5, [0] * 5, [0] * 5
    jobs: list[tuple[int, int, int]] = []  # place in tb.SAI, number, die
    elements = near_elements(state, code)
    free = 0  # results of the unit that gains most by a double
    trumpet = False
    doubles = [mods.wilding * 17] if mods.wilding else []
    for die, face in faces:
        icon = state.icon(die, face)
        if icon > SAVE + 1:
            for n in entries(icon):
                if (tb.SAI[n] | tb.SAI[n + 1] << 8) & roll and tb.SAI[n + 2] & 127 == TRUMPET:
                    trumpet = True
    per: dict[int, list[int]] = {}
    for die, face in faces:
        icon = state.icon(die, face)
        count = state.count(die, face)
        unit = state.kind[die] < tb.ITEMS
        race = state.race(die) if unit else NO_RACE
        own = [0] * 5
        if 0 < icon <= SAVE + 1:
            plain[icon - 1] += count
            own[icon - 1] = count
            _convert(state, mods, late, race, icon - 1, count, roll, elements)
        elif icon:
            for n in entries(icon):
                if not (tb.SAI[n] | tb.SAI[n + 1] << 8) & roll:
                    continue
                op, number, what = tb.SAI[n + 2] & 127, tb.SAI[n + 3] or count, tb.SAI[n + 4]
                if op == GEN:
                    if what < 5:
                        own[what] += number
                        special[what] += number
                    elif what == 5:
                        for k in range(5):
                            if want >> k & 1:
                                own[k] += number
                                special[k] += number
                                break
                    elif what == 7:
                        if not res[CANTRIP]:
                            jobs.append((n, number, die))  # all of them are spent at once
                        res[CANTRIP] += number
                elif op == UNSAVED_OP:
                    res[UNSAVED] += number
                    if what == 15:
                        res[UNSAVED_BURY] = 1
                elif op == BACK_OP:
                    res[BACK] += number
                elif op == LESS_OP:
                    res[LESS] += number
                elif op == LESSMAN:
                    res[LESS_MANEUVER] += number
                elif op == CHARGE:
                    res[FLAGS] |= G_CHARGE
                elif op == SURPRISE:
                    res[FLAGS] |= G_SURPRISE
                elif op == DOUBLE:
                    doubles.append(1 << what)
                elif op == FLURRY_OP:
                    special[MELEE] += number
                elif op not in (BELLY, TRUMPET):
                    _job(jobs, n, number, die, op)
        elif unit and not mods.no_ids and not want & (want - 1) and not mods.id_double:
            for k in range(5):
                if want >> k & 1:
                    own[k] = id_value(state, die, roll)
        if want >> SAVE & 1 and race == DRAGONKIN and not _belly(icon):
            special[SAVE] += state.health(die)  # automatic saves
        if unit:
            per.setdefault(die, [0] * 5)
            for k in range(5):
                per[die][k] += own[k]
    if state.left:  # Flurry taken as saves
        special[MELEE] -= state.left
        special[SAVE] += state.left
    if res[FLAGS] & G_CHARGE:
        late[MELEE] += plain[MANEUVER] + special[MANEUVER]
    done = []
    for die in sorted(per):
        mask = 17 if trumpet and state.race(die) == FERAL else 0
        for one, detail in mods.doubled:
            if one == die:
                mask |= detail
        if mask:
            done.append(die)
        for k in range(5):
            if mask >> k & 1:
                times[k] += per[die][k]
    for mask in doubles:  # the unit that gains most; one multiplier for each unit
        best, free = -1, 0
        for die in sorted(per):
            gain = sum([per[die][k] for k in range(5) if (mask & want) >> k & 1])
            if die not in done and gain > free:
                best, free = die, gain
        if best >= 0:
            done.append(best)
            for k in range(5):
                if mask >> k & 1:
                    times[k] += per[best][k]
    for k in range(5):
        if want >> k & 1:
            res[k] = mods.total(k, plain[k], state.base[k], special[k], times[k], late[k])
            if events is not None:
                events.append((COUNTED, -1, code >> 4, k, res[k]))
    for at, number, die in sorted(jobs, reverse=True):
        state.push(M_SAIS, die, at // 5 * 128 + min(number, 127))


def _belly(icon: int) -> bool:
    for n in entries(icon) if icon > SAVE + 1 else ():
        if tb.SAI[n + 2] & 127 == BELLY:
            return True
    return False


def _job(jobs: list[tuple[int, int, int]], at: int, number: int, die: int, op: int) -> None:
    """Note what an icon does later; equal icons that hit by health are one larger effect."""
    if op in (TARGET, CHARM) or (op == AFTER and number):
        for n in range(len(jobs)):
            if jobs[n][0] == at:
                jobs[n] = (at, jobs[n][1] + number, jobs[n][2])
                return
    jobs.append((at, number, die))


def _convert(
    state: "DragonState",
    mods: Mods,
    late: list[int],
    race: int,
    rolled: int,
    count: int,
    roll: int,
    elements: int,
) -> None:
    """Add what a rolled result counts as besides: abilities of races, spells."""
    want = state.want
    if want >> rolled & 1:
        return  # it counts as itself
    for who, old, new, rolls, needs in _COUNTS_AS:
        if who == race and old == rolled and roll & rolls and want >> new & 1:
            if elements & needs == needs:
                late[new] += count
                return
    for old, new, who in mods.counts:
        if old == rolled and want >> new & 1 and (not who or race == who - 1):
            if new != MELEE or who != FERAL + 1 or roll == R_COUNTER:
                late[new] += count
                return


def single(state: "DragonState", die: int, want: int) -> int:
    """Return how many results of one kind a unit shows that was thrown alone."""
    face = state.face[die]
    if not face:
        return 0
    kept = state.want
    state.want = 1 << want
    found = _single(state, die, face, want)
    state.want = kept
    return found


def _single(state: "DragonState", die: int, face: int, want: int) -> int:
    roll = (R_COUNTER, R_MISSILE, R_MAGIC, R_ANSWERING, R_SAVE_OTHER)[want] | R_SINGLE
    icon, count = state.icon(die, face), state.count(die, face)
    auto = state.health(die) if want == SAVE and state.race(die) == DRAGONKIN else 0
    if icon == 0:
        return state.health(die) + auto
    if icon <= SAVE + 1:
        if icon - 1 == want:
            return count + auto
        late = [0] * 5
        mods = Mods(state, state.at[die], roll)
        _convert(
            state, mods, late, state.race(die), icon - 1, count, roll,
            near_elements(state, state.at[die]),
        )  # fmt: skip
        return late[want] + auto
    total = 0
    for n in entries(icon):
        if (tb.SAI[n] | tb.SAI[n + 1] << 8) & roll:
            op, what = tb.SAI[n + 2] & 127, tb.SAI[n + 4]
            if op == GEN and (what in (want, 5)):
                total = max(total, tb.SAI[n + 3] or count)
            elif op == BELLY:
                auto = 0
    return total + auto


def id_value(state: "DragonState", die: int, roll: int) -> int:
    """Return the points of an ID (DD-2), in the reply to dragons by DD-36."""
    if roll == R_DRAGON and state.race(die) == ELDARIM:
        kind = state.kind[die]
        if kind in (tb.LORD, tb.SLAYER):
            return 0
        if tb.HUNTER <= kind < tb.LORD or tb.MASTER <= kind < tb.SLAYER:
            return 2
    return state.health(die)


STEPS = (_tally, (_assigns, _assign, "assign"), _finish)
