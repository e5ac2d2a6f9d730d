"""The firmware as it is compiled for a board, with its short names, on a virtual board."""

from __future__ import annotations

from pathlib import Path

import pytest
from kostka_host import layout
from kostka_host.build import build
from kostka_program import Program

pytestmark = pytest.mark.vm

GAMES = {
    "ludo": ("ludo", "--seats", "2", "--pawns", "2", "--seed", "7", "--speed", "max"),
    "dragon_dice": ("dragon_dice", "--turns", "6", "--seed", "7", "--speed", "max"),
}


@pytest.mark.parametrize("game", GAMES)
def test_the_compiled_firmware_plays_the_same_game(
    kostka: Program, tmp_path: Path, game: str
) -> None:
    rom = tmp_path / "rom"
    build(rom, layout.profile(layout.FULL))
    for part in (rom / "lib").iterdir():  # a ROM has it all in one folder
        part.rename(rom / part.name)
    assert not list((rom / "kostka").rglob("*.py"))
    kostka.board("--name", "built", "--rom", str(rom), "--clock", "virtual", "--seed", "7")
    built = kostka.auto(*GAMES[game], "--board", "id:built")
    source = kostka.auto(*GAMES[game], "--board", "virtual")
    assert built["actions"] == source["actions"] > 20
    assert built["digest_board"] == built["digest_mirror"] == source["digest_board"]
