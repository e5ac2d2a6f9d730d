"""Games on a folder that are damaged in random ways, for tests and tools/soak."""

import shutil

from kostka.errors import JournalError
from kostka.journal.store import Store
from kostka.play.session import Session
from kostka.rules.rng import XorShift
from kostka_player import play

ID = "00000000000000aa"


def game(folder, lines, undo_one_in=0):
    store = Store(str(folder))
    session = Session(store, XorShift(5))
    session.start("ludo", 2, {}, ID)
    play(session, XorShift(8), lines, undo_one_in=undo_one_in)
    store.close()
    return session


def resumed(folder):
    store = Store(str(folder))
    try:
        store.open(ID)
        session = Session(store, XorShift(3))
        session.resume()
    finally:
        store.close()
    return session


def spoil(rng, folder):
    """Change some bytes of a random file of a game, cut it, or take it away."""
    names = sorted(path for path in folder.iterdir() if path.is_file())
    path = names[rng.below(len(names))]
    data = bytearray(path.read_bytes())
    kind = rng.below(5)
    if kind == 0 or not data:
        path.unlink()
        return
    if kind == 1:
        del data[rng.below(len(data)) :]
    elif kind == 2:
        at = rng.below(len(data))
        data[at : at + rng.below(200)] = bytes([rng.below(256) for _ in range(rng.below(200))])
    else:
        for _ in range(1 + rng.below(8)):
            data[rng.below(len(data))] ^= 1 << rng.below(8)
    path.write_bytes(data)


def fuzz(where, seed):
    """Damage a game in a random way; it is refused, or it is the game that was, cut short."""
    session = game(where / "games", 70, undo_one_in=12)
    bodies = [body for body in read_all(where / "games")]
    shutil.copytree(where / "games", where / "spoiled")
    rng = XorShift(seed + 1)
    for _ in range(1 + rng.below(2)):
        spoil(rng, where / "spoiled" / ID)
    try:
        other = resumed(where / "spoiled")
    except (JournalError, OSError):
        return False
    assert other.lines <= session.lines
    assert read_all(where / "spoiled") == bodies[: other.lines]
    return True


def read_all(folder):
    store = Store(str(folder))
    store.open(ID)
    found = list(store.bodies(0))
    store.close()
    return found
