"""Makes a throw of what dice say: every die that a request asks for, thrown since it was asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from kostka.rules.request import COLOR, D6

from kostka_host.radio import messages

Throw = Callable[[list[int]], None]


@dataclass
class RadioDie:
    """A die that was heard: which kind it is, and what it shows since it was last rolled."""

    name: str
    kind: int
    pixel: bool
    rolling: bool = False
    value: int = 0
    rolled: int = 0  # the number of the roll, in order of all


@dataclass
class Roller:
    """Hears dice and throws for the game when all that is asked for have been rolled.

    `throw(values)` plays values in the order in which the dice came to rest. A die that was
    rolled before the request does not count. A throw that the board `refused` has to be rolled
    again.
    """

    throw: Throw
    dice: dict[str, RadioDie] = field(default_factory=dict)
    _asked: tuple[int, ...] = ()
    _thrown: tuple[int, ...] = ()
    _mark: object = None
    _count: int = 0
    _since: int = 0

    def meet(self, address: str, name: str, pixel: bool, kind: int = D6) -> None:
        """Take a die that is in reach; a GoDice has to be told which shell it wears."""
        self.dice.setdefault(address, RadioDie(name, 0 if pixel else kind, pixel))

    def lose(self, address: str) -> None:
        """Forget a die that is out of reach."""
        self.dice.pop(address, None)
        self._try()  # others may have waited for it

    def ask(self, kinds: tuple[int, ...], mark: object) -> None:
        """Note which dice the game waits for; another `mark` is another throw."""
        if mark != self._mark:
            self._mark, self._asked, self._since = mark, kinds, self._count
            self._thrown = ()

    def refused(self) -> None:
        """Wait for the last throw again, unless the game went on meanwhile."""
        if self._thrown:
            self._asked, self._thrown, self._since = self._thrown, (), self._count

    def heard(self, address: str, data: bytes) -> None:
        """Take a message of a die."""
        die = self.dice.get(address)
        if die is None:
            return
        said = (messages.pixel if die.pixel else messages.godice)(bytes(data), die.kind)
        if said.kind:
            die.kind = said.kind
        if said.rolling:
            die.rolling, die.value = True, 0
        elif said.value:
            # of a die that never said that it rolls the first message may be lost
            die.rolling, die.value = False, said.value
            self._count += 1
            die.rolled = self._count
            self._try()
        elif said.set_down and die.rolling:
            die.rolling = False
            self._try()  # others may have waited for it

    def _try(self) -> None:
        """Throw when enough dice of each kind have come to rest."""
        ready = sorted(
            (die for die in self.dice.values() if die.value and die.rolled > self._since),
            key=lambda die: die.rolled,
        )
        values: list[int] = []
        for kind in self._asked:
            for die in ready:
                if die.kind == (D6 if kind == COLOR else kind):
                    values.append(die.value)
                    ready.remove(die)
                    break
            else:
                return
        if values and not any(die.rolling for die in self.dice.values()):
            self._thrown, self._asked = self._asked, ()
            self.throw(values)
