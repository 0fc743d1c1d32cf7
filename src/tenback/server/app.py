"""The application: routes, what every answer carries, and how errors are told."""

from __future__ import annotations

import logging
import time
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.routing import Match, Route, WebSocketRoute

from tenback.core.errors import TenbackError
from tenback.server import page, socket
from tenback.server.answers import language_of, refused
from tenback.server.api import SOCKET, BadRequest, Call, Endpoint, check_queries, read, respond
from tenback.server.doors import Doors
from tenback.server.logs import log
from tenback.server.routes import ENDPOINTS
from tenback.server.shielding import Shield

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute
    from starlette.types import Receive, Scope, Send

    from tenback.server.services import Services

WRONG_METHOD = 405
WRONG = {404: "server-not-found", WRONG_METHOD: "server-wrong-method"}


def application(start: Callable[[], AbstractAsyncContextManager[Services]]) -> Shield:
    """The application over services that live as long as it does."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with start() as services:
            app.state.services, app.state.doors = services, Doors(services)
            yield

    routes: list[BaseRoute] = [
        *map(route, ENDPOINTS),
        WebSocketRoute(SOCKET, _Socket()),
        Route("/api/openapi.json", _described),
        page.route(),
    ]
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        exception_handlers={
            TenbackError: _refused,  # type: ignore[dict-item]
            HTTPException: _not_served,  # type: ignore[dict-item]
            Exception: _failed,
        },
    )
    app.router.redirect_slashes = False  # it would lead to whatever the request calls our host
    return Shield(app)  # around everything, so that our own mistakes have the headers, too


def route(endpoint: Endpoint) -> Route:
    """The route of an endpoint."""

    async def answer(request: Request) -> Response:
        begun = time.perf_counter()
        response = await _answered(endpoint, request)
        services: Services = request.app.state.services
        services.metrics.count("requests", path=endpoint.path, status=str(response.status_code))
        services.metrics.time("request", time.perf_counter() - begun)
        return response

    return Route(endpoint.path, answer, methods=[endpoint.method])


async def _answered(endpoint: Endpoint, request: Request) -> Response:
    services: Services = request.app.state.services
    doors: Doors = request.app.state.doors
    try:
        guest = await doors.visit(request, known=endpoint.known, slow=endpoint.slow)
        check_queries(request, [each.name for each in endpoint.queries])
        limit = services.settings.quotas.body
        body = None if endpoint.body is None else await read(endpoint.body, request, limit)
        return await respond(endpoint, Call(services, doors, request, guest, body))
    except TenbackError as error:
        services.metrics.count("refusals", code=error.code)
        return refused(error, _language(request))


async def _described(_: Request) -> Response:
    """The OpenAPI document. It is seldom asked for, so nothing of it is made before."""
    from tenback.server.describing import openapi

    return JSONResponse(openapi())


class _Socket:
    """An object, and no function, so that Starlette hands on what comes and goes as it is."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        state = scope["app"].state
        await socket.serve(scope, receive, send, state.services, state.doors)


async def _refused(request: Request, error: TenbackError) -> Response:
    return refused(error, _language(request))


async def _not_served(request: Request, error: HTTPException) -> Response:
    code = WRONG.get(error.status_code, "server-not-found")
    response = refused(BadRequest(code), _language(request))
    if response.status_code == WRONG_METHOD:
        response.headers["Allow"] = ", ".join(sorted(_allowed(request)))
    return response


def _allowed(request: Request) -> set[str]:
    """Every method of a path: each has a route of its own."""
    here = (route for route in request.app.routes if isinstance(route, Route))
    fitting = (route for route in here if route.matches(request.scope)[0] is not Match.NONE)
    return {method for route in fitting for method in route.methods or ()}


async def _failed(request: Request, error: Exception) -> Response:
    """A mistake of ours: whoever runs the server learns what, whoever asked that it was ours."""
    services: Services = request.app.state.services
    services.metrics.count("failures", kind=type(error).__name__)
    # The path itself would tell the id of a private table.
    path = getattr(request.scope.get("route"), "path", None)
    log("server-error", logging.ERROR, path=path, kind=type(error).__name__)
    response = refused(BadRequest("server-error"), _language(request))
    # Starlette raises the error once more, uvicorn hangs up, and the next request would be lost.
    response.headers["Connection"] = "close"
    return response


def _language(request: Request) -> str:
    return language_of(request.headers.get("accept-language", ""))
