"""Updates of virtual boards: what is sent, what is refused, what falls back, what plays on."""

import dataclasses

import pytest
from kostka.errors import KostkaError, OptionError
from kostka_host import known, layout
from kostka_host.deploy.found import survey
from kostka_host.deploy.prompt import Prompt
from kostka_host.deploy.update import BACK, PLANNED, RUNS, SAME, Updater
from kostka_host.link.client import Client
from kostka_host.places import finder
from kostka_host.release import MANIFEST, Release, build_release, read_release
from kostka_small import small

pytestmark = [pytest.mark.vm, pytest.mark.slow]


def stamped(release, version, more):
    """Return a release with other files, whose app gives its version as told."""
    path = "lib/kostka/version.mpy"
    here = release.version.encode()
    assert len(here) > len(version)
    name = version.ljust(len(here), "-")  # of the same length: it stands in the compiled module
    files = {**release.files, path: release.files[path].replace(here, name.encode()), **more}
    return Release(files, {**release.facts, "version": name})


@pytest.fixture(scope="module")
def whole():
    return build_release(layout.profile(layout.FULL))


@pytest.fixture(scope="module")
def other(whole):
    """A release that differs in one file and in its version."""
    return stamped(whole, "0.0.0+other", {"lib/kostka/more.mpy": b"M\x06"})


def asked(board, *requests):
    """Greet the board, ask it, and return its greeting and the answers."""
    client = Client(finder(board.link()), known.versions())
    try:
        hello = client.start(10.0)
        return hello, [client.request(kind, **fields) for kind, fields in requests]
    finally:
        client.close()


def changed(release, **facts):
    return Release(release.files, {**release.facts, **facts})


def refused(board, release, **options):
    with pytest.raises(KostkaError) as caught:
        Updater(board.link()).update(release, **options)
    return caught.value.text


def test_a_board_gets_the_release_once_and_its_game_goes_on(spawn):
    whole = build_release(layout.profile("bare"))
    board = spawn(profile="bare")
    asked(board, ("new", {"game": "ludo", "seats": 2, "opt": []}), ("roll", {}))
    before = asked(board)[0]
    assert before["g"]["n"] > 0
    steps, sent = [], []
    updater = Updater(board.link(), steps.append, lambda done, total: sent.append((done, total)))
    result = updater.update()  # for the layout that the board has
    assert (result.state, result.version) == (RUNS, whole.version)
    assert sent[-1][0] == sent[-1][1] > 300_000
    assert sent[-1][1] > 1.5 * result.sent  # deflated
    assert sent == sorted(sent)
    assert steps == [f"deploy.step.{one}" for one in ("stop", "look", "build", "send", "wait")]
    after = asked(board)[0]
    assert after["fw"] == whole.version
    assert after["g"] == before["g"]
    again = Updater(board.link()).update(whole)
    assert (again.state, again.before) == (SAME, whole.version)
    assert again.sent < 10_000
    assert asked(board)[0]["g"] == before["g"]


def test_only_what_differs_is_sent_and_the_release_before_comes_back(spawn, whole, other):
    board = spawn()
    Updater(board.link()).update(whole)
    result = Updater(board.link()).update(other)
    assert result.plan.changed == ("lib/kostka/more.mpy", "lib/kostka/version.mpy", MANIFEST)
    assert result.plan.gone == ()
    assert asked(board, ("status", {}))[1][0]["swap"] == "done"
    back = Updater(board.link()).rollback()
    assert (back.state, back.version) == (BACK, whole.version)
    with Prompt(board.link()) as prompt:
        found = survey(prompt, check_all=True)
        prompt.reset()
    assert "lib/kostka/more.mpy" not in found.placed
    forth = Updater(board.link()).rollback()
    assert forth.state == BACK
    with Prompt(board.link()) as prompt:
        assert "lib/kostka/more.mpy" in survey(prompt).placed
        prompt.reset()


def test_a_dry_run_writes_nothing(spawn, whole):
    board = spawn()
    asked(board)
    before = board.flash()
    result = Updater(board.link()).update(whole, dry_run=True)
    assert result.state == PLANNED
    assert len(result.plan.changed) > 150
    assert board.flash() == before
    asked(board)


