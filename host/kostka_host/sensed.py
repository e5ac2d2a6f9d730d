"""What a board with some cells and seat panels senses of a game, and how the rest is entered."""

from __future__ import annotations

from dataclasses import dataclass

from kostka import games, mats

from kostka_host.layout import Layout

HANDS, KEYS, LINK = "hands", "keys", "link"


@dataclass(frozen=True)
class Sensed:
    """Spots and cells of a game's mat, seats (from 0) with keys of their own, ways to enter.

    `moves` and `dice` name the ways, HANDS, KEYS and LINK; `by_hand` says whether hands alone
    are enough for every move.
    """

    spots: int
    all_spots: int
    cells: int
    all_cells: int
    keys: tuple[int, ...]
    seats: int
    by_hand: bool
    moves: tuple[str, ...]
    dice: tuple[str, ...]

    def words(self) -> list[tuple[str, tuple[object, ...]]]:
        """Return what people are told, as message ids with arguments."""
        with_keys = KEYS in self.dice
        return [
            ("cli.games.sensed", (self.spots, self.all_spots, self.cells, self.all_cells)),
            self._key_words(),
            ("cli.games.dice.keys" if with_keys else "cli.games.dice.link", ()),
            (self._move_words(with_keys), ()),
        ]

    def _key_words(self) -> tuple[str, tuple[object, ...]]:
        if not self.keys:
            return "cli.games.keys.none", ()
        if len(self.keys) == self.seats:
            return "cli.games.keys.all", ()
        return "cli.games.keys.some", (", ".join(str(seat + 1) for seat in self.keys),)

    def _move_words(self, with_keys: bool) -> str:
        if self.by_hand:
            return "cli.games.moves.all"
        if self.spots:
            return "cli.games.moves.some" if with_keys else "cli.games.moves.some_link"
        return "cli.games.moves.keys" if with_keys else "cli.games.moves.link"


def sensed(name: str, layout: Layout) -> Sensed:
    """Return what a board senses of a game with as many players as it can have.

    Raises:
        OptionError: there is no such game, or it has no mat.
    """
    seats = games.load(name).seats[1]
    mat = mats.load(name)
    part = mat.part(layout.cell_bits)
    there = [spot for spot in range(mat.spots) if part.cells(spot)]
    keys = tuple(seat for seat in range(seats) if seat < len(layout.stations))
    ways = ((KEYS,) if keys else ()) + (LINK,)
    return Sensed(
        spots=len(there),
        all_spots=mat.spots,
        cells=sum(len(part.cells(spot)) for spot in there),
        all_cells=sum(len(mat.cells(spot)) for spot in range(mat.spots)),
        keys=keys,
        seats=seats,
        by_hand=len(there) == mat.spots,
        moves=((HANDS,) if there else ()) + ways,
        dice=ways,
    )
