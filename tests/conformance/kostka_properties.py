"""What every game and every state must be: actions, chance, copies, results, options."""

from __future__ import annotations

import re
from dataclasses import replace

import kostka_engine as engine
from kostka.errors import IllegalAction, NotationError, OptionError
from kostka.rules.action import CHANCE, TERMINAL, kind_of, pack
from kostka.rules.game import FLAG, INT, Game
from kostka.rules.rng import XorShift
from kostka.rules.state import State
from kostka_walk import (
    EACH_CASE,
    EACH_GAME,
    EACH_STATE,
    Broken,
    Case,
    Position,
    every,
    walk,
    words_of,
)

RULE = re.compile(r"[A-Z]{1,4}-[0-9]+[a-z]?")
NOTATION = re.compile(r"[0-9A-Za-z+\-=@.#]+")


@every(EACH_GAME)
def settings(game: Game) -> None:
    """Options: defaults and all listed values are taken, all else is refused."""
    low, high = game.seats
    _need(game, game.version >= 1 and game.length_bound > 0, "version or length bound is missing")
    _need(game, 0 <= game.spots < 255, "spots must fit a byte below 255")
    names = [game.spot_name(spot) for spot in range(game.spots)]
    _need(game, len(set(names)) == len(names), "two spots have one name")
    _need(game, all(NOTATION.fullmatch(name) for name in names), "a spot name is no plain word")
    _need(game, 0 <= game.data_digest() <= 0xFFFFFFFF, "data digest is no CRC-32")
    for seats in (low - 1, high + 1, 0):
        _refused(game, seats, {})
    _refused(game, low, {"no such option": 1})
    for seats in range(low, high + 1):
        full = game.complete(seats, {})
        _need(game, game.complete(seats, full) == full, "complete options change when repeated")
        _need(game, [n for n, _ in game.option_pairs(full)] == list(full), "option order differs")
        used = [case for _, _, case in engine.cases(game, seats)]
        for option in game.options:
            _need(game, words_of(option.help), f"option {option.name} has no help text")
            _refused(game, seats, {option.name: "no such value"})
            if option.kind == INT:
                for wrong in (option.choices[0] - 1, option.choices[1] + 1):  # type: ignore[operator]
                    _refused(game, seats, {option.name: wrong})
            if option.kind == FLAG:
                _refused(game, seats, {option.name: 2})
            if option.per_seat:
                _refused(game, seats, {option.name: [option.default] * (seats + 1)})
            for value in engine.values(option):
                if seats == high and value != option.default:
                    tried = any(case.get(option.name) == value for case in used)
                    _need(game, tried, f"no case has {option.name}={value}")


def _need(game: Game, good: object, what: str) -> None:
    if not good:
        raise Broken(f"{game.name}: {what}")


def _refused(game: Game, seats: int, options: dict[str, object]) -> None:
    try:
        game.new_state(seats, options)
    except OptionError as problem:
        _need(game, words_of(problem.text), f"no words for {problem.text}")
        return
    raise Broken(f"{game.name}: {seats} seats and {options} are not refused")


@every(EACH_STATE)
def players(p: Position) -> None:
    """Somebody decides, chance does, or the game is over; the first who may answer is on."""
    state = p.state
    player = state.current_player()
    seats = state.may_answer()
    p.require(player in (CHANCE, TERMINAL, *range(state.seats)), f"current player is {player}")
    p.require(type(seats) is tuple and list(seats) == sorted(set(seats)), "seats not ascending")
    p.require(
        all(0 <= seat < state.seats for seat in seats), "a seat that is not there may answer"
    )
    p.require(bool(seats) == (player >= 0), "may_answer() and current_player() disagree")
    p.require(not seats or seats[0] == player, "the current player is not the first to answer")


@every(EACH_STATE)
def legal(p: Position) -> None:
    """Legal actions ascend, are unique and fit; a seat that may not answer has none."""
    state = p.state
    for seat in (None, *range(state.seats)):
        actions = state.legal_actions(seat)
        p.require(type(actions) is list, "legal actions are no list")
        p.require(actions == sorted(set(actions)), f"seat {seat}: not ascending or not unique")
        p.require(all(0 <= action < 1 << 30 for action in actions), "an action is out of range")
        may = bool(state.may_answer()) if seat is None else seat in state.may_answer()
        p.require(bool(actions) == may, f"seat {seat}: may answer {may}, actions {actions}")
    if state.current_player() >= 0:
        own = state.legal_actions(state.current_player())
        p.require(state.legal_actions() == own, "legal_actions() is not the current player's")


