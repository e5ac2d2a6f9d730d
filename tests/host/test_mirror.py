"""The mirror beside a board in memory: agreeing, resuming, and saying when it cannot agree."""

import errno
import json
import time

import pytest
from kostka.errors import JournalError
from kostka_fake_board import FakeBoard, Faults
from kostka_host.journals import JournalFile
from kostka_host.link.client import Client
from kostka_host.mirror import Mirror
from kostka_recording import Recorder


class Host:
    """A client and a mirror that are pumped together."""

    def __init__(self, board, folder, path=None):
        self.client = Client(lambda: ["port:fake"], opener=lambda _: board.plug())
        self.mirror = Mirror(self.client, folder, path)
        self.client.start()

    def until(self, wanted, timeout_s=10.0):
        end = time.monotonic() + timeout_s
        while not wanted():
            assert time.monotonic() < end, "not in time"
            message = self.client.next_message(0.1)
            if message:
                self.mirror.take(message)

    def stop(self):
        self.client.close()
        self.mirror.close()


@pytest.fixture
def host(tmp_path):
    hosts = []

    def make(board, path=None):
        hosts.append(Host(board, tmp_path / "journals", path))
        return hosts[-1]

    yield make
    for one in hosts:
        one.stop()


@pytest.fixture
def recorder():
    recorder = Recorder(seed=5, pawns=2, seats=3)
    for _ in range(60):
        recorder.play()
    return recorder


def agrees(mirror, recorder):
    assert mirror.problem is None
    assert mirror.follower.chain == recorder.chain
    assert mirror.follower.state.encode() == recorder.state.encode()
    assert mirror.path.read_text() == recorder.text()


def test_a_mirror_catches_up_follows_and_keeps_the_exact_lines(host, recorder, tmp_path):
    board = FakeBoard(bodies=recorder.bodies)
    one = host(board)
    one.until(lambda: one.mirror.next_line == 61)
    agrees(one.mirror, recorder)
    assert one.mirror.path == tmp_path / "journals" / "00c0ffee00c0ffee.jsonl"
    for body in (recorder.play(), recorder.undo(55), recorder.play()):
        board.grow(body)
    one.until(lambda: one.mirror.next_line == 64)
    agrees(one.mirror, recorder)
    recorder.finish()
    for body in recorder.bodies[64:]:
        board.grow(body)
    one.until(lambda: one.mirror.follower.end)
    agrees(one.mirror, recorder)
    assert one.mirror.digest_board == f"{recorder.state.digest():08x}"


@pytest.mark.parametrize("seed", [1, 2])
def test_a_mirror_agrees_over_a_bad_wire(host, recorder, seed):
    board = FakeBoard(bodies=recorder.bodies, faults=Faults(seed, 0.1))
    one = host(board)
    one.until(lambda: one.mirror.next_line == 61, 30)
    agrees(one.mirror, recorder)


def test_a_killed_host_goes_on_from_its_file(host, recorder):
    board = FakeBoard(bodies=recorder.bodies[:40])
    one = host(board)
    one.until(lambda: one.mirror.next_line == 40)
    one.client.close()
    with one.mirror.path.open("ab") as file:
        file.write(b'{"n":40,"a":[6')  # torn by the kill
    for body in recorder.bodies[40:]:
        board.grow(body)
    began = time.monotonic()
    again = host(board)
    again.until(lambda: again.mirror.next_line == 61)
    assert time.monotonic() - began < 2.0
    agrees(again.mirror, recorder)


def test_a_board_that_resets_goes_on(host, recorder):
    board = FakeBoard(bodies=recorder.bodies)
    one = host(board)
    one.until(lambda: one.mirror.next_line == 61)
    board.boot()
    body = recorder.play()
    board.bodies.append(body)
    one.until(lambda: one.mirror.next_line == 62)
    agrees(one.mirror, recorder)


def test_a_line_that_the_rules_forbid_is_said_and_still_kept(host, recorder):
    bad = recorder.bodies[:20]
    line = json.loads(recorder.bodies[20])
    line["c"] = "12345678"
    bad.append(json.dumps(line, separators=(",", ":")))
    board = FakeBoard(bodies=[*bad, *recorder.bodies[21:]])
    one = host(board)
    one.until(lambda: one.mirror.next_line == 61)
    assert one.mirror.problem.text == "journal.chain"
    assert one.mirror.problem.params[0] == 20
    assert one.mirror.follower.next == 20
    assert len(one.mirror.path.read_text().splitlines()) == 61


def test_another_game_on_the_board_is_a_new_file(host, recorder, tmp_path):
    board = FakeBoard(bodies=recorder.bodies)
    one = host(board)
    one.until(lambda: one.mirror.next_line == 61)
    other = Recorder(seed=2, game_id="bbbbbbbbbbbbbbbb")
    other.play()
    with board.lock:
        board.bodies = list(other.bodies)
        board.boot()
    one.until(lambda: one.mirror.follower.game_id == "bbbbbbbbbbbbbbbb")
    one.until(lambda: one.mirror.next_line == 2)
    agrees(one.mirror, other)
    assert len(list((tmp_path / "journals").iterdir())) == 2


def test_a_named_file_with_another_game_is_never_overwritten(host, recorder, tmp_path):
    path = tmp_path / "mine.jsonl"
    other = Recorder(seed=2, game_id="bbbbbbbbbbbbbbbb")
    path.write_text(other.text())
    one = host(FakeBoard(bodies=recorder.bodies), path)
    with pytest.raises(JournalError, match="other_game"):
        one.until(lambda: False)
    assert path.read_text() == other.text()


def test_a_board_with_another_version_of_the_game_is_not_mirrored(host, recorder):
    header = json.loads(recorder.bodies[0])
    header["v"] = 99
    board = FakeBoard(bodies=[json.dumps(header, separators=(",", ":"))])
    one = host(board)
    one.until(lambda: one.mirror.next_line == 1)
    assert one.mirror.problem.text == "journal.version"


def test_a_full_disk_stops_nothing_and_is_caught_up_with(host, recorder, monkeypatch):
    def full(file):
        raise OSError(errno.ENOSPC, "no space")

    board = FakeBoard(bodies=recorder.bodies)
    one = host(board)
    with monkeypatch.context() as patch:
        patch.setattr(JournalFile, "_write", full)
        one.until(lambda: one.mirror.next_line == 61)
    assert one.mirror.problem is None
    assert one.mirror.follower.next == 61
    assert one.mirror.unkept.text == "mirror.not_kept"
    assert one.mirror.unkept.params == (str(one.mirror.path), "no space")
    board.grow(recorder.play())
    one.until(lambda: one.mirror.next_line == 62)
    assert one.mirror.unkept is None
    agrees(one.mirror, recorder)


def test_a_folder_that_cannot_be_made_stops_nothing(host, recorder, tmp_path):
    (tmp_path / "journals").write_text("in the way")
    one = host(FakeBoard(bodies=recorder.bodies))
    one.until(lambda: one.mirror.next_line == 61)
    assert one.mirror.unkept.text == "mirror.not_kept"
    assert one.mirror.follower.state.encode() == recorder.state.encode()


def test_a_named_file_that_cannot_be_had_is_said_at_once(host, recorder, tmp_path):
    (tmp_path / "file").write_text("")
    one = host(FakeBoard(bodies=recorder.bodies), tmp_path / "file" / "game.jsonl")
    with pytest.raises(JournalError, match="not_kept"):
        one.until(lambda: False)
