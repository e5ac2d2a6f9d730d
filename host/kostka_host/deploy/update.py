"""Puts a release onto a board that plays on whatever happens: the steps of `kostka update`."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kostka.errors import KostkaError, LinkError

from kostka_host import known
from kostka_host.boards.emulated import KIND
from kostka_host.deploy import plan as plans
from kostka_host.deploy.found import FOLDERS, Found, free_blocks, game_in_play, survey
from kostka_host.deploy.plan import Plan
from kostka_host.deploy.prompt import Prompt, board_code, one_line
from kostka_host.deploy.transfer import Sent, send
from kostka_host.deploy.who import explain
from kostka_host.layout import FULL, Layout, of_board, profile
from kostka_host.link.client import Client
from kostka_host.link.ports import usb_ports
from kostka_host.link.transport import Transport, open_transport
from kostka_host.places import Find, entry_of, finder
from kostka_host.release import Release, build_release

SLOW = 20.0  # how much longer an emulated board may take for everything
START_S = 15.0  # from a reset to the greeting of the app
HEALTHY_S = 20.0  # from there until the app says that it is well
LOOK_S = 0.3
Step = Callable[[str], object]


@dataclass(frozen=True)
class Result:
    """What became of an update. `state` is one of the states below."""

    state: str
    board: str
    port: str
    before: str
    version: str
    plan: Plan | None
    sent: int  # bytes on the wire to the board
    heard: int
    seconds: float

    def plain(self) -> dict[str, Any]:
        """Return it as plain values."""
        found = {name: value for name, value in vars(self).items() if name != "plan"}
        if self.plan is not None:
            found["changed"] = list(self.plan.changed)
            found["gone"] = list(self.plan.gone)
            found["kept"] = self.plan.kept
            found["files"] = len(self.plan.items)
            found["bytes"] = self.plan.size
        return found


SAME = "same"  # the board had it already
PLANNED = "planned"  # a dry run: nothing was written
RUNS = "runs"  # it runs and reported that it is healthy
SENT = "sent"  # it is on the board and starts with it; nobody waited for that
BACK = "back"  # the release before is the one that starts


@dataclass(frozen=True)
class Wishes:
    """What was asked of an update; see Updater.update()."""

    make: Release | str | None
    install: bool
    leave_game: bool
    other_layout: bool
    check_all: bool
    clear: bool


class Updater:
    """One board and what is done to it.

    `selector` names it. `step` hears what begins, as a message id; `sent` how far sending is.
    """

    def __init__(
        self,
        selector: str,
        step: Step | None = None,
        sent: Sent | None = None,
        opener: Callable[[str, float], Transport] = open_transport,
    ) -> None:
        self.selector = selector
        self._opener = opener
        self._step = step or (lambda text: None)
        self._sent = sent
        self._find: Find = finder(selector)
        entry = entry_of(selector)
        slow = entry is not None and entry.kind == KIND
        self.patience = SLOW if slow else 1.0
        self.found: Found | None = None
        self._began = time.monotonic()
        self._sent_bytes = self._heard_bytes = 0
        self._port = ""
        self._runs = ""  # the version that the app tells

    def place(self) -> str:
        """Return where the board is now, as a transport selector.

        Raises:
            LinkError: it is not there.
        """
        places = self._find()
        if not places:
            raise LinkError("board.none")
        return places[0]

    def prompt(self) -> Prompt:
        """Stop what runs on the board and return its prompt.

        Raises:
            LinkError: the board is not there, in use, or does not let itself be stopped.
        """
        self._step("deploy.step.stop")
        place = self.place()
        try:
            prompt = Prompt(place, self.patience, self._opener)
        except LinkError as problem:
            raise explain(problem, place) from problem
        self._port = prompt.name
        return prompt

    def update(
        self,
        make: Release | str | None = None,
        dry_run: bool = False,
        install: bool = False,
        leave_game: bool = False,
        other_layout: bool = False,
        check_all: bool = False,
        clear: bool = False,
        wait: bool = True,
    ) -> Result:
        """Put a release onto the board.

        Args:
            make: a release, or the name of a profile to build one for; by default it is built
                for the layout that the board has.
            dry_run: only say what would be done; the board is started anew all the same.
            install: also onto a board without Kostka.
            leave_game: also where the game in play cannot go on.
            other_layout: also one for another layout.
            clear: remove all programs first, also those of others; games and settings stay.
                A cut may then leave a board without an app, until this is done again.
            check_all: read every file of the board, and not only compare sizes.
            wait: until the app reports that it is healthy.

        Raises:
            KostkaError: it does not fit, there is no room, the game in play could not go on, or
                the new release did not prove itself and the one before runs again.
            LinkError: the board is not there, or gone.
        """
        with self.prompt() as prompt:
            try:
                wishes = Wishes(make, install, leave_game, other_layout, check_all, clear)
                plan = self._look(prompt, wishes)
                if not dry_run and not plan.empty:
                    self._put(prompt, plan)
            except BaseException:  # also Ctrl-C: the release before plays on
                prompt.abort()
                raise
            prompt.reset()
            self._count(prompt)
        state = SAME if plan.empty else PLANNED if dry_run else SENT
        if state == SENT and wait:
            state = self._wait(plan)
        return self._result(state, plan)

    def _look(self, prompt: Prompt, wishes: Wishes) -> Plan:
        self._step("deploy.step.look")
        folders = ("lib",) if wishes.clear else FOLDERS
        self.found = found = survey(prompt, wishes.check_all or wishes.clear, folders)
        if not wishes.install and not found.board:
            raise KostkaError("deploy.no_kostka", prompt.name)
        make = wishes.make
        release = make if isinstance(make, Release) else self._build(make, found)
        plans.check_fit(found, release, wishes.other_layout)
        if not wishes.leave_game:
            plans.check_game(release, game_in_play(prompt))
        plan = plans.make_plan(found, release, wishes.clear or None, wishes.clear)
        if plan.size > plans.FEW and not plan.empty:
            plans.check_room(found, plan, *free_blocks(prompt))
        return plan

    def _build(self, name: str | None, found: Found) -> Release:
        self._step("deploy.step.build")
        if name:
            return build_release(profile(name))
        layout: Layout | None = profile(FULL)
        if found.board:
            layout = of_board(found.board)
        if layout is None:
            raise KostkaError("deploy.unknown_layout", found.board)
        return build_release(layout)

    def _put(self, prompt: Prompt, plan: Plan) -> None:
        self._step("deploy.step.send")
        if self.found is not None and not self.found.facts:
            keep_strangers(prompt, self.found, plan)
        prepare(prompt, plan.remove, plan.folders)
        send(prompt, plan.items, self._sent)

    def rollback(self, wait: bool = True) -> Result:
        """Go back to the release that the last update replaced.

        Raises:
            KostkaError: none is kept, or it did not prove itself.
            LinkError: the board is not there, or gone.
        """
        with self.prompt() as prompt:
            try:
                self._step("deploy.step.look")
                self.found = found = survey(prompt)
                if "done" not in found.about["swap"]:
                    raise KostkaError("deploy.no_before", prompt.name)
                prompt.run("import slots\nslots.turn_round()")
            except BaseException:  # also Ctrl-C: the board goes on with what it had
                prompt.abort()
                raise
            prompt.reset()
            self._count(prompt)
        state = self._wait(None) if wait else SENT
        return self._result(BACK if state == RUNS else state, None)

    # After the start -------------------------------------------------------------------------

    def _wait(self, plan: Plan | None) -> str:
        """Wait until the app that was started reports that it is healthy.

        Raises:
            KostkaError: it does not, or the release before is back.
        """
        self._step("deploy.step.wait")
        heard = bytearray()
        end = time.monotonic() + (START_S + HEALTHY_S) * self.patience
        client = self._greet(end, heard)
        try:
            while True:
                state = self._state(client)
                version = str(client.hello.get("fw", ""))
                if plan is not None and plan.direct and version == plan.version:
                    return RUNS
                if state == "done" and plan is not None and version != plan.version:
                    raise KostkaError("deploy.other_version", plan.version, version)
                if state == "done":
                    self._runs = version
                    return RUNS
                if state == "bad":
                    raise KostkaError("deploy.fell_back", _last_error(heard))
                if time.monotonic() > end:
                    raise KostkaError("deploy.not_healthy", _last_error(heard))
                time.sleep(LOOK_S)
        finally:
            client.close()

    def _state(self, client: Client) -> str:
        try:
            return str(client.request("status", 3.0 * self.patience).get("swap", ""))
        except LinkError:
            return ""  # it starts anew

    def _places(self) -> list[str]:
        """Return where the board is by its id, as its port may have another name by now."""
        board = str(self.found.about["id"]) if self.found else ""
        ports = [f"port:{port.device}" for port in usb_ports() if board and port.serial == board]
        return ports or self._find()

    def _greet(self, end: float, heard: bytearray) -> Client:
        """Return a client that the app has greeted."""
        problem = LinkError("link.silent", self._port)
        while time.monotonic() < end:
            client = Client(
                self._places,
                known.versions(),
                console=heard.extend,
                patience_s=(self.patience - 1.0),
            )
            try:
                client.start(min(5.0, max(end - time.monotonic(), 0.1)))
                return client
            except LinkError as one:
                problem = one
                client.close()
                time.sleep(LOOK_S)
        said = _last_error(heard)
        raise KostkaError("deploy.not_healthy", said) if said != "-" else problem

    def _count(self, prompt: Prompt) -> None:
        self._sent_bytes += prompt.wire.sent
        self._heard_bytes += prompt.wire.heard

    def _result(self, state: str, plan: Plan | None) -> Result:
        found = self.found
        version = plan.version if plan is not None else self._runs
        return Result(
            state=state,
            board=str(found.about["id"]) if found else "",
            port=self._port,
            before=found.version if found else "",
            version=version,
            plan=plan,
            sent=self._sent_bytes,
            heard=self._heard_bytes,
            seconds=round(time.monotonic() - self._began, 3),
        )


def keep_strangers(prompt: Prompt, found: Found, plan: Plan) -> None:
    """Give files of others that would be replaced another name, with `.old` behind."""
    finals = {item.final for item in plan.items}
    names = ["/" + name for name in found.files if "/" + name in finals and "/" not in name]
    if names:
        prompt.run(f"import os\nfor n in {names!r}:\n os.rename(n,n+'.old')")


def prepare(prompt: Prompt, remove: Sequence[str], folders: Sequence[str]) -> None:
    """Make room and folders on a board, and let go of the release before the present one.

    Raises:
        LinkError: the board does not answer, or its flash refuses.
    """
    prompt.run(board_code("prepare", REMOVE=tuple(remove), FOLDERS=tuple(folders)), 60.0)


def _last_error(heard: bytearray) -> str:
    """Return the last line of a traceback in what a board printed, "-" for none."""
    lines = heard.decode(errors="replace").splitlines()
    found = [line for line in lines if "Error" in line and not line.startswith(" ")]
    return one_line(found[-1]) if found else "-"
