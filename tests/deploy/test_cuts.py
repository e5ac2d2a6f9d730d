"""Updates that are cut off: by the cable, by the end of the host, by the power of the board."""

import os
import random
import signal
import subprocess
import sys
import time

import pytest
from kostka.errors import LinkError
from kostka_host.deploy import measure, transfer, update
from kostka_host.deploy.found import survey
from kostka_host.deploy.prompt import Prompt
from kostka_host.deploy.update import Updater
from kostka_host.link.transport import open_transport
from kostka_small import small

CUTS = 25
KINDS = ("cable", "host", "power")
# How many of the 60 files differ, up to which operation of the flash, byte and second it is cut.
POINTS = {
    "virtual": (60, 500, (4_000, 100_000), (0.4, 1.5)),
    "emulated": (8, 120, (3_500, 20_000), (3.0, 60.0)),
}


class Cable:
    """A transport that is pulled after so many bytes in both directions."""

    def __init__(self, selector, write_s, left):
        self._inner = open_transport(selector, write_s)
        self.name = self._inner.name
        self._left = left

    def _count(self, size):
        self._left -= size
        if self._left < 0:
            raise LinkError("link.gone", self.name)

    def read(self, timeout_s):
        data = self._inner.read(timeout_s)
        self._count(len(data))
        return data

    def write(self, data):
        self._count(len(data))
        self._inner.write(data)

    def close(self):
        self._inner.close()


class Bench:
    """A board, the release on it, and the one that it is to get."""

    def __init__(self, board, releases, folder):
        self.board = board
        self.slow = update.SLOW if board.kind == "emulated" else 1.0
        _, self._operations, self._bytes, self._seconds = POINTS[board.kind]
        self.releases = {release.version: release for release in releases}
        self.files = {}
        for release in releases:
            self.files[release.version] = folder / f"{release.version}.zip"
            release.write(self.files[release.version])

    def cut(self, kind, release, chance):
        if kind == "power":
            self.board.cut_after(chance.randrange(self._operations))
            self._try(Updater(self.board.link()), release)
            self.board.cut_after(None)
        elif kind == "cable":
            left = chance.randrange(*self._bytes)
            opener = lambda selector, write_s: Cable(selector, write_s, left)  # noqa: E731
            self._try(Updater(self.board.link(), opener=opener), release)
        else:
            self._kill(release, chance.uniform(*self._seconds))

    def _try(self, updater, release):
        try:
            updater.update(release, wait=False)
        except LinkError:
            pass

    def _kill(self, release, after_s):
        words = ["update", str(self.files[release.version]), "--board", self.board.link()]
        child = subprocess.Popen(
            [sys.executable, "-m", "kostka_host", *words, "--no-wait"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ,
        )
        try:
            child.wait(after_s)
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGKILL)
            child.wait()

    def start(self, says):
        """Let the board start; return which release says that it runs."""
        mark = len(self.board.logs())
        self.board.start()
        self.board.reset()
        text = says(self.board, "RUNS ", mark, 20.0 * self.slow)
        return says(self.board, "\n", mark + text.index("RUNS "), 5.0 * self.slow).split()[1]

    def look(self):
        """Return the versions of the whole releases that lie on the board: one, and only one."""
        with Prompt(self.board.link(), self.slow) as prompt:
            found = survey(prompt, check_all=True)
            prompt.reset()
        wanted = {name: self.checks(release) for name, release in self.releases.items()}
        placed = {path: check for path, check in found.placed.items() if path.startswith("lib/")}
        return [name for name, checks in wanted.items() if checks == placed]

    @staticmethod
    def checks(release):
        whole = release.whole().items()
        return {path: transfer.digest(data) for path, data in whole if path.startswith("lib/")}


@pytest.mark.vm
@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "cuts"),
    [
        ("virtual", CUTS // 3),
        pytest.param("virtual", CUTS, marks=pytest.mark.long),
        pytest.param("emulated", CUTS, marks=[pytest.mark.uf2, pytest.mark.long]),
    ],
)
def test_a_cut_leaves_one_whole_release_and_the_next_update_completes(
    kind, cuts, spawn, says, tmp_path, monkeypatch
):
    board = spawn(kind)
    if kind == "virtual":
        monkeypatch.setattr(transfer, "ANSWER_S", 1.0)
        monkeypatch.setattr("kostka_host.deploy.prompt.ANSWER_S", 2.0)
        monkeypatch.setattr("kostka_host.deploy.prompt.ENTER_S", 4.0)
    else:
        measure._empty(board, update.SLOW)
    differ = POINTS[kind][0]
    releases = [small(name, tmp_path / name, differ=differ) for name in ("A", "B")]
    bench = Bench(board, releases, tmp_path)
    updater = Updater(board.link())
    updater.update(releases[0], install=True, leave_game=True, wait=False)
    assert bench.start(says) == "A"
    assert bench.look() == ["A"]
    chance = random.Random(5)
    here, ended = "A", []
    for number in range(cuts):
        other = "B" if here == "A" else "A"
        how = KINDS[number % 3]
        bench.cut(how, bench.releases[other], chance)
        runs = bench.start(says)
        assert bench.look() == [runs], (number, how)
        ended.append((how, runs != here))
        here = runs
        print(number, how, "cut,", "through" if ended[-1][1] else "held", flush=True)
        if number % 5 == 4:
            other = "B" if here == "A" else "A"
            Updater(board.link()).update(bench.releases[other], wait=False)
            assert bench.start(says) == other
            assert bench.look() == [other]
            here = other
    print(kind, ended)
    assert sum(not through for _, through in ended) >= cuts // 3, ended


@pytest.mark.vm
@pytest.mark.slow
def test_a_board_that_waits_in_vain_for_its_host_plays_on(spawn, says, tmp_path):
    board = spawn()
    releases = [small(name, tmp_path / name) for name in ("A", "B")]
    bench = Bench(board, releases, tmp_path)
    Updater(board.link()).update(releases[0], leave_game=True, wait=False)
    says(board, "RUNS A")
    mark = len(board.logs())
    opener = lambda selector, write_s: Cable(selector, write_s, 40_000)  # noqa: E731
    with pytest.raises(LinkError):
        Updater(board.link(), opener=opener).update(releases[1], wait=False)
    began = time.monotonic()
    says(board, "RUNS A", mark)
    assert time.monotonic() - began < 12
    assert bench.look() == ["A"]
