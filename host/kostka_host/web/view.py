"""What the public page shows, section by section, as plain values.

Everything here may be seen by everybody: of a state only what is public is asked for. Words are
lists of a message id and its arguments.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kostka import games
from kostka.errors import KostkaError
from kostka.mats.colors import NAMES as COLOR_NAMES
from kostka.mats.colors import OFF
from kostka.mats.mat import Mat
from kostka.play.lines import ABORTED
from kostka.rules import request as rq
from kostka.rules.action import PUBLIC
from kostka.rules.game import Game
from kostka.rules.state import State
from kostka.rules.throws import THROWS
from kostka.rules.token import NOBODY

from kostka_host import complaints
from kostka_host.cells import in_cells
from kostka_host.hidden import public_problem
from kostka_host.layout import Layout
from kostka_host.sheets.art import load_icons
from kostka_host.table import About, Menu
from kostka_host.verdict import Verdict
from kostka_host.web import guide
from kostka_host.web.guide import Way
from kostka_host.web.pieces import Pair, Pieces

Section = Any  # what JSON can hold; None: there is nothing
Sections = dict[str, Section]

PITCH_MM = 25
WHAT = {
    rq.NOTHING: "nothing",
    rq.THROW: "throw",
    rq.MOVE: "move",
    rq.CHOOSE: "choose",
    rq.DRAW: "draw",
}
SOURCES = (
    (rq.CELLS, "cells"),
    (rq.CUP, "cup"),
    (rq.KEYS, "keys"),
    (rq.TAG, "tag"),
    (rq.PAGE, "page"),
    (rq.BOARD, "board"),
)


def words(text: str, args: Iterable[object] = ()) -> list[object]:
    """Return a message as plain values."""
    return [text, *(plain(arg) for arg in args)]


def error(problem: KostkaError) -> list[object]:
    """Return the message of an error."""
    return words(problem.text, problem.params)


def plain(value: object) -> object:
    """Return a value as JSON can hold it; what it cannot hold becomes text."""
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple, bytes, bytearray)):
        return [plain(inner) for inner in value]
    return value if value is None or isinstance(value, (int, str)) else str(value)


# The board -----------------------------------------------------------------------------------


def board(
    layout: Layout,
    board_id: str,
    name: str,
    up: bool,
    hands: bool,
    keys: bool,
    away: list[object] | None,
) -> Section:
    """Return what the board is and whether it is there; `hands` can move its tokens from here."""
    return {
        "id": board_id,
        "name": name,
        "layout": layout.name,
        "up": up,
        "hands": hands,
        "keys": keys and bool(layout.stations),
        "rows": layout.rows,
        "cols": layout.cols,
        "pitch": PITCH_MM,
        "size": [layout.cols * PITCH_MM, layout.rows * PITCH_MM],
        "cells": [
            {"i": cell.index, "x": cell.x_mm, "y": cell.y_mm}
            for cell in sorted(layout.cells, key=lambda cell: cell.index)
        ],
        "stations": [
            {"seat": seat, "x": station.x_mm, "y": station.y_mm}
            for seat, station in enumerate(layout.stations)
        ],
        "away": away,
    }


def mirror(problem: KostkaError | None, public: list[object] | None, lines: int) -> Section:
    """Return whether the program here plays the same game as the board.

    `public` says why only what is public can be shown, None where all can.
    """
    told = words(*public_problem(problem)) if problem is not None else None
    return {
        "agrees": problem is None,
        "public": public is not None,
        "notice": public,
        "problem": told,
        "lines": lines,
    }


def lights(codes: Mapping[int, int], cells: int, seats: int) -> Section:
    """Return the codes of all lights, dark ones as 0."""
    return {
        "cells": [codes.get(i, 0) for i in range(cells)],
        "seats": [codes.get(cells + i, 0) for i in range(seats)],
    }


# The game ------------------------------------------------------------------------------------


def of_state(state: State, mat: Mat, can_undo: bool, aborted: bool = False) -> Sections:
    """Return the sections that follow from a state; nothing is asked in a game broken off."""
    return {
        "game": game(state, mat, can_undo, aborted),
        "request": request(state) if not aborted else over_request(),
        "choices": choices(state, mat) if not aborted else [],
        "observation": plain(state.observation(PUBLIC)) if state.game.observed else None,
    }


def over_request() -> Section:
    """Return the request of a game that was broken off."""
    return {
        "text": [ABORTED],
        "seat": PUBLIC,
        "what": "nothing",
        "answering": [],
        "dice": [],
        "faces": 0,
        "sides": [],
        "sources": [],
        "hidden": False,
    }


def over(state: State, aborted: bool) -> Section:
    """Return in words how the game ended, None while it goes on."""
    if aborted:
        return [ABORTED]
    outcome = state.outcome()
    return [outcome.why] if outcome is not None else None


def game(state: State, mat: Mat, can_undo: bool, aborted: bool = False) -> Section:
    """Return which game it is, who sits where, and how it ended."""
    rules = state.game
    outcome = state.outcome()
    return {
        **sitting(rules, mat, state.seats),
        "options": [[name, value] for name, value in rules.option_pairs(state.options)],
        "over": over(state, aborted),
        "rule": outcome.rule if outcome is not None else "",
        "winners": list(outcome.winners) if outcome is not None else [],
        "can_undo": can_undo,
    }


def sitting(rules: Game, mat: Mat, seats: int) -> Sections:
    """Return who sits where at which game, and where its spots lie."""
    return {
        "name": rules.name,
        "title": [f"{rules.name}.title"],
        "made": made(rules),
        "seats": seats,
        "colors": [mat.seat_color(seat, seats) for seat in range(seats)],
        "sides": [mat.seat_side(seat, seats) for seat in range(seats)],
        "panels": list(mat.around(seats)),
        "spots": {str(spot): list(mat.cells(spot)) for spot in range(mat.spots)},
        "die_cells": list(mat.die_cells),
        "icons": icons(rules.name),
    }


def made(rules: Game) -> Section:
    """Return what of a game is reconstructed, and that it has an owner's numbers, as words."""
    found: list[Section] = []
    if rules.reconstructed:
        found.append(["game.reconstructed", [rules.reconstructed]])
    if rules.own_numbers:
        found.append(["game.own_numbers"])
    return found


