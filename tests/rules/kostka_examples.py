"""Reads and plays rule examples (`.rule` files); runs on CPython and on MicroPython.

An example begins with a `rule` line; lines before the first one hold for all examples of the
file. The game is the name of the folder. `#` begins a comment.

    rule LU-4,LU-5 A six brings a pawn in and gives another throw.
    seats 2
    option pawns 2
    state turn 0 pawns 0 7 / 0 0     set fields of the state; a slash is only for the eye
    do d6 r0-t0                      play actions; events are those of the last `do` line
    stage army 1 t1 dwarf_footman    set up a position as kostka_stage_<game>.py says
    throw id melee*2                 throw dice by the icons of their faces, likewise
    raises LU-7 d3                   this action is refused by that rule, the state unchanged
    refused LU-2                     these seats and options are refused by that rule

    expect player 0                  a seat, `chance` or `over`
    expect legal t4-t10 r0-t0        exactly these actions; `none`
    expect chance lot1 lot2          exactly these outcomes
    expect tokens r0:0*3 t5:1        exactly these tokens: spot, seat, .shape, *number
    expect asks throw 0              what the public request wants and from whom
    expect event TAKE 1 64 5 58      one of the last events: kind and what follows the audience;
                                     a game's own kinds are numbers
    expect no PASS                   no such event
    expect field tries 3
    expect foot t3-t5 t3 t5 / t5 r2  spots losing and gaining a token; `none`
    expect outcome LU-10 0           rule and winners
    expect returns 1 0

Run as a script it plays the files named and prints one line for each example, with the digest of
its last state; the exit code is 1 if one fails.
"""

import sys

from kostka import games
from kostka.errors import IllegalAction, KostkaError, OptionError
from kostka.rules import events as ev
from kostka.rules.action import CHANCE, TERMINAL

EVENTS = "TURN THROW MOVE TAKE PASS CHOICE SHOW OVER LOT".split()
ASKS = ("NOTHING", "THROW", "MOVE", "CHOOSE", "DRAW")


class Failed(Exception):
    """An example does not hold, or its text cannot be understood."""


class Example:
    """One example: `rules` it shows, its `title`, and its lines as (number, words)."""

    def __init__(self, game, path, number, rules, title, head):
        self.game = game
        self.where = "%s:%d" % ("/".join(path.split("/")[-2:]), number)
        self.rules = rules
        self.title = title
        self.lines = list(head)

    def __repr__(self):
        return self.where + " " + ",".join(self.rules)

    def play(self):
        """Play the example and return the digest of its last state, 0 where there is none.

        Raises:
            Failed: with file, line and reason.
        """
        run = Run(self.game)
        for number, words in self.lines:
            try:
                run.line(words)
            except (Failed, KostkaError, ValueError, KeyError, IndexError) as problem:
                place = self.where.split(":")[0] + ":%d" % number
                text = "%s %s: %s" % (place, " ".join(words), problem)
                told = "%s (%s %s)" % (text, ",".join(self.rules), self.title)
                raise Failed(told)
        if not run.checks:
            raise Failed(self.where + " checks nothing")
        return run.state.digest() if run.state else 0


def read(path, game=None):
    """Return the examples of a file.

    Raises:
        Failed: the file holds none.
    """
    game = game or path.split("/")[-2]
    head = []
    found = []
    with open(path) as file:
        for number, line in enumerate(file, 1):
            words = line.split("#")[0].split()
            if not words:
                continue
            if words[0] == "rule":
                title = " ".join(words[2:])
                found.append(Example(game, path, number, words[1].split(","), title, head))
            elif found:
                found[-1].lines.append((number, words))
            else:
                head.append((number, words))
    if not found:
        raise Failed(path + " holds no example")
    return found


def event_kind(word):
    """Return the kind of event that a word or, for a game's own kinds, a number names."""
    if word in EVENTS:
        return getattr(ev, word)
    return int(word)


class Setup:
    """Collects seats and options, then makes the state; shared with the counts."""

    def __init__(self, game):
        self.game = games.load(game)
        self.seats = self.game.seats[0]
        self.options = {}
        self.state = None

    def set(self, words):
        """Take a line; return False if it is none of seats, option, state."""
        if words[0] in ("seats", "option") and self.state is not None:
            raise Failed("the state is made already")
        if words[0] == "seats":
            self.seats = int(words[1])
        elif words[0] == "option":
            values = words[2:]
            self.options[words[1]] = values[0] if len(values) == 1 else values
        elif words[0] == "state":
            self.fields(words[1:])
        else:
            return False
        return True

    def made(self):
        """Return the state; the first call makes it."""
        if self.state is None:
            self.state = self.game.new_state(self.seats, self.options)
        return self.state

    def fields(self, words):
        """Set fields of the state: a name and its number or numbers, and so on."""
        state = self.made()
        values = {}
        name = ""
        for word in words:
            if word == "/":
                continue
            if word.lstrip("-").isdigit():
                values[name].append(int(word))
            else:
                name = word
                values[name] = []
        for name, numbers in sorted(values.items()):
            if name in state.INTS:
                (number,) = numbers
                setattr(state, name, number)
            elif name in state.LISTS or name == "agenda":
                old = getattr(state, name)
                if len(old) != len(numbers) and name != "agenda":
                    raise Failed("%s has %d numbers" % (name, len(old)))
                setattr(state, name, bytearray(numbers) if isinstance(old, bytearray) else numbers)
            else:
                raise Failed("no field " + name)
        state.restored()

    def do(self, texts):
        """Play actions in notation and return their events."""
        state = self.made()
        events = []
        for text in texts:
            state.apply(state.parse_action(text), events)
        return events


