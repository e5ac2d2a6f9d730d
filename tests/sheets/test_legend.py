"""The legend shows every meaning, its pattern as it shines."""

from itertools import pairwise

from kostka.mats.colors import OFF, RED
from kostka.scene import legend as scene_legend
from kostka.scene import patterns
from kostka.scene.levels import level_table
from kostka_host.sheets import inks, legend
from kostka_host.sheets.shapes import Path, Text

LEVELS = level_table()


def shown(pattern):
    """Return the level 0..255 of each step as the bar draws it."""
    outline, _ = legend.bar(0, 0, OFF, pattern)
    points = [values for _, values in outline.segments if values]
    levels = []
    for step in range(patterns.STEPS):
        x = step + 0.5
        edges = [
            (a, b) for a, b in pairwise(points)
            if a[1] == b[1] and min(a[0], b[0]) <= x <= max(a[0], b[0])
        ]  # fmt: skip
        levels.append(round(-edges[0][0][1] * 255 / legend.BAR_HEIGHT) if edges else 0)
    return levels


def test_bars_have_the_levels_of_the_patterns():
    for pattern in range(patterns.PATTERNS):
        first = pattern << patterns.STEP_BITS
        assert shown(pattern) == list(LEVELS[first : first + patterns.STEPS])


def test_every_meaning_stands_in_the_legend(words):
    shapes, _ = legend.draw(0, 0, 180, 1, words)
    text = " ".join(shape.text for shape in shapes if isinstance(shape, Text))
    bars = [shape for shape in shapes if isinstance(shape, Path)]
    for message, _, _ in scene_legend.legend():
        assert words.say(message) in text
    assert len(bars) >= len(scene_legend.legend())


def test_lights_look_like_light():
    assert legend.light(RED) == "#ff0000"
    assert len({legend.light(code) for code in inks.INK}) == len(inks.INK)
