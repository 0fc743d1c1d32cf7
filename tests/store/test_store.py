"""What every store does, whatever is behind it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tenback.store import (
    Batch,
    CommandKnown,
    DocumentTaken,
    Entry,
    Found,
    Refused,
    Store,
    StoreError,
    VersionTaken,
    open_store,
)
from tenback.store.base import MAX_NAME

if TYPE_CHECKING:
    from collections.abc import Callable

ONE, TWO, THREE = (Entry(number, f"c{number}", b"body %d" % number) for number in (1, 2, 3))
GAP = Entry(4, None, b"")


async def test_an_empty_store_has_nothing(url: str) -> None:
    async with await open_store(url) as store:
        assert await store.tables() == []
        assert await store.kinds() == []
        assert await store.read("oak") == []
        assert await store.get("key", "signing") is None
        assert await store.scan("result") == {}


async def test_entries_are_read_in_order_and_behind_a_version(url: str) -> None:
    async with await open_store(url) as store:
        await store.commit(Batch("oak", [ONE, TWO]))
        await store.commit(Batch("oak", [THREE, GAP]))
        await store.commit(Batch("elm", [ONE]))
        assert await store.read("oak") == [ONE, TWO, THREE, GAP]
        assert await store.read("oak", after=2) == [THREE, GAP]
        assert await store.read("oak", after=4) == []
        assert await store.read("elm") == [ONE]
        assert await store.tables() == ["elm", "oak"]


@pytest.mark.parametrize("after", [10**30, 2**63, 2**63 - 1])
async def test_nothing_is_behind_a_huge_version(url: str, after: int) -> None:
    async with await open_store(url) as store:
        await store.commit(Batch("oak", [ONE]))
        assert await store.read("oak", after) == []
        assert await store.read("oak", -after) == [ONE]


async def test_bodies_are_any_bytes(url: str) -> None:
    bodies = [b"", b"\0", bytes(range(256)), b"x" * 200_000]
    entries = [Entry(number, None, body) for number, body in enumerate(bodies, 1)]
    async with await open_store(url) as store:
        documents = {("kind", str(number)): body for number, body in enumerate(bodies)}
        await store.commit(Batch("oak", entries, documents))
        assert [entry.body for entry in await store.read("oak")] == bodies
        assert [*(await store.scan("kind")).values()] == bodies


async def test_a_taken_version_is_refused(url: str) -> None:
    async with await open_store(url) as store:
        await store.commit(Batch("oak", [ONE, TWO]))
        other = Entry(2, "other", b"other")
        with pytest.raises(VersionTaken) as caught:
            await store.commit(Batch("oak", [other, THREE], {("kind", "key"): b""}))
        assert caught.value.code == "store-version-taken"
        assert caught.value.params == {"table": "oak", "version": 2}
        assert await store.read("oak") == [ONE, TWO]
        assert await store.get("kind", "key") is None


async def test_what_failed_in_the_middle_leaves_nothing(url: str) -> None:
    async with await open_store(url) as store:
        await store.commit(Batch("oak", [Entry(2, "b", b"")], {("kind", "old"): b"old"}))
        documents = {("kind", "old"): None, ("kind", "key"): b""}
        with pytest.raises(VersionTaken):
            await store.commit(Batch("oak", [ONE, TWO, THREE], documents, forget=["elm"]))
        assert await store.read("oak") == [Entry(2, "b", b"")]
        assert await store.scan("kind") == {"old": b"old"}


async def test_a_command_has_one_effect_and_a_resend_gets_its_version(url: str) -> None:
    async with await open_store(url) as store:
        await store.commit(Batch("oak", [ONE, TWO]))
        # The one who resends may know the log, or may not.
        for version in (1, 2, 3):
            with pytest.raises(CommandKnown) as caught:
                await store.commit(Batch("oak", [Entry(version, "c2", b"again")]))
            assert caught.value.code == "store-command-known"
            assert caught.value.version == 2
        assert await store.read("oak") == [ONE, TWO]


async def test_a_command_is_found_with_what_it_wrote(url: str) -> None:
    log = [
        Entry(1, "c1", b"one", "sit Ann"), Entry(2, None, b"two"), Entry(5, None, b"three"),
        Entry(6, "c2", b"four"), Entry(7, "c3", b"five", "é" * MAX_NAME), Entry(8, None, b"six"),
    ]  # fmt: skip
    async with await open_store(url) as store:
        await store.commit(Batch("oak", log))
        await store.commit(Batch("elm", [Entry(3, "c1", b"other", "play 7-1")]))
        assert await store.read("oak") == log
        assert await store.find("oak", "c1") == Found((1, 2, 5), "sit Ann")
        assert await store.find("oak", "c2") == Found((6,), None)
        assert await store.find("oak", "c3") == Found((7, 8), "é" * MAX_NAME)
        assert await store.find("elm", "c1") == Found((3,), "play 7-1")
        assert await store.find("elm", "c2") is None
        assert await store.find("ash", "c1") is None


async def test_of_several_resent_commands_the_first_is_named(url: str) -> None:
    async with await open_store(url) as store:
        await store.commit(Batch("oak", [ONE, TWO, THREE]))
        with pytest.raises(CommandKnown) as caught:
            await store.commit(Batch("oak", [Entry(4, "c3", b""), Entry(5, "c2", b"")]))
        assert caught.value.params == {"table": "oak", "command": "c2", "version": 2}


async def test_commands_are_those_of_a_table_and_need_not_be(url: str) -> None:
    async with await open_store(url) as store:
        await store.commit(Batch("oak", [ONE, Entry(2, None, b""), Entry(3, None, b"")]))
        await store.commit(Batch("elm", [ONE]))
        assert len(await store.read("oak")) == 3


async def test_documents_are_kept_replaced_and_dropped(url: str) -> None:
    async with await open_store(url) as store:
        await store.commit(Batch(documents={("key", "a"): b"1", ("key", "b"): b"2"}))
        await store.commit(Batch(documents={("key", "a"): b"3", ("key", "b"): None}))
        await store.commit(Batch(documents={("key", "never"): None}))
        assert await store.scan("key") == {"a": b"3"}
        assert await store.get("key", "a") == b"3"
        assert await store.get("key", "b") is None
        assert await store.get("other", "a") is None


async def test_documents_go_together_with_entries(url: str) -> None:
    async with await open_store(url) as store:
        await store.commit(Batch("oak", [ONE], {("listed", "oak"): b"yes"}))
        await store.commit(Batch(documents={("listed", "oak"): None}, forget=["oak", "never"]))
        assert await store.tables() == []
        assert await store.kinds() == []


async def test_a_new_document_is_new(url: str) -> None:
    async with await open_store(url) as store:
        await store.commit(Batch(new={("key", "signing"): b"mine"}))
        with pytest.raises(DocumentTaken) as caught:
            await store.commit(Batch("oak", [ONE], new={("key", "signing"): b"yours"}))
        assert caught.value.params == {"kind": "key", "key": "signing"}
        assert await store.get("key", "signing") == b"mine"
        assert await store.read("oak") == []


async def test_documents_are_scanned_by_prefix_and_in_pages(url: str) -> None:
    keys = ["", "/a", "/b", "\ue000", "\U0001f0a1", "0"]
    names = ["me" + key for key in keys] + ["mf", "m", "z", "Me", "é"]
    async with await open_store(url) as store:
        await store.commit(Batch(documents={("result", name): name.encode() for name in names}))
        assert [*await store.scan("result")] == sorted(names)
        mine = sorted("me" + key for key in keys)
        assert [*await store.scan("result", "me")] == mine
        assert [*await store.scan("result", "me/")] == ["me/a", "me/b"]
        assert [*await store.scan("result", "me", limit=2)] == mine[:2]
        assert [*await store.scan("result", "me", after=mine[1], limit=2)] == mine[2:4]
        assert [*await store.scan("result", "me", after="zz")] == []


async def test_kinds_and_tables_are_listed_once_and_in_order(url: str) -> None:
    names = ["b", "a", "é", "B", "\U0001f0a1"]
    async with await open_store(url) as store:
        for name in names:
            documents = {(name, key): b"" for key in "xyz"}
            await store.commit(Batch(name, [ONE, TWO], documents))
        assert await store.tables() == await store.kinds() == sorted(names)


async def test_forgetting_a_table_leaves_the_others(url: str) -> None:
    async with await open_store(url) as store:
        await store.commit(Batch("oak", [ONE]))
        await store.commit(Batch("elm", [ONE]))
        await store.forget("oak")
        await store.forget("never")
        assert await store.tables() == ["elm"]
        await store.commit(Batch("oak", [ONE]))
        assert await store.read("oak") == [ONE]


async def test_of_many_writers_one_wins_each_version(url: str) -> None:
    async with await open_store(url) as store:

        async def write(name: str) -> int:
            won = 0
            for version in range(1, 21):
                try:
                    await store.commit(Batch("oak", [Entry(version, f"{name}{version}", b"")]))
                    won += 1
                except VersionTaken:
                    pass
            return won

        assert sum(await asyncio.gather(*map(write, "abcdefgh"))) == 20
        assert [entry.version for entry in await store.read("oak")] == [*range(1, 21)]


async def test_a_refused_batch_does_not_harm_those_beside_it(url: str) -> None:
    async with await open_store(url) as store:
        await store.commit(Batch("oak", [ONE]))
        batches = [Batch("oak", [ONE])] * 5
        batches[2:2] = [Batch(name, [ONE, TWO]) for name in ("elm", "ash")]
        answers = await asyncio.gather(*map(store.commit, batches), return_exceptions=True)
        assert [type(answer) for answer in answers] == [
            *[CommandKnown] * 2, *[type(None)] * 2, *[CommandKnown] * 3
        ]  # fmt: skip
        assert await store.tables() == ["ash", "elm", "oak"]


async def test_documents_in_opposite_orders_do_not_stop_each_other(url: str) -> None:
    async with await open_store(url) as store:

        async def swap(one: str, other: str) -> None:
            for _ in range(50):
                await store.commit(Batch(documents={("k", one): b"x", ("k", other): None}))

        await asyncio.gather(*[swap("a", "b"), swap("b", "a")] * 2)
        assert len(await store.scan("k")) <= 2


async def test_a_caller_that_no_longer_waits_does_no_harm(url: str) -> None:
    async with await open_store(url) as store:
        for number in range(1, 11):
            task = asyncio.create_task(store.commit(Batch("oak", [Entry(number, None, b"")])))
            await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        await store.commit(Batch("elm", [ONE]))
        assert await store.read("elm") == [ONE]


async def test_what_was_accepted_is_finished_before_closing(lasting: str) -> None:
    store = await open_store(lasting)
    tasks = [
        asyncio.create_task(store.commit(Batch(name, [ONE]))) for name in ("ash", "elm", "oak")
    ]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*tasks)
    async with await open_store(lasting) as again:
        assert await again.tables() == ["ash", "elm", "oak"]


async def test_a_check_writes(url: str) -> None:
    async with await open_store(url) as store:
        await store.check()
        first = await store.get("health", "check")
        await store.check()
        assert None is not first != await store.get("health", "check")


async def test_a_closed_store_says_so(url: str) -> None:
    store = await open_store(url)
    await store.close()
    await store.close()
    for use in (store.tables(), store.commit(Batch("oak", [ONE])), store.check()):
        with pytest.raises(StoreError) as caught:
            await use
        assert caught.value.code == "store-closed"


async def test_everything_is_there_when_it_is_opened_again(lasting: str) -> None:
    async with await open_store(lasting) as store:
        await store.commit(Batch("oak", [ONE, TWO], {("kind", "key"): b"body"}))
    async with await open_store(lasting) as store:
        assert await store.read("oak") == [ONE, TWO]
        assert await store.get("kind", "key") == b"body"
        with pytest.raises(CommandKnown):
            await store.commit(Batch("oak", [Entry(3, "c1", b"")]))


BAD_NAMES = ["\0", "a\0b", "\ud800", "\U0010ffff", "x" * (MAX_NAME + 1)]
USES: list[Callable[[Store, str], object]] = [
    lambda store, name: store.read(name),
    lambda store, name: store.forget(name),
    lambda store, name: store.get(name, "key"),
    lambda store, name: store.get("kind", name),
    lambda store, name: store.scan(name),
    lambda store, name: store.scan("kind", name),
    lambda store, name: store.scan("kind", after=name),
    lambda store, name: store.commit(Batch(name, [ONE])),
    lambda store, name: store.find(name, "command"),
    lambda store, name: store.find("oak", name),
    lambda store, name: store.commit(Batch("oak", [Entry(1, name, b"")])),
    lambda store, name: store.commit(Batch("oak", [Entry(1, "c1", b"", name)])),
    lambda store, name: store.commit(Batch(documents={(name, "key"): b""})),
    lambda store, name: store.commit(Batch(new={("kind", name): b""})),
]


@pytest.mark.parametrize("name", BAD_NAMES, ids=ascii)
async def test_names_that_some_database_cannot_keep_are_refused_by_all(url: str, name: str) -> None:
    async with await open_store(url) as store:
        for use in USES:
            with pytest.raises(StoreError) as caught:
                await use(store, name)  # type: ignore[misc]
            assert caught.value.code == "store-bad-name"


async def test_names_may_be_long_in_any_script(url: str) -> None:
    name = "\U0001f0a1" * MAX_NAME
    async with await open_store(url) as store:
        await store.commit(Batch(name, [Entry(1, name, b"")], {(name, name): b"x"}))
        assert await store.read(name) == [Entry(1, name, b"")]
        assert await store.scan(name, name) == {name: b"x"}


@pytest.mark.parametrize(
    "make",
    [
        lambda: Batch("oak", [Entry(0, None, b"")]),
        lambda: Batch("oak", [Entry(2**63, None, b"")]),
        lambda: Batch("oak", [TWO, ONE]),
        lambda: Batch("oak", [ONE, Entry(1, None, b"")]),
        lambda: Batch("oak", [ONE, Entry(2, "c1", b"")]),
        lambda: Batch("oak", [Entry(1, None, b"", "what")]),
        lambda: Batch("oak", [ONE], forget=["oak"]),
        lambda: Batch(documents={("a", "b"): None}, new={("a", "b"): b""}),
    ],
)
def test_a_batch_that_contradicts_itself_is_a_fault_of_the_program(
    make: Callable[[], Batch],
) -> None:
    with pytest.raises(ValueError, match=r"versions|twice|two ways|without a command"):
        make()


def test_refusals_are_of_one_kind() -> None:
    assert all(issubclass(kind, Refused) for kind in (CommandKnown, VersionTaken, DocumentTaken))
