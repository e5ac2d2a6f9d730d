"""The board description and the module of constants made from it."""

import copy
import subprocess
import sys
from pathlib import Path

import pytest
from kostka_host.layout import LayoutError, check, default_path, load, parse, schema
from kostka_host.layout.emit import firmware_module
from kostka_host.layout.expand import expand, panel_cells

ROOT = Path(__file__).resolve().parents[2]
MODULE = ROOT / "firmware" / "device" / "board_layout.py"


@pytest.fixture(scope="module")
def good():
    return parse((ROOT / "hardware" / "board.toml").read_text())


@pytest.fixture
def tables(good):
    return copy.deepcopy(good)


def test_the_checked_in_board_is_sound(good):
    assert schema.shape_faults(good) == []
    assert check.faults(good) == []
    assert default_path() == ROOT / "hardware" / "board.toml"


def test_figures_of_the_board():
    layout = load()
    assert (layout.rows, layout.cols, len(layout.cells)) == (12, 12, 144)
    assert (layout.chain_bytes, len(layout.stations)) == (29, 4)
    assert layout.strings == {"a": 144, "b": 12}
    figures = layout.summary()
    assert figures["led_idle_ma"] == 140.4
    assert figures["chain_bits"] == 232
    # (1500 - 350 - 140.4) mA of 156 * 36 mA
    assert figures["all_white"]["usb_1a5"] == pytest.approx(0.18, abs=0.001)


def test_a_cell_known_by_hand():
    # Panel p01 is the top right one: four seats, then p00's six rows, then its row 2, col 3.
    cell = next(cell for cell in load().cells if cell.name == "p01.23")
    assert (cell.row, cell.col, cell.index) == (2, 9, 33)
    assert (cell.x_mm, cell.y_mm) == (150 + 12.5 + 75, 12.5 + 50)
    assert cell.bit == (4 + 6 + 2) * 8 + 3
    assert (cell.string, cell.led) == ("a", 36 + 2 * 6 + 3)
    odd = next(cell for cell in load().cells if cell.name == "p00.10")
    assert odd.led == 11  # the second row runs backward


def test_every_cell_has_its_own_bit_and_led():
    layout = load()
    assert [cell.index for cell in layout.cells] == list(range(144))
    bits = [cell.bit for cell in layout.cells]
    bits += [bit for station in layout.stations for bit in station.key_bits]
    assert len(set(bits)) == 144 + 16
    for bit in bits:
        assert not layout.strap_mask[bit >> 3] >> (bit & 7) & 1
    assert sorted(cell.led for cell in layout.cells) == list(range(144))


def test_straps_and_idle_chain():
    layout = load()
    assert layout.strap_mask[:5] == b"\xf0\xf0\xf0\xf0\xc0"
    assert layout.strap_value[:10] == b"\x50\x50\x50\x50\x40\x40\x40\x80\x40\x40"
    assert (layout.strap_mask[28], layout.strap_value[28]) == (0xFF, 0)
    assert layout.wire_idle[:5] == b"\x5f\x5f\x5f\x5f\x7f"
    assert layout.wire_idle[28] == 0


def test_a_slipped_chain_never_fits_the_straps():
    layout = load()
    idle = int.from_bytes(layout.wire_idle, "big")
    mask = int.from_bytes(layout.strap_mask, "big")
    value = int.from_bytes(layout.strap_value, "big")
    bits = layout.chain_bytes * 8
    for slip in range(1, 65):
        assert (idle << slip & (1 << bits) - 1) & mask != value
        assert (idle >> slip) & mask != value
    assert 0 & mask != value
    assert ((1 << bits) - 1) & mask != value


def test_a_turned_panel(good):
    kind = good["panel_type"]["p6x6"]
    panel = {"at": [0.0, 0.0], "rot": 90}
    corner = panel_cells(panel, kind)[0]
    assert corner == (0, 0, 137.5, 12.5)  # the top left cell is now at the top right
    turned = copy.deepcopy(good)
    turned["panel"][0]["rot"] = 180
    assert check.faults(turned) == []
    assert expand(turned).layout_id != expand(good).layout_id


def test_layout_id_follows_wiring_but_not_remarks(good, tables):
    before = expand(good).layout_id
    tables["die"][0]["moment"] = 2.0
    tables["power"]["reserve_ma"] = 300
    assert expand(tables).layout_id == before
    tables["pins"]["led_a"] = 20
    assert expand(tables).layout_id != before


