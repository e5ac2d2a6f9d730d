"""The chain driver against a model of 74HC165 chips that works edge by edge."""

import board_layout as layout
from kostka.drivers import hc165


class Chips:
    """Registers in a row: SH/LD low takes the inputs, a rising CLK shifts towards QH."""

    def __init__(self, inputs):
        self.inputs = bytearray(inputs)
        self.bits = [0] * (8 * len(inputs))
        self.pulses = 0

    def value(self, level):  # the SH/LD pin
        if level == 0:
            self.bits = [byte >> (7 - i) & 1 for byte in self.inputs for i in range(8)]
            self.pulses += 1

    def rise(self):
        self.bits = self.bits[1:] + [0]


class Spi:
    """A master of any mode. `late` takes data after the chips reacted to the same edge."""

    def __init__(self, chips, polarity, phase, late=False):
        self.chips = chips
        self.polarity = polarity
        self.phase = phase
        self.late = late
        self.gone = False

    def edge(self, rising, sample):
        bit = self.chips.bits[0]
        if rising:
            self.chips.rise()
        if sample and self.late:
            bit = self.chips.bits[0]
        return bit

    def readinto(self, buf):
        for i in range(len(buf)):
            byte = 0
            for _ in range(8):
                first = self.edge(self.polarity == 0, self.phase == 0)
                second = self.edge(self.polarity == 1, self.phase == 1)
                byte = byte << 1 | (second if self.phase else first)
            buf[i] = byte

    def deinit(self):
        self.gone = True


def idle():
    """Return the inputs of all chips with an empty table and no key down."""
    inputs = bytearray(layout.STRAP_VALUE[:-1])
    for i in range(len(inputs)):
        inputs[i] |= ~layout.STRAP_MASK[i] & 0xFF
    return inputs


def make(polarity=hc165.POLARITY, phase=hc165.PHASE, late=False):
    chips = Chips(idle())
    spi = Spi(chips, polarity, phase, late)
    return chips, spi, hc165.Chain(spi, chips, layout.STRAP_MASK, layout.STRAP_VALUE)


def close(chips, bit):
    chips.inputs[bit >> 3] &= ~(1 << (bit & 7)) & 0xFF


def ones(raw):
    return [i for i in range(8 * len(raw)) if raw[i >> 3] >> (i & 7) & 1]


def case_an_empty_table_reads_as_zeros():
    chips, _, chain = make()
    assert chain.scan() is True
    assert bytes(chain.raw) == bytes(layout.CHAIN_BYTES)
    assert chain.faults == 0
    assert chips.pulses == 1


def case_every_cell_and_key_sets_its_own_bit():
    for bit in list(layout.CELL_BIT) + list(layout.KEY_BIT):
        chips, _, chain = make()
        close(chips, bit)
        assert chain.scan()
        assert ones(chain.raw) == [bit]


def case_only_mode_2_needs_no_luck_with_edges():
    good = []
    for polarity in (0, 1):
        for phase in (0, 1):
            results = []
            for late in (False, True):
                chips, _, chain = make(polarity, phase, late)
                close(chips, layout.CELL_BIT[0])
                results.append(chain.scan() and ones(chain.raw) == [layout.CELL_BIT[0]])
            good.append((polarity, phase, results))
    assert good == [
        (0, 0, [True, False]),
        (0, 1, [False, False]),
        (1, 0, [True, True]),
        (1, 1, [True, False]),
    ], good


def case_changes_come_and_go_in_the_same_buffer():
    chips, _, chain = make()
    raw = chain.raw
    chain.scan()
    close(chips, layout.CELL_BIT[77])
    chain.scan()
    assert ones(raw) == [layout.CELL_BIT[77]]
    chips.inputs = idle()
    chain.scan()
    assert ones(raw) == []
    assert chain.raw is raw


def case_a_broken_chain_is_counted_and_kept_out():
    chips, _, chain = make()
    close(chips, layout.CELL_BIT[5])
    assert chain.scan()
    good = bytes(chain.raw)
    for stuck in (0x00, 0xFF):
        chips.inputs = bytearray([stuck] * len(chips.inputs))
        for _ in range(3):
            assert chain.scan() is False
        assert bytes(chain.raw) == good
    assert chain.faults == 6
    chips.inputs = idle()
    assert chain.scan() is True
    assert chain.ok
    assert bytes(chain.raw) == bytes(layout.CHAIN_BYTES)
    assert chain.faults == 6


def case_a_first_scan_of_zeros_is_a_fault():
    chips, _, chain = make()
    chips.inputs = bytearray(len(chips.inputs))
    assert chain.scan() is False
    assert chain.faults == 1


def case_a_missing_panel_or_a_swapped_one_is_seen():
    for take in range(len(idle())):
        chips, _, chain = make()
        chips.inputs = chips.inputs[:take] + chips.inputs[take + 1 :] + b"\xff"
        assert chain.scan() is False, take
    chips, _, chain = make()
    chips.inputs.append(0xFF)  # one chip too many: the terminator is not 0
    assert chain.scan() is False


def case_a_lost_or_extra_clock_is_seen():
    chips, spi, chain = make()
    for slip in (1, 2, 7, 8):
        levels = chips.value

        def slipped(level, slip=slip, levels=levels):
            levels(level)
            if level:
                for _ in range(slip):
                    chips.rise()

        chain = hc165.Chain(spi, Pin(slipped), layout.STRAP_MASK, layout.STRAP_VALUE)
        assert chain.scan() is False, slip


class Pin:
    def __init__(self, value):
        self.value = value


def case_one_bad_byte_among_good_changes_changes_nothing():
    chips, _, chain = make()
    chain.scan()
    close(chips, layout.CELL_BIT[0])
    chips.inputs[20] ^= 0xC0  # both straps of a row swapped
    assert chain.scan() is False
    assert ones(chain.raw) == []
    chips.inputs[20] ^= 0xC0
    assert chain.scan() is True
    assert ones(chain.raw) == [layout.CELL_BIT[0]]


def case_deinit_frees_the_bus():
    _, spi, chain = make()
    chain.deinit()
    assert spi.gone
