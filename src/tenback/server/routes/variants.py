"""Variants: the rules of a designer's own, and published ones as a starting point."""

from __future__ import annotations

from dataclasses import replace

from starlette.responses import PlainTextResponse, Response

from tenback.core.rules import Rules
from tenback.server import protocol as p
from tenback.server.api import Call, Endpoint
from tenback.server.responses import JSON, encode
from tenback.table.options import read_rules


async def check(call: Call) -> Response:
    """The rules of a variant; refused with what is wrong with it."""
    return Response(encode(read_rules(call.body.game)), media_type=JSON)


async def toml(call: Call) -> Response:
    """A published variant as TOML, under a name of its own."""
    rules = Rules.named(call.path("game"))
    return PlainTextResponse(replace(rules, name=f"my-{rules.name}").to_toml())


ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/games/check",
        "The rules of a game, or what is wrong with it",
        check,
        Rules,
        body=p.GameAsked,
        needs_identity=False,
        slow=1,
        sheddable=True,
    ),
    Endpoint(
        "GET",
        "/api/games/{game}/toml",
        "A game as TOML, to make a variant of one's own from",
        toml,
        "text/plain",
        needs_identity=False,
    ),
)
