"""A slice of the long run of tools/soak: a process that plays is killed at random."""

import kostka_engine as engine
import kostka_kills
import pytest
from kostka.journal.store import Store
from kostka.rules.rng import XorShift

engine.register()


@pytest.mark.parametrize("name", engine.games.names())
def test_what_was_told_is_there_after_a_kill(tmp_path, name):
    rng = XorShift(7)
    lines = sum(kostka_kills.kill_one(tmp_path / "games", name, rng) for _ in range(6))
    assert lines > 12
    print(f"{name}: 6 kills, {lines} lines")


def test_a_lost_line_is_seen(tmp_path):
    kostka_kills.kill_one(tmp_path / "games", "ludo", XorShift(3))
    store = Store(str(tmp_path / "games"))
    game_id = store.current()
    store.open(game_id)
    count = store.count
    store.close()
    kostka_kills.check(tmp_path / "games", game_id, count - 1)
    with pytest.raises(AssertionError):
        kostka_kills.check(tmp_path / "games", game_id, count)
