"""What stands beside the field costs nothing where there is no room for it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
SCRIPT = """
import sys
from pathlib import Path
from kostka.app import start
from kostka.config import Config, store
from kostka_bench import Bench

room, beside, folder = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
start._has_room = lambda: bool(room)
config = Config()
config.choose({"beside": beside})
store.save(config, str(folder / "config"))
table = Bench(folder, home=str(folder), part=lambda name: None)
table.new("ludo", 2)
for _ in range(300):
    table.run(10)
    for task in (table.app.tasks.dice, table.app.tasks.desk):
        if task is not None:
            task.round(table.clock.ms())
print(*sorted(sys.modules))
"""
MARKS = ("kostka.app.dice", "kostka.app.desk")


def loaded(tmp_path, room, beside):
    """Return the modules that a table with cups and a desk has loaded after a few seconds."""
    parts = ("app", "play", "diff")
    paths = [TESTS / part for part in parts] + [TESTS.parent / "firmware" / "device"]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(str(path) for path in paths)}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(room), str(beside), str(tmp_path)],
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_a_board_without_room_loads_none_of_it(tmp_path):
    little = loaded(tmp_path, room=0, beside=1)
    names = ("kostka.app.beside", "kostka.app.power", "kostka.app.kept", "kostka.app.learn")
    assert not little & {*MARKS, *names, "kostka.sense.cups", "kostka.sense.die"}
    for package in ("kostka.screen", "kostka.tags"):
        assert not [name for name in little if name.startswith(package)]


@pytest.mark.parametrize(("room", "beside", "there"), [(1, 1, 1), (1, 0, 0), (0, 2, 1)])
def test_the_setting_has_a_say(tmp_path, room, beside, there):
    assert len(loaded(tmp_path, room, beside) & {*MARKS}) == (len(MARKS) if there else 0)