def test_what_does_not_fit_is_refused_and_the_board_plays_on(spawn, whole):
    board = spawn()
    assert refused(board, changed(whole, chips=["RP2350"])) == "deploy.chip"
    assert refused(board, changed(whole, micropython=[9, 0])) == "deploy.micropython"
    assert refused(board, changed(whole, mpy=7)) == "deploy.micropython"
    bare = layout.profile("bare")
    other_board = changed(whole, board=f"{bare.name}:{bare.layout_id}", profile="bare")
    assert refused(board, other_board) == "deploy.layout"
    asked(board, ("new", {"game": "ludo", "seats": 2, "opt": []}))
    games = {**whole.facts["games"], "ludo": 0}
    assert refused(board, changed(whole, games=games)) == "deploy.rules"
    del games["ludo"]
    assert refused(board, changed(whole, games=games)) == "deploy.rules"
    big = Release({**whole.files, "lib/kostka/big.mpy": bytes(1_500_000)}, whole.facts)
    assert refused(board, big) == "deploy.room"
    assert board.flash()["cuts"] == 0
    hello = asked(board)[0]
    assert hello["g"]["game"] == "ludo"


def test_a_game_may_be_left_behind(spawn, whole, other):
    board = spawn()
    Updater(board.link()).update(whole)
    asked(board, ("new", {"game": "ludo", "seats": 2, "opt": []}))
    games = {**other.facts["games"], "ludo": 7}
    newer = changed(other, games=games)
    assert refused(board, newer) == "deploy.rules"
    assert Updater(board.link()).update(newer, leave_game=True).state == RUNS


def test_a_release_that_cannot_start_makes_way(spawn, whole, tmp_path):
    board = spawn()
    Updater(board.link()).update(whole)
    broken = small("broken", tmp_path, "raise ValueError('no such wiring')")
    bad = stamped(whole, "0.0.0+bad", {"lib/wiring.mpy": broken.files["lib/wiring.mpy"]})
    with pytest.raises(KostkaError) as caught:
        Updater(board.link()).update(bad)
    assert caught.value.text == "deploy.fell_back"
    hello, (status,) = asked(board, ("status", {}))
    assert (hello["fw"], status["swap"]) == (whole.version, "bad")
    again = Updater(board.link()).update(whole)
    assert again.state == SAME


@pytest.mark.parametrize(
    "make",
    [
        "while True: time.sleep_ms(10)",
        "App.run = lambda self: None",
        "App.run = lambda self: 1 // 0",
        "while True: pass",
    ],
    ids=["waits", "ends", "fails", "loops"],
)
def test_a_release_that_does_not_report_falls_back_by_itself(make, spawn, says, tmp_path):
    board = spawn()
    good = small("good", tmp_path / "good", parts=3)
    Updater(board.link()).update(good, leave_game=True, wait=False)
    says(board, "RUNS good")
    mark = len(board.logs())
    bad = small("bad", tmp_path / "bad", make, parts=3)
    Updater(board.link()).update(bad, wait=False)
    says(board, "RUNS good", mark, 25.0)  # the watchdog takes eight seconds
    assert board.info()["resets"]["watchdog"] >= 1


def test_what_arrived_before_a_cut_is_not_sent_again(spawn, says, tmp_path):
    board = spawn()
    first, second = (small(name, tmp_path / name, parts=20) for name in ("A", "B"))
    Updater(board.link()).update(first, leave_game=True, wait=False)
    says(board, "RUNS A")
    board.cut_after(60)
    with pytest.raises(KostkaError):
        Updater(board.link()).update(second, wait=False)
    board.cut_after(None)
    mark = len(board.logs())
    board.start()
    says(board, "RUNS A", mark)
    result = Updater(board.link()).update(second, wait=False)
    assert 0 < len(result.plan.items) < len(result.plan.changed)
    says(board, "RUNS B", mark)


def test_a_release_goes_into_a_file_and_out_again(whole, tmp_path):
    path = tmp_path / "release.kostka"
    whole.write(path)
    data = path.read_bytes()
    found = read_release(path)
    assert (found.facts, found.files) == (whole.facts, whole.files)
    whole.write(path)
    assert path.read_bytes() == data  # equal releases, equal files
    flipped = data[:3000] + bytes([data[3000] ^ 0xFF]) + data[3001:]
    for damaged in (b"", b"PK", data[:2000], data[:-60], flipped):
        path.write_bytes(damaged)
        with pytest.raises(OptionError) as caught:
            read_release(path)
        assert caught.value.text == "deploy.no_release"


def test_equal_sources_are_equal_releases(whole):
    again = build_release(layout.profile(layout.FULL))
    assert again.manifest() == whole.manifest()
    bare = build_release(layout.profile("bare"))
    assert bare.version != whole.version
    assert dataclasses.replace(whole, facts={}).version == "?"
