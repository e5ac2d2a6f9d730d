"""The cable is pulled at a turn change, a token is moved, the board comes back elsewhere."""

from __future__ import annotations

import pytest
from kostka_host import journals
from kostka_host.follow import Follower

pytestmark = pytest.mark.vm


def test_the_same_game_shows_what_differs(begin, game: str) -> None:
    evening = begin(game, seed=3)
    for turns, on_spot in ((1, False), (2, True)):
        for _ in range(turns):
            evening.play_to_turn()
        before = evening.signature()
        tokens = evening.unplug()
        moved = tokens[0]
        evening.board = evening._spawn()  # only to look for a cell; its flash is closed again
        evening.board.tokens(tokens)
        target = evening.free_cell(on_spot)
        evening.board.close()
        evening.replug([cell for cell in tokens if cell != moved] + [target])

        assert evening.signature() == before
        verdict = evening.table.verdict
        if verdict.outcome == "same":  # the spot has another cell, or the move is one
            raise AssertionError(evening.words())
        assert evening.places(verdict.missing) == evening.places([moved]), evening.words()
        assert verdict.extra == [target], evening.words()
        evening.run(3000)
        assert evening.signature() == before  # waiting plays nothing

        evening.board.lift(target)
        evening.board.put(moved)
        evening.wait("same")
        assert evening.signature() == before
        evening.family.take_over(evening.board.tokens)
        evening.agree()
    evening.play(4)
    rows, torn = journals.read(evening.home / "game.jsonl")
    follower = Follower()
    for body in rows:
        follower.take(body)
    assert not torn
    assert follower.state.digest() == evening.state.digest()
    assert follower.next == evening.table.mirror.next_line


def test_a_token_that_nobody_moved_is_no_difference(begin, game: str) -> None:
    evening = begin(game, seed=4)
    evening.play_to_turn()
    before = evening.signature()
    evening.replug(evening.unplug())
    evening.wait("same")
    assert evening.signature() == before
    evening.family.take_over(evening.board.tokens)
    evening.play(3)
    evening.agree()


def test_a_table_that_was_cleared_is_set_up_again(begin, game: str) -> None:
    evening = begin(game, seed=5)
    evening.play_to_turn()
    before = evening.signature()
    tokens = evening.unplug()
    evening.replug([])
    assert evening.signature() == before
    assert evening.places(evening.table.verdict.missing) == evening.places(tokens)
    for cell in reversed(tokens):  # in any order
        evening.board.put(cell)
        evening.run(250)
        assert evening.signature() == before
    evening.wait("same")
