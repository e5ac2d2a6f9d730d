"""What Chasing needs to cut out: Venom, six hunters, the timer, and hunters in other colors."""

from __future__ import annotations

from kostka.mats.colors import BLACK, BLUE, BROWN, GREEN, RED, WHITE, YELLOW
from kostka.text import Catalog

from kostka_host.sheets.art.pawns import page
from kostka_host.sheets.shapes import Page


def pages(words: Catalog) -> list[Page]:
    """Return the one sheet of pieces."""
    hunters = [(color, "") for color in (RED, YELLOW) for _ in range(3)]
    others = [(color, "") for color in (BROWN, BLUE, WHITE, GREEN)]
    first = [*hunters, (BLACK, "chasing.piece.venom"), (BLUE, "chasing.piece.timer")]
    return [page("chasing", words, [("", first), ("chasing.piece.others", others)], die=False)]
