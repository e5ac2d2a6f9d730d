"""`kostka enroll` and `kostka calibrate` on a virtual board, hands and all."""

from __future__ import annotations

import json
import threading
import time
from typing import Any

import pytest
from kostka.sense import faces
from kostka_host.boards.registry import Entry
from kostka_host.boards.virtual import VirtualBoard
from kostka_host.vm import ROOMY_HEAP
from kostka_program import Program

pytestmark = pytest.mark.vm


def said(process: Any) -> Any:
    line = process.stdout.readline()
    assert line, process.stderr.read()
    return json.loads(line)


def seconds(board: VirtualBoard, ms: float = 250) -> None:
    board.advance(ms)


def lay_as_asked(process: Any, board: VirtualBoard, kind: int) -> Any:
    """Do what the program says until it is done; return its last line."""
    news = said(process)
    while news.get("st") not in ("kept", "stopped"):
        if news["st"] == "lay":
            board.hand_die(0, "lay", kind, faces.TABLES[kind][1].index(news["at"]))
        else:
            board.hand_die(0, "take")
        news = said(process)
    return news


@pytest.fixture
def ticking(kostka: Program) -> Any:
    """A board whose clock is driven here, fast, while the program talks to it."""
    entry = Entry(**kostka.board("--clock", "virtual", "--heap", ROOMY_HEAP))
    board = VirtualBoard(entry)
    hands = VirtualBoard(entry)
    stop = threading.Event()

    def live() -> None:
        while not stop.is_set():
            board.advance(20)
            time.sleep(0.001)

    thread = threading.Thread(target=live, daemon=True)
    thread.start()
    yield hands
    stop.set()
    thread.join(10)
    hands.close()
    board.close()


def test_a_die_is_enrolled(kostka: Program, ticking: VirtualBoard) -> None:
    words = ("enroll", "mine", "--kind", "d6", "--json", "--board", "id:" + ticking.id)
    process = kostka.start(*words)
    news = lay_as_asked(process, ticking, 6)
    assert (news["st"], news["n"], news["of"]) == ("kept", 6, 6)
    assert process.wait(20) == 0
    out, _ = process.communicate()
    assert json.loads(out.splitlines()[-1]) == {"name": "mine", "kind": "d6", "state": "kept"}


def test_cells_are_walked(kostka: Program, ticking: VirtualBoard) -> None:
    words = ("calibrate", "cells", "--cell", "c2", "--board", "id:" + ticking.id, "--json")
    process = kostka.start(*words)
    assert said(process)["at"] == 14
    ticking.put(14)
    assert said(process)["st"] == "kept"
    assert process.wait(20) == 0


def test_what_a_board_has_not_is_refused(kostka: Program) -> None:
    entry = kostka.board("--profile", "breadboard")
    words = ("enroll", "mine", "--board", "id:" + entry["id"])
    assert kostka.refuse(*words) == (1, "This board has nothing like that to learn.")
    assert kostka.refuse("calibrate", "cells", "--cell", "z9", "--board", "id:" + entry["id"])[0]
