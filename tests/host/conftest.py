"""Lets tests import the helpers of the neighboring folders."""

import sys
from pathlib import Path

for folder in ("host", "link", "simulate", "terminal"):
    sys.path.insert(0, str(Path(__file__).parents[1] / folder))
