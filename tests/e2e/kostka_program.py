"""Runs the command line as people do: as processes, with pipes or a terminal."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import kostka
import kostka_host

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = [str(Path(module.__file__ or "").parents[1]) for module in (kostka, kostka_host)]
COMMAND = [sys.executable, "-m", "kostka_host"]
Done = subprocess.CompletedProcess[str]


class Program:
    """The program in one home; processes that were started and still run are ended by end()."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._started: list[subprocess.Popen[str]] = []
        self._terminals: list[Terminal] = []

    def environment(self, **more: str) -> dict[str, str]:
        """Return an environment in which this checkout is the program."""
        return {**os.environ, "PYTHONPATH": os.pathsep.join(PACKAGES), **more}

    def run(self, *words: str, timeout_s: float = 90.0, **environment: str) -> Done:
        """Run a command to its end."""
        return subprocess.run(
            [*COMMAND, *words],
            capture_output=True,
            text=True,
            timeout=timeout_s,
            check=False,
            stdin=subprocess.DEVNULL,
            env=self.environment(**environment),
        )

    def refuse(self, *words: str, **environment: str) -> tuple[int, str]:
        """Run a command that must fail; return the exit code and its one sentence."""
        done = self.run(*words, **environment)
        assert done.returncode in (1, 2), done
        assert done.stdout == "", done
        assert done.stderr.startswith("kostka: "), done
        assert done.stderr.count("\n") == 1, done
        assert "Traceback" not in done.stderr
        assert not list((self.home / "XDG_STATE_HOME").rglob("crashes/*")), done
        return done.returncode, done.stderr.removeprefix("kostka: ").rstrip()

    def start(self, *words: str) -> subprocess.Popen[str]:
        """Start a command that goes on by itself."""
        process = subprocess.Popen(
            [*COMMAND, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
            env=self.environment(),
        )
        self._started.append(process)
        return process

    def board(self, *words: str) -> dict[str, Any]:
        """Start a board and return where it is."""
        process = self.start("board", "--json", *words)
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line:
            assert process.stderr is not None
            raise AssertionError(process.stderr.read())
        found: dict[str, Any] = json.loads(line)
        return found

    def auto(self, *words: str, **options: str) -> dict[str, Any]:
        """Let the family play a whole game; return its report."""
        done = self.run("play", *words, "--auto", "--json", **options)
        assert done.returncode == 0, done
        report: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return report

    def terminal(self, *words: str, size: tuple[int, int] = (40, 120)) -> Terminal:
        """Start a command in a terminal."""
        terminal = Terminal([*COMMAND, *words], self.environment(TERM="xterm"), size)
        self._terminals.append(terminal)
        return terminal

    def boards(self) -> list[dict[str, Any]]:
        """Return what `kostka ls` says."""
        done = self.run("ls", "--json")
        assert done.returncode == 0, done
        rows: list[dict[str, Any]] = json.loads(done.stdout)
        return [row for row in rows if row["kind"] == "virtual"]

    def until_played(self, lines: int, timeout_s: float = 30.0) -> None:
        """Wait until a game has so many lines in its journal."""
        until = time.monotonic() + timeout_s
        while not any(
            path.read_bytes().count(b"\n") >= lines for path in self.home.rglob("journals/*.jsonl")
        ):
            assert time.monotonic() < until, "nothing is played"
            time.sleep(0.02)

    def end(self) -> None:
        """End what still runs, also boards that other commands left running."""
        for terminal in self._terminals:
            terminal.close()
        for process in self._started:
            end(process)
        for path in self.home.rglob("boards/*.json"):
            pid = json.loads(path.read_text())["pid"]
            try:
                os.kill(pid, signal.SIGTERM)
            except ProcessLookupError:
                continue


class Running:
    """A board in the middle of a game, with a TCP port."""

    def __init__(self, kostka: Program) -> None:
        self.kostka = kostka
        self.entry = kostka.board("--tcp", "0", "--name", "table", "--clock", "real")
        self.place = f"socket://127.0.0.1:{self.entry['tcp']}"
        # a game is begun by one who comes, and goes on without
        done = kostka.run("play", "ludo", "--terminal", "--seats", "2", "--board", "id:table")
        assert done.returncode == 0, done
        self.journal = Path(done.stderr.split("Journal: ")[1].strip())
        self.line = self.row()["line"]
        assert self.line >= 2  # header and lot

    def row(self) -> dict[str, object]:
        (row,) = self.kostka.boards()
        return row

    def wait_for(self, state: str) -> dict[str, object]:
        until = time.monotonic() + 10
        while (row := self.row())["state"] != state:
            assert time.monotonic() < until, row
            time.sleep(0.05)
        return row

    def is_back(self) -> None:
        row = self.wait_for("running")
        assert (row["game"], row["seats"], row["line"]) == ("ludo", 2, self.line)
        # whoever comes now gets the very same lines
        before = self.journal.read_bytes()
        done = self.kostka.run("play", "ludo", "--terminal", "--seats", "2", "--board", "id:table")
        assert done.returncode == 0, done
        assert self.journal.read_bytes() == before
        assert "Traceback" not in done.stdout + done.stderr


def end(process: subprocess.Popen[str], number: int = signal.SIGTERM) -> int:
    """End a process by a signal and return its exit code."""
    if process.poll() is None:
        process.send_signal(number)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        raise
    for pipe in (process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()
    return process.returncode


class Terminal:
    """A command with a terminal of its own; `shown` is all it has written."""

    def __init__(self, words: list[str], environment: dict[str, str], size: tuple[int, int]):
        self.shown = ""
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            os.execvpe(words[0], words, environment)
        import termios

        termios.tcsetwinsize(self._fd, size) if hasattr(termios, "tcsetwinsize") else None
        self.code: int | None = None

    def pump(self, timeout_s: float) -> bool:
        """Take what is written within a time; return False at the end."""
        if not select.select([self._fd], [], [], timeout_s)[0]:
            return True
        try:
            data = os.read(self._fd, 65536)
        except OSError:
            return False
        self.shown += data.decode(errors="replace")
        return bool(data)

    def wait_for(self, pattern: str, timeout_s: float = 15.0, since: int = 0) -> int:
        """Wait until a pattern is shown behind a place; return the place behind it."""
        until = time.monotonic() + timeout_s
        while True:
            found = re.search(pattern, plain(self.shown[since:]))
            if found:
                return len(self.shown)
            if time.monotonic() > until or not self.pump(0.1):
                raise AssertionError(f"never shown: {pattern}\n{self.screen()}")

    def say(self, text: str) -> int:
        """Type a line; return the place in `shown` before what it brings about."""
        place = len(self.shown)
        os.write(self._fd, text.encode() + b"\r")
        return place

    def screen(self) -> str:
        """Return what was drawn last, without colors."""
        return plain(self.shown[self.shown.rfind("\x1b[H") :])

    def wait(self, timeout_s: float = 10.0) -> int:
        """Wait for the end and return the exit code."""
        until = time.monotonic() + timeout_s
        while self.pump(0.1):
            assert time.monotonic() < until, self.screen()
        self.code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.code

    def close(self) -> None:
        """End the command."""
        if self.code is None:
            try:
                os.kill(self.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            os.waitpid(self.pid, 0)
            self.code = -signal.SIGKILL
        os.close(self._fd)


def plain(text: str) -> str:
    """Return text without the sequences that steer a terminal."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)
