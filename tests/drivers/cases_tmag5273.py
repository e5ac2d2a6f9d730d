"""The drivers of TCA9548A and TMAG5273 on a small model of both, on both Pythons."""

from kostka.drivers.tca9548a import Switch
from kostka.drivers.tmag5273 import Sensors

ADDRESSES = (0x35, 0x22, 0x78, 0x44)
MUX = 0x70
CHANNELS = b"\x02\x05"


def crc8(data, crc=0xFF):
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc << 1 ^ 0x07) & 0xFF if crc & 0x80 else crc << 1
    return crc


class Chip:
    """One sensor: registers by number; `gone`, `command` and `damage` are for faults."""

    def __init__(self, addr):
        self.command = addr << 1 | 1
        self.gone = False
        self.damage = 0
        self.xyz = (0, 0, 0)
        self.power_on()

    def power_on(self):
        self.registers = bytearray(32)
        self.registers[14] = 0x49
        self.registers[15] = 0x54
        self.registers[0x18] = 0x10

    def write(self, at, data):
        for i in range(len(data)):
            if at + i == 0x18:
                self.registers[0x18] &= ~data[i] & 0xFF
            else:
                self.registers[at + i] = data[i]

    def read(self, at, buf):
        if at is not None and self.registers[0] & 3 == 0:
            for i in range(len(buf)):
                buf[i] = self.registers[at + i]
            return
        answer = bytearray(8)
        if self.registers[0] & 3 == 1:
            for i in range(3):
                answer[2 * i] = self.xyz[i] >> 8 & 0xFF
                answer[2 * i + 1] = self.xyz[i] & 0xFF
            answer[6] = self.registers[0x18] | 1
            answer[7] = crc8(bytes([self.command]) + answer[:7])
        answer[2] ^= self.damage
        for i in range(len(buf)):
            buf[i] = answer[i]


class Bus:
    """machine.I2C with a switch and a sensor of each address behind two of its channels."""

    def __init__(self):
        self.open = 0
        self.stuck = False
        self.held = False
        self.calls = 0
        self.chips = {}
        for channel in CHANNELS:
            for addr in ADDRESSES:
                self.chips[(channel, addr)] = Chip(addr)

    def chip(self, addr):
        self.calls += 1
        if self.held:
            raise OSError(110)
        for channel in CHANNELS:
            if self.open >> channel & 1:
                found = self.chips[(channel, addr)]
                if not found.gone:
                    return found
        raise OSError(5)

    def writeto(self, addr, buf):
        assert addr == MUX
        if self.held:
            raise OSError(110)
        if not self.stuck:
            self.open = buf[0]

    def readfrom_into(self, addr, buf):
        if addr != MUX:
            self.chip(addr).read(None, buf)
        elif self.held:
            raise OSError(110)
        else:
            buf[0] = self.open

    def writeto_mem(self, addr, memaddr, buf):
        self.chip(addr).write(memaddr, buf)

    def readfrom_mem_into(self, addr, memaddr, buf):
        self.chip(addr).read(memaddr, buf)


def make():
    bus = Bus()
    sensors = Sensors(bus, Switch(bus, MUX), CHANNELS, ADDRESSES)
    return bus, sensors


def set_up(sensors):
    for number in range(8):
        assert sensors.read(number) is False
        assert sensors.is_ready(number)


def case_a_sensor_is_set_up_and_then_read():
    bus, sensors = make()
    set_up(sensors)
    chip = bus.chips[(5, 0x22)]
    assert bytes(chip.registers[:4]) == b"\xb5\x12\x70\x00"
    assert chip.registers[0x18] & 0x10 == 0
    chip.xyz = (1000, -1, -32768)
    assert sensors.read(5)
    assert (sensors.x, sensors.y, sensors.z) == (1000, -1, -32768)
    assert sensors.crc_errors == 0


def case_the_crc_is_that_of_the_data_sheet():
    # TI SLYS045, examples of the chapter on CRC
    for data, crc in ((b"\x00", 0xF3), (b"\xff", 0x00), (b"\x4c", 0x10), (bytes(4), 0xD1)):
        assert crc8(data) == crc


def case_every_damaged_bit_is_refused_and_keeps_the_last_reading():
    bus, sensors = make()
    set_up(sensors)
    chip = bus.chips[(2, 0x35)]
    chip.xyz = (5, 6, 7)
    assert sensors.read(0)
    for bit in range(8):
        chip.xyz = (100 + bit, 200, 300)
        chip.damage = 1 << bit
        assert sensors.read(0) is False
        assert (sensors.x, sensors.y, sensors.z) == (5, 6, 7)
        chip.damage = 0
        assert sensors.read(0)
        chip.xyz = (5, 6, 7)
        assert sensors.read(0)
    assert sensors.crc_errors == 8


def case_a_missing_sensor_fails_alone_and_is_set_up_when_it_is_back():
    bus, sensors = make()
    set_up(sensors)
    chip = bus.chips[(2, 0x78)]
    chip.gone = True
    for _ in range(6):
        assert sensors.read(2) is False
        assert sensors.read(3)
    assert not sensors.is_ready(2)
    chip.power_on()
    chip.gone = False
    assert sensors.read(2) is False  # set up
    assert sensors.read(2)
    assert sensors.faults == 8 + 6 + 1


def case_a_sensor_that_lost_its_setup_is_never_believed():
    bus, sensors = make()
    set_up(sensors)
    chip = bus.chips[(2, 0x35)]
    assert sensors.read(0)
    chip.power_on()
    chip.damage = 0x21  # any bytes, but always the same
    for _ in range(8):
        assert sensors.read(0) is False
    chip.damage = 0
    assert sensors.read(0) or sensors.read(0)
    assert chip.registers[0] == 0xB5  # it was read only after it was set up anew


def case_another_beginning_of_the_crc_is_taken_up_when_it_stays():
    bus, sensors = make()
    set_up(sensors)
    chip = bus.chips[(2, 0x35)]
    chip.command = 0xBC
    good = 0
    for turn in range(12):
        chip.xyz = (turn, turn * 3, -turn)
        if sensors.read(0):
            good += 1
            assert sensors.x == turn
    assert good == 5
    assert sensors.crc_errors == 7


def case_a_stuck_switch_gives_no_reading():
    bus, sensors = make()
    set_up(sensors)
    assert sensors.read(0)
    bus.stuck = True
    assert sensors.read(4) is False
    assert sensors.read(0) is True  # it is there that the switch is stuck
    bus.stuck = False
    assert sensors.read(4)


def case_a_held_bus_fails_at_once_and_comes_back():
    bus, sensors = make()
    set_up(sensors)
    bus.held = True
    assert sensors.read(0) is False
    assert sensors.read(4) is False
    bus.held = False
    assert sensors.read(0)
    assert sensors.read(4)


def case_another_chip_is_not_taken_for_a_sensor():
    bus, sensors = make()
    bus.chips[(2, 0x35)].registers[14] = 0
    for _ in range(3):
        assert sensors.read(0) is False
    assert not sensors.is_ready(0)


def case_one_reading_is_one_transfer():
    bus, sensors = make()
    set_up(sensors)
    sensors.read(0)
    calls = bus.calls
    sensors.read(1)
    assert bus.calls == calls + 1


def case_a_diagnosis_of_the_chip_is_heard():
    bus, sensors = make()
    set_up(sensors)
    bus.chips[(2, 0x35)].registers[0x18] |= 2
    assert sensors.read(0) is False
