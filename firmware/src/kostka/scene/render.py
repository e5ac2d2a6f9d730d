"""Renderer: turns codes into the bytes that go to the LEDs, within what the supply can give."""

from array import array

from kostka.compat import const
from kostka.scene import palette, patterns
from kostka.scene.levels import level_table

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.scene.scene import Scene

_STRING_A = const(1)
_STRING_B = const(2)
_ONE = const(256)  # scale that leaves light as it is
_NOWHERE = const(765)  # 3 * 255: there is no such LED
_WEAK = const(64)  # below a quarter, the background goes dark first
_LEVELS = level_table()


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
        """Take the place of each cell on string a, 255 for none, and of each seat on string b.

        `leds` counts all LEDs of both strings, `brightness` is 0..100 percent as the eye sees it.
        """
        self.scene = scene
        self.scale = _ONE
        self.background = True
        self._cells = len(cell_led)
        # Where the three bytes of each light begin in its buffer.
        self._at = array("H", [3 * led for led in cell_led] + [3 * led for led in seat_led])
        self._shown = bytearray(len(self._at))  # the codes that were written last
        self._lit = bytearray(len(self._at))  # the lights of the scene that was taken last
        self._lit_count = 0
        self._moving = bytearray(len(self._at))  # those whose pattern changes over time
        self._moving_count = 0
        self._paint_list = bytearray(len(self._at))
        self._version = -1
        self._step = -1
        self._leds = leds
        self._idle_ua = idle_ua
        self._channel_ua = channel_ua
        self._reserve_ma = reserve_ma
        self.budget_ma = budget_ma
        self._load = array("H", [0] * 128)  # light of each code at its peak; 0: not yet known
        self._factor = [0] * patterns.PATTERNS  # light * scale of each pattern now, 0..65280
        self._used = 0  # patterns of the scene, as a mask
        self._peak = bytearray(patterns.PATTERNS)
        self.brightness = brightness

    @property
    def brightness(self) -> int:
        """Return the brightness in percent."""
        return self._brightness

    @brightness.setter
    def brightness(self, percent: int) -> None:
        self._brightness = percent
        for pattern in range(patterns.PATTERNS):
            peak = 0
            for step in range(patterns.STEPS):
                peak = max(peak, _LEVELS[pattern << patterns.STEP_BITS | step])
            level = peak * percent // 100
            self._peak[pattern] = (level * level + 254) // 255
        for code in range(len(self._load)):
            self._load[code] = 0
        self._version = -1

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
        if self._version != self.scene.version:
            self._step = step
            count = self._take()
            self._set_factors(step)
            return self._paint(self._paint_list, count, buf_a, buf_b)
        if step == self._step or not self._moving_count:
            return 0
        self._step = step
        self._set_factors(step)
        return self._paint(self._moving, self._moving_count, buf_a, buf_b)

    def _set_factors(self, step: int) -> None:
        """Set how much light each pattern gives at a step: about the square of the level."""
        scale = self.scale
        brightness = self._brightness
        factor = self._factor
        used = self._used
        if not self.background:
            used &= ~patterns.BACKGROUND
        for pattern in range(patterns.PATTERNS):
            if used >> pattern & 1:
                level = _LEVELS[pattern << patterns.STEP_BITS | step] * brightness // 100
                factor[pattern] = (level * level + 254) // 255 * scale
            else:
                factor[pattern] = 0

    def _take(self) -> int:
        """Take over a changed scene; return how many lights are to be painted."""
        scene = self.scene
        code = scene.code
        lit = scene.lit
        shown = self._shown
        todo = self._paint_list
        moving = self._moving
        starts = self._at
        scale = self.scale if self._version >= 0 else -1
        background = self.background
        self._version = scene.version
        self._limit(code, lit, scene.lit_count)
        redo = scale != self.scale or background != self.background
        count = 0
        mine = self._lit
        for i in range(self._lit_count):
            light = mine[i]
            if not code[light] and starts[light] != _NOWHERE:
                shown[light] = 0
                todo[count] = light
                count += 1
        n_moving = 0
        for i in range(scene.lit_count):
            light = lit[i]
            mine[i] = light
            now = code[light]
            if starts[light] == _NOWHERE:
                continue
            if now & 15 > patterns.REST:
                moving[n_moving] = light
                n_moving += 1
            elif not redo and now == shown[light]:
                continue
            shown[light] = now
            todo[count] = light
            count += 1
        self._lit_count = scene.lit_count
        self._moving_count = n_moving
        return count

    def _limit(self, code: bytearray, lit: bytearray, count: int) -> None:
        """Choose scale and background so that no moment of the scene draws too much."""
        load = self._load
        front = 0
        back = 0
        used = 0
        for i in range(count):
            now = code[lit[i]]
            used |= 1 << (now & 15)
            light = load[now]
            if not light:
                light = self._peak_light(now)
            if patterns.BACKGROUND >> (now & 15) & 1:
                back += light
            else:
                front += light
        self._used = used
        limit = self.light_limit
        self.background = (front + back) * _WEAK <= limit * _ONE
        total = front + back if self.background else front
        self.scale = _ONE if total <= limit else limit * _ONE // total

    def _peak_light(self, code: int) -> int:
        """Return the sum of a code's three values at the brightest moment of its pattern."""
        red, green, blue = 3 * (code >> 4), 3 * (code >> 4) + 1, 3 * (code >> 4) + 2
        rgb = palette.RGB
        light = ((rgb[red] + rgb[green] + rgb[blue]) * self._peak[code & 15] + 254) // 255
        self._load[code] = light
        return light

    def _paint(self, lights: bytearray, count: int, buf_a: bytearray, buf_b: bytearray) -> int:
        shown = self._shown
        factors = self._factor
        starts = self._at
        rgb = palette.RGB
        cells = self._cells
        changed = 0
        for i in range(count):
            light = lights[i]
            code = shown[light]
            factor = factors[code & 15]
            color = 3 * (code >> 4)
            at = starts[light]
            buf = buf_a if light < cells else buf_b
            red = rgb[color] * factor // 65280
            green = rgb[color + 1] * factor // 65280
            blue = rgb[color + 2] * factor // 65280
            if buf[at + 1] != red or buf[at] != green or buf[at + 2] != blue:
                buf[at] = green
                buf[at + 1] = red
                buf[at + 2] = blue
                changed |= _STRING_A if light < cells else _STRING_B
        return changed
