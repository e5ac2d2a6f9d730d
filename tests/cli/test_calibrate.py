"""Names of cells, as ``kostka calibrate`` takes them."""

from __future__ import annotations

import pytest
from kostka.errors import OptionError
from kostka_host.cli.calibrate import number_of


def test_a_cell_is_named_as_on_the_mat() -> None:
    assert [number_of(name) for name in ("a1", "L1", "a12", "l12", "c2")] == [0, 11, 132, 143, 14]


@pytest.mark.parametrize("name", ["", "a", "1", "a0", "a13", "m1", "a-1", "a1x", "a" + "9" * 5000])
def test_what_names_no_cell_is_refused(name: str) -> None:
    with pytest.raises(OptionError, match="cell"):
        number_of(name)
