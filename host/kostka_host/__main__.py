"""Runs the program as ``python -m kostka_host``."""

import sys

from kostka_host.cli import main

sys.exit(main())
