"""A change of release on littlefs, with the power cut at every single operation of the flash.

usage: update_on_littlefs.py FOLDER, which test_power.py fills: the releases `old` and `new` as
JSON of hex, and what a host says to get from one to the other. Prints how many cuts there were.
"""

import binascii
import io
import json
import os
import sys

import slots
import vfs
from kostka_flash import TEARS, Flash, Power

BLOCKS = 28
folder = sys.argv[1]


def text_of(path):
    with open(path) as file:
        return file.read()


def release(name):
    pairs = json.loads(text_of(folder + "/" + name + ".json"))
    return {path: binascii.unhexlify(data) for path, data in pairs.items()}


OLD, NEW = release("old"), release("new")
SAID = json.loads(text_of(folder + "/said.json"))
PREPARE = text_of(folder + "/prepare.py")
RECEIVE = text_of(folder + "/receive.py").replace("sys.stdin.buffer.read", "READ")
with open(folder + "/frames.bin", "rb") as _file:
    FRAMES = _file.read()


class Dog:
    def __init__(self, timeout):
        pass

    def feed(self):
        pass


class Machine:
    WDT = Dog


sys.modules["machine"] = Machine
vfs.umount("/")


class Board:
    """A flash with power from here on, mounted at the root."""

    def __init__(self, flash, cut_at=0, tear=0):
        self.power = Power(flash, cut_at, tear)

    def __enter__(self):
        vfs.mount(vfs.VfsLfs2(self.power, progsize=256), "/")
        return self.power

    def __exit__(self, *_):
        vfs.umount("/")


def write(path, data):
    parts = path.split("/")[:-1]
    for count in range(1, len(parts) + 1):
        try:
            os.mkdir("/" + "/".join(parts[:count]))
        except OSError:
            pass
    with open("/" + path, "wb") as file:
        file.write(data)


def new_board():
    """Return a flash that has the old release."""
    flash = Flash(BLOCKS)
    vfs.VfsLfs2.mkfs(Power(flash), progsize=256)
    with Board(flash):
        for path, data in OLD.items():
            write(path, data)
    return bytes(flash.data)


def copied(image):
    flash = Flash(BLOCKS)
    flash.data[:] = image
    return flash


def send():
    """Do what the host does: make room, send files, choose the next release."""
    names = ["/swap." + name for name in ("new", "trial", "back", "done", "bad")]
    try:
        names += ["/next/" + name for name in os.listdir("/next")]
    except OSError:
        pass
    head = {"REMOVE": names, "FOLDERS": SAID["folders"]}
    exec(PREPARE, head)
    scope = {"READ": io.BytesIO(FRAMES).read}
    try:
        exec(RECEIVE, scope)
    finally:  # a file that the collector would close asks for the flash when it must not
        if scope.get("file") is not None:
            try:
                scope["file"].close()
            except OSError:
                pass


def start():
    """Do what boot.py does; return whether a release is on trial."""
    try:
        os.remove("/nothing")
    except OSError:
        pass
    names = os.listdir("/")
    if "swap.new" in names or "swap.trial" in names or "swap.back" in names:
        return slots.at_start()
    return False


def report():
    """Do what the app does when it is healthy."""
    os.rename("/swap.trial", "/swap.done")


def whole_update():
    send()
    assert start()
    report()


def placed(path=""):
    """Return all files that are in their place."""
    found = {}
    for entry in os.ilistdir(path or "/"):
        name = path + "/" + entry[0]
        if entry[1] & 0x4000:
            if name not in ("/next", "/prev"):
                found.update(placed(name))
        elif not name.startswith("/swap"):
            with open(name, "rb") as file:
                found[name[1:]] = file.read()
    return found


def one_of(*releases):
    found = placed()
    for one in releases:
        if found == one:
            return one
    raise AssertionError(sorted(found))


def cut_everywhere(begin, act, after):
    """Cut the power at every operation of `act`, then start the board and look; count cuts."""
    with Board(copied(begin)) as power:
        act()
        upto = power.done
    cuts = 0
    for tear in TEARS:
        for cut_at in range(1, upto + 1):
            flash = copied(begin)
            with Board(flash, cut_at, tear):
                try:
                    act()
                except OSError:
                    pass
            cuts += 1
            try:
                with Board(flash):
                    after()
            except Exception:
                print("cut", cut_at, "of", upto, "tear", tear)
                raise
    return cuts


def start_and_finish():
    """The board starts: one whole release is there, and the next update completes."""
    trial = start()
    there = one_of(OLD, NEW)
    if trial:
        assert there is NEW
        report()
    elif there is OLD:
        whole_update()
    one_of(NEW)
    start()
    one_of(NEW)  # what was reported stays


def start_and_fail():
    """The board starts, and what is on trial never reports."""
    trial = start()
    there = one_of(OLD, NEW)
    assert not start()
    assert one_of(OLD, NEW) is (OLD if trial else there)
    assert not start()


def start_twice():
    """Starts that fall back are cut too: the board ends with the old release."""
    start()
    start()


def start_until_old():
    start()
    start()
    one_of(OLD)


def go_back():
    slots.turn_round()
    assert start()
    report()


def start_after_going_back():
    start()
    one_of(OLD, NEW)
    start()
    one_of(OLD, NEW)


def main():
    begin = new_board()
    print(cut_everywhere(begin, whole_update, start_and_finish), "cuts of an update")
    print(cut_everywhere(begin, whole_update, start_and_fail), "cuts of one that fails")
    flash = copied(begin)
    with Board(flash):
        send()
    chosen = bytes(flash.data)
    print(cut_everywhere(chosen, start_twice, start_until_old), "cuts of falling back")
    flash = copied(begin)
    with Board(flash):
        whole_update()
        one_of(NEW)
    updated = bytes(flash.data)
    print(cut_everywhere(updated, go_back, start_after_going_back), "cuts of going back")
    with Board(copied(updated)):
        go_back()
        one_of(OLD)
        go_back()
        one_of(NEW)


def careless():
    """Copy over what is there, as a plain copy does: cuts have to be noticed."""
    for path, data in NEW.items():
        write(path, data)


def check():
    start()
    one_of(OLD, NEW)


def plain_copy_is_seen():
    try:
        cut_everywhere(new_board(), careless, check)
    except AssertionError:
        return
    raise AssertionError("a copy in place went unseen")


main()
plain_copy_is_seen()
print("ok")
