"""The deals of the day."""

from __future__ import annotations

from datetime import date

from tenback.host.daily import DAILY_VARIANTS
from tenback.server import protocol as p
from tenback.server.api import BadRequest, Call, Endpoint


async def today(call: Call) -> p.Today:
    """Today's deals, and the guest's own tries."""
    days = call.services.daily_deals
    day = days.today()
    games = [
        p.DailyGame(
            game=game,
            companions=daily.companions,
            tried=await days.counted_try(call.person, day, game),
            duel=daily.rules.duel,
        )
        for game, daily in DAILY_VARIANTS.items()
    ]
    return p.Today(day.isoformat(), await days.commitment(), tuple(games))


async def play(call: Call) -> p.TableAt:
    """A table with today's deal: the one where the guest plays it, or a new one."""
    game = call.path("game")
    table = await call.services.table_factory.daily(call.me, game, call.charge_new_table)
    return p.TableAt(table, call.link(table))


async def board(call: Call) -> p.Board:
    """The results of a day, of people and bots."""
    day, game, days = _day(call), call.path("game"), call.services.daily_deals
    rows = await days.board(day, game)
    return p.Board(day.isoformat(), game, rows, await days.ladder(day, game))


async def secret(call: Call) -> p.Secret:
    """The secret of a day that is over, with which its deals can be verified."""
    day = _day(call)
    return p.Secret(day.isoformat(), (await call.services.daily_deals.revealed_secret(day)).hex())


def _day(call: Call) -> date:
    text = call.path("day")
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadRequest("server-bad-message", where="day", why=text[:40]) from None


ENDPOINTS = (
    Endpoint("GET", "/api/daily", "Today's deals", today, p.Today, needs_identity=False),
    Endpoint("POST", "/api/daily/{game}", "Play today's deal", play, p.TableAt),
    Endpoint(
        "GET",
        "/api/daily/{day}/secret",
        "The secret of a day",
        secret,
        p.Secret,
        needs_identity=False,
    ),
    Endpoint(
        "GET",
        "/api/daily/{day}/{game}",
        "How it went, for people and bots",
        board,
        p.Board,
        needs_identity=False,
        slow=1,
        sheddable=True,
    ),
)
