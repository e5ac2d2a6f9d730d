"""Tables of Dragon Dice. Made by tools/gen_dragon_dice; do not edit."""

from kostka.compat import const

# Numbers of dice: units by race, items, dragons, minor terrains.
ITEMS = const(379)
DRAGONS = const(484)
MINORS = const(528)
KINDS = const(556)
LANDS = const(48)
SPELLS = const(70)
DIGEST = 3686557925  # CRC-32 of all tables
CRUSADER = const(255)
HUNTER = const(256)
LORD = const(261)
MASTER = const(262)
SLAYER = const(267)
ZEALOT = const(268)
KINGS_DIE = const(378)
BRONZE_MEDALLION = const(384)
GOLD_MEDALLION = const(412)
SILVER_MEDALLION = const(448)
EARTHFANG = const(395)
ELEMENTAL_RELIC = const(396)

# Icons that rules name.
I_DISPEL_MAGIC = const(21)
I_RISE_FROM_THE_ASHES = const(60)
I_LOGO_ELDARIM_CHAMPION = const(46)
I_LOGO_DRAGONKIN_CHAMPION = const(45)
I_CANTRIP = const(9)
I_CREATE_FIREMINIONS = const(18)
I_ATTUNE = const(6)
I_SUMMON_DRAGON = const(74)
I_DRAGON_JAWS = const(88)
I_DRAGON_CLAW = const(90)
I_DRAGON_TAIL = const(89)
I_DRAGON_WING = const(92)
I_DRAGON_BELLY = const(91)
I_DRAGON_BREATH = const(93)
I_DRAGON_TREASURE = const(94)
I_MINOR_ID = const(95)
I_MINOR_FLOOD = const(96)
I_MINOR_DOUBLE_MANEUVERS = const(97)
I_MINOR_MISSILE = const(98)
I_MINOR_DOUBLE_SAVES = const(99)
I_MINOR_MAGIC = const(100)
I_MINOR_MELEE = const(101)
I_MINOR_DUST_STORM = const(102)
I_MINOR_REVOLT = const(103)
I_MINOR_FLANKED = const(104)

# Spells that rules name.
S_SPIRIT_FURNACE = const(53)
S_SUMMON_WHITE_DRAGON = const(57)
S_PATH = const(42)
S_BACKLASH = const(3)
DISPELLERS = (25, 104, 133, 199, 217)
RISERS = (93,)

# First number of each race, two bytes each, low byte first.
RACE_AT = (
    b"\x00\x00\x14\x00(\x00<\x00P\x00d\x00x\x00\x8c\x00\xa0\x00\xb4\x00\xc8\x00\xdc\x00\xf0"
    b"\x00>\x01z\x01"
)

# Terrains: elements, frontier only << 7 | type << 4 | eighth face, faces 1..7.
LAND = (
    b"\x03\x84\x1a\x00\x03\x00V\x01\x03\x85\x06\x00\x03\x86\xaa\x01\x03\x01V\x01\x03\x02V\x01"
    b"\x03\x03V\x01\x03\x87Z\x01\x0a\xc4\x1a\x00\x0a@j\x00\x0a\xc5\x06\x00\x0a\xc6\xaa\x01\x0a"
    b"Aj\x00\x0aBj\x00\x0aCj\x00\x0a\xc7Z\x01\x05\x94\x1a\x00\x05\x10V\x00\x05\x95\x06\x00\x05"
    b"\x96\xaa\x01\x05\x11V\x00\x05\x12V\x00\x05\x13V\x00\x05\x97Z\x01\x0c\xa4\x1a\x00\x0c j"
    b"\x01\x0c\xa5\x06\x00\x0c\xa6\xaa\x01\x0c!j\x01\x0c\x22j\x01\x0c#j\x01\x0c\xa7Z\x01\x06"
    b"\xb4\x1a\x00\x060Z\x00\x06\xb5\x06\x00\x06\xb6\xaa\x01\x061Z\x00\x062Z\x00\x063Z\x00\x06"
    b"\xb7Z\x01\x09\xd4\x1a\x00\x09P\x16\x00\x09\xd5\x06\x00\x09\xd6\xaa\x01\x09Q\x16\x00\x09R"
    b"\x16\x00\x09S\x16\x00\x09\xd7Z\x01"
)
