"""Tasks run side by side, fall and stand up again, and give up when it does not help."""

import asyncio
import gc

import kostka.app.beside
from kostka.app.guard import Guard
from kostka.app.health import Health
from kostka.app.tasks import Tasks
from kostka.clock import Ticks


class Picture:
    settled = True


class Part:
    """Stands for scanner, lights, link and table; `fails` times its work raises."""

    procedure = None
    busy = False  # of dice

    def __init__(self, fails=0, kind=ValueError):
        self.rounds = 0
        self.fails = fails
        self.kind = kind
        self.notes = []
        self.opened = 0
        self.idle = True
        self.picture = Picture()

    def _work(self):
        self.rounds += 1
        if self.fails:
            self.fails -= 1
            raise self.kind("planted")

    def round(self, now_ms):
        self._work()

    def now(self, now_ms):
        self._work()

    def poll(self, *now_ms):
        self._work()
        return False

    def note(self, problem):
        self.notes.append(problem)

    def console_open(self):
        self.opened += 1


class Dog:
    """A watchdog that counts."""

    def __init__(self):
        self.started = self.fed = self.left = 0
        self.hunger = 0  # the longest time between two meals, in ms
        self._last = -1

    def start(self):
        self.started += 1

    def feed(self):
        self.fed += 1
        now = Ticks().ms()
        if self._last >= 0:
            self.hunger = max(self.hunger, Ticks().diff(now, self._last))
        self._last = now

    def leave(self):
        self.left += 1


def run(scan, show, link, ms, dog=None, beside=(None, None)):
    """Run tasks for a while, with dice and desk `beside`; return them and the table."""
    table = Part()
    clock = Ticks()
    tasks = Tasks(scan, show, link, table, clock, Health(dog), Guard(None, clock))
    if beside != (None, None):
        tasks.dice, tasks.desk = beside
        tasks.beside = kostka.app.beside

    async def for_a_while():
        running = asyncio.create_task(tasks.run())
        await asyncio.sleep_ms(ms)
        tasks.leave()
        await running

    asyncio.run(for_a_while())
    return tasks, table


def case_all_run_side_by_side():
    scan, show, link = Part(), Part(), Part()
    tasks, table = run(scan, show, link, 300)
    assert 25 <= scan.rounds <= 33, scan.rounds
    assert 8 <= show.rounds <= 11, show.rounds
    assert link.rounds > 30, link.rounds
    assert tasks.crashes == 0
    assert table.notes == []


def case_a_task_that_fails_is_started_again():
    scan, show, link = Part(), Part(fails=1), Part()
    tasks, table = run(scan, show, link, 600)
    assert tasks.crashes == 1
    assert show.rounds > 5, show.rounds
    assert scan.rounds > 45, "the others went on"
    assert [note.text for note in table.notes] == ["app.crash"]
    assert table.notes[0].params[0] == "show"
    assert link.opened == 1, "the traceback may have left a line open"


def case_each_try_comes_later():
    scan, show, link = Part(fails=3), Part(), Part()
    tasks, _ = run(scan, show, link, 450)
    assert tasks.crashes == 2, tasks.crashes  # at 0 and 200 ms; the third try is due at 600


def case_what_always_fails_ends_the_app():
    scan, show, link = Part(fails=1000), Part(), Part()
    said = ""
    try:
        run(scan, show, link, 8000)
    except ValueError as problem:
        said = str(problem)
    assert said == "planted", said
    assert scan.rounds == 5, scan.rounds


def case_ctrl_c_is_not_swallowed():
    scan, show, link = Part(fails=1, kind=KeyboardInterrupt), Part(), Part()
    try:
        run(scan, show, link, 300)
        raise AssertionError("went on")
    except KeyboardInterrupt:
        pass


def case_the_watchdog_is_fed_while_all_are_alive():
    dog = Dog()
    tasks, _ = run(Part(), Part(), Part(), 400, dog)
    assert dog.started == 1
    assert 9 <= dog.fed <= 14, dog.fed  # as often as the slowest task comes round
    late = tasks.health.late
    assert sum(late) > 35, late
    assert sum(late[5:]) == 0, late


class Stuck(Part):
    """Falls once, and its next try is a long way off."""

    def now(self, now_ms):
        self.rounds += 1
        if self.rounds > 3:
            raise ValueError("planted")


def case_the_watchdog_goes_hungry_when_one_is_not():
    dog = Dog()
    run(Part(), Stuck(), Part(), 1200, dog)
    assert dog.fed <= 4, dog.fed


class Fallen(Part):
    """Falls in its third round."""

    def round(self, now_ms):
        self.rounds += 1
        if self.rounds == 3:
            raise ValueError("planted")


def case_dice_and_desk_are_watched_where_there_are_any():
    dog, dice, desk = Dog(), Part(), Part()
    tasks, _ = run(Part(), Part(), Part(), 400, dog, (dice, desk))
    assert 6 <= dog.fed <= 14, dog.fed
    assert 9 <= dice.rounds <= 22, dice.rounds  # at rest
    assert desk.rounds > 15, desk.rounds
    for parts in ((Fallen(), Part()), (Part(), Fallen())):
        dog = Dog()
        tasks, _ = run(Part(), Part(), Part(), 400, dog, parts)
        assert tasks.crashes == 1
        assert dog.hunger > 150, dog.hunger  # until the next try, 200 ms later


class Late(Part):
    """Takes 30 ms for a round now and then."""

    def round(self, now_ms):
        self.rounds += 1
        if self.rounds % 10 == 0:
            end = Ticks().ms() + 30
            while Ticks().ms() < end:
                pass


def case_the_largest_block_can_be_had():
    gc.collect()
    free = gc.mem_free()
    size = Health().largest_block(free)
    assert free // 2 < size <= free, (size, free)
    try:
        bytearray(size + free // 8)
        raise AssertionError("more could be had")
    except MemoryError:
        pass


def case_late_rounds_are_counted():
    tasks, _ = run(Late(), Part(), Part(), 600)
    late = tasks.health.late
    assert sum(late[3:6]) >= 3, late
    assert late[0] + late[1] > 20, late
