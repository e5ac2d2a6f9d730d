"""Dice cups and known dice of a board description: what the firmware and the models need."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from typing import Any

_MU0 = 4e-7 * pi
XYZ = tuple[float, float, float]


@dataclass(frozen=True)
class Cup:
    """One cup: its place, the channel of the switch its sensors are behind, its light.

    `station` is the number of the only seat that may look under a hood, -1 for an open cup.
    """

    name: str
    x_mm: float
    y_mm: float
    channel: int
    keyed: bool
    station: int
    string: str
    led: int


@dataclass(frozen=True)
class KnownDie:
    """A die as board.toml describes it; lengths in mm, `moment` relative to the magnet's."""

    name: str
    kind: str
    inradius_mm: float
    direction: XYZ
    offset_mm: XYZ
    moment: float


@dataclass(frozen=True)
class DiceStation:
    """All cups of a board. `moment_am2` is that of the magnet the description names."""

    i2c: int
    mux: int
    addresses: tuple[int, ...]
    sensors_mm: tuple[tuple[float, float], ...]
    gap_mm: float
    moment_am2: float
    settle_ms: int
    samples: int
    cups: tuple[Cup, ...]
    dice: tuple[KnownDie, ...]


def dice_station(tables: dict[str, Any]) -> DiceStation | None:
    """Return the cups of a checked board description, None where it has none."""
    dice = tables.get("dice")
    if dice is None:
        return None
    seats = [station["id"] for station in tables["station"]]
    magnet = dice["magnet"]
    volume_m3 = pi * (magnet["d"] / 2e3) ** 2 * magnet["h"] / 1e3
    cups = tuple(
        Cup(
            cup["id"],
            cup["at"][0],
            cup["at"][1],
            cup["mux_ch"],
            cup["shape"] != "round",
            seats.index(cup["station"]) if cup.get("station") in seats else -1,
            cup["led"][0],
            cup["led"][1],
        )
        for cup in tables.get("cup", [])
    )
    return DiceStation(
        i2c=int(dice["bus"][3:]),
        mux=dice["mux"]["addr"],
        addresses=tuple(dice["addrs"]),
        sensors_mm=tuple((xy[0], xy[1]) for xy in dice["sensor_xy"]),
        gap_mm=dice["gap"],
        moment_am2=magnet["br"] * volume_m3 / _MU0,
        settle_ms=dice["read"]["settle_ms"],
        samples=dice["read"]["samples"],
        cups=cups,
        dice=tuple(_die(die) for die in tables.get("die", [])),
    )


def _die(die: dict[str, Any]) -> KnownDie:
    return KnownDie(
        die["id"],
        die["kind"],
        die["inradius"],
        tuple(die["magnet_dir"]),
        tuple(die["magnet_off"]),
        die["moment"],
    )


def dice_lines(station: DiceStation | None) -> list[str]:
    """Return the lines of the firmware's module of constants that describe the cups."""
    if station is None:
        return ["", "CUPS = ()"]
    lines = [
        "",
        f"I2C_DICE = {station.i2c}",
        f"DICE_MUX = {station.mux}",
        f"DICE_SENSORS = {station.addresses}  # one of each address under a cup",
        f"DICE_SENSOR_XY = {station.sensors_mm}",
        f"DICE_GAP_MM = {station.gap_mm}",
        f"DICE_MOMENT_UAM2 = {round(station.moment_am2 * 1e6)}",
        f"DICE_SETTLE_MS = {station.settle_ms}",
        f"DICE_SAMPLES = {station.samples}",
        "# Channel of the switch, x and y in mm, keyed pocket, seat (-1 all), place on string b.",
        "CUPS = (",
    ]
    for cup in station.cups:
        place = f"{cup.x_mm}, {cup.y_mm}"
        lines.append(f"    ({cup.channel}, {place}, {int(cup.keyed)}, {cup.station}, {cup.led}),")
    lines += [
        ")",
        "# Name, kind, inradius, magnet direction and offset in mm, moment.",
        "DICE = (",
    ]
    for die in station.dice:
        lines.append("    (")
        values = (f'"{die.name}"', f'"{die.kind}"', die.inradius_mm, die.direction)
        lines += [f"        {value}," for value in (*values, die.offset_mm, die.moment)]
        lines.append("    ),")
    return [*lines, ")"]
