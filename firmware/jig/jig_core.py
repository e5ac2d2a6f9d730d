"""What a jig knows and does: levels of the sensor chain, faults on it, questions of the host.

A question is a checked line `{"q":1,"do":"input","bit":3,"level":0}`; its answer has the same
number and either `"ok":1` with what was asked for, or `"err"`, one sentence. What drives pins is
handed in, so that this module runs on both Pythons.
"""

import binascii
import json

from kostka import line

PROTOCOL = 1
PATTERNS = (0x00, 0xFF, 0x55, 0xAA, 0x0F)  # a self test shifts these, each byte turned by one more


class Refusal(Exception):
    """A question that is wrong, or that wires cannot answer; holds a sentence."""


class Inputs:
    """Parallel inputs of a chain: what hands set, and the faults over it.

    Input byte * 8 + bit is of the chip of that byte, the nearest being byte 0.
    """

    def __init__(self, idle: bytes) -> None:
        self._idle = idle
        self.rest()

    def rest(self) -> None:
        """Set all inputs as on an untouched board, without faults."""
        self._set = bytearray(self._idle)
        self._stuck: dict[int, int] = {}
        self._cut = len(self._idle)

    def set_all(self, levels: bytes) -> None:
        """Set all inputs at once."""
        if len(levels) != len(self._idle):
            raise Refusal("The chain has %d bytes, not %d." % (len(self._idle), len(levels)))
        self._set[:] = levels

    def set_one(self, bit: int, level: int) -> None:
        """Set one input."""
        self._check(bit)
        _level(self._set, bit, level)

    def stick(self, bit: int, level: object) -> None:
        """Hold an input at a level whatever is set, or let it go with None."""
        self._check(bit)
        if level is None:
            self._stuck.pop(bit, None)
        else:
            self._stuck[bit] = 1 if level else 0

    def unplug(self, first: object) -> None:
        """Let all bytes from `first` on read 0, as behind an open connector; None: plug in."""
        if first is None:
            self._cut = len(self._idle)
        elif isinstance(first, int) and 0 <= first <= len(self._idle):
            self._cut = first
        else:
            raise Refusal("There is no byte %s in the chain." % (first,))

    def levels(self) -> bytes:
        """Return what the chain sends, faults included."""
        now = bytearray(self._set)
        for bit in sorted(self._stuck):
            _level(now, bit, self._stuck[bit])
        for i in range(self._cut, len(now)):
            now[i] = 0
        return bytes(now)

    def set_levels(self) -> bytes:
        """Return what hands set, without faults."""
        return bytes(self._set)

    def _check(self, bit: int) -> None:
        if not 0 <= bit < 8 * len(self._idle):
            raise Refusal("There is no input %d in the chain." % bit)


def _level(levels: bytearray, bit: int, level: int) -> None:
    mask = 1 << (bit & 7)
    byte = levels[bit >> 3]
    levels[bit >> 3] = byte | mask if level else byte & ~mask & 0xFF


