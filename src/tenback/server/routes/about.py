"""What the server offers: variants, bots, and the client's own identity."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tenback import __version__
from tenback.bots import registry
from tenback.core.variants import every
from tenback.host.daily import DAILY_VARIANTS
from tenback.host.hot_seat import COMPANIONS
from tenback.server import protocol as p
from tenback.server.api import Call, Endpoint
from tenback.server.responses import request_language
from tenback.table.handlers import AWAY
from tenback.talk.policy import choices
from tenback.words import Words

if TYPE_CHECKING:
    from tenback.core.rules import Rules

SHARE_COMMAND = "tenback --lan"
"""The command that lets friends in."""


async def about(call: Call) -> p.About:
    """The variants, the bots, and the guest."""
    settings, guest = call.services.settings, call.guest
    language = request_language(call.request)
    return p.About(
        version=__version__,
        link=None if settings.local_only else settings.url,
        share=SHARE_COMMAND if settings.local_only else None,
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
        daily=rules.name in DAILY_VARIANTS,
        duel=rules.duel,
    )


@cache
def _bots(language: str) -> tuple[p.BotKind, ...]:
    say = Words(language)
    found, _ = registry.listings()
    return tuple(p.BotKind(one.name, one.description(say)) for one in found)


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/about",
        "What can be played here, with whom?",
        about,
        p.About,
        needs_identity=False,
    ),
)
