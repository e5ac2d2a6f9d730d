"""Which thing of the table a tag belongs to: as its own text says, or as it was taught here."""

import binascii

from kostka.compat import const
from kostka.errors import OptionError

KINDS = ("token", "card", "tile", "die", "player", "game")
LIMIT = const(96)  # taught tags; about 60 bytes each
VALUE_MAX = const(24)

_PREFIX = "k:"
_ALLOWED = "abcdefghijklmnopqrstuvwxyz0123456789_.-"
_RANDOM = const(0x08)  # first byte of a four-byte UID that is another one at every tap

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    Thing = tuple[str, str]  # kind and value


def parse(text: str) -> "Thing | None":
    """Return kind and value of the text of a Kostka tag, None for any other text."""
    if not text.startswith(_PREFIX):
        return None
    kind, colon, value = text[len(_PREFIX) :].partition(":")
    if colon and kind in KINDS and _fits(value):
        return kind, value
    return None


def tag_text(kind: str, value: str) -> str:
    """Return the text to write on a tag.

    Raises:
        OptionError: there is no such kind, or the value has other characters or another length.
    """
    _check(kind, value)
    return _PREFIX + kind + ":" + value


def is_random(uid: bytes) -> bool:
    """Say whether a UID is made up at every tap, as phones do (ISO 14443-3, 6.5.4)."""
    return len(uid) == 4 and uid[0] == _RANDOM


def _fits(value: str) -> bool:
    return 0 < len(value) <= VALUE_MAX and all([char in _ALLOWED for char in value])


def _check(kind: str, value: str) -> None:
    if kind not in KINDS:
        raise OptionError("tags.kind", kind, ", ".join(KINDS))
    if not _fits(value):
        raise OptionError("tags.value", value, VALUE_MAX)


class Registry:
    """The tags that this table was taught.

    They are kept by a store with ``load()``, which returns a list of (UID in hex, kind, value),
    and ``save(list)``. What it loads is checked: a damaged entry is left out.
    """

    def __init__(self, store: object) -> None:
        self._store = store
        self._taught: dict[str, Thing] = {}
        for entry in store.load():  # type: ignore[attr-defined]
            if _sound(entry) and len(self._taught) < LIMIT:
                self._taught[entry[0]] = (entry[1], entry[2])

    def find(self, uid: bytes, text: str) -> "Thing | None":
        """Return kind and value of a tag, None for an unknown one.

        What was taught goes before what is written on the tag.
        """
        taught = self._taught.get(_name(uid))
        return taught if taught is not None else parse(text)

    def teach(self, uid: bytes, kind: str, value: str) -> None:
        """Let a tag belong to a thing from now on.

        Raises:
            OptionError: kind or value are wrong, the UID changes at every tap, or there are
                LIMIT tags already.
        """
        _check(kind, value)
        if is_random(uid):
            raise OptionError("tags.random")
        name = _name(uid)
        if name not in self._taught and len(self._taught) >= LIMIT:
            raise OptionError("tags.full", LIMIT)
        self._taught[name] = (kind, value)
        self._save()

    def forget(self, uid: bytes) -> None:
        """Forget what was taught about a tag, if anything."""
        if self._taught.pop(_name(uid), None) is not None:
            self._save()

    def entries(self) -> "list[tuple[str, str, str]]":
        """Return (UID in hex, kind, value) of all taught tags, by UID."""
        return [(name,) + self._taught[name] for name in sorted(self._taught)]

    def _save(self) -> None:
        self._store.save(self.entries())  # type: ignore[attr-defined]


def _name(uid: bytes) -> str:
    return binascii.hexlify(uid).decode()


def _sound(entry: object) -> bool:
    if not isinstance(entry, (list, tuple)) or len(entry) != 3:
        return False
    name, kind, value = entry
    if not (isinstance(name, str) and isinstance(kind, str) and isinstance(value, str)):
        return False
    digits = all([char in "0123456789abcdef" for char in name])
    return digits and len(name) in (8, 14, 20) and kind in KINDS and _fits(value)
