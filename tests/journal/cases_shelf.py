"""The shelf of games on both Pythons: the list, what goes when, what a game's folder may hold."""

import os
import sys

from kostka.errors import JournalError
from kostka.journal import finding, rows
from kostka.journal.shelf import KEEP, drop_oldest
from kostka.journal.store import Store
from kostka.line import dumps

STORES = []


def opened(root):
    """Return a store that is closed with the case, however that ends."""
    STORES.append(Store(root))
    return STORES[-1]


def close_all():
    while STORES:
        STORES.pop().close()


if sys.implementation.name == "micropython":
    sys.path.append(sys.argv[1].rsplit("/", 1)[0])
    import vfs
    from kostka_flash import mount, new_flash

    def shelf(test):
        """Run a test with a folder on littlefs."""
        mount(new_flash(56))
        try:
            test("/power/games")
        finally:
            close_all()
            vfs.umount("/power")

else:
    import tempfile  # subset: import only where CPython runs the cases

    def shelf(test):
        """Run a test with a folder of this machine."""
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(folder + "/games")
            finally:
                close_all()


def game_id(n):
    return "%016x" % n


def header(n):
    return [("j", 1), ("game", "ludo"), ("id", game_id(n))]


def line(n):
    return [("n", n), ("a", [265217]), ("s", "k"), ("c", "%08x" % n)]


def end(n):
    return [("n", n), ("end", "home"), ("c", "%08x" % n)]


def play(store, game, lines, finished):
    store.begin(game_id(game), header(game))
    for n in range(1, lines):
        store.append(line(n))
    if finished:
        store.append(end(lines))


def numbers(store):
    return [int(game[0], 16) for game in store.games()]


def case_games_are_listed_by_last_use():
    def test(root):
        store = opened(root)
        assert store.games() == []
        play(store, 1, 1, False)
        play(store, 2, 5, True)
        play(store, 3, 40, False)
        assert store.games() == [
            (game_id(3), "ludo", 40, False),
            (game_id(2), "ludo", 6, True),
            (game_id(1), "ludo", 1, False),
        ]
        store.close()
        store = opened(root)
        store.open(game_id(1))
        assert store.current() == game_id(1)
        assert numbers(store) == [1, 3, 2]
        store.open(game_id(1))
        assert numbers(store) == [1, 3, 2]
        for n in range(1, 30):  # through tails and main, the last row decides
            store.append(line(n))
            assert store.games()[0] == (game_id(1), "ludo", n + 1, False)
        store.append(end(30))
        assert store.games()[0] == (game_id(1), "ludo", 31, True)
        store.close()

    shelf(test)


def case_the_oldest_finished_games_go():
    def test(root):
        store = opened(root)
        play(store, 0, 2, True)
        play(store, 1, 2, False)
        for game in range(2, KEEP + 4):
            play(store, game, 3, True)
            assert numbers(store)[0] == game, "the game in play stays"
        assert numbers(store) == [KEEP + 3] + list(range(KEEP + 2, 2, -1)) + [1]
        store.open(game_id(3))  # used again, so it is the youngest now
        play(store, 50, 2, False)
        assert numbers(store) == [50, 3] + list(range(KEEP + 3, 4, -1)) + [1]
        store.close()

    shelf(test)


def case_games_that_were_left_are_bounded_too():
    def test(root):
        store = opened(root)
        for game in range(KEEP + 3):
            play(store, game, 2, False)
        assert numbers(store) == list(range(KEEP + 2, 1, -1))
        store.close()

    shelf(test)


def case_the_game_in_play_is_never_dropped():
    def test(root):
        store = opened(root)
        play(store, 1, 2, True)
        assert not drop_oldest(root, store.id)
        store.close()
        assert not drop_oldest(root, store.id), "nor when it is not open"
        play(store, 2, 2, False)
        assert drop_oldest(root, store.id)
        assert numbers(store) == [2]
        assert not drop_oldest(root, store.id)
        store.close()

    shelf(test)


