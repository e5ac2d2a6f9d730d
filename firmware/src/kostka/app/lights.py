"""Lights: one scene, rendered into the two LED strings."""

from kostka.compat import const
from kostka.scene.render import Renderer
from kostka.scene.scene import Scene

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.config import Config
    from kostka.hal import Beacon, Strip

_A = 1
_B = 2
_PATIENCE = 2000  # looks at the strings; a look takes over 10 us, a frame 4.4 ms
_SUPPLY_MA = const(3000)  # the most that a supply gives; it may say less
_NIGHT = const(12)  # percent of brightness at most, by night
_ALARM = 60  # of 255: a red light that is seen and takes little current


class Lights:
    """The LEDs of the table: cells on string a, seat panels on string b.

    `layout` is the board's layout module. `scene` is what is shown, None before the first game.
    `beacon` is the light of a board without any LED string. `supply_ma` is what the supply gives,
    as far as that is known; configure() takes it over.
    """

    def __init__(
        self,
        layout: object,
        strip_a: "Strip",
        strip_b: "Strip",
        config: "Config",
        beacon: "Beacon | None" = None,
    ) -> None:
        self.panels: int = layout.SEATS  # type: ignore[attr-defined]
        self.scene: Scene | None = None
        self.beacon = beacon
        self.turn = -1  # the seat that is waited for
        self.supply_ma = _SUPPLY_MA
        self._layout = layout
        self._config = config
        self._a = strip_a
        self._b = strip_b
        self._renderer: Renderer | None = None
        self._due = 0  # strings whose buffer is newer than what was sent

    def use(self, scene: Scene) -> None:
        """Show a scene from now on."""
        layout = self._layout
        brightness = self._config.get("brightness")
        if self._config.get("night"):
            brightness = min(brightness, _NIGHT)
        self.scene = scene
        self._renderer = Renderer(
            scene,
            layout.CELL_LED,  # type: ignore[attr-defined]
            layout.SEAT_LED,  # type: ignore[attr-defined]
            layout.LED_A + layout.LED_B,  # type: ignore[attr-defined]
            layout.LED_IDLE_UA,  # type: ignore[attr-defined]
            layout.LED_CHANNEL_UA,  # type: ignore[attr-defined]
            layout.RESERVE_MA,  # type: ignore[attr-defined]
            min(self.supply_ma, self._config.get("budget")),
            brightness,
        )

    def configure(self) -> None:
        """Take over changed settings."""
        if self.scene is not None:
            self.use(self.scene)

    def idle(self, alarm: bool = False) -> None:
        """Go dark: no game is on the table; with `alarm` the seat lights are red."""
        self.scene = None
        self._renderer = None
        self.turn = -1
        if self.beacon is not None:
            self.beacon.show(-1, 0)
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
        if self.beacon is not None:
            self.beacon.show(self.turn, now_ms)
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