FAULTS = {
    "pin used twice": (lambda t: t["pins"].update(buzzer=12), "pins.i2c0_sda: GPIO 12 is already"),
    "reserved pin": (lambda t: t["pins"].update(buzzer=23), "pins.buzzer: GPIO 23 is taken"),
    "no such pin": (lambda t: t["pins"].update(buzzer=40), "pins.buzzer: there is no GPIO 40"),
    "jig pin used twice": (lambda t: t["jig"].update(led_b=6), "jig.led_b: GPIO 6 is already"),
    "no such jig pin": (lambda t: t["jig"].update(led_b=24), "jig.led_b: a jig has no free GPIO"),
    "wrong SPI pin": (lambda t: t["pins"].update(sr_q=17), "pins.sr_q: GPIO 17 cannot be"),
    "SPI pin of the other bus": (
        lambda t: t["pins"].update(sr_clk=10, nfc_rst_n=2),
        "pins.sr_clk",
    ),
    "wrong I2C pin": (lambda t: t["pins"].update(i2c1_scl=16), "pins.i2c1_scl: GPIO 16 cannot"),
    "wrong UART pin": (lambda t: t["pins"].update(uart0_tx=16, uart0_rx=20), "pins.uart0_rx"),
    "ADC on a plain pin": (
        lambda t: t["pins"].update(adc_cc=20),
        "pins.adc_cc: GPIO 20 has no ADC",
    ),
    "pin missing": (lambda t: t["pins"].pop("sr_ld_n"), "pins.sr_ld_n is missing"),
    "unknown module": (lambda t: t["mcu"].update(module="uno"), "mcu.module: uno is none of"),
    "cup near a cell": (lambda t: t["cup"][0].update(at=[320.0, 30.0]), "cup c0.at: 33 mm from a"),
    "cups too close": (
        lambda t: t["cup"][1].update(at=[360.0, 30.0]),
        "cup c1.at: 20 mm from cup",
    ),
    "mux channel used twice": (
        lambda t: t["cup"][1].update(mux_ch=0),
        "cup c1.mux_ch: 0 is already",
    ),
    "cup of nobody": (lambda t: t["cup"][4].update(station="s9"), "cup secret1.station"),
    "LED used twice": (
        lambda t: t["cup"][1].update(led=["b", 0]),
        "cup c1.led: LED 0 of string b",
    ),
    "LED of a cell": (lambda t: t["cup"][1].update(led=["a", 7]), "cup c1.led: LED 7 of string a"),
    "gap in a string": (lambda t: t["station"][3].update(led=["b", 12]), "LED 11 of string b is"),
    "unknown string": (lambda t: t["cup"][0].update(led=["c", 0]), "cup c0.led: there is no pin"),
    "cells on two strings": (lambda t: t["panel"][3].update(led_string="b"), "panel.led_string"),
    "row straps constant": (
        lambda t: t["panel_type"]["p6x6"].update(id_straps=0b01_01_11_10_01_01),
        "panel_type.p6x6.id_straps: a row with equal bits",
    ),
    "rows all alike": (
        lambda t: t["panel_type"]["p6x6"].update(id_straps=0b01_01_01_01_01_01),
        "panel_type.p6x6.id_straps: all rows are equal",
    ),
    "seat straps constant": (
        lambda t: t["station_type"]["seat4"].update(id_straps=0b1111),
        "station_type.seat4.id_straps: all bits are equal",
    ),
    "chips and rows differ": (
        lambda t: t["panel_type"]["p6x6"].update(chips=5),
        "panel_type.p6x6.chips",
    ),
    "key missing on a station": (
        lambda t: t["station_type"]["seat4"].update(keys=["left", "right", "ok"]),
        "station_type.seat4.keys",
    ),
    "supply too weak": (
        lambda t: t["power"]["budgets_ma"].update(default=490),
        "power.budgets_ma.default: 490 mA do not carry",
    ),
    "order names a stranger": (
        lambda t: t["sr_chain"]["order"].append("p22"),
        "sr_chain.order: p22 is neither",
    ),
    "order lacks a panel": (lambda t: t["sr_chain"]["order"].pop(), "panel p10 is missing"),
    "order repeats a panel": (
        lambda t: t["sr_chain"]["order"].append("p00"),
        "sr_chain.order: p00 is listed twice",
    ),
    "unknown panel type": (lambda t: t["panel"][0].update(type="p8x8"), "panel p00.type"),
    "same id twice": (lambda t: t["panel"][0].update(id="p01"), "panel.id: p01 is used twice"),
    "cells on one place": (lambda t: t["panel"][1].update(at=[0.0, 0.0]), "lie on one place"),
    "cell off the board": (lambda t: t["panel"][1].update(at=[250.0, 0.0]), "is off the board"),
    "no full grid": (lambda t: t["panel"][1].update(at=[150.0, 10.0]), "do not fill a grid"),
    "odd turn": (lambda t: t["panel"][0].update(rot=45), "panel p00.rot: must be"),
    "sensor address twice": (
        lambda t: t["dice"].update(addrs=[0x35, 0x35, 0x78, 0x44]),
        "dice.addrs: an address is used twice",
    ),
    "active high": (lambda t: t["sr_chain"].update(active="high"), "sr_chain.active"),
    "identify without pin": (lambda t: t["identify"].update(irq="x"), "identify.irq"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_each_seeded_fault_is_reported(tables, name):
    seed, sentence = FAULTS[name]
    seed(tables)
    found = schema.shape_faults(tables) or check.faults(tables)
    assert any(sentence in fault for fault in found), found


SHAPE_FAULTS = {
    "table missing": (lambda t: t.pop("power"), "power is missing"),
    "key missing": (lambda t: t["sr_chain"].pop("hz"), "sr_chain.hz is missing"),
    "key unknown": (lambda t: t["power"].update(volts=5), "power.volts is unknown"),
    "wrong type": (lambda t: t["pins"].update(led_a="6"), "pins.led_a must be a whole number"),
    "boolean for a number": (lambda t: t["sr_chain"].update(hz=True), "sr_chain.hz must be"),
    "short pair": (lambda t: t["panel"][2].update(at=[1.0]), "panel[2].at must be an array of 2"),
    "no table": (lambda t: t.update(mcu=3), "mcu must be a table"),
    "no array": (lambda t: t.update(panel={"id": "x"}), "panel must be an array"),
}


@pytest.mark.parametrize("name", SHAPE_FAULTS)
def test_each_shape_fault_is_reported(tables, name):
    seed, sentence = SHAPE_FAULTS[name]
    seed(tables)
    assert any(fault.startswith(sentence) for fault in schema.shape_faults(tables))


def test_errors_are_sentences(tmp_path):
    with pytest.raises(LayoutError, match="not valid TOML") as caught:
        parse("[pins\n")
    assert len(caught.value.faults) == 1
    with pytest.raises(LayoutError, match="cannot be read"):
        load(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b"# \xe9")
    with pytest.raises(LayoutError, match="not UTF-8"):
        load(tmp_path / "latin.toml")


def test_module_of_constants_fits_the_description():
    assert MODULE.read_text() == firmware_module(load()), "run tools/gen_layout"
    names = {}
    exec(compile(MODULE.read_text(), str(MODULE), "exec"), names)
    layout = load()
    assert names["CELL_BIT"] == bytes(cell.bit for cell in layout.cells)
    assert names["KEY_BIT"][2 * 4 + 3] == layout.stations[2].key_bits[3] == 2 * 8 + 3
    assert names["PIN_SR_Q"] == 4
    assert names["BUDGETS_MA"] == (500, 1500, 3000)
    assert len(names["STRAP_MASK"]) == names["CHAIN_BYTES"]


def run(*args):
    tool = ROOT / "tools" / "gen_layout"
    return subprocess.run(
        [sys.executable, str(tool), *map(str, args)], capture_output=True, text=True, check=False
    )


def test_the_tool_compares_and_refuses(tmp_path):
    assert run("--check").returncode == 0
    other = tmp_path / "board_layout.py"
    other.write_text(MODULE.read_text().replace("SPI_HZ = 1000000", "SPI_HZ = 2000000"))
    stale = run("--check", "--out", other)
    assert stale.returncode == 1
    assert "-SPI_HZ = 2000000" in stale.stderr
    bad = tmp_path / "board.toml"
    bad.write_text(
        (ROOT / "hardware" / "board.toml").read_text().replace("buzzer = 11", "buzzer = 6")
    )
    wrong = run("--board", bad, "--out", other)
    assert wrong.returncode == 1
    assert "pins.buzzer: GPIO 6 is already used by pins.led_a." in wrong.stderr


def test_an_installed_package_finds_its_own_copy(tmp_path):
    for package, files in (("kostka", "*.py"), ("kostka_host/layout", "*.py")):
        target = tmp_path / package
        target.mkdir(parents=True)
        folder = "firmware/src" if package == "kostka" else "host"
        for file in (ROOT / folder / package).glob(files):
            (target / file.name).write_text(file.read_text())
    (tmp_path / "kostka_host" / "__init__.py").write_text("")
    (tmp_path / "kostka_host" / "_hardware").mkdir()
    packed = tmp_path / "kostka_host" / "_hardware" / "board.toml"
    packed.write_text((ROOT / "hardware" / "board.toml").read_text())
    (packed.parent / "profiles").mkdir()
    (packed.parent / "profiles" / "tiny.toml").write_text(
        (ROOT / "hardware" / "profiles" / "bare.toml").read_text()
    )
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import kostka_host.layout as l; print(l.load().layout_id, l.default_path(),"
            " *l.profiles(), l.profile('tiny').name)",
        ],
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    assert done.stdout.split() == [load().layout_id, str(packed), "full", "tiny", "bare"]
