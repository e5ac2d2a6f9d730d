"""The tag reader's driver over the chip's model, with everything going wrong that can."""

from kostka.drivers import pn532
from kostka.rules.rng import XorShift
from kostka.tags import ndef
from kostka.tags.stand import BACK, GONE, LOST, NONE, PRESENT, TWO
from kostka_host.chips.pn532 import Pn532, Tag

STEP_MS = 10
A = bytes([0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6])
B = bytes([0x04, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66])


class Line:
    def __init__(self, set_level=None, get_level=None):
        self.set_level = set_level
        self.get_level = get_level

    def value(self, level=None):
        if level is None:
            return self.get_level()
        self.set_level(level)


class Bus:
    """The bus with the chip; counts bytes, as a call must be short, and fails on demand."""

    def __init__(self, chip):
        self.chip = chip
        self.plugged = True
        self.fault = None  # called before each transfer; True: it fails
        self.longest = 0
        self.bytes = 0

    def _begin(self, addr, size):
        assert addr == pn532.ADDRESS
        self.bytes += size + 1
        if not self.plugged or (self.fault is not None and self.fault()):
            raise OSError(5)

    def writeto(self, addr, buf):
        self._begin(addr, len(buf))
        if not self.chip.write(bytes(buf)):
            raise OSError(5)

    def readfrom_into(self, addr, buf):
        self._begin(addr, len(buf))
        data = self.chip.read(len(buf))
        if data is None:
            raise OSError(5)
        for i in range(len(buf)):
            buf[i] = data[i]


class Stand:
    def __init__(self, irq=False, reset=True, now=0x3FFFFFFF - 3000):
        self.now = now
        self.ms = 0
        self.chip = Pn532(lambda: self.ms * 1000)
        self.bus = Bus(self.chip)
        self.resets = 0
        self.reader = pn532.TagReader(
            self.bus,
            Line(set_level=self._reset) if reset else None,
            Line(get_level=self.chip.irq) if irq else None,
        )
        self.longest = 0

    def _reset(self, level):
        self.resets += not level
        self.chip.reset_pin(level)

    def run(self, ms, until=-1):
        """Step for some time or until an event; return the events."""
        found = []
        end = self.ms + ms
        while self.ms < end:
            before = self.bus.bytes
            event = self.reader.step(self.now)
            self.longest = max(self.longest, self.bus.bytes - before)
            if event != NONE:
                found.append(event)
            self.ms += STEP_MS
            self.now = (self.now + STEP_MS) & 0x3FFFFFFF
            if event == until:
                break
        return found

    def unplug(self):
        self.bus.plugged = False

    def plug(self):
        self.bus.plugged = True
        self.chip.power_on()

    def uid(self):
        return bytes(self.reader.uid[: self.reader.uid_size])

    def text(self):
        return ndef.text(self.reader.memory, self.reader.memory_size)


def ready(**options):
    stand = Stand(**options)
    assert stand.run(1000) == []
    assert stand.reader.present
    return stand


def case_a_tag_comes_and_goes():
    for irq in (False, True):
        stand = ready(irq=irq)
        stand.chip.tags = [Tag(A, "k:card:7")]
        assert stand.run(600, PRESENT) == [PRESENT]
        assert (stand.uid(), stand.text()) == (A, "k:card:7")
        assert stand.run(3000) == []
        assert stand.text() == "k:card:7"
        stand.chip.tags = []
        assert stand.run(1000) == [GONE]
        assert stand.uid() == b""
        assert stand.reader.faults == 0
        assert stand.resets == 1


def case_a_tap_is_heard_within_half_a_second():
    slowest = 0
    for wait in range(0, 300, 10):
        stand = ready()
        stand.run(wait)
        stand.chip.tags = [Tag(A, "k:card:7")]
        begun = stand.ms
        assert stand.run(1000, PRESENT) == [PRESENT]
        slowest = max(slowest, stand.ms - begun)
    assert slowest <= 500, slowest


def case_a_step_is_short():
    stand = ready()
    stand.chip.tags = [Tag(A, "x" * 40), Tag(B)]
    stand.run(1000)
    stand.chip.tags = [Tag(A, "x" * 40)]
    stand.run(1000)
    assert stand.text() == "x" * 40
    assert stand.longest * 22.5 < 1500  # us at 400 kHz


