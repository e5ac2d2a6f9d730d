"""Plays games in a process that is killed at random; what is taken up has to be the journal's.

A clean process forks the players, so that none inherits threads.
"""

import multiprocessing
import signal
import time

import kostka_engine as engine
from kostka import games
from kostka.journal import whole
from kostka.journal.store import Store
from kostka.play.session import Session
from kostka.play.takeback import FREE
from kostka.rules.rng import XorShift
from kostka_player import play

LONGEST_MS = 40  # from the first line of a life to its end
FIRST_S = 60

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["kostka_kills", "kostka.games.ludo", "kostka.play.takeup"])


def life(folder, name, seed, said):
    """Play on for ever, with undos; tell each line that is safe as (id of the game, number)."""
    engine.register()
    rng = XorShift(seed)
    store = Store(folder)
    session = Session(store, XorShift(seed))
    session.undo_rule = FREE  # random undos go back over secrets, too
    session.tell = lambda number: said.send((session.id, number))
    if store.current():
        store.open(store.current())
        session.resume()
        said.send((session.id, session.lines - 1))
    low, high = games.load(name).seats
    while True:
        if not session.playing or session.closed or session.game.name != name:
            seats = low + rng.below(high - low + 1)
            session.start(name, seats, {}, f"{rng.below(1 << 28):016x}")
        play(session, rng, 1, undo_one_in=8)


def kill_one(folder, name, rng):
    """Let a process play on in a folder, kill it at random, and check what it leaves behind.

    Return how many lines it played. Raises AssertionError where a line that was told is missing,
    more than the one in flight came on top, or the game taken up is not that of the journal.
    """
    hear, said = _context.Pipe(duplex=False)
    seed = rng.below(1 << 28) + 1
    player = _context.Process(target=life, args=(str(folder), name, seed, said), daemon=True)
    player.start()
    said.close()
    assert hear.poll(FIRST_S), "the process tells no line"
    time.sleep(rng.below(LONGEST_MS * 1000) / 1e6)
    player.kill()
    player.join()
    assert player.exitcode == -signal.SIGKILL, "the process ended by itself"
    told = []
    while True:
        try:
            told.append(hear.recv())
        except EOFError:
            break
    hear.close()
    check(folder, *told[-1])
    return len(told)


def check(folder, game_id, number):
    """Check the game in play after a kill; line `number` of `game_id` was told last."""
    store = Store(str(folder))
    now = store.current()
    store.open(now)
    try:
        session = Session(store, XorShift(1))
        if now == game_id:
            assert number < store.count <= number + 2, (number, store.count)
        else:  # killed after beginning the next one, before it was told
            assert store.count == 1
        assert store.cut == 0
        strict = whole.Replay()
        for body in store.bodies(0):
            whole.take(strict, body)
        session.journal = _Deaf(store)
        session._past.journal = session.journal
        session.resume()
        assert session.state.encode() == strict.state.encode()
        assert (session.chain, session.undos) == (strict.chain, strict.undos)
    finally:
        store.close()


class _Deaf:
    """A store that takes nothing: looking at a game must not change it."""

    def __init__(self, store):
        for name in ("header", "lines", "undos", "snapshot"):
            setattr(self, name, getattr(store, name))

    def append(self, pairs):
        """Take a line for safe."""

    def keep(self, pairs):
        """Keep no snapshot."""
