"""New York Kombat once more, slow and plain, to be compared with the real one.

Nothing is shared with the real rules: fields are names, and a walk is a set of walkers that all
take one step at a time, each with its own history of touches.
"""

PLACES = [f"p{path}{n}" for path in range(4) for n in range(8)] + ["c", "x0", "x1", "x2", "x3"]
SITTING = {2: [0, 2], 3: [0, 1, 2], 4: [0, 1, 2, 3]}


class Naive:
    """A game of New York Kombat. Actions are given and returned as text."""

    def __init__(self, seats, options):
        self.corners = SITTING[seats]
        self.where = [f"p{corner}0" for corner in self.corners]
        self.turn = None
        self.face = None
        self.crowned = None  # who may go to the center
        self.winner = None

    def place(self, seen):
        """Take over a position from an observation."""
        assert seen["step"] in (1, 2, 3), "only in the middle of play"
        for seat, corner in enumerate(self.corners):
            path, field = seen["path"][seat], seen["field"][seat]
            self.where[seat] = {4: "c", 5: f"x{corner}"}.get(path, f"p{path}{field}")
        self.turn = seen["turn"]
        self.face = seen["face"] or None
        self.crowned = seen["winner"] if seen["step"] == 3 else None

    # What is asked ---------------------------------------------------------------------------

    def player(self):
        """Return the seat that decides, "chance" or "over"."""
        if self.winner is not None:
            return "over"
        if self.crowned is not None:
            return self.crowned
        if self.turn is not None and (self.face or self.enclosed(self.turn)):
            return self.turn
        return "chance"

    def chance(self):
        """Return the outcomes of chance."""
        if self.player() != "chance":
            return []
        if self.turn is None:
            return [f"lot{seat + 1}" for seat in range(len(self.corners))]
        return [f"d{n}" for n in range(1, 7)]

    def legal(self):
        """Return the legal moves."""
        if self.player() in ("chance", "over"):
            return []
        if self.crowned is not None:
            return sorted([*self.crownings(), "stay"])
        here = self.where[self.turn]
        if not self.face:
            return [f"{here}-x{self.corners[self.turn]}"]
        return sorted({f"{here}-{self.arrival(end)}" for end, _ in self.walks()})

    def arrival(self, end):
        """Return where the piece is put that ends its walk there."""
        return f"x{self.corners[self.turn]}" if end == "off" else end

    def crownings(self):
        """Return how the winner may go to the center."""
        here = self.where[self.crowned]
        if here == "c":
            return []
        if "c" not in self.where:
            return [f"{here}-c"]
        return [f"{here}-c-p{path}7" for path in range(4) if f"p{path}7" not in self.where]

    def enclosed(self, seat):
        """Say whether both fields beside a piece are taken."""
        here = self.where[seat]
        if here[0] != "p" or here[2] == "0":
            return False
        return inner(here) in self.where and outer(here) in self.where

    def walks(self):
        """Return {(end, who was touched last)} of all walks of the piece on turn."""
        start = self.where[self.turn]
        self.others = {at: seat for seat, at in enumerate(self.where) if seat != self.turn}
        if start == "c":
            walkers = {("c", None, None, None)}
        else:
            walkers = {(start, "in", None, None)}
            if any(f"p{start[1]}{n}" in self.others for n in range(int(start[2]))):
                walkers.add((start, "out", None, None))
        for _ in range(self.face):
            walkers = {after for walker in walkers for after in self.step(walker)}
        ends = {(at, touched) for at, _, _, touched in walkers}
        return {("off" if at[0] == "p" and at[2] == "0" else at, who) for at, who in ends}

    def step(self, walker):
        """Return where a walker may be a step later: place, way, barred path, who was touched."""
        at, way, barred, touched = walker
        if at == "off":
            return {walker}
        if at == "c":
            return self.leave(barred, touched, ())
        ahead = inner(at) if way == "in" else outer(at)
        if ahead in self.others:
            way = "out" if way == "in" else "in"
            barred = at[1] if ahead != "c" else None
            touched = self.others[ahead]
            ahead = inner(at) if way == "in" else outer(at)
            assert ahead not in self.others
        return {(ahead, way, barred, touched)}

    def leave(self, barred, touched, tried):
        """Return the walkers that leave the center."""
        found = set()
        for path in "0123":
            field = f"p{path}7"
            if path == barred or path in tried:
                continue
            if field in self.others:
                found |= self.leave(path, self.others[field], (*tried, path))
            else:
                found.add((field, "out", barred, touched))
        return found

    def tokens(self):
        """Return sorted (spot, seat) of all pieces."""
        return sorted((PLACES.index(at), seat) for seat, at in enumerate(self.where))

    # What is done ----------------------------------------------------------------------------

    def play(self, text):
        """Play an outcome or a move."""
        if text.startswith("lot"):
            self.turn = int(text[3:]) - 1
        elif text.startswith("d"):
            self.face = int(text[1:])
            if {end for end, _ in self.walks()} == {self.where[self.turn]}:
                self.pass_on()
        elif self.crowned is not None:
            if text.count("-") == 2:
                self.where[self.where.index("c")] = text.split("-")[2]
            if text != "stay":
                self.where[self.crowned] = "c"
            self.pass_on()
        else:
            self.move(text.split("-")[1])

    def move(self, target):
        """Move the piece on turn; where it goes out, see who has won."""
        source = self.where[self.turn]
        if target[0] != "x":
            self.where[self.turn] = target
            self.pass_on()
            return
        if self.face:
            (crowned,) = {who for end, who in self.walks() if end == "off"}
        else:
            beside = [self.where.index(inner(source)), self.where.index(outer(source))]
            crowned = min(beside, key=lambda seat: (seat - self.turn) % len(self.where))
        self.where[self.turn] = target
        left = [seat for seat, at in enumerate(self.where) if at[0] != "x"]
        if len(left) == 1:
            self.winner = left[0]
            return
        self.crowned = crowned
        if not self.crownings():
            self.pass_on()

    def pass_on(self):
        """Let the next player with a piece on the board begin."""
        self.face = self.crowned = None
        self.turn = (self.turn + 1) % len(self.where)
        while self.where[self.turn][0] == "x":
            self.turn = (self.turn + 1) % len(self.where)


def inner(field):
    """Return the next field towards the center."""
    return "c" if field[2] == "7" else f"p{field[1]}{int(field[2]) + 1}"


def outer(field):
    """Return the next field away from the center."""
    return "off" if field[2] == "0" else f"p{field[1]}{int(field[2]) - 1}"
