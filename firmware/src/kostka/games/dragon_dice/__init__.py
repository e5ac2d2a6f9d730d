"""Dragon Dice: two to four players, armies of dice on terrains (rules DD-1..DD-208)."""

from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice.state import DragonState
from kostka.rules.game import Game

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.rules.game import Option


class DragonDice(Game):
    """The rules of Dragon Dice."""

    name = "dragon_dice"
    text_module = "kostka.games.dragon_dice.says_text"
    version = 2
    seats = (2, 4)
    seats_rule = "DD-10"
    spots = 21
    observed = True
    reconstructed = "dragon_dice.reconstructed"
    length_bound = 60000

    @property
    def options(self) -> "tuple[Option, ...]":  # type: ignore[override]
        """Return the options: a board has them in memory only where it needs them."""
        from kostka.games.dragon_dice.options_text import OPTIONS

        return OPTIONS

    def data_digest(self) -> int:
        """Return the CRC-32 of the dice, icons, terrains and spells."""
        return tb.DIGEST

    def new_state(self, seats: int, options: dict[str, object]) -> DragonState:
        """Return the state before the first force is chosen."""
        return DragonState(self, seats, self.complete(seats, options))


GAME = DragonDice()
