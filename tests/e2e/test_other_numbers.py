"""A program with other printed numbers than its board says so, and does not follow the game."""

from pathlib import Path

import pytest
from kostka_host import owner
from kostka_program import Program

pytestmark = pytest.mark.vm
GAME = ("duel", "-o", "variant=4")


def test_numbers_that_changed_since_the_board_started(kostka: Program, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    text = owner.template()
    (folder / "duel.toml").write_text(text.replace("[3, 6, 4, 3]", "[3, 9, 4, 3]", 1))
    assert kostka.run("data", "use", str(folder)).returncode == 0
    board = kostka.board("--clock", "virtual", "--speed", "max")
    selector = f"id:{board['id']}"
    mine = kostka.auto(*GAME, "--board", selector, "--seed", "3")
    assert mine["digest_board"] == mine["digest_mirror"]
    assert kostka.run("data", "use", "--built-in").returncode == 0
    words = ("play", *GAME, "--auto", "--board", selector, "--new")
    code, told = kostka.refuse(*words)
    assert code == 1
    assert "other printed numbers" in told
