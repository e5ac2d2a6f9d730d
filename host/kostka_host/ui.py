"""What a command needs to speak to a person: words of a language, colors, two streams."""

from __future__ import annotations

import os
import sys

from kostka.text import FALLBACK, Catalog, default_folder
from rich.console import Console

PIPE_WIDTH = 200  # columns where no terminal says how many it has


def languages() -> list[str]:
    """Return the languages that have a catalog, sorted."""
    return sorted(name[:-4] for name in os.listdir(default_folder()) if name.endswith(".txt"))


def preferred_language() -> str:
    """Return the language that the environment asks for, or English where it has no catalog."""
    for name in ("KOSTKA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            lang = value.replace("-", "_").split("_")[0].split(".")[0].lower()
            return lang if lang in languages() else FALLBACK
    return FALLBACK


class Ui:
    """The words and the consoles of one run of the program.

    `out` is for results, `err` for everything else. Colors go to terminals only, and not where
    NO_COLOR is set or `color` is False.
    """

    def __init__(self, lang: str = "", color: bool = True) -> None:
        self.color = color
        self.words = Catalog(lang or preferred_language(), keep=True)
        self._make_consoles()

    def _make_consoles(self) -> None:
        off = None if self.color else True  # None: rich looks at NO_COLOR itself
        self.out, self.err = (
            Console(
                no_color=off,
                highlight=False,
                soft_wrap=True,
                stderr=stream is sys.stderr,
                width=None if stream.isatty() else PIPE_WIDTH,
            )
            for stream in (sys.stdout, sys.stderr)
        )

    def use_language(self, lang: str) -> None:
        """Speak another language from now on."""
        self.words = Catalog(lang, keep=True)

    def use_color(self, color: bool) -> None:
        """Allow or forbid colors from now on."""
        self.color = color
        self._make_consoles()

    def say(self, text: str, *args: object) -> str:
        """Return the words of a message id."""
        return self.words.say(text, *args)

    def note(self, text: str, *args: object) -> None:
        """Tell the person something on standard error, as one line."""
        self.err.print(self.say(text, *args), markup=False)
