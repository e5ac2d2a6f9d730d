"""Models of the chips, without a VM."""

from __future__ import annotations

from pathlib import Path

import pytest
from kostka.errors import HardwareError
from kostka_host import layout
from kostka_host.chips.flash import SECTOR, Flash, PowerCut
from kostka_host.chips.hc165 import SAFE_MODE, ShiftChain
from kostka_host.chips.world import OUT, World
from kostka_host.chips.ws2812 import LedString, shifted_bytes

# 74HC165 ------------------------------------------------------------------------------------


def pulse(chain: ShiftChain) -> None:
    chain.load_pin(0)
    chain.load_pin(1)


def test_input_h_of_the_nearest_chip_leaves_first_and_zeros_follow() -> None:
    chain = ShiftChain(b"\x81\x0f")
    pulse(chain)
    assert chain.shift(4) == b"\x81\x0f\x00\x00"
    assert chain.shift(1) == b"\x00"


def test_a_transfer_may_be_taken_in_pieces() -> None:
    chain = ShiftChain(b"\x81\x0f\xaa")
    pulse(chain)
    assert chain.shift(1) + chain.shift(2) == b"\x81\x0f\xaa"


def test_inputs_count_only_at_the_load_pulse() -> None:
    chain = ShiftChain(b"\xff")
    pulse(chain)
    chain.set_input(3, 0)
    assert chain.shift(1) == b"\xff"
    pulse(chain)
    assert chain.shift(1) == b"\xf7"


def test_while_load_is_low_input_h_stands_on_the_line() -> None:
    chain = ShiftChain(b"\x80")
    chain.load_pin(0)
    assert chain.shift(2) == b"\xff\xff"
    chain.set_input(7, 0)
    assert chain.shift(1) == b"\x00"


def test_the_wrong_spi_mode_loses_the_first_bit() -> None:
    chain = ShiftChain(b"\x81\x0f")
    pulse(chain)
    assert chain.shift(2, mode=0) == b"\x02\x1e"
    assert SAFE_MODE == 2


def test_stuck_and_unplugged() -> None:
    chain = ShiftChain(b"\xff\xff\xff")
    chain.stick(8, 0)
    chain.set_input(8, 1)
    pulse(chain)
    assert chain.shift(3) == b"\xff\xfe\xff"
    chain.stick(8, None)
    chain.unplug(2)
    pulse(chain)
    assert chain.shift(3) == b"\xff\xff\x00"
    chain.unplug(None)
    pulse(chain)
    assert chain.shift(3) == b"\xff\xff\xff"


# WS2812 -------------------------------------------------------------------------------------


def test_colors_come_green_first_and_stay() -> None:
    leds = LedString(2)
    leds.receive(b"\x01\x02\x03\x04\x05\x06")
    assert [leds.color(0), leds.color(1)] == [(2, 1, 3), (5, 4, 6)]
    leds.receive(b"\x09\x08\x07")
    assert [leds.color(0), leds.color(1)] == [(8, 9, 7), (5, 4, 6)]
    assert leds.frames == 2


def test_without_a_gap_the_next_leds_are_meant() -> None:
    leds = LedString(2)
    leds.receive(b"\x01\x02\x03")
    leds.receive(b"\x04\x05\x06\x07\x08\x09", goes_on=True)  # the last LED's worth runs out
    assert [leds.color(0), leds.color(1)] == [(2, 1, 3), (5, 4, 6)]
    assert leds.frames == 1


def test_half_a_color_is_not_taken() -> None:
    leds = LedString(2)
    leds.receive(b"\x01\x02\x03\x04\x05")
    assert leds.color(1) == (0, 0, 0)


def test_no_power_no_light() -> None:
    leds = LedString(1)
    leds.receive(b"\x01\x02\x03")
    leds.power(False)
    leds.receive(b"\x01\x02\x03")
    leds.power(True)
    assert leds.color(0) == (0, 0, 0)


@pytest.mark.parametrize(
    ("data", "unit", "threshold", "right", "swap", "out"),
    [
        (b"\x01\x02\x03", 1, 8, False, False, b"\x01\x02\x03"),
        (b"\x01\x02\x03", 1, 8, True, False, b"\x80\x40\xc0"),  # bits in reverse
        (b"\x00\x33\x22\x11", 4, 24, False, False, b"\x11\x22\x33"),  # word 0x11223300
        (b"\x11\x22\x33\x00", 4, 24, False, True, b"\x11\x22\x33"),
        (b"\x34\x12", 2, 16, False, False, b"\x12\x34"),  # a half word fills both halves
        (b"\x34\x12", 2, 32, False, False, b"\x12\x34\x12\x34"),
        (b"\xff", 1, 4, False, False, b""),  # half a byte is none
    ],
)
def test_what_a_program_shifts_out(
    data: bytes, unit: int, threshold: int, right: bool, swap: bool, out: bytes
) -> None:
    assert shifted_bytes(data, unit, threshold, right, swap) == out


