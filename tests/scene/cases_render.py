"""From codes to LED bytes."""

import board_layout as layout
from kostka import mats
from kostka.mats.colors import BLUE, RED, WHITE
from kostka.rules import request as rq
from kostka.rules.token import token
from kostka.scene import palette
from kostka.scene import patterns as pt
from kostka.scene.render import Renderer
from kostka.scene.scene import Scene

START = [(56 + seat, token(seat)) for seat in range(4) for _ in range(4)]


class Lights:
    def __init__(self, budget_ma=3000, brightness=100):
        self.scene = Scene(mats.load("ludo"), 4)
        self.a = bytearray(3 * layout.LED_A)
        self.b = bytearray(3 * layout.LED_B)
        self.renderer = Renderer(
            self.scene,
            layout.CELL_LED,
            layout.SEAT_LED,
            layout.LED_A + layout.LED_B,
            layout.LED_IDLE_UA,
            layout.LED_CHANNEL_UA,
            layout.RESERVE_MA,
            budget_ma,
            brightness,
        )

    def show(self, codes, now_ms=0):
        """Show light -> code directly, without composing."""
        for light in codes:
            self.scene.put(light, codes[light])
        return self.render(now_ms)

    def render(self, now_ms):
        return self.renderer.render(now_ms, self.a, self.b)

    def rgb(self, light):
        if light < 144:
            at = 3 * layout.CELL_LED[light]
            return self.a[at + 1], self.a[at], self.a[at + 2]
        at = 3 * layout.SEAT_LED[light - 144]
        return self.b[at + 1], self.b[at], self.b[at + 2]

    def current_ma(self):
        """Return what all LEDs draw, by the formula of the board description."""
        light = sum(list(self.a)) + sum(list(self.b))
        return (156 * layout.LED_IDLE_UA + light * layout.LED_CHANNEL_UA / 255) / 1000


def case_cells_and_seats_go_to_their_leds():
    for cell in (0, 5, 6, 77, 143):
        lights = Lights()
        assert lights.show({cell: RED << 4 | pt.STEADY}) == 1
        assert lights.rgb(cell) == (255, 0, 0)
        assert sum(list(lights.a)) == 255
    for seat in range(4):
        lights = Lights()
        assert lights.show({144 + seat: WHITE << 4 | pt.STEADY}) == 2
        assert lights.rgb(144 + seat) == palette.rgb(WHITE)
        assert sum(list(lights.a)) == 0


def case_colors_travel_as_green_red_blue():
    lights = Lights()
    lights.show({0: WHITE << 4 | pt.STEADY})
    red, green, blue = palette.rgb(WHITE)
    assert bytes(lights.a[:3]) == bytes([green, red, blue])


def case_brightness_is_as_the_eye_sees_it():
    lights = Lights()
    lights.show({0: RED << 4 | pt.STEADY})
    lights.renderer.brightness = 50
    assert lights.render(0) == 1
    assert lights.rgb(0) == (64, 0, 0)  # about half squared
    lights.renderer.brightness = 0
    lights.render(0)
    assert lights.rgb(0) == (0, 0, 0)


def case_patterns_run_and_jump_nowhere():
    lights = Lights()
    lights.show({0: RED << 4 | pt.BLINK, 1: BLUE << 4 | pt.BREATHE})
    assert lights.rgb(0) == (255, 0, 0)
    lights.render(511)
    assert lights.rgb(0) == (255, 0, 0)
    lights.render(512)
    assert lights.rgb(0) == (0, 0, 0)
    levels = []
    for now in range(0x40000000 - 1024, 0x40000000 + 1024, 32):
        lights.render(now & 0x3FFFFFFF)
        levels.append(lights.rgb(1)[2])
    steps = [abs(levels[i] - levels[i - 1]) for i in range(1, len(levels))]
    assert 0 < max(steps) < 40
    assert min(levels) > 0


def case_only_what_changes_is_written():
    lights = Lights()
    assert lights.show({0: RED << 4 | pt.STEADY, 144: RED << 4 | pt.BLINK}) == 3
    assert lights.render(10) == 0  # the same step
    assert lights.render(40) == 0  # a blink that has not changed
    assert lights.render(600) == 2
    assert lights.show({}, 600) == 0
    assert lights.show({0: 0, 144: 0}, 600) == 1
    assert lights.render(2000) == 0
    assert bytes(lights.a) == bytes(432)


def case_every_budget_is_kept_at_every_moment():
    seed = 7
    for budget in layout.BUDGETS_MA:
        for filled in (3, 20, 148):
            lights = Lights(budget)
            codes = {}
            for i in range(filled):
                seed = (seed * 1103515245 + 12345) & 0x3FFFFFFF
                color = 1 + (seed >> 8) % 7
                codes[(seed >> 12) % 148 if filled < 148 else i] = color << 4 | (seed >> 20) % 13
            lights.show(codes)
            for now in range(0, 1024, 32):
                lights.render(now)
                assert lights.current_ma() <= budget - layout.RESERVE_MA


def case_all_white_uses_what_there_is():
    for budget in layout.BUDGETS_MA[1:]:
        lights = Lights(budget)
        lights.show({i: WHITE << 4 | pt.STEADY for i in range(148)})
        assert 0.95 * (budget - layout.RESERVE_MA) < lights.current_ma()


def case_a_weak_supply_drops_the_background_first():
    lights = Lights(500)
    codes = {i: BLUE << 4 | pt.REST for i in range(20, 36)}
    codes.update({i: RED << 4 | pt.STEADY for i in range(3)})
    lights.show(codes)
    assert not lights.renderer.background
    assert lights.rgb(20) == (0, 0, 0)
    assert lights.rgb(0)[0] > 50  # still well visible
    assert lights.current_ma() <= 150
    lights.renderer.budget_ma = 1500
    lights.render(0)
    assert lights.renderer.background
    assert lights.rgb(20)[2] > 20
    assert lights.rgb(0) == (255, 0, 0)


def case_a_weak_supply_shows_a_lone_background_if_it_can():
    lights = Lights(500)
    lights.show({0: BLUE << 4 | pt.REST, 1: BLUE << 4 | pt.REST})
    assert lights.renderer.background
    assert lights.rgb(0)[2] > 20


def case_a_supply_below_its_reserve_gives_no_light():
    lights = Lights(400)
    lights.show({0: RED << 4 | pt.STEADY})
    assert lights.rgb(0) == (0, 0, 0)


def case_a_composed_game_is_visible_at_every_budget():
    for budget in layout.BUDGETS_MA:
        lights = Lights(budget, 40)
        lights.scene.compose(
            START[1:] + [(0, token(0))],
            rq.Request(0, rq.MOVE),
            movable=[0],
            targets=[6],
        )
        lights.render(0)
        assert max(lights.rgb(lights.scene.mat.cells(6)[0])) >= 24, budget
        assert lights.current_ma() <= budget - layout.RESERVE_MA
