"""The application: routes, the headers of every answer, and how errors are answered."""

from __future__ import annotations

import time
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import Match, Route, WebSocketRoute

from tenback.core.errors import TenbackError
from tenback.server import openapi_document, page, socket
from tenback.server.access import Access
from tenback.server.api import SOCKET, BadRequest, Call, Endpoint, check_queries, read, respond
from tenback.server.error_boundary import ErrorBoundary
from tenback.server.rate_limits import RateLimited
from tenback.server.responses import refused, request_language
from tenback.server.routes import ENDPOINTS
from tenback.server.security_headers import SecurityHeaders

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute
    from starlette.types import Receive, Scope, Send

    from tenback.server.metrics import Metrics
    from tenback.server.services import Services

WRONG_METHOD, SERVER_ERROR = 405, 500
CODES = {404: "server-not-found", WRONG_METHOD: "server-wrong-method"}


def application(start: Callable[[], AbstractAsyncContextManager[Services]]) -> SecurityHeaders:
    """The application; `start` opens its services for as long as it runs."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with start() as services:
            app.state.services, app.state.access = services, Access(services)
            yield

    routes: list[BaseRoute] = [
        *map(route, ENDPOINTS),
        WebSocketRoute(SOCKET, _Socket()),
        Route("/api/openapi.json", openapi_document.answer),
        page.route(),
    ]
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(ErrorBoundary)],
        exception_handlers={
            TenbackError: _refused,  # type: ignore[dict-item]
            HTTPException: _http_error,  # type: ignore[dict-item]
        },
    )
    app.router.redirect_slashes = False  # it would redirect to the host that the request names
    return SecurityHeaders(app)  # outermost, so that answers to our own errors have them, too


def route(endpoint: Endpoint) -> Route:
    """The route of an endpoint."""

    async def answer(request: Request) -> Response:
        metrics: Metrics = request.app.state.services.metrics
        start, status = time.perf_counter(), SERVER_ERROR
        try:
            response = await _respond(endpoint, request)
            status = response.status_code
        finally:
            metrics.requests.labels(endpoint.path, str(status)).inc()
            metrics.request_seconds.observe(time.perf_counter() - start)
        return response

    return Route(endpoint.path, answer, methods=[endpoint.method])


async def _respond(endpoint: Endpoint, request: Request) -> Response:
    services: Services = request.app.state.services
    access: Access = request.app.state.access
    try:
        guest = await access.admit_request(request, endpoint)
        check_queries(request, [each.name for each in endpoint.queries])
        limit = services.settings.rate_limits.body
        body = None if endpoint.body is None else await read(endpoint.body, request, limit)
        return await respond(endpoint, Call(services, access, request, guest, body))
    except TenbackError as error:
        services.metrics.refusals.labels(error.code).inc()
        return refused(error, request_language(request))


class _Socket:
    """An object, and no function, so that Starlette passes on the raw ASGI calls."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        state = scope["app"].state
        await socket.serve(scope, receive, send, state.services, state.access)


async def _refused(request: Request, error: TenbackError) -> Response:
    return refused(error, request_language(request))


async def _http_error(request: Request, error: HTTPException) -> Response:
    code = CODES.get(error.status_code, "server-not-found")
    try:
        request.app.state.access.admit_file(request)
    except RateLimited as too_fast:
        return refused(too_fast, request_language(request))
    response = refused(BadRequest(code), request_language(request))
    if response.status_code == WRONG_METHOD:
        response.headers["Allow"] = ", ".join(sorted(_allowed(request)))
    return response


def _allowed(request: Request) -> set[str]:
    """The methods of a path, each of which has a route of its own."""
    here = (route for route in request.app.routes if isinstance(route, Route))
    fitting = (route for route in here if route.matches(request.scope)[0] is not Match.NONE)
    return {method for route in fitting for method in route.methods or ()}
