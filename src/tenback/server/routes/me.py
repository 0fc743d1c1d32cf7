"""The guest: identity, tables, finished games, webhook."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tenback.host import history, seat_index
from tenback.host.errors import HostError
from tenback.server import protocol as p
from tenback.server import serialize, sessions, socket
from tenback.server.api import TENTH, Call, Endpoint, Parameter
from tenback.server.responses import answer

if TYPE_CHECKING:
    from starlette.responses import Response

    from tenback.host.identities import Guest
    from tenback.table.table import Table

PAGE = 50


async def me(call: Call) -> p.Me:
    """The identity of the guest."""
    return _me(call.me)


async def be_named(call: Call) -> Response:
    """Set the name of the guest; an anonymous client gets an identity."""
    identities, name = call.services.identities, call.body.name
    if call.guest is not None:
        return answer(_me(await identities.rename(call.guest.id, name)))
    call.access.new_identities.take(sessions.address(call.request))
    return _with_cookie(call, await identities.create_guest(name))


async def vanish(call: Call) -> Response:
    """Delete the guest."""
    # Revoked first, so that the guest cannot sit down again meanwhile.
    await call.services.account_deletion.revoke(call.me.id)
    await socket.close_sockets(call.me.id, call.access)
    await call.services.account_deletion.erase(call.me.id)
    return sessions.clear_cookie(answer(_me(call.me)), call.services.settings)


async def link(call: Call) -> p.Link:
    """A link that brings the identity to another device."""
    identities, settings = call.services.identities, call.services.settings
    code = await identities.link(call.me.id)
    until = call.services.clock() + identities.limits.link_s
    return p.Link(code, f"{settings.url}/me#{code}", until)


async def follow(call: Call) -> Response:
    """Take over the identity of a link."""
    call.access.new_identities.take(sessions.address(call.request))
    return _with_cookie(call, await call.services.identities.follow(call.body.code))


def _with_cookie(call: Call, guest: Guest) -> Response:
    token = call.services.identities.token(guest.id)
    return sessions.set_cookie(answer(_me(guest)), token, call.services.settings)


def _me(guest: Guest) -> p.Me:
    return p.Me(guest.id, guest.name, guest.since)


# Tables


async def my_tables(call: Call) -> p.MyTables:
    """The tables where the guest sits or watches."""
    ids = await seat_index.tables(call.services.store, seat_index.HERE, call.me.id)
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
        return await call.services.host.inspect(table_id, seen)
    except HostError as error:
        if error.code != "host-no-table":
            raise
        return None


# Finished games


async def my_games(call: Call) -> p.Played:
    """The finished games of the guest."""
    begin = max(0, call.query("after", int, 0))
    games = await history.games(call.services.store, call.me.id)
    page = tuple(games[begin : begin + PAGE])
    return p.Played(page, begin + PAGE if len(games) > begin + PAGE else None)


async def my_statistics(call: Call) -> p.Statistics:
    """The statistics of these games."""
    games = await history.games(call.services.store, call.me.id)
    return p.Statistics(tuple(map(serialize.line, history.statistics(games, call.me.id))))


# Webhook


async def my_hook(call: Call) -> p.Hook:
    """The webhook of the guest."""
    found = await call.services.webhooks.get(call.me.id)
    return p.Hook(found.url, found.secret) if found else p.Hook(None, None)


async def put_hook(call: Call) -> p.Hook:
    """Set the webhook."""
    found = await call.services.webhooks.put(call.me.id, call.body.url)
    return p.Hook(found.url, found.secret)


async def drop_hook(call: Call) -> p.Hook:
    """Delete the webhook."""
    await call.services.webhooks.drop(call.me.id)
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
        needs_identity=False,
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
        needs_identity=False,
    ),
    Endpoint("GET", "/api/me/tables", "Where am I?", my_tables, p.MyTables, slow=TENTH),
    Endpoint(
        "GET",
        "/api/me/games",
        "What have I played?",
        my_games,
        p.Played,
        queries=(_AFTER,),
        slow=TENTH,
    ),
    Endpoint(
        "GET",
        "/api/me/statistics",
        "What does it add up to?",
        my_statistics,
        p.Statistics,
        slow=TENTH,
    ),
    Endpoint("GET", "/api/me/hook", "My webhook", my_hook, p.Hook),
    Endpoint("PUT", "/api/me/hook", "Tell me there", put_hook, p.Hook, body=p.HookAt, slow=1),
    Endpoint("DELETE", "/api/me/hook", "Tell me no more", drop_hook, p.Hook),
)
