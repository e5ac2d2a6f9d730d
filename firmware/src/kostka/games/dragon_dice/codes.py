"""Numbers that the modules of Dragon Dice share: actions, places, steps, rolls, effects."""

from kostka.compat import const

# Kinds of actions. A throw is the number of the face alone, so that a big throw is a short line.
DONE = const(2)  # nothing (more)
YES = const(3)
DIE = const(4)  # a: a die
PAIR = const(5)  # a: a die, b: another one
PLACE = const(6)  # a: a place
MOVE = const(7)  # a: a die, b: where it goes
SEAT = const(8)  # a: a seat
NUM = const(9)  # a: a number
SPELL = const(10)  # a: a spell, b: the element that pays
ARMY = const(11)  # a: seat << 4 | place
USUAL = const(12)  # all that is left to decide here, the usual way
KIND = const(13)  # a: kind of die >> 5, b: its last five bits
RACE = const(14)  # a: a race; ITEM_RACE are items
FORCE = const(15)  # a: the race of a force that comes along
LAND = const(16)  # a: a kind of terrain
ACT = const(17)  # a: what a march does, b: seat << 4 | place of whom it is done to
KINDS_OF_ACTIONS = const(18)

# Places of dice; the terrain at home of a seat has the number of the seat, the frontier FRONTIER.
FRONTIER = const(4)
RESERVES = const(5)
DUA = const(6)
BUA = const(7)
POOL = const(8)
GONE = const(9)  # out of the game
HOME = const(10)  # armies before they are placed
CAMPAIGN = const(11)
HORDE = const(12)
UNSPLIT = const(13)

# Results, bits in a mask of what a roll counts.
MELEE = const(0)
MISSILE = const(1)
MAGIC = const(2)
MANEUVER = const(3)
SAVE = const(4)

# Rolls, as tools/gen_dragon_dice numbers them.
R_ATTACK = const(1)
R_COUNTER = const(2)
R_MISSILE = const(4)
R_MAGIC = const(8)
R_MAGIC_RESERVE = const(16)
R_MARCHING = const(32)
R_ANSWERING = const(64)
R_SAVE_MELEE = const(128)
R_SAVE_MISSILE = const(256)
R_SAVE_OTHER = const(512)
R_DRAGON = const(1024)
R_NEGATION = const(2048)
R_SINGLE = const(4096)
R_SAVES = const(128 + 256 + 512)
R_MANEUVERS = const(32 + 64)
R_MELEES = const(1 + 2)

# Elements.
AIR = const(1)
WATER = const(2)
EARTH = const(4)
FIRE = const(8)
DEATH = const(16)
IVORY = const(32)
WHITE = const(31)

# Races, as the tool numbers them.
CORAL_ELVES = const(0)
DWARVES = const(1)
GOBLINS = const(2)
LAVA_ELVES = const(3)
FIREWALKERS = const(4)
UNDEAD = const(5)
FERAL = const(6)
SWAMP_STALKERS = const(7)
FROSTWINGS = const(8)
SCALDERS = const(9)
TREEFOLK = const(10)
AMAZONS = const(11)
ELDARIM = const(12)
DRAGONKIN = const(13)
NO_RACE = const(14)
ITEM_RACE = const(15)

# Eighth faces and kinds of terrain.
CITY = const(0)
STONES = const(1)
TEMPLE = const(2)
TOWER = const(3)
CASTLE = const(4)
LAIR = const(5)
GROVE = const(6)
VORTEX = const(7)

# Steps: module << 5 | number in its STEPS.
ROLL = const(0)  # a: seat, b: 1 faces are added to those shown
OVER = const(1)
M_SETUP = const(1 << 5)
M_TURN = const(2 << 5)
M_MARCH = const(3 << 5)
M_COMBAT = const(4 << 5)
M_MAGIC = const(5 << 5)
M_SPELLS = const(6 << 5)
M_DRAGONS = const(7 << 5)
M_SAIS = const(8 << 5)
M_DEATHS = const(9 << 5)
M_ROLLS = const(10 << 5)
M_FORCES = const(11 << 5)
M_EFFECTS = const(12 << 5)
M_COUNTING = const(13 << 5)
M_CASTING = const(14 << 5)
M_POWERS = const(15 << 5)
M_FIGHTS = const(16 << 5)
M_RESERVES = const(17 << 5)
M_MINORS = const(18 << 5)
M_DISPEL = const(19 << 5)
M_PROMOTION = const(20 << 5)
M_ITEMS = const(21 << 5)

