"""What the page of one seat shows: what this seat may know, and nothing of the others."""

from __future__ import annotations

from kostka.mats.mat import Mat
from kostka.rules import request as rq
from kostka.rules.state import State

from kostka_host.web import view


def of_state(
    state: State, mat: Mat, seat: int, held: bool, aborted: bool = False
) -> view.Sections:
    """Return the sections that follow from a state.

    `held`: this seat's answer waits for its turn; `aborted`: the game was broken off.
    """
    asked = view.over_request() if aborted else view.request(state, seat)
    legal = [] if aborted else state.legal_actions(seat)
    return {
        "game": {**view.game(state, mat, False, aborted), "seat": seat},
        "request": {**asked, "held": held},
        "observation": view.plain(state.observation(seat)),
        "choices": [view.choice(state, mat, seat, action, seat) for action in legal],
        "over": view.over(state, aborted),
    }


def may_throw(state: State, seat: int) -> bool:
    """Say whether it is this seat's throw."""
    asked = state.request(seat)
    return asked.what == rq.THROW and asked.seat in (seat, -1)