class Jig:
    """Answers questions. `wires` is a jig_wires.Wires, or what stands in for it."""

    def __init__(self, wires: object, idle: bytes, leds: dict[str, int]) -> None:
        self._wires = wires
        self._leds = leds
        self.inputs = Inputs(idle)
        self._size = len(idle)
        self._does = {
            "hello": self._hello,
            "input": self._input,
            "levels": self._levels,
            "stick": self._stick,
            "unplug": self._unplug,
            "frame": self._frame,
            "power": self._power,
            "hold": self._hold,
            "rest": self._rest,
            "test": self._test,
        }
        wires.show(self.inputs.levels())  # type: ignore[attr-defined]

    def answer(self, body: str) -> str:
        """Return the body of the answer to the body of a question."""
        number = None
        try:
            question = json.loads(body)
            number = question.get("q")
            if not isinstance(number, int):
                raise Refusal("A question needs its number q.")
            do = self._does.get(question.get("do"))
            if do is None:
                raise Refusal("A jig cannot do %s." % (question.get("do"),))
            pairs = [("q", number), ("ok", 1)] + do(question)
        except Refusal as problem:
            pairs = [("q", number), ("err", str(problem))]
        except (ValueError, KeyError, TypeError, AttributeError) as problem:
            pairs = [("q", number), ("err", "A wrong question: %s." % (problem,))]
        return line.dumps(pairs)

    def _hello(self, _: dict[str, object]) -> list[tuple[str, object]]:
        leds = [(name, self._leds[name]) for name in sorted(self._leds)]
        return [("jig", PROTOCOL), ("bytes", self._size), ("leds", leds)]

    def _show(self) -> list[tuple[str, object]]:
        levels = self.inputs.levels()
        self._wires.show(levels)  # type: ignore[attr-defined]
        return [("levels", _hex(levels))]

    def _input(self, question: dict[str, object]) -> list[tuple[str, object]]:
        self.inputs.set_one(_int(question, "bit"), _int(question, "level"))
        return self._show()

    def _levels(self, question: dict[str, object]) -> list[tuple[str, object]]:
        if question.get("set") is not None:
            self.inputs.set_all(binascii.unhexlify(str(question["set"])))
        return self._show() + [("set", _hex(self.inputs.set_levels()))]

    def _stick(self, question: dict[str, object]) -> list[tuple[str, object]]:
        self.inputs.stick(_int(question, "bit"), question.get("level"))
        return self._show()

    def _unplug(self, question: dict[str, object]) -> list[tuple[str, object]]:
        self.inputs.unplug(question.get("byte"))
        return self._show()

    def _frame(self, question: dict[str, object]) -> list[tuple[str, object]]:
        """Answer with the last whole frame of a string, green, red, blue; dark without power."""
        name = self._string(question)
        lit = self._wires.lit()  # type: ignore[attr-defined]
        frame = self._wires.frame(name) if lit else b""  # type: ignore[attr-defined]
        return [("lit", 1 if lit else 0), ("grb", _hex(frame))]

    def _power(self, question: dict[str, object]) -> list[tuple[str, object]]:
        self._wires.power(_int(question, "on"))  # type: ignore[attr-defined]
        return self._settled()

    def _hold(self, question: dict[str, object]) -> list[tuple[str, object]]:
        self._wires.hold(_int(question, "down"))  # type: ignore[attr-defined]
        return self._settled()

    def _settled(self) -> list[tuple[str, object]]:
        """Look at the board's LED supply: what was done before has reached the wires by then."""
        return [("lit", 1 if self._wires.lit() else 0)]  # type: ignore[attr-defined]

    def _rest(self, _: dict[str, object]) -> list[tuple[str, object]]:
        self.inputs.rest()
        return self._show()

    def _test(self, _: dict[str, object]) -> list[tuple[str, object]]:
        """Shift patterns through the jig's own pins. The board under test has to be off."""
        faults = self._test_chain() + self._test_strings()
        self._wires.show(self.inputs.levels())  # type: ignore[attr-defined]
        return [("faults", faults)]

    def _test_chain(self) -> list[str]:
        found = []
        for pattern in PATTERNS:
            image = bytes([(pattern + i) & 0xFF for i in range(self._size)])
            read = self._wires.loop_chain(image)  # type: ignore[attr-defined]
            if read != image:
                found.append("chain: sent %s, read %s" % (_hex(image), _hex(read)))
        return found

    def _test_strings(self) -> list[str]:
        found = []
        for name in sorted(self._leds):
            data = bytes([(85 * i + 7) & 0xFF for i in range(3 * self._leds[name])])
            read = self._wires.loop_leds(name, data)  # type: ignore[attr-defined]
            if read != data:
                found.append("string %s: sent %d bytes, read others" % (name, len(data)))
        return found

    def _string(self, question: dict[str, object]) -> str:
        name = str(question.get("s"))
        if name not in self._leds:
            raise Refusal("There is no LED string %s." % name)
        return name


def _int(question: dict[str, object], name: str) -> int:
    value = question.get(name)
    if not isinstance(value, int):
        raise Refusal("%s must be a whole number, not %s." % (name, value))
    return value


def _hex(data: bytes) -> str:
    return binascii.hexlify(data).decode()
