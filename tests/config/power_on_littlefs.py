"""Settings on littlefs: the power cut at every single operation of a save, and after it."""

import vfs
from kostka.config import Config, store
from kostka_flash import TEARS, mount, new_flash

PATH = "/power/config"
SAVES = 6


def loaded():
    config = Config()
    store.load(config, PATH)
    return config


def old_flash():
    """Return a flash that holds settings, one of them unknown here."""
    flash = new_flash(16)
    mount(flash)
    config = Config()
    config.kept = {"sound": 3}
    for value in (39, 40):
        config.choose({"brightness": value})
        store.save(config, PATH)
    vfs.umount("/power")
    return flash


def save_all(said):
    config = loaded()
    for number in range(1, SAVES + 1):
        config.choose({"brightness": 40 + number, "settle": 150 + number})
        store.save(config, PATH)
        said[0] = number


def operations():
    power = mount(old_flash())
    save_all([0])
    vfs.umount("/power")
    return power.done


def cut_at_every_operation(save, upto):
    """Cut the power everywhere; return how many cuts there were."""
    for tear in TEARS:
        for cut_at in range(1, upto + 1):
            flash = old_flash()
            said = [0]
            mount(flash, cut_at, tear)
            try:
                save(said)
            except OSError:
                pass
            vfs.umount("/power")
            mount(flash)
            try:
                config = loaded()
                # never empty: what was said to be safe, or what was in flight
                number = config.get("brightness") - 40
                assert said[0] <= number <= said[0] + 1, (tear, cut_at, said, config.chosen)
                if number:
                    assert config.get("settle") == 150 + number
                assert config.kept == {"sound": 3}, (tear, cut_at, config.kept)
                config.choose({"brightness": 77})
                store.save(config, PATH)
                assert loaded().chosen["brightness"] == 77
            finally:
                vfs.umount("/power")
    return upto * len(TEARS)


def case_power_cut_at_every_operation():
    upto = operations()
    assert upto >= 3 * SAVES, upto
    print(cut_at_every_operation(save_all, upto), "cuts")


def case_a_careless_save_is_seen():
    def careless(said):
        config = loaded()
        for number in range(1, SAVES + 1):
            config.choose({"brightness": 40 + number, "settle": 150 + number})
            body = '{"schema":1,"v":{"brightness":%d,"settle":%d,"sound":3}}'
            with open(PATH, "wb") as file:  # in place, and flushed in the middle
                file.write(body[:20].encode())
                file.flush()
                file.write(body[20:].encode())
            said[0] = number

    try:
        cut_at_every_operation(careless, 12)
    except AssertionError:
        return
    raise AssertionError("a save in place went unseen")
