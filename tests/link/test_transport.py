"""Transports over a real pseudo terminal and a real TCP connection."""

import os
import socket
import threading
import tty

import pytest
from kostka.errors import LinkError
from kostka_host.link.transport import open_transport


@pytest.fixture
def pty():
    master, slave = os.openpty()
    tty.setraw(slave)
    yield master, os.ttyname(slave)
    for fd in (master, slave):
        try:
            os.close(fd)
        except OSError:
            pass


@pytest.fixture
def server():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener, f"tcp:127.0.0.1:{listener.getsockname()[1]}"


def fate(port):
    """Return what a port whose other end is gone says within a few reads."""
    try:
        for _ in range(5):
            port.read(0.2)
    except LinkError as problem:
        return problem.text
    return ""


def test_bytes_go_both_ways_over_a_pty(pty):
    master, name = pty
    port = open_transport("port:" + name)
    port.write(b"\x00hello\n\xff")
    assert os.read(master, 100) == b"\x00hello\n\xff"
    os.write(master, b"x" * 1000)
    got = b""
    while len(got) < 1000:
        got += port.read(1.0)
    assert got == b"x" * 1000
    assert port.read(0.01) == b""
    port.close()
    port.close()


def test_a_port_in_use_is_busy(pty):
    port = open_transport("port:" + pty[1])
    with pytest.raises(LinkError, match=r"link\.busy"):
        open_transport("port:" + pty[1])
    port.close()
    open_transport("port:" + pty[1]).close()


def test_a_vanished_port_is_gone(pty):
    master, name = pty
    port = open_transport("port:" + name)
    os.close(master)
    assert fate(port) == "link.gone"
    port.close()


@pytest.mark.parametrize(
    ("selector", "text"),
    [
        ("port:/dev/no-such-port", "link.no_port"),
        ("tcp:127.0.0.1:1", "link.no_port"),
        ("tcp:127.0.0.1:99999", "link.no_port"),
        ("tcp:127.0.0.1", "link.selector"),
        ("port:", "link.selector"),
        ("bluetooth", "link.selector"),
        ("port:nonsense://x", "link.no_port"),
    ],
)
def test_what_cannot_be_opened_is_said(selector, text):
    with pytest.raises(LinkError) as caught:
        open_transport(selector)
    assert caught.value.text == text


@pytest.mark.parametrize("url", [False, True], ids=["tcp:", "socket://"])
def test_bytes_go_both_ways_over_tcp(server, url):
    listener, selector = server
    if url:
        selector = "port:socket://" + selector[4:]
    port = open_transport(selector)
    peer, _ = listener.accept()
    with peer:
        port.write(b"hello\n")
        assert peer.recv(100) == b"hello\n"
        threading.Timer(0.05, lambda: peer.sendall(b"abc")).start()
        got = b""
        while len(got) < 3:
            got += port.read(2.0)
        assert got == b"abc"
        assert port.read(0.01) == b""
    assert fate(port) == "link.gone"
    port.close()
