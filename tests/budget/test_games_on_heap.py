"""Every game, with its mat, leaves the heap that the table needs; one is loaded at a time."""

from pathlib import Path

import kostka_engine as engine
import pytest
from kostka import games

pytestmark = pytest.mark.vm
HERE = Path(__file__).parent
ROOT = HERE.parents[1]
# Bytes of the VM, whose objects are twice as large as those of an RP2040: 20 kB there.
MOST = 40_000
# Dragon Dice takes more, though it drops the phases of a turn.
OF_ITS_OWN = {"dragon_dice": 130_000}
ACTIONS = 150
NAMES = [name for name in games.names() if name != "probe"]


@pytest.mark.parametrize("name", NAMES)
def test_a_game_leaves_room(vm, name):
    seats = games.load(name).seats[1]
    script = HERE / "game_on_heap.py"
    done = vm.run(script, name, str(seats), str(ACTIONS), path=[ROOT / "firmware" / "src"])
    assert done.code == 0, done.err
    found = {key: int(value) for key, value in (line.split() for line in done.out.splitlines())}
    print(f"{name:9} modules and mat {found['modules']:6}, in play {found['in_play']:6} bytes")
    assert 0 < found["modules"] < found["in_play"] < OF_ITS_OWN.get(name, MOST)


def test_the_games_are_those_of_the_product():
    engine.register()
    assert "probe" not in NAMES
    assert set(NAMES) <= set(games.names())
