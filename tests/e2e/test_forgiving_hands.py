"""Mistakes of hands on a virtual board, as a host and the board's lights tell them."""

import pytest
from kostka import mats
from kostka.rules import request as rq
from kostka.scene import patterns as pt
from kostka_host import complaints, seating

SOON_MS = 500


@pytest.fixture
def table(kostka):
    """A game of Ludo in which seat 1 has thrown a six, on a board whose time is stepped."""
    with seating.for_person("virtual", "max", None, None) as table:
        table.stepped = True
        table.connect()
        table.sit_down("ludo", 2, {"pawns": 2, "first": "seat1"}, True)
        yield table


def wait(table, condition, ms):
    for spent in range(0, ms, 20):
        table.board.advance(20)
        table.pump(0.02)
        if condition():
            return spent + 20
    raise AssertionError(table.verdict)


def test_mistakes_are_told_with_their_way_out(table):
    mat = mats.load("ludo")
    pawns = [mat.cells(spot)[n] for spot in (56, 58) for n in range(2)]
    wait(table, lambda: table.verdict.kind == "setup", 3000)
    assert sorted(target for _, target, _ in table.verdict.moves) == sorted(pawns)
    for cell in pawns:
        table.board.put(cell)
    wait(table, lambda: table.verdict.outcome == "same", 3000)
    assert table.state.request(-1).what == rq.THROW
    board = table.board
    cases = (
        ("foreign", [("lift", pawns[2])], pt.FADE, [["play.fix.put", ["play.token.yellow"]]]),
        ("illegal", [("lift", pawns[0]), ("put", mat.cells(3)[0])], pt.LIMP, None),
        ("plain", [("put", 100)], pt.FAST, [["play.fix.away"]]),
    )
    for kind, hands, pattern, words in cases:
        for what, cell in hands:
            getattr(board, what)(cell)
        spent = wait(table, lambda kind=kind: table.verdict.kind == kind, SOON_MS)
        print(f"{kind}: told {spent} ms after the finger left")
        told = complaints.wrong(table.verdict, mat, 2)
        assert told
        if words:
            assert [told[-1][: len(words[0])]] == words
        wait(table, lambda p=pattern: p in {code & 15 for code in table.lights.values()}, 200)
        for what, cell in reversed(hands):
            getattr(board, "lift" if what == "put" else "put")(cell)
        wait(table, lambda: table.verdict.outcome == "same", 1000)