def case_rows_without_a_header_do_not_follow_a_new_one():
    def test(root):
        store = opened(root)
        play(store, 1, 6, False)
        play(store, 2, 1, False)
        os.remove(root + "/" + game_id(1) + "/main")  # the power went while it was deleted
        store.begin(game_id(1), header(1))
        store.close()
        store = opened(root)
        store.open(game_id(1))
        assert list(store.bodies(0)) == [dumps(header(1))]
        store.close()

    shelf(test)


def case_what_a_power_cut_left_is_tidied():
    def test(root):
        store = opened(root)
        play(store, 1, 10, False)
        for name in ("00000000000000aa", "00000000000000bb"):
            os.mkdir(root + "/" + name)
        with open(root + "/00000000000000bb/tail0", "wb") as file:
            file.write(rows.make(line(1)))
        assert numbers(store) == [1]
        play(store, 2, 2, False)
        assert sorted(os.listdir(root)) == [game_id(1), game_id(2), "current"]
        store.close()

    shelf(test)


def case_a_damaged_header_is_not_cut_off():
    def test(root):
        store = opened(root)
        store.begin(game_id(1), header(1))
        store.close()
        path = root + "/" + game_id(1) + "/main"
        with open(path, "rb") as file:
            data = file.read()
        with open(path, "wb") as file:
            file.write(b"!" + data[1:])
        number = -1
        try:
            store.open(game_id(1))
        except JournalError as problem:
            number = problem.params[0]
        assert number == 0
        assert store.games() == [(game_id(1), "", 0, False)]
        with open(path, "rb") as file:
            assert file.read() == b"!" + data[1:]

    shelf(test)


def case_the_last_row_of_a_file():
    def test(root):
        os.mkdir(root)
        path = root + "/rows"
        assert finding.last_row(path) == b""
        for size in (0, 1, 3, 254, 255, 256, 257, 600, 3000):
            row = b"y" * size + b"\n"
            for before in (b"", b"x\n", b"x" * 255 + b"\n", b"x" * 700 + b"\n"):
                for torn in (b"", b"z", b"z" * 300):
                    with open(path, "wb") as file:
                        file.write(before + row + torn)
                    assert finding.last_row(path) == row, (size, len(before), len(torn))
        with open(path, "wb") as file:
            file.write(b"z" * 300)
        assert finding.last_row(path) == b""

    shelf(test)


def case_ends_are_told_from_lines():
    assert rows.is_end(rows.make(end(7)))
    assert rows.is_end(rows.make(end(1234)))
    assert not rows.is_end(rows.make(line(7)))
    assert not rows.is_end(rows.make(header(7)))
    assert not rows.is_end(b"")


def case_games_with_a_name_stay():
    def test(folder):
        store = Store(folder)
        play(store, 1, 3, False)
        store.set_about(game_id(1), [("name", "Alfa"), ("k", "hb"), ("turn", 2)])
        play(store, 2, 3, True)
        store.set_about(game_id(2), [("name", "Bravo")])
        for n in range(3, 3 + KEEP + 3):
            play(store, n, 3, False)
        for n in range(30, 30 + KEEP + 3):
            play(store, n, 3, True)
        assert 1 in numbers(store)
        assert 2 in numbers(store), "a finished one too: somebody wants to keep it"
        assert len([n for n in numbers(store) if n >= 30]) == KEEP + 1
        assert store.about(game_id(1)) == {"name": "Alfa", "k": "hb", "turn": 2}
        assert store.about(game_id(2)) == {"name": "Bravo"}
        store.open(game_id(1))
        assert store.count == 3
        store.close()
        store.open(game_id(30 + KEEP + 2))
        store.drop(game_id(1))
        assert 1 not in numbers(store)
        store.close()

    shelf(test)


def case_a_torn_note_is_no_note():
    def test(folder):
        store = Store(folder)
        play(store, 1, 3, False)
        store.set_about(game_id(1), [("name", "Alfa")])
        with open(folder + "/" + game_id(1) + "/about", "wb") as file:
            file.write(b'{"v":{"name":"Br')
        assert store.about(game_id(1)) == {}
        store.set_about(game_id(1), [("name", "Alfa")])
        assert store.about(game_id(1)) == {"name": "Alfa"}
        store.close()

    shelf(test)
