"""Deleting an identity: a person's own documents go; those shared with others lose the name.

A deletion may be interrupted at any moment. A mark is written first, in one batch with the end of
the identity, and removed last; `resume` continues the deletions whose mark is still there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

from tenback.core.record import Record
from tenback.host import daily, identities, result_documents, seat_index, webhooks
from tenback.host.errors import HostError
from tenback.host.host import OPENING
from tenback.host.hot_seat import same_device
from tenback.host.persistence import RECORD, record_key
from tenback.store import Batch, Store
from tenback.table.commands import Command, Leave, Rename
from tenback.table.errors import IllegalCommand

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tenback.store import Key
    from tenback.table.results import Result

DELETING = "leaving"
ANONYMOUS = "?"
"""The name in the place of a deleted person's."""

Send: TypeAlias = Callable[[str, str, Command], Awaitable[object]]
"""Sends a command to a table in a person's name: `Host.command`."""

_OWN = (
    result_documents.KIND,
    OPENING,
    seat_index.HERE,
    seat_index.OPENED,
    daily.TRY,
    webhooks.QUEUE,
    webhooks.ATTEMPT,
)
"""Kinds of documents whose keys begin with the person's id."""


@dataclass(frozen=True, slots=True)
class AccountDeletion:
    """Deletes identities from a store; `send` makes the person leave their tables."""

    store: Store
    send: Send
    _erasing: asyncio.Lock = field(default_factory=asyncio.Lock, init=False, repr=False)

    async def delete(self, person: str) -> None:
        """Delete a person: revoke the identity, then erase the rest."""
        await self.revoke(person)
        await self.erase(person)

    async def revoke(self, person: str) -> None:
        """End the identity, and so every token of it; `erase` does the rest."""
        gone = {(identities.GUEST, person): None, (DELETING, person): b""}
        await self.store.commit(Batch(documents=gone))

    async def resume(self) -> None:
        """Continue the deletions that were interrupted."""
        for person in await self.store.scan(DELETING):
            await self.erase(person)

    async def erase(self, person: str) -> None:
        """Delete what is left of a person whose identity was revoked, and of their companions."""
        for each in reversed(same_device(person)):
            await self._erase(each)

    async def _erase(self, person: str) -> None:
        for table in await seat_index.tables(self.store, seat_index.HERE, person):
            await self._leave(table, person)
        async with self._erasing:  # two deletions may change the same record
            changes = {key: body async for key, body in self._changes(person)}
            await self.store.commit(Batch(documents=changes))

    async def _leave(self, table: str, person: str) -> None:
        try:
            for command in (Rename(ANONYMOUS), Leave()):
                await self.send(table, person, command)
        except IllegalCommand:
            pass  # the person has left the table meanwhile
        except HostError as error:
            if error.code != "host-no-table":
                raise

    async def _changes(self, person: str) -> AsyncIterator[tuple[Key, bytes | None]]:
        for body in (await self.store.scan(result_documents.KIND, f"{person}/")).values():
            result = result_documents.from_json(body)
            async for change in self._anonymised(result, person):
                yield change
        for key in await self.store.scan(daily.TRY, f"{person}/"):
            yield daily.row_key(key), None
            yield daily.open_key(key), None
        for kind in _OWN:
            for key in await self.store.scan(kind, f"{person}/"):
                yield (kind, key), None
        for kind in (identities.LINK, identities.USED):
            for digest, link in (await identities.links(self.store, kind)).items():
                if link.person == person:
                    yield (kind, digest), None
        for kind in (identities.GUEST, webhooks.HOOK, DELETING):
            yield (kind, person), None

    async def _anonymised(self, result: Result, person: str) -> AsyncIterator[tuple[Key, bytes]]:
        """A game in the histories of other players, and its record, without the name."""
        for other in {player.person for player in result.players} - {None, person}:
            key = result_documents.key(str(other), result.table, result.number)
            if (body := await self.store.get(*key)) is not None:
                kept = result_documents.from_json(body)
                changed = result_documents.anonymised(kept, person, ANONYMOUS)
                yield key, result_documents.to_json(changed)
        key = (RECORD, record_key(result.table, result.number))
        if (text := await self.store.get(*key)) is not None:
            seat = result_documents.seat_of(result, person)
            yield key, _anonymised_record(text.decode(), seat).encode()


def _anonymised_record(text: str, seat: int | None) -> str:
    record = Record.parse(text)
    headers = tuple(
        (key, ANONYMOUS if key == f"Player {seat}" else value) for key, value in record.headers
    )
    return str(replace(record, headers=headers))
