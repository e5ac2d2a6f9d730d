"""What a board and what it is tested with can do, by name; tests ask for it with `needs`."""

from __future__ import annotations

MEANINGS = {
    "prompt": "its MicroPython prompt can be reached",
    "kostka": "it runs the firmware of Kostka",
    "link": "its app speaks checked lines",
    "reset": "the controller can be reset",
    "power_cut": "its power can be cut and given back",
    "clock": "its time moves as a test says",
    "hands.tokens": "tokens can be put, lifted and slid",
    "hands.keys": "keys of the seat panels can be pressed",
    "hands.dice": "dice can be thrown into the cups",
    "hands.tags": "tags can be laid on the reader",
    "eyes.shows": "somebody can say which color a cell has",
    "eyes.leds": "the color of every light can be read",
    "eyes.screen": "the screen can be read",
    "eyes.sound": "the buzzer can be heard",
    "eyes.console": "what it prints can be read",
    "faults.link": "lines can be dropped, doubled, corrupted, delayed and cut",
    "faults.sensor": "a sensor can be stuck, and the chain of sensors taken apart",
    "faults.flash": "the flash can be filled",
    "faults.cut": "the power can go in the middle of an operation of the flash",
    "faults.brown_out": "the power can sag for a moment",
}

ALL = frozenset(MEANINGS)
PLAIN = frozenset({"prompt", "eyes.console"})  # of any MicroPython behind a port
TABLE = frozenset({"kostka", "link", "reset", "faults.link", "faults.flash"})  # with our firmware
PERSON = frozenset({"hands.tokens", "hands.keys", "hands.dice", "hands.tags", "eyes.shows"})
HUB = frozenset({"power_cut", "faults.brown_out"})
SIMULATED = ALL
JIG = frozenset(
    {
        "hands.tokens",
        "hands.keys",
        "eyes.shows",
        "eyes.leds",
        "faults.sensor",
        "power_cut",
        "faults.brown_out",
        "reset",
    }
)


def able(bench: bool, jig: bool, person: bool, hub: bool, kostka: bool) -> frozenset[str]:
    """Return what a board can do with what is at hand for it.

    With the `bench` of a virtual board that is everything; a `jig` takes the place of bench,
    person and hub.
    """
    if bench:
        found = SIMULATED
    elif jig:
        found = PLAIN | TABLE | JIG
    else:
        found = PLAIN | (TABLE if kostka else frozenset())
        found |= (PERSON if person else frozenset()) | (HUB if hub else frozenset())
    return found if kostka else found - TABLE


def unknown(names: tuple[object, ...]) -> list[str]:
    """Return what is no name of a capability."""
    return [str(name) for name in names if name not in MEANINGS]
