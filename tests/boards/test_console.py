"""What a VM prints, made into what a board sends."""

from __future__ import annotations

import pytest
from kostka_host.boards.console import FRIENDLY_BANNER, RAW_BANNER, Console

BANNER = b"MicroPython v1.29.0 on 2026-07-12; linux\r\n" + FRIENDLY_BANNER


def pieces(data: bytes, size: int) -> list[bytes]:
    return [data[i : i + size] for i in range(0, len(data), size)]


@pytest.mark.parametrize("size", [1, 2, 3, 1000])
def test_text_gets_carriage_returns_but_checked_lines_do_not(size: int) -> None:
    console = Console()
    said = b'one\n\ntwo\r\n$<{"a":1}*0123\nthree $<\n$<x\nend'
    out = b"".join(console.feed(piece) for piece in pieces(said, size))
    assert out == b'one\r\n\r\ntwo\r\n$<{"a":1}*0123\nthree $<\r\n$<x\nend'
    assert bytes(console.log) == out


def test_the_dialogue_of_a_mount_is_left_alone_until_the_host_answers() -> None:
    console = Console()
    assert console.feed(b"a\n\x18\x01\n\n") == b"a\n\x18\x01\n\n"
    assert console.feed(b"\n") == b"\n"
    console.host_spoke()
    assert console.feed(b"\n") == b"\r\n"


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_the_mode_of_the_prompt_is_known(size: int) -> None:
    console = Console()

    def say(data: bytes) -> None:
        for piece in pieces(data, size):
            console.feed(piece)

    say(BANNER + b">>> ")
    assert not console.raw
    say(b"\r\n" + RAW_BANNER + b">OK1\n\x04\x04>")
    assert console.raw
    say(b"\r\n" + BANNER + b">>> ")
    assert not console.raw


@pytest.mark.parametrize("size", [1, 5, 1000])
def test_the_way_back_into_raw_mode_is_not_seen(size: int) -> None:
    console = Console()
    console.expect_detour()
    said = b"boot says MicroPython\n" + BANNER + b">>> \r\n" + RAW_BANNER + b">rest"
    out = b"".join(console.feed(piece) for piece in pieces(said, size))
    assert out == b"boot says MicroPython\r\n" + RAW_BANNER + b">rest"
    assert not console.detour
    assert console.raw


def test_the_log_keeps_the_end() -> None:
    console = Console()
    for i in range(5000):
        console.feed(b"%099d\n" % i)
    assert console.log.endswith(b"4999\r\n")
    assert 65536 <= len(console.log) <= 200_000
