"""Checks a board description for faults that would only show on a soldered board."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

from kostka_host.layout.expand import (
    CHIP_BITS,
    COLS,
    KEYS,
    PITCH_MM,
    ROWS,
    chain_order,
    led_counts,
    mat_place,
    places,
    straps,
)

# GPIOs that the module itself uses: the radio, the power supply's mode pin and senses.
RESERVED = {"pico2_w": (23, 24, 25, 29), "pico_w": (23, 24, 25, 29), "pico": (23, 24, 29)}
GPIO_MAX = 28
CUP_TO_CELL_MM = 40.0  # closer, a token's magnet disturbs the dice sensors
CUP_TO_CUP_MM = 30.0  # closer, the joint fit of neighboring cups degrades
CHAIN_BYTES_MAX = 32  # chain bits are kept as one byte each in the firmware's tables
MUX_CHANNELS = 8

# Place of each function in the pin multiplexer (RP2040 datasheet 2.19.2): GPIO modulo 4.
_SPI = {"sr_q": 0, "sr_clk": 2, "sr_mosi": 3}
_I2C = {"i2c0_sda": 0, "i2c0_scl": 1, "i2c1_sda": 2, "i2c1_scl": 3}
_UART0 = {"uart0_tx": (0, 12, 16, 28), "uart0_rx": (1, 13, 17)}
_CHAIN_PINS = ("sr_clk", "sr_mosi", "sr_q", "sr_ld_n")


def faults(tables: dict[str, Any]) -> list[str]:
    """Return one sentence per fault, each naming table and key.

    `tables` has the right shape and is filled().
    """
    found = list(_basics(tables)) + list(_pins(tables)) + list(_power_keys(tables))
    found += list(_jig(tables.get("jig", {})))
    found += list(_types(tables))
    found += list(_names(tables)) + list(_turns(tables))
    if found:
        return found  # what follows needs panels and chain to be sound
    found += list(_cells(tables))
    found += list(_chain(tables))
    found += list(_leds(tables))
    found += list(_cups(tables))
    if not found:
        found += list(_budgets(tables))
    return found


def _basics(tables: dict[str, Any]) -> Iterator[str]:
    if tables["schema"] != 1:
        yield f"schema: {tables['schema']} is not known here, only 1"
    if tables["units"] != "mm":
        yield f"units: only mm is understood, not {tables['units']}"
    if tables["mcu"]["module"] not in RESERVED:
        yield f"mcu.module: {tables['mcu']['module']} is none of {', '.join(RESERVED)}"
    field = [COLS * PITCH_MM, ROWS * PITCH_MM]
    if tables["size"] != field:
        yield f"size: the field of a mat is {field} mm, not {tables['size']}"
    if "sr_chain" in tables:
        yield from _chain_keys(tables["sr_chain"])


def _chain_keys(chain: dict[str, Any]) -> Iterator[str]:
    if chain["bus"] not in ("spi0", "spi1"):
        yield f"sr_chain.bus: {chain['bus']} is neither spi0 nor spi1"
    if chain["active"] != "low":
        yield f"sr_chain.active: the firmware reads active low, not {chain['active']}"
    if not 100_000 <= chain["hz"] <= 5_000_000:
        yield f"sr_chain.hz: {chain['hz']} is outside 100000..5000000"
    if not 20 <= chain["scan_hz"] <= 500:
        yield f"sr_chain.scan_hz: {chain['scan_hz']} is outside 20..500"
    if not 4 <= chain["debounce_ms"] <= 500:
        yield f"sr_chain.debounce_ms: {chain['debounce_ms']} is outside 4..500"
    if not 0 <= chain["terminator"] <= 0xFF:
        yield f"sr_chain.terminator: {chain['terminator']} is no byte"


def _pins(tables: dict[str, Any]) -> Iterator[str]:
    pins = tables["pins"]
    for name in _needed(tables):
        if name not in pins:
            yield f"pins.{name} is missing"
    for one, two in itertools.combinations(pins, 2):
        if pins[one] == pins[two]:
            yield f"pins.{two}: GPIO {pins[two]} is already used by pins.{one}"
    reserved = RESERVED.get(tables["mcu"]["module"], ())
    for name, pin in pins.items():
        if not 0 <= pin <= max(GPIO_MAX, *reserved, 0):
            yield f"pins.{name}: there is no GPIO {pin}"
        elif pin in reserved:
            yield f"pins.{name}: GPIO {pin} is taken by the module itself"
        elif pin > GPIO_MAX:
            yield f"pins.{name}: there is no GPIO {pin}"
    yield from _functions(pins, tables["sr_chain"]["bus"] if "sr_chain" in tables else "")


def _jig(pins: dict[str, int]) -> Iterator[str]:
    for one, two in itertools.combinations(pins, 2):
        if pins[one] == pins[two]:
            yield f"jig.{two}: GPIO {pins[two]} is already used by jig.{one}"
    for name, pin in pins.items():
        if not 0 <= pin <= GPIO_MAX or pin in RESERVED["pico"]:
            yield f"jig.{name}: a jig has no free GPIO {pin}"


def _needed(tables: dict[str, Any]) -> list[str]:
    """Return the pins of what the board has."""
    names = list(_CHAIN_PINS) if "sr_chain" in tables else []
    if tables["panel"]:
        names.append("led_a")
    if tables["station"] or tables.get("cup"):
        names.append("led_b")
    if tables["panel"] or tables["station"] or tables.get("cup"):
        names.append("led_pwr_en")
    return names


def _functions(pins: dict[str, int], bus: str) -> Iterator[str]:
    for name, place in _SPI.items():
        if (
            bus
            and name in pins
            and (pins[name] % 4 != place or f"spi{pins[name] // 8 % 2}" != bus)
        ):
            yield f"pins.{name}: GPIO {pins[name]} cannot be that signal of {bus}"
    for name, place in _I2C.items():
        if name in pins and pins[name] % 4 != place:
            yield f"pins.{name}: GPIO {pins[name]} cannot be that I2C signal"
    for name, allowed in _UART0.items():
        if name in pins and pins[name] not in allowed:
            yield f"pins.{name}: GPIO {pins[name]} cannot be that UART0 signal"
    for name, pin in pins.items():
        if name.startswith("adc_") and not 26 <= pin <= GPIO_MAX:
            yield f"pins.{name}: GPIO {pin} has no ADC"


def _power_keys(tables: dict[str, Any]) -> Iterator[str]:
    power = tables["power"]
    for key in ("reserve_ma", "led_quiescent_ma", "led_channel_ma"):
        if power[key] < 0:
            yield f"power.{key}: {power[key]} is below zero"
    if "default" not in power["budgets_ma"]:
        yield "power.budgets_ma.default is missing"


def _constant(bits: int, width: int) -> bool:
    return bits in (0, (1 << width) - 1)


def _types(tables: dict[str, Any]) -> Iterator[str]:
    for name, kind in tables["panel_type"].items():
        where = f"panel_type.{name}"
        full = kind["cols"] == CHIP_BITS and kind["rows"] == 1  # straps are elsewhere
        if not full and (kind["rows"] < 1 or not 1 <= kind["cols"] <= CHIP_BITS - 2):
            yield (
                f"{where}.cols: a row holds 1..6 cells beside its straps, in 1 or more rows; "
                f"one row alone may hold {CHIP_BITS} and no straps"
            )
            continue
        if kind["chips"] != kind["rows"]:
            yield f"{where}.chips: {kind['rows']} rows need {kind['rows']} chips, one each"
        if kind["led_order"] not in ("serpentine", "rows"):
            yield f"{where}.led_order: {kind['led_order']} is neither serpentine nor rows"
        if kind["pitch"][0] <= 0 or kind["pitch"][1] <= 0:
            yield f"{where}.pitch: must be above zero"
        yield from _panel_straps(where, kind)
    for name, kind in tables["station_type"].items():
        where = f"station_type.{name}"
        width = CHIP_BITS - len(kind["keys"])
        if sorted(kind["keys"]) != sorted(KEYS):
            yield f"{where}.keys: must be {', '.join(KEYS)}, each once"
        elif not 0 <= kind["id_straps"] < 1 << width:
            yield f"{where}.id_straps: must have {width} bits"
        elif _constant(kind["id_straps"], width):
            yield f"{where}.id_straps: all bits are equal, so a stuck chain would go unseen"


def _panel_straps(where: str, kind: dict[str, Any]) -> Iterator[str]:
    width, rows = CHIP_BITS - kind["cols"], kind["rows"]
    bits = kind["id_straps"]
    if not 0 <= bits < 1 << width * rows:
        yield f"{where}.id_straps: must have {width * rows} bits, {width} per row"
        return
    parts = [bits >> width * row & (1 << width) - 1 for row in range(rows)]
    if not width:
        return
    if any(_constant(part, width) for part in parts):
        yield f"{where}.id_straps: a row with equal bits would hide a stuck chain"
    elif rows > 1 and len(set(parts)) == 1:
        yield f"{where}.id_straps: all rows are equal, so a slipped byte would go unseen"


def _names(tables: dict[str, Any]) -> Iterator[str]:
    order = chain_order(tables)
    known: list[str] = []
    if "sr_chain" not in tables and (tables["panel"] or tables["station"]):
        yield "sr_chain is missing, but there are panels or stations"
        return
    if "sr_chain" in tables and not order:
        yield "sr_chain.order: there is nothing on the chain, so leave the table sr_chain out"
    for table in ("panel", "station"):
        for item in tables[table]:
            if item["id"] in known:
                yield f"{table}.id: {item['id']} is used twice"
            known.append(item["id"])
            if item["type"] not in tables[f"{table}_type"]:
                yield f"{table} {item['id']}.type: there is no {table}_type.{item['type']}"
            if item["id"] not in order:
                yield f"sr_chain.order: {table} {item['id']} is missing"
    for name in order:
        if name not in known:
            yield f"sr_chain.order: {name} is neither a panel nor a station"
        elif order.count(name) > 1:
            yield f"sr_chain.order: {name} is listed twice"


def _turns(tables: dict[str, Any]) -> Iterator[str]:
    for panel in tables["panel"]:
        if panel.get("rot", 0) not in (0, 90, 180, 270):
            yield f"panel {panel['id']}.rot: must be 0, 90, 180 or 270"


def _cells(tables: dict[str, Any]) -> Iterator[str]:
    found = places(tables)
    seen: dict[tuple[float, float], str] = {}
    for place in found:
        where = (place["x"], place["y"])
        if where in seen:
            yield f"panel.at: cells {seen[where]} and {place['name']} lie on one place"
        seen[where] = place["name"]
        if not (0 < where[0] < tables["size"][0] and 0 < where[1] < tables["size"][1]):
            yield f"panel.at: cell {place['name']} is off the board (size)"
    for name in dict.fromkeys(_off_the_mat(found)):
        yield (
            f"panel {name}.at: its cells miss those of the mat, "
            f"{ROWS} x {COLS} of {PITCH_MM:g} mm each"
        )
    rows, cols = len({y for _, y in seen}), len({x for x, _ in seen})
    if rows * cols != len(seen):
        yield f"panel.at: the cells do not fill a grid of {rows} rows and {cols} columns"


def _off_the_mat(found: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the panel of each cell that is no cell of the mat."""
    for place in found:
        if mat_place(place["x"], place["y"]) is None:
            yield place["name"].rpartition(".")[0]


