"""Who plays on which board: one small file for each process that has a board's port.

A port in use says nothing of itself; these files tell a person where it is.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from kostka.errors import HardwareError, LinkError

from kostka_host import paths
from kostka_host.boards import registry


@dataclass(frozen=True)
class Use:
    """What a process does with a board. `address` is that of its page, "" without one."""

    board: str  # id
    port: str  # as the link names it
    pid: int
    address: str
    game: str
    seats: int
    profile: str


def publish(use: Use) -> None:
    """Write what this process does, all at once, readable for this user only.

    Where that cannot be written, one can play all the same.
    """
    folder = paths.uses_dir()
    new = folder / f".{use.pid}"
    with contextlib.suppress(OSError, HardwareError):
        paths.check_own(paths.make_private(folder))
        new.write_text(json.dumps(asdict(use)) + "\n", encoding="utf-8")
        new.replace(folder / f"{use.pid}.json")


def withdraw() -> None:
    """Remove the file of this process."""
    with contextlib.suppress(OSError):
        (paths.uses_dir() / f"{os.getpid()}.json").unlink()


def find(board_id: str, port: str) -> Use | None:
    """Return who has a board, known by its id or its port, or None where nobody said so."""
    for use in _running():
        if board_id and use.board == board_id:
            return use
    ids = [entry.id for entry in registry.running() if port in (entry.port, _tcp(entry.tcp))]
    return next((use for use in _running() if use.port == port or use.board in ids), None)


def explain(problem: LinkError, board_id: str, port: str) -> LinkError:
    """Return a better sentence for a busy port where it is known who has it."""
    use = find(board_id, port) if problem.text == "link.busy" else None
    if use is None:
        return problem
    if use.address:
        return LinkError("play.in_use_page", use.address)
    return LinkError("play.in_use", use.pid)


def _tcp(port: int) -> str:
    return f"tcp:127.0.0.1:{port}" if port else ""


def _running() -> Iterator[Use]:
    """Yield the uses of processes that run; files of processes that are gone are removed."""
    try:
        paths.check_own(paths.uses_dir())
    except HardwareError:  # somebody else's: believe nothing there
        return
    for path in sorted(paths.uses_dir().glob("*.json")):
        use = _read(path)
        if use is None or not registry.alive(use.pid):
            path.unlink(missing_ok=True)
        else:
            yield use


def _read(path: Path) -> Use | None:
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
        return Use(**{field.name: values[field.name] for field in fields(Use)})
    except (OSError, ValueError, KeyError, TypeError):
        return None
