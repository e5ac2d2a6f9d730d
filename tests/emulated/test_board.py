"""The emulated board as hosts meet it: its process, port, hands and flash."""

import json

import pytest
from kostka import line
from kostka_host.boards import open_board

pytestmark = [pytest.mark.uf2, pytest.mark.slow]

STARTING_MS = 4000
STEP_MS = 20


@pytest.fixture
def spawn(needs_emulator, monkeypatch, tmp_path):
    """Start emulated boards with one flash, whose time only moves when it is advanced."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    return lambda: open_board(
        "emulated", tied=True, clock="virtual", flash=tmp_path / "flash.img", tcp=0
    )


def greet(board):
    """Let the board start; return its greeting."""
    from kostka_host.link.transport import open_transport

    decoder = line.Decoder(line.FROM_BOARD, line.BOARD_LINE_MAX)
    hello = '{"m":"hello","p":[1,0],"c":"0e0e","v":{"ludo":1},"w":0}'
    wire = open_transport(board.link())
    try:
        wire.write(line.frame(line.FROM_HOST, hello))
        for _ in range(0, STARTING_MS, STEP_MS):
            board.advance(STEP_MS)
            for body in decoder.feed(wire.read(0.01)):
                message = json.loads(body)
                if message["m"] == "hello":
                    return message
    finally:
        wire.close()
    raise AssertionError("it never greeted")


def test_it_greets_scans_and_keeps_its_flash(spawn):
    with spawn() as board:
        assert (board.entry.kind, board.entry.clock) == ("emulated", "stepped")
        hello = greet(board)
        assert hello["id"] == board.id  # of its flash chip
        assert hello["lay"].endswith(board.info()["layout"])
        scans = board.info()["scans"]
        board.advance(200)
        assert board.info()["scans"] > scans
        board.power_cut()
        assert not board.info()["powered"]
        before = board.time_us()
        board.advance(1000)
        assert board.time_us() == before + 1_000_000  # it is off, and time goes on
    first = board.id
    with spawn() as board:
        assert board.id == first
