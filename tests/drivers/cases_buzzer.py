"""The buzzer plays patterns in time and is silent otherwise."""

from kostka.drivers import buzzer as bz

NOW = 0x3FFFFFFF - 150


class Pwm:
    def __init__(self, board):
        self.board = board
        self.hz = 0
        self.duty = 0

    def freq(self, hz):
        self.hz = hz

    def duty_u16(self, duty):
        self.duty = duty
        self.board.heard.append((self.board.ms, self.hz if duty else 0, duty))


class Board:
    def __init__(self, volume=100):
        self.ms = 0
        self.heard = []
        self.pwm = Pwm(self)
        self.buzzer = bz.Buzzer(self.pwm, volume)

    def play(self, pattern):
        self.buzzer.play(pattern, (NOW + self.ms) & 0x3FFFFFFF)

    def run(self, ms, step=10):
        for _ in range(ms // step):
            self.buzzer.step((NOW + self.ms) & 0x3FFFFFFF)
            self.ms += step


def case_a_pattern_sounds_at_once_and_ends():
    board = Board()
    board.play(bz.TURN)
    assert board.heard == [(0, 1047, 32768)]
    board.run(1000)
    assert [tone for _, tone, _ in board.heard] == [1047, 1568, 0]
    times = [ms for ms, _, _ in board.heard]
    assert times == [0, 70, 160]
    assert not board.buzzer.playing()


def case_every_pattern_is_short_and_ends_silent():
    for pattern in range(len(bz.PATTERNS)):
        board = Board()
        board.play(pattern)
        assert board.buzzer.playing()
        board.run(1000)
        assert not board.buzzer.playing()
        assert board.pwm.duty == 0
        assert all([hz == 0 or 100 <= hz <= 5000 for _, hz, _ in board.heard])
        assert len(bz.PATTERNS[pattern]) % 2 == 0


def case_patterns_differ():
    assert len(set(bz.PATTERNS)) == len(bz.PATTERNS)


def case_a_new_pattern_takes_over():
    board = Board()
    board.play(bz.WIN)
    board.run(50)
    board.play(bz.CONFIRM)
    board.run(1000)
    assert [tone for _, tone, _ in board.heard] == [1047, 2093, 0]


def case_volume():
    assert bz.duty_of(0) == 0
    assert bz.duty_of(100) == 32768
    for volume in range(1, 101):
        assert bz.duty_of(volume) >= bz.duty_of(volume - 1)
    board = Board(volume=0)
    board.play(bz.WIN)
    board.run(1000)
    assert board.heard == []
    board.buzzer.volume = 50
    board.play(bz.CONFIRM)
    assert board.heard == [(board.ms, 2093, 4096)]


def case_stop_and_mute_in_the_middle():
    board = Board()
    board.play(bz.WIN)
    board.run(30)
    board.buzzer.volume = 0
    board.run(100)
    assert board.pwm.duty == 0
    board.buzzer.volume = 100
    board.play(bz.WIN)
    board.buzzer.stop()
    assert board.pwm.duty == 0
    before = len(board.heard)
    board.run(1000)
    assert len(board.heard) == before
