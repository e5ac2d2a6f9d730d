"""Domino once more, slow and plain, to be compared with the real one.

Nothing is shared with the real rules: a tile is a string of two digits, the row a list of tiles
as they lie, and a hand a list.
"""

TILES = [f"{a}{b}" for a in range(7) for b in range(a, 7)]


def name(tile):
    """Return the name of a tile."""
    return f"t{TILES.index(min(tile, tile[::-1])) + 1:02}"


class Naive:
    """A game of Domino. Actions are given and returned as text."""

    def __init__(self, seats, options):
        self.hands = [[] for _ in range(seats)]
        self.each = 7 if seats <= 2 else 5
        self.stock = list(TILES)
        self.row = []  # (tile as it lies from the upper end, seat)
        self.above = 0  # tiles before the one that opened
        self.asks = "deal"
        self.turn = 0
        self.drawn = 0
        self.winner = None

    def player(self):
        """Return the seat that lays, "chance" or "over"."""
        if self.asks in ("open", "lay"):
            return self.turn
        return "over" if self.asks == "over" else "chance"

    def chance(self):
        """Return the outcomes of chance."""
        if self.asks == "lot":
            owners = [seat for seat, hand in enumerate(self.hands) if any(a == b for a, b in hand)]
            return [f"lot{seat + 1}" for seat in owners or range(len(self.hands))]
        return [name(tile) for tile in self.stock] if self.player() == "chance" else []

    def legal(self):
        """Return the legal actions, sorted."""
        hand = self.hands[self.turn]
        if self.asks == "open":
            return sorted(f"open-{name(tile)}" for tile in hand if tile[0] == tile[1])
        return sorted(self.ways(hand)) if self.asks == "lay" else []

    def ways(self, hand):
        """Return how tiles of a hand can be laid."""
        upper, lower = self.row[0][0][0], self.row[-1][0][1]
        found = {f"{name(tile)}-up" for tile in hand if upper in tile}
        return found | {f"{name(tile)}-down" for tile in hand if lower in tile}

    def tokens(self):
        """Return sorted (spot, seat) of all halves."""
        first = 54 - 2 * self.above
        return [(first + n, seat) for n, seat in enumerate(s for _, s in self.row for _ in "ab")]

    def play(self, text):
        """Play an outcome or a decision."""
        if text.startswith("lot"):
            self.turn = int(text[3:]) - 1
            has_double = any(a == b for a, b in self.hands[self.turn])
            self.asks = "open" if has_double else "take"
            return
        tile = TILES[int(text.removeprefix("open-")[1:3]) - 1]
        if text.startswith("open"):
            self.hands[self.turn].remove(tile)
            self.row = [(tile, self.turn)]
            self.after_laying()
        elif "-" in text:
            self.hands[self.turn].remove(tile)
            self.lay(tile, text.endswith("up"))
            self.after_laying()
        else:
            self.stock.remove(tile)
            self.from_stock(tile)

    def from_stock(self, tile):
        """Deal, draw or open with a tile of the stock."""
        if self.asks == "take":
            self.row = [(tile, self.turn)]
            self.next()
            return
        self.hands[self.turn].append(tile)
        if self.asks == "deal":
            self.turn = (self.turn + 1) % len(self.hands)
            if all(len(hand) == self.each for hand in self.hands):
                self.asks = "lot"
            return
        self.drawn += 1
        if self.ways(self.hands[self.turn]):
            self.asks = "lay"
        elif self.drawn == 2 or not self.stock:
            self.next()

    def lay(self, tile, up):
        """Turn a tile so that it fits and put it at an end."""
        if up:
            if tile[1] != self.row[0][0][0]:
                tile = tile[::-1]
            self.row.insert(0, (tile, self.turn))
            self.above += 1
        else:
            if tile[0] != self.row[-1][0][1]:
                tile = tile[::-1]
            self.row.append((tile, self.turn))

    def after_laying(self):
        """See whether the game is won."""
        if self.hands[self.turn]:
            self.next()
        else:
            self.asks, self.winner = "over", self.turn

    def next(self):
        """Go on to the next player who can do something."""
        for _ in self.hands:
            self.turn = (self.turn + 1) % len(self.hands)
            self.drawn = 0
            if self.ways(self.hands[self.turn]):
                self.asks = "lay"
                return
            if self.stock:
                self.asks = "draw"
                return
        self.asks = "over"
        left = [len(hand) for hand in self.hands]
        best = [seat for seat, count in enumerate(left) if count == min(left)]
        self.winner = [] if len(best) == len(left) else best
