"""Lines from a terminal, key by key, and from a pipe."""

import os

import pytest
from kostka_host.terminal.keyboard import Keyboard


@pytest.fixture
def terminal():
    master, slave = os.openpty()
    stream = os.fdopen(slave, "r")
    yield master, stream
    stream.close()
    os.close(master)


def test_keys_of_a_terminal_make_lines(terminal):
    master, stream = terminal
    keyboard = Keyboard(stream)
    assert keyboard.live
    with keyboard.opened():
        os.write(master, b"ro")
        assert keyboard.next_line(1) is None
        assert keyboard.line == "ro"
        os.write(master, b"x\x7fll 6\nlift t0\nput")
        assert keyboard.next_line(1) == "roll 6"
        assert keyboard.waiting() == "lift t0"
        assert keyboard.waiting() is None
        assert keyboard.line == "put"
        assert keyboard.next_line(0.01) is None
        os.write(master, b"\x15\x1b[A\x1b[3~\x1bOPok\r")
        assert keyboard.next_line(1) == "ok"
        os.write(master, b"x\x04")
        keyboard.next_line(1)
        assert not keyboard.ended
        os.write(master, b"\x7f\x04")
        keyboard.next_line(1)
        assert keyboard.ended


def test_the_terminal_is_as_before(terminal):
    termios = pytest.importorskip("termios")
    _, stream = terminal
    before = termios.tcgetattr(stream.fileno())
    keyboard = Keyboard(stream)

    def fail():
        with keyboard.opened():
            assert termios.tcgetattr(stream.fileno()) != before
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert termios.tcgetattr(stream.fileno()) == before


def test_lines_of_a_pipe():
    read, write = os.pipe()
    stream = os.fdopen(read, "r")
    keyboard = Keyboard(stream)
    assert not keyboard.live
    with keyboard.opened():
        assert keyboard.next_line(0.01) is None
        os.write(write, b"roll\nquit\n")
        assert keyboard.next_line(1) == "roll"
        assert keyboard.next_line(1) == "quit"
        os.close(write)
        assert keyboard.next_line(1) is None
        assert keyboard.ended
    stream.close()
