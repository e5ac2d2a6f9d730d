"""A port that leads to a board's own and can be pulled, while the board lives on."""

from __future__ import annotations

import contextlib
import socket
import threading


class Relay:
    """Carries bytes between a host and a board's TCP port."""

    def __init__(self, port: int) -> None:
        self._board = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._pulled = False
        self._open: list[socket.socket] = []
        self._lock = threading.Lock()
        threading.Thread(target=self._serve, daemon=True).start()

    def pull(self) -> None:
        """End all connections, and take no others until plugged in again."""
        with self._lock:
            self._pulled = True
            for end in self._open:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
            self._open.clear()

    def plug(self) -> None:
        """Take connections again."""
        self._pulled = False

    def close(self) -> None:
        """End for good."""
        self.pull()
        self._listening.close()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near = self._listening.accept()[0]
                with self._lock:
                    if self._pulled:
                        near.close()
                        continue
                    far = socket.create_connection(("127.0.0.1", self._board))
                    self._open += [near, far]
                threading.Thread(target=_join, args=(near, far), daemon=True).start()


def _join(near: socket.socket, far: socket.socket) -> None:
    """Carry both ways until either end is gone."""
    with near, far:
        back = threading.Thread(target=_carry, args=(far, near), daemon=True)
        back.start()
        _carry(near, far)
        back.join()


def _carry(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(4096):
            target.sendall(data)
    for end in (source, target):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
