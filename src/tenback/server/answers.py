"""Answers over HTTP: JSON from typed messages, refusals with a code and a status."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.responses import Response

from tenback.core.errors import TenbackError
from tenback.server.logs import log
from tenback.server.protocol import Refused
from tenback.words import LANGUAGES, Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from msgspec import Struct

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
    "host-stopping": 503,
    "host-busy": 503,
    "host-unready": 503,
    "store-closed": 503,
    "server-no-database": 503,
}
"""By code; whatever else is refused conflicts with how things stand."""

INSIDE = frozenset(("store-failed", "store-unreachable"))
"""Refusals that tell where the database is and what it complains of: for who runs the server."""

_encoder = msgspec.json.Encoder(enc_hook=str)
encode = _encoder.encode


def answer(message: Struct, headers: Mapping[str, str] | None = None) -> Response:
    """A typed message."""
    return Response(encode(message), media_type=JSON, headers=headers)


def refusal(error: TenbackError, language: str = "en", message_id: str | None = None) -> Refused:
    """Why something cannot be done, for programs and for people."""
    error = _without_the_inside(error)
    sentence = Words(language).refusal(error)
    return Refused(error.code, plain(error.params), sentence, message_id)


def refused(error: TenbackError, language: str = "en") -> Response:
    """The same as an answer."""
    told = refusal(error, language)
    status = STATUS.get(told.code, CONFLICT)
    wait = told.params.get("seconds") if told.code == "server-too-fast" else None
    headers = {} if wait is None else {"Retry-After": str(int(wait) + 1)}
    return Response(encode(told), status_code=status, media_type=JSON, headers=headers)


def _without_the_inside(error: TenbackError) -> TenbackError:
    if error.code not in INSIDE:
        return error
    log(error.code, logging.ERROR, why=str(error.params.get("why", "")))
    return TenbackError("server-no-database")


def language_of(accepted: str) -> str:
    """The first language of an Accept-Language header that we speak."""
    for part in accepted.split(","):
        name = part.split(";")[0].strip().lower()[:2]
        if name in LANGUAGES:
            return name
    return "en"


def plain(params: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters as JSON can hold them."""
    simple = (str, int, float, bool, type(None))
    return {
        key: value if isinstance(value, simple) else str(value) for key, value in params.items()
    }
