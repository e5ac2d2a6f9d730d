"""An app that falls: it is logged, starts again, and after three times only runs its link."""

import json
import sys

sys.path.append(sys.argv[1].rsplit("/", 2)[0] + "/journal")

import board_layout as layout
import vfs
from kostka.app import brief, crashes
from kostka.app.guard import CALM_MS, Guard
from kostka.app.start import App
from kostka.drivers.keys import Keys
from kostka.hal.fakes import FakeChain, FakeClock, FakePort, FakeStrip
from kostka.line import FROM_BOARD, FROM_HOST, Decoder, frame
from kostka_flash import emptied, mount, new_flash

LOG = "/power/crashes"


class Host(FakePort):
    """Takes all, and tells the board to quit when it has its answers."""

    def __init__(self, answers):
        super().__init__()
        self.answers = answers
        self.quit = False

    def say(self, kind, rest):
        self.feed(frame(FROM_HOST, '{"m":"%s",%s}' % (kind, rest)))

    def write(self, data, count):
        taken = super().write(data, count)
        self.say("ack", '"b":%d' % len(self.sent))
        heard = bytes(self.sent).count(b'"m":"re"')
        if heard >= self.answers and self.sent[-1] == 10 and not self.quit:
            self.quit = True
            self.say("quit", '"i":99,"c":"51ce"')
        return taken


class Panel(FakeStrip):
    """Seat lights that show on when the driver lets go of them, as real ones do."""

    def deinit(self):
        pass


class Start:
    """One start of the table, which falls if `fall` says with what."""

    def __init__(self, fall=None, questions=()):
        self.restarts = 0
        self.port = Host(len(questions))
        self.strip = Panel(layout.LED_B)
        self.app = App(
            layout,
            FakeChain(layout.CHAIN_BYTES, layout.CELL_BIT, layout.KEY_BIT),
            Keys(layout.KEY_BIT),
            FakeStrip(layout.LED_A),
            self.strip,
            self.port,
            "/power/journal",
            "00",
            lambda count: b"12345678"[:count],
            self._restart,
            home="/power",
        )
        self.port.say("hello", '"p":[1,0],"c":"51ce","v":{}')
        number = 0
        for question in questions:
            number += 1
            self.port.say(question[0], '"i":%d,"c":"51ce"%s' % (number, question[1]))
        if fall is not None:
            self._begin = self.app.table.begin
            self.fall = fall
            self.app.table.begin = self.begin
        self.app.run()
        sent = Decoder(FROM_BOARD, 4096).feed(bytes(self.port.sent))
        self.heard = [json.loads(body) for body in sent]

    def begin(self, safe=False):
        self._begin(safe)
        if not safe:
            raise self.fall

    def _restart(self):
        self.restarts += 1

    def answer(self, number):
        found = [one for one in self.heard if one["m"] == "re" and one["r"] == number]
        assert found, self.heard
        return found[0]

    @property
    def red(self):
        return all([self.strip.rgb(place)[0] > 0 for place in layout.SEAT_LED])


FLASH = new_flash(24)


def board(test):
    mount(emptied(FLASH))
    try:
        test()
    finally:
        vfs.umount("/power")


NEW = ',"game":"ludo","seats":2,"opt":{}'


def case_three_crashes_lead_to_safe_mode():
    def test():
        for number in range(3):
            start = Start(ValueError("planted %d" % number))
            assert start.restarts == 1
            assert start.red
        start = Start(ValueError("never"), (("status", ""), ("new", NEW), ("log", ',"k":0')))
        assert start.restarts == 0
        assert start.app.guard.safe
        assert start.answer(1)["safe"] == 1
        assert (start.answer(2)["ok"], start.answer(2)["err"]) == (0, "app.safe")
        log = start.answer(3)
        assert "planted 2" in log["what"], log
        assert 'vmcases_crashes.py", line' in log["what"], log
        assert [one["t"] for one in start.heard if one["m"] == "note"] == ["app.safe"]
        # the next start tries again, and needs no three to give up
        start = Start(ValueError("again"))
        assert not start.app.guard.safe
        assert start.restarts == 1
        start = Start(None, (("status", ""),))
        assert start.app.guard.safe
        start = Start(None, (("status", ""),))
        assert not start.app.guard.safe
        assert start.answer(1)["safe"] == 0

    board(test)


def case_the_last_three_are_kept():
    def test():
        for number in range(5):
            start = Start(ValueError("planted %d" % number))
        asks = [("log", ',"k":%d' % k) for k in range(4)]
        start = Start(None, asks)
        found = [start.answer(k + 1) for k in range(4)]
        # the fourth start was in safe mode and did not fall
        for k, number in ((0, 4), (1, 2), (2, 1)):
            assert "planted %d" % number in found[k]["what"], found[k]
            assert found[k]["free"] > 0
            assert found[k]["line"] == 0
            assert found[k]["game"] == ""
            assert found[k]["up"] >= 0
        assert "what" not in found[3]

    board(test)


def case_a_fall_in_safe_mode_ends_the_app():
    def test():
        crashes.settle(LOG, 3)

        class Fall(Start):
            def begin(self, safe=False):
                raise self.fall

        start = Fall(ValueError("planted"))
        assert start.app.guard.safe
        assert start.restarts == 0

    board(test)


def case_a_calm_minute_makes_up_for_crashes():
    def test():
        crashes.add(LOG, [("game", "ludo"), ("line", 7)], ValueError("old"), True)
        clock = FakeClock()
        guard = Guard(LOG, clock)
        guard.begin()
        guard.tick(clock.ms())
        clock.advance(CALM_MS - 10)
        guard.tick(clock.ms())
        assert guard.log()[0] == 1
        clock.advance(20)
        guard.tick(clock.ms())
        count, found = guard.log()
        assert count == 0
        assert (found[0]["game"], found[0]["line"]) == ("ludo", 7)
        assert "old" in found[0]["what"]

    board(test)


def case_a_damaged_log_is_no_log():
    def test():
        for data in (b"", b"x", b"\xff" * 5000, b'{"count":2}*00000000\n'):
            with open(LOG, "wb") as file:
                file.write(data)
            assert crashes.read(LOG) == (0, [])
        crashes.add(LOG, [], ValueError("y" * 5000), True)
        count, found = crashes.read(LOG)
        assert count == 1
        assert len(found[0]["what"]) == crashes.TEXT_MAX
        with open(LOG, "rb") as file:
            data = file.read()
        with open(LOG, "wb") as file:
            file.write(data[:-5])
        assert crashes.read(LOG) == (1, [])

    board(test)


def case_modules_that_are_seldom_needed_are_freed():
    def test():
        Start(ValueError("planted"))
        Start(None, (("config", ',"set":{"settle":99}'),))
        assert "kostka.config.store" in sys.modules
        brief.drop()
        for name in brief.modules():
            assert name not in sys.modules, name

    board(test)
