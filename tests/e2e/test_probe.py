"""The probe, a game from outside the package, on the real firmware: by hands and keys."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from kostka import games, mats
from kostka_host import journals
from kostka_host.boards import sources
from kostka_host.boards.virtual import VirtualBoard
from kostka_host.follow import Follower
from kostka_host.simulate.family import Family
from kostka_host.table import Table
from kostka_program import Program

pytestmark = pytest.mark.vm

PROBE = Path(__file__).parents[1] / "probe"
FILES = ("kostka_probe.py", "kostka_probe_mat.py")
NAMED = "# games of the tests\nprobe kostka_probe kostka_probe_mat\n"
# main.py reads /games.txt, which a new flash does not have
WRITE = f"with open('/games.txt', 'w') as file:\n    file.write({NAMED!r})\n"


@pytest.fixture
def rom(tmp_path: Path) -> Path:
    """The firmware with the probe's modules beside it, and a boot.py that names it."""
    folder = tmp_path / "rom"
    shutil.copytree(sources.device_folder(), folder)
    for name in FILES:
        shutil.copy(PROBE / name, folder)
    boot = folder / "boot.py"
    boot.write_text(boot.read_text() + WRITE)
    return folder


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"rounds": 2}),
        (3, {"rounds": 1, "dice": 4, "armor": [0, 1, 2], "tie": "last", "open": True}),
    ],
)
def test_a_game_of_secrets_many_dice_and_shared_spots(
    kostka: Program, rom: Path, seats: int, options: dict[str, object]
) -> None:
    games.register("probe", "kostka_probe")
    mats.register("probe", "kostka_probe_mat")
    journal = kostka.home / "probe.jsonl"
    board = VirtualBoard.spawn(tied=True, clock="virtual", seed=2, rom=rom)
    table = Table(board, lambda: [board.link()], journal, stepped=True)
    try:
        table.connect()
        assert table.sit_down("probe", seats, options, False)
        family = Family(mats.load("probe"), board, lambda: table.state, table.look, 9)
        family.take_over(board.tokens)
        family.set_up()
        while not table.state.is_terminal():
            family.play_one()
        table.wait(lambda: table.over, 10.0)
        assert table.mirror.digest_board == f"{table.state.digest():08x}"
        assert "Traceback" not in board.logs()
    finally:
        table.close()
        board.close()
    follower = Follower()
    for body in journals.read(journal)[0]:
        follower.take(body)
    assert follower.end
    assert sum(follower.state.returns()) == 0
    assert len(follower.state.returns()) == seats
