"""The shooting range of Arena of Warriors (AR-17, AR-18) and Spider Shoot (SH-2, SH-3).

Targets stand on cells of the mat; one that falls leaves its cell, so hits count themselves: the
referee takes targets off for FELL only after the picture has been still for a while, and what
falls later is one more FELL. Whoever shot then confirms the count by SHOT; before that RISE takes
back a target that was counted by mistake, and FELL adds one that the cells missed. FIX comes
before RISE because a target that is set up again may just be made ready for the next shot.
"""

from kostka.compat import const
from kostka.rules import events as ev
from kostka.rules import request as rq
from kostka.rules.action import a_of, kind_of, pack
from kostka.rules.state import State
from kostka.rules.token import NOBODY, token

# Kinds of actions, in the order in which keys turn through them.
SHOT = const(1)  # the count is right: all is still
FIX = const(2)  # a target was counted by mistake
FELL = const(3)  # a: all targets that this shot has knocked down so far, as bits
RISE = const(4)  # a: target that did not fall after all
STAND = const(5)  # all targets have been set up
KINDS = const(6)  # the first kind of a game's own

TARGET = token(NOBODY, 1)  # targets look alike to the cells
COUNT_SOURCES = rq.CELLS | rq.KEYS | rq.PAGE
FIX_SOURCES = rq.KEYS | rq.PAGE


def bits(mask: int) -> list[int]:
    """Return the numbers of the bits that are set, ascending."""
    return [n for n in range(8) if mask >> n & 1]


class Shooting(State):
    """A state with a shooting range.

    `up` are the targets that stood before the shot, `down` those of them that have fallen since,
    as bits; both are fields. A game sets the spot of its first target and how many there are.
    """

    first_target = 0
    n_targets = 0

    up: int
    down: int

    # What may be done ------------------------------------------------------------------------

    def shot_actions(self) -> list[int]:
        """Return what may be counted: the shot as it is, a mistake, more that has fallen."""
        down = self.down
        legal = [pack(SHOT), pack(FIX)] if down else [pack(SHOT)]
        for mask in range(1, self.up + 1):
            if mask & self.up == mask and mask & down == down and mask != down:
                legal.append(pack(FELL, mask))
        return legal

    def rise_actions(self) -> list[int]:
        """Return the targets that may have been counted by mistake."""
        return [pack(RISE, target) for target in bits(self.down)]

    # What is done ----------------------------------------------------------------------------

    def fall(self, mask: int, seat: int, events: list[tuple[int, ...]] | None) -> None:
        """Take targets off that have fallen; `mask` holds those that fell before too."""
        self._tell(mask & ~self.down, False, seat, events)
        self.down = mask

    def rise(self, target: int, seat: int, events: list[tuple[int, ...]] | None) -> None:
        """Let a target stand that was counted by mistake."""
        self._tell(1 << target, True, seat, events)
        self.down &= ~(1 << target)

    def set_up(self, mask: int, seat: int, events: list[tuple[int, ...]] | None) -> None:
        """Let these targets stand, and no shot be counted."""
        self._tell(mask & ~(self.up & ~self.down), True, seat, events)
        self.up = mask
        self.down = 0

    def _tell(
        self, mask: int, stands: bool, seat: int, events: list[tuple[int, ...]] | None
    ) -> None:
        if events is not None:
            for target in bits(mask):
                spot = self.first_target + target
                ends = (-1, spot) if stands else (spot, -1)
                events.append((ev.MOVE, ev.ALL, seat, TARGET) + ends)

    # What stands where -----------------------------------------------------------------------

    def spots_of(self, mask: int) -> tuple[int, ...]:
        """Return the spots of targets."""
        return tuple([self.first_target + target for target in bits(mask)])

    def target_tokens(self) -> list[tuple[int, int]]:
        """Return (spot, token) of the targets that stand, sorted."""
        return [(spot, TARGET) for spot in self.spots_of(self.up & ~self.down)]

    def shot_footprint(self, action: int) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Return the spots that lose and gain a target by FELL or RISE."""
        if kind_of(action) == FELL:
            return self.spots_of(a_of(action) & ~self.down), ()
        if kind_of(action) == RISE:
            return (), self.spots_of(1 << a_of(action))
        return None
