"""One magnet, found from the field that it makes."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import dice_replay
from kostka.sense import dipole


def test_a_fit_finds_the_magnet_that_made_the_field() -> None:
    fit = dipole.DipoleFit(dipole.coefficient(0.0243), dice_replay.SENSORS_XY)
    place, moment = [0.6, -1.1, 12.2], [0.6, 0.0, -0.8]
    found: list[float] = []
    for x, y in dice_replay.SENSORS_XY:
        found += dipole.field(fit.c, x - place[0], y - place[1], -place[2], moment)
    fit.begin(found, dipole.Prior(12.0))
    while not fit.step():
        pass
    assert max(abs(a - b) for a, b in zip(fit.place, place, strict=True)) < 0.3
    assert max(abs(a - b) for a, b in zip(fit.moment, moment, strict=True)) < 0.03
    assert fit.misfit < 3
