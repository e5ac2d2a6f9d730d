"""Boards: one interface for virtual ones and whatever else has a port."""

from kostka_host.boards.base import Board
from kostka_host.boards.selector import open_board

__all__ = ["Board", "open_board"]
