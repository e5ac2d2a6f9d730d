"""A string of WS2812B LEDs, and what a PIO program makes of the words in its queue."""

from __future__ import annotations

LED_BYTES = 3  # green, red, blue

Color = tuple[int, int, int]


class LedString:
    """`n` LEDs; each keeps its color until new data comes or the power goes."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.frames = 0
        self.powered = True
        self._grb = bytearray(LED_BYTES * n)
        self._at = 0  # bytes that came since the last gap
        self._wire = bytearray()  # what came since, as a tap on the line has it
        self.tap = b""  # the last whole frame of it since the power came

    def receive(self, data: bytes, goes_on: bool = False) -> None:
        """Take bytes from the wire; `goes_on` says that no gap came before them.

        Bytes for more LEDs than there are run out at the end of the string.
        """
        if not goes_on:
            self._at = 0
            self.frames += 1
            self._wire = bytearray()
        if not self.powered:
            return
        self._wire += data[: len(self._grb) - len(self._wire)]
        if len(self._wire) == len(self._grb):
            self.tap = bytes(self._wire)
        fits = data[: len(self._grb) - self._at]
        whole = len(fits) - (self._at + len(fits)) % LED_BYTES
        self._grb[self._at : self._at + whole] = fits[:whole]
        self._at += len(fits)

    def power(self, on: bool) -> None:
        """Switch the supply; without it all colors are lost."""
        if not on:
            self._grb = bytearray(len(self._grb))
            self.tap = b""
        self.powered = on

    def color(self, led: int) -> Color:
        """Return (red, green, blue) of an LED, 0..255."""
        at = LED_BYTES * led
        return self._grb[at + 1], self._grb[at], self._grb[at + 2]

    def total(self) -> int:
        """Return the sum of all values, which the current follows."""
        return sum(self._grb)


def shifted_bytes(
    data: bytes, unit: int, threshold: int, to_right: bool = False, swap: bool = False
) -> bytes:
    """Return the bytes that a PIO program shifts out, `threshold` bits of each queue word.

    Args:
        data: what a DMA channel reads, little-endian.
        unit: bytes of one transfer, 1, 2 or 4; the bus repeats a short one over the 32 bits of
            the queue (RP2040 datasheet 2.1.4).
        threshold: bits the program takes from a word, 1..32.
        to_right: the lowest bits leave first.
        swap: the DMA channel turns the bytes of a transfer round.
    """
    if unit == 1 and threshold == 8 and not to_right:
        return data
    bits: list[str] = []
    for at in range(0, len(data) - unit + 1, unit):
        piece = data[at : at + unit]
        word = int.from_bytes((piece[::-1] if swap else piece) * (4 // unit), "little")
        text = f"{word:032b}"
        bits.append(text[::-1][:threshold] if to_right else text[:threshold])
    stream = "".join(bits)
    stream = stream[: len(stream) // 8 * 8]
    return int(stream, 2).to_bytes(len(stream) // 8, "big") if stream else b""
