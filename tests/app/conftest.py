"""Lets tests import the helpers beside them, those of the play tests and the board's layout."""

import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
for folder in (TESTS / "app", TESTS / "play", TESTS.parent / "firmware" / "device"):
    sys.path.insert(0, str(folder))


@pytest.fixture(autouse=True)
def choice(monkeypatch):
    """Games of these tests alone; other tests that walk the registry must not meet them."""
    from kostka import games, mats

    for name in ("choice", "steps"):
        monkeypatch.setitem(games._modules, name, "kostka_" + name)
        monkeypatch.setitem(mats._modules, name, "kostka_" + name + "_mat")


@pytest.fixture
def bench(tmp_path):
    """A function that switches a table on; each call takes the same flash."""
    import kostka_bench

    made = []

    def make(**options):
        for old in made:
            old.off()
        made.append(kostka_bench.Bench(tmp_path / "flash", **options))
        return made[-1]

    yield make
    for old in made:
        old.off()
