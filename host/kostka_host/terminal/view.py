"""The table as text: tokens, spots, lights, request, last moves, and what is wrong."""

from __future__ import annotations

from dataclasses import dataclass, field

from kostka.mats.mat import NO_SPOT, Mat
from kostka.rules.game import Game
from kostka.rules.state import State
from kostka.scene.picture import COLORS, light_text
from rich.text import Text

from kostka_host import complaints
from kostka_host.ui import Ui
from kostka_host.verdict import Verdict

Pair = tuple[int, int]  # spot, token

# As rich names them, by color code of kostka.mats.colors. A letter always says it too.
STYLES = ("", "bright_white", "red", "yellow", "green", "bright_blue", "magenta", "rgb(175,95,0)")
# None of these is a sign of a light, which stands beside them.
SPOT, NOTHING, UNKNOWN, MISSING, EXTRA, ASKED = "_", "·", "#", "+", "x", ">"


@dataclass
class Scene:
    """All that one picture of the table is made of.

    `standing` tells what really stands on the cells, where hands know it; else the tokens of
    the state stand for it. `lights` are codes by cell, seats behind the cells.
    """

    mat: Mat
    game: Game | None
    state: State | None
    standing: dict[int, Pair | None] | None = None
    lights: dict[int, int] = field(default_factory=dict)
    verdict: Verdict = field(default_factory=Verdict)
    last: list[str] = field(default_factory=list)
    request: str = ""
    notes: list[str] = field(default_factory=list)
    status: str = ""


def render(scene: Scene, ui: Ui) -> list[Text]:
    """Return the picture as lines."""
    lines = [_columns(scene.mat)]
    what = _tokens(scene)
    lines += [_row(scene, row, what) for row in range(scene.mat.rows)]
    if scene.state is not None:
        lines.append(_seats(scene, scene.state, ui))
    if scene.last:
        lines.append(Text(ui.say("terminal.last", " ".join(scene.last))))
    if scene.request:
        lines.append(Text(scene.request, style="bold"))
    lines += [Text(words, style="yellow") for words in _complaints(scene, ui)]
    lines += [Text(note) for note in scene.notes]
    if scene.status:
        lines.append(Text(scene.status, style="dim"))
    return lines


def _columns(mat: Mat) -> Text:
    return Text("    " + "".join(f"{chr(ord('a') + col):5}" for col in range(mat.cols)).rstrip())


def _row(scene: Scene, row: int, what: dict[int, tuple[str, str]]) -> Text:
    line = Text(f"{row + 1:2}  ")
    for cell in range(row * scene.mat.cols, (row + 1) * scene.mat.cols):
        sign, style = what.get(cell, (_empty(scene.mat, cell), "dim"))
        if cell in scene.verdict.missing:
            sign += MISSING
        elif cell in scene.verdict.extra:
            sign += EXTRA
        line.append(f"{sign:2}", style=style)
        code = scene.lights.get(cell, 0)
        line.append(f"{light_text(code) if code else '':3}", style=STYLES[code >> 4 & 7])
    line.rstrip()
    return line


def _empty(mat: Mat, cell: int) -> str:
    return NOTHING if mat.spot_of[cell] == NO_SPOT else SPOT


def _tokens(scene: Scene) -> dict[int, tuple[str, str]]:
    """Return letter and style of what stands on each cell."""
    standing = scene.standing
    if standing is None:
        standing = _as_expected(scene)
    seats = scene.state.seats if scene.state is not None else 0
    found = {}
    for cell, pair in standing.items():
        if pair is None or pair[1] >> 6 >= seats:
            found[cell] = (UNKNOWN, "bold")
        else:
            color = scene.mat.token_color(pair[1], seats)
            shape = pair[1] & 63
            sign = COLORS[color].upper() + (str(shape) if shape else "")
            found[cell] = (sign, f"bold {STYLES[color]}")
    return found


def _as_expected(scene: Scene) -> dict[int, Pair | None]:
    standing: dict[int, Pair | None] = {}
    for pair in scene.state.tokens() if scene.state is not None else []:
        for cell in scene.mat.cells(pair[0]):
            if cell not in standing:
                standing[cell] = pair
                break
    return standing


def _seats(scene: Scene, state: State, ui: Ui) -> Text:
    line = Text(ui.say("terminal.seats") + " ")
    answering = state.may_answer() or (state.request(-1).seat,)
    cells = scene.mat.rows * scene.mat.cols
    for seat in range(state.seats):
        color = scene.mat.seat_color(seat, state.seats)
        sign = ASKED if seat in answering else " "
        code = scene.lights.get(cells + seat, 0)
        light = " " + light_text(code) if code else ""
        line.append(f" {sign}{seat + 1}{COLORS[color].upper()}{light}", style=STYLES[color])
    return line


def _complaints(scene: Scene, ui: Ui) -> list[str]:
    seats = scene.state.seats if scene.state is not None else 0
    return [
        ui.say(str(text), *args)
        for text, *args in complaints.told(scene.verdict, scene.mat, seats)
    ]


def legend(ui: Ui) -> list[str]:
    """Return what every sign of the picture means, a sign once."""
    from kostka.mats import colors
    from kostka.scene import patterns
    from kostka.scene.legend import legend as lights
    from kostka.scene.picture import SIGNS

    names = [
        f"{COLORS[color].upper()}/{COLORS[color]} {ui.say(f'web.color.{name}')}"
        for color, name in enumerate(colors.NAMES)
        if color != colors.OFF
    ]
    about = [ui.say("terminal.legend.cell"), ", ".join(names)]
    for sign, name in (
        (SPOT, "spot"),
        (NOTHING, "nothing"),
        (UNKNOWN, "unknown"),
        (MISSING, "missing"),
        (EXTRA, "extra"),
        (ASKED, "asked"),
    ):
        about.append(f"{sign} {ui.say(f'terminal.legend.{name}')}")
    meanings: dict[int, list[str]] = {}
    for text, color, pattern in lights():
        if color == colors.OFF or pattern != patterns.REST:  # REST alone is a token's light
            meanings.setdefault(pattern, []).append(ui.say(text))
    about += [f"{SIGNS[pattern]} {' '.join(said)}" for pattern, said in meanings.items()]
    return about
