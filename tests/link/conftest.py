"""Lets the tests of this folder import the helpers beside them and those of the app."""

import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
for folder in (TESTS / "link", TESTS / "app", TESTS / "play", TESTS.parent / "firmware/device"):
    sys.path.insert(0, str(folder))
