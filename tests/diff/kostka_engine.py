"""Plays seeded random games, the same on CPython and MicroPython, and says what came out.

Run as a script on either Python:

    kostka_engine.py play GAME SEED SEATS ACTIONS EVERY FIRST LAST
    kostka_engine.py count GAME SEATS DEPTH [OPTION=VALUE ...] [-- ACTION ...]

`play` goes through all cases of a game (seat counts and option values, SEATS 0 = all counts) in
turn, one game each, until ACTIONS actions are played, and prints a line every EVERY actions and
at the end of each game. Games before FIRST are left out, the run ends after game LAST (-1: never).
Each game has a seed of its own, so any game can be played again alone.
"""

import binascii
import struct
import sys

from kostka import games
from kostka.errors import OptionError
from kostka.line import dumps
from kostka.rules import chain
from kostka.rules.action import CHANCE
from kostka.rules.game import CHOICE, FLAG
from kostka.rules.rng import XorShift

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.rules.game import Game, Option
    from kostka.rules.state import State

FEW = 8  # an int option with more values than this is tried with its lowest and highest
MIXES = 8  # cases in which all options have random values


def register() -> None:
    """Add the games that live in the tests to the registry."""
    games.register("probe", "kostka_probe")


# Cases ---------------------------------------------------------------------------------------


def values(option: "Option") -> list[object]:
    """Return the values of an option worth trying, the default included."""
    if option.kind == FLAG:
        return [False, True]
    if option.kind == CHOICE:
        return list(option.choices)
    low, high = option.choices
    if high - low < FEW:
        return list(range(low, high + 1))
    return sorted({low: 0, high: 0, option.default: 0})


def variants(game: "Game", seats: int) -> list[tuple[str, dict[str, object]]]:
    """Return (name, options): the defaults, each other value of each option, some mixes.

    Options that do not fit each other or the seat count are left out.
    """
    found = [("default", {})]
    for option in game.options:
        tried = values(option)
        for value in tried:
            if value != option.default:
                found.append((option.name + "-" + _word(value), {option.name: value}))
        if option.per_seat:
            mixed = [tried[(seat + 1) % len(tried)] for seat in range(seats)]
            found.append((option.name + "-each", {option.name: mixed}))
    rng = XorShift(1)
    for n in range(MIXES if len(game.options) > 1 else 0):
        mix = {}
        for option in game.options:
            tried = values(option)
            if option.per_seat:
                mix[option.name] = [tried[rng.below(len(tried))] for _ in range(seats)]
            else:
                mix[option.name] = tried[rng.below(len(tried))]
        found.append(("mix-%d" % (n + 1), mix))
    return [(name, options) for name, options in found if fits(game, seats, options)]


def _word(value: object) -> str:
    if value is True or value is False:
        return "on" if value else "off"
    return str(value)


def fits(game: "Game", seats: int, options: dict[str, object]) -> bool:
    """Say whether a game can be played with these options."""
    try:
        game.complete(seats, options)
    except OptionError:
        return False
    return True


def cases(game: "Game", seats: int = 0) -> list[tuple[int, str, dict[str, object]]]:
    """Return (seats, name, options) for one seat count or, with 0, for all."""
    low, high = game.seats
    found = []
    for count in range(low, high + 1):
        if seats in (0, count):
            found.extend([(count, name, options) for name, options in variants(game, count)])
    return found


# Play ----------------------------------------------------------------------------------------


def pick(state: "State", rng: XorShift) -> int:
    """Return a random action: by weight where chance decides."""
    if state.current_player() == CHANCE:
        return rng.pick(state.chance_outcomes())
    actions = state.legal_actions()
    return actions[rng.below(len(actions))]


def game_seed(seed: int, index: int) -> int:
    """Return the seed of one game of a run."""
    return binascii.crc32(struct.pack("<II", seed & 0xFFFFFFFF, index)) & 0xFFFFFFFF


