"""Lets tests import the whole table of the app tests and the board's layout."""

import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
for folder in (TESTS / "app", TESTS / "play", TESTS.parent / "firmware" / "device"):
    sys.path.insert(0, str(folder))
