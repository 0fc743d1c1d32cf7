"""The OpenAPI document over HTTP: made once, when it is first asked for."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import TYPE_CHECKING

import msgspec
from starlette.responses import Response

from tenback.core.errors import TenbackError
from tenback.server.responses import JSON, refused, request_language

if TYPE_CHECKING:
    from starlette.requests import Request

    from tenback.server.access import Access

UNCHANGED = 304


async def answer(request: Request) -> Response:
    """The document; only that it is unchanged, if the client has it."""
    access: Access = request.app.state.access
    try:
        access.admit_stranger(request)
    except TenbackError as error:
        return refused(error, request_language(request))
    body, etag = _document()
    headers = {"ETag": etag, "Cache-Control": "no-cache"}
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=UNCHANGED, headers=headers)
    return Response(body, media_type=JSON, headers=headers)


@cache
def _document() -> tuple[bytes, str]:
    from tenback.server.schema import openapi

    body = msgspec.json.encode(openapi())
    return body, f'"{hashlib.sha256(body).hexdigest()[:32]}"'
