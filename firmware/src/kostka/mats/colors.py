"""Colors of seats and dice, as numbers 0..15. What light stands for them is the scene's matter."""

from kostka.compat import const

OFF = const(0)
WHITE = const(1)
RED = const(2)
YELLOW = const(3)
GREEN = const(4)
BLUE = const(5)
BLACK = const(6)
BROWN = const(7)

NAMES = ("off", "white", "red", "yellow", "green", "blue", "black", "brown")

# Faces 1..6 of the color die: white, yellow, green, blue, red, brown.
DIE_FACES = b"\x00\x01\x03\x04\x05\x02\x07"
