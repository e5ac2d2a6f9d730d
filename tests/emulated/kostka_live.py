"""An emulated RP2040 that runs the real main.py, with hands, eyes and a host, in simulated time.

Nothing waits for the wall clock: time moves only inside run() and until().
"""

import json
from collections import Counter

from kostka import games, mats
from kostka.line import FROM_BOARD, FROM_HOST, Decoder, frame

DEBOUNCE_MS = 30
SETTLE_MS = 150
ANSWER_MS = 3000  # the first question loads what answers, a new game its rules


class SteadyPio:
    """Keeps the PIO stepping while the processor sleeps, where the emulator would let it starve.

    Short alarms follow every edge of a pin for a while.
    """

    def __init__(self, pin):
        self.pin = pin

    def attach(self, mcu):
        self.clock = mcu.clock
        self.until = 0.0
        self.armed = False
        self.alarm = mcu.clock.create_alarm(self._beat)
        mcu.gpio[self.pin].add_listener(self._edge)

    def _edge(self, new, old):
        self.until = self.clock.nanos + 4000
        if not self.armed:
            self.armed = True
            self.alarm.schedule(40)

    def _beat(self):
        self.armed = self.clock.nanos < self.until
        if self.armed:
            self.alarm.schedule(40)


class QuietUsb:
    """Offers the board no empty packets: a host that has nothing to send asks for none.

    Otherwise the board spends two thirds of its time with them, and everything takes longer.
    """

    def __init__(self, mcu, cdc):
        usb = mcu.usb_ctrl
        self._fifo = cdc.tx_fifo
        self._held = None
        self._answer = usb.on_endpoint_read
        reset = usb.on_reset

        def read(endpoint, size):
            if endpoint == cdc._out_endpoint and self._fifo.empty:
                self._held = (endpoint, size)
            else:
                self._answer(endpoint, size)

        def forget():
            self._held = None
            if reset:
                reset()

        usb.on_endpoint_read = read
        usb.on_reset = forget

    def give(self):
        """Hand over what there is to send now."""
        if self._held is not None and not self._fifo.empty:
            held, self._held = self._held, None
            self._answer(*held)


