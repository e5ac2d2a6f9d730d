"""Dice near this computer by Bluetooth, through bleak, in a thread of its own."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import importlib.util
import threading
from typing import Any

from kostka.errors import HardwareError

from kostka_host.radio import messages
from kostka_host.radio.roller import Roller

SCAN_S = 5.0  # between two looks for dice that are new or came back
SERVICES = (messages.NORDIC_UART, messages.PIXELS)


class Bluetooth:
    """Finds dice, listens to them, and hands what they say to a roller.

    `call(function)` runs a function where the roller lives.

    Raises:
        HardwareError: bleak is not installed.
    """

    def __init__(self, roller: Roller, call: Any, kind: int) -> None:
        if importlib.util.find_spec("bleak") is None:
            raise HardwareError("radio.missing")
        self.problem = ""
        self._roller = roller
        self._call = call
        self._kind = kind
        self._clients: dict[str, Any] = {}
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="kostka-radio", daemon=True)

    def start(self) -> None:
        """Begin to look for dice."""
        self._thread.start()

    def close(self) -> None:
        """Let all dice go."""
        self._stop.set()
        self._thread.join(SCAN_S + 2)

    def _run(self) -> None:
        try:
            asyncio.run(self._look())
        except Exception as problem:  # no adapter, no permission: the game goes on without
            self.problem = str(problem) or type(problem).__name__

    async def _look(self) -> None:
        bleak: Any = importlib.import_module("bleak")
        try:
            while not self._stop.is_set():
                found = await bleak.BleakScanner.discover(
                    timeout=SCAN_S, service_uuids=list(SERVICES)
                )
                for device in found:
                    if device.address not in self._clients:
                        await self._connect(bleak, device)
        finally:
            for client in list(self._clients.values()):
                with contextlib.suppress(Exception):
                    await client.disconnect()

    async def _connect(self, bleak: Any, device: Any) -> None:
        address, name = device.address, device.name or ""
        is_pixel = not name.startswith(messages.GODICE_NAME)

        def gone(_: Any) -> None:
            self._clients.pop(address, None)
            self._call(lambda: self._roller.lose(address))

        def heard(_: Any, data: bytearray) -> None:
            copy = bytes(data)
            self._call(lambda: self._roller.heard(address, copy))

        client = bleak.BleakClient(device, disconnected_callback=gone)
        try:
            await client.connect()
            late = any(service.uuid == messages.PIXELS for service in client.services)
            self._clients[address] = client
            self._call(lambda: self._roller.meet(address, name, is_pixel, self._kind))
            await client.start_notify(
                messages.PIXELS_NOTIFY if late else messages.NORDIC_NOTIFY, heard
            )
            if is_pixel:
                to = messages.PIXELS_WRITE if late else messages.NORDIC_WRITE
                await client.write_gatt_char(to, messages.WHO_ARE_YOU)
        except Exception:  # out of reach again; the next look finds it
            self._clients.pop(address, None)
            with contextlib.suppress(Exception):
                await client.disconnect()
