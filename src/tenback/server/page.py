"""The page and its files, for browsers."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from starlette.responses import HTMLResponse, Response
from starlette.routing import Match, Route

from tenback.core.errors import TenbackError
from tenback.server import assets, sessions
from tenback.server.api import BadRequest
from tenback.server.responses import language_of, refused
from tenback.words import Words

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from starlette.requests import Request
    from starlette.types import Scope

    from tenback.server.assets import Asset
    from tenback.server.services import Services

BUILD = "python web/build.py"
"""The command that builds the page where it is missing."""

PAGE_PATHS = ("about", "daily", "hotseat", "learn", "me", "replay", "rules", "settings", "t")
"""The first parts of the paths that the page knows."""
PAGE_PATH = re.compile(rf"/(({'|'.join(PAGE_PATHS)})(/.*)?)?")

FOUND, UNCHANGED, NOT_FOUND, NOT_BUILT = 200, 304, 404, 503
REFUSED_GZIP = re.compile(r";\s*q=0(\.0*)?$")


class Page:
    """The page in a folder. It may be built while the server runs; then it stays as it is."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._assets: Mapping[str, Asset] = {}

    async def answer(self, request: Request) -> Response:
        """A file, or the page itself, which routes the path in the browser."""
        services: Services = request.app.state.services
        language = language_of(request.headers.get("accept-language", ""))
        try:
            sessions.check_host(request, services.settings)
            request.app.state.access.admit_file(request)
            return self._response(request, language)
        except TenbackError as error:
            return refused(error, language)

    def _response(self, request: Request, language: str) -> Response:
        path = str(request.scope["path"])
        found = self._files()
        if path in found:
            return _file_response(found[path], request)
        if path.startswith("/assets/"):
            raise BadRequest("server-not-found")
        if assets.INDEX not in found:
            return HTMLResponse(_not_built(language), NOT_BUILT)
        known = PAGE_PATH.fullmatch(path)
        return _file_response(found[assets.INDEX], request, FOUND if known else NOT_FOUND)

    def _files(self) -> Mapping[str, Asset]:
        if assets.INDEX not in self._assets:
            self._assets = assets.load(self._folder)
        return self._assets


def _file_response(asset: Asset, request: Request, status: int = FOUND) -> Response:
    """A file: not modified if the browser has it, compressed if it accepts that."""
    headers = {"Cache-Control": asset.cache_control, "ETag": asset.etag, "Vary": "Accept-Encoding"}
    if status == FOUND and asset.etag.removeprefix("W/") in request.headers.get(
        "if-none-match", ""
    ):
        return Response(status_code=UNCHANGED, headers=headers)
    body, headers["Content-Type"] = asset.body, asset.type
    if asset.gzipped is not None and _reads_gzip(request.headers.get("accept-encoding", "")):
        body, headers["Content-Encoding"] = asset.gzipped, "gzip"
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
    """Every path but those under /api, where an unknown path is an error."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether a path belongs to the page."""
        is_api = f"{scope.get('path', '')}/".startswith("/api/")
        return (Match.NONE, {}) if is_api else super().matches(scope)


def route() -> Route:
    """The route of the page; it comes last, for it matches every other path."""
    return PageRoute("/{path:path}", Page(assets.STATIC).answer)
