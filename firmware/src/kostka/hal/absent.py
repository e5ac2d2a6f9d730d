"""Stand-ins for parts that a board does not have: nothing wired, no LED string."""


class NoChain:
    """No chip on the chain: a scan succeeds and finds nothing."""

    def __init__(self) -> None:
        self.raw = bytearray()
        self.ok = True
        self.faults = 0
        self.wrong = 0
        self.errors: list[int] = []

    def scan(self) -> bool:
        """Find nothing."""
        return True

    def deinit(self) -> None:
        """Do nothing."""


class NoStrip:
    """A string without any LED."""

    def __init__(self) -> None:
        self.n = 0
        self.buf = bytearray()

    def show(self) -> bool:
        """Send nothing."""
        return True

    def busy(self) -> bool:
        """Say that nothing is under way."""
        return False

    def deinit(self) -> None:
        """Do nothing."""
