"""Journal files: damaged and torn lines."""

import pytest
from kostka.errors import JournalError
from kostka_host.journals import JournalFile, read
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
