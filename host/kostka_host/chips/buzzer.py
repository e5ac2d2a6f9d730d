"""A buzzer on a PWM pin, and ears that remember what it played."""

from __future__ import annotations

from collections import deque

REMEMBERED = 1000


class Buzzer:
    """What is heard is (ms, Hz, duty 0..65535), one entry per change; silence is 0 Hz, 0."""

    def __init__(self) -> None:
        self.changes = 0
        self.heard: deque[tuple[int, int, int]] = deque(maxlen=REMEMBERED)

    def pwm(self, now_us: int, hz: int, duty: int) -> None:
        """Take what the pin does from now on."""
        sound = (hz, duty) if hz and 0 < duty < 65535 else (0, 0)
        last = self.heard[-1][1:] if self.heard else (0, 0)
        if sound != last:
            self.changes += 1
            self.heard.append((now_us // 1000, *sound))
