"""Sets up positions of Dragon Dice for rule examples; runs on CPython and on MicroPython.

Dice are numbered in the order in which `army` lines name them. Places are t1..t4, tf, res, dua,
bua, pool, home, campaign, horde; seats begin at 1.

    stage terrain t1 highland_city 3 [1]     its die, upper face, and who holds it
    stage army 1 t1 dwarf_footman*3 goblin_thug
    stage step 1 4                           step 4 of the turn of player 1 begins, 8: nothing
    stage act 1 t1 melee 2 t1                an army acts: melee, missile at an army, magic
    stage save 1 t1 other                    an army throws for saves
    stage answer 1 t1 5                      an army saves against so much damage
    stage maneuver 1 t1                      an army announces a maneuver
    stage spell 1 t1 wind_walk 1 t1          a spell of an army resolves on an army, terrain or die
    stage magic 1 air 6 [race]               points in the pool while spells are named
    throw id melee*2 save                    faces of the dice that are thrown next, by icons
    throw rest melee                         all dice of this throw; those without it another face
    throw all 3                              a face by its number

    expect stage result melee 9
    expect stage units 1 t1 3                how many units stand there
    expect stage where 3 dua
    expect stage ask kill
    expect stage magic air 3
    expect stage force 1 "rule"              see fits()
"""

from kostka.games.dragon_dice import forces
from kostka.games.dragon_dice import names_text as nm
from kostka.games.dragon_dice import tables_spells as ts
from kostka.games.dragon_dice.codes import (
    FRONTIER,
    LAND_DIE,
    M_CASTING,
    M_COMBAT,
    M_DISPEL,
    M_EFFECTS,
    M_MAGIC,
    M_MARCH,
    M_SPELLS,
    M_TURN,
    ON_DIE,
    ON_LAND,
    R_ATTACK,
    R_COUNTER,
    R_DRAGON,
    R_MARCHING,
    R_SAVE_MELEE,
    R_SAVE_OTHER,
)
from kostka.games.dragon_dice.says_text import part
from kostka.games.dragon_dice.steps import ask_of, module

PLACES = ("t1", "t2", "t3", "t4", "tf", "res", "dua", "bua", "pool", "gone")
PLACES = PLACES + ("home", "campaign", "horde", "unsplit")
RESULTS = ("melee", "missile", "magic", "maneuver", "save")
ELEMENTS = ("air", "water", "earth", "fire", "death")
ROLLS = {
    "melee": (R_ATTACK, 0),
    "counter": (R_COUNTER, 0),
    "maneuver": (R_MARCHING, 3),
    "save": (R_SAVE_MELEE, 4),
    "other": (R_SAVE_OTHER, 4),
    "dragon": (R_DRAGON, 4),
}


def find(text, name):
    """Return the number of a part of a text of names."""
    number = 0
    for piece in text:
        for line in piece.split("\n")[:-1]:
            if line.split("|")[0] == name:
                return number
            number += 1
    raise ValueError("no " + name)


def code(seat, place):
    """Return the number of an army."""
    return int(seat) - 1 << 4 | PLACES.index(place)


def empty(state):
    """Take all away and end whatever is going on."""
    for name in state.LISTS:
        value = getattr(state, name)
        if name in (
            "kind",
            "at",
            "face",
            "mark",
            "dice",
            "extra",
            "fx",
            "named",
            "todo",
            "picked",
        ):
            setattr(state, name, value[:0])
    for seat in range(state.seats):
        state.order[seat] = seat
    state.agenda = [0, 0, M_TURN + 8]
    state.rounds = 1
    for place in list(range(state.seats)) + [FRONTIER]:
        state.land[place] = 0
        state.show[place] = 1
    state.staged = True


def stage(run, words):
    """Carry out one line."""
    state = run.made()
    if not hasattr(state, "staged"):
        empty(state)
    getattr(_Lines, words[0])(state, words[1:])


