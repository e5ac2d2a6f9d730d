"""The probe game on a virtual board: several dice, secrets, pushes, tokens that leave."""

import shutil

import kostka_probe
import kostka_probe_mat
import pytest
from kostka import games, mats
from kostka_host.boards import sources
from kostka_host.boards.virtual import VirtualBoard
from kostka_host.places import finder
from kostka_host.simulate.family import Family
from kostka_host.table import Table

BOOT = """\
with open("/games.txt", "w") as file:
    file.write("probe kostka_probe kostka_probe_mat")
"""


@pytest.fixture
def rom(tmp_path):
    folder = tmp_path / "rom"
    shutil.copytree(sources.device_folder(), folder)
    for module in (kostka_probe, kostka_probe_mat):
        shutil.copy(module.__file__, folder)
    (folder / "boot.py").write_text(BOOT)
    return folder


@pytest.fixture(autouse=True)
def environ(tmp_path, monkeypatch):
    for name in ("XDG_RUNTIME_DIR", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setattr(games, "_modules", {**games._modules, "probe": "kostka_probe"})
    monkeypatch.setattr(mats, "_modules", {**mats._modules, "probe": "kostka_probe_mat"})


@pytest.mark.vm
@pytest.mark.parametrize("seats", [2, 3])
def test_a_family_plays_the_probe(vm, rom, seats):
    with VirtualBoard.spawn(tied=True, clock="virtual", seed=1, rom=rom) as board:
        table = Table(board, finder(f"id:{board.id}"), stepped=True)
        try:
            table.connect()
            assert table.sit_down("probe", seats, {"dice": 4, "rounds": 2}, False)
            family = Family(mats.load("probe"), board, lambda: table.state, table.look, 5)
            family.set_up()
            family.play()
            table.wait(lambda: table.over, 10.0)
            table.check()
            assert table.mirror.digest_board == f"{table.state.digest():08x}"
        finally:
            table.close()
