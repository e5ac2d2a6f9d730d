"""The shelf of games below a folder: which there are, which is in play, which has to go.

``<root>/<id>`` is the folder of a game; ``about`` in it is a note of people's: its name, who
sits where. ``<root>/current`` names the games by last use, the one in play first: a board has no
calendar. ``<root>/next`` says what to start next.

A board needs this at the start and between two games only, so it drops it meanwhile.
"""

import json
import os

from kostka.journal import files, finding, rows
from kostka.line import dumps, seal, unseal

KEEP = 8  # finished games that stay, and as many unfinished ones that were left


def ids(root: str) -> list[str]:
    """Return the ids of all games, sorted."""
    return sorted([name for name in _names(root) if files.exists(root + "/" + name + "/main")])


def current(root: str) -> str:
    """Return the id of the game in play, "" for none."""
    order = _order(root)
    return order[0] if order and files.exists(root + "/" + order[0] + "/main") else ""


def games(root: str) -> list[tuple[str, str, int, bool]]:
    """Return (id, name, lines, finished) of all games, the one used last first.

    Nothing is checked: the name of a damaged game may be "", its lines may be too few.
    """
    return [_about(root, game_id) for game_id in _by_use(root)]


def about(root: str, game_id: str) -> dict[str, object]:
    """Return the note about a game, {} where there is none."""
    found = _read_note(root, game_id + "/about")
    return found if isinstance(found, dict) else {}


def set_about(root: str, game_id: str, pairs: list[tuple[str, object]]) -> None:
    """Write the note about a game that is there.

    Raises:
        OSError: it could not be written; the old one is still there.
    """
    _write_note(root, game_id + "/about", pairs)


def drop_oldest(root: str, kept: str) -> str | None:
    """Delete the finished game that was not used for longest; return its name, None for none.

    Games that people gave a name come last. The game in play and that of the id `kept` are
    never deleted.
    """
    for named in (False, True):
        for game_id in reversed(_by_use(root)):
            if game_id in (kept, current(root)):
                continue
            _, name, _, finished = _about(root, game_id)
            if finished and bool(about(root, game_id).get("name")) is named:
                try:
                    drop(root, game_id)
                except OSError:
                    return None
                return name
    return None


def tidy(root: str, kept: str) -> None:
    """Delete games beyond KEEP finished and KEEP unfinished ones, and what power cuts left.

    The game in play, that of the id `kept` and those that people gave a name stay.

    Raises:
        OSError: something could not be deleted. Nothing more was tried: littlefs may hang
            when a folder is removed again, without a new mount, after that failed.
    """
    count = [0, 0]
    for game_id in _by_use(root):
        if game_id in (kept, current(root)):
            continue
        if about(root, game_id).get("name"):
            continue
        finished = int(_about(root, game_id)[3])
        count[finished] += 1
        if count[finished] > KEEP:
            drop(root, game_id)
    for name in _names(root):
        path = root + "/" + name
        if files.is_folder(path) and not files.exists(path + "/main"):
            drop(root, name)


def drop(root: str, game_id: str) -> None:
    """Delete a game.

    Raises:
        OSError: something could not be deleted.
    """
    files.remove_folder(root + "/" + game_id, "main")


def use(root: str, game_id: str) -> None:
    """Make a game the one in play."""
    if current(root) != game_id:
        order = [game_id]
        order.extend([one for one in _by_use(root) if one != game_id])
        _write_note(root, "current", order)


def begin(root: str, game_id: str, row: bytes) -> None:
    """Make the folder of a new game with its header row, and make it the one in play.

    Raises:
        OSError: it could not be written; what there is of it may stay.
    """
    files.make_folder(root)
    path = root + "/" + game_id
    if files.exists(path):
        files.remove_folder(path, "main")  # rows left there would follow the header
    files.make_folder(path)
    with open(path + "/main", "wb") as file:
        file.write(row)
    use(root, game_id)
    forget_choice(root)


# What to start next --------------------------------------------------------------------------


def choose(
    root: str, game: str, seats: int, options: list[tuple[str, object]], kinds: str = ""
) -> None:
    """Note which game to start next, and who plays its seats."""
    fields = [("game", game), ("seats", seats), ("opt", options)]
    _write_note(root, "next", fields + [("k", kinds)] if kinds else fields)


def choice(root: str) -> dict[str, object] | None:
    """Return the game to start next (game, seats, opt, maybe k), None where none is noted."""
    found = _read_note(root, "next")
    if not isinstance(found, dict):
        return None
    found["opt"] = found.get("opt") or {}  # no options are an empty list in JSON
    return found


def forget_choice(root: str) -> None:
    """Forget which game to start next, for example because it cannot be started."""
    files.remove(root + "/next")


# ---------------------------------------------------------------------------------------------


def _names(root: str) -> list[str]:
    try:
        return os.listdir(root)
    except OSError:
        return []


def _about(root: str, game_id: str) -> tuple[str, str, int, bool]:
    path = root + "/" + game_id
    last = b""
    for name in ["main"] + ["tail" + str(at) for at in range(files.TAILS)]:
        row = finding.last_row(path + "/" + name)
        if rows.number_of(row) >= rows.number_of(last):
            last = row
    with open(path + "/main", "rb") as file:
        body = rows.body_of(file.readline())
    game = rows.line_of(body, 0).get("game") if body is not None else ""
    return (game_id, str(game), rows.number_of(last) + 1, rows.is_end(last))


def _order(root: str) -> list[str]:
    found = _read_note(root, "current")
    return [one for one in found if isinstance(one, str)] if isinstance(found, list) else []


def _by_use(root: str) -> list[str]:
    """Return the ids of all games, the one used last first."""
    known = ids(root)
    order = [one for one in _order(root) if one in known]
    return order + [one for one in known if one not in order]


def _write_note(root: str, name: str, value: object) -> None:
    """Write a small file so that after a power cut it is the old or the new one."""
    files.make_folder(root)
    path = root + "/" + name
    with open(path + ".new", "wb") as file:
        file.write((seal(dumps([("v", value)])) + "\n").encode())
    files.replace(path + ".new", path)


def _read_note(root: str, name: str) -> object:
    try:
        with open(root + "/" + name, "rb") as file:
            text = unseal(file.readline().decode().rstrip("\n"))
    except (OSError, ValueError):
        return None
    return json.loads(text)["v"] if text is not None else None
