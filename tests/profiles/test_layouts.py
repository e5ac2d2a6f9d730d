"""Descriptions of boards that have some of the cells: found, checked, and made into modules."""

import copy
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from kostka.errors import OptionError
from kostka_host import layout
from kostka_host.layout import LayoutError, check, schema
from kostka_host.layout.emit import firmware_module
from kostka_host.layout.expand import expand, mat_place

ROOT = Path(__file__).parents[2]
PARTIAL = ["bare", "breadboard", "one_panel"]


def module_of(board):
    names = {}
    exec(firmware_module(board), names)
    return SimpleNamespace(**names)


def tables(name):
    return copy.deepcopy(layout.parse(layout.profile_path(name).read_text()))


def test_what_there_is():
    assert layout.profiles() == ["full", *PARTIAL]
    found = {
        name: (len(board.cells), len(board.stations), sum(board.strings.values()))
        for name in layout.profiles()
        for board in [layout.profile(name)]
    }
    assert found == {
        "full": (144, 4, 156),
        "one_panel": (36, 2, 38),
        "breadboard": (8, 1, 9),
        "bare": (0, 0, 0),
    }
    assert {(layout.profile(n).rows, layout.profile(n).cols) for n in found} == {(12, 12)}


def test_cells_lie_where_they_are_on_the_mat():
    one = [cell.index for cell in layout.profile("one_panel").cells]
    assert one == [row * 12 + col for row in range(6) for col in range(6)]
    assert [cell.index for cell in layout.profile("breadboard").cells] == list(range(48, 56))
    assert mat_place(12.5, 287.5) == (11, 0)
    assert mat_place(12.5, 312.5) is None
    assert mat_place(20.0, 12.5) is None


def test_the_id_tells_the_board():
    ids = [layout.profile(name).layout_id for name in layout.profiles()]
    assert len(set(ids)) == 4
    assert ids[0] == "1c3e4a48", "boards in use have this one"
    for name, known in zip(layout.profiles(), ids, strict=True):
        assert layout.by_id(known) is layout.profile(name)
        assert layout.of_board(f"any:{known}").profile == name
    assert layout.by_id("00000000") is None
    assert layout.of_board("") is None


def test_the_same_panel_elsewhere_is_another_board():
    moved = tables("one_panel")
    moved["panel"][0]["at"] = [150.0, 0.0]
    assert check.faults(moved) == []
    there = expand(moved)
    assert there.layout_id != layout.profile("one_panel").layout_id
    assert [cell.col for cell in there.cells[:6]] == [6, 7, 8, 9, 10, 11]


@pytest.mark.parametrize("name", layout.profiles())
def test_the_module_says_what_the_layout_does(name):
    board = layout.profile(name)
    module = module_of(board)
    assert (module.LAYOUT_ID, module.NAME) == (board.layout_id, board.name)
    assert (module.CHAIN_BYTES, module.SEATS) == (board.chain_bytes, len(board.stations))
    assert len(module.STRAP_MASK) == len(module.STRAP_VALUE) == module.CHAIN_BYTES
    assert (len(module.CELL_BIT), len(module.CELL_LED)) == (144, 144)
    there = {cell.index: cell for cell in board.cells}
    for index in range(144):
        cell = there.get(index)
        assert module.CELL_BIT[index] == (cell.bit if cell else 0xFF)
        assert module.CELL_LED[index] == (cell.led if cell else 0xFF)
    assert module.LED_A + module.LED_B == sum(board.strings.values())
    assert len(module.KEY_BIT) == 4 * module.SEATS
    assert len(module.SEAT_LED) == module.SEATS
    assert module.BUDGETS_MA == tuple(sorted(board.budgets_ma.values()))


