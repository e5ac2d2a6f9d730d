"""More broken games: tokens, events, requests and secrets."""

from __future__ import annotations

from kostka.rules import events as ev
from kostka.rules import request as rq
from kostka.rules.action import CHANCE
from kostka.rules.request import Request
from kostka.rules.state import State
from kostka_mutants import Events, caught_by
from kostka_probe import SPOTS, ProbeState

# The table -------------------------------------------------------------------------------------


@caught_by("tokens")
class UnsortedTokens(ProbeState):
    def tokens(self) -> list[tuple[int, int]]:
        return super().tokens()[::-1]


@caught_by("tokens")
class HomeSpot(ProbeState):
    def tokens(self) -> list[tuple[int, int]]:
        every = [
            (spot if spot >= 0 else SPOTS, i >> 1 << 6 | i & 1) for i, spot in enumerate(self.at)
        ]
        return sorted(every)


@caught_by("footprint")
class NoPush(ProbeState):
    def footprint(self, action: int) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        marks = super().footprint(action)
        return marks and (marks[0][:1], marks[1][:1])


@caught_by("footprint")
class NetOnly(ProbeState):
    def footprint(self, action: int) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        marks = super().footprint(action)
        return marks and (marks[0][:1], marks[1][-1:])


@caught_by("footprint")
class NoPrint(ProbeState):
    def footprint(self, action: int) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        return None


@caught_by("moved")
class LosesToken(ProbeState):
    def _hits(self, seat: int, target: int, events: Events) -> None:
        super()._hits(seat, target, events)
        if self.round == 2:
            self.at[0] = -1


@caught_by("moved")
class TellsWrongSpot(ProbeState):
    def _move(self, mover: int, target: int, events: Events) -> None:
        super()._move(mover, target, events)
        if events is not None:
            events.append((ev.MOVE, ev.ALL, mover >> 1, 0, 0, 1))


@caught_by("events")
class LongEvent(ProbeState):
    def _turn(self, seat: int, number: int, events: Events) -> None:
        super()._turn(seat, number, events)
        if events is not None:
            events.append((ev.OWN, ev.ALL, 40000))


@caught_by("events")
class NoAudience(ProbeState):
    def _turn(self, seat: int, number: int, events: Events) -> None:
        super()._turn(seat, number, events)
        if events is not None:
            events.append((ev.OWN, 0, seat))


@caught_by("events")
class TooWide(ProbeState):
    def _turn(self, seat: int, number: int, events: Events) -> None:
        super()._turn(seat, number, events)
        if events is not None:
            events.append((ev.OWN, 1 << self.seats, seat))


@caught_by("events")
class PrivateTurn(ProbeState):
    def _turn(self, seat: int, number: int, events: Events) -> None:
        super()._turn(seat, number, events)
        if events is not None:
            events.append((ev.PASS, 1 << seat, seat))


@caught_by("events")
class SilentEnd(ProbeState):
    def _round(self, a: int, b: int, events: Events) -> None:
        super()._round(a, b, None)


# Requests --------------------------------------------------------------------------------------


@caught_by("requests")
class ThrowWithoutDice(ProbeState):
    def request(self, seat: int = -1) -> Request:
        found = super().request(seat)
        return Request(found.seat, found.what, found.sources, found.text, found.args)


@caught_by("requests")
class AsksForMove(ProbeState):
    def request(self, seat: int = -1) -> Request:
        found = super().request(seat)
        if self.current_player() == CHANCE:
            return Request(found.seat, rq.CHOOSE, rq.KEYS, found.text, found.args)
        return found


@caught_by("requests")
class AsksNobody(ProbeState):
    def request(self, seat: int = -1) -> Request:
        found = super().request(seat)
        return Request(-1, found.what, found.sources, found.text, found.args, found.dice)


@caught_by("requests")
class AsksInNoWords(ProbeState):
    def request(self, seat: int = -1) -> Request:
        found = super().request(seat)
        return Request(found.seat, found.what, found.sources, "", found.args, found.dice)


