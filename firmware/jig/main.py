"""A jig: answers the questions of a host about the board that is wired to it."""

import select
import sys

import jig_pins
from jig_core import Jig
from jig_wires import Wires
from kostka.line import FROM_BOARD, FROM_HOST, HOST_LINE_MAX, Decoder, frame


def serve():
    """Answer for as long as there is power."""
    jig = Jig(Wires(), jig_pins.IDLE, jig_pins.LEDS)
    decoder = Decoder(FROM_HOST, HOST_LINE_MAX)
    poller = select.poll()
    poller.register(sys.stdin, select.POLLIN)
    while True:
        poller.poll(-1)
        for body in decoder.feed(sys.stdin.buffer.read(1)):
            sys.stdout.buffer.write(frame(FROM_BOARD, jig.answer(body)))


serve()
