"""Numbers of what special icons do, as tools/gen_dragon_dice has them."""

# Operations on icons; those from AFTER on are jobs.
GEN, TARGET, ONE, HURT, UNSAVED_OP, AFTER, CHARM, WEAKEN, LESS_OP, LESSMAN, BACK_OP, BASH = range(
    12
)
SNEAK, CHARGE, SURPRISE, TRUMPET, CLOAK, ILLUSION, FLY, WAYFARE, JAWS, DOUBLE, FLURRY_OP = range(
    12, 23
)
BELLY, DRAGON_MOVE, SUMMON, MEDALLION, RELIC, ELEMENT, REGENERATE, WILD_GROWTH = range(23, 31)

# What befalls units.
(
    KILL, KILL_BURY, KILL_SAVE, HELD, TO_RESERVES, SCARE, SEIZE, CONVERT, PLAGUES, SLEEP, CONFUSES,
    KILL_ONE, GLARE, COIL, BURY, HUG, PLAIN, FROST, GALE, WITHER, W_MELEE, W_MISSILE, W_SAVE,
    E_AIR,
) = range(24)  # fmt: skip