def case_the_field_is_off_while_nothing_is_asked():
    stand = ready()
    on = 0
    for _ in range(100):
        stand.run(STEP_MS)
        on += stand.chip.field
    assert 0 < on < 50, on


def case_another_tag_is_told_apart():
    stand = ready()
    stand.chip.tags = [Tag(A, "k:card:7")]
    stand.run(600)
    stand.chip.tags = [Tag(B, "k:die:d6")]
    assert stand.run(1000) == [GONE, PRESENT]
    assert (stand.uid(), stand.text()) == (B, "k:die:d6")


def case_two_tags_are_told():
    stand = ready()
    stand.chip.tags = [Tag(A, "k:card:7"), Tag(B, "k:die:d6")]
    assert stand.run(1000) == [TWO]
    stand.chip.tags.pop(0)
    assert stand.run(1000) == [PRESENT]
    assert stand.uid() == B
    stand.chip.tags.append(Tag(A))
    assert stand.run(1000) == [TWO]
    stand.chip.tags = []
    assert stand.run(1000) == [GONE]
    stand.chip.tags = [Tag(bytes([1] * 10)), Tag(bytes([7] * 10))]  # the longest answer
    assert stand.run(1000) == [TWO]
    assert stand.reader.faults == 0


def case_tags_without_text_and_cards_without_pages():
    stand = ready()
    for tag in (
        Tag(A),
        Tag(A, blocks=b"\x03\x03\xd0\x00\x00\xfe"),
        Tag(b"\x08\x01\x02\x03", sel_res=0x20),
        Tag(b"\x11\x22\x33\x44", sel_res=0x08),
        Tag(bytes(range(10)), sel_res=0x20),
    ):
        stand.chip.tags = [tag]
        assert stand.run(1000) == [PRESENT]
        assert (stand.uid(), stand.text()) == (tag.uid, "")
        stand.chip.tags = []
        assert stand.run(1000) == [GONE]


def case_a_read_that_fails_is_tried_again():
    stand = ready()
    stand.chip.tags = [Tag(A, "k:card:7")]
    stand.chip.tags[0].deaf = 2
    assert stand.run(2000) == [PRESENT]
    assert stand.text() == "k:card:7"
    stand.chip.tags = [Tag(B, "k:card:8")]
    stand.chip.tags[0].deaf = 9
    assert stand.run(3000) == [GONE, PRESENT]
    assert (stand.uid(), stand.text()) == (B, "")


def case_one_missed_look_does_not_take_the_tag_away():
    stand = ready()
    tag = Tag(A)
    stand.chip.tags = [tag]
    stand.run(1000)
    for _ in range(5):
        stand.chip.tags = []
        searched = stand.chip.commands
        while stand.chip.commands == searched or not stand.chip.field:
            assert stand.run(STEP_MS) == []
        while stand.chip.field:
            assert stand.run(STEP_MS) == []
        stand.chip.tags = [tag]
        assert stand.run(1000) == []


def case_a_missing_reader_is_told_once_and_comes_back():
    stand = Stand()
    stand.unplug()
    assert stand.run(20000) == [LOST]
    assert not stand.reader.present
    assert stand.bus.bytes < 800  # it is not looked for all the time
    stand.plug()
    stand.chip.tags = [Tag(A, "k:card:7")]
    assert stand.run(3000) == [BACK, PRESENT]
    assert stand.reader.present
    assert stand.text() == "k:card:7"


def case_unplugged_in_the_middle_of_anything():
    for after in range(0, 700, STEP_MS):
        for tags in ([], [Tag(A, "k:card:7")], [Tag(A), Tag(B)]):
            stand = Stand()
            stand.chip.tags = list(tags)
            stand.run(after)
            stand.unplug()
            assert stand.run(1000)[-1] == LOST, after
            stand.plug()
            wanted = [[BACK], [BACK, PRESENT], [BACK, TWO]][len(tags)]
            assert stand.run(2000) == wanted, after


def case_a_short_loss_of_power_is_no_loss():
    for after in range(0, 400, STEP_MS):
        stand = ready()
        stand.chip.tags = [Tag(A, "k:card:7")]
        stand.run(600 + after)
        stand.chip.power_on()
        stand.run(800)
        assert stand.reader.present
        assert stand.run(2000) == []
        stand.chip.tags = []
        assert stand.run(1000) == [GONE]


