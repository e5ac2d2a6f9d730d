"""Wires a jig to a board: the jig tests itself while the board is off, then the board starts."""

from __future__ import annotations

import contextlib
import time

from kostka.errors import LinkError

from kostka_host import layout
from kostka_host.boards.base import Board
from kostka_host.hil import failures
from kostka_host.hil.failures import HilFailure
from kostka_host.hil.jig.board import WiredPort, WiredVirtual
from kostka_host.hil.jig.link import JigLink
from kostka_host.layout import Layout
from kostka_host.link.transport import open_transport

VIRTUAL = "virtual"
PORT_S = 15.0  # until the port of a board that was switched on is there
LOOK_S = 0.1


def check_pair(board: str, jig: str) -> None:
    """See that a jig can be wired to a board.

    Raises:
        HilFailure: one is virtual and the other is not.
    """
    if (board == VIRTUAL) != (jig == VIRTUAL):
        raise HilFailure(failures.JIG, f"jig {jig} cannot be wired to board {board}")


def hooked_up(board: WiredVirtual) -> WiredVirtual:
    """Start a virtual jig at a virtual board and let it test itself.

    Raises:
        HilFailure: it does not start, or is not sound; the board is closed.
    """
    try:
        board.jig = JigLink.at_virtual(board)
        board.power_cut()
        if board.info()["powered"]:
            raise HilFailure(failures.JIG, "the jig's switch leaves the board on")
        _prove(board.jig, layout.profile(layout.FULL))
        board.wire(board.jig, layout.profile(layout.FULL))
        board.start()
    except BaseException:  # also Ctrl-C: nobody else could end the processes
        board.close()
        raise
    return board


def hook_up_port(board: Board, jig: str) -> None:
    """Open the jig of a real board, which this run has locked: it is switched off and on.

    The jig tests itself while the board is off. Boards of other kinds are left as they are.

    Raises:
        HilFailure: the jig is not sound, or the port of the board does not come.
    """
    if not isinstance(board, WiredPort):
        return
    selector, link = board.link(), JigLink(jig)
    try:
        link.ask("power", on=0)
        _await_no_port(selector)
        _prove(link, layout.profile(layout.FULL))
        board.wire(link, layout.profile(layout.FULL))
        board.start()
        _await_port(selector)
    except BaseException:  # also Ctrl-C: nobody else could close the port of the jig
        link.close()
        raise


def _prove(jig: JigLink, place: Layout) -> None:
    chain = len(place.wire_idle) - 1
    if jig.bytes != chain or jig.leds != place.strings:
        raise HilFailure(
            failures.JIG,
            f"the jig is for {jig.bytes} bytes and LEDs {jig.leds}, "
            f"the board has {chain} and {place.strings}",
        )
    faults = jig.test()
    if faults:
        raise HilFailure(failures.JIG, "the jig fails its own test: " + "; ".join(faults))


def _await_no_port(selector: str) -> None:
    """Wait until the port of a board that was switched off is gone: else the switch is not its."""
    end = time.monotonic() + PORT_S
    while True:
        try:
            open_transport(selector).close()
        except LinkError:
            return
        if time.monotonic() > end:
            raise HilFailure(failures.JIG, f"the jig's switch leaves {selector} on")
        time.sleep(LOOK_S)


def _await_port(selector: str) -> None:
    end = time.monotonic() + PORT_S
    while True:
        with contextlib.suppress(LinkError):
            open_transport(selector).close()
            return
        if time.monotonic() > end:
            raise HilFailure(failures.BOOT, f"{selector} is on and its port does not come")
        time.sleep(LOOK_S)
