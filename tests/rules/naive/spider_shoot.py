"""A plain second implementation of Spider Shoot, written from the rules alone.

Only the notation of actions and the numbers of spots are shared with the game.
"""

from __future__ import annotations

from itertools import combinations

LANES = {2: "ry", 3: "rby", 4: "rbyk"}
SPOTS = [f"{lane}{n}" for lane in "rbyk" for n in range(13)] + ["x1", "x2", "x3", "x4"]
GOAL = 12


class Naive:
    """A game of Spider Shoot. Actions are given and returned as text."""

    def __init__(self, seats, options):
        self.lanes = LANES[seats]
        self.steps = [0] * seats
        self.queue = []  # seats in order; the first one is on turn
        self.asked = "lot"
        self.fallen = set()
        self.victim, self.fine = None, 0
        self.bonus = 0
        self.winner = None

    def place(self, seen):
        """Take over a position from an observation."""
        assert seen["step"] == 1, "only before a shot"
        self.asked = "shot"
        self.queue = seen["order"][seen["at"] :] + seen["order"][: seen["at"]]
        self.steps = list(seen["gone"])
        self.fallen = {n for n in (1, 2, 3, 4) if seen["down"] >> n - 1 & 1}

    def player(self):
        """Return the seat that decides, "chance" or "over"."""
        if self.winner is not None:
            return "over"
        return "chance" if self.asked == "lot" else self.queue[0]

    def chance(self):
        """Return the seats that may be drawn for the order."""
        if self.asked != "lot":
            return []
        return [f"lot{n + 1}" for n in range(len(self.steps)) if n not in self.queue]

    def legal(self):
        """Return what the seat on turn may do."""
        found = []
        if self.winner is not None:
            return []
        if self.asked == "shot":
            found = ["ok", "fix"] if self.fallen else ["ok"]
            for size in (1, 2, 3, 4):
                for group in combinations((1, 2, 3, 4), size):
                    if self.fallen < set(group):
                        found.append("fell" + "".join(map(str, group)))
        elif self.asked == "fix":
            found = [f"rise{n}" for n in self.fallen]
        elif self.asked == "choice":
            found = ["back", "shoot"]
        elif self.asked == "bonus":
            found = ["end"]
            for lane, at in zip(self.lanes, self.steps, strict=True):
                for to in range(GOAL + 1):
                    if 0 < abs(to - at) <= self.bonus:
                        found.append(f"{lane}{at}-{lane}{to}")
        return sorted(found)

    def tokens(self):
        """Return sorted (spot, seat) of all pieces, and of the targets that stand."""
        pieces = [
            (SPOTS.index(f"{lane}{at}"), seat)
            for seat, (lane, at) in enumerate(zip(self.lanes, self.steps, strict=True))
        ]
        targets = [(SPOTS.index(f"x{n}"), 15) for n in (1, 2, 3, 4) if n not in self.fallen]
        return sorted(pieces + targets)

    def play(self, text):
        """Play an outcome or a decision."""
        if self.asked == "lot":
            self.queue.append(int(text[3:]) - 1)
            left = [n for n in range(len(self.steps)) if n not in self.queue]
            if len(left) == 1:
                self.queue += left
                self.asked = "shot"
        elif text == "ok":
            self.judge()
        elif text == "fix":
            self.asked = "fix"
        elif text.startswith("fell"):
            self.fallen = {int(letter) for letter in text[4:]}
        elif text.startswith("rise"):
            self.fallen = self.fallen - {int(text[4:])}
            self.asked = "shot"
        elif text == "shoot":
            self.asked = "shot"
        elif text == "back":
            self.steps[self.victim] = max(0, self.steps[self.victim] - self.fine)
            self.pass_on()
        elif text == "end":
            self.pass_on()
        else:
            source, target = text.split("-")
            seat = self.lanes.index(source[0])
            self.bonus -= abs(int(target[1:]) - int(source[1:]))
            self.go(seat, int(target[1:]))
            if not self.bonus:
                self.pass_on()

    def judge(self):
        """Do what the shot is worth."""
        down, shooter = self.fallen, self.queue[0]
        self.fallen = set()
        if len(down) == 4:
            self.bonus = 4
            self.asked = "bonus"
        elif 4 in down:
            self.victim, self.fine = shooter, len(down)
            self.pass_on()
            self.asked = "choice"
        else:
            if self.steps[shooter] + len(down) <= GOAL:
                self.go(shooter, self.steps[shooter] + len(down))
            self.pass_on()

    def go(self, seat, steps):
        """Move a piece, and see whether it has arrived."""
        self.steps[seat] = steps
        if steps == GOAL:
            self.winner = seat

    def pass_on(self):
        """Let the next player shoot."""
        self.queue = [*self.queue[1:], self.queue[0]]
        self.asked = "shot"
