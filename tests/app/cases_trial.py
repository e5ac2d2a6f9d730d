"""A release on trial: when it reports, and when it does not."""

import binascii
import os

from kostka.app import trial
from kostka.app.health import LINK, SCAN, SHOW, Health

FOLDER = "/tmp/kostka-trial-%s/" % binascii.hexlify(os.urandom(4)).decode()


class Guard:
    safe = False


class Tasks:
    def __init__(self):
        self.health = Health()
        self.crashes = 0


class App:
    def __init__(self):
        self.tasks = Tasks()
        self.guard = Guard()


def on_trial(app):
    os.mkdir(FOLDER[:-1])
    with open(FOLDER + "swap.trial", "w") as file:
        file.write("* lib/wiring.mpy\n")
    trial.watch(app, FOLDER)


def left_behind():
    names = os.listdir(FOLDER[:-1])
    for name in names:
        os.remove(FOLDER + name)
    os.rmdir(FOLDER[:-1])
    return names


def rounds(app, count, tasks=(SCAN, SHOW, LINK)):
    for _ in range(count):
        for task in tasks:
            app.tasks.health.round(task, 0)


def case_it_reports_once_all_tasks_came_round_often_enough():
    app = App()
    plain = app.tasks.health.round
    on_trial(app)
    assert app.tasks.health.round != plain
    rounds(app, 99)
    rounds(app, 50, (SCAN, LINK))
    assert os.listdir(FOLDER[:-1]) == ["swap.trial"]
    rounds(app, 1)
    assert os.listdir(FOLDER[:-1]) == ["swap.done"]
    rounds(app, 300)
    assert left_behind() == ["swap.done"]
    assert app.tasks.health.round == plain
    assert app.tasks.health.late[0] == 99 * 3 + 100 + 3 + 900


def case_a_task_that_fell_is_not_healthy():
    app = App()
    on_trial(app)
    app.tasks.crashes = 1
    rounds(app, 300)
    assert left_behind() == ["swap.trial"]


def case_safe_mode_is_not_healthy():
    app = App()
    app.guard.safe = True
    app.tasks.health.tasks = LINK
    on_trial(app)
    rounds(app, 300, (LINK,))
    assert left_behind() == ["swap.trial"]


def case_a_list_that_is_gone_ends_nothing():
    app = App()
    on_trial(app)
    os.remove(FOLDER + "swap.trial")
    rounds(app, 300)
    assert left_behind() == []
