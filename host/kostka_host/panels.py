"""Which seat panel a player uses on a mat that may lie turned."""

from __future__ import annotations

from kostka.mats.mat import Mat
from kostka.scene.panels import place

from kostka_host.layout import Layout


def panel_of(layout: Layout, mat: Mat, seat: int, seats: int) -> int:
    """Return the panel that serves a seat, -1 where a board has none."""
    return layout.panel_of(place(seat, mat.around(seats)))
