"""The mirror: plays a board's lines in the same rules and keeps its own copy of the journal.

The board is the referee. The mirror checks number, chain and digest of every line; where it
cannot agree it says so and stops playing, but goes on keeping what the board sends.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kostka.errors import JournalError, KostkaError
from kostka.rules.action import PUBLIC

from kostka_host.follow import Follower, Step
from kostka_host.journals import JournalFile
from kostka_host.link.client import Client
from kostka_host.link.stream import Message


class Mirror:
    """The copy of one board's game.

    `folder` is where journals go, named by game id; with `path` there is one file. Feed it all
    messages of the client. `problem` says why it does not agree (any more), or is None.
    `public` says that only the public feed can be shown: the board plays another version of the
    game. `digest_board` is what the board itself last said of its state. `unkept` says why the
    journal is not kept in its file at the moment, or is None; the game goes on all the same.
    """

    def __init__(self, client: Client, folder: Path, path: Path | None = None) -> None:
        self.follower = Follower()
        self.problem: KostkaError | None = None
        self.unkept: JournalError | None = None
        self.public = False
        self.feed: Message = {}
        self.digest_board = ""
        self.path: Path | None = None
        self.expects_new = False  # the next header begins a game, it does not go on with one
        self._client = client
        self._folder = folder
        self._wanted_path = path
        self._file: JournalFile | None = None
        self._next = 0  # the next line to keep; runs on even where the mirror disagrees

    @property
    def playing(self) -> bool:
        """Whether there is a game."""
        return self._next > 0

    @property
    def caught_up(self) -> bool:
        """Whether the mirror has all lines that the board had at its greeting, or gets none."""
        game = self._client.hello.get("g")
        return self.public or not isinstance(game, dict) or self._next > int(game.get("n", 0)) - 1

    @property
    def running_name(self) -> str:
        """The name of the game that the board greeted with, or ""."""
        game = self._client.hello.get("g")
        return str(game.get("game", "")) if isinstance(game, dict) else ""

    @property
    def answers_are_public(self) -> bool:
        """Whether it is sure here that the board waits for nothing secret."""
        if self.public or self.problem is not None or not self.caught_up:
            return False
        return self.follower.game is None or not self.follower.state.request(PUBLIC).hidden

    @property
    def next_line(self) -> int:
        """The number of the line that has to come next."""
        return self._next

    def take(self, message: Message) -> Step | None:
        """Take a message of the client; return what it did when it was the next line."""
        kind = message.get("m")
        if kind == "link" and message.get("up"):
            self._greeted(message["hello"])
        elif kind == "line":
            return self._line(message.get("l"))
        elif kind == "pub":
            self.feed = message
        return None

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def _greeted(self, hello: Message) -> None:
        """Ask for what is missing; begin anew when the board plays another game by now."""
        self.public = hello.get("feed") == "pub"
        game = hello.get("g")
        if not isinstance(game, dict):
            if self._next and not self.expects_new:
                self._forget()  # the board has lost it
            self.feed = {}
            self._client.wanted = -1 if self.public else self._next
            return
        known = self.follower.game_id
        if known and game.get("id", known) != known:
            self._forget()
        self._client.wanted = -1 if self.public else self._next
        self._client.again()

    def _forget(self) -> None:
        self.close()
        self.follower = Follower()
        self.problem = self.unkept = None
        self.digest_board = ""
        self._file = None
        self._next = 0

    def _line(self, line: Any) -> Step | None:
        if not isinstance(line, dict) or self.public:
            return None
        if "j" in line:
            return self._header(line)
        number = line.get("n")
        if number != self._next:
            if isinstance(number, int) and number > self._next:
                self._client.again()
            return None
        if "d" in line:
            self.digest_board = str(line["d"])
        return self._keep(line)

    def _header(self, line: dict[str, Any]) -> Step | None:
        """Begin a game, from the file where it has been kept before."""
        if self._next and line.get("id") == self.follower.game_id:
            return None
        if self._next:
            self._forget()
        self.path = self._choose_path(str(line.get("id", "")))
        old = self._opened(self.path, dumps(line))
        step = None
        for one in old:
            step = self._play(one)
            said = json.loads(one).get("d")
            self.digest_board = said or self.digest_board
        if not old:
            step = self._keep(line)
        elif self._next > 1:
            # the board may already be sending lines that are here
            self._client.wanted = self._next
            self._client.again()
        return step

    def _opened(self, path: Path, header: str) -> list[str]:
        """Open the file of a game; return the bodies that it has.

        Raises:
            JournalError: it is damaged, holds another game, or was asked for and cannot be had.
        """
        try:
            file = JournalFile(path)
        except OSError as problem:
            self.unkept = _not_kept(path, problem)
            if self._wanted_path is not None:
                raise self.unkept from None
            return []
        if file.bodies and file.bodies[0] != header:
            file.close()
            raise JournalError("mirror.other_game", str(path))
        self._file = file
        return file.bodies

    def _choose_path(self, game_id: str) -> Path:
        """Return the file for a game.

        Raises:
            JournalError: the file that was asked for is there already, and this is a new game.
        """
        path = self._wanted_path or self._folder / f"{_safe(game_id)}.jsonl"
        if self.expects_new and path.exists() and path.stat().st_size:
            if self._wanted_path is not None:
                raise JournalError("mirror.exists", str(path))
            # a board whose chance is seeded gives the same id to the same game again
            count = 2
            while path.exists():
                path = self._folder / f"{_safe(game_id)}-{count}.jsonl"
                count += 1
        self.expects_new = False
        return path

    def _keep(self, line: dict[str, Any]) -> Step | None:
        body = dumps(line)
        if self._file is not None and self.path is not None:
            try:
                self._file.write(body)
                self.unkept = None
            except OSError as problem:
                self.unkept = _not_kept(self.path, problem)
        return self._play(body)

    def _play(self, body: str) -> Step | None:
        self._next += 1
        self._client.wanted = self._next
        if self.problem is not None:
            return None
        try:
            return self.follower.take(body)
        except JournalError as problem:
            self.problem = problem
            return None


def dumps(line: dict[str, Any]) -> str:
    """Return the body of a line as the board wrote it: same keys, same order, no spaces."""
    return json.dumps(line, separators=(",", ":"))


def _not_kept(path: Path, problem: OSError) -> JournalError:
    return JournalError("mirror.not_kept", str(path), problem.strerror or str(problem))


def _safe(game_id: str) -> str:
    """Return a game id as a file name; ids are hex, whatever else a board says is replaced."""
    return "".join(c if c.isalnum() else "_" for c in game_id)[:64] or "unnamed"
