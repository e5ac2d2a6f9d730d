"""A kept corpus of files for three readers, and what has to hold for every change of one.

`line`, `journal` and `config` hold inputs that once were of interest: whole ones, torn ones, and
those that a reader stumbled over. A failure of tools/soak belongs here as a file.
"""

import tempfile
from pathlib import Path

from kostka import line
from kostka.config import Config, store
from kostka.config.schema import SCHEMA
from kostka.errors import KostkaError
from kostka.journal.store import Store
from kostka.play.session import Session
from kostka.rules.rng import XorShift

FOLDER = Path(__file__).parent
LINE_MAX = 300
ID = "00000000000000aa"
PIECES = (b"\n", b"$<{", b'$>{"', b"*", b"\x00", b"\xff\xfe", b'"n":', b"[[[[", b"\r", b"9" * 20)


def mutated(data, rng):
    """Return data with a few random changes: bits, cuts, doubled parts, pieces of grammar."""
    data = bytearray(data)
    for _ in range(1 + rng.below(4)):
        at = rng.below(len(data) + 1)
        kind = rng.below(5)
        if kind == 0 and at < len(data):
            data[at] ^= 1 << rng.below(8)
        elif kind == 1:
            del data[at : at + 1 + rng.below(40)]
        elif kind == 2:
            data[at:at] = data[at : at + rng.below(200)]
        elif kind == 3:
            data[at:at] = PIECES[rng.below(len(PIECES))]
        else:
            del data[at:]
    return bytes(data)


def read_lines(data, rng):
    """Decode bytes that come in random parts; memory stays bounded, a whole line still counts."""
    decoder = line.Decoder(line.FROM_BOARD, LINE_MAX)
    at = 0
    while at < len(data):
        count = 1 + rng.below(60)
        for body in decoder.feed(data[at : at + count]):
            assert line.unseal(line.seal(body)) == body
        assert len(decoder._line) <= LINE_MAX
        at += count
    decoder.feed(b"\n")
    assert decoder.feed(line.frame(line.FROM_BOARD, '{"m":"x"}')) == ['{"m":"x"}']


def read_journal(data, rng):
    """Take up a game from a damaged main: an error in words, or a game that goes on."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, ID)
        path.mkdir()
        (path / "main").write_bytes(data)
        journal = Store(folder)
        session = Session(journal, XorShift(1))
        try:
            journal.open(ID)
            session.resume()
            if not session.closed:
                session.undo(0) if session.lines > 2 else session.settle()
        except KostkaError:  # said in words
            pass
        finally:
            journal.close()


def read_config(data, rng):
    """Load damaged settings: what holds is in its range, and a change is kept."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "config")
        path.write_bytes(data)
        config = Config()
        store.load(config, str(path))
        for name in SCHEMA:
            config.check(name, config.get(name))
        config.choose({"brightness": 33})
        store.save(config, str(path))
        again = Config()
        store.load(again, str(path))
        assert again.get("brightness") == 33


READERS = {"line": read_lines, "journal": read_journal, "config": read_config}


def files(kind):
    """Return the files of a reader, by name."""
    return sorted(path for path in (FOLDER / kind).iterdir() if path.suffix == ".bin")


def fuzz(kind, rng):
    """Change a random file of the corpus and read it; return its name and what was read."""
    paths = files(kind)
    path = paths[rng.below(len(paths))]
    data = mutated(path.read_bytes(), rng)
    try:
        READERS[kind](data, rng)
    except Exception as problem:
        raise AssertionError(f"{kind}/{path.name}: {problem!r} for {data!r}") from problem
