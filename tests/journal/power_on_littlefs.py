"""The store on littlefs: erases of a gesture, and power cut at every single operation."""

import os

import vfs
from kostka.errors import JournalError
from kostka.journal import shelf
from kostka.journal.store import Store
from kostka.line import dumps
from kostka.play.lines import hex8
from kostka_flash import DONE, TEARS, mount, new_flash

SNAP_EVERY = 16
POWER = [None]  # of the flash that is played on


def game_id(n):
    return "00000000" + hex8(n)


def header(n=0):
    return [("j", 1), ("game", "ludo"), ("id", game_id(n)), ("x", "x" * 180)]


def line(n):
    """Return a line of a usual length; every ninth is a long one."""
    pairs = [
        ("n", n),
        ("a", [265217 + n % 6]),
        ("s", "k"),
        ("c", "%08x" % (n * 2654435761 & 0xFFFFFFFF)),
    ]
    if n % 9 == 0:
        pairs.append(("d", "01234567"))
    if n % 40 == 20:
        pairs[1] = ("a", [265217] * 20)
    return pairs


def read(store):
    return list(store.bodies(0))


def expected(count, game=0):
    return [dumps(header(game))] + [dumps(line(n)) for n in range(1, count)]


def snap(n):
    """Return a snapshot of a usual length."""
    return [("n", n), ("c", "01234567"), ("d", "01234567"), ("g", "A" * 120), ("k", []), ("e", [])]


def play(store, upto, said):
    """Begin a game and append lines and snapshots; note what was promised."""
    store.begin(game_id(0), header())
    said[0] = 1
    for n in range(1, upto):
        store.append(line(n))
        said[0] = n + 1
        if n % SNAP_EVERY == 0:
            store.keep(snap(n))
            if POWER[0].off:  # nothing runs without power; keep() itself is never told
                raise OSError(5)


def reopened():
    store = Store("/power/games")
    store.open(store.current())
    return store


def uncut(upto):
    """Return how many operations the lines take when the power stays."""
    flash = new_flash()
    power = POWER[0] = mount(flash)
    store = Store("/power/games")
    play(store, upto, [0])
    store.close()
    vfs.umount("/power")
    return power.done


def cut_at_every_operation(make, upto, tears=TEARS):
    """Play with the power cut everywhere; return cuts and how many lost the line in flight."""
    total = uncut(upto)
    lost = 0
    for tear in tears:
        for cut_at in range(1, total + 1):
            flash = new_flash()
            said = [0]
            POWER[0] = mount(flash, cut_at, tear)
            store = make("/power/games")
            try:
                play(store, upto, said)
            except OSError:
                pass
            store.close()
            vfs.umount("/power")
            mount(flash)
            store = Store("/power/games")
            try:
                current = store.current()
                if not current:
                    assert said[0] == 0, (cut_at, said)
                    continue
                store.open(current)
                # all that was promised is there, at most the line in flight more
                assert said[0] <= store.count <= said[0] + 1, (cut_at, tear, said, store.count)
                assert store.cut == 0, "littlefs takes a flush as a whole"
                assert read(store) == expected(store.count)
                found = store.snapshot(1 << 29)
                last = found[0] if found is not None else 0
                assert last < store.count
                assert last // 16 >= (said[0] - 2) // 16, (cut_at, tear, said, last)
                for number in range(last, 0, -16):
                    found = store.snapshot(number + 15)
                    assert found is not None, (cut_at, tear, number)
                    assert (found[0], found[1]["g"]) == (number, "A" * 120)
                lost += store.count == said[0]
                for n in range(store.count, store.count + 12):  # and it goes on
                    store.append(line(n))
                store.close()
                store.open(current)
                assert read(store) == expected(store.count)
            finally:
                store.close()
                vfs.umount("/power")
    return total * len(tears), lost


def case_power_cut_at_every_operation():
    cuts, lost = cut_at_every_operation(Store, 60)
    assert cuts > 4 * 45, cuts
    print(cuts, "cuts,", lost, "lost the line in flight")


class NoFlush(Store):
    """Says that a line is safe when it is not."""

    def _append_tail(self, row):
        at = self._at
        if self._file is None:
            self._file = open(self._tail_path(at), "ab" if self._sizes[at] else "wb")
        self._file.write(row)
        self._tail.append(row)
        self._sizes[at] += len(row)


class EmptiesFirst(Store):
    """Empties its tail before the rows are in main."""

    def _fold(self, row):
        self._close_tail()
        open(self._tail_path(0), "wb").close()
        super()._fold(row)


