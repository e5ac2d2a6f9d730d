"""Starts the table.

Ctrl-C leaves to the prompt, Ctrl-D there starts the table again. The user button, held for three
seconds from power on, takes the settings back to what the factory chose. Games from outside the
package are named in /games.txt, one a line: `name game_module mat_module`; the numbers of an
owner's copy of a game lie in /data. A release on trial that cannot start makes way at once.
"""

import gc

# Loading modules leaves garbage between what stays. It is collected until the tasks run, so that
# large pieces of memory remain; each time takes 15 ms and more.
gc.threshold(65_536)  # bytes

trial = globals().get("trial", False)
try:
    import wiring
    from kostka.compat import forget

    app = wiring.make(globals().get("feeder"), trial)
except Exception as problem:
    if not trial:
        raise
    import sys

    import machine

    sys.print_exception(problem)
    machine.reset()
del wiring
forget("wiring")
gc.collect()
app.run()
