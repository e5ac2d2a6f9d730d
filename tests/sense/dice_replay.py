"""Gives recorded readings of the sensors to the cups and prints what they say, on either Python.

usage: dice_replay.py TRACE

A trace holds records of four 16-bit numbers, as kostka_dice.py writes them. For each round one
line comes: kind and face of each cup's verdict.
"""

import struct
import sys

from kostka.sense import faces
from kostka.sense.cups import Cups

SENSORS_XY = ((-7.0, -7.0), (7.0, -7.0), (-7.0, 7.0), (7.0, 7.0))
PLACES = [(n % 3 * 40.0, n // 3 * 40.0) for n in range(6)]
GAP = 4.0
MOMENT = 0.0243
D12_OFF = ((-0.317, 0.6768, -0.6644), (-2.249, -1.793, -0.854))


def die_of(kind, off):
    """Return the die of a round."""
    die = faces.usual(kind)
    if off:
        return faces.make(die.faces, die.values, die.inradius, D12_OFF[0], D12_OFF[1])
    return die


def make():
    """Return the cups of a trace."""
    return Cups(PLACES, SENSORS_XY, GAP, MOMENT)


def replay(cups, records, die_of):
    """Yield what the cups say at the end of each round."""
    fresh = True
    for number, x, y, z in records:
        if number == -1:
            if not fresh:
                yield said(cups)
            fresh = False
            die = die_of(x, y)
            tares = [[0] * 12 for _ in range(6)]
            for n in range(6):
                cups.expect(n, die)
                cups.cups[n].watch.restart()
        elif number < 0:
            at = -2 - number
            tares[at // 4][3 * (at % 4) : 3 * (at % 4) + 3] = [x, y, z]
            cups.calibrate(at // 4, tares[at // 4], None)
        else:
            cups.feed(number, x, y, z)
            while cups.step():
                pass
    yield said(cups)


def said(cups):
    """Return kind and face of all cups."""
    return " ".join(["%d:%d" % (cup.verdict.kind, cup.verdict.face) for cup in cups.cups])


def records_of(path):
    """Yield the records of a file."""
    with open(path, "rb") as file:
        while True:
            data = file.read(8)
            if not data:
                return
            yield struct.unpack("<hhhh", data)


if __name__ == "__main__":
    for line in replay(make(), records_of(sys.argv[1]), die_of):
        print(line)
