"""The shape of a board description: which tables and keys there are, and of what type."""

from __future__ import annotations

from typing import Any

NUMBER = (int, float)
XY = [NUMBER, NUMBER]
LED = [str, int]

# A type or tuple of types; {...} a table; a list of types an array of exactly that shape;
# Many(x) an array of any length; Named(x) a table with free names. "?" marks a key that may lack.


class Many:
    """An array of any length whose items all have one shape."""

    def __init__(self, item: Any) -> None:
        self.item = item


class Named:
    """A table whose names are free and whose values all have one shape."""

    def __init__(self, item: Any) -> None:
        self.item = item


SHAPE: dict[str, Any] = {
    "schema": int,
    "name": str,
    "units": str,
    "size": XY,
    "mcu": {"module": str, "logic_v": NUMBER},
    "pins": Named(int),
    "power": {
        "input": str,
        "budgets_ma": Named(int),
        "reserve_ma": int,
        "led_quiescent_ma": NUMBER,
        "led_channel_ma": NUMBER,
    },
    "sr_chain?": {
        "bus": str,
        "hz": int,
        "active": str,
        "order": Many(str),
        "terminator": int,
        "scan_hz": int,
        "debounce_ms": int,
    },
    "panel_type?": Named(
        {
            "rows": int,
            "cols": int,
            "pitch": XY,
            "first": XY,
            "chips": int,
            "id_straps": int,
            "led_order": str,
            "led_offset": XY,
            "sensor": {"part": str, "kind": str, "gap": NUMBER, "token_magnet": str},
            "identity": str,
        }
    ),
    "panel?": Many({"id": str, "type": str, "at": XY, "rot?": int, "led_string": str}),
    "station_type?": Named({"keys": Many(str), "id_straps": int}),
    "station?": Many({"id": str, "type": str, "at": XY, "led": LED}),
    "dice?": {
        "bus": str,
        "mux": {"part": str, "addr": int},
        "sensor": str,
        "addrs": Many(int),
        "sensor_xy": Many(XY),
        "gap": NUMBER,
        "magnet": {"d": NUMBER, "h": NUMBER, "br": NUMBER},
        "read": {"hz": int, "settle_ms": int, "samples": int, "accept_ratio": NUMBER},
    },
    "cup?": Many(
        {
            "id": str,
            "mux_ch": int,
            "at": XY,
            "shape": str,
            "hood?": bool,
            "station?": str,
            "led": LED,
        }
    ),
    "die?": Many(
        {
            "id": str,
            "kind": str,
            "inradius": NUMBER,
            "magnet_dir": [NUMBER, NUMBER, NUMBER],
            "magnet_off": [NUMBER, NUMBER, NUMBER],
            "moment": NUMBER,
        }
    ),
    "identify?": {"part": str, "bus": str, "addr": int, "irq": str, "rst?": str},
    "hil?": {"panel_port": bool, "led_tap": Many(str), "i2c_target": Many(str)},
    "jig?": {
        "sr_clk": int,
        "sr_q": int,
        "sr_ld_n": int,
        "led_a": int,
        "led_b": int,
        "led_pwr_en": int,
        "dut_power": int,
        "dut_run_n": int,
    },
}

# What may lack and is then empty.
_EMPTY: dict[str, Any] = {"panel_type": {}, "panel": [], "station_type": {}, "station": []}

_WORDS = {
    int: "a whole number",
    str: "a text",
    bool: "true or false",
    NUMBER: "a number",
}


def shape_faults(tables: dict[str, Any]) -> list[str]:
    """Return a sentence for each table or key that lacks, is unknown or has the wrong type."""
    found: list[str] = []
    _table(tables, SHAPE, "", found)
    return found


def filled(tables: dict[str, Any]) -> dict[str, Any]:
    """Return a description of the right shape with the tables that may lack, empty."""
    return {**{name: type(value)() for name, value in _EMPTY.items()}, **tables}


def _check(value: Any, shape: Any, where: str, found: list[str]) -> None:
    if isinstance(shape, (Named, dict)):
        if not isinstance(value, dict):
            found.append(f"{where} must be a table")
        elif isinstance(shape, dict):
            _table(value, shape, where + ".", found)
        else:
            for name, item in value.items():
                _check(item, shape.item, f"{where}.{name}", found)
    elif isinstance(shape, (Many, list)):
        _array(value, shape, where, found)
    elif not isinstance(value, shape) or (isinstance(value, bool) and shape is not bool):
        found.append(f"{where} must be {_WORDS[shape]}, not {value!r}")


def _array(value: Any, shape: Many | list[Any], where: str, found: list[str]) -> None:
    if not isinstance(value, list):
        found.append(f"{where} must be an array")
        return
    parts = [shape.item] * len(value) if isinstance(shape, Many) else shape
    if len(value) != len(parts):
        found.append(f"{where} must be an array of {len(parts)}")
        return
    for at, (item, part) in enumerate(zip(value, parts, strict=True)):
        _check(item, part, f"{where}[{at}]", found)


def _table(value: dict[str, Any], shape: dict[str, Any], prefix: str, found: list[str]) -> None:
    known = {key.rstrip("?"): item for key, item in shape.items()}
    for key in shape:
        if not key.endswith("?") and key not in value:
            found.append(f"{prefix}{key} is missing")
    for key, item in value.items():
        if key in known:
            _check(item, known[key], prefix + key, found)
        else:
            found.append(f"{prefix}{key} is unknown")
