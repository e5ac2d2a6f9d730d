"""A slice of the long run of tools/soak: nothing is lost or doubled on a link under fire."""

import pytest
from kostka.rules.rng import XorShift
from kostka_fire import PARTS, Host, follow_a_game


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("one_in", [100, 12])
def test_a_game_is_followed_without_a_gap(tmp_path, seed, one_in):
    host = follow_a_game(tmp_path, XorShift(seed + 1), one_in)
    assert host.follower.next > 100
    for way in host.ways:
        for part in PARTS:
            assert way.count[part] > 0 or one_in == 100, (part, way.count)
    print(host.follower.next, host.doubled, host.greetings, [way.count for way in host.ways])


def test_a_host_that_never_asks_again_is_seen(tmp_path, monkeypatch):
    monkeypatch.setattr(Host, "again", lambda self: None)
    with pytest.raises(AssertionError):
        follow_a_game(tmp_path, XorShift(2), 12)
