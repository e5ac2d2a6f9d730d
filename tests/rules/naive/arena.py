"""A plain second implementation of Arena of Warriors, written from the rules alone.

Fields are names, tokens are numbers in lists, and nothing is computed ahead. Only the notation of
actions and the numbers of spots are shared with the game.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

RINGS = {"y": 20, "g": 15, "b": 12, "r": 9}
ORDER = "ygbr"
PAINT = {  # the colors of a ring, in order, again and again
    "y": ("yellow", "blue", "red", "brown"),
    "g": ("green", "red", "brown"),
    "b": ("blue", "yellow", "brown"),
    "r": ("red", "yellow", "green"),
}
COLOR = {"w": "white", "y": "yellow", "g": "green", "b": "blue", "r": "red", "n": "brown"}
NEIGHBORS = {
    "y": {"green": "g"},
    "g": {"yellow": "y", "blue": "b"},
    "b": {"green": "g", "red": "r"},
    "r": {"blue": "b", "brown": "center"},
}
SPECIAL = {
    "range": "y2 y6 y10 y14 y18".split(),
    "club": "g1 g4 g7 g10 g13".split(),
    "scout": "b0 b4 b8 b11".split(),
    "arena": "r1 r3 r5 r8".split(),
}
SPOTS = [f"{ring}{n}" for ring in ORDER for n in range(RINGS[ring])]
SPOTS += ["center", "start", "off", "x1", "x2", "x3"]


def painted(field):
    """Return the color of a field."""
    colors = PAINT[field[0]]
    return colors[int(field[1:]) % len(colors)]


def linked(field, ring):
    """Return the fields of a ring whose sector overlaps that of a field."""
    if ring == "center":
        return ["center"]
    size, at = RINGS[field[0]], int(field[1:])
    low, high = Fraction(at, size), Fraction(at + 1, size)
    return [
        f"{ring}{n}"
        for n in range(RINGS[ring])
        if Fraction(n, RINGS[ring]) < high and low < Fraction(n + 1, RINGS[ring])
    ]


class Naive:
    """A game of Arena of Warriors. Actions are given and returned as text."""

    def __init__(self, seats, options):
        self.options = options
        self.seats = range(seats)
        self.piece = ["off"] * seats
        self.bank = [4] * 16 + [5] * 16 + [6] * 16
        self.free = [[] for _ in self.seats]
        self.club = [[] for _ in self.seats]
        self.guns = []
        self.range = {}  # place 1..3: token
        self.standing = set()
        self.fallen = set()
        self.turn = 0
        self.wait = "guns"
        self.thrown = None
        self.throws = 0
        self.shots = 0
        self.mine = self.rival = None
        self.uses = ()
        self.tied = []
        self.drawn = {}
        self.places = None

    def place(self, seen):
        """Take over a position from an observation in which nothing is hidden but the bank."""
        assert seen["step"] == 5, "only before a throw"
        self.wait = "throw"
        self.turn, self.throws = seen["turn"], seen["tries"]
        self.piece = list(seen["at"])
        self.free = [list(tokens) for tokens in seen["free"]]
        assert not any(seen["club"]), "clubs are hidden"
        self.guns = list(seen["guns"])
        self.range = {n: token for n, token in enumerate(seen["targets"], 1) if token}
        self.standing = {n for n in self.range if seen["standing"] >> n - 1 & 1}
        for token in [*self.guns, *self.range.values(), *(t for f in self.free for t in f)]:
            self.bank.remove(token)
        assert len(self.bank) == seen["bank"], "tokens are lost"

    # What is asked ---------------------------------------------------------------------------

    def player(self):
        """Return the seat that decides, "chance" or "over"."""
        if self.wait in ("guns", "lot", "throw", "fill", "meet", "tie"):
            return "chance"
        return "over" if self.wait == "over" else self.turn

    def chance(self):
        """Return the outcomes of chance."""
        if self.wait == "lot":
            return [f"lot{seat + 1}" for seat in self.seats]
        if self.wait == "throw":
            return [f"c{letter}" for letter in COLOR]
        urn = []
        if self.wait in ("guns", "fill"):
            urn = self.bank
        elif self.wait == "meet":
            urn = self.club[self.rival]
        elif self.wait == "tie":
            urn = self.tokens_of(self.next_to_draw())
        return sorted({f"draw{token}" for token in urn})

    def tokens_of(self, seat):
        """Return all warriors of a seat."""
        return self.free[seat] + self.club[seat]

    def next_to_draw(self):
        """Return the tied seat for which no token is drawn yet."""
        return next(seat for seat in self.tied if seat not in self.drawn)

    def legal(self):
        """Return what the seat on turn may do."""
        found = []
        if self.wait == "move":
            found = [f"{self.piece[self.turn]}-{field}" for field in self.targets()]
        elif self.wait == "use":
            found = self.choices()
        elif self.wait == "stand":
            found = ["stand"]
        elif self.wait == "shoot":
            found = ["ok"] + ["fix"] * bool(self.fallen)
            for size in (1, 2, 3):
                for group in combinations(sorted(self.standing), size):
                    if set(group) > self.fallen:
                        found.append("fell" + "".join(map(str, group)))
        elif self.wait == "fix":
            found = [f"rise{n}" for n in self.fallen]
        elif self.wait == "pick":
            found = {f"token{token}" for token in self.club[self.turn]}
        return sorted(found)

    def targets(self):
        """Return the fields to which the thrown color leads."""
        field, color = self.piece[self.turn], COLOR[self.thrown]
        if field == "off":
            return ["start"] * (color == "white")
        ring = "y" if field == "start" else field[0]
        if color in NEIGHBORS[ring]:
            begin = "y0" if field == "start" else field
            links = linked(begin, NEIGHBORS[ring][color])
            return [target for target in links if target not in self.piece]
        size = RINGS[ring]
        at = -1 if field == "start" else int(field[1:])
        at += 1
        while painted(f"{ring}{at % size}") != color:
            at += 1
        return [f"{ring}{at % size}"]

    def choices(self):
        """Return the ways to use a special field or the bonus."""
        found = []
        rivals = [seat for seat in self.seats if seat != self.turn]
        if "range" in self.uses and (self.bank or self.standing):
            found.append("shoot")
        if "club" in self.uses:
            found += [f"club{token}" for token in set(self.free[self.turn])]
        if "scout" in self.uses:
            found += [f"scout{q + 1}.{token}" for q in rivals for token in set(self.free[q])]
        if "arena" in self.uses and self.club[self.turn]:
            found += [f"fight{q + 1}" for q in rivals if self.club[q]]
        return [*found, "skip"] if found else []

    def tokens(self):
        """Return sorted (spot, seat) of all pieces, and of the targets that stand."""
        found = [(SPOTS.index(field), seat) for seat, field in enumerate(self.piece)]
        found += [(SPOTS.index(f"x{n}"), 15) for n in self.standing - self.fallen]
        return sorted(found)

    @property
    def winner(self):
        """Return the seats that are ahead of others; `places` says of how many."""
        return [seat for seat in self.seats if self.places[seat]]

    # What is done ----------------------------------------------------------------------------

    def play(self, text):
        """Play an outcome or a decision."""
        getattr(self, "do_" + self.wait)(text)

    def do_guns(self, text):
        self.take(self.guns, text)
        if len(self.guns) == len(self.seats):
            self.wait = "lot"
            if self.options["first"] != "lot":
                self.begin(int(self.options["first"][4:]) - 1)

    def take(self, pile, text):
        token = int(text[-1])
        self.bank.remove(token)
        pile.append(token)

    def do_lot(self, text):
        self.begin(int(text[3:]) - 1)

    def begin(self, seat):
        self.turn = seat
        self.throws = 3 if self.piece[seat] == "off" else 1
        self.wait = "throw"

    def next(self):
        self.begin((self.turn + 1) % len(self.seats))

    def do_throw(self, text):
        self.throws -= 1
        self.thrown = text[1]
        if self.thrown == "w" and self.piece[self.turn] != "off":
            self.offer("range", "club", "arena")
        elif self.targets():
            self.wait = "move"
        elif not self.throws:
            self.next()

    def do_move(self, text):
        target = text.split("-")[1]
        for seat in self.seats:
            if self.piece[seat] == target and target not in ("start", "off"):
                self.piece[seat] = "off"
        self.piece[self.turn] = target
        if target == "center":
            self.end()
        elif target == "start":
            self.throws = 1
            self.wait = "throw"
        else:
            self.offer(*[kind for kind, fields in SPECIAL.items() if target in fields])

    def offer(self, *uses):
        self.uses = uses
        self.wait = "use"
        if not self.choices():
            self.next()

    def do_use(self, text):
        if text == "shoot":
            self.shots = 2
            self.fill()
        elif text.startswith("fight"):
            self.rival = int(text[5:]) - 1
            self.wait = "pick"
        else:
            if text != "skip":
                token = int(text[-1])
                if text.startswith("club"):
                    self.free[self.turn].remove(token)
                    self.club[self.turn].append(token)
                else:
                    self.free[int(text[5]) - 1].remove(token)
                    self.free[self.turn].append(token)
            self.next()

    def fill(self):
        if len(self.range) < 3 and self.bank:
            self.wait = "fill"
        else:
            self.wait = "shoot" if self.standing == set(self.range) else "stand"

    def do_fill(self, text):
        pile = []
        self.take(pile, text)
        self.range[min({1, 2, 3} - set(self.range))] = pile[0]
        self.fill()

    def do_stand(self, _):
        self.standing = set(self.range)
        self.wait = "shoot"

    def do_shoot(self, text):
        if text == "fix":
            self.wait = "fix"
        elif text != "ok":
            self.fallen = {int(letter) for letter in text[4:]}
        else:
            for n in self.fallen:
                self.free[self.turn].append(self.range.pop(n))
            self.standing -= self.fallen
            self.fallen = set()
            self.shots -= 1
            if not self.shots or not self.standing:
                self.next()

    def do_fix(self, text):
        self.fallen = self.fallen - {int(text[4:])}
        self.wait = "shoot"

    def do_pick(self, text):
        self.mine = int(text[-1])
        self.club[self.turn].remove(self.mine)
        self.wait = "meet"

    def do_meet(self, text):
        theirs = int(text[-1])
        self.club[self.rival].remove(theirs)
        if theirs == self.mine:
            self.bank += [theirs, theirs]
        else:
            winner = self.turn if self.mine > theirs else self.rival
            self.club[winner].append(max(self.mine, theirs))
            self.free[winner].append(min(self.mine, theirs))
        self.next()

    def end(self):
        sums = [sum(self.tokens_of(seat)) for seat in self.seats]
        self.tied = [seat for seat in self.seats if sums[seat] == max(sums)]
        self.settle()

    def settle(self):
        worths = {token for seat in self.tied for token in self.tokens_of(seat)}
        self.drawn = {}
        if len(self.tied) > 1 and len(worths) > 1:
            self.wait = "tie"
            return
        self.wait = "over"
        keys = [(sum(self.tokens_of(seat)), seat in self.tied) for seat in self.seats]
        self.places = [sum(other < key for other in keys) for key in keys]

    def do_tie(self, text):
        self.drawn[self.next_to_draw()] = int(text[-1])
        if len(self.drawn) == len(self.tied):
            best = max(self.drawn.values())
            self.tied = [seat for seat in self.tied if self.drawn[seat] == best]
            self.settle()