def icons(game: str) -> Section:
    """Return which pictures tokens of a game carry, and where observations hold their numbers."""
    module = load_icons(game)
    return {"names": list(module.NAMES), "seen": list(module.SEEN)} if module else None


def request(state: State, seat: int = PUBLIC) -> Section:
    """Return what the game waits for, as a seat (or the public) may know it."""
    asked = state.request(seat)
    throw = asked.what == rq.THROW
    return {
        "text": words(asked.text, asked.args),
        "seat": asked.seat,
        "what": WHAT[asked.what],
        "answering": list(state.may_answer()),
        "dice": list(asked.dice),
        "faces": len(state.chance_outcomes()) if throw else 0,
        "sides": sides(state) if throw else [],
        "sources": [name for bit, name in SOURCES if asked.sources & bit],
        "hidden": asked.hidden,
    }


def sides(state: State) -> Section:
    """Return what the faces of the next die show, in words, where they are not numbers."""
    if not state.game.observed:
        return []
    told = (state.describe(action, PUBLIC) for action, _ in state.chance_outcomes())
    return [words(text, args) for text, args in told]


def choices(state: State, mat: Mat) -> Section:
    """Return the answers that are possible, where everybody may know them."""
    if state.request(PUBLIC).hidden:
        return []
    return [
        choice(state, mat, seat, action, PUBLIC)
        for seat in state.may_answer()
        for action in state.legal_actions(seat)
    ]


def choice(state: State, mat: Mat, seat: int, action: int, viewer: int) -> Section:
    """Return one possible answer of a seat in the words for a viewer."""
    text, args = state.describe(action, viewer)
    marks = state.footprint(action) or ((), ())
    return {
        "a": action,
        "n": state.action_text(action),
        "seat": seat,
        "text": plain(in_cells((text, *args), mat)),
        "from": list(mat.cells(marks[0][0])) if marks[0] else [],
        "to": list(mat.cells(marks[1][0])) if marks[1] else [],
    }


