"""Plays short patterns of tones on a buzzer by PWM, without waiting."""

from kostka.compat import const

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.hal import Tone

# Patterns.
CONFIRM = const(0)  # a key was taken, a move is done
TURN = const(1)  # it is another player's turn
WRONG = const(2)  # the table is wrong, or a wish is not possible
DICE = const(3)  # a throw was read
WIN = const(4)  # the game is over

# Pitch in Hz and length in ms of each tone; pitch 0 is silence. All patterns end below 1 s.
PATTERNS: "tuple[tuple[int, ...], ...]" = (
    (2093, 40),
    (1047, 70, 1568, 90),
    (262, 120, 0, 60, 262, 180),
    (1568, 30, 0, 30, 1568, 30, 0, 30, 2093, 60),
    (1047, 110, 1319, 110, 1568, 110, 0, 40, 1568, 80, 2093, 300),
)

_HALF = const(32768)  # of 65536: the loudest duty
_TICKS = const(0x3FFFFFFF)
_WRAP = const(0x20000000)


class Buzzer:
    """One buzzer. `volume` is 0..100 percent as the ear hears it; 0 is silence."""

    def __init__(self, pwm: "Tone", volume: int = 60) -> None:
        """Take a machine.PWM that is off."""
        self.volume = volume
        self._pwm = pwm
        self._pattern: tuple[int, ...] = ()
        self._at = 0
        self._due = 0
        self._sounding = False

    def play(self, pattern: int, now_ms: int) -> None:
        """Begin a pattern at once; one under way is dropped."""
        self._pattern = PATTERNS[pattern]
        self._at = 0
        self._due = now_ms
        self.step(now_ms)

    def stop(self) -> None:
        """Be silent."""
        self._pattern = ()
        self._at = 0
        self._quiet()

    def playing(self) -> bool:
        """Say whether a pattern is under way."""
        return len(self._pattern) > 0

    def step(self, now_ms: int) -> None:
        """Go on with the pattern; call it every 10 ms or so. Allocates nothing."""
        if not self._pattern or ((self._due - now_ms + _WRAP) & _TICKS) > _WRAP:
            return
        if self._at == len(self._pattern):
            self.stop()
            return
        pitch = self._pattern[self._at]
        self._due = (now_ms + self._pattern[self._at + 1]) & _TICKS
        self._at += 2
        duty = duty_of(self.volume)
        if pitch and duty:
            self._pwm.freq(pitch)
            self._pwm.duty_u16(duty)
            self._sounding = True
        else:
            self._quiet()

    def _quiet(self) -> None:
        if self._sounding:
            self._pwm.duty_u16(0)
            self._sounding = False


def duty_of(volume: int) -> int:
    """Return the duty 0..32768 of a volume 0..100: about the cube, as the ear hears."""
    return volume * volume * volume * _HALF // 1000000
