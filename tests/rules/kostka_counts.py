"""Counts states by depth (`.perft` files); runs on CPython and on MicroPython.

A count begins with an `id` line; the game is the name of the folder. `#` begins a comment.

    id no-pawn-in
    seats 2                      seats, option, state, do: as in rule examples
    option pawns 2
    how counted by hand: ...     how the numbers were got; asked for
    perft 2 24 12 0              depth; states at that depth where chance, a seat, nobody decides

Run as a script it plays the counts of the files named, up to a number of states given first, and
prints one line each; the exit code is 1 if one differs.
"""

import sys

from kostka.errors import KostkaError
from kostka.rules.action import CHANCE
from kostka_examples import Failed, Setup, find_game


class Count:
    """One line `perft`: a position, a depth and the numbers expected there."""

    def __init__(self, game, name, lines, how, depth, want):
        self.game = game
        self.name = name
        self.lines = lines
        self.how = how
        self.depth = depth
        self.want = want

    def __repr__(self):
        return "%s %s depth %d" % (self.game, self.name, self.depth)

    def state(self):
        """Return the position."""
        setup = Setup(self.game)
        for words in self.lines:
            if words[0] == "do":
                setup.do(words[1:])
            elif not setup.set(words):
                raise Failed("%s: unknown line %s" % (self, " ".join(words)))
        return setup.made()

    def check(self):
        """Count and compare.

        Raises:
            Failed: with the numbers of each first action, so that the wrong branch is found.
        """
        got = count(self.state(), self.depth)
        if got != self.want:
            told = ["%s: got %s, not %s; by action:" % (self, numbers(got), numbers(self.want))]
            for text, part in split(self.state(), self.depth):
                told.append("    %s %s" % (text, numbers(part)))
            raise Failed("\n".join(told))


def numbers(counts):
    """Return counts as they stand in a file."""
    return " ".join([str(n) for n in counts])


def read(path, game=None):
    """Return the counts of a file.

    Raises:
        Failed: a line is wrong, or a count does not say how it was got.
    """
    game = game or path.split("/")[-2]
    found = []
    name = how = ""
    lines = []
    with open(path) as file:
        for number, line in enumerate(file, 1):
            words = line.split("#")[0].split()
            if not words:
                continue
            if words[0] == "id":
                name, how, lines = words[1], "", []
            elif words[0] == "how":
                how += " ".join(words[1:]) + " "
            elif words[0] == "perft":
                want = [int(word) for word in words[2:]]
                if not how or len(want) != 3:
                    raise Failed("%s:%d: no `how`, or not three numbers" % (path, number))
                found.append(Count(game, name, lines, how, int(words[1]), want))
            else:
                lines.append(words)
    if not found:
        raise Failed(path + " holds no count")
    return found


def moves(state):
    """Return what may follow: the outcomes of chance, or the legal actions."""
    if state.current_player() == CHANCE:
        return [action for action, _ in state.chance_outcomes()]
    return list(state.legal_actions())


def count(state, depth):
    """Return how many [chance, decision, terminal] states lie `depth` actions away."""
    if depth == 0:
        player = state.current_player()
        return [int(player == CHANCE), int(player >= 0), int(state.is_terminal())]
    total = [0, 0, 0]
    for action in moves(state):
        child = state.clone()
        child.apply(action)
        part = count(child, depth - 1)
        for i in range(3):
            total[i] += part[i]
    return total


def split(state, depth):
    """Return (action text, count) of each first action."""
    found = []
    for action in moves(state):
        child = state.clone()
        child.apply(action)
        found.append((state.action_text(action), count(child, depth - 1)))
    return found


def play_files(paths, most, say):
    """Check all counts of files up to `most` states, say a line for each; return failures."""
    failed = 0
    for path in paths:
        for entry in read(path):
            if sum(entry.want) > most:
                continue
            try:
                entry.check()
                say("%s %s" % (entry, numbers(entry.want)))
            except (Failed, KostkaError) as problem:
                failed += 1
                say("FAILED %s" % (problem,))
    return failed


if __name__ == "__main__":
    for file_name in sys.argv[2:]:
        find_game(file_name.split("/")[-2])
    sys.exit(1 if play_files(sys.argv[2:], int(sys.argv[1]), print) else 0)