def case_a_chip_that_hangs_is_reset():
    stand = ready()
    stand.chip.mute = True
    events = stand.run(5000)
    assert events in ([], [LOST, BACK]), events
    assert stand.resets == 2
    stand.chip.tags = [Tag(A, "k:card:7")]
    assert stand.run(1000) == [PRESENT]


def case_slow_and_shy_chips():
    for slow, shy in ((0, True), (15000, False), (15000, True)):
        stand = Stand()
        stand.chip.slow_us = slow
        stand.chip.shy = shy
        stand.chip.tags = [Tag(A, "k:card:7")]
        assert stand.run(3000) == [PRESENT]
        assert stand.text() == "k:card:7"
        assert stand.reader.faults == 0


def case_without_a_reset_pin():
    stand = Stand(reset=False)
    stand.run(500)
    stand.unplug()
    assert stand.run(1000) == [LOST]
    stand.plug()
    assert stand.run(2000) == [BACK]


def case_every_damaged_byte_is_noticed_or_harmless():
    # one damaged read each, at every place of the frames of a whole round with two blocks
    for at in range(45):
        for flip in (0x01, 0xFF):
            stand = ready()
            reads = [0]

            def garble(data, at=at, flip=flip, reads=reads):
                if len(data) == 1 or reads[0] >= 6:
                    return data
                reads[0] += 1
                damaged = bytearray(data)
                if at < len(damaged):
                    damaged[at] ^= flip
                return bytes(damaged)

            stand.chip.tags = [Tag(A, "k:card:7")]
            stand.chip.garble = garble
            events = [event for event in stand.run(5000) if event == PRESENT]
            assert events, (at, flip)
            assert (stand.uid(), stand.text()) == (A, "k:card:7"), (at, flip)
            assert stand.reader.present


def trouble(stand, rng):
    """Return a fault of the bus or the chip, and how to mend it."""
    kind = rng.below(6)
    if kind == 0:
        stand.bus.fault = lambda: rng.below(3) == 0
    elif kind == 1:
        stand.unplug()
    elif kind == 2:
        stand.chip.mute = True
    elif kind == 3:
        stand.chip.garble = lambda data: bytes([rng.below(256) for _ in data])
    elif kind == 4:
        stand.chip.garble = lambda data: bytes(
            [byte ^ (1 << rng.below(8)) if rng.below(20) == 0 else byte for byte in data]
        )
    else:
        stand.chip.slow_us = rng.below(400000)


def mend(stand):
    stand.bus.fault = None
    stand.chip.garble = None
    stand.chip.slow_us = 0
    if not stand.bus.plugged:
        stand.plug()


def case_it_always_recovers():
    rng = XorShift(77)
    stand = Stand(irq=False)
    for round_ in range(60):
        trouble(stand, rng)
        if rng.below(4) == 0:
            trouble(stand, rng)
        stand.run(10 * rng.below(300))
        mend(stand)
        stand.chip.tags = []
        stand.run(4000)
        assert stand.reader.present, round_
        assert stand.run(500) == []
        uid = bytes([4] + [rng.below(256) for _ in range(6)])
        stand.chip.tags = [Tag(uid, "k:card:%d" % round_)]
        assert stand.run(1000) == [PRESENT], round_
        assert (stand.uid(), stand.text()) == (uid, "k:card:%d" % round_)


def case_events_make_sense_whatever_happens():
    """Lost and back take turns; nothing is told by a reader that is lost."""
    rng = XorShift(5)
    stand = Stand(irq=True)
    lost = False
    last = NONE
    for _ in range(300):
        if rng.below(3) == 0:
            trouble(stand, rng)
        else:
            mend(stand)
        stand.chip.tags = [Tag(A), Tag(B, "k:die:d6"), Tag(b"\x01\x02\x03\x04", sel_res=8)][
            : rng.below(4)
        ][:2]
        for event in stand.run(rng.below(1500)):
            if event == BACK:
                assert lost
                lost = False
            else:
                assert not lost, event
                lost = event == LOST
            assert not (event == GONE and last in (GONE, NONE, BACK, LOST))
            assert not (event == PRESENT and last == PRESENT)
            assert not (event == TWO and last == TWO)
            last = event
