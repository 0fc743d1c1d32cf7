"""Who one is, one's tables, one's games."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tenback.host import history, places
from tenback.host.errors import HostError
from tenback.server import protocol as p
from tenback.server import sessions, socket, telling
from tenback.server.answers import answer
from tenback.server.api import Call, Endpoint, Parameter

if TYPE_CHECKING:
    from starlette.responses import Response

    from tenback.host.identities import Guest
    from tenback.table.table import Table

PAGE = 50


async def me(call: Call) -> p.Me:
    """Who one is."""
    return _me(call.me)


async def be_named(call: Call) -> Response:
    """Be called something; whoever is new here is somebody from then on."""
    people, name = call.services.people, call.body.name
    if call.guest is not None:
        return answer(_me(await people.rename(call.guest.id, name)))
    call.doors.newcomers.take(sessions.address(call.request))
    return _welcomed(call, await people.welcome(name))


async def vanish(call: Call) -> Response:
    """Be forgotten."""
    # Nobody may sit down anew while the seats are given up.
    await call.services.forgetting.end(call.me.id)
    await socket.turn_out(call.me.id, call.doors)
    await call.services.forgetting.clear_up(call.me.id)
    return sessions.farewell(answer(_me(call.me)), call.services.settings)


async def link(call: Call) -> p.Link:
    """A link for another device."""
    people, settings = call.services.people, call.services.settings
    code = await people.link(call.me.id)
    until = call.services.clock() + people.limits.link_s
    return p.Link(code, f"{settings.url}/me#{code}", until)


async def follow(call: Call) -> Response:
    """Be the person that a link belongs to."""
    call.doors.newcomers.take(sessions.address(call.request))
    return _welcomed(call, await call.services.people.follow(call.body.code))


def _welcomed(call: Call, guest: Guest) -> Response:
    token = call.services.people.token(guest.id)
    return sessions.welcome(answer(_me(guest)), token, call.services.settings)


def _me(guest: Guest) -> p.Me:
    return p.Me(guest.id, guest.name, guest.since)


# Where one is


async def my_tables(call: Call) -> p.MyTables:
    """The tables at which one sits or watches."""
    ids = await places.tables(call.services.store, places.HERE, call.me.id)
    found = await asyncio.gather(*(_my_table(call, table) for table in ids))
    kept = [table for table in found if table is not None]
    return p.MyTables(tuple(sorted(kept, key=lambda table: -table.since)))


async def _my_table(call: Call, table_id: str) -> p.MyTable | None:
    def seen(table: Table) -> p.MyTable:
        return p.MyTable(
            table=table.id,
            game=table.options.rules.name,
            phase=table.phase,
            number=table.number,
            version=table.version,
            seat=table.seat_of(call.me.id),
            turn=table.game.turn if table.game else None,
            seats=table.seats,
            since=table.log[-1].at,
        )

    try:
        return await call.services.host.look(table_id, seen)
    except HostError as error:
        if error.code != "host-no-table":
            raise
        return None


# What one has played


async def my_games(call: Call) -> p.Played:
    """One's finished games."""
    begin = max(0, call.query("after", int, 0))
    games = await history.games(call.services.store, call.me.id)
    page = tuple(games[begin : begin + PAGE])
    return p.Played(page, begin + PAGE if len(games) > begin + PAGE else None)


async def my_statistics(call: Call) -> p.Statistics:
    """What they add up to."""
    games = await history.games(call.services.store, call.me.id)
    return p.Statistics(tuple(map(telling.line, history.statistics(games, call.me.id))))


# Where one is told


async def my_hook(call: Call) -> p.Hook:
    """Where one is told that it is one's turn."""
    found = await call.services.hooks.get(call.me.id)
    return p.Hook(found.url, found.secret) if found else p.Hook(None, None)


async def put_hook(call: Call) -> p.Hook:
    """Be told there."""
    found = await call.services.hooks.put(call.me.id, call.body.url)
    return p.Hook(found.url, found.secret)


async def drop_hook(call: Call) -> p.Hook:
    """Be told no more."""
    await call.services.hooks.drop(call.me.id)
    return p.Hook(None, None)


_AFTER = Parameter("after", int, "how many to pass over")

ENDPOINTS = (
    Endpoint("GET", "/api/me", "Who am I?", me, p.Me),
    Endpoint(
        "POST",
        "/api/me",
        "Be called this; sets the cookie of who is new",
        be_named,
        p.Me,
        body=p.Named,
        known=False,
    ),
    Endpoint("DELETE", "/api/me", "Forget me", vanish, p.Me),
    Endpoint("POST", "/api/me/link", "A link for my other device", link, p.Link),
    Endpoint(
        "POST",
        "/api/me/follow",
        "Follow such a link; sets the cookie",
        follow,
        p.Me,
        body=p.Follow,
        known=False,
    ),
    Endpoint("GET", "/api/me/tables", "Where am I?", my_tables, p.MyTables),
    Endpoint("GET", "/api/me/games", "What have I played?", my_games, p.Played, queries=(_AFTER,)),
    Endpoint("GET", "/api/me/statistics", "What does it add up to?", my_statistics, p.Statistics),
    Endpoint("GET", "/api/me/hook", "My web hook", my_hook, p.Hook),
    Endpoint("PUT", "/api/me/hook", "Tell me there", put_hook, p.Hook, body=p.HookAt, slow=True),
    Endpoint("DELETE", "/api/me/hook", "Tell me no more", drop_hook, p.Hook),
)
