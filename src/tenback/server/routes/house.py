"""The server itself: what it offers, and how it is."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from starlette.responses import PlainTextResponse, Response

from tenback import __version__
from tenback.bots import registry
from tenback.core.rules import Rules
from tenback.core.variants import every
from tenback.host.companions import COMPANIONS
from tenback.host.daily import DAILIES
from tenback.server import protocol as p
from tenback.server.answers import JSON, encode, language_of
from tenback.server.api import BadRequest, Call, Endpoint
from tenback.server.sessions import is_from_here
from tenback.table.deciding import AWAY
from tenback.table.options import read_rules
from tenback.talk.policy import choices
from tenback.words import Words

SHARE = "tenback --lan"
"""The command that lets friends in."""


async def about(call: Call) -> p.About:
    """What can be played here, with whom, and who is asking."""
    settings, guest = call.services.settings, call.guest
    language = language_of(call.request.headers.get("accept-language", ""))
    return p.About(
        version=__version__,
        link=None if settings.only_here else settings.url,
        share=SHARE if settings.only_here else None,
        me=p.Me(guest.id, guest.name, guest.since) if guest else None,
        companions=COMPANIONS,
        absence=AWAY,
        games=_games(),
        bots=_bots(language),
    )


@cache
def _games() -> tuple[p.Game, ...]:
    return tuple(map(_game, every()))


def _game(rules: Rules) -> p.Game:
    return p.Game(
        name=rules.name,
        players=tuple(rules.player_counts),
        talk=choices(rules.talk),
        daily=rules.name in DAILIES,
    )


@cache
def _bots(language: str) -> tuple[p.BotKind, ...]:
    say = Words(language)
    found, _ = registry.listings()
    return tuple(p.BotKind(one.name, one.description(say)) for one in found)


async def check(call: Call) -> Response:
    """Whether a game can be played: its rules, or what is wrong with it."""
    return Response(encode(read_rules(call.body.game)), media_type=JSON)


async def toml(call: Call) -> Response:
    """A published game as the text of a variant, under a name that is free."""
    rules = Rules.named(call.path("game"))
    return PlainTextResponse(replace(rules, name=f"my-{rules.name}").to_toml())


async def health(call: Call) -> p.Health:
    """Whether the store answers."""
    await call.services.store.get("health", "check")
    host = call.services.host
    return p.Health("ok", __version__, host.in_memory, host.connections)


async def metrics(call: Call) -> Response:
    """What has been counted; how often something is done may tell one person about another."""
    if not (is_from_here(call.request) or call.services.settings.open_metrics):
        raise BadRequest("server-not-found")
    return PlainTextResponse(
        str(call.services.metrics), media_type="text/plain; version=0.0.4; charset=utf-8"
    )


ENDPOINTS = (
    Endpoint(
        "GET", "/api/about", "What can be played here, with whom?", about, p.About, known=False
    ),
    Endpoint(
        "POST",
        "/api/games/check",
        "The rules of a game, or what is wrong with it",
        check,
        Rules,
        body=p.GameAsked,
        known=False,
        slow=True,
    ),
    Endpoint(
        "GET",
        "/api/games/{game}/toml",
        "A game as TOML, to make a variant of one's own from",
        toml,
        "text/plain",
        known=False,
    ),
    Endpoint("GET", "/healthz", "How is the server?", health, p.Health, known=False),
    Endpoint("GET", "/metrics", "What the server counts", metrics, "text/plain", known=False),
)
