"""The running board processes of this user, one small file each."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from kostka_host import paths


@dataclass(frozen=True)
class Entry:
    """How to reach a running board process."""

    id: str
    name: str
    pid: int
    port: str
    tcp: int  # 0: none
    bench: int
    token: str  # the bench wants it first
    clock: str  # real, stepped or running
    kind: str = "virtual"  # or emulated

    def to_json(self) -> str:
        """Return the entry as one line of JSON."""
        return json.dumps(asdict(self))


def publish(entry: Entry) -> Path:
    """Write the file of a board, all at once, readable for this user only.

    Raises:
        HardwareError: the folder is not this user's alone.
    """
    folder = paths.boards_dir()
    paths.check_own(folder)
    paths.check_own(paths.make_private(folder))
    path = folder / f"{entry.id}.json"
    new = folder / f".{entry.id}.{os.getpid()}"
    new.unlink(missing_ok=True)
    with paths.open_private(new, os.O_CREAT | os.O_EXCL) as file:
        file.write(entry.to_json().encode() + b"\n")
    new.replace(path)
    return path


def withdraw(entry: Entry) -> None:
    """Remove the file of a board, unless another process has it by now."""
    path = paths.boards_dir() / f"{entry.id}.json"
    known = _read(path)
    if known is not None and known.pid == entry.pid:
        path.unlink(missing_ok=True)


def running() -> list[Entry]:
    """Return the boards that run, by name and id; files of dead processes are removed.

    Raises:
        HardwareError: the folder is not this user's alone, and what is in it may be a lie.
    """
    found = []
    folder = paths.boards_dir()
    paths.check_own(folder)
    for path in sorted(folder.glob("*.json")):
        entry = _read(path)
        if entry is None or not alive(entry.pid):
            path.unlink(missing_ok=True)
            continue
        found.append(entry)
    return sorted(found, key=lambda entry: (entry.name, entry.id))


def find(word: str) -> list[Entry]:
    """Return the running boards with an id or name; the beginning of an id will do."""
    boards = running()
    exact = [board for board in boards if word in (board.id, board.name)]
    return exact or [board for board in boards if word and board.id.startswith(word)]


def _read(path: Path) -> Entry | None:
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
        return Entry(**{field.name: values[field.name] for field in fields(Entry)})
    except (OSError, ValueError, KeyError, TypeError):
        return None


def alive(pid: int) -> bool:
    """Say whether a process of this user runs."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return False  # a process of somebody else got the number
    try:
        stat = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return True  # no Linux
    return stat.rpartition(b") ")[2][:1] not in (b"Z", b"X")  # ended, its parent has not looked
