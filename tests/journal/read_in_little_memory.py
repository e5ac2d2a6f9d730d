"""Opens and reads a game in whatever memory this Python has. usage: FOLDER, FIRST LINE"""

import gc
import sys

from kostka.journal.store import Store

store = Store(sys.argv[1])
store.open(store.current())
first = int(sys.argv[2])
expected = first
for one in store.lines(first):
    assert one.get("n", 0) == expected
    expected += 1
assert expected == store.count
assert store.games()[0][2] == store.count
gc.collect()
print(store.count, len(store.undos()), gc.mem_alloc())
