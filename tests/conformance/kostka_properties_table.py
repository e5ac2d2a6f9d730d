"""What every state must be: tokens, events, requests, words, and what may be seen."""

from __future__ import annotations

import re
from collections import Counter

import kostka_engine as engine
from kostka.rules import events as ev
from kostka.rules import request as rq
from kostka.rules.action import CHANCE, PUBLIC
from kostka.rules.state import State
from kostka.rules.token import NOBODY, token_seat
from kostka_walk import (
    ALL_STATES,
    EACH_CASE,
    EACH_STATE,
    Case,
    Position,
    Step,
    every,
    walk,
    words_of,
)

# Length of the events that every display understands; only these two may be private.
SHAPES = {
    ev.TURN: 3,
    ev.THROW: 5,
    ev.MOVE: 6,
    ev.TAKE: 6,
    ev.PASS: 3,
    ev.CHOICE: 4,
    ev.SHOW: 5,
    ev.OVER: 3,
    ev.LOT: 3,
}
PRIVATE = (ev.CHOICE, ev.SHOW)
SOURCES = rq.CELLS | rq.CUP | rq.KEYS | rq.TAG | rq.PAGE | rq.BOARD


@every(EACH_STATE)
def tokens(p: Position) -> None:
    """Tokens are sorted, stand on spots of the game and belong to a seat or nobody."""
    found = p.state.tokens()
    p.require(found == sorted(found), "tokens are not sorted")
    for pair in found:
        p.require(type(pair) is tuple and len(pair) == 2, f"{pair!r} is no (spot, token)")
        spot, token = pair
        p.require(0 <= spot < p.case.game.spots, f"a token on spot {spot}")
        owner = token_seat(token)
        p.require(0 <= owner < p.state.seats or owner == NOBODY, f"token of seat {owner}")


@every(EACH_STATE)
def footprint(p: Position) -> None:
    """A footprint is the difference of the tokens before and after, for every action."""
    before = Counter(p.state.tokens())
    for action, child, _ in p.children():
        marks = p.state.footprint(action)
        text = p.state.action_text(action)
        after = Counter(child.tokens())
        gone, come = before - after, after - before
        if marks is None:
            p.require(not gone and not come, f"{text} moves tokens but has no footprint")
            continue
        losing, gaining = Counter(marks[0]), Counter(marks[1])
        p.require(losing or gaining, f"{text} has an empty footprint")
        net = Counter(spot for spot, _ in after.elements())
        net.subtract(spot for spot, _ in before.elements())
        told = Counter(gaining)
        told.subtract(losing)
        same = {s: n for s, n in net.items() if n} == {s: n for s, n in told.items() if n}
        p.require(same, f"{text}: tokens change by {dict(net)}, footprint {marks}")
        # a token that takes the place of another one counts on both sides
        left = Counter(spot for spot, _ in gone.elements())
        filled = Counter(spot for spot, _ in come.elements())
        p.require(not left - losing and not filled - gaining, f"{text}: {marks} lacks a token")


@every(EACH_CASE)
def moved(case: Case) -> None:
    """MOVE and TAKE events tell every change of the tokens: none appears or is lost unseen."""
    table: Counter[tuple[int, int]] = Counter()
    for step in walk(case):
        if step.number == 0:
            table = Counter(step.state.tokens())
        for event in step.events:
            if event[0] in (ev.MOVE, ev.TAKE):
                _, _, _, token, start, end = event
                for spot in (start, end):
                    step.require(-1 <= spot < case.game.spots, f"{event} names spot {spot}")
                table[(start, token)] -= start >= 0
                table[(end, token)] += end >= 0
        told = {pair: n for pair, n in table.items() if n}
        now = dict(Counter(step.state.tokens()))
        step.require(told == now, f"events lead to {told}, the tokens are {now}")


@every(EACH_CASE)
def events(case: Case) -> None:
    """Events are tuples of int16 with an audience; the end is told once, when it comes."""
    for step in walk(case):
        for event in step.events:
            step.require(type(event) is tuple and len(event) >= 2, f"{event!r} is no event")
            good = all(type(value) is int and -32768 <= value <= 32767 for value in event)
            step.require(good, f"{event} has a value out of range")
            kind, audience = event[0], event[1]
            step.require(kind in SHAPES or kind >= ev.OWN, f"{event} has an unknown kind")
            step.require(SHAPES.get(kind, len(event)) == len(event), f"{event} has a wrong length")
            private = 0 < audience < 1 << case.seats and kind in (
                *PRIVATE,
                *range(ev.OWN, 1 << 15),
            )
            step.require(audience == ev.ALL or private, f"{event} has a wrong audience")
            if kind in SHAPES:
                seat = event[2]
                fits = 0 <= seat < case.seats or (kind == ev.OVER and seat == -1)
                step.require(fits, f"{event} names seat {seat}")
            told = case.game.tell(event) if audience == ev.ALL else None
            step.require(told is None or type(told[0]) is str, f"{event} is told by {told!r}")
            if told and told[1]:
                _worded(step, str(told[1][0]), tuple(told[1][1:]))
        _told_end(step)


