"""The last resort of a connection: an unexpected error is reported, and the client gets a refusal.

Starlette's own handler raises the error again, and uvicorn logs it a second time.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection
from uvicorn.protocols.utils import ClientDisconnected

from tenback.server.api import BadRequest
from tenback.server.responses import refused, request_language

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from tenback.server.error_log import ErrorLog

INTERNAL_ERROR = 1011
"""The code with which a socket is closed for an error of the server."""


class ErrorBoundary:
    """Wraps the routes of an application whose state has `services`."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a connection to its end."""
        match scope["type"]:
            case "http":
                await self._request(scope, receive, send)
            case "websocket":
                await self._socket(scope, receive, send)
            case _:
                await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, receive, watched)
        except Exception as error:  # noqa: BLE001 (it is reported)
            _report("http", error, scope)
            if not started:
                language = request_language(HTTPConnection(scope))
                response = refused(BadRequest("server-error"), language)
                await response(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._app(scope, receive, send)
        except ClientDisconnected:
            pass
        except Exception as error:  # noqa: BLE001 (it is reported)
            _report("socket", error, scope)
            with suppress(OSError, RuntimeError):  # it may be closed already
                await send({"type": "websocket.close", "code": INTERNAL_ERROR})


def _report(where: str, error: Exception, scope: Scope) -> None:
    errors: ErrorLog = scope["app"].state.services.errors
    # The path itself holds the id of a table, its pattern does not.
    errors.report(where, error, path=getattr(scope.get("route"), "path", None))
