"""Keeps other web pages out: only this machine, by its own names, may talk to the server.

A page from elsewhere can make a browser send requests here. Its `Origin` gives it away; where a
name of its own points to this machine (DNS rebinding), its `Host` does.
"""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

NAMES = ("127.0.0.1", "localhost", "[::1]")
CSP = (
    "default-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ws://{host}; "
    "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SAFE = ("GET", "HEAD")


class Guard:
    """Refuses requests of strangers and adds the headers that hold browsers to their place."""

    def __init__(self, app: ASGIApp, port: int) -> None:
        self._app = app
        self._hosts = frozenset(f"{name}:{port}" for name in NAMES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if host.lower() not in self._hosts:
            answer = PlainTextResponse("This table is only served to this machine.\n", 421)
        elif self._asks_for_change(scope) and not self._is_own(headers.get("origin", "")):
            answer = PlainTextResponse("Another page may not use this table.\n", 403)
        else:
            await self._app(scope, receive, _adding_headers(scope, send, host))
            return
        if scope["type"] == "http" or "websocket.http.response" in scope.get("extensions", {}):
            await answer(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008})

    def _asks_for_change(self, scope: Scope) -> bool:
        return scope["type"] == "websocket" or scope["method"] not in SAFE

    def _is_own(self, origin: str) -> bool:
        scheme, _, host = origin.partition("://")
        return scheme == "http" and host.lower() in self._hosts


def _adding_headers(scope: Scope, send: Send, host: str) -> Send:
    async def add(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["Content-Security-Policy"] = CSP.format(host=host)
            headers["X-Content-Type-Options"] = "nosniff"
            headers["X-Frame-Options"] = "DENY"
            headers["Referrer-Policy"] = "no-referrer"
            lasting = scope["path"].startswith(("/static/", "/mat/", "/icon/"))
            headers["Cache-Control"] = "no-cache" if lasting else "no-store"
        await send(message)

    return add