class Live:
    """A board with a chain and two strings that has just got power.

    `scans` are the moments of all loads of the chain, `starts` those when a frame began on string
    a and `frames` (moment, pixels) of all frames that were shown there, `settled` those when a
    picture was taken for settled, in milliseconds.
    """

    def __init__(self, spec, image, layout, chain, strips):
        from rp2040py.device import MicroPythonDevice
        from rp2040py.memory_map import FLASH_START_ADDRESS

        self.layout = layout
        self.chain = chain
        self.strips = strips
        self.mat = mats.load("ludo")
        self.occupied = set()
        self.down = set()
        self.scans, self.starts, self.frames, self.erases = [], [], [], []
        self.settled = []
        self.state = None
        self.lines = []
        self.messages = []
        self._decoder = Decoder(FROM_BOARD, 4096)
        self._said = bytearray()  # by the board, since it greeted
        self._got = bytearray()
        self._to_board = bytearray()
        self._last_edge = -1.0
        self._device = MicroPythonDevice(board=spec, filesystem=image)
        self._mcu = self._device.mcu
        self._simulator = self._device.simulator
        self._clock = self._mcu.clock
        self._stop = self._clock.create_alarm(self._halt)
        self._feeder = self._clock.create_alarm(self._feed)
        self._mcu.clk_peri = 48_000_000  # as MicroPython sets it up
        self._device.cdc.on_serial_data = self._got.extend
        self._usb = QuietUsb(self._mcu, self._device.cdc)
        self._watch()
        self._mcu.core.pc = FLASH_START_ADDRESS

    # Time ------------------------------------------------------------------------------------

    @property
    def now(self):
        """Milliseconds since power came."""
        return self._clock.nanos / 1e6

    def _halt(self):
        self._simulator.stopped = True

    def run(self, ms):
        end = self._clock.nanos + ms * 1e6
        self._stop.schedule(ms * 1e6)
        while self._clock.nanos < end - 1:
            self._simulator.stopped = False
            while not self._simulator.stopped:
                self._simulator._execute_batch()
        self._listen()

    def until(self, condition, ms, step=5):
        """Run until a condition holds; say whether it did within `ms`."""
        end = self.now + ms
        while not condition():
            if self.now >= end:
                return False
            self.run(step)
        return True

    # USB -------------------------------------------------------------------------------------

    def send(self, body):
        self._to_board += frame(FROM_HOST, body)
        self._feed()

    def _feed(self):
        fifo = self._device.cdc.tx_fifo
        while self._to_board and fifo.item_count < fifo.size:
            fifo.push(self._to_board.pop(0))
        self._usb.give()
        if self._to_board:
            self._feeder.schedule(100_000)

    def _listen(self):
        """Be a host: take lines, play them, acknowledge."""
        data = bytes(self._got)
        self._got.clear()
        if not data:
            return
        self._said += data
        for body in self._decoder.feed(data):
            message = json.loads(body)
            self.messages.append(message)
            if message["m"] == "hello":  # what counts begins with it
                at = self._said.rfind(b'"m":"hello"')
                del self._said[: self._said.rfind(b"$<", 0, at)]
            elif message["m"] == "line":
                self._take(message["l"])
        self.send('{"m":"ack","b":%d}' % len(self._said))

    def _take(self, line):
        self.lines.append(line)
        if "game" in line:
            game = games.load(line["game"])
            self.state = game.new_state(line["seats"], line["opt"])
        for action in line.get("a", ()):
            self.state.apply(action)

    def attach(self, versions='{"ludo":1}'):
        self.send('{"m":"hello","p":[1,0],"c":"0e0e","v":%s,"w":0}' % versions)
        return self.until(lambda: self.find("hello") is not None, 300)

    def find(self, kind):
        """Return the last message of a kind."""
        return next((m for m in reversed(self.messages) if m["m"] == kind), None)

    def ask(self, kind, more=""):
        """Ask once and return the answer."""
        self.messages = []
        self.send('{"m":"%s","c":"0e0e","i":%d%s}' % (kind, len(self.scans) + 1, more))
        assert self.until(lambda: self.find("re") is not None, ANSWER_MS), (kind, more)
        return self.find("re")

    def status(self):
        return self.ask("status")

    # Hands and eyes --------------------------------------------------------------------------

    def _watch(self):
        pins = self.layout.pins
        self._mcu.gpio[pins["sr_ld_n"]].add_listener(self._loaded)
        self._mcu.gpio[pins["led_a"]].add_listener(self._edge)
        self._mcu.gpio[pins["hil_sync"]].add_listener(
            lambda new, old: self.settled.append(self.now)
        )
        self.strips[0].on_pixels = lambda pixels: self.frames.append((self.now, list(pixels)))
        ssi = self._mcu.ssi
        command = ssi._apply_command

        def apply():
            if ssi._tx_buffer[:1] == b"\x20" and ssi._write_enabled:  # sector erase
                self.erases.append(self.now)
            command()

        ssi._apply_command = apply

    def _loaded(self, new, old):
        if new.name == "LOW" and old.name == "HIGH":
            self.scans.append(self.now)

    def _edge(self, new, old):
        if new.name == "HIGH":
            if self.now - self._last_edge > 0.1:
                self.starts.append(self.now)
            self._last_edge = self.now

    def _wire(self):
        wire = bytearray(self.layout.wire_idle[:-1])
        bits = [self.layout.cells[cell].bit for cell in self.occupied]
        bits += [self.layout.stations[seat].key_bits[key] for seat, key in self.down]
        for bit in bits:
            wire[bit >> 3] &= ~(1 << (bit & 7)) & 0xFF
        self.chain.wire[:] = wire

    def put(self, *cells):
        self.occupied.update(cells)
        self._wire()

    def lift(self, cell):
        self.occupied.remove(cell)
        self._wire()

    def press(self, seat, key, ms=60):
        self.down.add((seat, key))
        self._wire()
        self.run(ms)
        self.down.clear()
        self._wire()
        self.run(60)

    def stand(self):
        """Put every token where the state has it, and let the picture settle."""
        counts = Counter(spot for spot, _ in self.state.tokens())
        cells = [self.mat.cells(spot)[:count] for spot, count in counts.items()]
        self.occupied = {cell for some in cells for cell in some}
        self._wire()
        self.run(DEBOUNCE_MS + SETTLE_MS + 120)

    def alarm(self, cells, finger):
        """Return how long after a finger all LEDs of some cells were lit; None: never."""
        leds = [self.layout.cells[cell].led for cell in cells]
        for at, pixels in self.frames:
            if at > finger and all(any(pixels[led]) for led in leds):
                return at - finger
        return None

    def answer(self, finger):
        """Return (from, to): when the LEDs answer a finger, after the firmware saw it settle.

        The frame begins at `from`, all LEDs have it at `to`. None if there was no answer.
        """
        settled = next((at for at in self.settled if at > finger), None)
        begun = next((at for at in self.starts if settled and at > settled), None)
        shown = next((at for at, _ in self.frames if begun and at > begun), None)
        return (begun - settled, shown - settled) if shown else None
