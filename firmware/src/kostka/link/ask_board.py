"""What a host asks about the board. Loaded for a moment, see kostka.app.brief."""

import gc
import os

from kostka.errors import LinkError
from kostka.link.fields import number

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.link.server import Server

    Message = dict[str, object]
    Fields = list[tuple[str, object]]


def status(server: "Server", message: "Message") -> "Fields":
    """Tell how the board is; see firmware/README.md for the fields."""
    gc.collect()  # what is free, not what has not been collected
    table = server._table
    free = gc.mem_free() if hasattr(gc, "mem_free") else 0
    found: Fields = [
        ("n", table.session.lines),
        ("free", free),
        ("dropped", server.out.dropped),
        ("bad", server.bad),
        ("refused", server.refused),
        ("gone", server.gone),
        ("unread", server.unread),
    ]
    if table.tasks is not None:
        found.append(("crashes", table.tasks.crashes))  # type: ignore[attr-defined]
        health = table.tasks.health  # type: ignore[attr-defined]
        found.append(("late", health.late))
        if message.get("full") == 1:
            found.append(("block", health.largest_block(free)))
    if table.scanner is not None:
        found.append(("missed", table.scanner.missed))  # type: ignore[attr-defined]
        found.append(("bus", list(table.scanner.errors)))  # type: ignore[attr-defined]
        found.append(("keys", table.scanner.keys_lost))  # type: ignore[attr-defined]
    found.append(("safe", 1 if table.safe else 0))
    for name in os.listdir("/"):
        if name.startswith("swap."):  # a change of release, see device/slots.py
            found.append(("swap", name[5:]))
    return found


def config(server: "Server", message: "Message") -> "Fields":
    """Tell the settings, or change some first."""
    settings = server._table.settings
    if settings is None:
        raise LinkError("link.bad_request", "config")
    values = message.get("set") or {}  # an object without members is an empty list here
    if not isinstance(values, dict):
        raise LinkError("link.bad_request", "set")
    forget = message.get("reset") == 1
    if values or forget:
        settings.change(values, forget)  # type: ignore[attr-defined]
    found = settings.config  # type: ignore[attr-defined]
    return [
        ("cfg", "%08x" % found.crc()),
        ("v", found.pairs()),
        ("own", sorted(found.chosen)),
        ("kept", sorted(found.kept)),
    ]


def log(server: "Server", message: "Message") -> "Fields":
    """Return one of the last crashes, 0 the newest; no crash at all where there are fewer."""
    tasks = server._table.tasks
    count, crashes = tasks.guard.log() if tasks is not None else (0, [])  # type: ignore[attr-defined]
    at = number(message, "k")
    crash = crashes[at] if 0 <= at < len(crashes) else {}
    found: Fields = [("count", count)]
    for name in ("game", "line", "free", "up", "what"):
        if name in crash:
            found.append((name, crash[name]))
    return found


def leave(server: "Server", message: "Message") -> "Fields":
    """End the app."""
    if server._table.leave is not None:
        server._table.leave()  # type: ignore[operator]
    return []


ASKS = {"status": status, "config": config, "log": log, "quit": leave}
