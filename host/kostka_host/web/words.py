"""The words and the lights, as the page takes them: once, and again only for another language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kostka.mats.colors import NAMES as COLOR_NAMES
from kostka.scene import legend, palette, patterns
from kostka.scene.levels import NAMES, level_table
from kostka.text import FALLBACK, default_folder

PERIOD_MS = patterns.STEPS << patterns.STEP_BITS
# gettext's names of the rules in kostka.text.plural_form
FORMS = {"cs": "cs", "sk": "cs"}


def catalog(lang: str) -> dict[str, Any]:
    """Return all words of a language; what it lacks is English."""
    words = {**_lines(FALLBACK), **_lines(lang)}
    return {"lang": lang, "forms": FORMS.get(lang, FALLBACK), "words": words}


def _lines(lang: str) -> dict[str, str]:
    """Return the texts of a catalog file by id."""
    text = (Path(default_folder()) / f"{lang}.txt").read_text(encoding="utf-8")
    pairs = (line.partition("\t") for line in text.split("\n"))
    return {name: words for name, _, words in pairs if name}


def look() -> dict[str, Any]:
    """Return what color codes and patterns look like, and what they mean."""
    levels = level_table()
    return {
        "colors": [
            {"name": COLOR_NAMES[color], "rgb": list(palette.rgb(color))}
            for color in range(palette.COLORS)
        ],
        "patterns": [
            {
                "name": NAMES[pattern],
                "levels": list(levels[pattern * patterns.STEPS : (pattern + 1) * patterns.STEPS]),
            }
            for pattern in range(patterns.PATTERNS)
        ],
        "period_ms": PERIOD_MS,
        "legend": [list(entry) for entry in legend.legend()],
    }
