"""Brings settings of an older schema to the present one, step by step."""

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    Rename = tuple[str, str, int, int]
    Step = tuple[Rename, ...]

NUMBER = 1  # of the present schema; raised when a setting gets another name, unit or meaning

# From each older number to the next one: (old name, new name, times, divided by); a new name ""
# drops the setting.
STEPS: "dict[int, Step]" = {}


def migrated(values: dict[str, object], number: int) -> dict[str, object]:
    """Return settings of schema `number` as those of the present one.

    What no step names stays as it is; settings of a newer schema do, too.
    """
    found = dict(values)
    number = max(number, 0)  # there were none before
    while number < NUMBER:
        for old, new, times, divisor in STEPS.get(number, ()):
            if old not in found:
                continue
            value = found.pop(old)
            if new:
                scaled = isinstance(value, int) and not isinstance(value, bool)
                found[new] = value * times // divisor if scaled else value  # type: ignore[operator]
        number += 1
    return found
