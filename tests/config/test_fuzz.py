"""Any bytes may lie where settings should be: nothing falls, and what holds is in its range."""

import tempfile
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st
from kostka.config import Config, store
from kostka.config.schema import SCHEMA
from kostka.line import dumps, seal

VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**40), 2**40), st.text(max_size=5), st.floats()
)
NAMES = st.sampled_from([*sorted(SCHEMA), "sound", "", "a b"])
FILES = st.sampled_from(["config", "config.new", "config.old"])


def check(path):
    config = Config()
    store.load(config, str(path))
    for name in SCHEMA:
        config.check(name, config.get(name))
    config.choose({"brightness": 33})
    store.save(config, str(path))
    again = Config()
    store.load(again, str(path))
    assert again.get("brightness") == 33
    assert sorted(again.kept) == sorted(name for name in config.kept if name != "brightness")


@settings(max_examples=150, deadline=None)
@given(files=st.dictionaries(FILES, st.binary(max_size=200), max_size=3))
@example(files={"config": b"", "config.old": b"\xff" * 4000})
def test_any_bytes(files):
    with tempfile.TemporaryDirectory() as folder:
        for name, data in files.items():
            (Path(folder) / name).write_bytes(data)
        check(Path(folder) / "config")


@settings(max_examples=150, deadline=None)
@given(
    values=st.dictionaries(NAMES, VALUES, max_size=8),
    schema=st.one_of(st.integers(-3, 9), st.none(), st.text(max_size=2)),
    spoil=st.integers(-1, 400),
)
def test_any_values(values, schema, spoil):
    import json

    body = json.dumps({"schema": schema, "v": values}, separators=(",", ":"))
    data = bytearray((seal(body) + "\n").encode())
    if 0 <= spoil < len(data):
        data[spoil] ^= 4
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "config").write_bytes(data)
        (Path(folder) / "config.old").write_bytes(
            (seal(dumps([("schema", 1), ("v", [("settle", 60)])])) + "\n").encode()
        )
        check(Path(folder) / "config")
