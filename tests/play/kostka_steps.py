"""The choice game with tokens that go one spot at a time: a picture tells who went where."""

import kostka_choice
from kostka.rules.action import pack


class Steps(kostka_choice.Choice):
    name = "steps"

    def new_state(self, seats, options):
        return StepsState(self, seats, self.complete(seats, options))


class StepsState(kostka_choice.ChoiceState):
    def legal_actions(self, seat=None):
        actions = super().legal_actions(seat)
        player = self.current_player()
        at = self.at[player] if player >= 0 else 0
        near = [pack(kostka_choice.GO, at, to) for to in (at - 1, at + 1) if to >= 0]
        return [action for action in near if action in actions]


GAME = Steps()
