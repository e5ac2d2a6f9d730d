"""A long game is read in a small heap, and memory does not grow with its length."""

from pathlib import Path

import pytest
from kostka.journal.store import Store

ROOT = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_name("read_in_little_memory.py")
HEAP = "100k"


def long_game(folder, lines):
    store = Store(str(folder))
    store.begin("a" * 16, [("j", 1), ("game", "ludo"), ("id", "a" * 16)])
    for n in range(1, lines):
        what = ("u", n - 2) if n % 20 == 19 else ("a", [265217])
        store.append([("n", n), what, ("s", "k"), ("c", f"{n:08x}"), ("d", "01234567")])
    store.close()


def read(vm, folder, first=0):
    done = vm.run(SCRIPT, str(folder), str(first), path=[ROOT / "firmware" / "src"], heap=HEAP)
    assert done.code == 0, done.out + done.err
    return [int(word) for word in done.out.split()]


@pytest.mark.vm
def test_two_thousand_lines_are_read_in_a_small_heap(vm, tmp_path):
    long_game(tmp_path / "long", 2000)
    long_game(tmp_path / "short", 200)
    count, undos, used = read(vm, tmp_path / "long")
    assert (count, undos) == (2000, 100)
    assert read(vm, tmp_path / "long", 1990)[0] == 2000
    # 64-bit: an undo is a tuple of two and its place in a list
    assert used - read(vm, tmp_path / "short")[2] < 90 * 64 + 3000
    print("bytes in use with 2,000 lines:", used)
