"""What travels when a host moves, and what goes along with a single table."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from tenback.host.daily import DailyDeals
from tenback.host.export_contents import SECRETS, everything, of_tables
from tenback.host.persistence import PENDING
from tenback.host.webhooks import Webhooks
from tenback.store import StoreError, open_store
from tenback.store.transfer import Log, Page
from tests.host.fakes import FixedClock, SeededBytes, identities
from tests.host.harness import dealing_table, host_on

if TYPE_CHECKING:
    from tenback.host.webhooks import Request
    from tenback.store import Store
    from tenback.store.transfer import Piece


async def send(request: Request) -> int:
    return 200


async def resolve(host: str, port: int) -> list[str]:
    return ["93.184.216.34"]


async def fill(store: Store) -> list[str]:
    """Two tables with a game each, a person with a webhook, and a deal of the day."""
    async with host_on(store) as host:
        parties = [
            await dealing_table(host, game, listed=True) for game in ("original", "face-to-face")
        ]
        for party in parties:
            await party.play()
    people = await identities(store)
    guest = await people.create_guest("Ann")
    hooks = Webhooks(
        store, send, resolver=resolve, clock=FixedClock(), random_bytes=SeededBytes("hooks")
    )
    await hooks.put(guest.id, "https://example.org/turns")
    with ThreadPoolExecutor() as pool:
        await DailyDeals(
            store, pool, clock=FixedClock(), random_bytes=SeededBytes("days")
        ).commitment()
    return [party.table for party in parties]


def kinds(pieces: list[Piece]) -> set[str]:
    return {piece.kind for piece in pieces if isinstance(piece, Page)}


async def test_secrets_stay_unless_they_are_asked_for() -> None:
    async with await open_store("memory:") as store:
        await fill(store)
        plain = [piece async for piece in everything(store, secrets=False)]
        whole = [piece async for piece in everything(store, secrets=True)]
        assert kinds(whole) == {*await store.kinds()}
        assert kinds(whole) - kinds(plain) == SECRETS
        drawn = [SeededBytes(name)(32) for name in ("chance", "hooks", "days")]
    bodies = [
        body for piece in plain if isinstance(piece, Page) for body in piece.documents.values()
    ]
    for secret in drawn:
        assert not [body for body in bodies if secret in body or secret.hex().encode() in body]
    assert {piece.table for piece in plain if isinstance(piece, Log)} == {
        piece.table for piece in whole if isinstance(piece, Log)
    }


async def test_a_table_goes_on_by_itself_elsewhere() -> None:
    async with await open_store("memory:") as store, host_on(store) as host:
        tables = [(await dealing_table(host)).table for _ in range(2)]
        found = [piece async for piece in of_tables(store, tables[:1])]
    pages = [piece for piece in found if isinstance(piece, Page)]
    assert [page.documents for page in pages if page.kind == PENDING] == [{tables[0]: b""}]


async def test_a_table_takes_along_what_belongs_to_it() -> None:
    async with await open_store("memory:") as store:
        tables = await fill(store)
        found = [piece async for piece in of_tables(store, tables[:1])]
        log = await store.read(tables[0])
    table = tables[0]
    assert found[0] == Log(table, log)
    assert {piece.kind: sorted(piece.documents) for piece in found if isinstance(piece, Page)} == {
        "here": [f"ann/{table}", f"ben/{table}"],
        "listed": [table],
        "opened": [f"ann/{table}"],
        "record": [f"{table}/1"],
        "result": [f"ann/{table}/1", f"ben/{table}/1"],
    }
    assert not kinds(found) & SECRETS


async def test_a_table_that_is_not_there_is_named() -> None:
    async with await open_store("memory:") as store:
        with pytest.raises(StoreError) as caught:
            [piece async for piece in of_tables(store, ["nowhere"])]
    assert (caught.value.code, caught.value.params) == ("export-no-table", {"table": "nowhere"})
