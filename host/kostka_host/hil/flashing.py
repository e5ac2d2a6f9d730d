"""Puts this Kostka onto a board before it is tested, and the release before back afterwards."""

from __future__ import annotations

from kostka.errors import KostkaError

from kostka_host.deploy.update import RUNS, SAME, Updater
from kostka_host.hil import failures
from kostka_host.hil.dut import Dut
from kostka_host.hil.failures import HilFailure, said


def flash(dut: Dut) -> None:
    """Update a board; its release before is given back when it is closed.

    Raises:
        HilFailure: it did not take it, or does not run with it.
    """
    try:
        result = Updater(dut.link(), opener=dut.opener).update(leave_game=True)
    except KostkaError as problem:
        raise HilFailure(failures.FLASH, said(problem)) from problem
    if result.state not in (SAME, RUNS):
        raise HilFailure(failures.FLASH, f"{dut.name}: the new release does not run")
    dut.flashed = result.state == RUNS
    dut.identity["release"] = result.version


def unflash(dut: Dut) -> None:
    """Give a board the release back that it had.

    Raises:
        HilFailure: it does not run with it.
    """
    try:
        Updater(dut.link(), opener=dut.opener).rollback()
    except KostkaError as problem:
        raise HilFailure(failures.FLASH, said(problem)) from problem