# Flash --------------------------------------------------------------------------------------


def test_programming_only_clears_bits_and_erasing_sets_them(tmp_path: Path) -> None:
    flash = Flash(tmp_path / "f.img", sectors=4)
    flash.write(SECTOR + 2, b"\x0f\xf0")
    flash.write(SECTOR + 2, b"\x3c\x3c")
    assert flash.read(SECTOR, 6) == b"\xff\xff\x0c\x30\xff\xff"
    flash.erase(1)
    assert flash.read(SECTOR, SECTOR) == b"\xff" * SECTOR
    assert (flash.erases, flash.writes) == (1, 2)
    flash.close()
    assert (tmp_path / "f.img").stat().st_size == 4 * SECTOR


def test_the_power_goes_in_the_middle_of_operation_k(tmp_path: Path) -> None:
    flash = Flash(tmp_path / "f.img", sectors=4)
    flash.cut_after(1)
    flash.write(0, b"\x00" * 4)
    with pytest.raises(PowerCut):
        flash.write(4, b"\x00" * 4)
    assert flash.read(0, 10) == b"\x00" * 6 + b"\xff" * 4
    flash.write(6, b"\x01")  # only once
    flash.cut_after(0)
    with pytest.raises(PowerCut):
        flash.erase(0)
    assert flash.read(0, SECTOR) == b"\xff" * SECTOR
    assert flash.cuts == 2


def test_a_reach_beyond_the_end_is_an_error(tmp_path: Path) -> None:
    flash = Flash(tmp_path / "f.img", sectors=4)
    for bad in (lambda: flash.erase(4), lambda: flash.write(4 * SECTOR - 1, b"\x00\x00")):
        with pytest.raises(HardwareError) as caught:
            bad()
        assert caught.value.text == "flash.range"


def reason(path: Path) -> str:
    with pytest.raises(HardwareError) as caught:
        Flash(path, sectors=4)
    return caught.value.text


def test_files_that_are_no_flash_are_told_apart(tmp_path: Path) -> None:
    assert reason(tmp_path / "none" / "f.img") == "flash.folder"
    assert reason(tmp_path) == "flash.open"
    (tmp_path / "short").write_bytes(b"\xff" * 100)
    assert reason(tmp_path / "short") == "flash.size"
    (tmp_path / "other").write_bytes(b"x" * 4 * SECTOR)
    assert reason(tmp_path / "other") == "flash.damaged"
    used = Flash(tmp_path / "used", sectors=4)
    assert reason(tmp_path / "used") == "flash.busy"
    used.close()
    Flash(tmp_path / "used", sectors=4).close()


# The table ----------------------------------------------------------------------------------


@pytest.fixture
def world() -> World:
    return World(layout.load())


def test_the_chain_shows_tokens_and_keys_where_the_layout_says(world: World) -> None:
    place = world.layout
    world.put(17)
    world.press(2, 3, True)
    raw = world.spi(place.spi, place.chain_bytes, SAFE_MODE)  # not latched yet
    assert raw == place.wire_idle
    world.set_pin(place.pins["sr_ld_n"], 0)
    world.set_pin(place.pins["sr_ld_n"], 1)
    raw = world.spi(place.spi, place.chain_bytes, SAFE_MODE)
    down = {
        8 * i + bit
        for i in range(len(raw))
        for bit in range(8)
        if (raw[i] ^ place.wire_idle[i]) >> bit & 1
    }
    assert down == {place.cells[17].bit if place.cells[17].index == 17 else -1} | {
        place.stations[2].key_bits[3]
    }


def test_setting_tokens_lifts_the_others(world: World) -> None:
    world.set_tokens([1, 2])
    world.set_tokens([2, 143])
    assert world.tokens == {2, 143}
    with pytest.raises(HardwareError):
        world.set_tokens([2, 144])
    assert world.tokens == {2, 143}
    with pytest.raises(HardwareError):
        world.press(4, 0, True)


def test_lights_need_their_power_and_lie_where_the_layout_says(world: World) -> None:
    pins = world.layout.pins
    frame = bytearray(3 * world.layout.strings["a"])
    led = next(cell.led for cell in world.layout.cells if cell.index == 30)
    frame[3 * led : 3 * led + 3] = b"\x05\x06\x07"
    world.leds(pins["led_a"], 0, 8, 0, bytes(frame))
    assert set(world.cell_colors()) == {(0, 0, 0)}
    world.pin_mode(pins["led_pwr_en"], OUT, 1)
    world.leds(pins["led_a"], 0, 8, 0, bytes(frame))
    assert [i for i, c in enumerate(world.cell_colors()) if c == (6, 5, 7)] == [30]
    assert world.current_ma() == pytest.approx(156 * 0.9 + 18 * 12 / 255, abs=0.01)
    world.reset_pins()
    assert set(world.cell_colors()) == {(0, 0, 0)}
    assert world.current_ma() == 0
