"""Snapshots on a folder: what they save, and that damage to any file loses nothing but time."""

import json

import pytest
from kostka.errors import JournalError
from kostka.journal import rows
from kostka.journal import store as store_module
from kostka.journal.store import Store
from kostka.play import past
from kostka.play.session import Session
from kostka.rules.rng import XorShift
from kostka_damage import ID, fuzz, game, resumed
from kostka_player import play


@pytest.fixture
def often(monkeypatch):
    monkeypatch.setattr(past, "EVERY", 16)


def same(one, other):
    assert (one.state.encode(), one.chain, one.lines) == (
        other.state.encode(),
        other.chain,
        other.lines,
    )
    assert (one.undos, one.events, one._kept.faces()) == (
        other.undos,
        other.events,
        other._kept.faces(),
    )


def test_only_what_follows_a_snapshot_is_read(tmp_path, monkeypatch):
    session = game(tmp_path / "games", 150)
    checked = []
    real = rows.body_of
    monkeypatch.setattr(rows, "body_of", lambda row: checked.append(row) or real(row))
    same(resumed(tmp_path / "games"), session)
    assert len(checked) < 2 * 48 + 10, "each of the last lines at opening and at replaying"


def test_the_folder_has_a_row_for_each_snapshot(tmp_path, often):
    game(tmp_path / "games", 100)
    data = (tmp_path / "games" / ID / "snaps").read_bytes()
    found = [json.loads(rows.body_of(row)) for row in data.splitlines(keepends=True)]
    assert [snap["n"] for snap in found] == [16, 32, 48, 64, 80, 96]
    assert all(0 < snap["m"] <= snap["n"] + 1 for snap in found)


@pytest.mark.parametrize("seed", range(25))
def test_any_damage_to_snapshots_loses_time_only(tmp_path, often, seed):
    session = game(tmp_path / "games", 60, undo_one_in=9)
    path = tmp_path / "games" / ID / "snaps"
    rng = XorShift(seed + 1)
    data = bytearray(path.read_bytes())
    kind = seed % 5
    if kind == 0:
        del data[rng.below(len(data)) :]  # torn
    elif kind == 1:
        for _ in range(1 + rng.below(40)):
            data[rng.below(len(data))] ^= 1 << rng.below(8)
    elif kind == 2:
        at = rng.below(len(data))
        data[at:at] = bytes([rng.below(256) for _ in range(rng.below(300))])
    elif kind == 3:
        data[:] = bytes([rng.below(256) for _ in range(len(data))])
    else:
        data.clear()
    path.write_bytes(data)
    same(resumed(tmp_path / "games"), session)
    # and it goes on: the next snapshots are found again
    store = Store(str(tmp_path / "games"))
    store.open(ID)
    other = Session(store, XorShift(3))
    other.resume()
    play(other, XorShift(4), 40)
    store.close()
    same(resumed(tmp_path / "games"), other)


def test_damage_in_front_of_a_snapshot_is_named(tmp_path, often):
    game(tmp_path / "games", 100)
    path = tmp_path / "games" / ID / "main"
    lines = path.read_bytes().splitlines(keepends=True)
    for number in (0, 1, 20, 50):
        bad = list(lines)
        bad[number] = bad[number][:12] + b"#" + bad[number][13:]
        path.write_bytes(b"".join(bad))
        with pytest.raises(JournalError, match=r"journal\.damaged") as caught:
            resumed(tmp_path / "games")
        assert caught.value.params[0] == number


def test_main_that_lost_its_end_is_not_trusted(tmp_path, often):
    """Snapshots vouch for more than there is; tails then do not follow."""
    game(tmp_path / "games", 100)
    path = tmp_path / "games" / ID / "main"
    path.write_bytes(path.read_bytes()[:900])
    with pytest.raises(JournalError):
        resumed(tmp_path / "games")


def test_snapshots_of_a_lost_line_are_not_used(tmp_path, often):
    session = game(tmp_path / "games", 100)
    folder = tmp_path / "games" / ID
    for name in ("tail0", "tail1"):
        (folder / name).unlink()
    kept = len((folder / "main").read_bytes().splitlines())
    assert kept < 97 + 16
    other = resumed(tmp_path / "games")
    assert other.lines == kept
    assert session.lines > kept


def test_a_snapshot_that_cannot_be_written_is_no_problem(tmp_path, often, monkeypatch):
    def full(path, mode="r"):
        if path.endswith("/snaps") and "a" in mode:
            raise OSError(28, "No space left on device")
        return open(path, mode)

    monkeypatch.setattr(store_module, "open", full, raising=False)
    session = game(tmp_path / "games", 60)
    assert not (tmp_path / "games" / ID / "snaps").exists()
    same(resumed(tmp_path / "games"), session)


@pytest.mark.parametrize("seed", range(60))
def test_damaged_files_are_refused_or_right(tmp_path, often, seed):
    fuzz(tmp_path, seed)
