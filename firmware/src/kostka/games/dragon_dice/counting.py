"""What a throw counts, in the order of DD-60, and what special icons have to do after it."""

from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice import tables_icons as ti
from kostka.games.dragon_dice.codes import (
    BACK,
    CANTRIP,
    COUNTED,
    DRAGONKIN,
    ELDARIM,
    FERAL,
    FLAGS,
    G_CHARGE,
    G_SURPRISE,
    ID_POINTS,
    LESS,
    LESS_MANEUVER,
    M_COUNTING,
    M_SAIS,
    MANEUVER,
    MELEE,
    NO_RACE,
    NUM,
    R_ANSWERING,
    R_ATTACK,
    R_COUNTER,
    R_DRAGON,
    R_MAGIC,
    R_MANEUVERS,
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
from kostka.games.dragon_dice.mods import Mods
from kostka.games.dragon_dice.ops import (
    AFTER,
    BACK_OP,
    BELLY,
    CHARGE,
    CHARM,
    DOUBLE,
    FLURRY_OP,
    GEN,
    LESS_OP,
    LESSMAN,
    SURPRISE,
    TARGET,
    TRUMPET,
    UNSAVED_OP,
)
from kostka.games.dragon_dice.rolls import entries, near_elements, shown
from kostka.rules.action import a_of, kind_of, pack

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState, Events

TALLY, ASSIGN, FINISH = [M_COUNTING + n for n in range(3)]
# Where in State.res numbers of some operations are added.
_SUMS = {UNSAVED_OP: UNSAVED, BACK_OP: BACK, LESS_OP: LESS, LESSMAN: LESS_MANEUVER}

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
        value = _id_points(state, die, face)
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


def _id_points(state: "DragonState", die: int, face: int) -> int:
    """Return the points of a face as an ID; by an option the logo of colored champions is one."""
    icon = state.icon(die, face)
    if state.roll == R_MISSILE and state.dfn & 15 == RESERVES and state.at[die] == state.atk:
        return 0  # DD-202: a tower that shoots at reserves
    if icon == 0:
        return id_value(state, die, state.roll)
    logo = icon == tb.I_LOGO_ELDARIM_CHAMPION and state.options["champion_logo_id"] == "2"
    return 2 if logo and _colored(state.kind[die]) else 0  # DD-36, [open]


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


class Count:
    """The count of one throw of an army, face by face."""

    def __init__(self, state: "DragonState", code: int) -> None:
        self.state = state
        self.code = code
        self.roll, self.want = state.roll, state.want
        self.faces = shown(state, code)
        self.mods = Mods(state, code, state.roll)
        self.elements = near_elements(state, code)
        self.plain = [0] * 5  # of normal icons
        self.special = [0] * 5  # of special icons
        self.late = [0] * 5  # what is added last
        self.per: dict[int, list[int]] = {}  # results of each unit
        self.jobs: list[tuple[int, int, int]] = []  # place in ti.SAI, number, die
        # masks of results that count twice for the unit that gains most
        self.doubles = [1 << MELEE | 1 << SAVE] if self.mods.wilding else []
        self.trumpet = False

    def face(self, die: int, face: int) -> None:
        """Count one face."""
        state = self.state
        icon, count = state.icon(die, face), state.count(die, face)
        unit = state.kind[die] < tb.ITEMS
        race = state.race(die) if unit else NO_RACE
        own = [0] * 5
        if 0 < icon <= SAVE + 1:
            self.plain[icon - 1] += count
            own[icon - 1] = count
            convert(state, self.mods, self.late, race, icon - 1, count, self.roll, self.elements)
        elif icon:
            for n in entries(icon):
                if (ti.SAI[n] | ti.SAI[n + 1] << 8) & self.roll:
                    self._special(die, n, ti.SAI[n + 3] or count, own)
        elif unit and not self.mods.no_ids and not self.mods.id_double:
            if not self.want & (self.want - 1):
                own = [id_value(state, die, self.roll) * (self.want >> k & 1) for k in range(5)]
        if self.want >> SAVE & 1 and race == DRAGONKIN and not _belly(icon):
            self.special[SAVE] += state.health(die)  # automatic saves
        if unit:
            sums = self.per.setdefault(die, [0] * 5)
            for k in range(5):
                sums[k] += own[k]

    def _special(self, die: int, n: int, number: int, own: list[int]) -> None:
        """Count what one effect of a special icon gives, or note what it does later."""
        res = self.state.res
        op, what = ti.SAI[n + 2] & 127, ti.SAI[n + 4]
        if op == GEN:
            self._gives(die, n, number, own)
        elif op in _SUMS:
            res[_SUMS[op]] += number
            if op == UNSAVED_OP and what == 15:
                res[UNSAVED_BURY] = 1
        elif op == CHARGE:
            res[FLAGS] |= G_CHARGE
        elif op == SURPRISE:
            res[FLAGS] |= G_SURPRISE
        elif op == DOUBLE:
            self.doubles.append(1 << what)
        elif op == FLURRY_OP:
            self.special[MELEE] += number
        elif op == TRUMPET:
            self.trumpet = True
        elif op != BELLY:
            _job(self.jobs, n, number, die, op)

    def _gives(self, die: int, n: int, number: int, own: list[int]) -> None:
        what = ti.SAI[n + 4]
        if what == 7:  # cantrip: all of them are spent at once
            if not self.state.res[CANTRIP]:
                self.jobs.append((n, number, die))
            self.state.res[CANTRIP] += number
            return
        if what == 5:  # any: the first kind that counts
            what = 0
            while not self.want >> what & 1:
                what += 1
        if what < 5:
            own[what] += number
            self.special[what] += number

    def times(self) -> list[int]:
        """Return what multipliers add: one for each unit (DD-60)."""
        found = [0] * 5
        done = []
        for die in sorted(self.per):
            feral = self.trumpet and self.state.race(die) == FERAL
            mask = 1 << MELEE | 1 << SAVE if feral else 0
            for one, detail in self.mods.doubled:
                if one == die:
                    mask |= detail
            if mask:
                done.append(die)
                self._multiply(found, die, mask)
        for mask in self.doubles:
            best, most = -1, 0
            for die in sorted(self.per):
                own = self.per[die]
                gain = sum([own[k] for k in range(5) if (mask & self.want) >> k & 1])
                if die not in done and gain > most:
                    best, most = die, gain
            if best >= 0:
                done.append(best)
                self._multiply(found, best, mask)
        return found

    def _multiply(self, found: list[int], die: int, mask: int) -> None:
        for k in range(5):
            if mask >> k & 1:
                found[k] += self.per[die][k]


def _finish(state: "DragonState", code: int, b: int, events: "Events") -> None:
    """Count everything, and let special icons do what they do."""
    count = Count(state, code)
    for die, face in count.faces:
        count.face(die, face)
    plain, special, late = count.plain, count.special, count.late
    res, want = state.res, state.want
    if state.left:  # Flurry taken as saves
        special[MELEE] -= state.left
        special[SAVE] += state.left
    if res[FLAGS] & G_CHARGE:
        late[MELEE] += plain[MANEUVER] + special[MANEUVER]
    times = count.times()
    for k in range(5):
        if want >> k & 1:
            res[k] = count.mods.total(k, plain[k], state.base[k], special[k], times[k], late[k])
            if events is not None:
                events.append((COUNTED, -1, code >> 4, k, res[k]))
    for at, number, die in sorted(count.jobs, reverse=True):
        state.push(M_SAIS, die, at // 5 * 128 + min(number, 127))


def _belly(icon: int) -> bool:
    for n in entries(icon) if icon > SAVE + 1 else ():
        if ti.SAI[n + 2] & 127 == BELLY:
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


def convert(
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
    kept = state.want
    state.want = 1 << want
    found = _single(state, die, state.face[die], want)
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
        convert(
            state, mods, late, state.race(die), icon - 1, count, roll,
            near_elements(state, state.at[die]),
        )  # fmt: skip
        return late[want] + auto
    total = 0
    for n in entries(icon):
        if (ti.SAI[n] | ti.SAI[n + 1] << 8) & roll:
            op, what = ti.SAI[n + 2] & 127, ti.SAI[n + 4]
            if op == GEN and (what in (want, 5)):
                total = max(total, ti.SAI[n + 3] or count)
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


STEPS = (
    _tally,
    (_assigns, _assign),
    _finish,
    "assign",
)
