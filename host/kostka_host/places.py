"""From a board selector to the places where the link can find that board, now and again."""

from __future__ import annotations

from collections.abc import Callable

from kostka.errors import LinkError, OptionError

from kostka_host import names
from kostka_host.boards import registry
from kostka_host.boards.registry import Entry
from kostka_host.link.ports import usb_ports

VIRTUAL = "virtual"  # also the name of the default virtual board
OWN = (VIRTUAL, "emulated")  # kinds of which this user has one of their own
HERE = "127.0.0.1"
Find = Callable[[], list[str]]


def finder(selector: str) -> Find:
    """Return a function that lists the transport selectors of a board, best first.

    It looks anew at each call: ports get other names when boards restart or cables move.

    Raises:
        OptionError: no such kind of selector.
    """
    kind, _, rest = selector.partition(":")
    if kind == "port" and rest:
        return lambda: [selector]
    if kind == "tcp" and rest.rpartition(":")[2].isdecimal():
        host, _, port = rest.rpartition(":")
        host = HERE if host in ("", "localhost") else host
        return lambda: [f"tcp:{host}:{port}"]
    if kind == "id" and rest:
        return lambda: _by_id(rest)
    if selector in OWN:
        return lambda: [_place(entry) for entry in registry.find(selector)]
    if selector == "auto":
        return _only_one
    raise OptionError("board.selector", selector)


def entry_of(selector: str) -> Entry | None:
    """Return the running virtual board behind a selector, or None."""
    for place in finder(selector)():
        for entry in registry.running():
            if place in (_place(entry), f"tcp:{HERE}:{entry.tcp}"):
                return entry
    return None


def _place(entry: Entry) -> str:
    return f"port:{entry.port}"


def _by_id(word: str) -> list[str]:
    found = [_place(entry) for entry in registry.find(word)]
    ports = usb_ports()
    for board in names.by_name(word):  # what the owner calls it goes before the start of an id
        found += [_place(entry) for entry in registry.find(board)]
        found += [f"port:{port.device}" for port in ports if port.serial == board]
    if not found:
        low = word.lower()
        found = [f"port:{port.device}" for port in ports if port.serial.startswith(low)]
    if not found:
        raise LinkError("board.unknown", word)
    return found


def _only_one() -> list[str]:
    """Return the one board that is there.

    Raises:
        LinkError: there is none, or there are several.
    """
    found = [_place(entry) for entry in registry.running()]
    found += [f"port:{port.device}" for port in usb_ports() if port.likely]
    if not found:
        raise LinkError("board.none")
    if len(found) > 1:
        names = ", ".join(found)
        raise LinkError("board.several", names)
    return found
