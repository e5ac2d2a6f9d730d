"""Every game, with its mat, leaves the heap that the table needs; one is loaded at a time."""

from pathlib import Path

import kostka_engine as engine
import pytest
from kostka import games
from kostka_host import layout
from kostka_host.build import build

pytestmark = pytest.mark.vm
HERE = Path(__file__).parent
# Bytes of the VM, compiled as for a board. Its objects are twice as large as those of an RP2040,
# its code is as large as there.
MOST = 42_000
# Dragon Dice takes more in the middle of things: four phases are held at a time.
IN_PLAY = {"dragon_dice": 90_000}
ACTIONS = 150
NAMES = [name for name in games.names() if name != "probe"]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    out = tmp_path_factory.mktemp("built")
    build(out, layout.profile(layout.FULL), [HERE / "game_on_heap.py"])
    return out / "lib"


@pytest.mark.parametrize("name", NAMES)
def test_a_game_leaves_room(vm, compiled, name):
    seats = games.load(name).seats[1]
    script = HERE / "game_on_heap.py"
    done = vm.run(script, name, str(seats), str(ACTIONS), path=[compiled])
    assert done.code == 0, done.err
    found = {key: int(value) for key, value in (line.split() for line in done.out.splitlines())}
    words = [f"{key} {value:6}" for key, value in found.items()]
    print(f"{name:12}", ", ".join(words), "bytes")
    assert 0 < found["modules"] < found["in_play"] < IN_PLAY.get(name, MOST)
    assert found["dropped"] < MOST


def test_the_games_are_those_of_the_product():
    engine.register()
    assert "probe" not in NAMES
    assert set(NAMES) <= set(games.names())
