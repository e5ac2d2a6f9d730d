"""A page whose program plays with other printed numbers than the board says so."""

import pytest
from kostka import games
from kostka_host.web.feed import Feed


@pytest.mark.parametrize(
    ("version", "data", "text"),
    [(0, 1, "web.other_data"), (1, 0, "web.other_version"), (1, 1, "web.other_version")],
)
def test_the_notice_says_what_differs(version: int, data: int, text: str) -> None:
    rules = games.load("duel")
    greeted = {
        "game": "duel",
        "v": rules.version + version,
        "seats": 2,
        "id": "ab",
        "data": f"{rules.data_digest() ^ data:08x}",
    }
    notice = Feed(greeted).notice()
    assert notice[:2] == [text, ["duel.title"]]
