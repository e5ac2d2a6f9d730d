"""What the app keeps and allocates, measured in the VM with the whole app in play.

The VM's objects are twice as large as an RP2040's, so its heap of 480 kB stands for the 241 kB
that are free on an RP2040, and 200 kB here for 100 kB there.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FIRMWARE = [ROOT / "firmware" / "src", ROOT / "firmware" / "device", Path(__file__).parent]
FREE = 200_000
LINES = 60


@pytest.fixture(scope="module")
def figures(vm, tmp_path_factory):
    done = vm.run(
        Path(__file__).with_name("app_in_play.py"),
        str(tmp_path_factory.mktemp("journal") / "games"),
        str(LINES),
        path=FIRMWARE,
        timeout_s=120,
    )
    assert done.code == 0, done.out + done.err
    print(done.out)
    return {name: int(value) for name, value in (line.split() for line in done.out.splitlines())}


@pytest.mark.vm
def test_half_of_the_heap_stays_free_in_play(figures):
    assert 475_000 < figures["heap"] < 500_000
    assert figures["lines"] >= LINES
    assert figures["host_bytes"] > 4000  # a host was told all of it
    assert figures["free_lowest"] >= FREE
    assert figures["free_in_play"] >= FREE
    assert figures["free_before_collection"] >= FREE / 2  # with the garbage of one line


@pytest.mark.vm
def test_a_game_does_not_grow(figures):
    assert figures["free_begun"] - figures["free_in_play"] < 8000


@pytest.mark.vm
@pytest.mark.parametrize("when", ["at_rest", "in_hand"])
@pytest.mark.parametrize("path", ["scan", "show", "link"])
def test_a_quiet_table_allocates_nothing(figures, path, when):
    assert figures[f"alloc_{path}_{when}"] == 0
    assert figures[f"frames_{when}"] > 2000  # lights were moving
    assert (figures["outcome"], figures["outcome_in_hand"]) == (0, 3)  # as expected, on the way


@pytest.mark.vm
def test_this_measurement_can_fail(figures):
    assert figures["alloc_planted"] > 0


HOURS = re.compile(r"hour (\d+) lines (\d+) hosts (\d+) free (\d+) longest (\d+)")


def for_hours(vm, folder, seconds, seed=7, timeout_s=100):
    """Run the app for virtual seconds; return (hour, lines, hosts, lowest free heap, longest)."""
    done = vm.run(
        Path(__file__).with_name("app_for_hours.py"),
        *(str(folder), str(seconds), str(seed), "ludo==", "probe=kostka_probe=kostka_probe_mat"),
        path=[*FIRMWARE, ROOT / "tests" / "probe"],
        timeout_s=timeout_s,
    )
    assert done.code == 0, done.out + done.err
    print(done.out)
    return [tuple(map(int, found.groups())) for found in HOURS.finditer(done.out)]


@pytest.mark.vm
def test_half_an_hour_of_play_keeps_its_heap_and_its_pace(vm, tmp_path):
    """A slice of the eight hours of tools/soak: both games in turn, a host now and then."""
    ((_, lines, hosts, free, longest),) = for_hours(vm, tmp_path / "games", 1800)
    assert lines > 300
    assert hosts > 5
    assert free >= FREE
    assert longest < 100
