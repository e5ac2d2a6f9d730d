"""The store on a folder: rows, tails, half rows, damage, several games, the next choice."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kostka.errors import JournalError
from kostka.journal import store as store_module
from kostka.journal.store import TAIL_MAX, Store
from kostka.line import dumps, seal
from kostka.play import takeback
from kostka.play.session import Session
from kostka.rules.rng import XorShift
from kostka_player import new_session, play

ID = "00000000000000aa"
STORES = []


def header(game_id=ID):
    return [("j", 1), ("game", "ludo"), ("id", game_id), ("x", "x" * 150)]


def line(number, size=1):
    return [("n", number), ("a", [265217] * size), ("s", "k"), ("c", f"{number:08x}")]


def bodies(count, game_id=ID, size=1):
    return [dumps(header(game_id))] + [dumps(line(n, size)) for n in range(1, count)]


@pytest.fixture(autouse=True)
def _close_stores():
    yield
    for store in STORES:
        store.close()
    STORES.clear()


def new_store(path):
    path.mkdir(exist_ok=True)
    STORES.append(Store(str(path / "games")))
    return STORES[-1]


def filled(path, count):
    store = new_store(path)
    store.begin(ID, header())
    for number in range(1, count):
        store.append(line(number))
    return store


def reopened(store):
    store.close()
    other = again(store)
    other.open(other.current())
    return other


def again(store):
    STORES.append(Store(store._root))
    return STORES[-1]


@pytest.mark.parametrize("count", [1, 2, 7, 8, 15, 16, 17, 60])
def test_rows_come_back_after_any_number(tmp_path, count):
    store = filled(tmp_path, count)
    assert list(store.bodies(0)) == bodies(count)
    other = reopened(store)
    assert other.count == count
    for first in range(count + 1):
        assert list(other.bodies(first)) == bodies(count)[first:]
    other.append(line(count))
    assert list(reopened(other).bodies(0)) == bodies(count + 1)


def test_the_folder_is_as_documented(tmp_path):
    store = filled(tmp_path, 12)
    store.close()
    folder = tmp_path / "games" / ID
    assert sorted(path.name for path in folder.iterdir()) == ["main", "tail0", "tail1"]
    rows = b"".join((folder / name).read_bytes() for name in ("main", "tail0", "tail1"))
    assert rows.decode().splitlines() == [seal(body) for body in bodies(12)]
    assert (folder / "tail0").stat().st_size <= TAIL_MAX


@settings(max_examples=60, deadline=None)
@given(sizes=st.lists(st.integers(1, 120), min_size=1, max_size=60), data=st.data())
def test_lines_of_any_size_are_found(tmp_path_factory, sizes, data):
    store = new_store(tmp_path_factory.mktemp("store"))
    store.begin(ID, header())
    wanted = [dumps(header())]
    for number, size in enumerate(sizes, 1):
        store.append(line(number, size))
        wanted.append(dumps(line(number, size)))
    other = reopened(store)
    first = data.draw(st.integers(0, len(sizes)))
    assert list(other.bodies(first)) == wanted[first:]


def test_a_line_too_long_for_the_link_is_refused(tmp_path):
    store = filled(tmp_path, 3)
    with pytest.raises(ValueError, match="too long"):
        store.append(line(3, 900))
    store.append(line(3))
    assert list(reopened(store).bodies(0)) == bodies(4)


def test_reading_goes_on_while_lines_are_added(tmp_path):
    store = filled(tmp_path, 3)
    found = []
    reader = store.bodies(0)
    for number in range(3, 50):
        found.append(next(reader))
        store.append(line(number))
    found.extend(reader)
    assert found == bodies(50)


# What a power cut leaves on file systems without atomic flushes --------------------------------


@pytest.mark.parametrize("name", ["main", "tail0", "tail1"])
def test_half_a_row_is_cut_off(tmp_path, name):
    for count in (6, 12, 20):
        where = tmp_path / f"{name}-{count}"
        store = filled(where, count)
        store.close()
        path = where / "games" / ID / name
        if not path.exists():
            continue
        half = b'{"n":99,"a":[1],"s"'
        path.write_bytes(path.read_bytes() + half)
        other = again(store)
        other.open(ID)
        assert other.count == count
        assert other.cut == 1
        assert half not in path.read_bytes()
        other.append(line(count))
        assert list(reopened(other).bodies(0)) == bodies(count + 1)


@pytest.mark.parametrize("size", range(1, 75, 7))
def test_a_torn_row_in_flight_is_lost_alone(tmp_path, size):
    for count in range(2, 20):
        where = tmp_path / str(count)
        store = filled(where, count)
        store.close()
        folder = where / "games" / ID
        name = max((p for p in folder.iterdir()), key=last_number)
        data = name.read_bytes()
        last = data.rstrip(b"\n").rfind(b"\n") + 1
        name.write_bytes(data[: last + min(size, len(data) - last - 1)])
        other = again(store)
        try:
            other.open(ID)
        except JournalError:
            assert count == 1
            continue
        assert list(other.bodies(0)) == bodies(count - 1)
        other.append(line(count - 1))
        assert list(reopened(other).bodies(0)) == bodies(count)


def last_number(path):
    rows = path.read_text().splitlines()
    return json.loads(rows[-1].rpartition("*")[0]).get("n", 0) if rows else -1


def test_rows_in_two_files_count_once(tmp_path):
    """The power went after rows were moved to main and before the tail was written over."""
    store = filled(tmp_path, 6)
    tail = (tmp_path / "games" / ID / "tail0").read_bytes()
    number = 6
    while (tmp_path / "games" / ID / "main").stat().st_size < 400:
        store.append(line(number))
        number += 1
    store.close()
    assert (tmp_path / "games" / ID / "tail0").read_bytes()[:60] == tail[:60], "still there"
    other = again(store)
    other.open(ID)
    assert list(other.bodies(0)) == bodies(number)


# Damage --------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 1, 5, 20, 21, 22, 30])
def test_a_damaged_row_is_named(tmp_path, number):
    store = filled(tmp_path, 32)
    store.close()
    spoil(tmp_path / "games" / ID, number)
    with pytest.raises(JournalError, match=r"journal\.damaged") as caught:
        again(store).open(ID)
    assert caught.value.params[0] == number


def spoil(folder, number):
    """Change one byte of a row."""
    for name in ("main", "tail0", "tail1"):
        rows = (folder / name).read_bytes().splitlines(keepends=True)
        for at, row in enumerate(rows):
            if row.startswith(b'{"n":%d,' % number) or (row[:4] == b'{"j"' and not number):
                rows[at] = row[:10] + bytes([row[10] ^ 1]) + row[11:]
                (folder / name).write_bytes(b"".join(rows))


def test_a_missing_row_is_named(tmp_path):
    store = filled(tmp_path, 32)
    store.close()
    path = tmp_path / "games" / ID / "main"
    rows = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(rows[:4] + rows[5:]))
    with pytest.raises(JournalError, match=r"journal\.number") as caught:
        again(store).open(ID)
    assert caught.value.params == (4, 5)


def test_damage_that_appears_later_is_named(tmp_path):
    store = filled(tmp_path, 32)
    spoil(tmp_path / "games" / ID, 5)
    reader = store.bodies(3)
    next(reader)
    next(reader)
    with pytest.raises(JournalError) as caught:
        next(reader)
    assert caught.value.params[0] == 5


# A flash that fails --------------------------------------------------------------------------


class Failing:
    """A file that takes half of what is written and fails, as a full disk does."""

    def __init__(self, file, state):
        self.file = file
        self.state = state

    def write(self, data):
        if self.state["fail"]:
            self.file.write(data[: len(data) // 2])
            self.file.flush()
            raise OSError(28, "No space left on device")
        return self.file.write(data)

    def __getattr__(self, name):
        return getattr(self.file, name)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()


@pytest.mark.parametrize("fail_at", range(1, 40))
def test_a_full_disk_loses_no_line_that_was_taken(tmp_path, monkeypatch, fail_at):
    state = {"fail": False}
    real = open
    monkeypatch.setattr(
        store_module, "open", lambda *args: Failing(real(*args), state), raising=False
    )
    store = filled(tmp_path, fail_at)
    state["fail"] = True
    for _ in range(2):
        with pytest.raises(JournalError, match=r"journal\.full") as caught:
            store.append(line(fail_at))
        assert caught.value.params == (fail_at,)
    assert store.count == fail_at
    assert list(store.bodies(0)) == bodies(fail_at)
    state["fail"] = False
    for number in range(fail_at, fail_at + 20):
        store.append(line(number))
    assert list(reopened(store).bodies(0)) == bodies(fail_at + 20)


def test_a_broken_disk_is_no_full_one(tmp_path, monkeypatch):
    store = filled(tmp_path, 3)

    def broken(row):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(store, "_append_tail", broken)
    with pytest.raises(OSError, match="Input"):
        store.append(line(3))
    monkeypatch.undo()
    store.append(line(3))
    assert list(reopened(store).bodies(0)) == bodies(4)


# Several games -------------------------------------------------------------------------------


def test_several_games_are_kept(tmp_path):
    store = new_store(tmp_path)
    assert store.ids() == []
    assert store.current() == ""
    for n in range(3):
        store.begin(f"{n:016x}", header(f"{n:016x}"))
        for number in range(1, 5 + n):
            store.append(line(number))
    assert store.ids() == [f"{n:016x}" for n in range(3)]
    assert store.current() == f"{2:016x}"
    store.open(f"{1:016x}")
    assert store.current() == f"{1:016x}"
    assert list(store.bodies(0)) == bodies(6, f"{1:016x}")
    with pytest.raises(OSError, match="No such file"):
        store.open("f" * 16)
    assert store.current() == f"{1:016x}"
    assert store.count == 0


def test_no_game_is_written_over(tmp_path):
    store = filled(tmp_path, 5)
    with pytest.raises(OSError, match="17"):
        store.begin(ID, header())
    store.append(line(5))
    assert list(reopened(store).bodies(0)) == bodies(6)


def test_the_next_game_is_chosen_once(tmp_path):
    store = filled(tmp_path, 3)
    assert store.choice() is None
    store.choose("ludo", 3, [("pawns", 2), ("die", "color")])
    other = again(store)
    assert other.choice() == {"game": "ludo", "seats": 3, "opt": {"pawns": 2, "die": "color"}}
    other.begin("b" * 16, header("b" * 16))
    assert other.choice() is None
    other.choose("ludo", 2, [])
    assert other.choice() == {"game": "ludo", "seats": 2, "opt": {}}
    other.forget_choice()
    other.forget_choice()
    assert other.choice() is None


@pytest.mark.parametrize("name", ["current", "next"])
@pytest.mark.parametrize("data", [b"", b"x", b'{"v":1}*00000000\n', b"\xff\xfe", b'{"v":[1]}*'])
def test_a_damaged_note_is_no_note(tmp_path, name, data):
    store = filled(tmp_path, 3)
    (tmp_path / "games" / name).write_bytes(data)
    assert (store.current() if name == "current" else store.choice()) in ("", None)


# With a session ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["ludo", "probe"])
def test_a_session_lives_on_in_the_store(tmp_path, name):
    store = new_store(tmp_path)
    session = Session(store, XorShift(5))
    session.undo_rule = takeback.FREE
    session.start(name, 2, {}, ID)
    rng = XorShift(8)
    for _ in range(15):
        play(session, rng, 9, undo_one_in=6)
        store.close()
        other = Session(again(store), XorShift(3))
        other.undo_rule = takeback.FREE
        other.journal.open(other.journal.current())
        other.resume()
        assert other.state.encode() == session.state.encode()
        assert (other.chain, other.lines, other.undos) == (
            session.chain,
            session.lines,
            session.undos,
        )
        session, store = other, other.journal


def test_memory_and_store_agree(tmp_path):
    memory = new_session("ludo", 2, {}, 3)
    play(memory, XorShift(3), 200, undo_one_in=9)
    store = new_store(tmp_path)
    session = Session(store, XorShift(3))
    session.start("ludo", 2, {}, f"{3:016x}")
    play(session, XorShift(3), 200, undo_one_in=9)
    assert list(store.bodies(0)) == memory.journal.bodies
    assert store.undos() == memory.journal.undos()
