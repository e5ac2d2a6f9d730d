"""``kostka army``: forces of Dragon Dice in files, checked by the rules."""

from __future__ import annotations

import pytest
from kostka import games
from kostka.errors import OptionError
from kostka_host import armies

GAME = games.load("dragon_dice")
OPTIONS = GAME.complete(2, {})


@pytest.mark.parametrize("race", armies.RACES)
def test_forces_that_come_along_are_files_that_keep_the_rules(tmp_path, race):
    path = tmp_path / "force.toml"
    path.write_text(armies.starter(race, 36, OPTIONS), encoding="utf-8")
    army = armies.load(path, OPTIONS)
    assert army.total == 36
    assert army.magic <= 18
    assert len(army.lists["dragons"]) == 2


def test_the_actions_of_a_force_build_it():
    army = armies.check(data(), OPTIONS)
    state = GAME.new_state(2, {"force": 18})
    for text in army.texts():
        if len(state.legal_actions()) and state.parse_action(text) in state.legal_actions():
            state.apply(state.parse_action(text))
    kinds = [kind for kind, at in zip(state.kind, state.at, strict=True) if at >> 4 == 0]
    assert sorted(kinds) == sorted([*army.lists["units"], *army.lists["dragons"]])
    assert state.land[0] == army.home


def data(**changes):
    force = {
        "total": 18,
        "units": ["3 dwarf_warlord", "9 dwarf_footman"],
        "dragons": ["earth_drake"],
        "home": "highland_city",
        "frontier": "highland_vortex",
    }
    return {**force, **changes}


@pytest.mark.parametrize(
    ("changes", "rule", "named"),
    [
        ({"units": ["9 dwarf_footman"]}, "DD-10", "9"),
        ({"units": ["6 dwarf_wizard"]}, "DD-11", "dwarf_wizard"),
        ({"units": ["2 kings_die", "10 dwarf_footman"]}, "DD-206", "kings_die"),
        ({"units": ["18 dragonkin_dragonfoal_air"]}, "DD-8", "dragonkin_dragonfoal_air"),
        ({"units": ["18 gnome"]}, "", "18 gnome"),
        ({"dragons": []}, "DD-15", "0"),
        ({"home": "highland_vortex"}, "DD-14", "highland_vortex"),
        ({"dragonkin": ["7 dragonkin_dragonfoal_air"]}, "DD-8", "dragonkin_dragonfoal_air"),
        ({"total": 10}, "DD-10", "total"),
    ],
)
def test_what_breaks_a_rule_is_named_with_its_number(changes, rule, named):
    with pytest.raises(OptionError) as caught:
        armies.check(data(**changes), OPTIONS)
    assert caught.value.rule == rule
    assert str(caught.value.params[0]) == named
