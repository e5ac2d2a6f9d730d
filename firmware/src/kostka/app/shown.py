"""Pages on their way to the display: one is painted when the one before it is out, then sent."""

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.hal import Screen
    from kostka.screen.pages import Items
    from kostka.screen.paint import Painter


class Shown:
    """What a display shows. Of several pages that are shown at once the last one counts."""

    def __init__(self, display: "Screen") -> None:
        self._display = display
        self._painter: Painter | None = None  # while a page is painted
        self._next: Items | None = None

    def show(self, page: "Items") -> None:
        """Show a page of kostka.screen.pages from now on."""
        self._next = page

    def step(self, now_ms: int) -> bool:
        """Paint or send a little; say whether the display was lost or found.

        Takes at most 3 ms. Allocates nothing but when a page begins.
        """
        if self._painter is not None:
            if self._painter.step():
                self._painter = None
                self._display.show()
            return False
        page = self._next
        if page is not None and (not self._display.busy or self._display.lost):
            from kostka.screen.paint import Painter

            self._next = None
            self._painter = Painter(self._display.buf)
            self._painter.start(page)
            return False
        return self._display.step(now_ms)
