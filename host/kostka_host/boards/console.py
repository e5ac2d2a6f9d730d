"""What a VM prints, made into what a board sends over USB.

The unix port leaves a newline alone where a board's `print` sends carriage return and newline;
bytes that a program writes itself stay as they are on both. A checked line and the binary
dialogue of `mpremote mount` are such bytes.
"""

from __future__ import annotations

import re

RAW_BANNER = b"raw REPL; CTRL-B to exit\r\n"
FRIENDLY_BANNER = b'Type "help()" for more information.\r\n'
SOFT_REBOOT = b"MPY: soft reboot\r\n"
ENTER_RAW = b"\x01"  # Ctrl-A

_MOUNT = b"\x18"  # begins every request of mpremote's remote file system
_CHECKED = b"$<"
_LOG = 65536
# what the VM says between its start and raw mode: a board that stays raw says none of it
_DETOUR = re.compile(rb"MicroPython [^\r\n]*\r\n" + re.escape(FRIENDLY_BANNER) + rb">>> \r\n")


class Console:
    """The output of one VM after another, with the state that outlives them.

    `raw` says whether the prompt is in raw mode. `log` holds the last bytes that were printed.
    """

    def __init__(self) -> None:
        self.raw = False
        self.log = bytearray()
        self._tail = b""  # end of what came, in which a banner may have begun
        self._held: bytes | None = None  # output kept back until raw mode is reached
        self._line = b""  # first bytes of the line under way
        self._last = 0
        self._mount = False

    def expect_detour(self) -> None:
        """Hide the friendly banner of a VM that is about to be led back into raw mode."""
        self._held = b""

    @property
    def detour(self) -> bool:
        """Say whether a VM is still on its way back into raw mode."""
        return self._held is not None

    def started(self) -> None:
        """Note that a fresh VM prints from now on."""
        self._tail = b""
        self._held = None
        self._mount = False

    def host_spoke(self) -> None:
        """Note that the host has answered: a request of the remote file system is over."""
        self._mount = False

    def feed(self, data: bytes) -> bytes:
        """Take what the VM printed, return what goes to the host."""
        if self._held is not None:
            data = self._hide(data)
        self._note_mode(data)
        return self.own(self._cook(data))

    def own(self, data: bytes) -> bytes:
        """Note words that go to the host as they are, and return them."""
        self.log += data
        if len(self.log) > 2 * _LOG:
            del self.log[:-_LOG]
        return data

    def _hide(self, data: bytes) -> bytes:
        held = (self._held or b"") + data
        end = held.find(RAW_BANNER)
        if end >= 0:
            self._held = None
            return (
                _DETOUR.sub(b"", held[: end + len(RAW_BANNER)], count=1)
                + held[end + len(RAW_BANNER) :]
            )
        begin = held.find(b"MicroPython ")
        if begin < 0:
            begin = max(0, len(held) - 12)
        self._held = held[begin:]
        return held[:begin]

    def _note_mode(self, data: bytes) -> None:
        text = self._tail + data
        raw = text.rfind(RAW_BANNER)
        friendly = text.rfind(FRIENDLY_BANNER)
        if raw >= 0 or friendly >= 0:
            self.raw = raw > friendly
        self._tail = text[-40:]

    def _cook(self, data: bytes) -> bytes:
        """Put a carriage return before the newlines of text."""
        if not data:
            return data
        if self._mount or _MOUNT in data:
            self._mount = True
            return data
        parts = data.split(b"\n")
        out = []
        for part in parts[:-1]:
            if len(self._line) < 2:
                self._line = (self._line + part)[:2]
            last = part[-1] if part else self._last
            out.append(part if self._line == _CHECKED or last == 13 else part + b"\r")
            self._line = b""
            self._last = 10
        if parts[-1]:
            if len(self._line) < 2:
                self._line = (self._line + parts[-1])[:2]
            self._last = parts[-1][-1]
        out.append(parts[-1])
        return b"\n".join(out)
