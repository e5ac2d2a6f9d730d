"""Trouble: what people are told and shown of a picture that is wrong."""

from kostka.compat import const
from kostka.play import referee as rf
from kostka.scene import patterns as pt

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.mats.mat import Mat
    from kostka.play.guide import Guide
    from kostka.play.pairs import Pairs
    from kostka.play.referee import Referee
    from kostka.rules.state import State
    from kostka.sense.picture import Picture

_PATIENCE_MS = const(200)  # a search for two moves holds the alarm back for so long

# Patterns of extra and of missing cells, by kind of mistake (see kostka.play.guide).
_ALARMS = bytes([pt.FAST, pt.FAST, pt.LIMP, pt.FADE, pt.KNOCK])
_CALLS = bytes([pt.QUICK, pt.QUICK, pt.QUICK, pt.FADE, pt.QUICK])


class Trouble:
    """Explains wrong pictures of one mat; searches for pairs of moves before it does.

    `fresh` says that a game has just begun and its tokens never stood right: until they do,
    nothing is played by hand. `placed` says that they did since the table was switched on.
    `guide` is the explanation of the last picture, None where nothing was wrong.
    """

    def __init__(self, referee: "Referee", mat: "Mat", picture: "Picture") -> None:
        self.fresh = False
        self.placed = False
        self.guide: Guide | None = None
        self._referee = referee
        self._mat = mat
        self._picture = picture
        self._pairs: Pairs | None = None
        self._since = 0
        self._silent = False  # the alarm is held back

    # Two moves in one picture ----------------------------------------------------------------

    @property
    def searching(self) -> bool:
        """Say whether a search is under way."""
        return self._pairs is not None and self._pairs.busy

    def search(self, state: "State", now_ms: int) -> bool:
        """Begin to search for two moves that explain the picture; say whether there is hope."""
        if not self.placed or not self._referee.puzzled() or not self._referee.candidates:
            self.stop()
            return False
        if self._pairs is None:
            from kostka.play.pairs import Pairs  # for hands that are faster than the table

            self._pairs = Pairs(self._referee)
        self._since = now_ms
        spot_of, touched = self._mat.spot_of, self._picture.touched
        cells = [n for n in range(len(spot_of)) if touched[n >> 3] >> (n & 7) & 1]
        self._silent = self._pairs.begin(state, {spot_of[cell] for cell in cells})
        return self._silent

    def stop(self) -> None:
        """Search no more: picture or state are others now."""
        self._pairs = None

    def step(self, waited_ms: int) -> bool:
        """Search on for at most 5 ms; say whether there is news: a result, or time to complain."""
        pairs = self._pairs
        if pairs is None:
            return False
        pairs.step()
        if not pairs.busy:
            self._referee.take(pairs.found)
            return True
        if self._silent and waited_ms >= _PATIENCE_MS:
            self._silent = False
            return True
        return False

    @property
    def since(self) -> int:
        """Return when the search began."""
        return self._since

    # What is wrong ---------------------------------------------------------------------------

    def explain(self, state: "State") -> bool:
        """Explain the picture that the referee has just judged; say whether it is wrong."""
        referee = self._referee
        outcome = referee.outcome
        touched = self._picture.touched
        if outcome == rf.SAME:
            self.fresh = False
            self.placed = True
            for i in range(len(touched)):
                touched[i] = 0
        elif outcome == rf.ONE and not self.fresh:
            self.placed = True
        wrong = outcome == rf.NONE or (self.fresh and outcome != rf.SAME)
        if not wrong:
            self.guide = None
            return False
        from kostka.play import guide  # not before something is wrong

        self.guide = guide.explain(referee, self._mat, state, touched, not self.placed)
        return True

    def missing(self) -> list[int]:
        """Return the cells to light because a token is missing there."""
        return self._referee.missing

    def extra(self) -> list[int]:
        """Return the cells to light because a wrong token stands there."""
        found = self._referee.extra
        if self.guide is not None and self.guide.taken >= 0:
            found = found + [self.guide.taken]
        return found

    def alarm(self) -> int:
        """Return the pattern of extra cells."""
        return _ALARMS[self.guide.kind] if self.guide is not None else pt.FAST

    def call(self) -> int:
        """Return the pattern of missing cells."""
        return _CALLS[self.guide.kind] if self.guide is not None else pt.QUICK

    def fields(self) -> list[tuple[str, object]]:
        """Return the explanation as fields of a message."""
        guide = self.guide
        if guide is None:
            return []
        from kostka.play.guide import NAMES

        return [
            ("k", NAMES[guide.kind]),
            ("mv", [list(move) for move in guide.moves]),
            ("t", guide.text),
            ("x", guide.args),
            ("rule", guide.rule),
        ]
