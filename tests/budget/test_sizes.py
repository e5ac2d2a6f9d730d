"""How large the compiled firmware is, package by package."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from kostka import games
from kostka.app import beside, brief
from kostka.games.dragon_dice import steps

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "firmware" / "src"

# Bytes of .mpy; about a fifth above what each takes, so that growth is a decision.
CEILING = {
    "app": 62_000,  # a third of it for cups and desk
    "config": 3_400,
    "drivers": 15_000,
    "games": 205_000,  # 115_000 of it Dragon Dice: half of that rules, the rest tables and names
    "hal": 500,
    "journal": 10_500,
    "link": 11_000,
    "mats": 10_000,
    "play": 26_000,
    "rules": 7_500,
    "scene": 10_500,
    "screen": 6_800,
    "sense": 22_000,  # all but 2_800 of it to read dice
    "tags": 3_800,
    "text": 2_500,
    ".": 3_300,
}
# What stays in the heap all the time beside the one game in play, and what of that game does; the
# rest is loaded when it is needed and dropped when memory is scarce. tests/emulated has the heap
# that counts.
RESIDENT = 75_000
A_GAME = 14_500
OWN = sorted(
    path.stem for path in (SOURCE / "kostka" / "mats").glob("*.py") if path.stem in games.names()
)
ALL = 380_000
# What a board loads only where it has cups or a desk, and room for them.
BESIDE = {
    *beside.MODULES,
    "kostka.app.beside",
    "kostka.app.desk",
    "kostka.app.dice",
    "kostka.app.power",
    "kostka.app.shown",
    "kostka.drivers.buzzer",
    "kostka.drivers.pn532",
    "kostka.drivers.ssd1306",
    "kostka.sense.die",
    "kostka.tags.registry",
    "kostka.tags.stand",
}
BESIDE_RESIDENT = 21_000
SELDOM = {
    *brief.modules(),
    *BESIDE,
    "kostka.app.bots",
    "kostka.app.sensors",
    "kostka.app.trial",
    "kostka.hal.absent",
    "kostka.mats.part",
    "kostka.mats.turned",
    "kostka.play.bot",
    "kostka.rules.throws",
    "kostka.text",
}
PHASES = {
    steps.PACKAGE + name
    for name in (*steps.MODULES[1:], *(name for name, _ in steps._WITH))  # what drop() drops
}
SAID = ("_text", "_unseen", "_end")  # how modules of games end that are dropped likewise


@pytest.fixture(scope="module")
def sizes(tmp_path_factory):
    out = tmp_path_factory.mktemp("built")
    subprocess.run([sys.executable, str(ROOT / "tools" / "build"), str(out)], check=True)
    found = {}
    for path in (out / "lib" / "kostka").rglob("*.mpy"):
        parts = path.relative_to(out / "lib").with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = path.stat().st_size
    return found


def test_packages_keep_their_size(sizes):
    found = {}
    for name, size in sizes.items():
        inner = (SOURCE / name.replace(".", "/")).is_dir() or name.count(".") > 1
        package = name.split(".")[1] if inner and "." in name else "."
        found[package] = found.get(package, 0) + size
    for package, size in sorted(found.items()):
        print(f"{package:10} {size:6} of {CEILING.get(package, 0):6} bytes of .mpy")
    assert sorted(found) == sorted(CEILING)
    for package, size in found.items():
        assert size <= CEILING[package], f"{package} takes {size} bytes"


def of_game(sizes, game):
    """Return the bytes of a game's own modules that play needs, its mat among them."""
    own = re.compile(rf"kostka\.(games|mats)\.{game}([._]|$)")
    return sum(
        size
        for name, size in sizes.items()
        if own.match(name) and not name.endswith(SAID) and name not in PHASES
    )


@pytest.mark.parametrize("game", OWN)
def test_each_game_keeps_its_size(sizes, game):
    size = of_game(sizes, game)
    print(f"{game:14} {size:6} of {A_GAME:6} bytes of .mpy")
    assert 0 < size <= A_GAME


def test_the_whole_keeps_its_size(sizes):
    others = sum(of_game(sizes, game) for game in OWN)
    seldom = sum(
        size for name, size in sizes.items() if name in SELDOM | PHASES or name.endswith(SAID)
    )
    resident = sum(sizes.values()) - others - seldom
    print(f"resident {resident} of {RESIDENT}, all {sum(sizes.values())} of {ALL} bytes of .mpy")
    assert set(sizes) >= SELDOM
    assert resident <= RESIDENT
    held = sum(sizes[name] for name in BESIDE - {*beside.MODULES})
    print(f"cups and desk hold {held} of {BESIDE_RESIDENT} bytes of .mpy more")
    assert held <= BESIDE_RESIDENT
    assert sum(sizes.values()) <= ALL
