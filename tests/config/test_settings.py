"""Settings at a table that is on: asked for, changed over the link, and in force at once."""

import pytest
from kostka.config import Config, store
from kostka.config.schema import SCHEMA
from kostka.errors import KostkaError
from kostka_bench import Bench


@pytest.fixture
def table(tmp_path):
    made = []

    def switch_on(**options):
        for old in made:
            old.off()
        made.append(Bench(tmp_path / "flash", home=str(tmp_path / "flash"), **options))
        return made[-1]

    yield switch_on
    for old in made:
        old.off()


def greet(bench):
    bench.say("hello", p=[1, 0], c="51ce", v={"ludo": 1}, w=0)
    acknowledge(bench)
    (hello,) = [one for one in bench.heard() if one["m"] == "hello"]
    return hello


def acknowledge(bench):
    """Take all that the board has to say: a count beyond what was sent is all of it."""
    for _ in range(8):
        bench.acks = getattr(bench, "acks", 0) + 10_000
        bench.say("ack", b=bench.acks)
        bench.run(30)


def ask(bench, **fields):
    bench.asked = getattr(bench, "asked", 0) + 1
    bench.say("config", i=bench.asked, c="51ce", **fields)
    acknowledge(bench)
    answers = [one for one in bench.heard() if one["m"] == "re"]
    assert answers, "no answer"
    return answers[-1]


def test_all_settings_are_told(table):
    bench = table()
    hello = greet(bench)
    answer = ask(bench)
    assert answer["v"] == {name: SCHEMA[name][2] for name in SCHEMA}
    assert (answer["own"], answer["kept"]) == ([], [])
    assert answer["cfg"] == hello["cfg"] == "%08x" % Config().crc()


def test_a_change_holds_at_once_and_after_the_next_start(table):
    bench = table().new()
    before = greet(bench)["cfg"]
    bench.run(50)
    bright = bytes(bench.a.shown)
    answer = ask(bench, set={"brightness": 5, "settle": 400, "debounce": 60, "rethrow": 1})
    assert answer["ok"] == 1
    assert answer["own"] == ["brightness", "debounce", "rethrow", "settle"]
    assert answer["cfg"] != before
    bench.run(100)
    assert sum(bench.a.shown) < sum(bright) / 3
    assert bench.table.picture.settle_ms == 400
    assert bench.app._debounce.debounce_ms == 60
    assert bench.session.rethrow is True
    assert greet(bench)["cfg"] == answer["cfg"]
    bench = table()
    assert greet(bench)["cfg"] == answer["cfg"]
    assert bench.table.picture.settle_ms == 400
    assert bench.session.rethrow is True
    assert ask(bench, reset=1)["own"] == []
    assert greet(table())["cfg"] == before


def test_a_wrong_value_changes_nothing(table):
    bench = table()
    greet(bench)
    answer = ask(bench, set={"settle": 100, "brightness": 400})
    assert (answer["ok"], answer["err"]) == (0, "config.range")
    assert answer["x"] == ["brightness", 400, 1, 100, "%"]
    assert ask(bench)["own"] == []
    answer = ask(bench, set={"bright": 4})
    assert (answer["ok"], answer["err"]) == (0, "config.unknown")
    answer = ask(bench, set=[3])
    assert (answer["ok"], answer["err"]) == (0, "link.bad_request")


def test_a_reset_keeps_what_comes_with_it(table):
    bench = table()
    greet(bench)
    ask(bench, set={"settle": 100, "brightness": 50})
    answer = ask(bench, set={"brightness": 60}, reset=1)
    assert answer["own"] == ["brightness"]
    answer = ask(bench, set={"brightness": 600}, reset=1)
    assert answer["ok"] == 0
    assert ask(bench)["v"]["brightness"] == 60


def test_a_flash_that_fails_changes_nothing(table, monkeypatch):
    bench = table()
    greet(bench)
    ask(bench, set={"brightness": 50})

    def fail(config, path):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(store, "save", fail)
    answer = ask(bench, set={"brightness": 60, "settle": 99})
    assert (answer["ok"], answer["err"]) == (0, "config.write")
    monkeypatch.undo()
    assert ask(bench)["v"]["brightness"] == 50
    with pytest.raises(KostkaError):
        bench.app.settings.change({"settle": 1})


def test_the_key_at_power_on_resets(table):
    bench = table()
    greet(bench)
    ask(bench, set={"brightness": 50})
    bench = table(reset=True)
    greet(bench)
    assert ask(bench)["own"] == []
    assert greet(table()) is not None
    assert table().app.config.chosen == {}


def test_damage_and_strange_settings_are_told_to_every_host(table, tmp_path):
    bench = table()
    greet(bench)
    for value in (50, 60):
        ask(bench, set={"brightness": value})
    path = tmp_path / "flash" / "config"
    path.write_bytes(path.read_bytes()[:-4])
    bench = table()
    for _ in range(2):
        bench.say("hello", p=[1, 0], c="51ce", v={"ludo": 1}, w=0)
        acknowledge(bench)
        notes = [one for one in bench.heard() if one["m"] == "note"]
        assert [note["t"] for note in notes] == ["config.damaged"]
    assert bench.app.config.get("brightness") == 50
