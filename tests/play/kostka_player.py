"""Plays random games through a session, with undos."""

import kostka_engine as engine
from kostka.play.session import Session
from kostka.play.sources import SOURCES
from kostka.play.takeback import FREE
from kostka.rules import request as rq
from kostka.rules.action import CHANCE, PUBLIC
from kostka.rules.rng import XorShift
from kostka_memory import MemoryJournal


def new_session(name, seats=2, options=None, seed=1):
    session = Session(MemoryJournal(), XorShift(seed))
    session.undo_rule = FREE  # random undos go back over cards, too
    session.start(name, seats, options or {}, f"{seed:016x}")
    return session


def source_for(request):
    return next(letter for letter in "kcpb" if SOURCES[letter] & request.sources)


def step(session, rng):
    """Let the session do one thing, as people at the table would."""
    if session.settle():
        return
    state = session.state
    if state.current_player() == CHANCE:
        request = state.request(PUBLIC)
        if request.sources & rq.BOARD and rng.below(2):
            session.throw()
            return
        work = state.clone()
        faces = []
        for number in range(len(request.dice)):
            same = [one for one in request.dice[:number] if one == request.dice[number]]
            kept, _ = session._kept.find(request.seat, request.dice[number], len(same))
            faces.append(kept if kept >= 0 else engine.pick(work, rng))
            work.apply(faces[-1])
        session.submit(faces, source_for(request))
        return
    seats = state.may_answer()
    seat = [one for one in seats if one not in session.held][-1]
    actions = state.legal_actions(seat)
    session.answer(seat, actions[rng.below(len(actions))], source_for(state.request(seat)))


def play(session, rng, steps, undo_one_in=0):
    """Play some steps; every now and then go back to a random line."""
    for _ in range(steps):
        if session.closed:
            return
        if undo_one_in and session.lines > 2 and rng.below(undo_one_in) == 0:
            session.undo(rng.below(session.lines - 1))
        else:
            step(session, rng)
