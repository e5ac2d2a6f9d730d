"""Wrong moves: a token is lifted and put where no rule leads, whatever the game."""

from collections import Counter

STEPS_AHEAD = 2  # two moves may be made before the table has looked


def advance(table, rng):
    """Let somebody answer or throw, without touching tokens; then put them right."""
    state = table.state
    if state.current_player() < 0:
        table.table.throw(None)
    else:
        waiting = [one for one in state.may_answer() if one not in table.session.held]
        legal = state.legal_actions(waiting[-1])
        table.table.answer(waiting[-1], legal[rng.below(len(legal))], "k")
    table.tidy()


def reaches(state, steps=STEPS_AHEAD):
    """Return what the next moves do to the table, each as (spots losing, spots gaining) counts."""
    found = []
    if not steps or state.current_player() < 0:
        return found
    for action in state.legal_actions():
        foot = state.footprint(action)
        if foot is None:
            continue
        losing, gaining = Counter(foot[0]), Counter(foot[1])
        found.append((losing, gaining))
        after = state.clone()
        after.apply(action)
        for more, other in reaches(after, steps - 1):
            found.append((losing + more, gaining + other))
    return found


def wrong_moves(table):
    """Return (spot, cell of a token, free cell) where no action leads, on no way to one either."""
    state, mat = table.state, table.table.mat
    ways = reaches(state)
    found = []
    for spot in {spot for spot, _ in state.tokens()}:
        stands = [cell for cell in mat.cells(spot) if table.has(cell)]
        for target in range(mat.spots):
            free = [cell for cell in mat.cells(target) if not table.has(cell)]
            led = [1 for losing, gaining in ways if losing[spot] and gaining[target]]
            if spot != target and stands and free and not led:
                found.append((spot, stands[0], free[0]))
    return found
