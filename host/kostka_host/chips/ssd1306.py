"""An SSD1306 with 128x64 pixels on I2C: its memory, how it is addressed, and what is seen.

Commands are those of the data sheet, chapter 9; those that are not known are refused, as a byte
that is out of place would do harm. This module runs on MicroPython as well, for the tests of the
driver.
"""

COLUMNS = 128
PAGES = 8
ROWS = 64
HORIZONTAL = 0  # ways of addressing
VERTICAL = 1
PAGE = 2

# Commands with so many bytes that follow.
_FOLLOW = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1,
    0xDB: 1,
}  # fmt: skip
_SINGLE = (0xA0, 0xA1, 0xA4, 0xA5, 0xA6, 0xA7, 0xAE, 0xAF, 0xC0, 0xC8, 0xE3)


class Ssd1306:
    """The chip with its glass. After power on it is dark and its memory holds anything.

    `problems` lists what the chip could not understand. `bytes` counts what was sent to it.
    """

    def __init__(self) -> None:
        self.bytes = 0
        self.problems: list[str] = []
        self.power_on()

    def power_on(self) -> None:
        """Begin as after power on."""
        self.memory = bytearray([(i * 37 + 11) & 0xFF for i in range(COLUMNS * PAGES)])
        self.on = False
        self.pump = False
        self.contrast = 0x7F
        self.mode = PAGE
        self._all = False
        self._inverted = False
        self._mirrored = True  # columns and rows count from the edge away from the ribbon
        self._upside_down = True
        self._start = 0
        self._offset = 0
        self._column = 0
        self._page = 0
        self._columns = (0, COLUMNS - 1)
        self._pages = (0, PAGES - 1)

    # The bus ---------------------------------------------------------------------------------

    def write(self, data: bytes) -> bool:
        """Take a control byte and what follows it."""
        self.bytes += len(data)
        if not data:
            return True
        if data[0] == 0x40:
            for i in range(1, len(data)):
                self._store(data[i])
        elif data[0] == 0x00:
            self._commands(data)
        else:
            self.problems.append("control byte %d" % data[0])
        return True

    def read(self, count: int) -> "bytes | None":
        """Return the status: bit 6 says that the display is off."""
        return bytes([0x03 if self.on else 0x43]) * count

    def _store(self, value: int) -> None:
        self.memory[self._page * COLUMNS + self._column] = value
        if self.mode == PAGE:
            self._column = (self._column + 1) % COLUMNS
        elif self.mode == HORIZONTAL:
            if self._next_column():
                self._next_page()
        elif self._next_page():
            self._next_column()

    def _next_column(self) -> bool:
        first, last = self._columns
        over = self._column == last
        self._column = first if over else (self._column + 1) % COLUMNS
        return over

    def _next_page(self) -> bool:
        first, last = self._pages
        over = self._page == last
        self._page = first if over else (self._page + 1) % PAGES
        return over

    def _commands(self, data: bytes) -> None:
        at = 1
        while at < len(data):
            code = data[at]
            count = _FOLLOW.get(code, 0)
            if at + count >= len(data):
                self.problems.append("command %02x is cut off" % code)
                return
            if count:
                self._set(code, data[at + 1], data[at + count])
            else:
                self._single(code)
            at += 1 + count

    def _single(self, code: int) -> None:
        if code < 0x10:
            self._column = self._column & 0x70 | code
        elif code < 0x20:
            self._column = self._column & 0x0F | (code & 7) << 4
        elif 0x40 <= code < 0x80:
            self._start = code & 0x3F
        elif 0xB0 <= code < 0xB8:
            self._page = code & 7
        elif code in (0xA0, 0xA1):
            self._mirrored = code == 0xA0
        elif code in (0xC0, 0xC8):
            self._upside_down = code == 0xC0
        elif code in (0xA4, 0xA5):
            self._all = code == 0xA5
        elif code in (0xA6, 0xA7):
            self._inverted = code == 0xA7
        elif code in (0xAE, 0xAF):
            self.on = code == 0xAF
        elif code not in _SINGLE:
            self.problems.append("command %02x" % code)

    def _set(self, code: int, first: int, last: int) -> None:
        if code == 0x20:
            self.mode = first & 3
        elif code == 0x21:
            self._columns = (first & 127, last & 127)
            self._column = first & 127
        elif code == 0x22:
            self._pages = (first & 7, last & 7)
            self._page = first & 7
        elif code == 0x81:
            self.contrast = first
        elif code == 0x8D:
            self.pump = first & 4 == 4
        elif code == 0xD3:
            self._offset = first & 0x3F
        elif code == 0xA8 and first != ROWS - 1:
            self.problems.append("%d rows" % (first + 1))

    # Eyes ------------------------------------------------------------------------------------

    def pixel(self, x: int, y: int) -> bool:
        """Say whether a pixel is lit, seen with the ribbon at the top."""
        if not self.on or not self.pump:
            return False
        if self._all:
            return True
        column = COLUMNS - 1 - x if self._mirrored else x
        line = ROWS - 1 - y if self._upside_down else y
        row = (line + self._start + self._offset) % ROWS
        lit = self.memory[(row >> 3) * COLUMNS + column] >> (row & 7) & 1 == 1
        return lit != self._inverted

    def rows(self) -> "list[str]":
        """Return the picture: a string of 32 hex digits a row, the leftmost pixel first."""
        found = []
        for y in range(ROWS):
            value = 0
            for x in range(COLUMNS):
                value = value << 1 | self.pixel(x, y)
            found.append("%032x" % value)
        return found
