"""Tools make the environment they need, also from within one that has too little."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ENV = Path(__file__).resolve().parents[2] / "tools" / "_env.py"


class Ran(Exception):
    """The tool went on as another program."""


@pytest.fixture
def env(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module, with an environment of its own that it does not really fill or run."""
    spec = importlib.util.spec_from_file_location("kostka_tools_env", ENV)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made: list[tuple[str, ...]] = []

    def execv(path: str, words: list[str]) -> None:
        raise Ran(path)

    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module, "_make", made.append)
    monkeypatch.setattr(module.os, "execv", execv)
    module.made = made  # type: ignore[attr-defined]
    python = module._python()
    python.parent.mkdir(parents=True)
    python.touch()
    return module


def stamp(env: ModuleType, extras: tuple[str, ...]) -> None:
    (env.VENV / "kostka-stamp").write_text(env._stamp(extras), encoding="utf-8")


@pytest.mark.parametrize("inside", [False, True])
def test_an_environment_with_too_little_gets_the_rest(
    env: ModuleType, monkeypatch: pytest.MonkeyPatch, inside: bool
) -> None:
    stamp(env, env.PLAY)
    if inside:
        monkeypatch.setattr(sys, "prefix", str(env.VENV))
    with pytest.raises(Ran):
        env.enter(env.DEV)
    assert env.made == [env.DEV]
    if inside:
        env.enter(env.DEV)  # once is enough
    assert env.made == [env.DEV]


def test_what_is_enough_is_left_as_it_is(env: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    stamp(env, env.DEV)
    with pytest.raises(Ran):
        env.enter(env.PLAY)
    monkeypatch.setattr(sys, "prefix", str(env.VENV))
    env.enter(env.PLAY)
    env.enter(env.DEV)
    monkeypatch.setattr(sys, "version", "3.99")  # that wrote the stamp from outside
    env.enter(env.DEV)
    assert env.made == []
