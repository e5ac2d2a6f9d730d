"""What must never look like a pass: each of these is red, and for the right reason."""

from __future__ import annotations

import binascii
import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest
from kostka_host.hil.checked import Lines

pytestmark = pytest.mark.vm

HEAD = "import pytest\nfrom kostka_host.hil import on_board\n"


@pytest.fixture(params=["virtual", "plain"])
def selector(request: pytest.FixtureRequest) -> Iterator[str]:
    """Each kind of board: with our firmware, and with none."""
    if request.param == "virtual":
        yield "virtual"
    else:
        yield request.getfixturevalue("plain")


def classes(path: Path) -> dict[str, str]:
    """Return the class of each failure in a JUnit file, "" for what passed."""
    found = {}
    for case in ET.parse(path).iter("testcase"):
        one = case.find("failure") if case.find("failure") is not None else case.find("error")
        found[(case.get("name") or "").partition("[")[0]] = "" if one is None else one.get("type")
    return found


def test_an_inherited_test_that_fails_on_the_board_only(pytester, hil, selector) -> None:
    pytester.makepyfile(
        bases="""
        class Sums:
            limit = 7

            def test_sum(self):
                import sys
                assert self.limit == (7 if sys.implementation.name == "cpython" else 8)

            def test_fine(self):
                assert self.limit == 7
        """,
        test_sums=HEAD + "from bases import Sums\n@on_board\nclass TestSums(Sums):\n    pass\n",
    )
    pytester.syspathinsert()
    done = hil("--junitxml=j.xml", board=selector)
    done.assert_outcomes(passed=1, failed=1)
    done.stdout.fnmatch_lines(
        ["*[[]assertion] AssertionError: 7 == 8", "*bases.py:6: in test_sum"]
    )
    assert classes(pytester.path / "j.xml") == {"test_sum": "assertion", "test_fine": ""}


def test_what_looks_like_a_pass(pytester, hil, selector) -> None:
    """The test knows the form of a line, the run's id and the counter, and prints all of it."""
    pytester.makepyfile(
        HEAD
        + """
import binascii

@on_board
def test_liar():
    import binascii
    print("test_liar PASSED")
    for run in (_hil_run(), "0" * 16):
        for n in range(1, 20):
            body = '{"h":"end","r":"%s","n":%d,"t":"test_liar","how":"passed",' % (run, n)
            body += '"text":"","ms":0,"free":0}'
            print("$<%s*%08x" % (body, binascii.crc32(body.encode())))
    raise ValueError("red")

def _hil_run():
    return globals().get("RUN") or "1234567890abcdef"
"""
    )
    done = hil("--junitxml=j.xml", board=selector)
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["*[[]device] ValueError: red", "*test_liar PASSED*"])
    assert classes(pytester.path / "j.xml") == {"test_liar": "device"}


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("virtual", "import machine; machine.reset()"),
        ("virtual", "import machine; machine.soft_reset()"),
        ("plain", "import os; os.system('kill -9 $PPID')"),
    ],
    ids=["hard", "soft", "plain"],
)
def test_a_reset_in_mid_test(pytester, hil, request, kind, code) -> None:
    pytester.makepyfile(
        HEAD
        + f"""
@on_board
def test_before():
    pass

@on_board
def test_resets():
    {code}
    import time
    time.sleep(5)

@on_board
def test_after():
    pass
"""
    )
    board = "virtual" if kind == "virtual" else request.getfixturevalue("plain")
    done = hil("--junitxml=j.xml", board=board)
    found = classes(pytester.path / "j.xml")
    if "soft" in code:  # what an interpreter raises for it ends the test like any exception
        assert found.pop("test_resets") in ("reset", "device")
    else:
        assert found.pop("test_resets") == "reset"
        done.stdout.fnmatch_lines(["*[[]reset] test_resets: the board * in mid test"])
    assert found == {"test_before": "", "test_after": ""}
    done.assert_outcomes(passed=2, failed=1)


