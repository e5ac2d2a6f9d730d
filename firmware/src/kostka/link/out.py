"""What a board has to say: whole lines in a bounded queue, sent within the host's credit."""

from kostka.compat import const
from kostka.line import FROM_BOARD, frame

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.hal import Port

CREDIT = const(192)  # bytes that may be under way; the transmit buffer of an RP2 holds 256
QUEUE_MAX = const(2048)  # bytes; a line that does not fit is dropped and counted


class Out:
    """The way out. Nothing is sent, kept or waited for while no host is attached."""

    def __init__(self, port: "Port", session_id: str) -> None:
        self.attached = False
        self.dropped = 0  # whole lines
        self.session_id = session_id
        self._port = port
        self._lines: list[bytes] = []
        self._size = 0
        self._at = 0  # bytes of the first line that are sent
        self._sent = 0
        self._acked = 0
        self._heard = 0  # the host's last count
        self._skew = 0  # bytes of console text in it
        self._seq = 0
        self._console = False
        self._greeting = 0  # bytes that need no credit: a host counts only once it is greeted

    @property
    def empty(self) -> bool:
        """Say whether nothing waits to be sent."""
        return not self._lines

    @property
    def owes(self) -> bool:
        """Say whether the host has not reported all that was sent."""
        return self.attached and self._sent > self._acked

    def attach(self) -> None:
        """Begin anew with a host: forget what waited, count bytes from here."""
        self.detach()
        self.attached = True

    def detach(self) -> None:
        """Forget the host and what waits for it."""
        if self._at and self._lines:
            self._console = True  # half a line is out; end it before the next one
        self.attached = False
        self._lines = []
        self._size = self._at = self._sent = self._acked = self._greeting = 0
        self._heard = self._skew = 0

    def greet(self, rest: str) -> None:
        """Queue the first message to a host, the only one that is sent before it counts."""
        self.attach()
        self.say("hello", rest)
        self._greeting = self._size

    def console_open(self) -> None:
        """Note that console text may have left a line open."""
        self._console = True

    def acked(self, count: int) -> None:
        """Take the host's count of bytes since its greeting.

        The host counts console text too, which passes by here: a count beyond what was sent says
        how much there was. A count not above the last one says that the last one was of an
        earlier greeting.
        """
        if count <= self._heard:
            self._skew = 0
        self._heard = count
        if count - self._skew > self._sent:
            self._skew = count - self._sent
        if self._acked < count - self._skew:
            self._acked = count - self._skew
            self._greeting = 0

    def say(self, kind: str, rest: str = "") -> bool:
        """Queue a message; `rest` is JSON fields beginning with a comma. False if dropped."""
        if not self.attached:
            return False
        body = '{"s":"%s","q":%d,"m":"%s"%s}' % (self.session_id, self._seq, kind, rest)
        self._seq += 1
        data = frame(FROM_BOARD, body)
        if self._size + len(data) > QUEUE_MAX and self._lines:
            self.dropped += 1
            return False
        self._lines.append(data)
        self._size += len(data)
        return True

    def push(self) -> bool:
        """Send what credit and the port allow; say whether anything went."""
        went = False
        while self._lines:
            credit = max(CREDIT, self._greeting)
            room = credit - (self._sent - self._acked)
            if room <= 0:
                break
            if self._console and not self._at:
                self._console = False
                self._lines[0] = b"\n" + self._lines[0]
                self._size += 1
                if self._greeting:
                    self._sent -= 1  # a host counts from the greeting's first byte
            line = self._lines[0]
            count = min(room, len(line) - self._at)
            taken = self._port.write(
                line[self._at : self._at + count] if self._at else line, count
            )
            if not taken:
                break
            went = True
            self._sent += taken
            self._at += taken
            if self._at == len(line):
                self._lines.pop(0)
                self._size -= len(line)
                self._at = 0
        return went
