"""The rules kernel: what a game, a state, an action and a request are. No I/O, clock or float."""
