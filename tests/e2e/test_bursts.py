"""Bursts of Ctrl-C and Ctrl-D in the first seconds of a board, and of ports opened and closed."""

from __future__ import annotations

import contextlib
import os
import random
import socket
import time

import pytest
import serial
from kostka import line
from kostka_program import Running

pytestmark = pytest.mark.vm

CTRL_C, CTRL_D = b"\x03", b"\x04"
BEGAN_S = 2.0


def restart(port: socket.socket) -> None:
    """Type until the prompt is there and starts the table; wait until that greets."""
    port.settimeout(0.2)
    until = time.monotonic() + 20
    heard = b""
    while not heard.endswith(b">>> "):
        assert time.monotonic() < until, heard[-500:]
        port.sendall(b"\x02" + CTRL_C)  # out of raw mode, out of any program
        with contextlib.suppress(TimeoutError):
            while not heard.endswith(b">>> "):
                heard += port.recv(4096)
    port.sendall(CTRL_D)
    hello = line.frame(line.FROM_HOST, '{"m":"hello","p":[1,0],"c":"51de","v":{},"w":0}')
    while b'"m":"hello"' not in heard:
        assert time.monotonic() < until, heard[-500:]
        port.sendall(hello)
        with contextlib.suppress(TimeoutError):
            heard += port.recv(4096)


@pytest.mark.parametrize("seed", [1, 2])
def test_ctrl_c_and_ctrl_d_while_it_starts(running: Running, seed: int) -> None:
    chance = random.Random(seed)
    with socket.create_connection(("127.0.0.1", running.entry["tcp"])) as port:
        port.settimeout(0.001)
        for _ in range(3):
            restart(port)
            began = time.monotonic()
            while time.monotonic() - began < BEGAN_S:
                burst = chance.choice((CTRL_C, CTRL_D, CTRL_C + CTRL_D)) * chance.randint(1, 8)
                port.sendall(burst)
                until = time.monotonic() + chance.uniform(0.0, 0.3)
                while time.monotonic() < until:
                    with contextlib.suppress(TimeoutError):
                        port.settimeout(max(until - time.monotonic(), 0.001))
                        port.recv(65536)
        restart(port)
    running.is_back()


@pytest.mark.parametrize("order", [("dtr", "rts"), ("rts", "dtr")])
def test_a_port_that_is_opened_and_closed_in_bursts(running: Running, order) -> None:
    path = running.entry["port"]
    half = b'$>{"m":"hello","p":[1,0],"c":"51de","v":{"lu'
    for burst in range(40):
        if burst % 2:
            port = serial.Serial(path, timeout=0, exclusive=True)
            for name in order:
                with contextlib.suppress(OSError):  # a pseudo terminal has no such lines
                    setattr(port, name, burst % 4 == 1)
            port.write(half[: burst % len(half)])
            port.close()
        else:
            os.close(os.open(path, os.O_RDWR | os.O_NOCTTY))
    running.is_back()