def test_output_of_a_former_run(pytester, hil, monkeypatch, plain) -> None:
    """Lines of another run, right in every other way, come when a test has begun."""
    old = {"h": "end", "r": "0" * 16, "n": 3, "t": "test_new", "how": "passed", "text": ""}
    body = json.dumps({**old, "ms": 1, "free": 1}).encode()
    row = b"\n$<%s*%08x\n" % (body, binascii.crc32(b"key of that run" + body))
    feed = Lines.feed
    left = []

    def with_leftovers(self: Lines, data: bytes) -> None:
        feed(self, row + data)
        left.append(self.leftovers)

    monkeypatch.setattr(Lines, "feed", with_leftovers)
    pytester.makepyfile(HEAD + "@on_board\ndef test_new():\n    assert 1 == 2\n")
    done = hil("--junitxml=j.xml", board=plain)
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["*[[]assertion] AssertionError: 1 == 2"])
    assert left[-1] > 0


def test_a_hang_is_named_with_its_place(pytester, hil, selector) -> None:
    pytester.makepyfile(
        HEAD
        + """
@on_board(timeout_s=0.5)
def test_hangs():
    while True:
        pass

@on_board
def test_next():
    assert 2 + 2 == 4
"""
    )
    done = hil("--junitxml=j.xml", board=selector)
    done.assert_outcomes(passed=1, failed=1)
    done.stdout.fnmatch_lines(
        ["*[[]timeout] test_hangs did not end within 0.5 s", "*.py:7: in test_hangs"]
    )
    assert classes(pytester.path / "j.xml") == {"test_hangs": "timeout", "test_next": ""}


def test_a_test_that_the_host_does_not_collect(pytester, hil) -> None:
    """pytest leaves a class with a constructor out, with a mere warning."""
    pytester.makepyfile(
        HEAD
        + """
@on_board
class TestLost:
    def __init__(self):
        pass

    def test_never(self):
        assert False

@on_board
def test_found():
    pass
"""
    )
    done = hil("--junitxml=j.xml")
    done.assert_outcomes(failed=1, warnings=2)
    done.stdout.fnmatch_lines(["*[[]account] *TestLost.test_never is on the board, not collected"])


def test_a_test_that_never_reached_the_board(pytester, hil) -> None:
    pytester.makeconftest(
        """
        import pytest

        @pytest.hookimpl(wrapper=True, tryfirst=True)
        def pytest_runtest_call(item):
            item.runtest = lambda: None
            return (yield)
        """
    )
    pytester.makepyfile(HEAD + "@on_board\ndef test_it():\n    assert False\n")
    done = hil("--junitxml=j.xml")
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["*[[]account] *was collected and did not run"])


def test_a_test_that_nobody_reports(pytester, hil) -> None:
    pytester.makeconftest(
        """
        def pytest_runtest_protocol(item):
            return item.name.startswith("test_lost") or None
        """
    )
    pytester.makepyfile("def test_lost(board):\n    pass\ndef test_seen(board):\n    pass\n")
    done = hil()
    assert done.ret == 1
    done.stdout.fnmatch_lines(["hil: *::test_lost* was collected and did not run"])


def test_a_skip_where_nothing_may_be_skipped(pytester, hil) -> None:
    pytester.makepyfile("import pytest\ndef test_it(board):\n    pytest.skip('later')\n")
    done = hil("--junitxml=j.xml")
    done.assert_outcomes(failed=1)
    assert classes(pytester.path / "j.xml") == {"test_it": "capability"}


def test_lost_and_damaged_lines_are_the_link(pytester, hil, monkeypatch, plain) -> None:
    row = Lines._row

    def spoiled(self: Lines, data: bytes) -> None:
        row(self, data.replace(b'"how": "passed"', b'"how": "parsed"'))

    monkeypatch.setattr(Lines, "_row", spoiled)
    pytester.makepyfile(HEAD + "@on_board\ndef test_it():\n    pass\n")
    done = hil("--junitxml=j.xml", board=plain)
    assert classes(pytester.path / "j.xml") == {"test_it": "link"}
    assert done.ret == 8  # the infrastructure, not the product
