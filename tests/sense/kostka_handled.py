"""Dice that somebody handles: held, trembling on the floor, leaning, nudged again and again."""

from __future__ import annotations

import random
from collections.abc import Iterator

from kostka_dice import Table, nominal, set_tare
from kostka_host.chips.dice_world import SCENARIOS, Pose

KINDS = (4, 6, 8, 10, 12)
WAYS = ("held", "held high", "trembling", "leaning", "nudged")
HANDLED_MS = 3000
NUDGE_MS = 140


def handled(seed: int, count: int) -> Iterator[tuple[str, int, list[tuple[int, int]]]]:
    """Yield the way, the kind of die, and each (verdict, value) while it was handled.

    d8 and up are enrolled, as they have to be, and lie as in the scenario `good`; the smaller
    ones are taken as they were drawn, in `typical`.
    """
    for number in range(count):
        chance = random.Random(seed * 100_003 + number)
        kind, way = chance.choice(KINDS), chance.choice(WAYS)
        scenario = SCENARIOS["good" if kind > 6 else "typical"]
        table = Table(chance.getrandbits(30), scenario, 1)
        known, body = nominal(kind, off=kind == 12)
        known.enrolled = kind > 6
        table.cups.expect(0, known)
        set_tare(table)
        table.run(300)
        table.world.draw_background()
        yield way, kind, handle(table, way, body.drawn(scenario, chance), chance)


def handle(table: Table, way: str, die, chance: random.Random) -> list[tuple[int, int]]:
    """Handle a die for some seconds; return the verdicts on the way, each once in a row."""
    world = table.world
    face = chance.randrange(len(die.ups))
    lying = world.lying(die, face)
    leaning = world.leaning(die, face, chance.uniform(20, 45))
    if way == "held":
        world.hold(0, die, leaning)
    elif way == "held high":
        pose = chance.choice((lying, leaning))
        x, y, z = pose.middle
        world.hold(0, die, Pose(pose.attitude, (x, y, z + chance.uniform(0, 8))))
    elif way == "trembling":
        world.hold(0, die, lying)
    elif way == "leaning":
        world.place(0, die, leaning)
    seen: list[tuple[int, int]] = []
    end = table.now_ms + HANDLED_MS
    while table.now_ms < end:
        if way == "nudged":
            world.place(0, die, world.lying(die, face))
        for _ in range(NUDGE_MS // 2):
            table.run(2)
            said = table.cups.cups[0].verdict
            if not seen or seen[-1] != (said.kind, said.value):
                seen.append((said.kind, said.value))
    return seen
