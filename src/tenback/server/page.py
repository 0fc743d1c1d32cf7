"""What a browser gets that opens one of the server's addresses: the page, and its files."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from starlette.responses import HTMLResponse, Response
from starlette.routing import Match, Route

from tenback.core.errors import TenbackError
from tenback.server import assets, sessions
from tenback.server.answers import language_of, refused
from tenback.server.api import BadRequest
from tenback.words import Words

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from starlette.requests import Request
    from starlette.types import Scope

    from tenback.server.assets import Asset
    from tenback.server.services import Services

BUILD = "python web/build.py"
"""The command that makes the page where there is none yet."""

PLACES = ("about", "daily", "hotseat", "learn", "me", "replay", "rules", "settings", "t")
"""What the addresses that the page knows begin with."""
KNOWN = re.compile(rf"/(({'|'.join(PLACES)})(/.*)?)?")

FOUND, UNCHANGED, NOT_FOUND, NOT_BUILT = 200, 304, 404, 503
REFUSED_GZIP = re.compile(r";\s*q=0(\.0*)?$")


class Page:
    """The page in a folder. It may be built while the server runs, but does not change then."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._found: Mapping[str, Asset] = {}

    async def answer(self, request: Request) -> Response:
        """A file, or the page itself: it knows what to show at which address."""
        services: Services = request.app.state.services
        language = language_of(request.headers.get("accept-language", ""))
        try:
            sessions.check_host(request, services.settings)
            return self._found_for(request, language)
        except TenbackError as error:
            return refused(error, language)

    def _found_for(self, request: Request, language: str) -> Response:
        path = str(request.scope["path"])
        found = self._files()
        if path in found:
            return _sent(found[path], request)
        if path.startswith("/assets/"):
            raise BadRequest("server-not-found")
        if assets.START not in found:
            return HTMLResponse(_not_built(language), NOT_BUILT)
        known = KNOWN.fullmatch(path)
        return _sent(found[assets.START], request, FOUND if known else NOT_FOUND)

    def _files(self) -> Mapping[str, Asset]:
        if assets.START not in self._found:
            self._found = assets.load(self._folder)
        return self._found


def _sent(asset: Asset, request: Request, status: int = FOUND) -> Response:
    """A file as the browser wants it: not at all if it has it, compressed if it can read that."""
    headers = {"Cache-Control": asset.keeping, "ETag": asset.tag, "Vary": "Accept-Encoding"}
    if status == FOUND and asset.tag.removeprefix("W/") in request.headers.get("if-none-match", ""):
        return Response(status_code=UNCHANGED, headers=headers)
    body, headers["Content-Type"] = asset.body, asset.type
    if asset.small is not None and _reads_gzip(request.headers.get("accept-encoding", "")):
        body, headers["Content-Encoding"] = asset.small, "gzip"
    return Response(body, status, headers)


def _reads_gzip(accepted: str) -> bool:
    parts = (part.strip().lower() for part in accepted.split(","))
    return any(part.startswith("gzip") and not REFUSED_GZIP.search(part) for part in parts)


def _not_built(language: str) -> str:
    say = Words(language)
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark"><title>tenback</title></head><body><main>'
        f"<h1>tenback</h1><p>{escape(say('server.not-built'))} <code>{BUILD}</code></p>"
        f"<p>{escape(say('server.terminal'))} <code>tenback play</code></p>"
        "</main></body></html>"
    )


class PageRoute(Route):
    """Every path but those of the interface for programs, where nothing is nothing."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether this is for the page."""
        programs = f"{scope.get('path', '')}/".startswith("/api/")
        return (Match.NONE, {}) if programs else super().matches(scope)


def route() -> Route:
    """Everything that browsers open; it comes last, for it takes whatever is left."""
    return PageRoute("/{path:path}", Page(assets.STATIC).answer)
