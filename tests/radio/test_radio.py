"""Dice by Bluetooth, from recorded messages: what they say, and when that is a throw."""

from __future__ import annotations

from pathlib import Path

import pytest
from kostka_host.radio import messages
from kostka_host.radio.roller import Roller

TRACE = Path(__file__).with_name("rolls.trace")


def signed(*values: int) -> bytes:
    return bytes(value & 0xFF for value in values)


@pytest.mark.parametrize(("value", "xyz"), list(enumerate(messages._CUBE, 1)))
def test_a_bare_godice_tells_its_six_values(value: int, xyz: messages.Xyz) -> None:
    noisy = (xyz[0] + 5, xyz[1] - 4, max(xyz[2] - 6, -128))
    assert messages.godice(b"S" + signed(*noisy), 6).value == value


@pytest.mark.parametrize("kind", [4, 8, 10, 12, 20])
def test_shells_have_every_value_equally_often(kind: int) -> None:
    table = messages._SHELL_20 if kind in messages._ON_20 else messages._SHELL_24
    values = [messages.godice(b"S" + signed(*xyz), kind).value for xyz in table]
    assert sorted(set(values)) == list(range(1, kind + 1))
    if kind != 4:  # the published table of a d4 has 1 seven times and 3 five times
        assert len({values.count(value) for value in values}) == 1


def test_positions_that_no_roll_led_to_are_no_value() -> None:
    for head in (b"FS", b"MS", b"TS", b"Bat", b"Col", b""):
        said = messages.godice(head + signed(-64, 0, 0), 6)
        assert (said.value, said.rolling) == (0, False)
        assert said.set_down == (head in (b"FS", b"MS"))


def test_a_pixel_says_what_it_is_and_how_it_fell() -> None:
    assert messages.pixel(bytes([2, 20, 7 << 4, 0]), 0).kind == 20
    assert messages.pixel(bytes([2, 6, 0, 0]), 0).kind == 6  # an older one: by its LEDs
    assert messages.pixel(bytes([3, 1, 4]), 6).value == 5
    assert messages.pixel(bytes([3, 1, 0]), 10).value == 10
    assert messages.pixel(bytes([3, 3, 4]), 6).rolling
    for state in (0, 4):  # unknown, crooked
        assert messages.pixel(bytes([3, state, 4]), 6) == messages.NOTHING
    assert messages.pixel(bytes([3, 5, 4]), 6) == messages.Said(set_down=True)


class Heard:
    """A roller, its throws, and dice from a trace."""

    def __init__(self) -> None:
        self.throws: list[list[int]] = []
        self.roller = Roller(self.throws.append)

    def replay(self, name: str) -> None:
        """Hear a part of the trace: lines of address and message in hex, under its name."""
        part = ""
        for line in TRACE.read_text().splitlines():
            if line.startswith("# "):
                part = line[2:]
            elif part == name:
                address, kind, data = line.split()
                self.roller.meet(address, kind, kind == "pixel")
                self.roller.heard(address, bytes.fromhex(data))


def test_a_recorded_roll_is_a_throw() -> None:
    heard = Heard()
    heard.roller.ask((6,), 1)
    heard.replay("godice, one roll")
    assert heard.throws == [[5]]
    heard.replay("godice, one roll")  # nothing is asked any more
    assert heard.throws == [[5]]
    heard.roller.ask((6,), 2)
    heard.replay("pixel, one roll")
    assert heard.throws == [[5], [3]]


def test_what_was_rolled_before_the_request_does_not_count() -> None:
    heard = Heard()
    heard.replay("godice, one roll")
    heard.roller.ask((6,), 1)
    assert heard.throws == []
    heard.replay("godice, one roll")
    assert heard.throws == [[5]]


def test_a_die_in_the_hand_gives_nothing() -> None:
    heard = Heard()
    heard.roller.ask((6,), 1)
    heard.replay("handled, never rolled")
    assert heard.throws == []


def test_two_dice_throw_together_when_both_lie() -> None:
    heard = Heard()
    heard.roller.ask((6, 6), 1)
    heard.replay("two dice")
    assert heard.throws == [[2, 6]]


def test_the_game_asks_for_other_dice_than_are_there() -> None:
    heard = Heard()
    heard.roller.ask((12,), 1)
    heard.replay("godice, one roll")
    assert heard.throws == []


@pytest.mark.parametrize(
    ("name", "taken_up", "set_down"),
    [("pixel", "030201", "030501"), ("GoDice_1", "52", "4d53000040")],
)
def test_a_die_that_is_set_down_holds_up_no_other(name: str, taken_up: str, set_down: str) -> None:
    heard = Heard()
    heard.roller.ask((6,), 1)
    heard.roller.meet("cc:01", name, name == "pixel", 12)
    heard.roller.heard("cc:01", bytes.fromhex(taken_up))
    heard.replay("godice, one roll")
    assert heard.throws == []  # it may be the other that is thrown
    heard.roller.heard("cc:01", bytes.fromhex(set_down))
    assert heard.throws == [[5]]


def test_a_throw_that_was_refused_is_rolled_again() -> None:
    heard = Heard()
    heard.roller.ask((6,), 1)
    heard.replay("godice, one roll")
    heard.roller.ask((6,), 1)
    heard.roller.refused()
    assert heard.throws == [[5]]
    heard.replay("godice, one roll")
    assert heard.throws == [[5], [5]]
    heard.roller.ask((), 2)  # the game went on: nothing is thrown any more
    heard.roller.refused()
    heard.replay("godice, one roll")
    assert heard.throws == [[5], [5]]