class Run(Setup):
    """The play of one example. `checks` counts what was checked."""

    def __init__(self, game):
        super().__init__(game)
        self.events = []
        self.checks = 0

    def line(self, words):
        """Carry out one line.

        Raises:
            Failed: an expectation is not met, or the line is unknown.
        """
        if self.set(words):
            return
        if words[0] in ("stage", "throw"):
            getattr(self.stage(), words[0])(self, words[1:])
            return
        if words[0] == "do":
            self.events = self.do(words[1:])
            return
        self.checks += 1
        if words[0] == "raises":
            self.raises(words[1], words[2])
        elif words[0] == "refused":
            self.refused(words[1])
        elif words[0] == "expect" and hasattr(self, "expect_" + words[1]):
            getattr(self, "expect_" + words[1])(words[2:])
        else:
            raise Failed("unknown line")

    def stage(self):
        """Return the module that sets up positions of a game whose fields tell people little."""
        return __import__("kostka_stage_" + self.game.name)

    def expect_stage(self, words):
        """Check what the module of stage() finds."""
        got, want = self.stage().expect(self, words)
        self.same(got, want)

    def raises(self, rule, text):
        """Check that an action is refused by a rule and leaves the state as it was."""
        state = self.made()
        before = state.encode()
        events = []
        problem = None
        try:
            state.apply(state.parse_action(text), events)
        except IllegalAction as caught:
            problem = caught
        self.by_rule(problem, rule, "was played")
        if state.encode() != before or events:
            raise Failed("refused, but the state has changed")

    def refused(self, rule):
        """Check that seats and options are refused by a rule (`-`: by none)."""
        problem = None
        try:
            self.game.new_state(self.seats, self.options)
        except OptionError as caught:
            problem = caught
        self.by_rule(problem, rule, "was accepted")

    def by_rule(self, problem, rule, otherwise):
        """Check the rule of an error that has to be there."""
        if problem is None:
            raise Failed(otherwise)
        if (problem.rule or "-") != rule:
            raise Failed("refused by %s" % (problem,))

    def same(self, got, want):
        """Check two values."""
        if got != want:
            raise Failed("got %s" % (got if isinstance(got, str) else repr(got)))

    def spot(self, name):
        """Return the spot of a name."""
        for spot in range(self.game.spots):
            if self.game.spot_name(spot) == name:
                return spot
        raise Failed("no spot " + name)

    def expect_player(self, words):
        """Check who decides."""
        player = self.made().current_player()
        self.same({CHANCE: "chance", TERMINAL: "over"}.get(player, str(player)), words[0])

    def expect_legal(self, words):
        """Check the legal actions."""
        state = self.made()
        got = [state.action_text(action) for action in state.legal_actions()]
        self.same(" ".join(sorted(got)) or "none", " ".join(sorted(words)))

    def expect_chance(self, words):
        """Check the outcomes of chance."""
        state = self.made()
        got = [state.action_text(action) for action, _ in state.chance_outcomes()]
        self.same(" ".join(sorted(got)) or "none", " ".join(sorted(words)))

    def expect_tokens(self, words):
        """Check all tokens on the table."""
        want = []
        for word in words:
            text, _, number = word.partition("*")
            name, _, owner = text.partition(":")
            seat, _, shape = owner.partition(".")
            token = int(seat) << 6 | int(shape or 0)
            want.extend([(self.spot(name), token)] * int(number or 1))
        self.same(self.made().tokens(), sorted(want))

    def expect_asks(self, words):
        """Check what the public request wants, and from which seat if one is named."""
        request = self.made().request()
        got = ASKS[request.what].lower()
        if len(words) > 1:
            got += " %d" % request.seat
        self.same(got, " ".join(words))

    def expect_event(self, words):
        """Check that one of the last events is this one."""
        kind = event_kind(words[0])
        rest = tuple([int(word) for word in words[1:]])
        for event in self.events:
            if event[0] == kind and event[2:] == rest:
                return
        raise Failed("events were %r" % (self.events,))

    def expect_no(self, words):
        """Check that none of the last events is of this kind."""
        kind = event_kind(words[0])
        self.same([event for event in self.events if event[0] == kind], [])

    def expect_field(self, words):
        """Check one field of the state."""
        value = getattr(self.made(), words[0])
        numbers = [value] if isinstance(value, int) else list(value)
        self.same(numbers, [int(word) for word in words[1:] if word != "/"])

    def expect_foot(self, words):
        """Check which spots an action makes lose and gain a token."""
        state = self.made()
        foot = state.footprint(state.parse_action(words[0]))
        got = "none"
        if foot is not None:
            loses, gains = [[self.game.spot_name(spot) for spot in spots] for spots in foot]
            got = " ".join(loses) + " / " + " ".join(gains)
        self.same(" ".join(got.split()), " ".join(words[1:]))

    def expect_outcome(self, words):
        """Check why the game is over and who won; `none` while it goes on."""
        outcome = self.made().outcome()
        got = ["none"]
        if outcome is not None:
            got = [outcome.rule] + [str(seat) for seat in outcome.winners]
        self.same(got, words)

    def expect_returns(self, words):
        """Check the result of each seat."""
        self.same(self.made().returns(), [int(word) for word in words])


def play_files(paths, say, game=None):
    """Play all examples of files, say a line for each, return how many failed."""
    failed = 0
    for path in paths:
        for example in read(path, game):
            try:
                say("%s %08x" % (example, example.play()))
            except Failed as problem:
                failed += 1
                say("FAILED %s" % (problem,))
    return failed


def find_game(name):
    """Register a game that lives in the tests as kostka_<name>, on the module path."""
    if name not in games.names():
        games.register(name, "kostka_" + name)


if __name__ == "__main__":
    for file_name in sys.argv[1:]:
        find_game(file_name.split("/")[-2])
    sys.exit(1 if play_files(sys.argv[1:], print) else 0)
