"""What lies on the tag stand, from the events of its reader."""

from kostka.compat import const
from kostka.errors import OptionError

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.tags.registry import Registry, Thing

# Events of a reader.
NONE = const(0)
PRESENT = const(1)  # one tag lies there and was read; also another one than before
GONE = const(2)  # no tag lies there any more
TWO = const(3)  # more than one
LOST = const(4)  # the reader does not answer; what lay there is unknown
BACK = const(5)  # it answers again


class Stand:
    """One tag, none, or more than can be told apart.

    `thing` is (kind, value) of a known tag that lies there alone, else None. `uid` is that of a
    single tag, known or not, else empty; `unknown` says that it should be asked for.
    """

    def __init__(self, registry: "Registry") -> None:
        self.registry = registry
        self.thing: Thing | None = None
        self.uid = b""
        self.unknown = False
        self.away = False
        self._crowded = False

    def take(self, event: int, uid: bytes = b"", text: str = "") -> bool:
        """Take an event of the reader; say whether something changed for people."""
        if event == NONE:
            return False
        self.thing = None
        self.uid = b""
        self.unknown = False
        self._crowded = event == TWO
        self.away = event == LOST
        if event == PRESENT:
            self.uid = bytes(uid)
            self.thing = self.registry.find(self.uid, text)
            self.unknown = self.thing is None
        return True

    def teach(self, kind: str, value: str) -> None:
        """Let the single tag that lies there belong to a thing.

        Raises:
            OptionError: there is none, or the registry refuses.
        """
        if not self.uid:
            raise OptionError("tags.nothing")
        self.registry.teach(self.uid, kind, value)
        self.thing = (kind, value)
        self.unknown = False

    def words(self) -> "tuple[object, ...]":
        """Return a message for people as (text id, arguments), () when there is nothing to say."""
        if self.away:
            return ("tags.reader_lost",)
        if self._crowded:
            return ("tags.two",)
        if self.unknown:
            return ("tags.unknown",)
        return ()
