"""Ludo once more, slow and plain, to be compared with the real one.

Nothing is shared with the real rules: pawns are names of fields, a move is walked field by field,
and who throws next is told from the list of throws made in the turn.
"""

ROUND = [f"t{n}" for n in range(40)]
SPOT_NAMES = ROUND + [f"g{c}{n}" for c in range(4) for n in range(4)] + [f"r{c}" for c in range(4)]
LETTERS = {"white": "w", "yellow": "y", "green": "g", "blue": "b", "red": "r", "brown": "n"}
PAINT = dict(
    zip(
        ROUND,
        """
        white yellow green blue red brown yellow white green brown
        white yellow green blue red brown yellow white green brown
        white yellow green blue red brown yellow white green brown
        white yellow green blue red brown yellow white green brown
        """.split(),
        strict=True,
    )
)
for corner in range(4):
    PAINT.update({f"g{corner}0": "blue", f"g{corner}1": "red"})
    PAINT.update({f"g{corner}2": "green", f"g{corner}3": "yellow"})
SITTING = {2: [0, 2], 3: [0, 1, 2], 4: [0, 1, 2, 3]}
ENTRANCE = {0: "t39", 1: "t9", 2: "t19", 3: "t29"}  # the last field before the goal
START = {0: "t0", 1: "t10", 2: "t20", 3: "t30"}


def next_field(field, corner):
    """Return the field after this one on a corner's way, None behind the last."""
    if field == ENTRANCE[corner]:
        return f"g{corner}0"
    if field[0] == "t":
        return ROUND[(ROUND.index(field) + 1) % 40]
    return None if field[2] == "3" else f"g{corner}{int(field[2]) + 1}"


class Naive:
    """A game of Ludo. Actions are given and returned as text."""

    def __init__(self, seats, options):
        self.options = options
        self.corners = SITTING[seats]
        self.pawns = [[f"r{corner}"] * options["pawns"] for corner in self.corners]
        self.been_in = [False] * seats
        self.color = options["die"] == "color"
        self.six = "c" + LETTERS[options["six_color"]] if self.color else "d6"
        self.faces = ["c" + c for c in LETTERS.values()] if self.color else []
        self.faces = self.faces or [f"d{n}" for n in range(1, 7)]
        self.turn = None  # seat
        self.thrown = []  # faces of this turn
        self.pending = False  # the last of them has to be used by a pawn
        self.winner = None
        self.opening = {}  # seat: face, of this round of throws for who begins
        self.wanted = list(range(seats))  # who throws in this round
        if options["first"].startswith("seat"):
            self.turn = int(options["first"][4:]) - 1

    def place(self, seen):
        """Take over a position from an observation."""
        for seat, corner in enumerate(self.corners):
            way = [f"r{corner}", START[corner]]
            while way[-1] != f"g{corner}3":
                way.append(next_field(way[-1], corner))
            self.pawns[seat] = [way[progress] for progress in seen["pawns"][seat]]
            self.been_in[seat] = bool(seen["brought"][seat])
        assert seen["step"] in (2, 3), "only in the middle of play"
        self.turn = seen["turn"]
        tries = seen["tries"] + (seen["step"] == 3)
        self.thrown = ["?"] * (3 - tries) if self.three_throws() else []
        self.pending = seen["step"] == 3
        if self.pending:
            self.thrown.append(self.faces[seen["face"] - 1])

    # What is asked ---------------------------------------------------------------------------

    def player(self):
        """Return the seat that moves, "chance" or "over"."""
        if self.winner is not None:
            return "over"
        return self.turn if self.pending else "chance"

    def chance(self):
        """Return the outcomes of chance."""
        if self.player() != "chance":
            return []
        if self.turn is None and self.options["first"] == "lot":
            return [f"lot{seat + 1}" for seat in range(len(self.corners))]
        return self.faces

    def legal(self):
        """Return the legal moves."""
        if self.winner is not None or not self.pending:
            return []
        return sorted(f"{a}-{b}" for a, b in self.steps(self.thrown[-1]))

    def steps(self, face):
        """Return {(from, to)} of all moves that a face allows."""
        corner = self.corners[self.turn]
        own = self.pawns[self.turn]
        found = set()
        for field in own:
            if field[0] == "r":
                target = START[corner] if face == self.six else None
            else:
                target = self.walk(field, corner, face)
            if target is not None and target not in own:
                found.add((field, target))
        return found

    def walk(self, field, corner, face):
        """Return where a pawn arrives, None if its way ends before."""
        if not self.color:
            for _ in range(int(face[1])):
                field = field and next_field(field, corner)
            return field
        field = next_field(field, corner)
        while field and "c" + LETTERS[PAINT[field]] != face:
            field = next_field(field, corner)
        return field

    def tokens(self):
        """Return sorted (spot, seat) of all pawns."""
        return sorted(
            (SPOT_NAMES.index(field), seat)
            for seat, fields in enumerate(self.pawns)
            for field in fields
        )

    # What is done ----------------------------------------------------------------------------

    def play(self, text):
        """Play an outcome or a move."""
        if text.startswith("lot"):
            self.turn = int(text[3:]) - 1
        elif "-" in text:
            self.move(*text.split("-"))
        elif self.turn is None:
            self.throw_for_first(int(text[1]))
        else:
            self.thrown.append(text)
            self.pending = bool(self.steps(text))
            if not self.pending:
                self.after_throw(moved=False)

    def throw_for_first(self, face):
        """Note a throw; when all of the round have thrown, the best begins or throws again."""
        thrown = self.opening
        thrown[self.wanted[len(thrown)]] = face
        if len(thrown) == len(self.wanted):
            self.wanted = [seat for seat in self.wanted if thrown[seat] == max(thrown.values())]
            self.opening = {}
            if len(self.wanted) == 1:
                self.turn = self.wanted[0]

    def move(self, source, target):
        """Move a pawn, send a rival home, see whether the game is won."""
        own = self.pawns[self.turn]
        own[own.index(source)] = target
        if source[0] == "r":
            self.been_in[self.turn] = True
        for seat, fields in enumerate(self.pawns):
            if seat != self.turn and target in fields:
                fields[fields.index(target)] = f"r{self.corners[seat]}"
        self.pending = False
        if all(field[0] == "g" for field in own):
            self.winner = self.turn
        else:
            self.after_throw(moved=True)

    def after_throw(self, moved):
        """Go on to the next throw, of this player or of the next."""
        if self.thrown[-1] == self.six:
            return
        if not moved and self.six not in self.thrown:
            if self.three_throws() and len(self.thrown) < 3:
                return
        self.turn = (self.turn + 1) % len(self.corners)
        self.thrown = []

    def three_throws(self):
        """Say whether the player on turn has three throws."""
        if not self.been_in[self.turn]:
            return True
        if self.options["three_throws"] == "start":
            return False
        return not any(field[0] == "t" for field in self.pawns[self.turn])
