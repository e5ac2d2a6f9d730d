"""The process in which the VM runs: its terminal, its hardware channel, its end."""

from __future__ import annotations

import ctypes
import fcntl
import os
import pty
import signal
import socket
import sys
import termios
from pathlib import Path

from kostka.errors import HardwareError

from kostka_host import vm

HARDWARE_FD = 3  # of the VM; see rom/_hw.py
_PR_SET_PDEATHSIG = 1
ROM = Path(__file__).parent / "rom"


def make_raw(fd: int, local: int = 0) -> None:
    """Make a terminal pass all bytes as they are, in both directions."""
    mode = termios.tcgetattr(fd)
    mode[0] = mode[1] = 0
    mode[2] = mode[2] & ~(termios.CSIZE | termios.PARENB) | termios.CS8 | termios.CREAD
    mode[3] = local
    mode[6][termios.VMIN] = 1
    mode[6][termios.VTIME] = 0
    termios.tcsetattr(fd, termios.TCSANOW, mode)


class Child:
    """A VM that runs rom/_boot.py and then reads from its terminal, as a board does.

    `terminal` is the descriptor of the terminal's other end, not blocking; `hardware` the socket
    of the hardware channel.
    """

    def __init__(self, command: list[str], heap_bytes: int) -> None:
        """Start the VM.

        Raises:
            HardwareError: the program cannot be started.
        """
        boot = ROM / "_boot.py"
        words = [*vm.interruptible(command), "-X", f"heapsize={heap_bytes}", "-i", os.fspath(boot)]
        master, slave = pty.openpty()
        # NOFLSH means nothing without ISIG: it only shows whether the VM has changed the mode
        make_raw(slave, termios.NOFLSH)
        self.hardware, theirs = socket.socketpair()
        libc = ctypes.CDLL(None, use_errno=True)
        environment = vm.environment([ROM])
        parent = os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            self._become(words, environment, slave, theirs.fileno(), libc, parent)
        theirs.close()
        self._slave = slave  # held open for what the VM leaves unread
        os.set_blocking(master, False)
        self.terminal = master
        self.status: int | None = None  # exit code, or minus the signal that ended it

    @staticmethod
    def _become(
        words: list[str], env: dict[str, str], slave: int, fd: int, libc: ctypes.CDLL, parent: int
    ) -> None:
        """Turn the forked process into the VM; never returns."""
        try:
            if sys.platform == "linux":
                libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
                if os.getppid() != parent:
                    os._exit(1)  # the parent died in between
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            hardware = fcntl.fcntl(fd, fcntl.F_DUPFD, 10)
            for n in range(3):
                os.dup2(slave, n)
            os.dup2(hardware, HARDWARE_FD)
            os.closerange(HARDWARE_FD + 1, 4096)
            for number in (signal.SIGINT, signal.SIGPIPE, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)
            os.execvpe(words[0], words, env)
        except BaseException as problem:
            os.write(2, f"{words[0]}: {problem}\n".encode())
        os._exit(127)

    def interruptible(self) -> bool:
        """Say whether Python code is running, so that Ctrl-C must become an interrupt.

        The VM catches SIGINT exactly while it executes code. The mode of the terminal says
        nearly the same (not in raw paste mode) where there is no /proc.
        """
        caught = self._caught()
        if caught is not None:
            return _has(caught, signal.SIGINT)
        try:
            return bool(termios.tcgetattr(self.terminal)[3] & termios.NOFLSH)
        except termios.error:
            return False

    def _caught(self) -> int | None:
        """Return the signals that the VM catches as a bit mask, or None if nothing tells."""
        try:
            with open(f"/proc/{self.pid}/status", encoding="ascii") as file:
                for line in file:
                    if line.startswith("SigCgt:"):
                        return int(line[7:], 16)
        except OSError:
            pass
        return None

    def interrupt(self) -> None:
        """Raise KeyboardInterrupt in the running code and drop the input it has not read."""
        soft = _has(self._caught() or 0, vm.SAFE_SIGNAL)
        try:
            termios.tcflush(self._slave, termios.TCIFLUSH)
            os.kill(self.pid, vm.SAFE_SIGNAL if soft else signal.SIGINT)
        except (OSError, termios.error):
            pass

    def read(self) -> bytes:
        """Return what the VM has printed since."""
        try:
            return os.read(self.terminal, 65536)
        except BlockingIOError:
            return b""

    def unread(self) -> bytes:
        """Return what was typed and not read by a VM that has ended."""
        os.set_blocking(self._slave, False)
        try:
            return os.read(self._slave, 65536)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> int:
        """Type bytes; return how many found room."""
        try:
            return os.write(self.terminal, data)
        except BlockingIOError:
            return 0

    def kill(self) -> None:
        """End the VM at once, as a power cut does."""
        if self.status is None:
            try:
                os.kill(self.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def ended(self, wait: bool = False) -> bool:
        """Say whether the VM has ended; `status` then says how."""
        if self.status is None:
            pid, status = os.waitpid(self.pid, 0 if wait else os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status is not None

    def close(self) -> None:
        """End the VM and free everything."""
        self.kill()
        self.ended(wait=True)
        os.close(self.terminal)
        os.close(self._slave)
        self.hardware.close()


def _has(mask: int, number: int) -> bool:
    return number > 0 and bool(mask >> (number - 1) & 1)


def heap_bytes(text: str) -> int:
    """Return the number of bytes of a heap size such as 480k or 2M.

    Raises:
        HardwareError: the text is none, or the heap is too small to start or absurdly large.
    """
    factor = {"k": 1024, "m": 1024 * 1024}.get(text[-1:].lower(), 1)
    digits = text[:-1] if factor > 1 else text
    size = int(digits) * factor if digits.isdecimal() else 0
    if not 64 * 1024 <= size <= 1 << 30:
        raise HardwareError("board.heap", text)
    return size
