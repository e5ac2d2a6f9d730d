"""The registry of mats: which cells of the grid are the spots of a game.

A mat's module holds its one instance as ``MAT``; it is loaded only when asked for.
"""

from kostka.compat import forget
from kostka.errors import OptionError

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.mats.mat import Mat

_NAMES = (
    "arena",
    "chasing",
    "domino",
    "dragon_dice",
    "duel",
    "kombat",
    "ludo",
    "spider_shoot",
)
_modules = dict.fromkeys(_NAMES, "")  # by name; "": the one of that name in this package


def register(name: str, module: str) -> None:
    """Add the mat of a game that lives outside this package."""
    _modules[name] = module


def names() -> list[str]:
    """Return the names of all games that have a mat, sorted."""
    return sorted(_modules)


def load(name: str) -> "Mat":
    """Return the mat of a game.

    Raises:
        OptionError: the game has no mat.
    """
    if name not in _modules:
        raise OptionError("mat.none", name, ", ".join(names()))
    module = _modules[name] or "kostka.mats." + name
    mat: Mat = __import__(module, None, None, ("MAT",)).MAT
    forget(module)  # the mat lives on; what made it need not
    return mat