# Steps that other phases begin.
KEPT = const(M_EFFECTS + 1)
PROMOTE = const(M_PROMOTION)  # a: place << 4 | seat, b: how many << 5 | filter
RECRUIT = const(M_PROMOTION + 1)
EITHER = const(M_PROMOTION + 2)
RECOVER = const(M_PROMOTION + 3)
DEATHS = const(M_DEATHS)
DAMAGE = const(M_DEATHS + 1)
HIT = const(M_COMBAT + 8)
ANY = const(31)  # a race filter that lets all pass
OF_ELEMENT = const(30)  # one that lets pass what contains an element of State.element
HEAD = const(5)  # numbers of a named spell before its targets: length, spell, element, times, army
FLAGS_OF_DAMAGE = const(1024)  # what a number of damage is multiplied by to hold flags

# Effects that last, six numbers each in State.fx: which, until, by, on what, how much, detail.
FX = const(6)
F_MOD = const(0)  # amount results more or less; detail: mask of results | filter << 8
F_HALF = const(1)  # detail: mask of results that are halved
F_NO_IDS = const(2)
F_DOUBLE = const(3)  # of a unit; detail: mask
F_COUNTS = const(4)  # detail: from | to << 4, amount: the only race + 1
F_WILDING = const(5)
F_FLASHFIRE = const(6)
F_HELD = const(7)  # of a unit
F_HIDDEN = const(8)  # of a unit
F_ELEMENT = const(9)  # of a terrain; detail: elements
F_FADE = const(10)  # no target of spells of opponents
F_CAMOUFLAGE = const(11)  # no target of missiles from elsewhere
F_BACKLASH = const(12)
F_THORNS = const(13)
F_GROWTH = const(14)  # of a seat
F_MIRE = const(15)
F_FLAMING = const(16)  # of a unit
F_OPEN_GRAVE = const(17)
F_SOILED = const(18)
F_TIES = const(19)
F_GLARED = const(20)  # of a unit; amount: the glaring die
F_TAMED = const(21)  # of a dragon; amount: its tamer
F_TURNED = const(22)  # a terrain that a spell has turned in this turn
F_ILLUSION = const(23)  # no target of missiles and spells of opponents
F_SHAKEN = const(24)  # a terrain until a maneuver turns it; amount less of all results

# Until when an effect lasts.
U_START = const(0)  # the start of the next turn of who made it
U_END = const(1)  # the end of the next turn of who made it
U_NOW = const(2)  # the end of this turn
U_TURNED = const(3)  # the terrain is turned by a maneuver
U_PART = const(4)  # two dice part
U_MARCH = const(5)  # the end of the march

# On what an effect lies: an army is its code, seat << 4 | place.
ON_LAND = const(64)
ON_SEAT = const(80)
ON_DIE = const(128)

# Bits of State.mark, of a die that does not take part in a roll.
K_HELD = const(1)
K_HIDDEN = const(2)
K_OUT = const(4)  # left out of the roll in hand
K_CHARMED = const(8)
K_LIMIT = const(16)  # left out of the march (Mire)

# Numbers in State.res beside the five results.
UNSAVED = const(5)  # damage that no save takes off
BACK = const(6)  # damage to the other army
LESS = const(7)  # fewer saves of the other army
FLAGS = const(8)
LESS_MANEUVER = const(9)
CANTRIP = const(10)
UNSAVED_BURY = const(11)
ID_POINTS = const(12)  # points of IDs, as rolled
RES = const(13)
G_SURPRISE = const(1)
G_CHARGE = const(2)

# Flags of deaths.
D_BURY = const(1)
D_SAVE_OR_BURY = const(2)
D_ARMY_SAVE = const(4)  # after a save roll of the army (Open Grave)
D_NO_TRIGGER = const(8)

# Targets of dragons in State.aims: 1 is the army, die + 3 a dragon that was picked in secret.
STILL = const(2)  # it does nothing
HELPS = const(-1)  # it fights for the army
TURNED_ON = const(1000)  # and a die: it was turned against that dragon by control

# What a march does.
A_MELEE = const(0)
A_MISSILE = const(1)
A_MAGIC = const(2)

LAND_DIE = const(500)  # added to the number of a terrain where its die is thrown
KIND_BASE = const(100)  # added to the kind of a die in a request, so that it is no D6
BATCH = const(24)  # most dice asked for at once

# The game's own events begin at 32: (DID, …, seat, step, kind of action, a, b) and so on.
DID = const(32)
MOVED = const(33)  # owner, kind of die, from place, to place, die
TURNED = const(34)  # 0, terrain, face
COUNTED = const(35)  # seat, kind of result, number
NAMED = const(36)  # seat, spell, castings
STARTED = const(37)  # seat, step of the turn
CAPTURED = const(38)  # seat, terrain
SWAPPED = const(39)  # owner, kind of die out of an army, kind that takes its place
ENDED = const(40)  # seat, number of effects that end
FAILED = const(41)  # seat whose maneuver fails
