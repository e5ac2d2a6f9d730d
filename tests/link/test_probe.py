"""Asking a port what is behind it, without harm to what is."""

import pytest
from kostka.errors import LinkError
from kostka_fake_board import FakeBoard
from kostka_host.link import probe as probe_module
from kostka_host.link.probe import describe, probe


class Scripted:
    """A port that answers by a function of all it was sent."""

    name = "port:scripted"

    def __init__(self, answer):
        self.answer = answer
        self.sent = b""
        self.waiting = b""

    def read(self, timeout_s):
        data, self.waiting = self.waiting, b""
        return data

    def write(self, data):
        self.sent += data
        self.waiting += self.answer(data)

    def close(self):
        pass


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(probe_module, "ANSWER_S", 0.05)


def friendly(data):
    return b"".join(
        b"\r\n>>> " if byte in b"\r\x03" else bytes([byte]) if byte >= 32 else b"" for byte in data
    )


def test_a_running_table_says_its_game_and_line():
    board = FakeBoard(bodies=['{"j":1,"id":"aa"}', '{"n":1}'])
    found = probe("port:fake", lambda _: board.plug())
    assert found.state == "running"
    assert describe(found.hello)["line"] == 2
    assert describe(found.hello)["id"] == "b0a4d"


def test_a_prompt_is_known_and_its_line_dropped():
    port = Scripted(friendly)
    assert probe("port:x", lambda _: port).state == "prompt"
    assert port.sent.endswith(b"\r\x03\x02\x03")  # the line dropped, begun anew, and dropped


@pytest.mark.parametrize(
    ("banner", "version", "machine"),
    [
        (
            b"MicroPython v1.28.0 on 2026-04-06; Raspberry Pi Pico with RP2040\r\n",
            "1.28.0",
            "RP2040",
        ),
        (b"MicroPython v1.29.0-preview.7 on 2026-07-12; Pico 2 with RP2350\r\n",)
        + ("1.29.0-preview.7", "RP2350"),
        (b"Adafruit CircuitPython 9.2\r\n", "", ""),
    ],
)
def test_a_prompt_says_what_it_is(banner, version, machine):
    port = Scripted(lambda data: banner + b">>> " if b"\x02" in data else friendly(data))
    found = probe("port:x", lambda _: port, 0.05)
    assert found.micropython == version
    assert found.machine.endswith(machine)


def test_a_raw_prompt_is_left_and_known():
    port = Scripted(lambda data: b"\r\n>>> " if b"\x02" in data else b"")
    assert probe("port:x", lambda _: port).state == "prompt"


def test_a_silent_program_is_never_interrupted():
    port = Scripted(lambda data: b"")
    assert probe("port:x", lambda _: port).state == "silent"
    assert b"\x03" not in port.sent
    assert b"\x04" not in port.sent


def test_busy_and_gone():
    def fail(text):
        def opener(_):
            raise LinkError(text, "x")

        return opener

    assert probe("port:x", fail("link.busy")).state == "busy"
    assert probe("port:x", fail("link.no_port")).state == "gone"
    assert probe("port:x", fail("link.no_port")).problem.text == "link.no_port"
