"""Somebody else's board: plain MicroPython behind a port, without anything of Kostka on it.

`python kostka_plain.py` prints the name of a port and serves it until its standard input ends. The
unix port of MicroPython stands in for a board. As on one, Ctrl-C interrupts, and a program that
ends, Ctrl-D at the prompt and a kill are followed by a start with a banner.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import subprocess
import sys
import tempfile
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kostka_host import vm

BOOT = """
import vfs
class Flash:
    def __init__(self, path):
        self.file = open(path, "r+b")
    def readblocks(self, n, buf, off=0):
        self.file.seek(n * 4096 + off)
        self.file.readinto(buf)
    def writeblocks(self, n, buf, off=None):
        if off is not None:
            self.file.seek(n * 4096 + off)
            self.file.write(buf)
            self.file.flush()
    def ioctl(self, op, arg):
        return {4: 64, 5: 4096, 6: 0}.get(op, 0)
flash = Flash(IMAGE)
try:
    found = vfs.VfsLfs2(flash)
except OSError:
    vfs.VfsLfs2.mkfs(flash)
    found = vfs.VfsLfs2(flash)
vfs.umount("/")
vfs.mount(found, "/")
print("ready")
"""
READY = b"ready"


def _raw(fd: int) -> None:
    mode = termios.tcgetattr(fd)
    mode[0] = mode[1] = mode[3] = 0
    mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
    termios.tcsetattr(fd, termios.TCSANOW, mode)


def _start(boot: Path) -> tuple[subprocess.Popen[bytes], int]:
    master, slave = pty.openpty()
    _raw(slave)

    def own_terminal() -> None:
        os.setsid()
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)

    words = [*vm.find_micropython(), "-X", "heapsize=480k", "-i", str(boot)]
    child = subprocess.Popen(
        words,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        close_fds=True,
        preexec_fn=own_terminal,  # noqa: PLW1509  # there are no threads here
        env=vm.environment([]),
    )
    os.close(slave)
    said = b""
    while READY not in said:  # a Ctrl-C that comes earlier would leave the board without a flash
        said += os.read(master, 4096)
    return child, master


def _runs(pid: int) -> bool:
    """Say whether code is running: then MicroPython catches the signal of Ctrl-C."""
    for row in Path(f"/proc/{pid}/status").read_text().splitlines():
        if row.startswith("SigCgt:"):
            return bool(int(row[7:], 16) >> (signal.SIGINT - 1) & 1)
    return False


def _type(child: subprocess.Popen[bytes], vm_end: int, data: bytes) -> None:
    """Pass on what a host types; Ctrl-C is an interrupt while a program runs."""
    for byte in data.split(b"\x03")[0:1]:
        os.write(vm_end, byte)
    for piece in data.split(b"\x03")[1:]:
        if _runs(child.pid):
            os.kill(child.pid, signal.SIGINT)
        else:
            os.write(vm_end, b"\x03")
        os.write(vm_end, piece)


def serve() -> None:
    port, theirs = pty.openpty()
    _raw(theirs)
    with tempfile.TemporaryDirectory() as folder:
        boot, image = Path(folder, "boot.py"), Path(folder, "flash.img")
        image.write_bytes(b"\xff" * 64 * 4096)
        boot.write_text(f"IMAGE = {str(image)!r}\n{BOOT}")
        print(os.ttyname(theirs), flush=True)
        _carry(port, boot)


def _carry(port: int, boot: Path) -> None:
    child, vm_end = _start(boot)
    raw = False
    while True:
        ready = select.select([0, port, vm_end], [], [])[0]
        if 0 in ready and not os.read(0, 64):
            break
        if port in ready:
            data = os.read(port, 4096)
            raw = data.rfind(b"\x01") > data.rfind(b"\x02") if set(data) & {1, 2} else raw
            try:
                _type(child, vm_end, data)
            except OSError:
                pass
        if vm_end in ready:
            try:
                data = os.read(vm_end, 4096)
            except OSError:
                data = b""
            if data:
                os.write(port, data)
                continue
            child.wait()
            os.close(vm_end)
            os.write(port, b"MPY: soft reboot\r\n")
            child, vm_end = _start(boot)
            if raw:  # a board stays at its raw prompt
                os.write(vm_end, b"\x01")
    child.kill()


@contextmanager
def plain_board() -> Iterator[str]:
    """Run a plain board; its port."""
    script = Path(__file__)
    child = subprocess.Popen(
        [sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert child.stdin is not None
    assert child.stdout is not None
    try:
        yield child.stdout.readline().strip()
    finally:
        child.stdin.close()
        try:
            child.wait(5)
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGKILL)
        child.stdout.close()


if __name__ == "__main__":
    serve()