class _Lines:
    """What the lines do, by their first words."""

    @staticmethod
    def terrain(state, words):
        place = PLACES.index(words[0])
        state.land[place] = find(nm.LANDS, words[1])
        state.show[place] = int(words[2])
        state.hold[place] = int(words[3]) if len(words) > 3 else 0

    @staticmethod
    def army(state, words):
        for word in words[2:]:
            name, _, count = word.partition("*")
            for _ in range(int(count or 1)):
                state.kind.append(find(nm.DICE, name))
                state.at.append(code(words[0], words[1]))
                state.face.append(0)
                state.mark.append(0)

    @staticmethod
    def step(state, words):
        seat = int(words[0]) - 1
        state.turn = seat
        state.marched = -1
        for step in range(7, int(words[1]) - 1, -1):
            state.push(M_TURN + 9, seat, step)
        run_on(state)

    @staticmethod
    def begin(state, words):
        state.turn = int(words[0]) - 1
        state.turn = (state.turn - 1) % state.seats
        state.push(M_TURN)
        run_on(state)

    @staticmethod
    def act(state, words):
        mine = code(words[0], words[1])
        state.turn = mine >> 4
        if words[2] == "magic":
            state.push(M_MAGIC, mine)
        else:
            foe = code(words[3], words[4])
            state.push(M_COMBAT, mine, int(words[2] == "missile") << 8 | foe)
        run_on(state)

    @staticmethod
    def roll(state, words):
        mine = code(words[0], words[1])
        roll, want = ROLLS[words[2]]
        state.push(M_EFFECTS)
        state.atk = mine
        module("rolls").start(state, mine, roll, 1 << want)
        run_on(state)

    @staticmethod
    def answer(state, words):
        module("effects").answer_damage(state, code(words[0], words[1]), int(words[2]))
        run_on(state)

    @staticmethod
    def maneuver(state, words):
        place = PLACES.index(words[1])
        state.turn = int(words[0]) - 1
        state.push(M_MARCH + 1, state.turn, place)
        run_on(state)

    @staticmethod
    def minor(state, words):
        state.face[int(words[0])] = int(words[1])

    @staticmethod
    def kings(state, words):
        state.push(M_TURN + 1, int(words[0]) - 1, int(words[1]))
        run_on(state)

    @staticmethod
    def spell(state, words):
        mine = code(words[0], words[1])
        spell = find(nm.SPELLS, words[2])
        if words[3][0] == "u":
            on = [ON_DIE + int(word[1:]) for word in words[3:]]
        elif words[3][0] == "t":
            on = [ON_LAND + PLACES.index(words[3])]
        else:
            on = [code(words[3], words[4])]
        state.turn = mine >> 4
        state.floor = 0
        state.cast_by = mine
        e = ts.SPELL[ts.spell_at(spell)]
        state.named = [5 + len(on), spell, e, 1, mine] + on
        state.push(M_SPELLS, 0)
        run_on(state)

    @staticmethod
    def magic(state, words):
        seat, place = int(words[0]) - 1, PLACES.index(words[1])
        state.cast_by = seat << 4 | place
        state.side = seat
        state.turn = seat
        state.floor = 0
        state.named = []
        for n in range(2, len(words), 2):
            state.pool[5 * 14 + ELEMENTS.index(words[n])] = int(words[n + 1])
        state.push(M_DISPEL + 4, state.cast_by, 0)
        state.push(M_CASTING, seat)
        run_on(state)

    @staticmethod
    def race(state, words):
        """Let points of the pool be of a race in place of none."""
        race = int(words[0])
        for e in range(5):
            state.pool[5 * race + e] = state.pool[70 + e]
            state.pool[70 + e] = 0
        state.restored()

    @staticmethod
    def option(state, words):
        state.options[words[0]] = words[1]


def run_on(state):
    """Go on until something is asked."""
    state.moved = 1
    state.restored()
    state.advance(None)


def throw(run, words):
    """Throw the dice that are asked for, by icons."""
    state = run.made()
    events = []
    words = list(words)
    while words:
        if state.asked != -1:
            raise ValueError("no dice are thrown for " + " ".join(words))
        die = state.dice[state.pos]
        word = words[0]
        if word == "rest":
            end = state.pos + 1 >= len(state.dice)
            face = face_of(state, die, words[1])
            words = [] if end else words
        else:
            words.pop(0)
            face = face_of(state, die, word)
        state.apply(face, events)
    run.events = events


def face_of(state, die, word):
    """Return a face with an icon (and a number of results) of a die, or a face by its number."""
    if word.isdigit() or die >= LAND_DIE:
        return int(word)
    name, _, count = word.partition("*")
    for face in range(1, state.sides(die) + 1):
        if part(nm.ICONS, state.icon(die, face)) == name:
            if not count or state.count(die, face) == int(count):
                return face
    raise ValueError("die %d has no %s" % (die, word))


def expect(run, words):
    """Return (got, wanted) of an expectation."""
    return _EXPECT[words[0]](run.made(), words[1:])


def _fits(state, words):
    force = [find(nm.DICE, word) for word in words[2:]]
    kind = find(nm.DICE, words[1])
    return forces.fits(kind, state.total, force, state.options) or "-", words[0]


def _ask(state, words):
    return ask_of(state.agenda[-1]) if state.asked >= 0 else "dice", words[0]


def _magic(state, words):
    e = ELEMENTS.index(words[0])
    return str(sum([state.pool[5 * r + e] for r in range(15)])), words[1]


_EXPECT = {
    "result": lambda state, w: (str(state.res[RESULTS.index(w[0])]), w[1]),
    "units": lambda state, w: (str(len(state.units(code(w[0], w[1])))), w[2]),
    "where": lambda state, w: (PLACES[state.at[int(w[0])] & 15], w[1]),
    "ask": _ask,
    "magic": _magic,
    "face": lambda state, w: (str(state.show[PLACES.index(w[0])]), w[1]),
    "holder": lambda state, w: (str(state.hold[PLACES.index(w[0])]), w[1]),
    "dice": lambda state, w: (str(len(state.dice) - state.pos), w[0]),
    "effects": lambda state, w: (str(len(state.fx) // 6), w[0]),
    "potential": lambda state, w: (str(forces.potential(find(nm.DICE, w[0]))), w[1]),
    "health": lambda state, w: (str(forces.points(find(nm.DICE, w[0]))), w[1]),
    "dragons": lambda state, w: (str(forces.dragons_needed(int(w[0]))), w[1]),
    "limit": lambda state, w: (str(forces.magic_limit(int(w[0]), w[1])), w[2]),
    "fits": _fits,
}
