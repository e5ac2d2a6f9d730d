"""Jigs: a second Pico wired to a board under test, and the virtual one that runs its firmware."""
