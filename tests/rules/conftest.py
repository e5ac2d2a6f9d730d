"""Puts the runners of rule examples and counts on the module path; finds games and their files."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
TESTS = HERE.parent

sys.path.insert(0, str(HERE))
