"""The store on littlefs: erases of a gesture, and power cut at every single operation."""

import vfs
from kostka.journal.store import Store
from kostka.line import dumps
from kostka.play.replay import hex8

BLOCK = 4096


class Flash:
    """A flash in memory; counts erases and writes."""

    def __init__(self, blocks=48):
        self.data = bytearray(blocks * BLOCK)
        self.erases = 0
        self.writes = 0


class Power:
    """A flash while it has power: from operation `cut_at` on nothing is written any more.

    The operation in which the power goes is done by half.
    """

    def __init__(self, flash, cut_at=0):
        self.flash = flash
        self.cut_at = cut_at
        self.done = 0
        self.off = False

    def _operate(self):
        self.done += 1
        if self.off or self.done == self.cut_at:
            torn = not self.off
            self.off = True
            return torn
        return False

    def readblocks(self, block, buf, offset=0):
        at = block * BLOCK + offset
        buf[:] = memoryview(self.flash.data)[at : at + len(buf)]

    def writeblocks(self, block, buf, offset=0):
        torn = self._operate()
        size = len(buf) // 2 if torn else len(buf)
        if torn or not self.off:
            at = block * BLOCK + offset
            self.flash.data[at : at + size] = memoryview(buf)[:size]
            self.flash.writes += 1
        if self.off:
            raise OSError(5)

    def ioctl(self, op, arg):
        if op == 4:
            return len(self.flash.data) // BLOCK
        if op == 5:
            return BLOCK
        if op == 6:
            torn = self._operate()
            size = BLOCK // 2 if torn else BLOCK
            if torn or not self.off:
                self.flash.data[arg * BLOCK : arg * BLOCK + size] = b"\xff" * size
                self.flash.erases += 1
            if self.off:
                raise OSError(5)
        return 0


def new_flash():
    flash = Flash()
    vfs.VfsLfs2.mkfs(Power(flash), progsize=256)
    flash.erases = flash.writes = 0
    return flash


def mount(flash, cut_at=0):
    power = Power(flash, cut_at)
    vfs.mount(vfs.VfsLfs2(power, progsize=256), "/power")
    return power


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


def case_erases_of_a_gesture():
    flash = new_flash()
    mount(flash)
    try:
        with open("/power/other.txt", "w") as file:
            file.write("x" * 300)
        store = Store("/power/games")
        store.begin(game_id(0), header())
        flash.erases = flash.writes = 0
        count = 600
        for n in range(1, count + 1):
            store.append(line(n))
        each = flash.erases / count
        print("erases per gesture", each, "writes", flash.writes / count)
        assert each <= 0.3, each
        assert read(store) == expected(count + 1)
    finally:
        vfs.umount("/power")


def play(store, upto, said):
    """Begin a game and append lines; note what was promised."""
    store.begin(game_id(0), header())
    said[0] = 1
    for n in range(1, upto):
        store.append(line(n))
        said[0] = n + 1


def case_power_cut_at_every_operation():
    upto = 60
    flash = new_flash()
    power = mount(flash)
    said = [0]
    store = Store("/power/games")
    play(store, upto, said)
    store.close()
    total = power.done
    vfs.umount("/power")
    assert said[0] == upto
    assert total > 45, total
    lost = 0
    for cut_at in range(1, total + 1):
        flash = new_flash()
        said = [0]
        mount(flash, cut_at)
        store = Store("/power/games")
        try:
            play(store, upto, said)
            raise AssertionError("the power was not cut")
        except OSError:
            pass
        store.close()
        vfs.umount("/power")
        mount(flash)
        try:
            store = Store("/power/games")
            current = store.current()
            if not current:
                assert said[0] == 0, (cut_at, said)
                continue
            store.open(current)
            # all that was promised is there, at most the line in flight more
            assert said[0] <= store.count <= said[0] + 1, (cut_at, said, store.count)
            assert read(store) == expected(store.count)
            lost += store.count == said[0]
            for n in range(store.count, store.count + 12):  # and it goes on
                store.append(line(n))
            store.close()
            store.open(current)
            assert read(store) == expected(store.count)
        finally:
            store.close()
            vfs.umount("/power")
    print(total, "cuts,", lost, "lost the line in flight")


def case_power_cut_while_a_new_game_begins():
    total = 1000
    cut_at = 0
    while cut_at < total:
        cut_at += 1
        flash = new_flash()
        mount(flash)
        store = Store("/power/games")
        said = [0]
        play(store, 12, said)
        store.choose("ludo", 3, [("pawns", 2)])
        store.close()
        vfs.umount("/power")
        power = mount(flash, cut_at)
        try:
            store = Store("/power/games")
            store.open(store.current())
            store.begin(game_id(1), header(1))
            total = 0  # it went through
        except OSError:
            pass
        store.close()
        vfs.umount("/power")
        mount(flash)
        try:
            store = Store("/power/games")
            current = store.current()
            store.open(current)
            if current == game_id(0):
                assert read(store) == expected(12)
                assert store.choice() == {"game": "ludo", "seats": 3, "opt": {"pawns": 2}}
            else:
                assert read(store) == expected(1, 1)
        finally:
            store.close()
            vfs.umount("/power")
    assert cut_at > 5, power.done


def case_a_full_flash_keeps_what_it_has():
    flash = Flash(12)
    vfs.VfsLfs2.mkfs(Power(flash), progsize=256)
    mount(flash)
    try:
        store = Store("/power/games")
        store.begin(game_id(0), header())
        n = 1
        try:
            while True:
                store.append(line(n))
                n += 1
        except OSError:
            pass
        assert n > 100, n
        assert store.count == n
        assert read(store) == expected(n)
        for _ in range(3):
            try:
                store.append(line(store.count))
            except OSError:
                pass
        assert read(store) == expected(store.count)
        again = Store("/power/games")
        again.open(again.current())
        assert again.count >= n
        assert read(again) == expected(again.count)
    finally:
        vfs.umount("/power")
