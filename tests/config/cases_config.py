"""Settings on both Pythons: the schema, choosing, the files, what is kept, other schemas."""

import os
import sys

from kostka.config import Config, migrate, store
from kostka.config.schema import SCHEMA
from kostka.errors import OptionError
from kostka.line import seal

if sys.implementation.name == "micropython":
    sys.path.append(sys.argv[1].rsplit("/", 2)[0] + "/journal")
    import vfs
    from kostka_flash import mount, new_flash

    def folder(test):
        """Run a test with a folder on littlefs."""
        mount(new_flash(24))
        try:
            test("/power/config")
        finally:
            vfs.umount("/power")

else:
    import tempfile  # subset: import only where CPython runs the cases

    def folder(test):
        """Run a test with a folder of this machine."""
        with tempfile.TemporaryDirectory() as path:
            test(path + "/config")


def refused(config, values):
    try:
        config.choose(values)
    except OptionError as problem:
        return problem.text
    return ""


def write(path, body):
    with open(path, "wb") as file:
        file.write((seal(body) + "\n").encode())


def loaded(path):
    config = Config()
    store.load(config, path)
    return config


def case_the_schema_is_whole():
    for name in SCHEMA:
        low, high, default, unit = SCHEMA[name]
        assert low <= default <= high
        assert isinstance(unit, str)
        assert Config().check(name, low) == low
        assert Config().check(name, high) == high


def case_wrong_values_change_nothing():
    config = Config()
    before = config.crc()
    assert refused(config, {"brightness": 101}) == "config.range"
    assert refused(config, {"brightness": 0}) == "config.range"
    assert refused(config, {"brightness": True}) == "config.range"
    assert refused(config, {"brightness": "60"}) == "config.range"
    assert refused(config, {"bright": 60}) == "config.unknown"
    assert refused(config, {"bright": None}) == "config.unknown"
    assert refused(config, {"settle": 200, "brightness": 101}) == "config.range"
    assert config.crc() == before
    assert config.get("settle") == 150


def case_none_takes_the_default():
    config = Config()
    config.choose({"settle": 200, "rethrow": 1})
    assert (config.get("settle"), config.get("rethrow")) == (200, 1)
    config.choose({"settle": None})
    assert config.chosen == {"rethrow": 1}
    assert config.get("settle") == 150


def case_equal_settings_have_equal_checks():
    one, other = Config(), Config()
    one.choose({"settle": 150})  # the default, but chosen
    assert one.crc() == other.crc()
    one.choose({"settle": 151})
    assert one.crc() != other.crc()
    assert [name for name, _ in one.pairs()] == sorted(SCHEMA)


def case_what_was_chosen_comes_back():
    def test(path):
        assert loaded(path).chosen == {}
        config = Config()
        for value in (60, 61, 62):
            config.choose({"brightness": value})
            store.save(config, path)
            again = loaded(path)
            assert again.chosen == {"brightness": value}
            assert again.problem is None
        config.choose({"brightness": None})
        store.save(config, path)
        assert loaded(path).chosen == {}
        config.choose({"settle": 200})
        store.save(config, path)
        store.reset(path)
        assert loaded(path).chosen == {}
        assert loaded(path).problem is None
        store.reset(path)

    folder(test)


def case_damage_costs_one_change_and_is_said():
    def test(path):
        config = Config()
        for value in (60, 61):
            config.choose({"brightness": value})
            store.save(config, path)
        with open(path, "rb") as file:
            data = file.read()
        for bad in (b"", data[:-1][:20], b"\xff" * 30, data[:5] + b"!" + data[6:], b"x" * 9000):
            with open(path, "wb") as file:
                file.write(bad)
            again = loaded(path)
            assert again.chosen == {"brightness": 60}, bad[:30]
            assert again.problem == ("config.damaged", (path,))
        # a damaged file does not take the place of the whole one
        config = loaded(path)
        config.choose({"settle": 99})
        store.save(config, path)
        assert loaded(path).chosen == {"brightness": 60, "settle": 99}
        os.remove(path)
        assert loaded(path).chosen == {"brightness": 60}

    folder(test)


def case_nothing_of_a_file_is_believed_blindly():
    def test(path):
        for body in (
            "[]",
            "7",
            "{}",
            '{"schema":"1","v":{}}',
            '{"schema":1,"v":7}',
            '{"schema":1,"v":[1]}',
            "[" * 500,
        ):
            write(path, body)
            config = loaded(path)
            assert config.chosen == {}, body
            assert config.problem == ("config.damaged", (path,)), body

    folder(test)


def case_what_is_not_known_is_kept_and_reported():
    def test(path):
        write(path, '{"schema":1,"v":{"sound":3,"names":["a",1],"deep":{"x":null},"settle":5}}')
        config = loaded(path)
        assert config.chosen == {}
        assert config.get("settle") == 150  # 5 is out of range here
        assert config.problem == ("config.kept", ("deep, names, settle, sound",))
        config.choose({"brightness": 7})
        store.save(config, path)
        again = loaded(path)
        assert again.chosen == {"brightness": 7}
        assert again.kept == {"sound": 3, "names": ["a", 1], "deep": {"x": None}, "settle": 5}
        again.choose({"settle": 60})  # a new choice takes the place of what could not be used
        store.save(again, path)
        again = loaded(path)
        assert again.chosen == {"brightness": 7, "settle": 60}
        assert sorted(again.kept) == ["deep", "names", "sound"]

    folder(test)


def case_older_schemas_are_brought_forward():
    def test(path):
        number, steps = migrate.NUMBER, migrate.STEPS
        try:
            migrate.NUMBER = 3
            migrate.STEPS = {
                1: (("light", "brightness", 100, 255), ("buzz", "", 1, 1)),
                2: (("still_s", "settle", 1000, 1), ("name", "label", 1, 1)),
            }
            write(
                path, '{"schema":1,"v":{"light":128,"buzz":1,"still_s":1,"name":"x","flag":true}}'
            )
            config = loaded(path)
            assert config.chosen == {"brightness": 50, "settle": 1000}
            assert config.kept == {"label": "x", "flag": True}
            write(path, '{"schema":2,"v":{"light":128,"still_s":1}}')
            config = loaded(path)
            assert config.chosen == {"settle": 1000}
            assert config.kept == {"light": 128}
        finally:
            migrate.NUMBER, migrate.STEPS = number, steps
        write(path, '{"schema":9,"v":{"settle":60,"new":1}}')  # of a newer firmware
        config = loaded(path)
        assert (config.chosen, config.kept) == ({"settle": 60}, {"new": 1})

    folder(test)