def case_planted_failures_are_seen():
    for planted in (NoFlush, EmptiesFirst):
        try:
            cut_at_every_operation(planted, 30, (DONE,))
        except (AssertionError, JournalError):
            continue
        raise AssertionError(planted.__name__)


def case_power_cut_while_a_second_game_is_played():
    """Also in the midst of deleting what is too much."""
    keep, shelf.KEEP = shelf.KEEP, 0
    try:
        for tear in TEARS:
            cut_at = 0
            while cut_while_a_second_game_is_played(cut_at + 1, tear):
                cut_at += 1
            print(cut_at, "cuts")
            assert cut_at > 20, cut_at
    finally:
        shelf.KEEP = keep


def cut_while_a_second_game_is_played(cut_at, tear):
    """Say whether the power was cut."""
    flash = new_flash()
    POWER[0] = mount(flash)
    store = Store("/power/games")
    play(store, 18, [0])
    store.append([("n", 18), ("end", "x")])
    store.begin(game_id(1), header(1))
    store.append(line(1))
    store.choose("ludo", 3, [("pawns", 2)])
    store.close()
    vfs.umount("/power")

    power = mount(flash, cut_at, tear)
    said = 0
    store = Store("/power/games")
    try:
        store.open(store.current())
        store.begin(game_id(2), header(2))  # the first one goes
        said = 1
        for n in range(1, 20):
            if power.off:  # gone while tidying; nothing runs without it, littlefs might hang
                break
            store.append(line(n))
            said = n + 1
    except OSError:
        pass
    store.close()
    vfs.umount("/power")

    mount(flash)
    store = Store("/power/games")
    try:
        store.open(store.current())
        if store.id == game_id(1):
            assert said == 0
            assert read(store) == expected(2, 1)
            assert store.choice() == {"game": "ludo", "seats": 3, "opt": {"pawns": 2}}
        else:
            assert store.id == game_id(2)
            assert said <= store.count <= said + 1, (cut_at, tear, said, store.count)
            assert read(store) == expected(store.count, 2)
        for game in store.games():
            assert game[0] in (game_id(0), game_id(1), game_id(2))
        store.begin(game_id(3), header(3))  # tidies whatever was left half done
        assert [game[0] for game in store.games()] == [game_id(3)], store.games()
        names = ["current", game_id(3)]
        assert sorted(
            name for name in os.listdir("/power/games") if name[-4:] != ".new"
        ) == sorted(names)
    finally:
        store.close()
        vfs.umount("/power")
    return power.off


def fill(store):
    """Append lines until the flash is full; return the number of the one that failed."""
    n = store.count
    while True:
        problem = refusal(store.append, line(n))
        if problem is not None:
            assert (problem.text, problem.params) == ("journal.full", (n,))
            return n
        n += 1


def refusal(act, *args):
    """Return the error that a call raises, None where it raises none."""
    try:
        act(*args)
    except JournalError as problem:
        return problem
    return None


def case_a_full_flash_keeps_what_it_has():
    flash = new_flash(12)
    mount(flash)
    try:
        store = Store("/power/games")
        store.begin(game_id(0), header())
        n = fill(store)
        assert n > 100, n
        assert store.count == n
        assert read(store) == expected(n)
        for _ in range(3):
            fill(store)
        assert read(store) == expected(store.count)
        problem = refusal(store.begin, game_id(1), header(1))
        assert problem is not None
        assert problem.text == "journal.full"
        assert store.current() == store.id == game_id(0)
        assert read(store) == expected(store.count)
        again = Store("/power/games")
        again.open(again.current())
        assert again.count >= n
        assert read(again) == expected(again.count)
    finally:
        vfs.umount("/power")


def case_a_full_flash_drops_finished_games_only():
    flash = new_flash(20)
    mount(flash)
    try:
        store = Store("/power/games")
        for game in range(4):
            store.begin(game_id(game), header(game))
            for n in range(1, 60):
                store.append(line(n))
            if game != 1:
                store.append([("n", 60), ("end", "x")])
        store.begin(game_id(4), header(4))
        dropped = []
        known = [game[0] for game in store.games()]
        assert known == [game_id(n) for n in (4, 3, 2, 1, 0)]
        for n in range(1, 5000):
            if refusal(store.append, line(n)) is not None:
                break
            now = [game[0] for game in store.games()]
            dropped.extend([game for game in known if game not in now])
            known = now
        assert dropped == [game_id(n) for n in (0, 2, 3)], dropped
        assert store.count == n
        assert read(store) == expected(n, 4)
        store.close()
        store = Store("/power/games")
        store.open(game_id(1))
        assert read(store) == expected(60, 1)
    finally:
        vfs.umount("/power")
