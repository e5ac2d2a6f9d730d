from kostka_host.hil import on_board


@on_board
def test_it_heats_when_it_is_cold():
    from thermostat import Thermostat

    room = Thermostat(20)
    assert [room.step(t) for t in (18, 20, 22)] == [True, True, False]
