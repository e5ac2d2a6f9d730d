"""Showing allocates nothing."""

import gc

import board_layout as layout
from kostka import mats
from kostka.hal.fakes import FakeStrip
from kostka.rules import request as rq
from kostka.rules.token import token
from kostka.scene.render import Renderer
from kostka.scene.scene import Scene

START = [(56 + seat, token(seat)) for seat in range(4) for _ in range(4)]


def toggle(scene, light):
    """Change a scene without what compose() itself allocates."""
    if not scene.code[light]:
        scene.lit[scene.lit_count] = light
        scene.lit_count += 1
    scene.code[light] = 0x10 | light % 13
    scene.version += 1


def used_by(compose_every):
    scene = Scene(mats.load("ludo"), 4)
    a, b = FakeStrip(layout.LED_A), FakeStrip(layout.LED_B)
    renderer = Renderer(
        scene,
        layout.CELL_LED,
        layout.SEAT_LED,
        layout.LED_A + layout.LED_B,
        layout.LED_IDLE_UA,
        layout.LED_CHANNEL_UA,
        layout.RESERVE_MA,
        1500,
    )
    scene.compose(START, rq.Request(0, rq.THROW, dice=(6,)), movable=[56], targets=[0, 1, 2])
    now = 0x3FFFFFFF - 5000
    used = before = 0
    for i in range(10_100):
        if i == 100:
            gc.collect()
            gc.disable()
            before = gc.mem_alloc()
        changed = renderer.render(now, a.buf, b.buf)
        if changed & 1:
            a.show()
        if changed & 2:
            b.show()
        now = (now + 13) & 0x3FFFFFFF
        if compose_every and i % compose_every == 0:
            toggle(scene, i % 148)
    used = gc.mem_alloc() - before
    gc.enable()
    return used, a.frames


def case_patterns_running():
    used, frames = used_by(0)
    assert used == 0
    assert frames > 2000


def case_scenes_changing():
    used, frames = used_by(10)
    assert used == 0
    assert frames > 2000
