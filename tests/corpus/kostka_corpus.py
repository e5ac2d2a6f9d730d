"""A kept corpus of files for some readers, and what has to hold for every change of one.

`line`, `journal`, `config`, `tag` (the memory of a tag) and `tags` (the file of those that were
taught) hold inputs that once were of interest: whole ones, torn ones, and
those that a reader stumbled over. A failure of tools/soak belongs here as a file.
"""

import tempfile
from pathlib import Path

from kostka import line
from kostka.app.tagfile import TagFile
from kostka.config import Config, store
from kostka.config.schema import SCHEMA
from kostka.errors import KostkaError
from kostka.journal.store import Store
from kostka.play.session import Session
from kostka.rules.rng import XorShift
from kostka.tags import ndef, registry

FOLDER = Path(__file__).parent
LINE_MAX = 300
ID = "00000000000000aa"
MEMORY = 64  # bytes of a tag, see kostka.drivers.pn532
TAG = bytes([4, 1, 2, 3, 4, 5, 6])
TAUGHT = (TAG.hex(), "token", "red")
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


def read_tag(data, rng):
    """Read the memory of a tag, sixteen bytes at a time, as the tag reader does."""
    memory = bytearray(MEMORY)
    have = 0
    place = ndef.MORE
    while place == ndef.MORE:
        assert have < MEMORY  # a buffer that is known as a whole never asks for more
        memory[have : have + 16] = (data[have : have + 16] + bytes(16))[:16]
        have += 16
        place = ndef.find(memory, have)
    assert place == ndef.NO_TEXT or 0 <= place >> 16 <= place & 0xFFFF <= have
    text = ndef.text(memory, have)
    assert all(" " <= char <= "~" for char in text)
    thing = registry.parse(text)
    assert thing is None or registry.tag_text(*thing) == text


def read_tags(data, rng):
    """Load a damaged file of taught tags: those that hold are used, and another is kept."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "tags")
        path.write_bytes(data)
        tags = registry.Registry(TagFile(str(path)))
        before = tags.entries()
        assert len(before) <= registry.LIMIT
        for uid, kind, value in before:
            assert tags.find(bytes.fromhex(uid), "") == (kind, value)
        if len(before) == registry.LIMIT:  # a full one refuses another
            tags.forget(bytes.fromhex(before.pop(0)[0]))
        tags.teach(TAG, "token", "red")
        entries = registry.Registry(TagFile(str(path))).entries()
        assert entries == sorted({**{one[0]: one for one in before}, TAG.hex(): TAUGHT}.values())


READERS = {
    "line": read_lines,
    "journal": read_journal,
    "config": read_config,
    "tag": read_tag,
    "tags": read_tags,
}


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
