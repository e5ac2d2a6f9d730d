"""Referee: what a picture of the table means, compared with what the state expects.

It compares how many tokens stand on each spot, never single lifts and puts, so tokens may be
lifted, slid and captured in any order. Cells are row * cols + col; a set of cells is a bitmap,
bit (cell & 7) of byte (cell >> 3).

A spot without cells is off the table, or off the part of it that a board has (`Mat.part()`).
Nothing is expected there, and an action shows only in what it does to the other spots: one that
changes none of these never comes from a picture, one that only takes a token off them looks like
a token in the hand (`removes`), and several that change the same cannot be told apart (SEVERAL).
"""

from kostka.compat import const
from kostka.rules import request as rq

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.mats.mat import Mat
    from kostka.rules.state import State

    # action, spots losing and gaining tokens, spot of the moved token (-1: off the table)
    Candidate = tuple[int, tuple[int, ...], tuple[int, ...], int]

# Outcomes.
SAME = const(0)  # the picture is the expected one
ONE = const(1)  # one action explains it
SEVERAL = const(2)  # several actions explain it
WAY = const(3)  # it lies between the expected picture and that of an action
NONE = const(4)  # nothing explains it

NAMES = ("same", "one", "several", "way", "wrong")  # as messages call them

# How an action fits a picture.
NO = const(0)
BETWEEN = const(1)
EXACT = const(2)

_NO_SPOT = const(255)
_PAIR = const(-2)  # stands for the actions of any pair


