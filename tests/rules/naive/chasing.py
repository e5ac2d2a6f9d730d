"""Chasing once more, slow and plain, to be compared with the real one.

Nothing is shared with the real rules: fields are names, ways are lists of fields that are walked
thread by thread, and what a team can do is tried out.
"""

from functools import cache

EVEN = [0, 2, 4, 6, 8]
FIELDS = ["c", *(f"r1s{s}" for s in EVEN), *(f"r{r}s{s}" for r in (2, 3, 4) for s in range(10))]
PLACES = FIELDS + [f"t{n}" for n in range(1, 26)]
ROUND = {frozenset((f"r1s{s}", f"r1s{(s + 2) % 10}")) for s in EVEN} | {
    frozenset((f"r{r}s{s}", f"r{r}s{(s + 1) % 10}")) for r in (2, 3, 4) for s in range(10)
}
RADIAL = (
    {frozenset((f"r{r}s{s}", f"r{r + 1}s{s}")) for r in (2, 3) for s in range(10)}
    | {frozenset(("c", f"r1s{s}" if s in EVEN else f"r2s{s}")) for s in range(10)}
    | {frozenset((f"r1s{s}", f"r2s{s}")) for s in EVEN}
)
THREADS = ROUND | RADIAL
VENOM = 1  # seat


@cache
def ways(start, steps):
    """Return all ways of so many steps that use no thread twice, as tuples of fields."""
    found = [(start,)]
    for _ in range(steps):
        longer = []
        for way in found:
            used = [frozenset(pair) for pair in zip(way, way[1:])]  # noqa: RUF007
            for thread in sorted(THREADS, key=sorted):
                if way[-1] in thread and thread not in used:
                    (ahead,) = thread - {way[-1]}
                    longer.append((*way, ahead))
        found = longer
    return found


def turns(way):
    """Return how often a way changes between radial and round threads."""
    kinds = [frozenset(pair) in ROUND for pair in zip(way, way[1:])]  # noqa: RUF007
    return sum(one != other for one, other in zip(kinds, kinds[1:]))  # noqa: RUF007


class Naive:
    """A game of Chasing. Actions are given and returned as text."""

    def __init__(self, seats, options):
        self.hunters = [seat for seat in range(seats) if seat != VENOM]
        self.goal = int(options["goal"])
        self.order = [range(6), "venom"]
        if options["hunter_steps"] == "per_team":
            self.order = [range(3), range(3, 6), "venom"]
        self.where = ["r4s9", "r4s0", "r4s1", "r4s4", "r4s5", "r4s6"]
        self.venom = "c"
        self.time = 1
        self.winner = None
        self.at = 0  # in the order
        self.left = 3
        self.done = set()
        self.more = []  # steps more that the last move may have taken

    def place(self, seen):
        """Take over a position from an observation."""
        self.where = seen["red"] + seen["yellow"]
        self.venom = seen["venom"]
        self.time = seen["timer"]
        self.at = {0: 0, 1: 1, 2: 0, 3: len(self.order) - 1}[seen["phase"]]
        self.left = seen["left"]
        self.done = {self.where.index(name) for name in seen["moved"]}
        self.more = seen["longer"]

    # What is asked ---------------------------------------------------------------------------

    def player(self):
        """Return the seat that decides, or "over"."""
        if self.winner is not None:
            return "over"
        team = self.order[self.at]
        if team == "venom":
            return VENOM
        seats = sorted({self.owner(piece) for piece in team})
        return seats[(self.time - 1) % len(seats)]

    def owner(self, piece):
        """Return the seat that has a hunter: all have as many, or nearly."""
        return self.hunters[piece * len(self.hunters) // 6]

    def chance(self):
        """Return the outcomes of chance: there is none."""
        return []

    def legal(self):
        """Return the legal moves."""
        if self.winner is not None:
            return []
        if self.order[self.at] == "venom":
            return sorted({f"{self.venom}-{end}" for end in self.escapes()})
        most = self.most(self.where, self.done, self.left)
        return sorted(
            [f"{self.where[p]}-{end}" for p, end in self.counts(most)]
            + [f"way{n}" for n in self.more]
        )

    def escapes(self):
        """Return where Venom may go."""
        return [
            way[-1]
            for way in ways(self.venom, 3)
            if turns(way) <= 1 and not any(field in self.where for field in way[1:])
        ]

    def moves(self, where, done, left):
        """Return {(piece, end, steps)} of all hunters that have not moved."""
        return {
            (piece, way[-1], steps)
            for piece in self.order[self.at]
            if piece not in done
            for steps in range(1, left + 1)
            for way in ways(where[piece], steps)
            if way[-1] == where[piece] or way[-1] not in [*where, self.venom]
        }

    def most(self, where, done, left):
        """Return how many steps can be made at most."""
        found = 0
        for piece, end, steps in self.moves(where, done, left):
            if steps == left:
                return left
            after = [end if n == piece else field for n, field in enumerate(where)]
            found = max(found, steps + self.most(after, done | {piece}, left - steps))
        return found

    def counts(self, most):
        """Return {(piece, end): numbers of steps} that let the team make as many as it can."""
        found = {}
        for piece, end, steps in sorted(self.moves(self.where, self.done, self.left)):
            after = [end if n == piece else field for n, field in enumerate(self.where)]
            if steps + self.most(after, self.done | {piece}, self.left - steps) == most:
                found.setdefault((piece, end), []).append(steps)
        return found

    def tokens(self):
        """Return sorted (spot, seat) of all pieces and the timer."""
        found = [(field, self.owner(piece)) for piece, field in enumerate(self.where)]
        found += [(self.venom, VENOM), (f"t{self.time}", VENOM)]
        return sorted((PLACES.index(place), seat) for place, seat in found)

    # What is done ----------------------------------------------------------------------------

    def play(self, text):
        """Play a move."""
        source, _, target = text.partition("-")
        if self.order[self.at] == "venom":
            self.venom = target
            self.time += 1
            if self.time == self.goal:
                self.winner = VENOM
            else:
                self.next_team()
            return
        if text.startswith("way"):
            self.left -= int(text[3:])
            self.more = []
        else:
            most = self.most(self.where, self.done, self.left)
            piece = self.where.index(source)
            steps = self.counts(most)[piece, target]
            self.where[piece] = target
            self.done.add(piece)
            self.left -= steps[0]
            self.more = [n - steps[0] for n in steps[1:]]
        if self.most(self.where, self.done, self.left) == 0:
            self.next_team()

    def next_team(self):
        """Let the next ones begin who can move; Venom who cannot is caught."""
        while True:
            self.at = (self.at + 1) % len(self.order)
            self.done = set()
            self.more = []
            self.left = 0 if self.order[self.at] == "venom" else 3
            if self.order[self.at] == "venom":
                if not self.escapes():
                    self.winner = self.hunters
                return
            if self.most(self.where, self.done, self.left):
                return