def about(known: About) -> Section:
    """Return what the board knows of its game beside the journal."""
    return {"name": known.name, "kinds": list(known.kinds), "turn": known.turn}


def menu(shown: Menu | None) -> Section:
    """Return what the menu on the table shows, None while it is closed."""
    if shown is None:
        return None
    return {"title": shown.title, "items": shown.items, "at": shown.cursor}


# The table -----------------------------------------------------------------------------------


def color(mat: Mat, token: int, seats: int) -> int:
    """Return the color of a token, OFF where neither its shape nor an owner gives it one."""
    return mat.token_color(token, seats)


def tokens(pieces: Pieces, seats: int) -> Section:
    """Return all tokens as hands know them."""
    return [
        {
            "id": piece.id,
            "cell": piece.cell if piece.cell >= 0 else None,
            "where": piece.where,
            "color": color(pieces.mat, piece.token, seats),
            "seat": piece.token >> 6 if piece.token >> 6 != NOBODY else -1,
            "shape": piece.token & 63,
        }
        for piece in sorted(pieces.all.values(), key=lambda piece: piece.id)
    ]


def mirrored(pieces: Pieces, seats: int, verdict: Verdict) -> Section:
    """Return the tokens of a board without hands: as the state has them, but for what is wrong."""
    shown = [
        {**one, "cell": None, "where": "hand"} if one["cell"] in verdict.missing else one
        for one in tokens(pieces, seats)
    ]
    known = {one["cell"] for one in shown}
    for cell in verdict.extra:
        if cell not in known:
            strange = {"id": f"x.{cell}", "cell": cell, "where": "table"}
            shown.append({**strange, "color": OFF, "seat": -1, "shape": 0})
    return shown


def wrong(
    verdict: Verdict, tokens: Iterable[Pair], seats: int, mat: Mat | None, moved: list[Way]
) -> Section:
    """Return what the board's referee finds wrong, with words for it and what to do.

    `tokens` are those that should stand on the mat, `moved` the ways by which they last changed;
    `guide` says that the words are about these.
    """
    outcome = verdict.outcome or "none"
    if outcome == "wrong" and verdict.kind == "setup":
        outcome = "setup"
    missing = [
        {"cell": cell, "color": _missing_color(cell, tokens, seats, mat)}
        for cell in verdict.missing
    ]
    todo = []
    said: list[list[object]] = []
    if mat is not None and outcome not in ("several", *complaints.RIGHT):
        todo = guide.to_do(moved, verdict, mat)
        said = guide.words(todo, verdict, mat, lambda token: _color_id(mat, token, seats))
    if not todo:
        said = complaints.wrong(verdict, mat, seats)
    return {
        "outcome": outcome,
        "kind": verdict.kind,
        "guide": bool(todo),
        "missing": missing,
        "extra": list(verdict.extra),
        "moves": [{"from": source, "to": target} for source, target, _ in verdict.moves],
        "odd": [cell for cell, _ in verdict.odd],
        "off": list(verdict.off),
        "words": said + complaints.sensors(verdict, mat.cols if mat is not None else 12),
    }


def _color_id(mat: Mat, token: int, seats: int) -> str:
    return f"web.color.{COLOR_NAMES[color(mat, token, seats)]}"


def _missing_color(cell: int, tokens: Iterable[Pair], seats: int, mat: Mat | None) -> int:
    if mat is None:
        return OFF
    spot = mat.spot_of[cell]
    owners = [token for at, token in tokens if at == spot]
    return color(mat, owners[0], seats) if owners else OFF


# For the dialog of a new game ----------------------------------------------------------------


def catalog() -> Section:
    """Return all games that can be begun."""
    return [_game(games.load(name)) for name in games.names()]


def _game(rules: Game) -> Section:
    return {
        "name": rules.name,
        "title": [f"{rules.name}.title"],
        "made": made(rules),
        "seats": list(rules.seats),
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "choices": list(option.choices),
                "default": option.default,
                "per_seat": option.per_seat,
                "help": [option.help] if option.help else None,
            }
            for option in (*rules.options, THROWS)
        ],
    }
