"""The board's own generator: xorshift32 (Marsaglia, 2003), equal on both Pythons."""


class XorShift:
    """A generator with 32 bits of state. Not for secrets that outlive a game."""

    def __init__(self, seed: int) -> None:
        self._x = seed & 0xFFFFFFFF or 0x9E3779B9

    def next(self) -> int:
        """Return the next number, 1..2**32-1."""
        x = self._x
        x ^= x << 13 & 0xFFFFFFFF
        x ^= x >> 17
        x ^= x << 5 & 0xFFFFFFFF
        self._x = x
        return x

    def below(self, n: int) -> int:
        """Return a number 0..n-1, without modulo bias. `n` is 1..2**31."""
        limit = 0x100000000 - 0x100000000 % n
        while True:
            x = self.next()
            if x < limit:
                return x % n

    def pick(self, outcomes: list[tuple[int, int]]) -> int:
        """Return the action of one of the (action, weight) pairs, by weight."""
        total = 0
        for _, weight in outcomes:
            total += weight
        at = self.below(total)
        for action, weight in outcomes:
            at -= weight
            if at < 0:
                return action
        raise ValueError("no outcomes")