def _chain(tables: dict[str, Any]) -> Iterator[str]:
    if "sr_chain" not in tables:
        return
    if not any(straps(tables)[0][:-1]):
        yield "sr_chain.order: no chip has straps, so a stuck chain would go unseen"
    chips = sum(tables["panel_type"][panel["type"]]["chips"] for panel in tables["panel"])
    length = chips + len(tables["station"]) + 1
    if length > CHAIN_BYTES_MAX:
        yield f"sr_chain.order: {length} bytes are more than the {CHAIN_BYTES_MAX} that fit"


def _leds(tables: dict[str, Any]) -> Iterator[str]:
    used: dict[tuple[str, int], str] = {}
    items = [(f"cell {place['name']}", place["string"], place["led"]) for place in places(tables)]
    for table in ("cup", "station"):
        for item in tables.get(table, []):
            items.append((f"{table} {item['id']}.led", *item["led"]))
    for who, string, index in items:
        if f"led_{string}" not in tables["pins"]:
            yield f"{who}: there is no pin pins.led_{string}"
        if index < 0:
            yield f"{who}: {index} is no place on a string"
        elif (string, index) in used:
            yield f"{who}: LED {index} of string {string} is already used by {used[string, index]}"
        used[string, index] = who
    for name, count in led_counts(tables).items():
        for index in range(count):
            if (name, index) not in used:
                yield f"station.led: LED {index} of string {name} is used by nothing"
    if {place["string"] for place in places(tables)} - {"a"}:
        yield "panel.led_string: the firmware drives all cells from string a"
    if {station["led"][0] for station in tables["station"]} - {"b"}:
        yield "station.led: the firmware drives all seat lights from string b"