def _told_end(step: Step) -> None:
    ends = [event for event in step.events if event[0] == ev.OVER]
    if not step.state.is_terminal():
        step.require(not ends, "the end is told before it comes")
        return
    winners = step.state.outcome().winners  # type: ignore[union-attr]
    winner = winners[0] if len(winners) == 1 else -1
    step.require(ends == [(ev.OVER, ev.ALL, winner)], f"{winners} won, told: {ends}")


@every(EACH_STATE)
def requests(p: Position) -> None:
    """The request fits what the state waits for, and names where the answer may come from."""
    state = p.state
    public = state.request()
    p.require(public.key() == state.request(PUBLIC).key(), "request() is not request(-1)")
    if state.is_terminal():
        wanted: tuple[int, ...] = (rq.NOTHING,)
    elif state.current_player() == CHANCE:
        wanted = (rq.THROW, rq.DRAW)
    else:
        wanted = (rq.MOVE, rq.CHOOSE)
    p.require(public.what in wanted, f"asks for {public.what}, not for one of {wanted}")
    for seat in range(PUBLIC, state.seats):
        request = state.request(seat)
        p.require(-1 <= request.seat < state.seats, f"asks seat {request.seat}")
        p.require((request.what == rq.THROW) == bool(request.dice), "dice without throw, or so")
        if request.what == rq.DRAW:
            p.require(request.sources == rq.BOARD, "a draw is the board's own")
        elif request.what != rq.NOTHING:
            p.require(0 < request.sources <= SOURCES, "no source may answer")
        _worded(p, request.text, request.args)
        if seat in state.may_answer():
            asked = request.seat == seat and request.what == public.what
            p.require(asked, f"seat {seat} may answer but is not asked")


@every(EACH_STATE)
def batches(p: Position) -> None:
    """A request for n dice is answered by n chance actions, one per die, in order."""
    dice = p.state.request().dice
    state = p.state.clone()
    rng = p.rng()
    for n in range(len(dice)):
        request = state.request()
        p.require(request.dice == dice[n:], f"after {n} of {dice} it asks for {request.dice}")
        state.apply(engine.pick(state, rng))


@every(EACH_STATE)
def words(p: Position) -> None:
    """Every action can be told to a person, in words that exist."""
    state = p.state
    for seat in range(PUBLIC, state.seats):
        for action in engine.moves(state) if seat < 0 else state.legal_actions(seat):
            text, args = state.describe(action, seat)
            _worded(p, text, args)


def _worded(p: Position | Step, text: str, args: tuple[object, ...]) -> None:
    found = words_of(text)
    p.require(found is not None, f"no words for {text!r}")
    highest = max([-1, *(int(n) for n in re.findall(r"\{(\d+)\}", found or ""))])
    p.require(type(args) is tuple, f"{text}: arguments are no tuple")
    p.require(highest < len(args), f"{text} needs {highest + 1} arguments, gets {args}")
    for arg in args:
        if isinstance(arg, (tuple, list)):
            _worded(p, str(arg[0]), tuple(arg[1:]))
        else:
            p.require(type(arg) in (int, str), f"{text}: argument {arg!r}")


# What may be seen ----------------------------------------------------------------------------


def seen_by(state: State, seat: int) -> str:
    """Return all that a seat may know of a state, as text."""
    own = state.legal_actions(seat) if seat >= 0 else []
    public = (state.request().key(), state.observation(PUBLIC), state.tokens(), state.returns())
    turn = (state.current_player(), state.may_answer(), state.is_terminal())
    return engine.flat((own, state.request(seat).key(), state.observation(seat), public, turn))


def has_secrets(state: State) -> bool:
    """Say whether a game hides anything: then it has a resample() of its own."""
    return type(state).resample is not State.resample


@every(EACH_STATE)
def observations(p: Position) -> None:
    """Observations are plain values that belong to who asked for them."""
    state = p.state
    before = state.encode()
    for seat in range(PUBLIC, state.seats):
        seen = state.observation(seat)
        text = engine.flat(seen)
        p.require(type(seen) is dict and _plain(seen), f"seat {seat} sees {seen!r}")
        _spoil(seen)
        p.require(state.encode() == before, "an observation shares a list with the state")
        p.require(
            engine.flat(state.observation(seat)) == text, "an observation is kept and shared"
        )


