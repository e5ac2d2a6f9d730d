"""Journal files: damaged and torn lines."""

import errno
import os
import stat

import pytest
from kostka.errors import JournalError
from kostka_host import paths
from kostka_host.cli.problems import write_report
from kostka_host.journals import JournalFile, read
from kostka_host.web.secrets import SeatLinks
from kostka_recording import Recorder


@pytest.fixture
def recorder():
    recorder = Recorder(seed=8, pawns=2, seats=2)
    for _ in range(9):
        recorder.play()
    return recorder


@pytest.fixture
def path(tmp_path, recorder):
    path = tmp_path / "game.jsonl"
    path.write_text(recorder.text())
    return path


def test_a_file_gives_its_bodies_back(path, recorder):
    assert read(path) == (recorder.bodies, False)


def test_every_changed_byte_is_found(path, recorder):
    data = path.read_bytes()
    for at in range(len(data)):
        path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        line = data[:at].count(b"\n") + 1
        if at == len(data) - 1:
            assert read(path) == (recorder.bodies[:-1], True)
        else:
            with pytest.raises(JournalError) as caught:
                read(path)
            assert caught.value.params[0] == line


@pytest.mark.parametrize("cut", [1, 2, 9, 30])
def test_a_torn_end_is_cut_and_written_again(path, recorder, cut):
    path.write_bytes(path.read_bytes()[:-cut])
    assert read(path) == (recorder.bodies[:-1], True)
    with JournalFile(path) as file:
        assert file.bodies == recorder.bodies[:-1]
        file.write(recorder.bodies[-1])
    assert path.read_text() == recorder.text()


def test_a_new_file_gets_its_folder(tmp_path, recorder):
    path = tmp_path / "a" / "b" / "c.jsonl"
    with JournalFile(path) as file:
        for body in recorder.bodies:
            file.write(body)
        assert path.read_text() == recorder.text()  # before it is closed


def test_an_empty_file_is_an_empty_journal(tmp_path):
    (tmp_path / "x").write_bytes(b"")
    assert read(tmp_path / "x") == ([], False)


def test_a_full_disk_takes_a_part_and_the_rest_when_there_is_room(path, recorder, monkeypatch):
    room = 10
    really = os.write

    def write(file, data):
        nonlocal room
        if room == 0:
            raise OSError(errno.ENOSPC, "no space")
        count = really(file, bytes(data[:room]))
        room -= count
        return count

    with JournalFile(path) as file:
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", write)
            for _ in range(2):
                with pytest.raises(OSError, match="no space"):
                    file.write(recorder.play())
            assert read(path) == (recorder.bodies[:-2], True)
        file.write(recorder.play())
    assert path.read_text() == recorder.text()


@pytest.mark.skipif(os.name != "posix", reason="no modes of this kind")
def test_what_is_kept_is_for_its_user_only(tmp_path, monkeypatch):
    def modes():
        return {
            str(path.relative_to(tmp_path)): stat.S_IMODE(path.stat().st_mode)
            for path in tmp_path.rglob("*")
        }

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    old = os.umask(0o022)
    try:
        data = paths.data_dir()
        data.mkdir(parents=True)  # as an earlier version left it
        paths.journals_dir().mkdir()
        (tmp_path / "mine").mkdir()
        for folder in (paths.journals_dir(), tmp_path / "mine"):
            with JournalFile(folder / "game.jsonl") as file:
                file.write('{"j":1}')
        SeatLinks(data / "seats.json").of("g", 2)
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
        assert write_report(ValueError()) is not None
    finally:
        os.umask(old)
    found = modes()
    crash = next(name for name in found if name.endswith(".txt"))
    assert found == {
        "share": 0o755,  # not ours
        "share/kostka": 0o700,
        "share/kostka/journals": 0o700,
        "share/kostka/journals/game.jsonl": 0o600,
        "share/kostka/seats.json": 0o600,
        "mine": 0o755,  # is left as its user has it
        "mine/game.jsonl": 0o600,
        "state": 0o700,
        "state/kostka": 0o700,
        "state/kostka/crashes": 0o700,
        crash: 0o600,
    }
