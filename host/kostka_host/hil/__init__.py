"""Hardware-in-the-loop tests: what a test file imports. The plugin is in pytest_plugin.py."""

from kostka_host.hil.marks import needs, on_board, raises

__all__ = ["needs", "on_board", "raises"]
