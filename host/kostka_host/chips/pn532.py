"""A PN532 on I2C with NTAG213 tags in its field, as far as a reader of tags meets it.

Frames and answers are those of NXP UM0701-02. The first byte that is read tells whether there is
something to hear; a frame that is sent while another is worked on drops that one. This module
runs on MicroPython as well, for the tests of the driver.
"""

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from collections.abc import Callable

ACK_FRAME = b"\x00\x00\xff\x00\xff\x00"
ERROR_FRAME = b"\x00\x00\xff\x01\xff\x7f\x81\x00"
PAGE = 4
PAGES = 45  # of an NTAG213
CC = b"\xe1\x10\x12\x00"  # capability container: NDEF 1.0, 144 bytes
ACK_US = 600
SEARCH_US = 6000  # a look for a tag
WORK_US = 1500  # any other command
READ_US = 5000


def ndef_text(text: str) -> bytes:
    """Return the NDEF block with a text record, as a phone writes it."""
    payload = b"\x02en" + text.encode()
    record = bytes([0xD1, 1, len(payload)]) + b"T" + payload
    return b"\x03" + bytes([len(record)]) + record + b"\xfe"


class Tag:
    """An NTAG213, or with another `sel_res` a card that has no pages to read."""

    def __init__(self, uid: bytes, text: str = "", sel_res: int = 0, blocks: bytes = b"") -> None:
        self.uid = bytes(uid)
        self.sel_res = sel_res
        self.memory = bytearray(PAGES * PAGE)
        self.memory[12:16] = CC
        blocks = blocks or (ndef_text(text) if text else b"\xfe")
        self.memory[16 : 16 + len(blocks)] = blocks
        self.deaf = 0  # so many reads fail, as at the edge of the field

    def read(self, page: int) -> "bytes | None":
        """Return four pages from one on, None for no answer; behind the last follows the first."""
        if self.deaf:
            self.deaf -= 1
            return None
        if self.sel_res or not 0 <= page < PAGES:
            return None
        twice = self.memory + self.memory
        return bytes(twice[page * PAGE : page * PAGE + 16])


class Pn532:
    """The chip, with `tags` in the order in which they are found.

    Quirks: `slow_us` is added to every answer, `shy` is a chip that does not acknowledge its
    address while it works, `mute` one that never answers until it is reset. `garble` is a
    function of what is read, for damage on the wire. `field` says whether the field is on.
    """

    def __init__(self, now_us: "Callable[[], int]") -> None:
        self.tags: list[Tag] = []
        self.slow_us = 0
        self.shy = False
        self.mute = False
        self.garble: Callable[[bytes], bytes] | None = None
        self.commands = 0
        self.held = False  # RSTPD_N is low
        self._now_us = now_us
        self.power_on()

    def power_on(self) -> None:
        """Begin as after power or reset: not configured, tags are looked for without an end."""
        self.field = False
        self.mute = False
        self._retries = 0xFF
        self._listed: list[Tag] = []
        self._queue: list[tuple[int, bytes]] = []  # when it is ready, and the frame

    def reset_pin(self, level: int) -> None:
        """Take the level of RSTPD_N."""
        if self.held and level:
            self.power_on()
        self.held = not level
        if self.held:
            self.field = False

    def irq(self) -> int:
        """Return the level of the IRQ pin: low while there is something to read."""
        return 0 if self._is_ready() else 1

    def _is_ready(self) -> bool:
        return len(self._queue) > 0 and self._now_us() >= self._queue[0][0]

    # The bus ---------------------------------------------------------------------------------

    def write(self, data: bytes) -> bool:
        """Take a frame; return whether the chip acknowledged it."""
        if self.held or (self.shy and self._queue and not self._is_ready()):
            return False
        if not data or self.mute:
            return True
        self._queue = []
        if data == ACK_FRAME:
            return True
        command = _content(data)
        if command is None:
            return True  # it waits for a right one
        self.commands += 1
        now = self._now_us()
        self._queue.append((now + ACK_US + self.slow_us, ACK_FRAME))
        answer, takes_us = self._do(command)
        if answer is not None:
            frame = ERROR_FRAME if answer == b"" else _frame(answer)
            self._queue.append((now + ACK_US + takes_us + 2 * self.slow_us, frame))
        return True

    def read(self, count: int) -> "bytes | None":
        """Return the ready byte and what there is to hear, None while nobody acknowledges."""
        if self.held or (self.shy and not self._is_ready()):
            return None
        if self.mute or not self._is_ready():
            return bytes(count)
        data = b"\x01"
        if count > 1:
            data += self._queue.pop(0)[1]
        data = data[:count] + bytes(max(0, count - len(data)))
        return self.garble(data) if self.garble is not None else data

    # Commands --------------------------------------------------------------------------------

    def _do(self, command: bytes) -> "tuple[bytes | None, int]":
        """Return the answer, None for never and b"" for an error, and how long it takes."""
        code = command[0]
        if code == 0x02:
            return b"\x03\x32\x01\x06\x07", WORK_US
        if code in (0x12, 0x14) and len(command) >= 2:
            return bytes([code + 1]), WORK_US
        if code == 0x32 and len(command) >= 3:
            if command[1] == 5 and len(command) >= 5:
                self._retries = command[4]
            elif command[1] == 1:
                self.field = command[2] & 1 == 1
                self._listed = []
            return b"\x33", WORK_US
        if code == 0x4A and len(command) >= 3 and command[1] in (1, 2) and command[2] == 0:
            return self._list(command[1])
        if code == 0x40 and len(command) == 4 and command[2] == 0x30:
            return self._exchange(command[1], command[3]), READ_US
        return b"", WORK_US

    def _list(self, most: int) -> "tuple[bytes | None, int]":
        self.field = True
        self._listed = self.tags[:most]
        if not self._listed and self._retries == 0xFF:
            return None, 0  # it looks on until there is one
        answer = b"\x4b" + bytes([len(self._listed)])
        for number, tag in enumerate(self._listed):
            sens_res = b"\x00\x44" if len(tag.uid) == 7 else b"\x00\x04"
            head = bytes([number + 1]) + sens_res + bytes([tag.sel_res, len(tag.uid)])
            answer += head + tag.uid
        return answer, SEARCH_US * (1 if self._listed else 1 + self._retries)

    def _exchange(self, target: int, page: int) -> bytes:
        if not self.field or not 1 <= target <= len(self._listed):
            return b"\x41\x27"  # the command is not acceptable now
        tag = self._listed[target - 1]
        found = tag.read(page) if tag in self.tags else None
        return b"\x41\x01" if found is None else b"\x41\x00" + found  # 1: timeout


def _frame(content: bytes) -> bytes:
    size = len(content) + 1
    total = 0xD5 + sum(content)
    head = bytes([0, 0, 0xFF, size, -size & 0xFF, 0xD5])
    return head + content + bytes([-total & 0xFF, 0])


def _content(data: bytes) -> "bytes | None":
    """Return command and parameters of a frame of the host, None for a wrong one."""
    if len(data) < 8 or bytes(data[:3]) != b"\x00\x00\xff":
        return None
    size = data[3]
    if (size + data[4]) & 0xFF or len(data) != size + 7 or size < 2 or data[5] != 0xD4:
        return None
    if sum(data[5:-1]) & 0xFF:
        return None
    return bytes(data[6 : 5 + size])