def flat(value: object) -> str:
    """Return any plain value as text that is equal on both Pythons."""
    if isinstance(value, dict):
        inner = [flat(key) + ":" + flat(value[key]) for key in sorted(value)]
    elif isinstance(value, (list, tuple, bytes, bytearray)):
        inner = [flat(part) for part in value]
    else:
        return str(value)
    return "[" + ",".join(inner) + "]"


def view(state: "State") -> str:
    """Return all that a state says about itself, as text."""
    return flat(list(_parts(state)))


def view_check(state: "State") -> int:
    """Return a CRC-32 of all that a state says, part by part: the text at once may be too long."""
    crc = 0
    for part in _parts(state):
        crc = binascii.crc32(flat(part).encode(), crc)
    return crc & 0xFFFFFFFF


def _parts(state: "State") -> object:
    """Yield all that a state says about itself, as plain values."""
    yield [state.current_player(), state.may_answer(), state.tokens(), state.returns()]
    outcome = state.outcome()
    if outcome is not None:
        yield (outcome.why, outcome.rule, outcome.winners)
    actions = [action for action, _ in state.chance_outcomes()]
    yield state.chance_outcomes()
    for seat in range(-1, state.seats):
        yield state.request(seat).key()
        yield state.observation(seat)
        if seat >= 0:
            actions = actions + state.legal_actions(seat)
    for action in actions:
        yield (action, state.action_text(action), state.footprint(action))
        yield state.describe(action, -1)


def play(
    name: str, seed: int, seats: int, actions: int, every: int, first: int, last: int, say: object
) -> None:
    """Play games and say a line every `every` actions: game, action, chain, digest, view, what."""
    game = games.load(name)
    every_case = cases(game, seats)
    index = first
    done = 0
    while done < actions and (last < 0 or index <= last):
        count, variant, options = every_case[index % len(every_case)]
        rng = XorShift(game_seed(seed, index))
        state = game.new_state(count, options)
        head = [("game", name), ("v", game.version), ("seats", count), ("seed", rng.next())]
        head.append(("opt", game.option_pairs(state.options)))
        crc = chain.start(dumps(head))
        at = 0
        text = ""
        while not state.is_terminal():
            if at % every == 0:
                _report(say, index, at, crc, state, text or variant)
            action = pick(state, rng)
            text = state.action_text(action) if every == 1 else ""
            events = []
            state.apply(action, events)
            crc = chain.play(crc, [action], events)
            at += 1
        done += at
        _report(say, index, at, crc, state, "end " + variant)
        index += 1
    say("done %d" % done)


def _report(say: object, index: int, at: int, crc: int, state: "State", what: str) -> None:
    seen = view_check(state)
    say("%d %d %08x %08x %08x %s" % (index, at, crc, state.digest(), seen, what))


# Positions -----------------------------------------------------------------------------------


def moves(state: "State") -> list[int]:
    """Return the actions that lead on from a state: outcomes of chance, or legal actions."""
    if state.current_player() == CHANCE:
        return [action for action, _ in state.chance_outcomes()]
    return state.legal_actions()


def position(name: str, seats: int, options: list[str], texts: list[str]) -> "State":
    """Return the state after actions in notation; options are words ``name=value``."""
    given = {}
    for word in options:
        key, _, value = word.partition("=")
        given[key] = value.split(",") if "," in value else value
    state = games.load(name).new_state(seats, given)
    for text in texts:
        state.apply(state.parse_action(text))
    return state


def main(args: list[str]) -> None:
    """Do what the command line says."""
    register()
    if args[0] == "play":
        play(args[1], *[int(word) for word in args[2:8]], print)
        return
    from kostka_counts import count

    at = args.index("--") if "--" in args else len(args)
    state = position(args[1], int(args[2]), args[4:at], args[at + 1 :])
    for depth in range(int(args[3]) + 1):
        chance, decision, terminal = count(state, depth)
        print("%5d %8d %8d %8d" % (depth, chance, decision, terminal))


if __name__ == "__main__":
    main(sys.argv[1:])
