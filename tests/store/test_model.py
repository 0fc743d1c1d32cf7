"""Every store behaves like a few dictionaries."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from tenback.store import (
    Batch,
    CommandKnown,
    DocumentTaken,
    Entry,
    Found,
    Key,
    Refused,
    Store,
    VersionTaken,
    open_store,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

T = TypeVar("T")

TABLES = st.sampled_from(["oak", "elm", "é"])
COMMANDS = st.none() | st.sampled_from("abcdefgh")
FINGERPRINTS = st.none() | st.sampled_from(["sit", "play 7-1", "\U0001f0a1"])
BODIES = st.binary(max_size=20)
KEYS = st.tuples(
    st.sampled_from(["result", "key"]), st.sampled_from(["a", "a/1", "a/2", "b", "\U0001f0a1"])
)


class Model:
    """What a store is meant to be."""

    def __init__(self) -> None:
        self.logs: dict[str, list[Entry]] = {}
        self.documents: dict[Key, bytes] = {}

    def expected(self, batch: Batch) -> type[Exception] | None:
        log = self.logs.get(batch.table, [])
        commands = {entry.command for entry in log} - {None}
        if commands & {entry.command for entry in batch.entries}:
            return CommandKnown
        if {entry.version for entry in log} & {entry.version for entry in batch.entries}:
            return VersionTaken
        return DocumentTaken if self.documents.keys() & batch.new.keys() else None

    def found(self, table: str, command: str) -> Found | None:
        found: list[Entry] = []
        for entry in self.logs.get(table, []):
            if entry.command == command or (found and entry.command is None):
                found.append(entry)
            elif found:
                break
        return (
            Found(tuple([each.version for each in found]), found[0].fingerprint) if found else None
        )

    def commit(self, batch: Batch) -> None:
        for table in batch.forget:
            self.logs.pop(table, None)
        if batch.entries:
            log = [*self.logs.get(batch.table, []), *batch.entries]
            self.logs[batch.table] = sorted(log, key=lambda entry: entry.version)
        both = {**self.documents, **batch.documents, **batch.new}
        self.documents = {key: body for key, body in both.items() if body is not None}

    def of_kind(self, kind: str, prefix: str) -> list[tuple[str, bytes]]:
        return sorted(
            (key, body)
            for (its, key), body in self.documents.items()
            if its == kind and key.startswith(prefix)
        )


class Machine(RuleBasedStateMachine):
    """Does the same to a store and to the model."""

    empty: Callable[[], str]

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.model = Model()
        self.store: Store

    @initialize()
    def begin(self) -> None:
        self.store = self.wait(open_store(self.empty()))

    def teardown(self) -> None:
        self.wait(self.store.close())
        self.wait(self.loop.shutdown_default_executor())
        self.loop.close()

    def wait(self, waiting: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(waiting)

    def commit(self, batch: Batch) -> None:
        expected = self.model.expected(batch)
        try:
            self.wait(self.store.commit(batch))
        except Refused as refused:
            assert type(refused) is expected
        else:
            assert expected is None
            self.model.commit(batch)

    @rule(
        table=TABLES,
        gap=st.integers(-2, 2),
        commands=st.lists(
            st.tuples(COMMANDS, BODIES, FINGERPRINTS),
            max_size=3,
            unique_by=lambda commands: commands[0],
        ),
        documents=st.dictionaries(KEYS, st.none() | BODIES, max_size=3),
        new=st.dictionaries(KEYS, BODIES, max_size=1),
        forget=st.sets(TABLES, max_size=1),
    )
    def write(
        self,
        table: str,
        gap: int,
        commands: list[tuple[str | None, bytes, str | None]],
        documents: dict[Key, bytes | None],
        new: dict[Key, bytes],
        forget: set[str],
    ) -> None:
        log = self.model.logs.get(table, [])
        first = max(1, (log[-1].version if log else 0) + 1 + gap)
        entries = [
            Entry(first + at, command, body, fingerprint if command else None)
            for at, (command, body, fingerprint) in enumerate(commands)
        ]
        kept = {key: body for key, body in documents.items() if key not in new}
        self.commit(Batch(table, entries, kept, new, forget - {table}))

    @rule(table=TABLES)
    def forget(self, table: str) -> None:
        self.wait(self.store.forget(table))
        self.model.logs.pop(table, None)

    @rule(table=TABLES, after=st.integers(0, 5))
    def read(self, table: str, after: int) -> None:
        expected = [entry for entry in self.model.logs.get(table, []) if entry.version > after]
        assert self.wait(self.store.read(table, after)) == expected

    @rule(table=TABLES, command=st.sampled_from("abcdefgh"))
    def find(self, table: str, command: str) -> None:
        found = self.wait(self.store.find(table, command))
        assert found == self.model.found(table, command)

    @rule(kind=st.sampled_from(["result", "key", "none"]), prefix=st.sampled_from(["", "a", "a/"]))
    def scan(self, kind: str, prefix: str) -> None:
        found = self.wait(self.store.scan(kind, prefix))
        assert [*found.items()] == self.model.of_kind(kind, prefix)

    @rule(key=KEYS)
    def get(self, key: Key) -> None:
        assert self.wait(self.store.get(*key)) == self.model.documents.get(key)

    @invariant()
    def same(self) -> None:
        assert self.wait(self.store.tables()) == sorted(self.model.logs)
        assert self.wait(self.store.kinds()) == sorted({kind for kind, _ in self.model.documents})


def test_a_store_is_like_dictionaries(fresh: Callable[[], str]) -> None:
    profile = settings(max_examples=settings().max_examples // 10, stateful_step_count=25)

    class Fresh(Machine):
        empty = staticmethod(fresh)

    run_state_machine_as_test(Fresh, settings=profile)
