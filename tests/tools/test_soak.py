"""tools/soak says what it did, and fails when a part fails."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import kostka_engine as engine
import pytest
from kostka import games

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "soak"


def load() -> ModuleType:
    """Return the tool as a module."""
    loader = importlib.machinery.SourceFileLoader("soak_tool", str(TOOL))
    spec = importlib.util.spec_from_loader("soak_tool", loader)
    assert spec
    module = importlib.util.module_from_spec(spec)
    sys.modules["soak_tool"] = module
    loader.exec_module(module)
    return module


def soak(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(TOOL), *words], capture_output=True, text=True, check=False
    )


def test_every_game_has_its_parts() -> None:
    engine.register()
    names = [line.split()[0] for line in soak("--list").stdout.splitlines()]
    for game in games.names():
        assert {f"diff-{game}", f"games-{game}", f"states-{game}"} <= set(names)


def test_the_million_actions_of_the_comparison() -> None:
    lines = [line.split() for line in soak("--list").stdout.splitlines()]
    assert all(int(full) >= 1_000_000 for name, full, _ in lines if name.startswith("diff-"))


@pytest.mark.parametrize(
    "part", ["games-probe", "states-probe", "link-fire", "journal-damage", "kills", "fuzz-config"]
)
def test_a_part_prints_seed_count_and_wall_time(part: str) -> None:
    done = soak("--part", part, "--seconds", "0.5", "--seed", "3")
    assert done.returncode == 0, done.stdout + done.stderr
    words = done.stdout.split()
    assert words[:3] == [part, "seed", "3"]
    assert int(words[3]) > 0
    assert float(words[5]) >= 0.5
    assert words[-1] == "right"


@pytest.mark.vm
def test_the_comparison_runs(vm: ModuleType) -> None:
    done = soak("--part", "diff-probe", "--seconds", "0.1", "--seed", "3")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.split()[:3] == ["diff-probe", "seed", "3"]


@pytest.mark.vm
def test_the_table_plays(vm: ModuleType) -> None:
    done = soak("--part", "table-ludo", "--seconds", "0.1", "--seed", "3")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.split()[:5] == ["table-ludo", "seed", "3", "1", "games"]


def test_a_part_that_fails_fails_the_tool(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module = load()

    def bad(seed: int) -> Iterator[int]:
        yield 5
        raise module.Failed(f"seed {seed} is bad")

    def good(seed: int) -> Iterator[int]:
        while True:
            yield 5

    parts = [module.Part("bad", 10, "things", bad), module.Part("good", 10, "things", good)]
    monkeypatch.setattr(module, "parts", lambda: parts)
    monkeypatch.setattr(sys, "argv", ["soak", "--seed", "4"])
    assert module.main() == 1
    told = capsys.readouterr().out
    assert "FAILED" in told
    assert "seed 4 is bad" in told
    assert "right" in told
    monkeypatch.setattr(sys, "argv", ["soak", "--seed", "4", "--part", "good"])
    assert module.main() == 0


def test_a_broken_game_fails_its_part(monkeypatch: pytest.MonkeyPatch) -> None:
    module = load()
    from kostka_mutants import ForgetsPoints, Small

    game = type("G", (Small,), {"made": ForgetsPoints})()
    monkeypatch.setattr(module.games, "load", lambda name: game)
    part = module.Part("states", 1000, "states", module.positions("probe"))
    assert module.run(part, 1, 0) is False