def _cups(tables: dict[str, Any]) -> Iterator[str]:
    cups = tables.get("cup", [])
    cells = places(tables)
    stations = {station["id"] for station in tables["station"]}
    channels: dict[int, str] = {}
    for at, cup in enumerate(cups):
        where = f"cup {cup['id']}"
        gaps = [math.dist(cup["at"], (cell["x"], cell["y"])) for cell in cells]
        near = min(gaps, default=CUP_TO_CELL_MM)
        if near < CUP_TO_CELL_MM:
            yield f"{where}.at: {near:.0f} mm from a cell, {CUP_TO_CELL_MM:.0f} mm are needed"
        for other in cups[:at]:
            if other["id"] == cup["id"]:
                yield f"cup.id: {cup['id']} is used twice"
            gap = math.dist(cup["at"], other["at"])
            if gap < CUP_TO_CUP_MM:
                yield (
                    f"{where}.at: {gap:.0f} mm from cup {other['id']}, "
                    f"{CUP_TO_CUP_MM:.0f} mm are needed"
                )
        channel = cup["mux_ch"]
        if not 0 <= channel < MUX_CHANNELS:
            yield f"{where}.mux_ch: {channel} is outside 0..{MUX_CHANNELS - 1}"
        elif channel in channels:
            yield f"{where}.mux_ch: {channel} is already used by cup {channels[channel]}"
        channels[channel] = cup["id"]
        if cup["shape"] not in ("round", "keyed5"):
            yield f"{where}.shape: {cup['shape']} is neither round nor keyed5"
        if "station" in cup and cup["station"] not in stations:
            yield f"{where}.station: there is no station {cup['station']}"
    yield from _sensors(tables)


