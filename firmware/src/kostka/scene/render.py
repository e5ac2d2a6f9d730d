"""Renderer: turns codes into the bytes that go to the LEDs, within what the supply can give."""

from kostka.compat import const
from kostka.scene import palette, patterns

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.scene.scene import Scene

_STRING_A = const(1)
_STRING_B = const(2)
_ONE = const(256)  # scale that leaves light as it is
_WEAK = const(64)  # below a quarter, the background goes dark first
_LEVELS = patterns.level_table()


class Renderer:
    """Renders a scene into two LED buffers, green, red, blue per LED.

    The supply limits the light: every LED takes `idle_ua` even when dark and `channel_ua` per
    color at 255. The sum at the peaks of all patterns is kept within `budget_ma - reserve_ma`
    by one scale for the whole scene, so no pattern pumps the others. If the scale would be
    below a quarter, lights that only tell what is (tokens at rest, the last move) go dark.
    `light_limit` is the largest sum of all color values, `scale` 0..256 what is left of 256,
    `background` says whether those lights are on.
    """

    def __init__(
        self,
        scene: "Scene",
        cell_led: bytes,
        seat_led: bytes,
        leds: int,
        idle_ua: int,
        channel_ua: int,
        reserve_ma: int,
        budget_ma: int,
        brightness: int = 40,
    ) -> None:
        """Take the place of each cell on string a and of each seat on string b.

        `leds` counts all LEDs of both strings, `brightness` is 0..100 percent as the eye sees it.
        """
        self.scene = scene
        self.scale = _ONE
        self.background = True
        self._place = bytes(cell_led) + bytes(seat_led)
        self._cells = len(cell_led)
        self._shown = bytearray(len(self._place))
        self._moving = bytearray(len(self._place))  # lights whose pattern changes over time
        self._count = 0
        self._version = -1
        self._step = -1
        self._leds = leds
        self._idle_ua = idle_ua
        self._channel_ua = channel_ua
        self._reserve_ma = reserve_ma
        self.budget_ma = budget_ma
        self._brightness = brightness
        self._light = [0] * patterns.PATTERNS  # light * scale of each pattern now, 0..65280
        self._peak = bytearray(patterns.PATTERNS)
        self._set_peaks()

    @property
    def brightness(self) -> int:
        """Return the brightness in percent."""
        return self._brightness

    @brightness.setter
    def brightness(self, percent: int) -> None:
        self._brightness = percent
        self._set_peaks()

    @property
    def budget_ma(self) -> int:
        """Return what the supply can give."""
        return self._budget_ma

    @budget_ma.setter
    def budget_ma(self, budget: int) -> None:
        self._budget_ma = budget
        free_ua = (budget - self._reserve_ma) * 1000 - self._leds * self._idle_ua
        self.light_limit = max(0, free_ua * 255 // self._channel_ua)
        self._version = -1

    def render(self, now_ms: int, buf_a: bytearray, buf_b: bytearray) -> int:
        """Bring the buffers up to date; return 1 if string a changed, plus 2 if string b did.

        Both buffers must be the same at every call. Allocates nothing.
        """
        step = now_ms >> patterns.STEP_BITS & (patterns.STEPS - 1)
        fresh = self._version != self.scene.version
        if not fresh and (step == self._step or not self._count):
            return 0
        self._step = step
        changed = 0
        if fresh:
            changed = self._compose(step, buf_a, buf_b)
        else:
            self._set_light(step)
        for i in range(self._count):
            changed |= self._write(self._moving[i], buf_a, buf_b)
        return changed

    def _set_peaks(self) -> None:
        for pattern in range(patterns.PATTERNS):
            peak = 0
            for step in range(patterns.STEPS):
                peak = max(peak, _LEVELS[pattern << patterns.STEP_BITS | step])
            self._peak[pattern] = self._linear(peak)
        self._version = -1

    def _linear(self, level: int) -> int:
        """Return the light 0..255 of a level as the eye sees it: about its square."""
        level = level * self._brightness // 100
        return (level * level + 254) // 255

    def _set_light(self, step: int) -> None:
        scale = self.scale
        light = self._light
        for pattern in range(patterns.PATTERNS):
            level = _LEVELS[pattern << patterns.STEP_BITS | step] * self._brightness // 100
            light[pattern] = (level * level + 254) // 255 * scale
            if not self.background and patterns.BACKGROUND >> pattern & 1:
                light[pattern] = 0

    def _compose(self, step: int, buf_a: bytearray, buf_b: bytearray) -> int:
        """Take over a changed scene: limit its current, write every light that differs."""
        code = self.scene.code
        scale, background = self.scale, self.background
        self._limit(code)
        redo = self._version < 0 or scale != self.scale or background != self.background
        self._version = self.scene.version
        self._set_light(step)
        shown = self._shown
        count = 0
        changed = 0
        for i in range(len(code)):
            now = code[i]
            if redo or now != shown[i]:
                shown[i] = now
                changed |= self._write(i, buf_a, buf_b)
            if now and now & 15 > patterns.REST:
                self._moving[count] = i
                count += 1
        self._count = count
        return changed

    def _limit(self, code: bytearray) -> None:
        limit = self.light_limit
        front = 0
        back = 0
        for i in range(len(code)):
            now = code[i]
            if now:
                color = 3 * (now >> 4)
                rgb = palette.RGB
                light = (rgb[color] + rgb[color + 1] + rgb[color + 2]) * self._peak[now & 15]
                if patterns.BACKGROUND >> (now & 15) & 1:
                    back += (light + 254) // 255
                else:
                    front += (light + 254) // 255
        self.background = True
        total = front + back
        if total * _WEAK > limit * _ONE:
            self.background = False
            total = front
        self.scale = _ONE if total <= limit else limit * _ONE // total

    def _write(self, light: int, buf_a: bytearray, buf_b: bytearray) -> int:
        code = self._shown[light]
        factor = self._light[code & 15]
        color = 3 * (code >> 4)
        rgb = palette.RGB
        red = rgb[color] * factor // 65280
        green = rgb[color + 1] * factor // 65280
        blue = rgb[color + 2] * factor // 65280
        at = 3 * self._place[light]
        buf = buf_a if light < self._cells else buf_b
        if buf[at] == green and buf[at + 1] == red and buf[at + 2] == blue:
            return 0
        buf[at] = green
        buf[at + 1] = red
        buf[at + 2] = blue
        return _STRING_A if light < self._cells else _STRING_B
