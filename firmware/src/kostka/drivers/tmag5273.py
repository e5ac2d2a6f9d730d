"""Reads TMAG5273 3-axis Hall sensors: four addresses behind each channel of a TCA9548A.

Each sensor measures all the time, averages 32 conversions, and is read with one command of eight
bytes: x, y, z, CONV_STATUS and a CRC over the address byte and these.

From general knowledge of the data sheet (TI SLYS045), to be checked before a board is built:
register numbers and bits below; manufacturer 0x5449; +-40 mT of variant 1 in 16-bit two's
complement; a conversion of three axes averaged 32 times takes less than 10 ms. Checked against
TI's published examples: CRC-8 with polynomial 0x07 begins with 0xFF.
Users report that in this read mode the CRC begins as if the address byte had been another one
where several sensors share a bus (TI says the like of the TMAG3001). So a sensor that gives the
same wrong beginning `_ADOPT` times in a row, with other data each time, is believed; a damaged
transfer never does that.
"""

from kostka.compat import const

_DEVICE_CONFIG_1 = const(0x00)  # CRC on, temperature compensation of NdFeB, 32 averages
_MANUFACTURER = const(0x0E)
_CONV_STATUS = const(0x18)
_STANDARD = const(0x34)  # 3-byte reads, no CRC: for registers
_CONFIG = b"\xb5\x12\x70\x00"  # 1-byte reads, CRC; low noise, continuous; x y z; +-40 mT
_POWER_WAS_OFF = const(0x10)  # in CONV_STATUS; written back it is cleared
_DIAGNOSIS = const(0x02)

_SENSORS = const(4)
_ADOPT = const(8)
_AGAIN = const(4)  # a sensor that failed so often in a row is set up anew
_COUNT_MAX = const(0x3FFFFFFF)


def _table() -> bytes:
    found = bytearray(256)
    for start in range(256):
        crc = start
        for _ in range(8):
            crc = ((crc << 1) ^ 0x07) & 0xFF if crc & 0x80 else crc << 1
        found[start] = crc
    return bytes(found)


_CRC = _table()
_BACK = bytes([_CRC.find(bytes([crc])) for crc in range(256)])

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.drivers.tca9548a import Switch
    from kostka.hal import I2cBus


class Sensors:
    """All sensors; number cup * 4 + place. `x`, `y`, `z` hold the last good reading.

    A reading counts 1.22 uT. `faults` counts readings that failed, `crc_errors` those of them
    whose CRC was wrong.
    """

    def __init__(
        self, i2c: "I2cBus", switch: "Switch", channels: bytes, addresses: "tuple[int, ...]"
    ) -> None:
        """Take the channel of each cup and the four addresses of its sensors."""
        count = len(channels) * _SENSORS
        self.x = 0
        self.y = 0
        self.z = 0
        self.faults = 0
        self.crc_errors = 0
        self._i2c = i2c
        self._switch = switch
        self._channels = channels
        self._addresses = addresses
        self._ready = bytearray(count)
        self._failed = bytearray(count)
        self._seed = bytearray(
            [_CRC[0xFF ^ (addr << 1 | 1)] for addr in addresses] * len(channels)
        )
        self._other = bytearray(count)  # a beginning of the CRC that was seen instead
        self._seen = bytearray(count)  # how often in a row, with other data each time
        self._last = bytearray(count)  # the CRC that came with it
        self._buf = bytearray(8)
        self._id = bytearray(2)
        self._one = bytearray(1)
        self._config = bytearray(_CONFIG)

    def read(self, number: int) -> bool:
        """Read a sensor, or set it up where it is new; say whether x, y, z are a fresh reading.

        Takes 0.3 ms at 400 kHz, setting up 0.8 ms; a dead bus as long as the bus's timeout.
        Allocates nothing where the sensor answers.
        """
        good = False
        try:
            if self._switch.select(self._channels[number // _SENSORS]):
                addr = self._addresses[number % _SENSORS]
                if not self._ready[number]:
                    self._set_up(number, addr)
                else:
                    self._i2c.readfrom_into(addr, self._buf)
                    good = self._take(number)
        except OSError:
            self._switch.forget()
        if good:
            self._failed[number] = 0
            return True
        self._note(number)
        return False

    def _note(self, number: int) -> None:
        if self.faults < _COUNT_MAX:
            self.faults += 1
        failed = self._failed[number]
        if failed < _AGAIN:
            self._failed[number] = failed + 1
        elif self._seen[number] < 2:  # not about to take up another beginning
            self._ready[number] = 0

    def _set_up(self, number: int, addr: int) -> None:
        """Write the configuration, after a look at who is there."""
        i2c = self._i2c
        self._one[0] = _STANDARD
        i2c.writeto_mem(addr, _DEVICE_CONFIG_1, self._one)
        i2c.readfrom_mem_into(addr, _MANUFACTURER, self._id)
        if self._id[0] != 0x49 or self._id[1] != 0x54:
            return
        self._one[0] = _POWER_WAS_OFF
        i2c.writeto_mem(addr, _CONV_STATUS, self._one)
        i2c.writeto_mem(addr, _DEVICE_CONFIG_1, self._config)
        self._ready[number] = 1
        self._failed[number] = 0

    def _take(self, number: int) -> bool:
        buf = self._buf
        if not self._sound(number):
            self.crc_errors += 1
            return False
        status = buf[6]
        if status & _POWER_WAS_OFF:
            self._ready[number] = 0
            return False
        if status & _DIAGNOSIS:
            return False
        self.x = _signed(buf[0] << 8 | buf[1])
        self.y = _signed(buf[2] << 8 | buf[3])
        self.z = _signed(buf[4] << 8 | buf[5])
        return True

    def _sound(self, number: int) -> bool:
        """Say whether the CRC is right; take up another beginning that shows steadily."""
        buf = self._buf
        table = _CRC
        crc = self._seed[number]
        for i in range(7):
            crc = table[crc ^ buf[i]]
        if crc == buf[7]:
            self._seen[number] = 0
            return True
        crc = buf[7]
        for i in range(6, -1, -1):
            crc = _BACK[crc] ^ buf[i]
        if crc == self._other[number]:
            if buf[7] != self._last[number]:  # a chip that lost its setup repeats itself
                self._last[number] = buf[7]
                self._seen[number] += 1
            if self._seen[number] >= _ADOPT:
                self._seed[number] = crc
                self._seen[number] = 0
                return True
        else:
            self._other[number] = crc
            self._last[number] = buf[7]
            self._seen[number] = 1
        return False

    def is_ready(self, number: int) -> bool:
        """Say whether a sensor is set up and, so far, alive."""
        return bool(self._ready[number])


def _signed(value: int) -> int:
    return value - 0x10000 if value & 0x8000 else value
