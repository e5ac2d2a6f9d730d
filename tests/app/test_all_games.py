"""What holds for every game that is registered: wrong moves are shown, keys alone play it."""

import pytest
from kostka import games
from kostka.errors import OptionError
from kostka.play import referee as rf
from kostka.rules.action import CHANCE
from kostka.rules.rng import XorShift
from kostka.scene import patterns as pt
from kostka_bench import LEFT, OK, RIGHT
from kostka_fumble import QUICK, sensed_games
from kostka_wrong import advance, wrong_moves

SOON_MS = 500  # from the finger that leaves a cell to the lights that answer
WRONG = {pt.FAST, pt.QUICK, pt.LIMP, pt.FADE, pt.KNOCK}  # patterns of what is not right
PANELS = 4
GAMES = [name for name in sensed_games() if name != "probe"]  # other folders may register it
TABLES = [(name, seats) for name in GAMES for seats in sorted(set(games.load(name).seats))]


# Whose tokens stand on cells; dice of Dragon Dice are sensed by none.
ON_CELLS = [table for table in TABLES if not games.load(table[0]).observed]


def wrong_cells(table):
    """Return the cells that are lit as not right."""
    return {cell for cell in range(144) if table.pattern(cell) in WRONG}


@pytest.mark.parametrize(("name", "seats"), ON_CELLS)
def test_a_token_where_no_rule_leads_is_shown_in_time_and_changes_nothing(bench, name, seats):
    table = bench().new(name, seats, **QUICK.get(name, {}))
    rng = XorShift(seats)
    tried, owners = 0, set()
    for _turn in range(400):
        if table.session.closed or tried >= 12:
            break
        wrong = wrong_moves(table) if table.state.tokens() and rng.below(3) == 0 else []
        if not wrong:
            advance(table, rng)
            continue
        spot, source, target = wrong[rng.below(len(wrong))]
        before, lines = table.state.encode(), table.session.lines
        table.lift(source, 100)
        table.put(target)
        for _ in range(0, SOON_MS, 10):
            if table.referee.outcome == rf.NONE and wrong_cells(table):
                break
            table.run(10)
        else:
            raise AssertionError((name, table.table.state.request().text, spot, source, target))
        assert target in table.referee.extra
        assert dict(table.table.look())["mv"]
        for panel in range(min(seats, PANELS)):  # no key leads out
            table.press(panel, RIGHT, OK)
        assert table.state.encode() == before
        assert table.session.lines == lines
        table.tidy()
        assert table.referee.outcome == rf.SAME
        assert not wrong_cells(table)
        owners |= {one // 64 for at, one in table.state.tokens() if at == spot}
        tried += 1
        advance(table, rng)
    assert tried >= 6
    assert len(owners) > 1 or seats == 1 or name in ("domino",)


def keys_for(count, choice):
    """Return the keys that turn to one of several choices by the shorter way."""
    if choice < count // 2:
        return [RIGHT] * (choice + 1)
    return [LEFT] * (count - choice)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_whole_game_by_keys_alone(bench, name, seats):
    """Keys decide; tokens are put where the table wants them, and nothing else is touched."""
    table = bench().new(name, seats, **QUICK.get(name, {}))
    rng = XorShift(seats + 7)
    for _ in range(3000):
        if table.session.closed:
            break
        state = table.state
        lines = table.session.lines
        if state.current_player() == CHANCE:
            table.press(table.panel(max(state.request().seat, 0)), OK)
        else:
            seat = state.current_player()
            actions = state.legal_actions(seat)
            choice = rng.below(len(actions))
            table.press(table.panel(seat), *keys_for(len(actions), choice), OK)
        assert table.session.lines > lines, (
            state.action_text(actions[choice]),
            table.table.look(),
        )
        table.tidy()
        assert table.referee.outcome == rf.SAME
    assert table.session.closed
    assert table.state.outcome() is not None


@pytest.mark.parametrize("name", GAMES)
def test_wrong_seats_and_options_are_refused_and_nothing_is_begun(bench, name):
    game = games.load(name)
    table = bench()
    low, high = game.seats
    wrong = [(low - 1, {}), (high + 1, {}), (low, {"no_such": 1})]
    for option in game.options:
        value = ["no such"] * low if option.per_seat else "no such"
        wrong.append((low, {option.name: value}))
    for seats, options in wrong:
        with pytest.raises(OptionError) as refused:
            table.table.start(name, seats, options)
        assert refused.value.text.startswith("option.")
        assert bool(refused.value.rule) == ("no_such" not in options), "no rule knows that option"
        assert not table.session.playing
    table.new(name, low)
    assert table.session.playing
