"""Budget, brightness and volume."""

from kostka.app import power
from kostka.rules.rng import XorShift


def adc(mv):
    return mv * 65535 // 3300


def settle(supply, mv, times=5):
    return [supply.read(adc(mv)) for _ in range(times)]


def case_what_a_supply_says():
    for mv, wanted in (
        (0, 500),
        (250, 500),
        (410, 500),
        (610, 500),
        (800, 1500),
        (920, 1500),
        (1160, 1500),
        (1310, 3000),
        (1680, 3000),
        (2040, 3000),
        (3300, 3000),
    ):
        supply = power.Supply()
        settle(supply, mv)
        assert supply.budget_ma == wanted, mv


def case_it_takes_five_readings():
    supply = power.Supply()
    assert settle(supply, 1700) == [False] * 4 + [True]
    assert supply.budget_ma == 3000
    assert settle(supply, 410, 4) == [False] * 4
    assert settle(supply, 1700, 1) == [False]
    assert settle(supply, 410, 4) == [False] * 4
    assert supply.budget_ma == 3000
    assert settle(supply, 410, 1) == [True]
    assert supply.budget_ma == 500


def case_noise_at_an_edge_changes_nothing():
    rng = XorShift(6)
    for edge, start in ((660, 410), (660, 920), (1230, 920), (1230, 1700)):
        supply = power.Supply()
        settle(supply, start)
        before = supply.budget_ma
        for _ in range(2000):
            assert not supply.read(adc(edge - 55 + rng.below(110)))
        assert supply.budget_ma == before
    supply = power.Supply()
    settle(supply, 410)
    settle(supply, 730)
    assert supply.budget_ma == 1500
    settle(supply, 620)
    assert supply.budget_ma == 1500
    settle(supply, 590)
    assert supply.budget_ma == 500


def case_volume_and_contrast_by_night():
    assert power.volume(60, False, False) == 60
    assert power.volume(60, True, False) == 0
    assert power.volume(60, False, True) == power.NIGHT_VOLUME
    assert power.volume(5, False, True) == 5
    assert power.contrast(100, False) == 255
    assert power.contrast(100, True) == power.NIGHT_CONTRAST
