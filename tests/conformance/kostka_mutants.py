"""Broken games: small variations of the probe, each against one property of the suite."""

from __future__ import annotations

from collections.abc import Callable

from kostka.errors import IllegalAction, KostkaError
from kostka.rules.action import pack
from kostka.rules.game import CHOICE, FLAG, INT, Game, Option
from kostka.rules.outcome import Outcome
from kostka.rules.state import State
from kostka_probe import A_DIE, F_ROLL, F_ROUND, WIDE, Probe, ProbeState

Events = list[tuple[int, ...]] | None
MUTANTS: list[tuple[str, str, Game]] = []  # property that must catch it, name, game
OPTIONS = (  # short games
    Option("open", FLAG, False, help="probe.option.open"),
    Option("tie", CHOICE, "first", ("first", "last"), help="probe.option.tie"),
    Option("rounds", INT, 2, (2, 2), help="probe.option.rounds"),
    Option("dice", INT, 3, (3, 3), help="probe.option.dice"),
    Option("armor", INT, 0, (0, 0), help="probe.option.armor", per_seat=True),
)


class Small(Probe):
    """The probe with short games and a state class of choice."""

    options = OPTIONS
    made: type[ProbeState] = ProbeState

    def new_state(self, seats: int, options: dict[str, object]) -> State:
        state = self.made(self, seats, self.complete(seats, options))
        state.push(F_ROUND)
        state.run(None)
        return state


def caught_by(prop: str) -> Callable[[type], type]:
    """Add a broken state or game class to the mutants."""

    def add(broken: type) -> type:
        game = broken if issubclass(broken, Game) else type("G", (Small,), {"made": broken})
        MUTANTS.append((prop, broken.__name__, game()))
        return broken

    return add


# Options ---------------------------------------------------------------------------------------


@caught_by("settings")
class TakesAnyArmor(Small):
    def complete(self, seats: int, options: dict[str, object]) -> dict[str, object]:
        kept = {name: value for name, value in options.items() if name != "armor"}
        return super().complete(seats, kept)


@caught_by("settings")
class TwinSpots(Small):
    def spot_name(self, spot: int) -> str:
        return "s%d" % (spot % WIDE)


@caught_by("settings")
class NoHelp(Small):
    options = (*OPTIONS[:4], Option("armor", INT, 0, (0, 0), per_seat=True))


@caught_by("settings")
class AnySeats(Small):
    def complete(self, seats: int, options: dict[str, object]) -> dict[str, object]:
        return super().complete(min(max(seats, 2), 3), options)


# Who may do what -------------------------------------------------------------------------------


@caught_by("players")
class LastAnswersFirst(ProbeState):
    def may_answer(self) -> tuple[int, ...]:
        return tuple(reversed(super().may_answer()))


@caught_by("players")
class ChanceMayAnswer(ProbeState):
    def may_answer(self) -> tuple[int, ...]:
        return super().may_answer() or (0,)


@caught_by("legal")
class Unsorted(ProbeState):
    def legal_actions(self, seat: int | None = None) -> list[int]:
        return super().legal_actions(seat)[::-1]


@caught_by("legal")
class Doubled(ProbeState):
    def legal_actions(self, seat: int | None = None) -> list[int]:
        return sorted(super().legal_actions(seat) * 2)


@caught_by("legal")
class OffTurn(ProbeState):
    def legal_actions(self, seat: int | None = None) -> list[int]:
        return super().legal_actions(None if self.current_player() >= 0 else seat)


@caught_by("chance")
class NoWeight(ProbeState):
    def chance_outcomes(self) -> list[tuple[int, int]]:
        found = super().chance_outcomes()
        return [*found[:-1], (found[-1][0], 0)] if found else []


@caught_by("chance")
class HalfWeight(ProbeState):
    def chance_outcomes(self) -> list[tuple[int, int]]:
        return [(a, weight / 1) for a, weight in super().chance_outcomes()]  # type: ignore[misc]


@caught_by("chance")
class EndlessChance(ProbeState):
    def chance_outcomes(self) -> list[tuple[int, int]]:
        return super().chance_outcomes() or [(pack(A_DIE, 1), 1)]


@caught_by("applies")
class RefusesLast(ProbeState):
    def apply(self, action: int, events: Events = None) -> None:
        legal = self.legal_actions()
        if len(legal) > 1 and action == legal[-1] and events and events[0] == (7, 7):
            raise self.refuse(action, "PR-5")
        super().apply(action, events)


@caught_by("applies")
class ScoresWhenTold(ProbeState):
    def _move(self, mover: int, target: int, events: Events) -> None:
        super()._move(mover, target, events)
        self.points[0] += events is not None


