"""The words by which a person names a board.

``virtual``             a new virtual board, for this use only
``emulated``            a new board with an emulated RP2040, for this use only
``id:<id or name>``     a running virtual board, or a USB board with that serial number
``port:<device>``       whatever is on that port
``tcp:<host>:<port>``   whatever listens there
``auto``                the only board there is
"""

from __future__ import annotations

from typing import Any

from kostka.errors import HardwareError, KostkaError, OptionError
from serial.tools import list_ports

from kostka_host.boards import registry
from kostka_host.boards.base import Board, LinkBoard
from kostka_host.boards.emulated import EmulatedBoard, board_of
from kostka_host.boards.registry import Entry
from kostka_host.boards.virtual import VirtualBoard

_RASPBERRY_PI = 0x2E8A  # USB vendor id of every RP2 board that runs MicroPython
_LATER = ("place",)


def usb_boards() -> dict[str, str]:
    """Return the USB boards that may be tables: serial number to port name."""
    return {
        port.serial_number or port.device: port.device
        for port in list_ports.comports()
        if port.vid == _RASPBERRY_PI
    }


def open_board(selector: str, **options: Any) -> Board:
    """Return the board that a selector names; `options` are for a new virtual one.

    Raises:
        OptionError: there is no such kind of selector.
        KostkaError: the words name no board, several, or one that cannot be reached.
    """
    kind, _, rest = selector.partition(":")
    if selector == "virtual":
        return VirtualBoard.spawn(**options)
    if selector == EmulatedBoard.kind:
        return EmulatedBoard.spawn(**options)
    if selector == "auto":
        return _only_one()
    if kind == "id" and rest:
        return _by_id(rest)
    if kind in ("port", "tcp") and rest:
        return _by_port(selector, kind, rest)
    if kind in _LATER:
        raise OptionError("board.later", kind)
    raise OptionError("board.selector", selector)


def _only_one() -> Board:
    running = registry.running()
    usb = usb_boards()
    if len(running) + len(usb) > 1:
        names = [entry.name or f"id:{entry.id}" for entry in running]
        raise KostkaError("board.several", ", ".join([*names, *usb.values()]))
    if running:
        return board_of(running[0])
    if usb:
        return LinkBoard(f"port:{next(iter(usb.values()))}")
    raise KostkaError("board.none")


def _by_id(word: str) -> Board:
    found = registry.find(word)
    if len(found) > 1:
        raise KostkaError("board.several", ", ".join(entry.id for entry in found))
    if found:
        return board_of(found[0])
    port = usb_boards().get(word.upper()) or usb_boards().get(word)
    if port:
        return LinkBoard(f"port:{port}")
    raise KostkaError("board.unknown", word)


def _by_port(selector: str, kind: str, rest: str) -> Board:
    if kind == "tcp" and not rest.rpartition(":")[2].isdecimal():
        raise OptionError("board.selector", selector)
    for entry in registry.running():
        if _is_at(entry, kind, rest):
            try:
                return board_of(entry)
            except HardwareError:
                break  # it ended just now
    return LinkBoard(selector)


def _is_at(entry: Entry, kind: str, rest: str) -> bool:
    if kind == "port":
        return rest == entry.port
    host, _, number = rest.rpartition(":")
    return host in ("", "localhost", "127.0.0.1") and entry.tcp > 0 and int(number) == entry.tcp