@every(EACH_STATE)
def chance(p: Position) -> None:
    """Outcomes exist exactly when chance decides, ascend, and weigh a positive whole number."""
    outcomes = p.state.chance_outcomes()
    on = p.state.current_player() == CHANCE
    p.require(bool(outcomes) == on, f"chance is on: {on}, outcomes {outcomes}")
    actions = [action for action, _ in outcomes]
    p.require(actions == sorted(set(actions)), "outcomes not ascending or not unique")
    p.require(all(0 <= action < 1 << 30 for action in actions), "an outcome is out of range")
    p.require(all(type(w) is int and w > 0 for _, w in outcomes), "a weight is not positive")


@every(EACH_STATE)
def applies(p: Position) -> None:
    """Every legal action and outcome applies, with events or without, to the same effect."""
    before = p.state.encode()
    for action in list(engine.moves(p.state)):
        told, silent = p.state.clone(), p.state.clone()
        events: list[tuple[int, ...]] = [(7, 7)]
        try:
            told.apply(action, events)
            silent.apply(action)
        except IllegalAction as problem:
            raise Broken(f"legal action {action} is refused: {problem}\n  in {p}") from None
        p.require(told.encode() == silent.encode(), f"action {action}: events change the state")
        p.require(events[0] == (7, 7) and len(events) > 1, f"action {action} tells nothing")
        p.require(told.encode() != before or len(events) > 1, f"action {action} does nothing")
    p.require(p.state.encode() == before, "applying to clones changed the state")


@every(EACH_STATE)
def refuses(p: Position) -> None:
    """Any other action raises IllegalAction with a rule and leaves all as it was."""
    good = engine.moves(p.state)
    before, seen = p.state.encode(), engine.view(p.state)
    for action in _others(p, good):
        events: list[tuple[int, ...]] = []
        try:
            p.state.apply(action, events)
        except IllegalAction as problem:
            p.require(RULE.fullmatch(problem.rule), f"{action}: no rule number: {problem!r}")
            p.require(words_of(problem.text), f"{action}: no words for {problem.text}")
        except Exception as problem:
            raise Broken(f"action {action} raises {problem!r}\n  in {p}") from problem
        else:
            raise Broken(f"action {action} is no legal one but applies\n  in {p}")
        same = p.state.encode() == before and not events
        p.require(same, f"action {action} is refused but changes something")
    p.require(engine.view(p.state) == seen, "refused actions change what the state says")


def _others(p: Position, good: list[int]) -> list[int]:
    """Return actions that are not legal: near the legal ones, and anywhere."""
    rng = p.rng()
    tried = {-1, 0, 1 << 30}
    for action in good[:6]:
        tried |= {action + 1, action - 1, action ^ 1 << 9, action + (1 << 9), action ^ 1 << 18}
    kinds = 2 + max((kind_of(action) for action in good), default=4)
    for _ in range(12):
        tried.add(pack(rng.below(kinds + 1), rng.below(16), rng.below(16)))
        tried.add(pack(rng.below(kinds + 1), rng.below(512), rng.below(512)))
    return sorted(tried - set(good))


@every(EACH_STATE)
def decodes(p: Position) -> None:
    """A state made from encode() encodes, looks and plays on the same; other bytes are refused."""
    data = p.state.encode()
    other = p.case.new_state()
    other.decode(data)
    p.require(other.encode() == data, "decode(encode()) encodes differently")
    p.require(other.digest() == p.state.digest(), "the digest differs")
    p.require(engine.view(other) == engine.view(p.state), "a decoded state looks different")
    _same_future(p, other, "a decoded state plays on differently")
    for bad in (data[:-1], data + b"\0"):
        try:
            p.case.new_state().decode(bad)
        except ValueError:
            continue
        raise Broken(f"{len(bad)} bytes instead of {len(data)} decode\n  in {p}")


def _same_future(p: Position, other: State, what: str) -> None:
    ours, theirs = p.state.clone(), other.clone()
    rng = p.rng()
    for _ in range(6):
        if ours.is_terminal():
            return
        action = engine.pick(ours, rng)
        ours.apply(action)
        theirs.apply(action)
        p.require(ours.encode() == theirs.encode(), what)
        p.require(engine.view(ours) == engine.view(theirs), what)


@every(EACH_STATE)
def clones(p: Position) -> None:
    """A clone looks the same and shares nothing that changes."""
    state = p.state
    before, seen = state.encode(), engine.view(state)
    clone = state.clone()
    p.require(clone.encode() == before and engine.view(clone) == seen, "a clone differs")
    for name in (*state.LISTS, "agenda"):
        p.require(getattr(clone, name) is not getattr(state, name), f"a clone shares {name}")
    second = state.clone()
    rng = p.rng()
    for _ in range(4):
        if not clone.is_terminal():
            clone.apply(engine.pick(clone, rng))
    p.require(
        state.encode() == before and engine.view(state) == seen, "playing a clone changed it"
    )
    p.require(engine.view(second) == seen, "playing a clone changed another clone")


