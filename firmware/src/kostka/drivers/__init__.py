"""Drivers of the chips on the board. Only the composition root, main.py, imports them."""
