"""Finds what there is to test: games, their example and count files, their option sets."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import random
import re
import sys
from pathlib import Path
from types import ModuleType

from kostka import games
from kostka.errors import OptionError
from kostka.rules.game import CHOICE, FLAG, Game, Option

HERE = Path(__file__).parent
EXAMPLES = HERE / "examples"
PERFT = HERE / "perft"
NAIVE = HERE / "naive"

ID = r"\b([A-Z]{2})-(T?\d+)\b"


def folders(parent: Path) -> list[str]:
    """Return the games that have a folder of files, sorted."""
    return sorted(path.name for path in parent.iterdir() if path.is_dir())


def product_games() -> list[str]:
    """Return the names of the games of the product, those of tests left out."""
    return [name for name in games.names() if type(load(name)).__module__.startswith("kostka.")]


def load(name: str) -> Game:
    """Return a game; one that only tests know lives in tests/<name>/kostka_<name>.py."""
    if name not in games.names():
        register(name)
    return games.load(name)


def register(name: str) -> Path | None:
    """Add a game of the tests to the registry; return the folder of its module."""
    folder = HERE.parent / name
    if not (folder / f"kostka_{name}.py").exists():
        return None
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    games.register(name, f"kostka_{name}")
    return folder


def naive_module(name: str) -> ModuleType:
    """Return the plain second implementation of a game."""
    spec = importlib.util.spec_from_file_location(f"naive_{name}", NAIVE / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# Rule numbers --------------------------------------------------------------------------------


def numbered_rules(name: str) -> dict[str, str]:
    """Return {number: title} of a game's rules and cases, as its rules.txt lists them."""
    found = {}
    for line in (EXAMPLES / name / "rules.txt").read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            number, _, title = line.partition(" ")
            assert re.fullmatch(ID, number), line
            assert title, line
            assert number not in found, line
            found[number] = title
    return found


def cited(name: str) -> set[str]:
    """Return the rule numbers that a game's own module (or package) cites.

    Modules that it was split into (`<game>_words.py` and so on) belong to it. Docstrings of
    modules do not count: a list of numbers keeps no rule.
    """
    module = importlib.import_module(type(load(name)).__module__)
    file = Path(str(module.__file__))
    sources = [file, *file.parent.glob(f"{file.stem}_*.py")]
    if file.name == "__init__.py":
        sources = sorted(file.parent.rglob("*.py"))
    found: set[str] = set()
    for source in sources:
        text = source.read_text(encoding="utf-8")
        first = ast.parse(text).body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            text = "\n".join(text.splitlines()[first.end_lineno :])
        found |= {"-".join(match) for match in re.findall(ID, text)}
    return found


# Options -------------------------------------------------------------------------------------


def values(option: Option) -> list[object]:
    """Return all values of an option, of a wide one the lowest, default and highest."""
    if option.kind == FLAG:
        return [False, True]
    if option.kind == CHOICE:
        return list(option.choices)
    low, high = option.choices
    assert isinstance(low, int)
    assert isinstance(high, int)
    return list(range(low, high + 1)) if high - low < 8 else [low, option.default, high]


def random_setup(game: Game, rng: random.Random) -> tuple[int, dict[str, object]]:
    """Return a seat count and a value for every option, all of them fitting each other."""
    while True:
        seats = rng.randint(*game.seats)
        options: dict[str, object] = {}
        for option in game.options:
            pick = [rng.choice(values(option)) for _ in range(seats)]
            options[option.name] = pick if option.per_seat else pick[0]
        try:
            return seats, game.complete(seats, options)
        except OptionError:
            continue
