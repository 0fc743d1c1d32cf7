"""Responses over HTTP: JSON from typed messages, refusals with a code and a status."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from starlette.responses import Response

from tenback.core.errors import TenbackError
from tenback.server.protocol import Refused
from tenback.words import Words, preferred

if TYPE_CHECKING:
    from collections.abc import Mapping

    from msgspec import Struct
    from starlette.requests import HTTPConnection

JSON = "application/json"
CONFLICT = 409

STATUS = {
    "server-bad-json": 400,
    "server-bad-message": 400,
    "server-bad-query": 400,
    "server-no-identity": 401,
    "server-too-slow": 408,
    "server-bad-origin": 403,
    "server-bad-host": 403,
    "server-not-found": 404,
    "server-wrong-method": 405,
    "server-too-large": 413,
    "server-not-json": 415,
    "server-too-fast": 429,
    "server-too-many-sockets": 429,
    "server-error": 500,
    "identity-unknown": 401,
    "identity-bad-link": 404,
    "daily-no-game": 404,
    "daily-no-deals": 404,
    "lesson-no-game": 404,
    "host-no-table": 404,
    "table-no-game": 404,
    "server-busy": 503,
    "host-stopping": 503,
    "host-busy": 503,
    "hook-busy": 503,
    "host-unready": 503,
    "server-no-kernels": 503,
    "store-closed": 503,
    "server-no-database": 503,
    "server-lost-database": 503,
}
"""The status of each code; all other refusals are conflicts."""

RETRIED = frozenset(("server-too-fast", "server-busy"))
"""Refusals after which a client is told when to ask again."""

INTERNAL = {
    "store-failed": "server-no-database",
    "store-unreachable": "server-no-database",
    "store-file-gone": "server-lost-database",
    **dict.fromkeys(("build-failed", "no-compiler", "no-cache-folder"), "server-no-kernels"),
}
"""Refusals about the machine itself: the operator reads them in the log, clients something else."""

_encoder = msgspec.json.Encoder(enc_hook=str)
encode = _encoder.encode


def answer(message: Struct, headers: Mapping[str, str] | None = None) -> Response:
    """A response with a typed message."""
    return Response(encode(message), media_type=JSON, headers=headers)


def refusal(error: TenbackError, language: str = "en", message_id: str | None = None) -> Refused:
    """A refusal as a message: a code for programs, a sentence for people."""
    error = _redacted(error)
    sentence = Words(language).refusal(error)
    return Refused(error.code, plain(error.params), sentence, message_id)


def refused(error: TenbackError, language: str = "en") -> Response:
    """A refusal as a response."""
    message = refusal(error, language)
    status = STATUS.get(message.code, CONFLICT)
    wait = message.params.get("seconds") if message.code in RETRIED else None
    headers = {} if wait is None else {"Retry-After": str(int(wait) + 1)}
    return Response(encode(message), status_code=status, media_type=JSON, headers=headers)


def _redacted(error: TenbackError) -> TenbackError:
    public = INTERNAL.get(error.code)
    return TenbackError(public) if public else error


def request_language(connection: HTTPConnection) -> str:
    """The language that a client asks for in its headers."""
    return language_of(connection.headers.get("accept-language", ""))


def language_of(accepted: str) -> str:
    """The first language of an Accept-Language header that the server has words for."""
    return preferred(part.split(";")[0] for part in accepted.split(","))


def plain(params: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters as JSON values."""
    simple = (str, int, float, bool, type(None))
    return {
        key: value if isinstance(value, simple) else str(value) for key, value in params.items()
    }