@caught_by("applies")
class MuteChoice(ProbeState):
    def _again(self, seat: int, face: int, events: Events) -> None:
        super()._again(seat, face, None)


@caught_by("refuses")
class TakesAnyFace(ProbeState):
    def apply(self, action: int, events: Events = None) -> None:
        if self.agenda and self.top()[0] == F_ROLL and action == pack(A_DIE, 7):
            action = pack(A_DIE, 1)
        super().apply(action, events)


@caught_by("refuses")
class NoRule(ProbeState):
    def refuse(self, action: int, rule: str, text: str = "action.illegal") -> IllegalAction:
        return super().refuse(action, "", text)


@caught_by("refuses")
class OtherError(ProbeState):
    def refuse(self, action: int, rule: str, text: str = "action.illegal") -> IllegalAction:
        raise KostkaError(text, action, rule=rule)


@caught_by("refuses")
class RefusesTooLate(ProbeState):
    def refuse(self, action: int, rule: str, text: str = "action.illegal") -> IllegalAction:
        self.points[0] += 1
        return super().refuse(action, rule, text)


# Copies ----------------------------------------------------------------------------------------


@caught_by("decodes")
class ForgetsRound(ProbeState):
    INTS = ()  # type: ignore[assignment]


@caught_by("decodes")
class KeepsCache(ProbeState):
    _cache: list[tuple[int, int]] | None = None

    def tokens(self) -> list[tuple[int, int]]:
        if self._cache is None:
            self._cache = super().tokens()
        return list(self._cache)

    def _move(self, mover: int, target: int, events: Events) -> None:
        super()._move(mover, target, events)
        self._cache = None

    def decode(self, data: bytes) -> None:
        self.tokens()
        super().decode(data)


@caught_by("clones")
class SharesPoints(ProbeState):
    def clone(self) -> State:
        other = super().clone()
        other.points = self.points  # type: ignore[attr-defined]
        return other


@caught_by("clones")
class ForgetsPoints(ProbeState):
    def clone(self) -> State:
        other = super().clone()
        other.points = [0] * self.seats  # type: ignore[attr-defined]
        return other


@caught_by("ranges")
class TooMany(ProbeState):
    def _move(self, mover: int, target: int, events: Events) -> None:
        super()._move(mover, target, events)
        self.points[0] += 40000
        self.points[1] -= 40000


@caught_by("ranges")
class Truth(ProbeState):
    def _round(self, a: int, b: int, events: Events) -> None:
        super()._round(a, b, events)
        self.points[0] = self.points[0] or False


@caught_by("repeats")
class Moody(ProbeState):
    mood = 0

    def _round(self, a: int, b: int, events: Events) -> None:
        Moody.mood += 1
        self.points[0] = Moody.mood
        super()._round(a, b, events)


# Results ---------------------------------------------------------------------------------------


@caught_by("results")
class WrongSum(ProbeState):
    def returns(self) -> list[int]:
        return [value + (not self.agenda) for value in super().returns()]


@caught_by("results")
class EarlyReturns(ProbeState):
    def returns(self) -> list[int]:
        total = sum(self.points)
        return [points * self.seats - total for points in self.points]


@caught_by("results")
class NoEnd(ProbeState):
    def outcome(self) -> Outcome | None:
        return None

    def _round(self, a: int, b: int, events: Events) -> None:
        if self.round < 2:
            super()._round(a, b, events)


@caught_by("results")
class WrongWinner(ProbeState):
    def outcome(self) -> Outcome | None:
        found = super().outcome()
        return found and Outcome(found.why, found.rule, (0,))


@caught_by("ends")
class NeverEnds(ProbeState):
    def _round(self, a: int, b: int, events: Events) -> None:
        self.round = 0
        super()._round(a, b, events)

    def _show(self, a: int, b: int, events: Events) -> None:
        super()._show(a, b, events)
        self.gone = bytearray(len(self.gone))


# Texts -----------------------------------------------------------------------------------------


@caught_by("notation")
class OneText(ProbeState):
    def action_text(self, action: int) -> str:
        return super().action_text(action).replace("t", "p")


@caught_by("notation")
class TwoTexts(ProbeState):
    def action_text(self, action: int) -> str:
        return super().action_text(action).upper()


@caught_by("notation")
class TakesAnyText(ProbeState):
    def parse_action(self, text: str) -> int:
        return pack("cnptdr".index(text[0]) + 1, int(text[1:]))


@caught_by("words")
class NoWords(ProbeState):
    def describe(self, action: int, seat: int) -> tuple[str, tuple[object, ...]]:
        return "probe.do.nothing", (1,)


@caught_by("words")
class NoArguments(ProbeState):
    def describe(self, action: int, seat: int) -> tuple[str, tuple[object, ...]]:
        return super().describe(action, seat)[0], ()