class Referee:
    """Judges pictures of one game's mat. The last judgement is in its attributes.

    `outcome` is one of the constants above. With ONE, `action` explains the picture; `replaces`
    says that it takes the place of the action played last, `removes` that it only takes tokens
    off the table, so that a token in the hand looks the same, `paired` that a second action of
    the next decision is needed, too. With SEVERAL, `actions` do. With
    WAY, and with `removes`, `targets` are the spots where tokens may go and `movable` the spots
    they come from; `placed` are those targets that remain once the token moved first stands where
    an action wants it. With SAME, `movable` are the spots whose tokens may be moved. `missing` and
    `extra` are the cells that differ from what is expected, whatever the outcome.
    """

    def __init__(self, mat: "Mat", mask: bytes = b"") -> None:
        """Take a mat and a bitmap of the cells that cannot be sensed."""
        size = (mat.rows * mat.cols + 7) >> 3
        self.outcome = SAME
        self.action = -1
        self.replaces = False
        self.removes = False
        self.paired = False
        self.actions: list[int] = []
        self.targets: list[int] = []
        self.placed: list[int] = []
        self.movable: list[int] = []
        self.missing: list[int] = []
        self.extra: list[int] = []
        self.tokens: list[tuple[int, int]] = []  # (spot, token) as the state has them
        self.candidates: list[Candidate] = []  # actions that the table can show
        self.wrong: dict[int, int] = {}  # spot: seen - expected, where that cannot be right
        self._mat = mat
        self._mask = bytearray(size)
        self._cells = bytearray(size)  # the picture that the counts below stand for
        self._right = bytearray(size)  # the last picture that was as expected
        self._seen = bytearray(_NO_SPOT)  # tokens seen on each spot
        self._hidden = bytearray(_NO_SPOT)  # cells of each spot that cannot be sensed
        self._room = bytearray(_NO_SPOT)  # cells of each spot; spots off the table have none
        self._want = bytearray(_NO_SPOT)  # tokens expected on each spot
        self._strays: list[int] = []  # occupied cells that belong to no spot
        self._others: list[Candidate] = []  # other targets of the token moved last
        self._played: Candidate | None = None
        self._doubted: list[int] = []  # actions that were undone while their tokens stayed
        self._known = False  # the judgement stands for picture and state as they are
        self.hide(mask)

    # What is expected ------------------------------------------------------------------------

    def hide(self, mask: bytes) -> None:
        """Take the cells that cannot be sensed; an empty mask hides none."""
        size = len(self._mask)
        self._mask = bytearray(mask) if len(mask) == size else bytearray(size)
        for i in range(len(self._mat.deaf)):
            self._mask[i] |= self._mat.deaf[i]
        self._hidden = bytearray(_NO_SPOT)
        self._room = bytearray(_NO_SPOT)
        for cell in range(self._mat.rows * self._mat.cols):
            spot = self._mat.spot_of[cell]
            if spot != _NO_SPOT:
                self._room[spot] += 1
                self._hidden[spot] += self._mask[cell >> 3] >> (cell & 7) & 1
        picture = self._cells
        self._cells = bytearray(size)
        self._seen = bytearray(_NO_SPOT)
        self._strays = []
        self._update(picture)
        for spot in range(_NO_SPOT):
            self._weigh(spot)
        self._known = False

    def expect(self, state: "State", hands: bool = True) -> None:
        """Take a new state: where tokens should stand and which actions may move them.

        Without `hands`, none may: somebody else decides, who is not at the table.
        """
        old = self._want
        want = bytearray(_NO_SPOT)
        before = self.tokens
        self.tokens = state.tokens()
        for spot, _ in self.tokens:
            if self._room[spot]:
                want[spot] += 1
        self._want = want
        if want != old:
            for tokens in (before, self.tokens):
                for spot, _ in tokens:
                    if want[spot] != old[spot]:
                        self._weigh(spot)
        self.candidates = self.moves(state) if hands else []
        self._doubted = []
        self._known = False

    def moves(self, state: "State") -> "list[Candidate]":
        """Return the actions of a state that the table can show."""
        found: list[Candidate] = []
        player = state.current_player()
        if player < 0 or not state.request(player).sources & rq.CELLS:
            return found
        for action in state.legal_actions():
            moved = state.footprint(action)
            if moved is not None:
                losing, gaining = self._on_table(moved[0]), self._on_table(moved[1])
                if losing or gaining:
                    source = moved[0][0] if moved[0] and self._room[moved[0][0]] else -1
                    found.append((action, losing, gaining, source))
        return found

    def _on_table(self, spots: tuple[int, ...]) -> tuple[int, ...]:
        for spot in spots:
            if not self._room[spot]:
                return tuple([one for one in spots if self._room[one]])
        return spots

    def played(self, action: int) -> None:
        """Note that a picture's action is being played; call it before expect().

        While nothing else happens, a token slid on to another target replaces the action.
        """
        self.forget()
        played = None
        for one in self.candidates:
            if one[0] == action:
                played = one
        if played is None or played[3] < 0 or not played[2]:
            return  # what was only taken off is not slid on
        self._others = [one for one in self.candidates if one[0] != action and one[3] == played[3]]
        if self._others:
            self._played = played

    def forget(self) -> None:
        """Note that something else happened: the last action stands."""
        if self._played is not None:
            self._known = False
        self._others = []
        self._played = None

    def distrust(self, cells: bytearray) -> None:
        """Do not take a picture for an action: it was undone, and its tokens still stand there.

        This lasts until the tokens are touched, so that nothing undone is played again.
        """
        outcome = self.look(cells)
        self._doubted = [self.action] if outcome == ONE else list(self.actions)
        if outcome == NONE:
            self._doubted = [_PAIR]
        self._known = False

    # Judging ---------------------------------------------------------------------------------

    def look(self, cells: bytearray) -> int:
        """Judge a settled picture; return the outcome. Allocates nothing if nothing is new."""
        if cells != self._cells and self._update(cells):
            self._known = False
        if self._known:
            return self.outcome
        self._known = True
        self.action = -1
        self.replaces = self.removes = self.paired = False
        self.actions = []
        self.targets = []
        self.placed = []
        self.movable = []
        self._name_cells()
        if not self.wrong and not self._strays:
            self.outcome = SAME
            self._right[:] = self._cells
            self.movable = sorted({one[3] for one in self.candidates if one[3] >= 0})
        elif self._strays:
            self.outcome = NONE
        else:
            self.outcome = self._judge()
        if self._doubted:
            self._doubt()
        return self.outcome

    def _doubt(self) -> None:
        """Judge an undone action that still stands there as wrong; all else ends the doubt."""
        same = self.action in self._doubted
        if self.outcome == SEVERAL:
            same = self.actions == self._doubted
        if same:
            self.outcome = NONE
            self.action = -1
            self.actions = []
            self.targets = []  # wrong cells are shown, not ways on
            self.placed = []
            self.movable = []
            self.removes = False
        elif self.outcome != NONE:
            self._doubted = []

    # Two actions at once, see kostka.play.pairs ----------------------------------------------

    def puzzled(self) -> bool:
        """Say whether nothing explains the picture, but two actions might."""
        return self.outcome == NONE and not self._strays and not self._doubted

    def take(self, actions: list[int]) -> int:
        """Take the first actions of the pairs that explain the picture; return the outcome."""
        if len(actions) == 1:
            self.outcome = ONE
            self.action = actions[0]
            self.paired = True
        elif actions:
            self.outcome = SEVERAL
            self.actions = actions
        return self.outcome

    def _judge(self) -> int:
        exact: list[Candidate] = []
        between: list[Candidate] = []
        self._sort(self.candidates, None, exact, between)
        if not exact and self._played is not None:
            self._sort(self._others, self._played, exact, between)
            self.replaces = len(exact) == 1
        self.removes = len(exact) > 0
        for one in exact:
            if len(one[2]) >= len(one[1]):
                self.removes = False
        if between and (self.removes or not exact):
            self._guide(between)
        if len(exact) == 1:
            self.action = exact[0][0]
            return ONE
        if exact:
            self.actions = [one[0] for one in exact]
            return SEVERAL
        return WAY if between else NONE

    def _guide(self, between: "list[Candidate]") -> None:
        """Name where a token in the hand may go, and where it comes from."""
        self.targets = sorted(
            {spot for one in between for spot in one[2] if self._open(one, spot)}
        )
        begun = [one for one in between if one[2] and not self._open(one, one[2][0])]
        self.placed = sorted({spot for one in begun for spot in one[2] if self._open(one, spot)})
        self.movable = sorted({one[3] for one in between if one[3] >= 0})

    def _sort(
        self,
        candidates: "list[Candidate]",
        played: "Candidate | None",
        exact: "list[Candidate]",
        between: "list[Candidate]",
    ) -> None:
        """Append the actions that explain the picture, and those it is on the way of."""
        lost = -1  # a spot that surely lacks a token: actions that leave it alone need no look
        if played is None:
            for spot in self.wrong:  # subset: order any one will do
                if self.wrong[spot] + self._hidden[spot] < 0:
                    lost = spot
        for one in candidates:
            if lost >= 0 and lost not in one[1]:
                continue
            fit = self.fit(one, played)
            if fit == EXACT:
                exact.append(one)
            elif fit == BETWEEN:
                between.append(one)

    def fit(self, one: "Candidate", played: "Candidate | None") -> int:
        """Say how an action fits the picture, seen from the state or from before `played`."""
        losing, gaining = one[1], one[2]
        wrong = self.wrong
        if played is not None:
            wrong = dict(wrong)
            for spot in played[1] + played[2]:
                wrong[spot] = self.difference(spot, played)
        more = max(0, len(gaining) - len(losing))  # tokens that come onto the table
        total = 0
        for spot in wrong:  # subset: order each is judged by itself
            low = wrong[spot]
            total += low
            if low > gaining.count(spot) or low + self._hidden[spot] < -losing.count(spot):
                return NO
        for spot in losing + gaining:
            net = gaining.count(spot) - losing.count(spot)
            low = self.difference(spot, played)
            if not low <= net <= low + self._hidden[spot]:
                return BETWEEN if total <= more else NO
        for spot in gaining:
            if self._hidden[spot]:  # nobody can see whether it was done
                return BETWEEN
        return EXACT

    def difference(self, spot: int, played: "Candidate | None" = None) -> int:
        """Return how many tokens are too many on a spot, as things were before `played`."""
        low = self._seen[spot] - self._want[spot]
        if played is not None:
            low += played[2].count(spot) - played[1].count(spot)
        return low

    def _open(self, one: "Candidate", spot: int) -> bool:
        """Say whether a token is still to be put on a spot that an action fills."""
        net = one[2].count(spot) - one[1].count(spot)
        return net <= 0 or self._seen[spot] - self._want[spot] < net

    def occupied(self, cell: int) -> bool:
        """Say whether a token stands on a cell in the picture that was judged last."""
        return self._cells[cell >> 3] >> (cell & 7) & 1 == 1

    # Counting --------------------------------------------------------------------------------

    def _update(self, cells: bytearray) -> bool:
        """Carry the cells that changed over to the counts; say whether there were any."""
        changed = False
        old = self._cells
        mask = self._mask
        spot_of = self._mat.spot_of
        for i in range(len(old)):
            differs = old[i] ^ (cells[i] & ~mask[i])
            cell = 8 * i
            while differs:
                if differs & 1:
                    changed = True
                    there = not old[i] >> (cell & 7) & 1
                    spot = spot_of[cell]
                    if spot == _NO_SPOT:
                        if there:
                            self._strays.append(cell)
                        else:
                            self._strays.remove(cell)
                    else:
                        self._seen[spot] += 1 if there else -1
                        self._weigh(spot)
                differs >>= 1
                cell += 1
            old[i] = cells[i] & ~mask[i]
        return changed

    def _weigh(self, spot: int) -> None:
        low = self._seen[spot] - self._want[spot]
        if low > 0 or low + self._hidden[spot] < 0:
            self.wrong[spot] = low
        elif spot in self.wrong:
            self.wrong.pop(spot)

    def _name_cells(self) -> None:
        """Find the cells behind the counts, with a view to how the tokens stood before."""
        self.extra = sorted(self._strays)
        self.missing = []
        for spot in sorted(self.wrong):
            low = self.wrong[spot]
            if low > 0:
                self.extra.extend(self._pick(spot, low, 1))
            else:
                self.missing.extend(self._pick(spot, -low - self._hidden[spot], 0))
        self.extra.sort()
        self.missing.sort()

    def _pick(self, spot: int, count: int, occupied: int) -> list[int]:
        """Return `count` cells of a spot that are (not) occupied, first those that changed."""
        changed: list[int] = []
        others: list[int] = []
        for cell in self._mat.cells(spot):
            i, bit = cell >> 3, cell & 7
            if self._mask[i] >> bit & 1 or self._cells[i] >> bit & 1 != occupied:
                continue
            (others if self._right[i] >> bit & 1 == occupied else changed).append(cell)
        return (changed + others)[:count]
