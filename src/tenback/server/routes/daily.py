"""The deals of the day."""

from __future__ import annotations

from datetime import date

from tenback.host.daily import DAILIES
from tenback.server import protocol as p
from tenback.server.api import BadRequest, Call, Endpoint


async def today(call: Call) -> p.Today:
    """Today's deals, and one's own tries."""
    days = call.services.days
    day = days.today()
    games = [
        p.DailyGame(game, daily.companions, await days.tried(call.person, day, game))
        for game, daily in DAILIES.items()
    ]
    return p.Today(day.isoformat(), await days.promised(), tuple(games))


async def play(call: Call) -> p.TableAt:
    """A table with today's deal: the one where it is being played, or a new one."""
    game = call.path("game")
    table = await call.services.openings.daily(call.me, game, call.charge_opening)
    return p.TableAt(table, call.link(table))


async def board(call: Call) -> p.Board:
    """How everybody did, people and bots."""
    day, game, days = _day(call), call.path("game"), call.services.days
    rows = await days.board(day, game)
    return p.Board(day.isoformat(), game, rows, await days.ladder(day, game))


async def secret(call: Call) -> p.Secret:
    """The secret of a day that is over, so that everybody can check its deals."""
    day = _day(call)
    return p.Secret(day.isoformat(), (await call.services.days.revealed(day)).hex())


def _day(call: Call) -> date:
    text = call.path("day")
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadRequest("server-bad-message", where="day", why=text[:40]) from None


ENDPOINTS = (
    Endpoint("GET", "/api/daily", "Today's deals", today, p.Today, known=False),
    Endpoint("POST", "/api/daily/{game}", "Play today's deal", play, p.TableAt),
    Endpoint(
        "GET", "/api/daily/{day}/secret", "The secret of a day", secret, p.Secret, known=False
    ),
    Endpoint(
        "GET",
        "/api/daily/{day}/{game}",
        "How it went, for people and bots",
        board,
        p.Board,
        known=False,
        slow=True,
    ),
)
