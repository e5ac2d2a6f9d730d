"""A turn of the link with nothing to do allocates nothing, with a host and without one."""

import gc
import json

from kostka.line import FROM_HOST, frame
from kostka.link.server import Server


class Port:
    """A port on which a host speaks once."""

    def __init__(self):
        self.told = b""
        self.sent = 0

    def read(self, buf):
        count = min(len(buf), len(self.told))
        for i in range(count):
            buf[i] = self.told[i]
        if count:
            self.told = self.told[count:]
        return count

    def write(self, data, count):
        self.sent += count
        return count


class Thing:
    """Holds what is set on it."""


def make():
    table = Thing()
    table.session = Thing()
    table.session.playing = False
    table.session.lines = 0
    table.menu = None
    table.standing = []
    table.lights = Thing()
    table.lights.scene = Thing()
    table.lights.scene.code = bytearray(148)
    table.lights.scene.version = 1
    table.look = lambda: [("o", "none"), ("missing", []), ("extra", [])]
    port = Port()
    return port, Server(port, table, [("p", [1, 0])], "0001")


def used_by(server):
    for i in range(50):
        server.poll(100 + i)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for i in range(5000):
        server.poll(200 + i)
    used = gc.mem_alloc() - before
    gc.enable()
    return used


def case_without_a_host():
    _, server = make()
    assert used_by(server) == 0


def case_with_a_host_that_watches():
    port, server = make()
    hello = {"m": "hello", "p": [1, 0], "c": "51ce", "v": {}, "w": 1}
    port.told = frame(FROM_HOST, json.dumps(hello))
    for i in range(20):
        server.poll(i)
    assert server.out.attached
    server.out.acked(port.sent)
    assert used_by(server) == 0


def case_with_a_host_that_owes():
    port, server = make()
    hello = {"m": "hello", "p": [1, 0], "c": "51ce", "v": {}}
    port.told = frame(FROM_HOST, json.dumps(hello))
    for i in range(20):
        server.poll(i)
    for i in range(9):
        server.note("play.hint", [i])
    assert used_by(server) == 0
    assert not server.out.empty
