"""Patterns, palette and legend."""

from kostka.mats.colors import NAMES, OFF
from kostka.scene import palette
from kostka.scene import patterns as pt
from kostka.scene.legend import legend
from kostka.scene.levels import NAMES as PATTERN_NAMES
from kostka.scene.levels import level_table

TABLE = level_table()


def levels(pattern):
    return TABLE[pattern * pt.STEPS : (pattern + 1) * pt.STEPS]


def flashes(pattern):
    """Return how often a pattern rises from dark in a period."""
    values = levels(pattern)
    count = 0
    for i in range(pt.STEPS):
        if values[i - 1] < 20 <= values[i]:
            count += 1
    return count


def case_the_table_is_complete():
    assert len(TABLE) == pt.PATTERNS * pt.STEPS
    assert len(PATTERN_NAMES) == pt.PATTERNS
    assert pt.PATTERNS <= 16
    assert (pt.STEPS << pt.STEP_BITS) == 1024


def case_no_two_patterns_look_alike():
    for one in range(pt.PATTERNS):
        for two in range(one):
            a, b = levels(one), levels(two)
            apart = sum([abs(a[i] - b[i]) for i in range(pt.STEPS)])
            assert apart > 255, (PATTERN_NAMES[one], PATTERN_NAMES[two])


def case_nothing_flashes_more_than_three_times_a_second():
    for pattern in range(pt.PATTERNS):
        assert flashes(pattern) <= 3
    assert flashes(pt.FAST) == 3
    assert flashes(pt.BLINK) == 1
    assert flashes(pt.DOUBLE) == 2
    assert flashes(pt.QUICK) == 2
    assert flashes(pt.STEADY) == 0
    assert flashes(pt.BREATHE) == 0


def case_every_color_has_a_light():
    assert len(palette.RGB) == 3 * palette.COLORS == 3 * len(NAMES)
    seen = []
    for color in range(1, palette.COLORS):
        assert max(palette.rgb(color)) >= 100
        assert palette.rgb(color) not in seen
        seen.append(palette.rgb(color))
    assert palette.rgb(OFF) == (0, 0, 0)


def case_the_legend_tells_meanings_apart_by_pattern():
    names = [name for name, _, _ in legend()]
    assert len(set(names)) == len(names)
    # A winner breathes when the game is over, when nothing can be moved.
    patterns = [
        pattern
        for name, _, pattern in legend()
        if name not in ("scene.winner",) and not name.startswith("scene.color.")
    ]
    assert len(set(patterns)) == len(patterns)
    own = [pattern for name, _, pattern in legend() if name in ("scene.color.black",)]
    assert own == [pt.WINK]
    assert ("scene.color.brown", 7, pt.TWIN) in legend()
