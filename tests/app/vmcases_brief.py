"""Modules dropped from memory come back."""

import gc
import sys

from kostka import games
from kostka.compat import forget


def case_a_module_is_dropped_and_read_again():
    import kostka.app
    from kostka.app import brief

    forget("kostka.app.brief")
    assert "kostka.app.brief" not in sys.modules
    assert not hasattr(kostka.app, "brief")
    from kostka.app import brief as again

    assert again is not brief
    assert again.modules() == brief.modules()


def _read():
    import kostka.play.replay

    assert kostka.play.replay


def case_its_memory_is_free_again():
    freed = []
    for _ in range(5):  # something on the stack may look like an address of it, by chance
        _read()
        gc.collect()
        before = gc.mem_free()
        forget("kostka.play.replay")
        gc.collect()
        freed.append(gc.mem_free() - before)
    assert max(freed) > 2000, freed


def case_what_is_not_there_is_passed_over():
    forget("kostka.never.there")


def case_a_module_outside_of_any_package_is_dropped():
    import board_layout

    forget("board_layout")
    assert "board_layout" not in sys.modules
    import board_layout as again

    assert again is not board_layout


def case_what_a_game_says_is_dropped_and_read_again():
    from kostka.app import brief

    state = games.load("domino").new_state(2, {})
    text = state.action_text(state.chance_outcomes()[0][0])
    state.resample(-1, lambda n: 0)
    modules = {"kostka.games.domino_text", "kostka.games.domino_unseen"}
    assert modules <= set(sys.modules)
    assert brief.drop()
    assert not modules & set(sys.modules)
    assert "kostka.games.domino" in sys.modules
    assert state.action_text(state.parse_action(text)) == text
    assert "kostka.games.domino_text" in sys.modules


def case_a_game_is_played_without_what_it_says():
    from kostka.app import brief

    brief.drop()
    for name in games.names():
        state = games.load(name).new_state(2, {})
        brief.drop()  # options are read at the start
        for _ in range(60):
            if state.is_terminal():
                break
            chance = state.chance_outcomes()
            state.apply(chance[0][0] if chance else state.legal_actions()[0], [])
            state.tokens()
            state.request()
            for action in state.legal_actions():
                state.footprint(action)
        said = [one for one in sys.modules if one.endswith("_text") or one.endswith("_unseen")]
        assert said == [], (name, said)
