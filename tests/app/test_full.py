"""A full flash at a table that is on: the oldest finished game goes, and people are told."""

from kostka.journal.store import Store

FINISHED = ["0000000000000a01", "0000000000000a02"]


def finish_games(root):
    store = Store(str(root))
    for game_id in FINISHED:
        store.begin(game_id, [("j", 1), ("game", "ludo"), ("id", game_id)])
        store.append([("n", 1), ("end", "x")])
    store.close()


def fill(monkeypatch, store, times):
    """Let the next writes find no room."""
    left = [times]
    put = store._put

    def full(row):
        if left[0]:
            left[0] -= 1
            raise OSError(28, "No space left on device")
        put(row)

    monkeypatch.setattr(store, "_put", full)


def acknowledge(bench):
    for _ in range(6):
        bench.acks = getattr(bench, "acks", 0) + 10_000
        bench.say("ack", b=bench.acks)
        bench.run(30)


def notes(bench):
    acknowledge(bench)
    return [(one["t"], one["x"]) for one in bench.heard() if one["m"] == "note"]


def greet(bench):
    bench.say("hello", p=[1, 0], c="51ce", v={"ludo": 1}, w=0)
    return notes(bench)


def ids(bench):
    return [game[0] for game in bench.table.journal.games()]


def test_the_oldest_finished_game_makes_room_and_people_are_told(bench, tmp_path, monkeypatch):
    (tmp_path / "flash").mkdir()
    finish_games(tmp_path / "flash" / "journal")
    table = bench().new()
    running = table.session.id
    assert greet(table) == []
    assert ids(table) == [running, FINISHED[1], FINISHED[0]]
    fill(monkeypatch, table.table.journal, 1)
    before = table.session.lines
    table.press(0, 2)
    assert table.session.lines == before + 1, "the throw was taken"
    assert notes(table) == [("journal.dropped", ["ludo"])]
    assert ids(table) == [running, FINISHED[1]]
    assert greet(table) == [("journal.dropped", ["ludo"])], "whoever comes later is told, too"


def test_the_running_game_never_goes(bench, tmp_path, monkeypatch):
    (tmp_path / "flash").mkdir()
    finish_games(tmp_path / "flash" / "journal")
    table = bench().new()
    running = table.session.id
    greet(table)
    fill(monkeypatch, table.table.journal, 1000)
    state, lines = table.state.encode(), table.session.lines
    table.press(0, 2)
    assert (table.state.encode(), table.session.lines) == (state, lines)
    told = [text for text, _ in notes(table)]
    assert told == ["journal.dropped", "journal.dropped", "journal.full"]
    assert ids(table) == [running]
    monkeypatch.undo()
    table.press(0, 2)
    assert table.session.lines == lines + 1, "and it goes on when there is room"
