"""A scene as text, one letter for the color and one sign for the pattern of each light."""

from kostka.scene import patterns

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.scene.scene import Scene

COLORS = " wrygbkn"  # off white red yellow green blue blacK browN
SIGNS = "=.,;~o!?*/'^-%\\&"  # by pattern
DARK = " ."

assert len(SIGNS) == patterns.PATTERNS


def light_text(code: int) -> str:
    """Return two characters for a code."""
    return COLORS[code >> 4] + SIGNS[code & 15] if code else DARK


def scene_text(scene: "Scene") -> str:
    """Return a line per row of cells, and one for the seats."""
    cols = scene.mat.cols
    lines = []
    for row in range(scene.mat.rows):
        codes = scene.code[row * cols : (row + 1) * cols]
        lines.append(" ".join([light_text(code) for code in codes]))
    seats = scene.code[scene.n_cells :]
    lines.append("seats: " + " ".join([light_text(code) for code in seats]))
    return "\n".join(lines)
