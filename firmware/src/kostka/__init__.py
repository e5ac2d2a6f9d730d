"""Kostka: the code that a board and its host share."""
