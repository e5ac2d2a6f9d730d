"""Expands a board description: from panels and stations to cells, LEDs and chain bits."""

from __future__ import annotations

import binascii
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kostka_host.layout.dice import DiceStation, dice_station

KEYS = ("left", "right", "ok", "undo")  # order of the firmware's key numbers
CHIP_BITS = 8
ROWS = COLS = 12  # cells of the mat, whichever of them a board has
PITCH_MM = 25.0
FIRST_MM = PITCH_MM / 2  # middle of the first cell
OFF_GRID_MM = 0.5  # how far a cell may be from its place on the mat
NOT_THERE = 0xFF  # in the firmware's tables
SCAN_HZ, DEBOUNCE_MS = 100, 30  # where there is no chain


@dataclass(frozen=True)
class Cell:
    """One cell: `index` is row * cols + col of the mat, `bit` byte * 8 + bit in the chain."""

    name: str  # panel and place on it, "p00.23"
    index: int
    row: int
    col: int
    x_mm: float
    y_mm: float
    bit: int
    string: str
    led: int


@dataclass(frozen=True)
class Station:
    """One seat panel: its place, the chain bit of each key in the order of KEYS, its light."""

    name: str
    x_mm: float
    y_mm: float
    key_bits: tuple[int, ...]
    string: str
    led: int


@dataclass(frozen=True)
class Layout:
    """All that firmware, chip models and drawings need to know of a board.

    `rows` and `cols` are those of the mat; `cells` are the ones that the board has. Without any
    chip on the chain `chain_bytes` is 0 and `spi` -1. `profile` is the name under which the
    description comes with this release, or empty.

    `strap_mask` marks the bits of the chain that are wired to a level, `strap_value` holds
    that level; both have `chain_bytes` bytes, the terminator included. The first byte read is
    the first of the chain, bit 7 of a byte comes first (input H of a 74HC165).
    """

    name: str
    rows: int
    cols: int
    cells: tuple[Cell, ...]
    stations: tuple[Station, ...]
    chain_bytes: int
    strap_mask: bytes
    strap_value: bytes
    strings: dict[str, int]  # LEDs of each string
    pins: dict[str, int]
    spi: int
    spi_hz: int
    scan_hz: int
    debounce_ms: int
    led_idle_ua: int
    led_channel_ua: int
    reserve_ma: int
    budgets_ma: dict[str, int]
    dice: DiceStation | None = None
    layout_id: str = ""
    profile: str = ""

    def panel_of(self, seat: int) -> int:
        """Return the seat panel that serves a seat: its own, else the first, -1: there is none."""
        if seat < len(self.stations):
            return seat
        return 0 if self.stations else -1

    @property
    def cell_bits(self) -> bytes:
        """Return the chain bit of each cell of the mat, NOT_THERE where the board has none."""
        return self._by_cell((cell.index, cell.bit) for cell in self.cells)

    @property
    def cell_leds(self) -> bytes:
        """Return the place on string a of each cell of the mat, NOT_THERE where there is none."""
        return self._by_cell((cell.index, cell.led) for cell in self.cells)

    def _by_cell(self, pairs: Iterable[tuple[int, int]]) -> bytes:
        table = bytearray([NOT_THERE]) * (self.rows * self.cols)
        for index, value in pairs:
            table[index] = value
        return bytes(table)

    @property
    def wire_idle(self) -> bytes:
        """Return the chain as read with an empty table and no key down: active low, so ones."""
        wire = bytearray(self.strap_value)
        bits = [cell.bit for cell in self.cells]
        bits += [bit for station in self.stations for bit in station.key_bits]
        for bit in bits:
            wire[bit >> 3] |= 1 << (bit & 7)
        return bytes(wire)

    def summary(self) -> dict[str, Any]:
        """Return figures for people: counts, scan time, idle current and light per budget."""
        leds = sum(self.strings.values())
        idle_ma = leds * self.led_idle_ua / 1000
        full_ma = leds * 3 * self.led_channel_ua / 1000
        return {
            "cells": len(self.cells),
            "seats": len(self.stations),
            "leds": leds,
            "chain_bits": self.chain_bytes * CHIP_BITS,
            "scan_us": round(self.chain_bytes * CHIP_BITS * 1e6 / max(self.spi_hz, 1)),
            "led_idle_ma": round(idle_ma, 1),
            "all_white": {
                name: round(min(1.0, max(0.0, budget - self.reserve_ma - idle_ma) / full_ma), 3)
                for name, budget in self.budgets_ma.items()
                if full_ma
            },
        }


