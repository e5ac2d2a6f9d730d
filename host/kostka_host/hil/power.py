"""Power of a real board through a port of its USB hub, switched by uhubctl."""

from __future__ import annotations

import os
import shutil
import subprocess

from kostka_host.hil.failures import BOOT, HilFailure

PROGRAM = "KOSTKA_UHUBCTL"  # names another uhubctl
SWITCH_S = 20.0


class Hub:
    """One port of a hub, `LOCATION:PORT` as uhubctl lists them, such as `1-1.2:3`."""

    def __init__(self, where: str) -> None:
        """Take the port.

        Raises:
            HilFailure: the words name none, or uhubctl is not installed.
        """
        self.location, colon, self.port = where.rpartition(":")
        if not colon or not self.port.isdecimal():
            raise HilFailure(BOOT, f"--hub-port takes LOCATION:PORT as 1-1.2:3, not {where!r}")
        found = os.environ.get(PROGRAM) or shutil.which("uhubctl")
        if not found:
            raise HilFailure(BOOT, "--hub-port needs uhubctl (https://github.com/mvp/uhubctl)")
        self._program = found

    def switch(self, on: bool) -> None:
        """Switch the power on or off.

        Raises:
            HilFailure: the hub did not do it, with the last line of what uhubctl says.
        """
        words = [self._program, "-l", self.location, "-p", self.port, "-a", "on" if on else "off"]
        try:
            done = subprocess.run(
                words, capture_output=True, text=True, timeout=SWITCH_S, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as problem:
            raise HilFailure(BOOT, f"uhubctl: {problem}") from None
        if done.returncode:
            said = (done.stderr or done.stdout).strip().splitlines() or ["no reason"]
            raise HilFailure(BOOT, f"uhubctl: {said[-1]}")
