"""The legend: what the lights mean, for pages and printed mats. Words are message ids."""

from kostka.mats.colors import BLACK, BLUE, BROWN, GREEN, OFF, RED, WHITE, YELLOW
from kostka.scene import patterns as pt

# (message id, color or OFF for the owner's or seat's color, pattern)
_LEGEND = (
    ("scene.color.white", WHITE, pt.REST),
    ("scene.color.red", RED, pt.REST),
    ("scene.color.yellow", YELLOW, pt.REST),
    ("scene.color.green", GREEN, pt.REST),
    ("scene.color.blue", BLUE, pt.REST),
    ("scene.color.black", BLACK, pt.WINK),
    ("scene.color.brown", BROWN, pt.TWIN),
    ("scene.token", OFF, pt.REST),
    ("scene.movable", OFF, pt.BREATHE),
    ("scene.target", OFF, pt.BLINK),
    ("scene.cursor", OFF, pt.DOUBLE),
    ("scene.moved_from", WHITE, pt.FLASH),
    ("scene.moved_to", OFF, pt.SWELL),
    ("scene.missing", OFF, pt.QUICK),
    ("scene.extra", RED, pt.FAST),
    ("scene.illegal", RED, pt.LIMP),
    ("scene.foreign", OFF, pt.FADE),
    ("scene.capture", RED, pt.KNOCK),
    ("scene.turn", OFF, pt.BEACON),
    ("scene.waiting", WHITE, pt.GLOW),
    ("scene.thrown", WHITE, pt.STEADY),
    ("scene.winner", OFF, pt.BREATHE),
)


def legend() -> "tuple[tuple[str, int, int], ...]":
    """Return (message id, color, pattern) of everything the lights say; OFF: the owner's color."""
    return _LEGEND