@pytest.mark.parametrize("name", ["full", "breadboard", "one_panel"])
def test_a_slipped_or_stuck_chain_never_fits_the_straps(name):
    board = layout.profile(name)
    idle = int.from_bytes(board.wire_idle, "big")
    mask = int.from_bytes(board.strap_mask, "big")
    value = int.from_bytes(board.strap_value, "big")
    bits = board.chain_bytes * 8
    for slip in range(1, bits):
        assert (idle << slip & (1 << bits) - 1) & mask != value
        assert (idle >> slip) & mask != value
    assert 0 & mask != value
    assert ((1 << bits) - 1) & mask != value


FAULTS = {
    "panels without a chain": (
        "one_panel",
        lambda t: t.pop("sr_chain"),
        "sr_chain is missing, but there are panels",
    ),
    "a chain without chips": (
        "one_panel",
        lambda t: (t["panel"].clear(), t["station"].clear(), t["sr_chain"]["order"].clear()),
        "sr_chain.order: there is nothing on the chain",
    ),
    "no pin for the chain": ("breadboard", lambda t: t["pins"].pop("sr_q"), "pins.sr_q is"),
    "no pin for the cells' LEDs": (
        "breadboard",
        lambda t: t["pins"].pop("led_a"),
        "pins.led_a is missing",
    ),
    "straps nowhere": (
        "breadboard",
        lambda t: (t["station"].clear(), t["sr_chain"].update(order=["p00"])),
        "sr_chain.order: no chip has straps",
    ),
    "eight cells and straps": (
        "breadboard",
        lambda t: t["panel_type"]["row8"].update(id_straps=1),
        "panel_type.row8.id_straps: must have 0 bits",
    ),
    "two rows without straps": (
        "breadboard",
        lambda t: t["panel_type"]["row8"].update(rows=2, chips=2),
        "panel_type.row8.cols: a row holds 1..6",
    ),
    "seven cells": (
        "breadboard",
        lambda t: t["panel_type"]["row8"].update(cols=7),
        "panel_type.row8.cols: a row holds 1..6",
    ),
    "between the mat's cells": (
        "one_panel",
        lambda t: t["panel"][0].update(at=[10.0, 0.0]),
        "panel p00.at: its cells miss those of the mat",
    ),
    "another pitch": (
        "one_panel",
        lambda t: t["panel_type"]["p6x6"].update(pitch=[20.0, 25.0]),
        "panel p00.at: its cells miss those of the mat",
    ),
    "a smaller field": ("bare", lambda t: t.update(size=[150.0, 150.0]), "size: the field of a"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_each_seeded_fault_is_reported(name):
    profile, seed, sentence = FAULTS[name]
    wrong = tables(profile)
    assert check.faults(wrong) == []
    seed(wrong)
    assert schema.shape_faults(wrong) == []
    found = check.faults(wrong)
    assert any(sentence in fault for fault in found), found
    assert not any("off the mat" in fault for fault in found)


def test_wrong_names_are_sentences(tmp_path):
    with pytest.raises(OptionError) as caught:
        layout.profile("huge")
    assert caught.value.text == "layout.no_profile"
    with pytest.raises(OptionError):
        layout.profile("../board")
    (tmp_path / "x.toml").write_text("schema = 1\n")
    with pytest.raises(LayoutError, match="power is missing"):
        layout.load(tmp_path / "x.toml")


def test_the_tool_writes_any_profile(tmp_path):
    def run(*args):
        tool = [sys.executable, str(ROOT / "tools" / "gen_layout")]
        return subprocess.run([*tool, *args], capture_output=True, text=True, check=False)

    out = tmp_path / "board_layout.py"
    assert run("breadboard", "--out", str(out)).returncode == 0
    assert out.read_text() == firmware_module(layout.profile("breadboard"))
    assert run("breadboard", "--out", str(out), "--check").returncode == 0
    assert run("bare", "--out", str(out), "--check").returncode == 1
    assert "--out FILE" in run("bare").stderr
    assert "no profile huge" in run("huge", "--out", str(out)).stderr