def _sensors(tables: dict[str, Any]) -> Iterator[str]:
    dice = tables.get("dice")
    if dice is None:
        if tables.get("cup"):
            yield "dice is missing, but there are cups"
        return
    if len(set(dice["addrs"])) != len(dice["addrs"]):
        yield "dice.addrs: an address is used twice under one cup"
    if len(dice["addrs"]) != len(dice["sensor_xy"]):
        yield "dice.sensor_xy: there must be one place for each of dice.addrs"
    for table in ("dice", "identify"):
        bus = tables.get(table, {}).get("bus")
        if bus is not None and f"{bus}_sda" not in tables["pins"]:
            yield f"{table}.bus: pins.{bus}_sda is missing"
    for key in ("irq", "rst"):
        pin = tables.get("identify", {}).get(key)
        if pin is not None and pin not in tables["pins"]:
            yield f"identify.{key}: there is no pins.{pin}"


def _budgets(tables: dict[str, Any]) -> Iterator[str]:
    power = tables["power"]
    idle = sum(led_counts(tables).values()) * power["led_quiescent_ma"]
    for name, budget in power["budgets_ma"].items():
        if budget < power["reserve_ma"] + idle:
            yield (
                f"power.budgets_ma.{name}: {budget} mA do not carry the reserve of "
                f"{power['reserve_ma']} mA and {idle:.0f} mA of dark LEDs"
            )
