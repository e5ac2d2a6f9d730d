"""The life of a virtual board: power, start, resets, and the answers of its hardware."""

from __future__ import annotations

import hashlib
import json
import os
import random
import struct
import time
from collections.abc import Callable
from pathlib import Path

from kostka.errors import HardwareError, KostkaError

from kostka_host.boards import channel
from kostka_host.boards.channel import Channel
from kostka_host.boards.child import Child
from kostka_host.boards.clock import Clock
from kostka_host.boards.console import SOFT_REBOOT
from kostka_host.boards.loop import Loop, Timer
from kostka_host.boards.relay import Relay
from kostka_host.chips.flash import Flash, PowerCut
from kostka_host.chips.world import World

POWER_ON, BY_WATCHDOG = 1, 3  # machine.reset_cause() of an RP2
SHIM_BYTES = 64 * 1024  # heap that the stand-ins for built-in modules take; see tests/boards
_CRASHES = 5  # so many ends before boot.py in a row are one too many
_EARLY_TEXT = 2000

WORDS = {channel.SOFT: "soft", channel.HARD: "hard", channel.WATCHDOG_RESET: "watchdog"}


class Life:
    """One board from the first power on to the end of its process.

    `failed` is the error that ends the process, if there is one. Counters: `starts`, `resets`
    by kind.
    """

    def __init__(
        self,
        loop: Loop,
        relay: Relay,
        world: World,
        flash: Flash,
        command: list[str],
        heap_bytes: int,
        rom: Path,
        board_id: str,
        seed: int | None = None,
    ) -> None:
        self.world = world
        self.flash = flash
        self.clock: Clock  # set by the composition root, as the clock knows this life
        self.on_stage: Callable[[int], None] = lambda stage: None
        self.on_failure: Callable[[], None] = lambda: None
        self.failed: KostkaError | None = None
        self.powered = False
        self.stage = -1
        self.starts = 0
        self.resets = {"soft": 0, "hard": 0, "watchdog": 0, "cut": 0}
        self._loop = loop
        self._relay = relay
        self._command = command
        self._heap = heap_bytes + SHIM_BYTES
        self._rom = rom
        self._id = board_id
        self._seed = seed
        self._chance: random.Random | None = None
        self._cause = POWER_ON
        self._child: Child | None = None
        self._channel: Channel | None = None
        self._pending: int | None = None  # reset that was asked for
        self._early = 0
        self._timers = 0
        self._watchdog: Timer | None = None
        self._fed = 0.0
        self._timeout_us = 0
        self._handlers: dict[int, channel.Handler] = {
            channel.HELLO: self._hello,
            channel.SPI_READ: self._spi_read,
            channel.SPI_WRITE: self._spi_write,
            channel.SPI_XFER: self._spi_xfer,
            channel.PIN_SET: self._pin_set,
            channel.PIN_GET: self._pin_get,
            channel.PIN_MODE: self._pin_mode,
            channel.LEDS: self._leds,
            channel.FLASH_ERASE: self._flash_erase,
            channel.FLASH_WRITE: self._flash_write,
            channel.IDLE: self._idle,
            channel.RESET: self._reset,
            channel.WATCHDOG: self._watch,
            channel.TIMERS: self._note_timers,
            channel.STAGE: self._note_stage,
            channel.RANDOM: self._random,
            channel.DAMAGED: self._damaged,
            channel.I2C: self._i2c,
            channel.PWM: self._pwm,
            channel.ADC: self._adc,
            channel.NOW: self._note_now,
        }

    def handle(self, kind: int, handler: channel.Handler) -> None:
        """Answer one more kind of message."""
        self._handlers[kind] = handler

    # Power and resets ------------------------------------------------------------------------

    def power_on(self, cause: int = POWER_ON) -> None:
        """Begin a new life: pins are inputs, the clock of the VM starts at 0."""
        if self.powered:
            return
        self.powered = True
        self._cause = cause
        self._relay.console.raw = False
        self.world.reset_pins()
        self.clock.power_on()
        self._chance = None if self._seed is None else random.Random(self._seed + self.starts)
        self._start()

    def power_off(self) -> None:
        """Cut the power: the VM ends wherever it is, all lights go out, chips forget."""
        if self.powered:
            self._end()
            self.world.cut_power()

    def _end(self) -> None:
        self._stop()
        self._rest_watchdog()
        self.powered = False
        self.stage = -1
        self.world.reset_pins()

    def reset(self, cause: int = BY_WATCHDOG, kind: str = "hard") -> None:
        """Reset the controller; the chips around it keep what they have."""
        if self.powered:
            self._end()
        self.resets[kind] += 1
        self.power_on(cause)

    def _soft_reset(self) -> None:
        self._stop(keep_typed=True)
        self.resets["soft"] += 1
        self._relay.say(self._relay.console.own(SOFT_REBOOT))
        self._start()

    def _start(self) -> None:
        self.stage = -1
        self.starts += 1
        self._pending = None
        self._timers = 0
        self.clock.begin()
        child = Child(self._command, self._heap)
        self._child = child
        self._channel = Channel(child.hardware, self._handlers)
        self._loop.watch(child.hardware, self._hardware)
        self._relay.attach(child)

    def _rest_watchdog(self) -> None:
        self._timeout_us = 0
        if self._watchdog is not None:
            self._watchdog.cancel()
            self._watchdog = None

    def _stop(self, keep_typed: bool = False) -> None:
        child = self._child
        if child is None or self._channel is None:
            return
        self._loop.forget(child.hardware)
        child.kill()
        child.ended(wait=True)
        self._relay.detach(keep_typed)
        self._channel.close()
        child.close()
        self._child = None
        self._channel = None

    def close(self) -> None:
        """End the VM for good."""
        self._stop()
        self.powered = False

    def fail(self, problem: KostkaError) -> None:
        """End the board process because of an error."""
        self._stop()
        self.powered = False
        self.failed = problem
        self.on_failure()

    # What the clock asks ---------------------------------------------------------------------

    def grant(self, age_us: int) -> None:
        """Let the VM live until it has an age."""
        if self._channel is not None:
            self._channel.grant(age_us)

    def asleep(self) -> bool:
        """Say whether no code runs that could live through time."""
        if self._child is None:
            return True
        return self.at_prompt() and not self._child.interruptible()

    def at_prompt(self) -> bool:
        """Say whether main.py is not running."""
        return self.stage == channel.PROMPT

    def carry(self) -> None:
        """Carry all bytes that are under way."""
        self._relay.pump()
        while self._relay.drain():
            pass

    def carry_log(self) -> bytes:
        """Return the end of what the board has printed up to now."""
        self.carry()
        return bytes(self._relay.console.log)

    def lost(self) -> int:
        """Return how many bytes the board said while no host was attached."""
        return self._relay.lost

    @property
    def vm_pid(self) -> int:
        """Return the process id of the VM, 0 without one."""
        return self._child.pid if self._child is not None else 0

    def busy(self) -> bool:
        """Say whether Python code is running."""
        return self._child is not None and self._child.interruptible()

    # The hardware channel --------------------------------------------------------------------

    def _hardware(self) -> None:
        wire = self._channel
        if wire is None:
            return
        try:
            wire.receive()
        except PowerCut:
            self.power_off()
            self.resets["cut"] += 1
            return
        except (KeyError, ValueError, IndexError) as problem:
            self.fail(HardwareError("board.garbled", repr(problem)))
            return
        except KostkaError as problem:
            self.fail(problem)
            return
        if self._pending is not None:
            self._after_reset_request(self._pending)
        elif wire.closed and wire is self._channel:
            self._after_end()

    def _after_reset_request(self, kind: int) -> None:
        if kind == channel.SOFT:
            self._soft_reset()
        else:
            self.reset(BY_WATCHDOG, WORDS[kind])

    def _after_end(self) -> None:
        """Go on after the VM ended by itself, which at a prompt is a soft reset."""
        child = self._child
        if child is None:
            return
        if self.stage < channel.BOOT:
            self._early += 1
            if self._early >= _CRASHES or self.starts == 1:
                child.ended(wait=True)
                self._relay.detach()
                said = bytes(self._relay.console.log[-_EARLY_TEXT:]).decode(errors="replace")
                self.fail(HardwareError("board.no_start", child.status, " ".join(said.split())))
                return
        self._soft_reset()

    def _hello(self, _: bytes) -> bytes:
        raw = self._relay.console.raw
        return json.dumps(
            {
                "virtual": self.clock.virtual,
                "now": self.clock.age_us(),
                "granted": self.clock.granted_us(),
                "flash": str(self.flash.path.resolve()),
                "blocks": self.flash.sectors,
                "rom": str(self._rom),
                "id": self._id,
                "cause": self._cause,
                "main": not raw,
                "watchdog": self._timeout_us,  # a soft reset does not stop it
                "seed": None if self._chance is None else self._chance.getrandbits(30),
            }
        ).encode()

    def _note_stage(self, content: bytes) -> None:
        if content[0] == self.stage:
            return  # Ctrl-C struck while it was said, and it was said again
        self.stage = content[0]
        self._early = 0
        self.clock.lived(int.from_bytes(content[1:], "little"))
        if self.stage == channel.BOOT:
            self._relay.started()
        elif self.stage == channel.PROMPT:
            self._relay.at_prompt()
        self.on_stage(self.stage)

    def _spi_read(self, content: bytes) -> bytes:
        count = content[2] | content[3] << 8
        return self.world.spi(content[0] & 15, count, content[0] >> 4)

    def _spi_write(self, content: bytes) -> None:
        self.world.spi(content[0] & 15, len(content) - 1, content[0] >> 4)

    def _spi_xfer(self, content: bytes) -> bytes:
        return self.world.spi(content[0] & 15, len(content) - 1, content[0] >> 4)

    def _i2c(self, content: bytes) -> bytes:
        count = content[2] | content[3] << 8
        answer = self.world.i2c[content[0] & 15].transfer(content[1], content[4:], count)
        return answer if isinstance(answer, bytes) else bytes([answer]) + bytes(count)

    def _pwm(self, content: bytes) -> None:
        hz, duty = struct.unpack("<IH", content[1:])
        self.world.desk.pwm(content[0], hz, duty)

    def _adc(self, content: bytes) -> bytes:
        return self.world.desk.adc(content[0]).to_bytes(2, "little")

    def _note_now(self, content: bytes) -> None:
        self.clock.lived(int.from_bytes(content, "little"))

    def _pin_set(self, content: bytes) -> None:
        self.world.set_pin(content[0], content[1])

    def _pin_get(self, content: bytes) -> bytes:
        return bytes([self.world.pin(content[0])])

    def _pin_mode(self, content: bytes) -> None:
        self.world.pin_mode(content[0], content[1], content[3])

    def _leds(self, content: bytes) -> None:
        self.world.leds(content[0], content[1], content[2], content[3], content[4:])

    def _flash_erase(self, content: bytes) -> bytes:
        self.flash.erase(int.from_bytes(content, "little"))
        return b""

    def _flash_write(self, content: bytes) -> bytes:
        self.flash.write(int.from_bytes(content[:4], "little"), content[4:])
        return b""

    def _idle(self, content: bytes) -> None:
        self.clock.idle(
            int.from_bytes(content[:8], "little"), int.from_bytes(content[8:], "little")
        )

    def _reset(self, content: bytes) -> None:
        self._pending = content[0]
        self.clock.lived(int.from_bytes(content[1:], "little"))

    def _random(self, content: bytes) -> bytes:
        count = content[0] | content[1] << 8
        return os.urandom(count) if self._chance is None else self._chance.randbytes(count)

    def _damaged(self, _: bytes) -> None:
        raise HardwareError("flash.damaged", str(self.flash.path))

    def _note_timers(self, content: bytes) -> None:
        self._timers = content[0]

    def _watch(self, content: bytes) -> None:
        self._timeout_us = int.from_bytes(content, "little")
        self._fed = time.monotonic()
        # on a virtual clock the VM itself sees when it is over
        if self._watchdog is None and not self.clock.virtual:
            self._watchdog = self._loop.later(self._timeout_us / 1e6, self._bark)

    def _bark(self) -> None:
        self._watchdog = None
        left = self._fed + self._timeout_us / 1e6 - time.monotonic()
        if self._timers and not self.busy():
            left = self._timeout_us / 1e6  # at a prompt a board's timers go on and feed
        if left > 0:
            self._watchdog = self._loop.later(left, self._bark)
        else:
            self.reset(BY_WATCHDOG, "watchdog")


def board_id(name: str) -> str:
    """Return 16 hex digits that stand for a name, or random ones for none."""
    if not name:
        return os.urandom(8).hex()
    return hashlib.sha256(name.encode()).hexdigest()[:16]
