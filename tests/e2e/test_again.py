"""What ends in the middle of a game goes on: the host, the board's process, the board's power."""

from __future__ import annotations

import json
import os
import random
import signal
import time
from pathlib import Path

import pytest
from kostka import mats
from kostka.errors import KostkaError
from kostka_host.boards.virtual import VirtualBoard
from kostka_host.follow import Step
from kostka_host.simulate.family import Family
from kostka_host.table import Table
from kostka_program import Program, end

pytestmark = pytest.mark.vm

SHORT = ("ludo", "--seats", "2", "--pawns", "2")


def lines(journal: Path) -> int:
    return journal.read_bytes().count(b"\n") if journal.exists() else 0


def wait_for_lines(process, journal: Path, count: int) -> None:
    until = time.monotonic() + 20
    while lines(journal) < count:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.005)


def test_a_killed_host_is_back_within_two_seconds(kostka: Program) -> None:
    kostka.board("--name", "table", "--speed", "max")
    journal = kostka.home / "game.jsonl"
    words = ("play", *SHORT, "--board", "id:table", "--auto", "--seed", "7", "--json")
    words = (*words, "--journal", str(journal))
    for count in (5, 20, 40):
        process = kostka.start(*words)
        wait_for_lines(process, journal, count)
        assert end(process, signal.SIGKILL) == -signal.SIGKILL
        kept = lines(journal)

        began = time.monotonic()
        process = kostka.start(*words)
        assert process.stderr is not None
        said = process.stderr.readline()
        assert time.monotonic() - began < 2.0
        assert said.startswith("The game on the board goes on from line ")
        assert kept <= int(said.split()[-1].rstrip(".")) <= kept + 1
        if count < 40:
            end(process, signal.SIGKILL)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    report = json.loads(out.splitlines()[-1])
    assert report["digest_board"] == report["digest_mirror"]
    assert kostka.run("journal", "verify", str(journal)).returncode == 0


def test_a_killed_board_goes_on_at_its_line(kostka: Program) -> None:
    """The process of the board ends; another one with the same flash goes on."""
    flash = kostka.home / "flash.img"
    journal = kostka.home / "game.jsonl"
    words = ("play", *SHORT, "--board", "id:table", "--auto", "--seed", "8", "--json")
    words = (*words, "--journal", str(journal))
    chance = random.Random(4)
    at = 0
    for turn in range(4):
        board = kostka.board("--name", "table", "--speed", "max", "--flash", str(flash))
        process = kostka.start(*words)
        assert process.stderr is not None
        if turn:
            said = process.stderr.readline()
            next_line = int(said.removeprefix("The game on the board goes on from line ")[:-2])
            # the board may have written a line that it could not send any more
            assert at <= next_line <= at + 1
        if turn == 3:
            break
        at += chance.randrange(3, 12)
        wait_for_lines(process, journal, at)
        os.kill(board["pid"], signal.SIGKILL)
        _, err = process.communicate(timeout=20)
        assert process.returncode == 1
        assert err.splitlines()[-1].startswith("kostka: ")
        assert "Traceback" not in err
        at = lines(journal)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    report = json.loads(out.splitlines()[-1])
    assert report["digest_board"] == report["digest_mirror"]


class Played:
    """A game of a family on a board whose power comes and goes."""

    def __init__(self, board: VirtualBoard, folder: Path, seed: int) -> None:
        self.board = board
        self.folder = folder
        self.seed = seed
        self.sit()
        self.table.sit_down("ludo", 2, {"pawns": 2}, False)
        self.family.take_over(board.tokens)
        self.family.set_up()

    def sit(self) -> None:
        self.table = Table(
            self.board, lambda: [self.board.link()], self.folder / "game.jsonl", stepped=True
        )
        self.table.connect()
        self.table.catch_up()
        self.family = Family(
            mats.load("ludo"), self.board, lambda: self.table.state, self._look, self.seed
        )

    def _look(self) -> list[Step]:
        if not self.board.info()["powered"]:
            raise KostkaError("link.gone", self.table.client.port)
        return self.table.look()

    def again(self) -> None:
        """Sit down again, after the power was cut, and look at what stands there."""
        self.table.close()
        self.seed += 1
        self.board.start()
        self.sit()
        self.family.take_over(self.board.tokens)
        self.family.set_up()


@pytest.fixture
def played(kostka: Program):
    board = VirtualBoard.spawn(tied=True, clock="virtual", seed=3)
    game = Played(board, kostka.home, 5)
    yield game
    game.table.close()
    board.close()


def test_a_power_cut_between_two_lines_costs_nothing(played: Played) -> None:
    chance = random.Random(1)
    for _ in range(6):
        for _ in range(chance.randrange(1, 9)):
            if not played.table.state.is_terminal():
                played.family.play_one()
        next_line = played.table.mirror.next_line
        digest = played.table.state.digest()
        played.board.power_cut()
        played.again()
        assert played.table.mirror.next_line == next_line
        assert played.table.state.digest() == digest
    played.family.play()
    played.table.wait(lambda: played.table.over, 10.0)
    assert played.table.mirror.digest_board == f"{played.table.state.digest():08x}"


def test_a_power_cut_while_a_line_is_written_costs_at_most_that_line(played: Played) -> None:
    chance = random.Random(2)
    cuts = 0
    while cuts < 8 and not played.table.state.is_terminal():
        before = played.table.mirror.next_line
        played.board.cut_after(chance.randrange(0, 6))
        try:
            while not played.table.state.is_terminal():
                before = played.table.mirror.next_line
                played.family.play_one()
        except KostkaError:
            pass
        assert not played.board.info()["powered"]
        played.board.cut_after(None)
        seen = played.table.mirror.next_line
        cuts += 1
        played.again()
        assert played.table.mirror.problem is None
        # what was seen is kept; the one line that was being written may be there or not
        assert seen <= played.table.mirror.next_line <= before + 1
    assert cuts == 8
    played.family.play()
    played.table.wait(lambda: played.table.over, 10.0)
    assert played.table.mirror.digest_board == f"{played.table.state.digest():08x}"
