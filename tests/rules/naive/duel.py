"""Duel once more, slow and plain, to be compared with the real one.

Nothing is shared with the real rules: a board is a dict from names of fields to tokens, a token
is its row of four numbers out of a list that is written down, and every rule reads like the
leaflet.
"""

ROWS = """
6433 3643 3364 4336 6522 2652 2265 5226 6342 2634 4263 3426 6224 4622 2462 2246
5442 2544 4254 4425 5334 4533 3453 3345 5243 3524 4352 2435 5423 3542 2354 4235
4333 3433 3343 3334 4233 3423 3342 2334 4322 2432 2243 3224 4431 1443 3144 4314
""".split()
NUMBERS = {
    f"d{n:02}": dict(zip("rbgv", map(int, row), strict=True)) for n, row in enumerate(ROWS, 1)
}
FIELDS = [line + number for line in "rbgv" for number in "123"]
SPOTS = [player + field for player in "12" for field in FIELDS] + ["1sword", "2sword"]


class Naive:
    """A game of Duel. Actions are given and returned as text."""

    def __init__(self, seats, options):
        self.variant = options["variant"]
        self.free = options["placement"] == "free"
        self.boards = [dict.fromkeys(FIELDS), dict.fromkeys(FIELDS)]
        self.used = []  # tokens that were turned over
        self.held = None
        self.turn = 0
        self.scores = [0, 0]
        self.asks = "lot" if self.variant == "4" else "deal"
        self.swords = ["1sword", "2sword"]
        self.attacker = None  # the field of the attack that goes on
        self.winner = None
        # variant 4
        self.line = None
        self.laid = []  # tokens on the table, the leader's and the other's in turn

    # What is asked ---------------------------------------------------------------------------

    def player(self):
        """Return the seat that decides, "chance" or "over"."""
        if self.asks in ("deal", "lot", "turn"):
            return "chance"
        if self.asks == "over":
            return "over"
        return 1 - self.turn if self.asks == "name" else self.turn

    def chance(self):
        """Return the outcomes of chance."""
        if self.asks == "lot":
            return ["lot1", "lot2"]
        if self.asks in ("deal", "turn"):
            return [name for name in NUMBERS if name not in self.used]
        return []

    def legal(self):
        """Return the legal actions, sorted."""
        if self.asks == "place":
            return sorted(f"put-{field}" for field in self.allowed())
        if self.asks == "aim":
            return sorted(f"aim-{self.turn + 1}{field}" for field in self.lying(self.turn))
        if self.asks == "name":
            other = 1 - self.turn
            return sorted(f"name-{other + 1}{field}" for field in self.lying(other))
        if self.asks == "strike":
            line = self.attacker[0]
            there = [field for field in FIELDS if self.variant == "2" or field[0] == line]
            return sorted(f"hit-{2 - self.turn}{field}" for field in there)
        return sorted(f"line-{line}" for line in "rbgv") if self.asks == "line" else []

    def lying(self, seat):
        """Return the fields of a board where a token lies."""
        return [field for field, name in self.boards[seat].items() if name]

    def allowed(self):
        """Return where the token in the hand may be put."""
        board = self.boards[self.turn]
        free = [field for field in FIELDS if board[field] is None]
        numbers = NUMBERS[self.held]
        favorites = [line for line in "rbgv" if numbers[line] == max(numbers.values())]
        good = [field for field in free if field[0] in favorites]
        return free if self.free or not good else good

    def tokens(self):
        """Return sorted (spot, seat) of both swords."""
        if self.variant == "4":
            return []
        return sorted((SPOTS.index(spot), seat) for seat, spot in enumerate(self.swords))

    # What is done ----------------------------------------------------------------------------

    def play(self, text):
        """Play an outcome or a decision."""
        word, _, what = text.partition("-")
        if word.startswith("lot"):
            self.turn = int(word[3:]) - 1
            self.asks = "line" if self.variant == "4" else "aim"
        elif word in NUMBERS:
            self.used.append(word)
            if self.asks == "deal":
                self.held, self.asks = word, "place"
            else:
                self.turned(word)
        elif word == "put":
            self.boards[self.turn][what] = self.held
            self.turn = 1 - self.turn
            self.asks = "lot" if len(self.used) == 24 else "deal"
        elif word == "aim":
            self.attacker, self.asks = what[1:], "strike"
            self.swords[self.turn] = what
            self.swords[1 - self.turn] = f"{2 - self.turn}sword"
        elif word == "hit":
            self.swords[self.turn] = what
            self.fight(what[1:])
        elif word == "name":
            self.swords[self.turn] = what
            self.turn, self.asks = 1 - self.turn, "aim"
        else:
            self.line, self.asks = what, "turn"

    def strength(self, seat, field):
        """Return the strength of the token on a field."""
        return NUMBERS[self.boards[seat][field]][field[0]] + (field[1] == "1")

    def fight(self, field):
        """Let the attacker's field fight a field of the other board."""
        me, other = self.turn, 1 - self.turn
        if self.boards[other][field] is None:
            self.asks = "name"
            return
        difference = self.strength(me, self.attacker) - self.strength(other, field)
        if difference >= 0:
            self.boards[other][field] = None
        if difference <= 0:
            self.boards[me][self.attacker] = None
        self.scores[me] += difference > 0
        self.scores[other] += difference < 0
        self.asks = "aim"
        if not (self.variant == "3" and difference > 0):
            self.turn = other
        lines = [{field[0] for field in self.lying(seat)} for seat in (0, 1)]
        if not lines[0] or not lines[1] or (self.variant != "2" and not lines[0] & lines[1]):
            self.end()

    def turned(self, name):
        """Put a token that was turned over on the table; two are compared."""
        self.laid.append(name)
        if len(self.laid) % 2:
            return
        one, two = (NUMBERS[name][self.line] for name in self.laid[-2:])
        if one != two:
            if two > one:
                self.turn = 1 - self.turn
            self.scores[self.turn] += len(self.laid)
            self.laid = []
            self.asks = "line"
        if len(self.used) == 48:
            self.end()

    def end(self):
        """End the game: more tokens win."""
        self.asks = "over"
        one, two = self.scores
        self.winner = [] if one == two else int(two > one)
