"""`kostka play` serves the page: it says where, and ends without ending the board."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import urllib.request

import pytest
from kostka_program import Program, end

pytestmark = pytest.mark.vm


def serve(kostka: Program, *words: str) -> tuple[subprocess.Popen[str], str, list[str]]:
    """Start the page; return the process, its address and the links of the seats."""
    process = kostka.start("play", "ludo", "--port", "0", "--no-open", *words)
    address, links = "", []
    assert process.stdout is not None
    while not address or len(links) < 2:
        line = process.stdout.readline()
        assert line, process.communicate()
        (found,) = re.findall(r"http://127\.0\.0\.1:\d+/[\w/]*", line)
        if "/seat/" in found:
            links.append(found)
        else:
            address = found
    return process, address, links


def get(address: str) -> int:
    try:
        with urllib.request.urlopen(address, timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as problem:
        return problem.code


def test_the_page_says_where_it_is_and_comes_again(kostka: Program) -> None:
    process, address, links = serve(kostka, "--seats", "2", "--pawns", "2")
    assert get(address + "look.json") == 200
    assert get(address + "seat/" + "0" * 32) == 404
    (board,) = kostka.boards()
    assert (board["state"], board["page"], board["pid"]) == ("busy", address, process.pid)
    assert (board["game"], board["seats"], board["profile"]) == ("ludo", 2, "full")
    assert f"in play at {address}" in kostka.run("ls").stdout
    # who starts it again is told where it is
    number = address.rpartition(":")[2].rstrip("/")
    code, sentence = kostka.refuse("play", "--port", number)
    assert (code, sentence) == (1, f"Kostka is already running at {address}")
    code, sentence = kostka.refuse("play", "--port", "0")
    assert (code, sentence) == (1, f"The board is in play on the page at {address}")
    assert end(process, signal.SIGINT) == 130
    (board,) = kostka.boards()
    assert (board["page"], board["pid"]) == (None, None)
    assert (board["name"], board["state"], board["game"]) == ("virtual", "running", "ludo")
    again, _, others = serve(kostka)
    assert [link.rpartition("/")[2] for link in others] == [
        link.rpartition("/")[2] for link in links
    ]
    assert end(again, signal.SIGINT) == 130


def test_a_port_in_use_is_said(kostka: Program) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        number = server.getsockname()[1]
        code, sentence = kostka.refuse("play", "ludo", "--port", str(number))
    assert code == 1
    assert sentence == (
        f"Port {number} of this machine cannot be used (Address already in use); "
        "choose another one with --port."
    )
    assert kostka.boards() == []
