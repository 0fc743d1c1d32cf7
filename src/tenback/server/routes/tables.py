"""Tables over plain HTTP: the same commands and events as over their sockets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import PlainTextResponse

from tenback.server import protocol as p
from tenback.server import serialize
from tenback.server.api import QUARTER, TENTH, Call, Companion, Endpoint, Parameter
from tenback.table.commands import Watch

if TYPE_CHECKING:
    from starlette.responses import Response

LOBBY = 100


async def lobby(call: Call) -> p.Lobby:
    """The listed tables."""
    after = call.query("after", p.TableId, "")
    found = await call.services.host.lobby(after=after, limit=LOBBY)
    return p.Lobby(found, found[-1].table if len(found) == LOBBY else None)


async def open_table(call: Call) -> p.TableAt:
    """A new table."""
    call.charge_rules(call.body.options.game)
    options = p.to_options(call.body.options)
    table = await call.services.table_factory.table(
        call.me, options, call.body.id, call.charge_new_table
    )
    return p.TableAt(table, call.link(table))


async def see(call: Call) -> p.Table:
    """The whole table, as the client may see it."""
    await call.admit_at_table()
    snapshot = await call.services.host.snapshot(call.path("table"), call.actor)
    return serialize.table(snapshot, call.actor, call.services.clock())


async def send(call: Call) -> p.Receipt:
    """Carry out a command."""
    call.charge_rules(p.own_rules(call.body.command))
    body, command = call.body, p.to_command(call.body.command)
    call.charge_command(command)
    if isinstance(command, Watch):
        await call.admit_at_table()
    receipt = await call.services.host.command(
        call.path("table"), call.actor, command, body.id, seen=body.seen
    )
    call.services.metrics.commands.inc()
    return p.Receipt(receipt.versions)


async def events(call: Call) -> p.EventsAfter:
    """The events after a version."""
    table, after = call.path("table"), call.query("after", int, 0)
    await call.admit_at_table()
    found = await call.services.host.events(table, call.actor, after)
    return p.EventsAfter(found.version, serialize.shown(found.events))


async def hint(call: Call) -> p.HintAnswer:
    """What to play, and why."""
    found = await call.services.host.hint(call.path("table"), call.actor, call.body.id)
    return p.HintAnswer(serialize.choices(found), serialize.reasons(found))


async def plan(call: Call) -> p.Holds:
    """Which lays of a plan are still legal."""
    table, moves = call.path("table"), call.body.moves
    return p.Holds(await call.services.host.plan(table, call.actor, moves))


async def record(call: Call) -> Response:
    """The record of a finished game, as a file."""
    table, number = call.path("table"), call.query("number", int, None)
    found = await call.services.host.record(table, call.actor, number)
    name = f"tenback-{table[:8]}-{number or 'last'}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(str(found), headers=headers)


async def replay(call: Call) -> p.Replay:
    """A finished game, step by step."""
    number, seat = (call.query(name, int, None) for name in ("number", "seat"))
    views = await call.services.host.replay(
        call.path("table"), call.actor, number, seat, open_hands=call.query("open", bool, False)
    )
    rules = views[0].rules
    return p.Replay(rules, rules.layout, tuple(map(serialize.view, views)))


_NUMBER = Parameter("number", int, "which game of the table, counted from 1; by default the last")
_SEAT = Parameter("seat", int, "whose view; by default one's own")
_OPEN = Parameter("open", bool, "every hand lies open; `seat` is ignored")
_AFTER = Parameter("after", int, "the last version that is known")
_COMPANION = Parameter("companion", Companion, "act for a companion at the same device")
_LAST = Parameter("after", p.TableId, "the last table that is known")

ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/tables",
        "Tables that want company",
        lobby,
        p.Lobby,
        queries=(_LAST,),
        needs_identity=False,
    ),
    Endpoint("POST", "/api/tables", "Open a table", open_table, p.TableAt, body=p.Open),
    Endpoint(
        "GET",
        "/api/tables/{table}",
        "How it stands",
        see,
        p.Table,
        queries=(_COMPANION,),
        needs_identity=False,
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/commands",
        "Do something",
        send,
        p.Receipt,
        body=p.Send,
        queries=(_COMPANION,),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/events",
        "What happened",
        events,
        p.EventsAfter,
        queries=(_AFTER, _COMPANION),
        needs_identity=False,
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/hint",
        "What should I play?",
        hint,
        p.HintAnswer,
        body=p.Advise,
        queries=(_COMPANION,),
        slow=1,
        sheddable=True,
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/plan",
        "Does my plan hold?",
        plan,
        p.Holds,
        body=p.Planned,
        queries=(_COMPANION,),
        slow=TENTH,
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/record",
        "A finished game as a file",
        record,
        "text/plain",
        queries=(_NUMBER, _COMPANION),
        slow=QUARTER,
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/replay",
        "A finished game again",
        replay,
        p.Replay,
        queries=(_NUMBER, _SEAT, _OPEN, _COMPANION),
        slow=QUARTER,
        sheddable=True,
    ),
)
