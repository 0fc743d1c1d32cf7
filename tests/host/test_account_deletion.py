"""What remains of a deleted identity."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import pytest

from tenback.core.deal import Deal
from tenback.core.game import Game
from tenback.core.record import Record
from tenback.core.rules import Rules
from tenback.host import daily, identities, result_documents, seat_index, webhooks
from tenback.host.account_deletion import ANONYMOUS, AccountDeletion
from tenback.host.documents import dump
from tenback.host.errors import HostError
from tenback.host.hot_seat import companion
from tenback.store import Batch, Store, open_store
from tenback.table import commands as c
from tenback.table.errors import IllegalCommand
from tenback.table.fairness import Dealer
from tenback.table.options import TableOptions
from tenback.table.table import Table
from tests.host import fakes
from tests.host.fakes import result

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tenback.host.identities import Guest, Identities
    from tenback.store import Key
    from tenback.table.results import Player, Result

RULES = Rules.named("original")
TODAY = date(2027, 1, 15)


class Tables:
    """A host with one table in memory."""

    def __init__(self, *people: Guest) -> None:
        host, *others = people
        options = TableOptions("original", players=len(people))
        self.oak = Table.open("oak", host.id, host.name, options, 0.0, Dealer(lambda: "0" * 64))
        for guest in others:
            self.oak.handle(guest.id, c.Sit(guest.name), 1.0)

    async def send(self, table: str, person: str, command: c.Command) -> None:
        assert table == "oak"
        self.oak.handle(person, command, 2.0)


def record(*names: str) -> bytes:
    game = Game(RULES, Deal.from_seed(RULES, len(names), "lighthouse"), starter=0)
    headers = tuple((f"Player {seat}", name) for seat, name in enumerate(names))
    return str(replace(game.record(), headers=headers)).encode()


async def lived(store: Store, people: Identities, ann: Guest, ben: Guest) -> Tables:
    """Ann has done everything that one can do, and Ben a little."""
    tables = Tables(ann, ben)
    documents: dict[Key, bytes | None] = seat_index.changes(
        frozenset(), seat_index.entries(tables.oak)
    )
    played = result(ann.id, ben.id)
    documents |= result_documents.documents(replace(played, players=_named(ann, ben, played)))
    documents["record", "oak/1"] = record(ann.name, ben.name)
    documents |= dict(
        [
            webhooks.queue_entry(
                webhooks.Notification(ann.id, webhooks.NotificationType.GAME_OVER, "oak", 9, 5.0)
            )
        ]
    )
    documents["opening", f"{ann.id}/c-17"] = b"oak"
    documents[webhooks.ATTEMPT, f"{ann.id}/oak/9/1"] = b"5.0"
    documents[webhooks.HOOK, ann.id] = dump(webhooks.Webhook("https://example.org/", "secret"))
    for guest in (ann, ben):
        documents[daily.TRY, f"{guest.id}/{TODAY}/original"] = dump(daily.Try("elm", 1))
        row = daily.Row(guest.id, guest.name, True, 0, False, 5.0)
        documents[daily.ROW, f"{TODAY}/original/{guest.id}"] = dump(row)
    await store.commit(Batch(documents=documents))
    await people.follow(await people.link(ann.id))
    await people.link(ann.id)
    return tables


def _named(ann: Guest, ben: Guest, played: Result) -> tuple[Player, ...]:
    return tuple(
        replace(player, name=guest.name)
        for player, guest in zip(played.players, (ann, ben), strict=True)
    )


async def everything(store: Store) -> dict[Key, bytes]:
    return {
        (kind, key): body
        for kind in await store.kinds()
        for key, body in (await store.scan(kind)).items()
    }


async def story(
    store: Store, until: Callable[[AccountDeletion, Guest], Awaitable[None]]
) -> tuple[Guest, Guest, Tables]:
    people = await fakes.identities(store)
    ann, ben = await people.create_guest("Annabelle"), await people.create_guest("Benedict")
    tables = await lived(store, people, ann, ben)
    await until(AccountDeletion(store, tables.send), ann)
    assert await people.guest(people.token(ann.id)) is None
    assert await people.guest(people.token(ben.id)) == ben
    return ann, ben, tables


async def check_forgotten(store: Store, ann: Guest, ben: Guest) -> None:
    left = await everything(store)
    for (kind, key), body in left.items():
        for trace in (ann.id, ann.name):
            assert trace not in key, (kind, key)
            assert trace.encode() not in body, (kind, key)
    bens = result_documents.from_json(left["result", f"{ben.id}/oak/1"])
    assert [(player.person, player.name) for player in bens.players] == [
        (None, ANONYMOUS),
        (ben.id, ben.name),
    ]
    headers = Record.parse(left["record", "oak/1"].decode()).headers
    assert headers == (("Player 0", ANONYMOUS), ("Player 1", ben.name))
    assert (daily.ROW, f"{TODAY}/original/{ben.id}") in left
    assert (identities.GUEST, ben.id) in left


async def test_nothing_is_left_of_them_but_what_others_played_too() -> None:
    async with await open_store("memory:") as store:
        ann, ben, tables = await story(store, lambda deletion, ann: deletion.delete(ann.id))
        # What a host writes in the same batch as the event.
        gone = {(seat_index.HERE, f"{ann.id}/oak"), (seat_index.OPENED, f"{ann.id}/oak")}
        assert not gone & set(await everything(store))
        await check_forgotten(store, ann, ben)
        assert tables.oak.host == ben.id
        assert not tables.oak.is_here(ann.id)
        assert [event.type for event in tables.oak.log][-3:] == ["renamed", "left", "host-passed"]


async def test_an_interrupted_deletion_is_finished_later() -> None:
    class Crash(Exception):
        pass

    async def crash(_table: str, _person: str, _command: c.Command) -> None:
        raise Crash

    async def interrupted(deletion: AccountDeletion, ann: Guest) -> None:
        with pytest.raises(Crash):
            await AccountDeletion(deletion.store, crash).delete(ann.id)

    async with await open_store("memory:") as store:
        ann, ben, tables = await story(store, interrupted)
        assert await store.scan("leaving")
        await AccountDeletion(store, tables.send).resume()
        await check_forgotten(store, ann, ben)
        before = await everything(store)
        await AccountDeletion(store, tables.send).resume()
        assert await everything(store) == before


async def test_a_person_who_has_left_a_table_already_is_deleted() -> None:
    async def refuse(_table: str, _person: str, _command: c.Command) -> None:
        raise IllegalCommand("table-not-here")

    async with await open_store("memory:") as store:
        ann, ben, _ = await story(
            store, lambda f, ann: AccountDeletion(f.store, refuse).delete(ann.id)
        )
        await check_forgotten(store, ann, ben)


async def test_a_deleted_table_stops_no_deletion() -> None:
    async def missing(_table: str, _person: str, _command: c.Command) -> None:
        raise HostError("host-no-table")

    async with await open_store("memory:") as store:
        ann, ben, _ = await story(
            store, lambda f, ann: AccountDeletion(f.store, missing).delete(ann.id)
        )
        await check_forgotten(store, ann, ben)


async def test_a_deletion_interrupted_by_a_stop_is_resumed() -> None:
    async def stopping(_table: str, _person: str, _command: c.Command) -> None:
        raise HostError("host-stopping")

    async def interrupted(deletion: AccountDeletion, ann: Guest) -> None:
        with pytest.raises(HostError):
            await AccountDeletion(deletion.store, stopping).delete(ann.id)

    async with await open_store("memory:") as store:
        ann, ben, tables = await story(store, interrupted)
        await AccountDeletion(store, tables.send).resume()
        await check_forgotten(store, ann, ben)


async def test_two_players_of_a_game_are_deleted_at_the_same_time() -> None:
    async with await open_store("memory:") as store:
        people = await fakes.identities(store)
        ann, ben = await people.create_guest("Annabelle"), await people.create_guest("Benedict")
        tables = await lived(store, people, ann, ben)
        deletion = AccountDeletion(store, tables.send)
        await asyncio.gather(deletion.delete(ann.id), deletion.delete(ben.id))
        left = await everything(store)
        assert {kind for kind, _ in left} == {"signing-key", "record"}
        headers = Record.parse(left["record", "oak/1"].decode()).headers
        assert headers == (("Player 0", ANONYMOUS), ("Player 1", ANONYMOUS))


async def test_who_played_beside_them_is_forgotten_too() -> None:
    async with await open_store("memory:") as store:
        people = await fakes.identities(store)
        ann = await people.create_guest("Annabelle")
        beside = companion(ann.id, 4)
        tables = Tables(ann, replace(ann, id=beside, name="Benedict"))
        kept: dict[Key, bytes | None] = seat_index.changes(
            frozenset(), seat_index.entries(tables.oak)
        )
        kept |= result_documents.documents(result(ann.id, beside))
        await store.commit(Batch(documents=kept))
        await AccountDeletion(store, tables.send).delete(ann.id)
        assert {kind for kind, _ in await everything(store)} == {"signing-key"}
        assert not tables.oak.is_here(beside)


async def test_the_others_can_go_too() -> None:
    async with await open_store("memory:") as store:
        _ann, ben, tables = await story(store, lambda f, ann: f.delete(ann.id))
        await AccountDeletion(store, tables.send).delete(ben.id)
        left = await everything(store)
        assert {kind for kind, _ in left} == {"signing-key", "record"}
        headers = Record.parse(left["record", "oak/1"].decode()).headers
        assert headers == (("Player 0", ANONYMOUS), ("Player 1", ANONYMOUS))
