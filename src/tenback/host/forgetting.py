"""Deleting an identity: what is kept of a person goes; what belongs to others too loses the name.

It may be interrupted at any moment. That somebody is leaving is written first, together with the
end of the identity, and struck out last; `finish` goes on with whatever is left.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

from tenback.core.record import Record
from tenback.host import daily, hooks, identities, places, results
from tenback.host.companions import together
from tenback.host.errors import HostError
from tenback.host.host import OPENING
from tenback.host.keeping import RECORD, record_key
from tenback.store import Batch, Store
from tenback.table.commands import Command, Leave, Rename
from tenback.table.errors import IllegalCommand

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tenback.store import Key
    from tenback.table.results import Result

LEAVING = "leaving"
NAMELESS = "?"
"""What stands where the name of a deleted person was."""

Send: TypeAlias = Callable[[str, str, Command], Awaitable[object]]
"""Sends a command to a table, in the name of a person: `Host.command`."""

_OWN = (results.KIND, OPENING, places.HERE, places.OPENED, daily.TRY, hooks.QUEUE, hooks.ATTEMPT)
"""Kinds whose keys begin with the person."""


@dataclass(frozen=True, slots=True)
class Forgetting:
    """Deletes identities from a store; `send` is the part of whoever runs the tables."""

    store: Store
    send: Send
    _one_by_one: asyncio.Lock = field(default_factory=asyncio.Lock, init=False, repr=False)

    async def forget(self, person: str) -> None:
        """Delete a person."""
        await self.end(person)
        await self.clear_up(person)

    async def end(self, person: str) -> None:
        """From now on no token of theirs is worth anything; `clear_up` does the rest."""
        gone = {(identities.GUEST, person): None, (LEAVING, person): b""}
        await self.store.commit(Batch(documents=gone))

    async def finish(self) -> None:
        """Delete those whose deletion was interrupted; for the start of a server."""
        for person in await self.store.scan(LEAVING):
            await self.clear_up(person)

    async def clear_up(self, person: str) -> None:
        """Delete what is left of somebody whose identity has ended, and of who played beside."""
        for each in reversed(together(person)):
            await self._clear_up(each)

    async def _clear_up(self, person: str) -> None:
        for table in await places.tables(self.store, places.HERE, person):
            await self._leave(table, person)
        async with self._one_by_one:  # two may leave who are in the same record
            changes = {key: body async for key, body in self._changes(person)}
            await self.store.commit(Batch(documents=changes))

    async def _leave(self, table: str, person: str) -> None:
        try:
            for farewell in (Rename(NAMELESS), Leave()):
                await self.send(table, person, farewell)
        except IllegalCommand:
            pass  # they have left it meanwhile
        except HostError as error:
            if error.code != "host-no-table":
                raise

    async def _changes(self, person: str) -> AsyncIterator[tuple[Key, bytes | None]]:
        for body in (await self.store.scan(results.KIND, f"{person}/")).values():
            result = results.from_json(body)
            async for change in self._nameless(result, person):
                yield change
        for key in await self.store.scan(daily.TRY, f"{person}/"):
            yield daily.row_of(key), None
            yield daily.open_of(key), None
        for kind in _OWN:
            for key in await self.store.scan(kind, f"{person}/"):
                yield (kind, key), None
        for kind in (identities.LINK, identities.USED):
            for digest, link in (await identities.links(self.store, kind)).items():
                if link.person == person:
                    yield (kind, digest), None
        for kind in (identities.GUEST, hooks.HOOK, LEAVING):
            yield (kind, person), None

    async def _nameless(self, result: Result, person: str) -> AsyncIterator[tuple[Key, bytes]]:
        """A game in the histories of the others, and its record, without the name."""
        for other in {player.person for player in result.players} - {None, person}:
            key = results.key(str(other), result.table, result.number)
            if (theirs := await self.store.get(*key)) is not None:
                left = results.without(results.from_json(theirs), person, NAMELESS)
                yield key, results.to_json(left)
        key = (RECORD, record_key(result.table, result.number))
        if (text := await self.store.get(*key)) is not None:
            yield key, _nameless_record(text.decode(), results.seat_of(result, person)).encode()


def _nameless_record(text: str, seat: int | None) -> str:
    record = Record.parse(text)
    headers = tuple(
        (key, NAMELESS if key == f"Player {seat}" else value) for key, value in record.headers
    )
    return str(replace(record, headers=headers))
