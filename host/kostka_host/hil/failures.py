"""What can go wrong in a run, apart: the product, and what it is tested with."""

from __future__ import annotations

from kostka.errors import HardwareError, KostkaError, LinkError, OptionError

ASSERTION = "assertion"  # a test says that something is not so
DEVICE = "device"  # an exception on the board
TIMEOUT = "timeout"  # it did not end in time
RESET = "reset"  # the board began anew in the middle
ACCOUNT = "account"  # run and not collected, or collected and not run
CAPABILITY = "capability"  # a board that has to be able to do everything is not
FLASH = "flash"  # new firmware could not be put onto the board
BOOT = "boot"  # the board does not come up
LINK = "link"  # bytes get lost or damaged, or the port is gone
LOCKED = "locked"  # another run has the board
KEPT = "kept"  # what an owner has on a board could not be read or given back
JIG = "jig"  # the jig fails its own test, or does not answer
ERROR = "error"  # an exception on the host that nobody foresaw

INFRASTRUCTURE = frozenset({FLASH, BOOT, LINK, LOCKED, KEPT, JIG})

# Exit codes beside those of pytest (0 to 5).
EXIT_INFRASTRUCTURE = 8  # only failures of the infrastructure
EXIT_BOARDS = 9  # too few healthy boards, or one that was required is missing


class HilFailure(Exception):
    """A test or a board failed; `kind` is one of the classes above."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind
        self.text = text


def kind_of(problem: BaseException) -> str:
    """Return the class of a failure."""
    if isinstance(problem, HilFailure):
        return problem.kind
    if isinstance(problem, AssertionError):
        return ASSERTION
    if isinstance(problem, LinkError):
        return LINK
    if isinstance(problem, HardwareError):
        return BOOT if problem.text.startswith(("board.", "emulated.")) else LINK
    if isinstance(problem, KostkaError):
        return ERROR
    if isinstance(problem, TimeoutError):
        return TIMEOUT
    return ERROR


def said(problem: BaseException) -> str:
    """Return the sentence of an error."""
    if isinstance(problem, KostkaError) and not isinstance(problem, OptionError):
        from kostka_host.ui import Ui

        return Ui("en").words.error(problem)
    return str(problem)