def _plain(value: object) -> bool:
    if isinstance(value, dict):
        return all(type(key) is str and _plain(inner) for key, inner in value.items())
    if type(value) in (list, tuple):
        return all(_plain(inner) for inner in value)  # type: ignore[attr-defined]
    return value is None or type(value) in (int, str, bool)


def _spoil(value: object) -> None:
    if isinstance(value, dict):
        for inner in list(value.values()):
            _spoil(inner)
        value["spoiled"] = 1
    elif isinstance(value, list):
        for inner in value:
            _spoil(inner)
        value.append(1)


@every(EACH_STATE)
def lookalikes(p: Position) -> None:
    """A state drawn anew for a seat looks the same to that seat and is a sound state."""
    state = p.state
    before = state.encode()
    for seat in range(PUBLIC, state.seats):
        rng = p.rng()
        for n in range(4):
            other = state.resample(seat, rng.below)
            p.require(other is not state, "resample() returns the state itself")
            p.require(seen_by(other, seat) == seen_by(state, seat), f"seat {seat} sees a secret")
            sound = bool(engine.moves(other)) != other.is_terminal()
            p.require(sound, "a state drawn anew cannot go on")
            again = p.case.new_state()
            again.decode(other.encode())
            p.require(again.encode() == other.encode(), "a state drawn anew is not sound")
            differs = n == 0 and other.encode() != before
            while differs and not other.is_terminal():
                other.apply(engine.pick(other, rng))
    p.require(state.encode() == before, "resample() changed the state")


@every(EACH_STATE)
def open_answers(p: Position) -> None:
    """What may be answered is known to everybody, or the request says that it is hidden."""
    if p.state.request().hidden:
        p.require(has_secrets(p.state), "answers are hidden, but nothing is secret")
        return
    rng = p.rng()
    for _ in range(4):
        other = p.state.resample(PUBLIC, rng.below)
        for seat in p.state.may_answer():
            same = other.legal_actions(seat) == p.state.legal_actions(seat)
            p.require(same, f"what seat {seat} may answer tells a secret")


@every(EACH_STATE)
def whispers(p: Position) -> None:
    """What a seat cannot tell apart afterwards, no event it may see has told apart."""
    children = list(p.children())
    for seat in range(PUBLIC, p.state.seats):
        groups: dict[str, tuple[bytes, str, str, int]] = {}
        for action, child, told in children:
            observed = engine.flat(child.observation(seat))
            heard = engine.flat([event for event in told if ev.visible(event, seat)])
            known = seen_by(child, seat)
            first = groups.setdefault(observed, (child.encode(), heard, known, action))
            if first[0] != child.encode():
                pair = f"actions {first[3]} and {action} look the same to seat {seat}"
                p.require(first[1] == heard, f"{pair}, but not their events: {heard}")
                p.require(first[2] == known, f"{pair}, but not what it is asked or may do")


@every(ALL_STATES)
def secrets(found: list[Position]) -> None:
    """A game with secrets has some, for every seat; one without shows everything to all."""
    state = found[0].state
    if not has_secrets(state):
        for p in found:
            seen = {engine.flat(p.state.observation(s)) for s in range(PUBLIC, p.state.seats)}
            p.require(len(seen) == 1, "seats see different things, but there is no resample()")
            for _, _, told in p.children():
                p.require(all(e[1] == ev.ALL for e in told), "a private event, but no resample()")
        return
    # who plays alone sees all that is not drawn at random; others may not
    for seat in range(PUBLIC, state.seats if state.seats > 1 else 0):
        differ = 0
        for p in found:
            rng = p.rng()
            for _ in range(4):
                differ += p.state.resample(seat, rng.below).encode() != p.state.encode()
        found[0].require(differ, f"nothing is ever hidden from seat {seat}")


@every(ALL_STATES)
def nothing_left_out(found: list[Position]) -> None:
    """In a game without secrets, states that look the same are the same."""
    if has_secrets(found[0].state):
        return
    known: dict[tuple[Case, str], bytes] = {}
    for p in found:
        for state in [p.state, *(child for _, child, _ in p.children())]:
            key = (p.case, engine.flat(state.observation(PUBLIC)))
            same = known.setdefault(key, state.encode()) == state.encode()
            p.require(same, "two different states look the same, but nothing is secret")


@every(EACH_STATE)
def early_answers(p: Position) -> None:
    """Who may answer early keeps the same choice, whatever is answered before."""
    seats = p.state.may_answer()
    if len(seats) < 2:
        return
    later = {seat: p.state.legal_actions(seat) for seat in seats[1:]}
    for _, child, _ in p.children():
        p.require(child.may_answer() == seats[1:], f"after seat {seats[0]} {child.may_answer()}")
        for seat, actions in later.items():
            p.require(child.legal_actions(seat) == actions, f"seat {seat} has another choice")
