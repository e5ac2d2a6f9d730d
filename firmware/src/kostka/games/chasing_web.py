"""The web of Chasing as tables: fields, threads, and where a piece can go in up to three steps.

Spot 0 is the center, 1..5 the first ring on every second of ten spokes, 6..15, 16..25 and 26..35
the next rings; 36..60 are the fields 1..25 of the time track.
"""

from kostka.compat import const

SPOKES = const(10)
FIELDS = const(36)  # of the web
TRACK = const(36)  # the spot of field 1 of the time track
GOAL = const(25)  # the last field of the time track
SPOTS = const(61)
FIELD = const(63)  # in NEAR: the bits of the field at the other end of a thread
ROUND = const(64)  # in NEAR: the thread is round (white), else radial (violet) (CH-3)


def field(ring: int, spoke: int) -> int:
    """Return a field of the web; on ring 1 spokes are even, other crossings are none (CH-2)."""
    return 1 + spoke // 2 if ring == 1 else 10 * ring - 14 + spoke


def _near() -> list[bytes]:
    """Return the threads that end at each field: the field at the other end, plus ROUND."""
    near = [bytearray() for _ in range(FIELDS)]

    def join(one: int, other: int, kind: int) -> None:
        near[one].append(other | kind)
        near[other].append(one | kind)

    for spoke in range(SPOKES):
        way = [0] + [field(ring, spoke) for ring in range(1 + spoke % 2, 5)]
        for i in range(1, len(way)):
            join(way[i - 1], way[i], 0)
        for ring in range(2, 5):
            join(field(ring, spoke), field(ring, (spoke + 1) % SPOKES), ROUND)
        if spoke % 2 == 0:
            join(field(1, spoke), field(1, (spoke + 2) % SPOKES), ROUND)
    return [bytes(threads) for threads in near]


def _walks(source: int) -> bytes:
    """Return by field in how many steps it can be reached: bit n - 1 for n steps.

    CH-6: not back along the own way. In three steps no thread is used twice unless a step
    goes straight back, as no two fields are joined by two threads.
    """
    found = bytearray(FIELDS)
    for one in NEAR[source]:
        first = one & FIELD
        found[first] |= 1
        for two in NEAR[first]:
            second = two & FIELD
            if second == source:
                continue
            found[second] |= 2
            for three in NEAR[second]:
                if three & FIELD != first:
                    found[three & FIELD] |= 4
    return bytes(found)


NEAR = _near()
WALKS = [_walks(source) for source in range(FIELDS)]
