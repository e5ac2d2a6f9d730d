"""What a host tells boards in its greeting: which games it can follow."""

from __future__ import annotations

from kostka import games
from kostka.play.lines import hex8


def versions() -> dict[str, int]:
    """Return the versions of the games whose rules are here."""
    return {name: games.load(name).version for name in games.names()}


def own_data() -> dict[str, str]:
    """Return the digests of the games that are played with numbers of an owner's copy."""
    loaded = [games.load(name) for name in games.names()]
    return {game.name: hex8(game.data_digest()) for game in loaded if game.own_numbers}