def mat_place(x_mm: float, y_mm: float) -> tuple[int, int] | None:
    """Return (row, col) of the mat's cell whose middle is at a place, None where there is none."""
    col = round((x_mm - FIRST_MM) / PITCH_MM)
    row = round((y_mm - FIRST_MM) / PITCH_MM)
    near = max(abs(FIRST_MM + col * PITCH_MM - x_mm), abs(FIRST_MM + row * PITCH_MM - y_mm))
    if near > OFF_GRID_MM or not (0 <= row < ROWS and 0 <= col < COLS):
        return None
    return row, col


def panel_cells(
    panel: dict[str, Any], kind: dict[str, Any]
) -> list[tuple[int, int, float, float]]:
    """Return (row, col, x_mm, y_mm) of a panel's cells by the panel's own rows and columns.

    The panel turns clockwise by `rot` about its center; `at` stays its top-left corner.
    """
    found = []
    width = 2 * kind["first"][0] + (kind["cols"] - 1) * kind["pitch"][0]
    height = 2 * kind["first"][1] + (kind["rows"] - 1) * kind["pitch"][1]
    for row in range(kind["rows"]):
        for col in range(kind["cols"]):
            x = kind["first"][0] + col * kind["pitch"][0]
            y = kind["first"][1] + row * kind["pitch"][1]
            turned = {
                0: (x, y),
                90: (height - y, x),
                180: (width - x, height - y),
                270: (y, width - x),
            }[panel.get("rot", 0)]
            found.append((row, col, panel["at"][0] + turned[0], panel["at"][1] + turned[1]))
    return found


def panel_led(kind: dict[str, Any], row: int, col: int) -> int:
    """Return the number of a cell's LED on its panel."""
    back = kind["led_order"] == "serpentine" and row % 2 == 1
    return int(row * kind["cols"] + (kind["cols"] - 1 - col if back else col))


def chain_order(tables: dict[str, Any]) -> list[str]:
    """Return the names of panels and stations along the chain, none where there is no chain."""
    order: list[str] = tables["sr_chain"]["order"] if "sr_chain" in tables else []
    return order


def places(tables: dict[str, Any]) -> list[dict[str, Any]]:
    """Return all cells as dicts: name, x, y, bit, string, led; chain order, panel by panel."""
    panels = {panel["id"]: panel for panel in tables["panel"]}
    byte = 0
    next_led: dict[str, int] = {}
    found = []
    for name in chain_order(tables):
        if name not in panels:
            byte += 1  # a station: one chip
            continue
        panel = panels[name]
        kind = tables["panel_type"][panel["type"]]
        string = panel["led_string"]
        first = next_led.get(string, 0)
        for row, col, x, y in panel_cells(panel, kind):
            found.append(
                {
                    "name": f"{name}.{row}{col}",
                    "x": x,
                    "y": y,
                    "bit": (byte + row) * CHIP_BITS + col,
                    "string": string,
                    "led": first + panel_led(kind, row, col),
                }
            )
        next_led[string] = first + kind["rows"] * kind["cols"]
        byte += kind["chips"]
    return found


