"""Lights: one scene, rendered into the two LED strings."""

from kostka.app import power
from kostka.scene.render import Renderer
from kostka.scene.scene import Scene

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kostka.config import Config
    from kostka.hal import Strip

_A = 1
_B = 2
_PATIENCE = 2000  # looks at the strings; a look takes over 10 us, a frame 4.4 ms
_ALARM = 60  # of 255: a red light that is seen and takes little current


class Lights:
    """The LEDs of the table: cells on string a, seat panels on string b.

    `layout` is the board's layout module. `scene` is what is shown, None before the first game.
    """

    def __init__(
        self, layout: object, strip_a: "Strip", strip_b: "Strip", config: "Config"
    ) -> None:
        self.panels: int = layout.SEATS  # type: ignore[attr-defined]
        self.scene: Scene | None = None
        self._supply_ma = power.HIGH  # until the supply has said less
        self._layout = layout
        self._config = config
        self._a = strip_a
        self._b = strip_b
        self._renderer: Renderer | None = None
        self._due = 0  # strings whose buffer is newer than what was sent

    def use(self, scene: Scene) -> None:
        """Show a scene from now on."""
        layout = self._layout
        self.scene = scene
        self._renderer = Renderer(
            scene,
            layout.CELL_LED,  # type: ignore[attr-defined]
            layout.SEAT_LED,  # type: ignore[attr-defined]
            layout.LED_A + layout.LED_B,  # type: ignore[attr-defined]
            layout.LED_IDLE_UA,  # type: ignore[attr-defined]
            layout.LED_CHANNEL_UA,  # type: ignore[attr-defined]
            layout.RESERVE_MA,  # type: ignore[attr-defined]
            power.budget(self._supply_ma, self._config.get("budget")),
            power.brightness(self._config.get("brightness"), self._config.get("night") == 1),
        )

    def limit(self, supply_ma: int) -> None:
        """Take no more current than a supply gives."""
        self._supply_ma = supply_ma
        if self.scene is not None:
            self.use(self.scene)

    def point(self, cells: "Sequence[int]", color: tuple[int, int, int]) -> None:
        """Light some cells in a color and nothing else, until again()."""
        self._renderer = None
        buf = self._a.buf
        for i in range(len(buf)):
            buf[i] = 0
        places = self._layout.CELL_LED  # type: ignore[attr-defined]
        for cell in cells:
            at = 3 * places[cell]
            if at + 2 < len(buf):
                buf[at], buf[at + 1], buf[at + 2] = color[1], color[0], color[2]
        self._due |= _A

    def again(self) -> None:
        """Show the scene again, or nothing where there is none."""
        if self.scene is not None:
            self.use(self.scene)
        else:
            self.idle()

    def idle(self, alarm: bool = False) -> None:
        """Go dark: no game is on the table; with `alarm` the seat lights are red."""
        self.scene = None
        self._renderer = None
        for strip in (self._a, self._b):
            for i in range(len(strip.buf)):
                strip.buf[i] = 0
        if alarm:
            for place in self._layout.SEAT_LED:  # type: ignore[attr-defined]
                self._b.buf[3 * place + 1] = _ALARM
        self._due = _A | _B
        self._send()

    def now(self, now_ms: int) -> None:
        """Show the scene as it is at a moment. Allocates nothing; a busy string is sent later."""
        if self._renderer is not None and not self._a.busy() and not self._b.busy():
            self._due |= self._renderer.render(now_ms, self._a.buf, self._b.buf)
        self._send()

    def answer(self, now_ms: int) -> None:
        """Show a new scene at once: a frame under way is waited for, at most 5 ms.

        Without that the answer would come after the next flash write.
        """
        for _ in range(_PATIENCE):
            if not self._a.busy() and not self._b.busy():
                break
        self.now(now_ms)

    def _send(self) -> None:
        if self._due & _A and self._a.show():
            self._due &= ~_A
        if self._due & _B and self._b.show():
            self._due &= ~_B

    def dark(self, failed: bool = False) -> None:
        """Turn all LEDs off, for leaving; with `failed` the seat lights are red and stay so.

        Waits until the LEDs have taken it, a few milliseconds.
        """
        self._finish()
        self.idle(failed)
        self._finish()

    def _finish(self) -> None:
        while self._a.busy() or self._b.busy():
            pass
