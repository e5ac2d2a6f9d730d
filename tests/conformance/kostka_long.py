"""Marks what takes too long to run every time; KOSTKA_LONG=1 runs it."""

import pytest


def shortened(tables, *always):
    """Return rows of parameters; all but those of the numbers `always` are long."""
    return [
        pytest.param(*row, marks=() if number in always else pytest.mark.long)
        for number, row in enumerate(tables)
    ]


def shortened_games(names, *always):
    """Return names of games as parameters; all but those named `always` are long."""
    return [pytest.param(name, marks=() if name in always else pytest.mark.long) for name in names]
