"""Undo at the worst moments: board, mirror, page and lights agree, tokens are guided back."""

from __future__ import annotations

import pytest
from kostka.errors import KostkaError
from kostka_evening import Evening

pytestmark = pytest.mark.vm

REFUSALS = ("play.undo_hidden", "play.no_undo", "play.closed")


def take_back(evening: Evening, times: int) -> int:
    """Undo over the link some times in a row; return how often the board did.

    A refusal changes nothing, and is the last one.
    """
    done = 0
    for _ in range(times):
        before = evening.signature()
        try:
            evening.undo_by_host()
        except KostkaError as problem:
            if problem.text not in REFUSALS:
                raise
            evening.run(100)
            assert evening.signature() == before
            return done
        evening.table.wait(lambda: evening.table.mirror.next_line > before[1], 5.0)  # noqa: B023
        done += 1
    return done


def undo_digests(evening: Evening) -> None:
    """Check that the board's digest, which every undo carries, is the mirror's."""
    evening.run(60)
    assert evening.table.mirror.digest_board == f"{evening.state.digest():08x}"


def test_five_in_a_row_with_the_tokens_still_there(begin, game: str) -> None:
    evening = begin(game, seed=6)
    evening.forget_secrets()
    done = 0
    for _ in range(6):
        evening.play(7)
        if evening.state.is_terminal():
            break
        now = take_back(evening, 5)
        if now:
            undo_digests(evening)
        done = max(done, now)
        evening.set_up()  # the table says where they go
        evening.agree()
    assert done == 5
    evening.play(3)


def test_back_to_the_start(begin, game: str) -> None:
    evening = begin(game, seed=7)
    evening.forget_secrets()
    start = evening.state.game.new_state(evening.state.seats, evening.state.options)
    evening.play(12)
    done = take_back(evening, 100)
    evening.set_up()
    evening.agree()
    assert done >= 5
    assert evening.table.last_gesture() == -1
    assert sorted(evening.state.tokens()) == sorted(start.tokens())


def test_in_the_middle_of_an_animation(begin, game: str) -> None:
    evening = begin(game, seed=8)
    evening.forget_secrets()
    done = 0
    for _ in range(12):
        evening.family.play_one()  # the line has come, its lights are still moving
        before = evening.signature()
        evening.undo_by_key()
        done += evening.signature() != before
        evening.set_up()
        evening.agree()
        evening.family.play_one()
        evening.run(400)
    assert done > 0


def test_with_a_token_in_the_hand(begin, game: str) -> None:
    evening = begin(game, seed=9)
    done = 0
    for turn in range(24):
        if done and turn >= 8:
            break
        evening.play(3)
        cell = evening.lift_any()
        evening.run(100)  # not even settled
        done += take_back(evening, 2)
        evening.run(400)
        lines = evening.signature()
        if cell not in evening.board.tokens():
            evening.board.put(cell)
        evening.run(400)
        if evening.signature() == lines:  # else a legal move was meant by it
            evening.set_up()
        evening.set_up()
        evening.agree()
    assert done > 0


def test_while_a_bot_thinks(begin, game: str) -> None:
    evening = begin(game, seed=10)
    evening.play(9)
    evening.table.ask("seats", k="b" + "h" * (evening.state.seats - 1))
    evening.run(100)
    assert evening.table.about.kinds[0] == "b"
    evening.run(700)  # half its time
    lines = evening.table.mirror.next_line
    done = take_back(evening, 5)
    assert evening.table.mirror.next_line >= lines + done
    if done:
        undo_digests(evening)
    evening.table.ask("seats", k="h" * evening.state.seats)
    evening.set_up()
    evening.agree()
    evening.play(3)
    evening.agree()


def test_what_somebody_has_seen_stays_unless_the_table_forgets_it(begin) -> None:
    evening = begin("duel", seed=12)
    evening.play(5)
    assert take_back(evening, 1) == 0  # a token was turned over
    evening.forget_secrets()
    assert take_back(evening, 3) == 3
    undo_digests(evening)
    evening.agree()


def test_an_option_of_the_game_may_forbid_it(begin, game: str) -> None:
    """Whatever was refused is refused in one sentence, and the game goes on."""
    evening = begin(game, seed=11)
    evening.play(5)
    before = evening.signature()
    with pytest.raises(KostkaError) as refused:
        evening.table.ask("undo", n=before[1] + 5)
    assert refused.value.text == "play.no_undo"
    evening.run(100)
    assert evening.signature() == before
    evening.play(2)
