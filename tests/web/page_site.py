"""The page as a family has it: `kostka play` as a process, and a browser's page in front of it."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import sys
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

sys.path.insert(0, str(Path(__file__).parents[1] / "e2e"))

from kostka_program import Program, end

READY_S = 30.0
GAME = ("ludo", "--seats", "2", "--pawns", "2", "--first", "seat1")


class Site(Program):
    """One server in a home of its own; its board goes on when the server is stopped."""

    def __init__(self, home: Path, *words: str) -> None:
        super().__init__(home)
        self.words = words
        self.port = 0
        self.seats: list[str] = []
        self._home = {}
        for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"):
            (home / name).mkdir()
            self._home[name] = str(home / name)

    def environment(self, **more: str) -> dict[str, str]:
        """Return an environment with this home, in English."""
        return super().environment(**self._home, KOSTKA_LANG="en", **more)

    @property
    def address(self) -> str:
        """Return the address of the table's page."""
        return f"http://127.0.0.1:{self.port}/"

    def serve(self, *words: str) -> None:
        """Start the server and wait until it prints its address; it keeps its port for good."""
        self.server = self.start(
            "play", *self.words, "--no-open", "--port", str(self.port), *words
        )
        assert self.server.stdout is not None
        until = time.monotonic() + READY_S
        said = ""
        self.seats = []
        while not (found := re.search(r"http://127\.0\.0\.1:(\d+)/ ", said)):
            ready = select.select([self.server.stdout], [], [], until - time.monotonic())[0]
            more = os.read(self.server.stdout.fileno(), 4096).decode() if ready else ""
            assert more, f"the server did not start: {said}{self._complaint()}"
            said += more
        self.port = int(found[1])
        self.seats = re.findall(r"http://\S+/seat/[0-9a-f]+", said)

    def _complaint(self) -> str:
        self.server.kill()
        assert self.server.stderr is not None
        return self.server.stderr.read()

    def stop(self, number: int = signal.SIGINT) -> None:
        """End the server; the board goes on."""
        end(self.server, number)

    def links(self) -> list[str]:
        """Return the address of each seat's page in the game that was begun last."""
        (path,) = self.home.rglob("seats.json")
        secrets: list[str] = list(json.loads(path.read_text()).values())[-1]
        return [f"{self.address}seat/{secret}" for secret in secrets]

    def entry(self) -> dict[str, Any]:
        """Return where the virtual board is."""
        (path,) = self.home.rglob("boards/*.json")
        found: dict[str, Any] = json.loads(path.read_text())
        return found


# What the page shows, once the game has so many lines and a throw that is asked for can be made.
LOOK = """lines => new Promise((settle) => {
  const look = () => ({
    lines: Number(document.body.dataset.lines),
    throws: document.getElementById("dice-card").dataset.asked !== "",
    over: document.querySelector(".seat-panel.won") !== null,
    choices: [...document.querySelectorAll("#choices-card:not([hidden]) .choice")].map((one) => ({
      from: one.dataset.from.split(",").map(Number),
      to: one.dataset.to.split(",").map(Number),
    })),
    tokens: Object.fromEntries([...document.querySelectorAll("#tokens .token")]
      .filter((one) => one.dataset.cell !== "")
      .map((one) => [one.dataset.cell, one.dataset.token])),
  });
  const waits = () => document.getElementById("dice-card").dataset.asked !== ""
    && document.getElementById("throw").disabled;
  const there = () => Number(document.body.dataset.lines) >= lines && !waits();
  if (there()) return settle(look());
  const watch = new MutationObserver(() => {
    if (!there()) return;
    watch.disconnect();
    queueMicrotask(() => settle(look()));
  });
  watch.observe(document.body, { attributes: true, attributeFilter: ["data-lines"] });
  watch.observe(document.getElementById("throw"), { attributes: true });
  setTimeout(() => settle(null), 20000);
})"""
MIDDLES = """cells => cells.map((cell) => {
  const box = document.querySelector(`#cells [data-cell="${cell}"]`).getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
})"""
Seen = dict[str, Any]


class Front:
    """What a person sees and does at one page."""

    def __init__(self, page: Page, address: str = "") -> None:
        self.page = page
        if address:
            page.goto(address)
            self.ready()

    def ready(self) -> None:
        """Wait until the table is drawn and connected, and hands can move its tokens."""
        self.page.locator("body[data-ready].hands:not(.lost)").wait_for()

    def look(self, lines: int = 0) -> Seen:
        """Return what the page shows once the game has so many lines.

        It holds the lines, whether a throw is asked for, choices by cells, tokens by cell.
        """
        found: Seen | None = self.page.evaluate(LOOK, lines)
        assert found is not None, f"line {lines} was never shown"
        return found

    def token_on(self, cell: int) -> Locator:
        """Return the token on a cell."""
        return self.page.locator(f'#tokens [data-cell="{cell}"]')

    def middle(self, cell: int) -> tuple[float, float]:
        """Return the middle of a cell in the window."""
        ((x, y),) = self.page.evaluate(MIDDLES, [cell])
        return x, y

    def drag(self, source: int, target: int) -> None:
        """Drag with the mouse from a cell to a cell."""
        mouse = self.page.mouse
        start, goal = self.page.evaluate(MIDDLES, [source, target])
        mouse.move(*start)
        mouse.down()
        mouse.move(*goal, steps=2)
        mouse.up()

    def begin(self, game: str = "") -> None:
        """Begin a game, or the same anew, with the dialog; all tokens stand right then."""
        self.page.locator("#new").click()
        if game:
            self.page.locator("#new-game").select_option(game)
        self.page.locator("#new-begin").click()
        self.page.locator("#new-dialog").wait_for(state="hidden")
        self.in_place()

    def in_place(self) -> None:
        """Wait until nothing is wrong on the table and nothing lies beside it."""
        self.page.locator("#wrong").wait_for(state="hidden")
        self.page.locator("#box-empty").wait_for()

    def own(self, face: int) -> Seen:
        """Tell by key what the own die shows; return what is seen when it is played."""
        lines = self.look()["lines"]
        self.page.keyboard.press(str(face))
        return self.look(lines + 1)


def way(seen: Seen) -> tuple[int, int]:
    """Return the cells of the first move that a page shows as possible."""
    choice = seen["choices"][0]
    source = next(cell for cell in choice["from"] if str(cell) in seen["tokens"])
    return source, choice["to"][0]
