"""``kostka play`` without more: the page of a table, served to this machine until Ctrl-C."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import webbrowser

from kostka_host import paths, seating
from kostka_host.cli.wish import Wish, tell_kept
from kostka_host.ui import Ui
from kostka_host.web.server import Site, bind


def play(ui: Ui, selector: str, wish: Wish, port: int, show: bool, shell: int = 0) -> int:
    """Serve the page of a table; return the exit code.

    With a `shell`, a kind of die, dice by Bluetooth may throw.

    Raises:
        KostkaError: the port is taken, or there is no such board or game.
    """
    assert wish.speed is not None
    with bind(port) as listening:
        port = listening.getsockname()[1]
        with seating.for_person(selector, wish.speed, wish.journal, wish.profile) as table:
            table.connect()
            begun = wish.sit_down(table)

            def tell(links: list[str]) -> None:
                table.say_use(site.address)
                _tell(ui, links)

            site = Site(table, paths.data_dir(), port, tell)
            table.say_use(site.address)
            site.set_up = begun
            if shell:
                site.listen(shell)

            def ready() -> None:
                ui.out.print(ui.say("play.page", site.address), markup=False)
                sys.stdout.flush()
                if show and _has_display():
                    threading.Thread(target=webbrowser.open, args=(site.address,)).start()

            try:
                asyncio.run(site.run(listening, ready))
            finally:
                tell_kept(ui, table)
    return 0


def _tell(ui: Ui, links: list[str]) -> None:
    """Print the page of each seat; whoever knows the link sees what that seat sees."""
    for seat, link in enumerate(links):
        ui.out.print(ui.say("play.seat", seat + 1, link), markup=False)
    sys.stdout.flush()


def _has_display() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
