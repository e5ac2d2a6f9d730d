"""The options of Dragon Dice, which are read when a game begins."""

from kostka.rules.game import CHOICE, INT, Option

OPTIONS = (
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
