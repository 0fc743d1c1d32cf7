"""Monitoring: health and metrics, for the operator."""

from __future__ import annotations

from starlette.responses import Response

from tenback import __version__
from tenback.server import protocol as p
from tenback.server.api import BadRequest, Call, Endpoint
from tenback.server.metrics import CONTENT_TYPE
from tenback.server.sessions import is_local


async def health(call: Call) -> p.Health:
    """Whether the store keeps what it is given."""
    await call.services.store_probe.check()
    host = call.services.host
    return p.Health("ok", __version__, host.in_memory, host.connections)


async def metrics(call: Call) -> Response:
    """The metrics, for clients on this machine: counts may reveal what another person did."""
    if not (is_local(call.request) or call.services.settings.open_metrics):
        raise BadRequest("server-not-found")
    return Response(call.services.metrics.exposition(), media_type=CONTENT_TYPE)


ENDPOINTS = (
    Endpoint("GET", "/healthz", "How is the server?", health, p.Health, needs_identity=False),
    Endpoint(
        "GET", "/metrics", "What the server counts", metrics, "text/plain", needs_identity=False
    ),
)
