"""Which process of this machine has a port, as far as the system tells."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from kostka.errors import LinkError

from kostka_host import uses
from kostka_host.boards import registry

LSOF_S = 3.0


def holders(port: str) -> list[tuple[int, str]]:
    """Return (process id, name) of the other processes that have a device open."""
    device = os.path.realpath(port)
    if Path("/proc/self/fd").is_dir():
        return _by_proc(device)
    return _by_lsof(device)


def _by_proc(device: str) -> list[tuple[int, str]]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        pid = int(folder.name)
        if pid == os.getpid():
            continue
        try:
            links = [os.readlink(link) for link in (folder / "fd").iterdir()]
            if device in links:
                found.append((pid, (folder / "comm").read_text(encoding="utf-8").strip()))
        except OSError:  # of another user, or it has ended
            continue
    return sorted(found)


def _by_lsof(device: str) -> list[tuple[int, str]]:
    if shutil.which("lsof") is None:
        return []
    try:
        done = subprocess.run(
            ["lsof", "-F", "pc", device],
            capture_output=True,
            text=True,
            timeout=LSOF_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return []
    found, pid = [], 0
    for line in done.stdout.splitlines():
        if line[:1] == "p" and line[1:].isdecimal():
            pid = int(line[1:])
        elif line[:1] == "c" and pid != os.getpid():
            found.append((pid, line[1:]))
    return found


def holder(port: str) -> tuple[int, str] | None:
    """Return the process that has a port, None where none is known.

    A virtual board holds its own port, too; it is not meant.
    """
    boards = {entry.pid for entry in registry.running() if entry.port == port}
    return next((one for one in holders(port) if one[0] not in boards), None)


def explain(problem: LinkError, place: str) -> LinkError:
    """Return a better sentence for a busy port where it is known who has it."""
    port = place.partition(":")[2]
    better = uses.explain(problem, "", port)
    if better is not problem or problem.text != "link.busy":
        return better
    who = holder(port)
    return LinkError("link.busy_by", port, who[1], who[0]) if who else problem
