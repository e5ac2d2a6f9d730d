"""Lets the tests of this folder import the helpers of the play tests."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "play"))
sys.path.insert(0, str(Path(__file__).parent))

import kostka_tokens  # noqa: F401  registers the games of the tests