@caught_by("open_answers")
class HidesNoAnswers(ProbeState):
    def request(self, seat: int = -1) -> Request:
        found = super().request(seat)
        found.hidden = False
        return found


@caught_by("batches")
class AllDiceAgain(ProbeState):
    def request(self, seat: int = -1) -> Request:
        found = super().request(seat)
        dice = (rq.D6,) * len(self.dice) if found.dice else ()
        return Request(found.seat, found.what, found.sources, found.text, found.args, dice)


# Secrets ---------------------------------------------------------------------------------------


@caught_by("observations")
class SharesList(ProbeState):
    def observation(self, seat: int) -> dict[str, object]:
        return {**super().observation(seat), "points": self.points}


@caught_by("observations")
class ShowsBytes(ProbeState):
    def observation(self, seat: int) -> dict[str, object]:
        return {**super().observation(seat), "dice": bytes(self.dice)}


@caught_by("lookalikes")
class ShowsSecret(ProbeState):
    def observation(self, seat: int) -> dict[str, object]:
        return {**super().observation(seat), "secret": list(self.secret)}


@caught_by("lookalikes")
class ShowsHand(ProbeState):
    def observation(self, seat: int) -> dict[str, object]:
        return {**super().observation(seat), "hand1": list(self._hand(1))}


@caught_by("lookalikes")
class OpenHandTellsChoice(ProbeState):
    def observation(self, seat: int) -> dict[str, object]:
        seen = super().observation(seat)
        if self.options["open"]:
            for owner in range(self.seats):
                seen["hand%d" % owner] = list(self._hand(owner))
        return seen


@caught_by("lookalikes")
class AsksWithSecret(ProbeState):
    def request(self, seat: int = -1) -> Request:
        found = super().request(seat)
        args = (*found.args, self.secret[0])
        return Request(found.seat, found.what, found.sources, found.text, args, found.dice)


@caught_by("lookalikes")
class DrawsAnyCards(ProbeState):
    def resample(self, seat: int, draw: object) -> State:
        other = super().resample(seat, draw)
        other.gone[0] = draw(3)  # type: ignore[attr-defined, operator]
        return other


@caught_by("lookalikes")
class TokenTellsSecret(ProbeState):
    def tokens(self) -> list[tuple[int, int]]:
        return sorted([*super().tokens(), (self.secret[1], 64)])


@caught_by("whispers")
class DrawsAloud(ProbeState):
    def _draw(self, seat: int, number: int, events: Events) -> None:
        super()._draw(seat, number, events)
        if events is not None:
            events.append((ev.SHOW, ev.ALL, seat, 1, number))


@caught_by("whispers")
class ChoosesAloud(ProbeState):
    def _choose(self, seat: int, number: int, events: Events) -> None:
        super()._choose(seat, number, events)
        if events is not None:
            events.append((ev.CHOICE, 1 << (seat + 1) % self.seats, seat, number))


@caught_by("secrets")
class NothingHidden(ProbeState):
    def resample(self, seat: int, draw: object) -> State:
        return self.clone()


@caught_by("secrets")
class NoResample(ProbeState):
    resample = State.resample


@caught_by("early_answers")
class LaterKnowsMore(ProbeState):
    def legal_actions(self, seat: int | None = None) -> list[int]:
        found = super().legal_actions(seat)
        if len(self.may_answer()) == 1 and self.secret[0] and len(found) > 1:
            return found[:1]
        return found


@caught_by("early_answers")
class OneByOne(ProbeState):
    def may_answer(self) -> tuple[int, ...]:
        found = super().may_answer()
        return found[:1] if any(self.secret) else found


@caught_by("nothing_left_out")
class HidesDice(ProbeState):
    """Without any secrets, but the dice cannot be seen."""

    resample = State.resample

    def observation(self, seat: int) -> dict[str, object]:
        seen = super().observation(-1)
        seen["hands"] = list(self.hand)
        seen["secret"] = list(self.secret)
        seen["dice"] = len(self.dice)
        return seen