@every(EACH_CASE)
def ranges(case: Case) -> None:
    """Every field is an int in range at every point: MicroPython would cut it off silently."""
    for step in walk(case):
        state = step.state
        for name in state.INTS:
            _number(step, name, getattr(state, name))
        for name in (*state.LISTS, "agenda"):
            value = getattr(state, name)
            step.require(type(value) in (list, bytearray), f"{name} is a {type(value).__name__}")
            step.require(len(value) < 1 << 16, f"{name} is too long")
            if type(value) is list:
                for number in value:
                    _number(step, name, number)
        step.require(len(state.agenda) % 3 == 0, "the agenda holds a broken frame")


def _number(step: object, name: str, value: object) -> None:
    fits = type(value) is int and -32768 <= value <= 32767
    step.require(fits, f"{name} holds {value!r}")  # type: ignore[attr-defined]


@every(EACH_STATE)
def results(p: Position) -> None:
    """A game is over exactly when nothing can happen; then it says who won and why."""
    state = p.state
    over = state.is_terminal()
    p.require(over == (state.current_player() == TERMINAL), "is_terminal() disagrees")
    p.require(over == (not engine.moves(state)), "over, but something can happen, or the reverse")
    outcome, returns = state.outcome(), state.returns()
    p.require(len(returns) == state.seats, "not one return per seat")
    p.require(all(type(value) is int for value in returns), "a return is no whole number")
    p.require((outcome is not None) == over, "outcome() says something else than is_terminal()")
    if outcome is None:
        p.require(not any(returns), "returns before the end")
        return
    total = p.case.game.returns_sum
    p.require(
        total is None or sum(returns) == total, f"returns {returns} do not add up to {total}"
    )
    winners = outcome.winners
    p.require(list(winners) == sorted(set(winners)), "winners not ascending")
    p.require(all(0 <= seat < state.seats for seat in winners), "a winner is no seat")
    best = all(returns[seat] == max(returns) for seat in winners)
    p.require(best, f"winners {winners} do not have the best of {returns}")
    p.require(RULE.fullmatch(outcome.rule), "the end names no rule")
    p.require(words_of(outcome.why), f"no words for {outcome.why}")


@every(EACH_STATE)
def notation(p: Position) -> None:
    """Each action has one plain text and each text one action; other texts are refused."""
    state = p.state
    actions = set(engine.moves(state))
    for seat in range(state.seats):
        actions |= set(state.legal_actions(seat))
    texts = [state.action_text(action) for action in sorted(actions)]
    p.require(len(set(texts)) == len(texts), f"two actions have one text: {texts}")
    for action, text in zip(sorted(actions), texts, strict=True):
        p.require(NOTATION.fullmatch(text), f"{text!r} is no plain word")
        try:
            read = state.parse_action(text)
        except NotationError:
            read = -1
        p.require(read == action, f"{text!r} is not read as the action it was made from")
    for text in _spoiled(texts[:4], p.rng()):
        try:
            action = state.parse_action(text)
        except NotationError as problem:
            p.require(words_of(problem.text), f"no words for {problem.text}")
        except Exception as problem:
            raise Broken(f"{text!r} raises {problem!r}\n  in {p}") from problem
        else:
            again = state.parse_action(state.action_text(action))
            p.require(again == action, f"{text!r} is read as {action}, that as {again}")


def _spoiled(texts: list[str], rng: XorShift) -> list[str]:
    found = ["", " ", "?", "\u00e9", "-1", "zz" * 40]
    for text in texts:
        at = rng.below(len(text))
        letter = "0123456789abcdefghijklmnopqrstuvwxyz-"[rng.below(37)]
        found += [text + "0", text[:-1], text + " ", text[:at] + letter + text[at + 1 :]]
    return found


@every(EACH_CASE)
def ends(case: Case) -> None:
    """Random play comes to an end within the length bound, whatever the seed."""
    for n in range(3):
        for step in walk(replace(case, seed=case.seed + 1000 * n)):
            over = step.state.is_terminal()
            step.require(over == (step.state.current_player() == TERMINAL), "over, or not?")


@every(EACH_CASE)
def repeats(case: Case) -> None:
    """The same seed gives the same game twice."""
    runs = [[(step.text, step.state.digest()) for step in walk(case)] for _ in range(2)]
    if runs[0] != runs[1]:
        raise Broken(f"two runs from one seed differ\n  in {case}")
