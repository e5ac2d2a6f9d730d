"""What of Dragon Dice may be seen: an observation in words that people read."""

import binascii

from kostka.games.dragon_dice.codes import (
    BUA,
    DUA,
    FRONTIER,
    FX,
    HOME,
    LAND_DIE,
    M_DRAGONS,
    M_SETUP,
    ON_DIE,
    ON_LAND,
    ON_SEAT,
    POOL,
    RESERVES,
    TURNED_ON,
    UNSPLIT,
)
from kostka.games.dragon_dice.says_text import army_text, name_of, names, part, spot_name

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState


def hidden_split(state: "DragonState") -> bool:
    """Say whether forces are still split in secret (DD-16)."""
    return len(state.agenda) > 2 and state.agenda[2] == M_SETUP + 2


def hidden_aims(state: "DragonState") -> bool:
    """Say whether targets of dragons are still secret (DD-42)."""
    return state.asked >= 0 and state.agenda[-1] == M_DRAGONS + 5


def observation(state: "DragonState", seat: int) -> dict[str, object]:
    """Return what a seat may see: terrains, armies, areas, the throw in hand."""
    kept_at, kept_aims = state.at, state.aims
    if hidden_split(state):
        state.at = kept_at[:]
        for die in range(len(kept_at)):
            code = kept_at[die]
            if code >> 4 != seat and HOME <= code & 15 < UNSPLIT:
                state.at[die] = code & 240 | UNSPLIT
    if hidden_aims(state):
        state.aims = kept_aims[:]
        for n in range(0, len(kept_aims), 2):
            if kept_at[kept_aims[n]] >> 4 != seat and 2 < kept_aims[n + 1] < TURNED_ON:
                state.aims[n + 1] = 3
    try:
        return _seen(state)
    finally:
        state.at, state.aims = kept_at, kept_aims


def _seen(state: "DragonState") -> dict[str, object]:
    seats = range(state.seats)
    seen: dict[str, object] = {"turn": state.order[state.turn], "round": state.rounds}
    terrains = []
    for place in list(seats) + [FRONTIER]:
        if state.show[place]:
            land = part(names().LANDS, state.land[place]).replace("_", " ")
            held = ", player %d" % state.hold[place] if state.hold[place] else ""
            terrains.append("%s: %s %d%s" % (spot_name(place), land, state.show[place], held))
    seen["terrains"] = terrains
    places = list(seats) + [FRONTIER, HOME, HOME + 1, HOME + 2, UNSPLIT]
    seen["armies"] = [
        [_army_name(place) + ": " + _listed(state, one << 4 | place) for place in places
         if state.slots(one << 4 | place)]
        for one in seats
    ]  # fmt: skip
    for name, place in (("reserves", RESERVES), ("dead", DUA), ("buried", BUA), ("pool", POOL)):
        seen[name] = [_listed(state, one << 4 | place) for one in seats]
    dice = [die for die in state.dice if die < LAND_DIE and state.face[die]]
    seen["thrown"] = [_face(state, die) for die in dice]
    seen["results"] = state.res[:5]
    races = range(15 if state.rounds else 0)
    seen["magic"] = [sum([state.pool[5 * r + e] for r in races]) for e in range(5)]
    effects = []
    for n in range(0, len(state.fx), FX):
        which, _, by, on, amount = state.fx[n : n + 5]
        effects.append("%d %s %d (player %d)" % (which, _on(on), amount, (by & 15) + 1))
    seen["effects"] = effects
    seen["position"] = "%08x" % (binascii.crc32(state.encode()) & 0xFFFFFFFF)
    return seen


def _army_name(place: int) -> str:
    if place <= FRONTIER:
        return spot_name(place)
    return ("home", "campaign", "horde", "?")[place - HOME]


def _on(on: int) -> str:
    if on >= ON_DIE:
        return "u%d" % (on - ON_DIE)
    if on >= ON_SEAT:
        return "s%d" % (on - ON_SEAT)
    return spot_name(on - ON_LAND) if on >= ON_LAND else army_text(on)


def _listed(state: "DragonState", code: int) -> str:
    """Return dice as text: `2 Fighter, Guard`."""
    counts: dict[int, int] = {}
    for die in state.slots(code):
        counts[state.kind[die]] = counts.get(state.kind[die], 0) + 1
    return ", ".join(
        [("%d " % counts[k] if counts[k] > 1 else "") + name_of(k) for k in sorted(counts)]
    )


def _face(state: "DragonState", die: int) -> str:
    icon = part(names().ICONS, state.icon(die, state.face[die])).replace("_", " ")
    return "%s: %s %d" % (name_of(state.kind[die]), icon, state.count(die, state.face[die]))
