"""Drawings of mats for the page: each is made once, beside the loop, and sent only when new."""

from __future__ import annotations

import asyncio
import hashlib

from kostka import games
from kostka.errors import OptionError
from kostka.text import Catalog
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from kostka_host import sheets, ui


class Drawings:
    """Answers for ``/mat/{game}.svg?lang=xx``; a language that is not known is English."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], asyncio.Task[str]] = {}

    async def answer(self, request: Request) -> Response:
        """Return the drawing; that of an unknown game is not found."""
        game = request.path_params["game"]
        lang = request.query_params.get("lang", "en")
        if game not in games.names():
            return _none()
        key = (game, lang if lang in ui.languages() else "en")
        if key not in self._known:
            # drawing takes a tenth of a second, in which no browser would be served
            self._known[key] = asyncio.create_task(asyncio.to_thread(_draw, *key))
        try:
            svg = await asyncio.shield(self._known[key])  # others wait for it too
        except OptionError:
            return _none()
        tag = f'"{hashlib.sha256(svg.encode()).hexdigest()[:32]}"'
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers={"ETag": tag})
        return Response(svg, media_type="image/svg+xml", headers={"ETag": tag})


async def icon(request: Request) -> Response:
    """Return the picture of a token; it is small, and drawn anew each time."""
    found = sheets.icon_svg(request.path_params["game"], request.path_params["name"])
    return _none() if found is None else Response(found, media_type="image/svg+xml")


def _draw(game: str, lang: str) -> str:
    return sheets.field_svg(game, Catalog(lang, keep=True))


def _none() -> Response:
    return PlainTextResponse("This game has no drawing.\n", 404)
