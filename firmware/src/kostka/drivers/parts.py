"""Makes the drivers of the parts that the layout of a board names, when they are asked for.

Each function takes the layout's module and returns a driver, or None where there is no such part.
"""

from machine import ADC, I2C, PWM, Pin

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.drivers.buzzer import Buzzer
    from kostka.drivers.pn532 import TagReader
    from kostka.drivers.ssd1306 import Display
    from kostka.drivers.tmag5273 import Sensors

_HZ = 400_000
_TIMEOUT_US = 2000  # of a bus; a step of a driver takes less than 3 ms, whatever hangs

_desk: list[I2C] = []  # the bus that reader and display share


def _bus(layout: object, number: int) -> "I2C | None":
    name = "PIN_I2C%d_" % number
    sda, scl = getattr(layout, name + "SDA", None), getattr(layout, name + "SCL", None)
    if sda is None or scl is None:
        return None
    return I2C(number, sda=Pin(sda), scl=Pin(scl), freq=_HZ, timeout=_TIMEOUT_US)


def _desk_bus(layout: object) -> "I2C | None":
    if not _desk:
        bus = _bus(layout, 1)
        if bus is not None:
            _desk.append(bus)
    return _desk[0] if _desk else None


def cups(layout: object) -> object:
    """Return the module that says where the dice cups are."""
    try:
        import cup_layout
    except ImportError:
        return None
    return cup_layout


def sensors(layout: object) -> "Sensors | None":
    """Return the sensors of all dice cups."""
    import cup_layout

    bus = _bus(layout, cup_layout.I2C_DICE)
    if bus is None:
        return None
    from kostka.drivers.tca9548a import Switch
    from kostka.drivers.tmag5273 import Sensors

    channels = bytes([cup[0] for cup in cup_layout.CUPS])
    return Sensors(bus, Switch(bus, cup_layout.DICE_MUX), channels, cup_layout.DICE_SENSORS)


def display(layout: object) -> "Display | None":
    """Return the screen."""
    bus = _desk_bus(layout)
    if bus is None:
        return None
    from kostka.drivers.ssd1306 import Display

    return Display(bus)


def reader(layout: object) -> "TagReader | None":
    """Return the reader of the tag stand."""
    bus = _desk_bus(layout)
    if bus is None:
        return None
    from kostka.drivers.pn532 import TagReader

    reset, irq = getattr(layout, "PIN_NFC_RST_N", None), getattr(layout, "PIN_NFC_IRQ", None)
    return TagReader(
        bus,
        None if reset is None else Pin(reset, Pin.OUT, value=1),
        None if irq is None else Pin(irq, Pin.IN, Pin.PULL_UP),
    )


def buzzer(layout: object) -> "Buzzer | None":
    """Return the buzzer."""
    pin = getattr(layout, "PIN_BUZZER", None)
    if pin is None:
        return None
    from kostka.drivers.buzzer import Buzzer

    pwm = PWM(Pin(pin), freq=1000, duty_u16=0)
    return Buzzer(pwm)


def supply(layout: object) -> "ADC | None":
    """Return the analog input of the line on which a supply says what it gives."""
    pin = getattr(layout, "PIN_ADC_CC", None)
    return None if pin is None else ADC(Pin(pin))
