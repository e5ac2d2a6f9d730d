"""Dragon Dice: two to four players, armies of dice on terrains (rules DD-1..DD-208)."""

from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice.state import DragonState
from kostka.rules.game import CHOICE, INT, Game, Option


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
    options = (
        Option("force", INT, 24, (18, 72), "dragon_dice.option.force", rule="DD-10"),
        Option("turns", INT, 60, (4, 200), "dragon_dice.option.turns", rule="DD-10"),
        Option("magic_cap", CHOICE, "half", ("half", "half_and_20"),
               "dragon_dice.option.magic_cap", rule="DD-11"),
        Option("dragon_id", CHOICE, "whole", ("whole", "split"),
               "dragon_dice.option.dragon_id", rule="DD-33"),
        Option("champion_logo_id", CHOICE, "0", ("0", "2"),
               "dragon_dice.option.champion_logo_id", rule="DD-36"),
        Option("overkill", CHOICE, "refused", ("refused", "allowed"),
               "dragon_dice.option.overkill", rule="DD-35"),
        Option("path_unit_from", CHOICE, "anywhere", ("anywhere", "terrain"),
               "dragon_dice.option.path_unit_from", rule="DD-203"),
        Option("kings_die", CHOICE, "on", ("on", "off"),
               "dragon_dice.option.kings_die", rule="DD-206"),
        Option("spells", CHOICE, "all", ("all", "sourced"),
               "dragon_dice.option.spells", rule="DD-207"),
        Option("white_dragons", CHOICE, "rulebook", ("rulebook", "v4"),
               "dragon_dice.option.white_dragons", rule="DD-208"),
    )  # fmt: skip

    def data_digest(self) -> int:
        """Return the CRC-32 of the dice, icons, terrains and spells."""
        return tb.DIGEST

    def new_state(self, seats: int, options: dict[str, object]) -> DragonState:
        """Return the state before the first force is chosen."""
        return DragonState(self, seats, self.complete(seats, options))


GAME = DragonDice()
