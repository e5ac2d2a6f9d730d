"""How fast files reach a board, beside stock `mpremote cp -r` with its hash check.

Both copy the same files of a release to the same board in the same run, first all of them to an
empty board, then again with one file changed. Neither is charged for the start of Python, nor for
a restart of the board; ours has ended when every file was read back and is right, and the next
start takes it.
"""

from __future__ import annotations

import importlib.metadata
import json
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kostka.errors import KostkaError

from kostka_host import layout
from kostka_host.boards import base
from kostka_host.boards.emulated import KIND, EmulatedBoard
from kostka_host.boards.virtual import VirtualBoard
from kostka_host.deploy.found import survey
from kostka_host.deploy.plan import make_plan
from kostka_host.deploy.prompt import Prompt
from kostka_host.deploy.transfer import send
from kostka_host.deploy.update import SLOW, prepare
from kostka_host.release import PACKAGE, Release, build_release

FILES = 60
ROUNDS = 5
STOCK_S = 3600.0
BOOT = "import os,sys,machine\nfeeder=None\n"
# Runs mpremote after its modules are loaded; tells seconds and bytes in both directions.
STOCK = """
import json, sys, time, serial
from mpremote import main
count = [0, 0]
write, read = serial.Serial.write, serial.Serial.read
def counted_write(self, data):
    count[0] += len(data)
    return write(self, data)
def counted_read(self, size=1):
    data = read(self, size)
    count[1] += len(data)
    return data
serial.Serial.write, serial.Serial.read = counted_write, counted_read
began = time.monotonic()
code = main.main()
print(json.dumps([time.monotonic() - began, *count, code or 0]), file=sys.stderr)
"""
EMPTY = """
import os
try:
    import rp2, vfs
    flash = rp2.Flash()
    os.umount('/')
    vfs.VfsLfs2.mkfs(flash, progsize=256)
    os.mount(vfs.VfsLfs2(flash, progsize=256), '/')
except (ImportError, AttributeError):
    def clear(folder):
        for entry in list(os.ilistdir(folder or '/')):
            path = folder + '/' + entry[0]
            if path == '/rom':
                continue
            if entry[1] & 0x4000:
                clear(path)
                os.rmdir(path)
            else:
                os.remove(path)
    clear('')
"""
Say = Callable[[str], object]


def measure_deploy(
    kind: str, count: int = FILES, rounds: int = 0, say: Say = lambda text: None
) -> dict[str, Any]:
    """Return times, bytes on the wire and their ratios on a fresh board.

    Of each case the best round counts, for both tools: a busy machine only makes them slower.

    Args:
        kind: virtual or emulated.
        count: how many files of the release.
        rounds: how often; 0 is ROUNDS, and once for an emulated board, which takes minutes.
        say: hears what begins.

    Raises:
        KostkaError: the board does not start, or mpremote fails.
    """
    # an emulated board is slow where it computes, and only its own clock knows how slow
    clock = "board_seconds" if kind == KIND else "seconds"
    rounds = rounds or (1 if kind == KIND else ROUNDS)
    whole = build_release(layout.profile(layout.FULL))
    paths = [path for path in sorted(whole.files) if path.startswith(PACKAGE)]
    files = {path: whole.files[path] for path in paths if path.endswith(".mpy")}
    files = dict(list(files.items())[:count])
    changed = dict(files)
    middle = sorted(files)[len(files) // 2]
    changed[middle] = files[middle][:-8] + b"\xff" * 8
    with tempfile.TemporaryDirectory(prefix="kostka-bench-") as folder:
        board = _start(kind, Path(folder))
        patience = SLOW if kind == KIND else 1.0
        try:
            found: dict[str, Any] = {}
            for number in range(rounds):
                for tool, copy in (("mpremote", _stock), ("kostka", _ours)):
                    _empty(board, patience)
                    for case, content in (("cold", files), ("one_file", changed)):
                        say(f"{tool} {case} {number + 1}/{rounds}")
                        began = board.time_us()
                        row = copy(board, content, patience, Path(folder))
                        row["board_seconds"] = round((board.time_us() - began) / 1e6, 3)
                        rows = found.setdefault(tool, {})
                        if case not in rows or row[clock] < rows[case][clock]:
                            rows[case] = row
                        _rest(board, patience)
        finally:
            board.close()
    ratio = {
        case: round(found["mpremote"][case][clock] / found["kostka"][case][clock], 2)
        for case in ("cold", "one_file")
    }
    return {
        "board": kind,
        "wire": "pty, which has no USB cost",
        "clock": clock,
        "rounds": rounds,
        "files": len(files),
        "bytes": sum(map(len, files.values())),
        **found,
        "cold_ratio": ratio["cold"],
        "one_file_ratio": ratio["one_file"],
        "mpremote_version": importlib.metadata.version("mpremote"),
        "python": platform.python_version(),
        "machine": platform.machine(),
        "system": platform.system(),
    }


def _start(kind: str, folder: Path) -> VirtualBoard:
    if kind == KIND:
        return EmulatedBoard.spawn(tied=True)
    if kind != VirtualBoard.kind:
        raise KostkaError("board.cannot", kind, base.TIME)
    rom = folder / "rom"
    rom.mkdir()
    (rom / "main.py").write_text("", encoding="utf-8")
    (rom / "boot.py").write_text(BOOT, encoding="utf-8")
    return VirtualBoard.spawn(tied=True, rom=rom)


def _empty(board: VirtualBoard, patience: float) -> None:
    with Prompt(board.link(), patience) as prompt:
        prompt.soft_reset()
        prompt.run(EMPTY, 60.0)
        prompt.soft_reset()
        prompt.leave()


def _rest(board: VirtualBoard, patience: float) -> None:
    """Start the board anew, so that nothing of one copy is left in its heap for the next."""
    with Prompt(board.link(), patience) as prompt:
        prompt.reset()
    time.sleep(0.5)


def _stock(board: VirtualBoard, files: dict[str, bytes], _: float, folder: Path) -> dict[str, Any]:
    tree = folder / "tree"
    for path, data in files.items():
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        (tree / path).write_bytes(data)
    words = ["connect", board.entry.port, "cp", "-r", f"{tree}/.", ":"]
    done = subprocess.run(
        [sys.executable, "-c", STOCK, *words],
        capture_output=True,
        text=True,
        timeout=STOCK_S,
        check=False,
    )
    try:
        seconds, out, heard, code = json.loads(done.stderr.strip().splitlines()[-1])
    except (ValueError, IndexError):
        code = done.returncode or 1
    if code:
        said = " ".join((done.stdout + done.stderr).split())[-200:]
        raise KostkaError("deploy.failed", board.entry.port, said)
    return {"seconds": round(seconds, 4), "sent": out, "heard": heard}


def _ours(
    board: VirtualBoard, files: dict[str, bytes], patience: float, _: Path
) -> dict[str, Any]:
    release = Release(files, {"version": "bench"})
    began = time.monotonic()
    with Prompt(board.link(), patience) as prompt:
        found = survey(prompt)
        plan = make_plan(found, release, direct=not found.listed and not found.facts)
        prepare(prompt, plan.remove, plan.folders)
        send(prompt, plan.items)
        seconds = time.monotonic() - began
        return {
            "seconds": round(seconds, 4),
            "sent": prompt.wire.sent,
            "heard": prompt.wire.heard,
        }
