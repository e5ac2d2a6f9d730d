"""Lets tests import the helpers beside them and those of the link."""

import sys
from pathlib import Path

for folder in ("host", "link"):
    sys.path.insert(0, str(Path(__file__).parents[1] / folder))