def straps(tables: dict[str, Any]) -> tuple[bytes, bytes]:
    """Return mask and value of the wired bits of the whole chain, terminator included.

    Both are empty where there is no chain.
    """
    panels = {panel["id"]: panel for panel in tables["panel"]}
    stations = {station["id"]: station for station in tables["station"]}
    mask, value = bytearray(), bytearray()
    for name in chain_order(tables):
        if name in panels:
            kind = tables["panel_type"][panels[name]["type"]]
            width = CHIP_BITS - kind["cols"]
            for row in range(kind["rows"]):
                part = kind["id_straps"] >> width * (kind["rows"] - 1 - row) & (1 << width) - 1
                mask.append(((1 << width) - 1) << kind["cols"])
                value.append(part << kind["cols"])
        else:
            kind = tables["station_type"][stations[name]["type"]]
            keys = len(kind["keys"])
            mask.append(0xFF << keys & 0xFF)
            value.append(kind["id_straps"] << keys)
    if "sr_chain" in tables:
        mask.append(0xFF)
        value.append(tables["sr_chain"]["terminator"])
    return bytes(mask), bytes(value)


def led_counts(tables: dict[str, Any]) -> dict[str, int]:
    """Return how many LEDs each string needs: its highest index plus one."""
    used = [(place["string"], place["led"]) for place in places(tables)]
    used += [tuple(item["led"]) for item in tables["station"] + tables.get("cup", [])]
    return {
        name: max(n for s, n in used if s == name) + 1 for name in sorted({s for s, _ in used})
    }


def expand(tables: dict[str, Any], profile: str = "") -> Layout:
    """Return the layout of a checked board description."""
    cells = []
    for place in places(tables):
        row, col = mat_place(place["x"], place["y"]) or (-1, -1)
        cells.append(
            Cell(
                place["name"],
                row * COLS + col,
                row,
                col,
                place["x"],
                place["y"],
                place["bit"],
                place["string"],
                place["led"],
            )
        )
    cells.sort(key=lambda cell: cell.index)
    mask, value = straps(tables)
    chain, power = tables.get("sr_chain"), tables["power"]
    layout = Layout(
        name=tables["name"],
        rows=ROWS,
        cols=COLS,
        cells=tuple(cells),
        stations=_stations(tables),
        chain_bytes=len(mask),
        strap_mask=mask,
        strap_value=value,
        strings=led_counts(tables),
        pins=dict(tables["pins"]),
        spi=int(chain["bus"][3:]) if chain else -1,
        spi_hz=chain["hz"] if chain else 0,
        scan_hz=chain["scan_hz"] if chain else SCAN_HZ,
        debounce_ms=chain["debounce_ms"] if chain else DEBOUNCE_MS,
        led_idle_ua=round(power["led_quiescent_ma"] * 1000),
        led_channel_ua=round(power["led_channel_ma"] * 1000),
        reserve_ma=power["reserve_ma"],
        budgets_ma=dict(power["budgets_ma"]),
        profile=profile,
        dice=dice_station(tables),
    )
    object.__setattr__(layout, "layout_id", _identity(layout))
    return layout


def _stations(tables: dict[str, Any]) -> tuple[Station, ...]:
    known = {station["id"]: station for station in tables["station"]}
    panels = {panel["id"]: panel for panel in tables["panel"]}
    byte = 0
    found = []
    for name in chain_order(tables):
        if name in panels:
            byte += tables["panel_type"][panels[name]["type"]]["chips"]
            continue
        station = known[name]
        keys = tables["station_type"][station["type"]]["keys"]
        bits = tuple(byte * CHIP_BITS + keys.index(key) for key in KEYS)
        string, led = station["led"]
        found.append(Station(name, station["at"][0], station["at"][1], bits, string, led))
        byte += 1
    return tuple(found)


def _identity(layout: Layout) -> str:
    """Return 8 hex digits that change when firmware and board would no longer fit."""
    cells: list[list[Any] | None] = [None] * (layout.rows * layout.cols)
    for cell in layout.cells:
        cells[cell.index] = [cell.bit, cell.string, cell.led]
    what = [
        layout.name,
        layout.rows,
        layout.cols,
        cells,
        [[list(station.key_bits), station.string, station.led] for station in layout.stations],
        layout.strap_mask.hex(),
        layout.strap_value.hex(),
        sorted(layout.strings.items()),
        sorted(layout.pins.items()),
        [layout.spi, layout.spi_hz],
    ]
    text = json.dumps(what, separators=(",", ":"), ensure_ascii=True)
    return f"{binascii.crc32(text.encode()):08x}"
