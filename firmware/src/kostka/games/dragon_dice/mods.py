"""What changes the results of a throw: spells, the terrain, a minor terrain beside the army."""

from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice.codes import (
    F_COUNTS,
    F_DOUBLE,
    F_HALF,
    F_MOD,
    F_NO_IDS,
    F_SHAKEN,
    F_WILDING,
    FX,
    MANEUVER,
    MELEE,
    MISSILE,
    ON_DIE,
    ON_LAND,
    R_MAGIC,
    R_MAGIC_RESERVE,
    R_MANEUVERS,
    R_MELEES,
    R_MISSILE,
    R_SAVES,
    RESERVES,
    SAVE,
)
from kostka.games.dragon_dice.rolls import holds, minor_of

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState

# Faces of minor terrains that halve a kind of result.
_BAD = (
    (tb.I_MINOR_FLOOD, MANEUVER),
    (tb.I_MINOR_DUST_STORM, MISSILE),
    (tb.I_MINOR_REVOLT, MELEE),
    (tb.I_MINOR_FLANKED, SAVE),
)


class Mods:
    """The modifiers of one throw of an army.

    Numbers for each kind of result: `less` and `more`; `any_less` of any kind; `half` a mask.
    `doubled` are (unit, mask) of multiplied units, `counts` (rolled, as what, the only race + 1).
    """

    def __init__(self, state: "DragonState", code: int, roll: int) -> None:
        self.less = [0] * 5
        self.more = [0] * 5
        self.any_less = 0
        self.half = 0
        self.no_ids = False
        self.doubled: list[tuple[int, int]] = []
        self.counts: list[tuple[int, int, int]] = []
        self.wilding = 0
        self._want = state.want
        self._roll = roll
        place = code & 15
        land = ON_LAND + place if place < RESERVES else -1
        foe = state.dfn if code == state.atk else state.atk
        fx = state.fx
        for n in range(0, len(fx), FX):
            which, on, amount, detail = fx[n], fx[n + 3], fx[n + 4], fx[n + 5]
            if which == F_MOD and detail >> 8 > 1:  # of what is aimed at the army
                hits = R_MISSILE if detail >> 8 == 2 else R_MELEES
                if roll & hits and on in (foe, ON_LAND + (foe & 15)):
                    self._add(amount, detail & 31)
            elif which == F_DOUBLE:
                self.doubled.append((on - ON_DIE, detail))
            elif on in (code, land):
                self._effect(which, amount, detail)
        self.id_double = holds(state, code) and not roll & (R_MAGIC | R_MAGIC_RESERVE)
        if place < RESERVES:
            self._minor(state, code)

    def _effect(self, which: int, amount: int, detail: int) -> None:
        """Take an effect on the army or its terrain."""
        if which == F_MOD:
            if not detail >> 8 or not self._roll & R_MANEUVERS:
                self._add(amount, detail & 31)
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

    def _minor(self, state: "DragonState", code: int) -> None:
        """Take the face of the minor terrain of the army."""
        minor = minor_of(state, code)
        if minor < 0 or not state.face[minor]:
            return
        icon = state.icon(minor, state.face[minor])
        if icon == tb.I_MINOR_DOUBLE_MANEUVERS and self._roll & R_MANEUVERS:
            self.id_double = True
        if icon == tb.I_MINOR_DOUBLE_SAVES and self._roll & R_SAVES:
            self.id_double = True
        for one, result in _BAD:
            if icon == one:
                self.half |= 1 << result

    def _add(self, amount: int, mask: int) -> None:
        if amount < 0 and mask == 31:
            self.any_less -= amount
            return
        for k in range(5):
            if mask >> k & 1:
                if amount < 0:
                    self.less[k] -= amount
                elif self._want >> k & 1:
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
