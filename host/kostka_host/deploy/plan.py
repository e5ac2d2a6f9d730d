"""What an update has to do to a board, and whether it may."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kostka.errors import KostkaError

from kostka_host.deploy.found import NEXT, Found
from kostka_host.layout import of_board
from kostka_host.release import LOADER, MANIFEST, PACKAGE, START, Release, digest

SWAP = "swap.new"
FEW = 32 * 1024  # bytes to send, for which nobody asks how much room there is
SPARE = 6  # blocks that stay free for what littlefs itself needs
FOLDER = 2  # blocks of a folder
INLINE = 512  # bytes of a file that littlefs keeps in its folder


@dataclass(frozen=True)
class Item:
    """A file to send: where it is written, the name it gets once it is verified, its bytes."""

    dest: str
    final: str
    data: bytes


@dataclass(frozen=True)
class Plan:
    """The steps of an update, in order: remove, make folders, send.

    `changed` are paths that get other bytes, `gone` those that the new release does not have,
    `kept` files that are right already. A `direct` plan puts files right into their places: there
    is nothing that could go on playing meanwhile.
    """

    version: str
    changed: tuple[str, ...]
    gone: tuple[str, ...]
    kept: int
    remove: tuple[str, ...]
    folders: tuple[str, ...]
    items: tuple[Item, ...]
    direct: bool

    @property
    def empty(self) -> bool:
        """Say whether there is nothing to do."""
        return not self.items and not self.gone

    @property
    def size(self) -> int:
        """Return how many bytes are sent, before they are deflated."""
        return sum(len(item.data) for item in self.items)


def stored(path: str) -> str:
    """Return the name of a path in the folders of waiting and of replaced files."""
    return path.replace("/", "!")


def make_plan(
    found: Found, release: Release, direct: bool | None = None, clear: bool = False
) -> Plan:
    """Compare a release with a board. Nothing is refused here.

    By default files go right into their places where nothing is there that starts by itself.
    With `clear` all programs that are no part of the release go, those of others too.
    """
    direct = not found.has_app if direct is None else direct
    wanted = release.whole()
    loader = {path: wanted.pop(path) for path in LOADER if path in wanted}
    checks = {path: digest(data) for path, data in wanted.items()}
    placed = found.placed
    changed = [path for path in sorted(wanted) if placed.get(path) != checks[path]]
    gone = [
        path
        for path in sorted(placed)
        if path not in (*wanted, *LOADER) and (clear or _is_ours(path, found, wanted))
    ]
    kept = len(wanted) - len(changed)
    first = [
        Item(f"/{path}.new", f"/{path}", data)
        for path, data in loader.items()
        if placed.get(path) != digest(data)
    ]
    folders = _folders(changed)
    if direct:
        order = sorted(changed, key=lambda path: (path == MANIFEST, path))
        items = [Item("/" + path, "/" + path, wanted[path]) for path in order]
        remove = [*_leftovers(found, set()), *("/" + path for path in (*gone, *changed))]
        remove = [path for path in remove if path[1:] in found.files or path[1:5] == "swap"]
        if START in placed and START in loader and (changed or gone):
            remove.insert(0, "/" + START)  # what is half there must not start
            first = [item for item in first if item.final != "/" + START]
            first.append(Item("/" + START, "/" + START, loader[START]))
        return Plan(
            *(release.version, tuple(changed), tuple(gone), kept, tuple(remove), folders),
            *((*items, *first), True),
        )
    waiting = found.waiting
    needed = {stored(path): checks[path] for path in changed}
    there = {name for name, check in needed.items() if waiting.get(name) == check}
    items = list(first)
    for path in changed:
        if stored(path) not in there:
            place = f"/{NEXT}{stored(path)}"
            items.append(Item(place, place, wanted[path]))
    if changed or gone:
        listed = [f"{'*' if path in placed else '+'} {path}" for path in changed]
        listed += [f"- {path}" for path in gone]
        items.append(Item("/swap-next", "/" + SWAP, ("\n".join(listed) + "\n").encode()))
    return Plan(
        *(release.version, tuple(changed), tuple(gone), kept),
        *(tuple(_leftovers(found, there)), (*folders, "/next", "/prev"), tuple(items), False),
    )


def _is_ours(path: str, found: Found, wanted: Mapping[str, bytes]) -> bool:
    """Say whether a file belongs to the release that is there, or would hide one of the new."""
    shadowed = path.endswith(".py") and path[:-3] + ".mpy" in wanted
    return path.startswith(PACKAGE) or path in found.listed or shadowed


def _leftovers(found: Found, there: set[str]) -> list[str]:
    """Return what earlier changes left: their lists first, for these are what counts."""
    lists = [f"/swap.{name}" for name in found.about["swap"]]
    return lists + [f"/{NEXT}{name}" for name in sorted(found.waiting) if name not in there]


def _folders(paths: list[str]) -> tuple[str, ...]:
    """Return the folders that paths are in, outer ones first."""
    found: dict[str, None] = {}
    for path in paths:
        parts = path.split("/")[:-1]
        for count in range(1, len(parts) + 1):
            found["/" + "/".join(parts[:count])] = None
    return tuple(found)


# What is refused ------------------------------------------------------------------------------


def check_fit(found: Found, release: Release, other_layout: bool = False) -> None:
    """See to it that a release is one for this board.

    Raises:
        KostkaError: another chip or MicroPython, or, unless `other_layout`, another layout.
    """
    facts, about = release.facts, found.about
    if found.chip not in facts["chips"]:
        raise KostkaError("deploy.chip", found.chip, ", ".join(facts["chips"]))
    version = tuple(about["micropython"])
    if version < tuple(facts["micropython"]) or about.get("mpy") != facts["mpy"]:
        raise KostkaError("deploy.micropython", _dotted(version), _dotted(facts["micropython"]))
    if not about.get("deflate"):
        raise KostkaError("deploy.no_deflate", _dotted(version))
    if found.board and found.board != facts["board"] and not other_layout:
        layout = of_board(found.board)
        there = layout.profile if layout else found.board
        raise KostkaError("deploy.layout", there, facts["profile"])


def check_game(release: Release, game: tuple[str, int] | None) -> None:
    """See to it that the game in play goes on under a release.

    Raises:
        KostkaError: the release has another version of its rules, or lacks them.
    """
    if game is not None:
        name, version = game
        there = release.facts["games"].get(name)
        if there != version:
            raise KostkaError("deploy.rules", name, version, there or 0)


def blocks_needed(found: Found, plan: Plan, block: int) -> int:
    """Return how many blocks of the flash a plan takes, less those that it frees first."""
    freed = sum(_blocks(found.sizes.get(path.lstrip("/"), 0), block) for path in plan.remove)
    needed = sum(_blocks(len(item.data), block) for item in plan.items)
    folders = sum(not _is_there(path, found) for path in plan.folders)
    return needed + FOLDER * folders + SPARE - freed


def check_room(found: Found, plan: Plan, free: int, block: int) -> None:
    """See to it that there is room for what is sent.

    Raises:
        KostkaError: there is too little.
    """
    needed = blocks_needed(found, plan, block)
    if needed > free:
        raise KostkaError("deploy.room", needed * block // 1024, free * block // 1024)


def _blocks(size: int, block: int) -> int:
    return -(-size // block) if size > INLINE else 0


def _is_there(folder: str, found: Found) -> bool:
    return any(path.startswith(folder.lstrip("/") + "/") for path in found.files)


def _dotted(version: object) -> str:
    return ".".join(str(part) for part in version)  # type: ignore[attr-defined]
