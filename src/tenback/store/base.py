"""What a store keeps: a log of entries for each table, and small documents beside them.

A store does not interpret what it keeps. Bodies are bytes; tables, commands, kinds and keys are
names. What belongs together is written together, as one batch.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from secrets import token_bytes
from typing import Any, NamedTuple, Self, TypeAlias

from tenback.store import statements
from tenback.store.errors import (
    CommandKnown,
    DocumentTaken,
    Refused,
    StoreError,
    VersionTaken,
)

MAX_NAME = 200
"""The longest name in characters; in any script it fits into an index of any database."""

MAX_COUNT = 2**63 - 1
"""The greatest integer of every back end."""

# PostgreSQL keeps no NUL, UTF-8 no surrogates. The last character of all is left out so that it
# can stand behind every key with the same beginning.
_LAST = "\U0010ffff"
_NAME = re.compile(rf"[^\0\ud800-\udfff{_LAST}]{{1,{MAX_NAME}}}")

Key: TypeAlias = tuple[str, str]
"""A document's kind, and its key among those of that kind."""

PROBE: Key = ("health", "check")
"""The document that is written to find out whether anything can be. It says nothing."""

PROBE_SIZE = 8


class Entry(NamedTuple):
    """One step of a table's log. Versions count from 1; a command is in a log at most once.

    The fingerprint says what the command was, where its sender keeps one.
    """

    version: int
    command: str | None
    body: bytes
    fingerprint: str | None = None


class Found(NamedTuple):
    """What a command has written: the versions of its entries, and its fingerprint."""

    versions: tuple[int, ...]
    fingerprint: str | None


@dataclass(frozen=True, slots=True)
class Batch:
    """What is written together or not at all.

    `entries` are appended to the log of `table`. `documents` replace what is stored under their
    keys; a body of None deletes. Those of `new` must not exist yet. The logs of the tables in
    `forget` are deleted.
    """

    table: str = ""
    entries: Sequence[Entry] = ()
    documents: Mapping[Key, bytes | None] = field(default_factory=dict)
    new: Mapping[Key, bytes] = field(default_factory=dict)
    forget: Collection[str] = ()

    def __post_init__(self) -> None:
        commands = [entry.command for entry in self.entries if entry.command is not None]
        versions = [entry.version for entry in self.entries]
        _check(*commands, *self.forget, *([self.table] if versions else ()))
        _check_fingerprints(self.entries)
        for key in (*self.documents, *self.new):
            _check(*key)
        last = 0
        for version in (*versions, MAX_COUNT):
            if version <= last:
                raise ValueError(f"versions must rise, and the first is 1: {versions}")
            last = version
        if len(set(commands)) < len(commands):
            raise ValueError("a command is there twice")
        if self.table in self.forget or not self.documents.keys().isdisjoint(self.new):
            raise ValueError("the same thing is written in two ways")


def _ignore(_error: BaseException) -> None:
    """Errors are raised to callers in any case."""


class Store(ABC):
    """A database of tables. No call blocks the event loop.

    A back end runs the statements; what they mean is said here, once for all of them. The owner of
    a store may set `on_error`, to be called with each failure of the database, and with errors
    that no caller waits for any more.
    """

    on_error: Callable[[BaseException], None] = staticmethod(_ignore)

    async def commit(self, batch: Batch) -> None:
        """Write a batch; it is durable when this returns.

        Raises `CommandKnown`, `VersionTaken` or `DocumentTaken`, in this order, and then has
        written nothing.
        """
        while not await self._write(batch):
            if reason := await self._reason(batch):
                raise reason
            # The conflicting entry or document has been deleted meanwhile: try again.

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The log of a table after a version, in order."""
        _check(table)
        after = max(0, min(after, MAX_COUNT))
        return [Entry(*row) for row in await self._rows(statements.READ, table, after)]

    async def find(self, table: str, command: str) -> Found | None:
        """What a command has written, found by an index; None where it is not in the log.

        Its entries are the one that names it and those behind it up to the next command.
        """
        _check(table, command)
        rows = await self._rows(statements.FIND, table, command)
        if not rows:
            return None
        return Found(tuple([version for version, _ in rows]), rows[0][1])

    async def tables(self) -> list[str]:
        """Every table that has a log, in order."""
        return [name for (name,) in await self._rows(statements.TABLES)]

    async def forget(self, table: str) -> None:
        """Delete the log of a table."""
        await self.commit(Batch(forget=(table,)))

    async def get(self, kind: str, key: str) -> bytes | None:
        """One document, or None."""
        _check(kind, key)
        rows = await self._rows(statements.GET, kind, key)
        return rows[0][0] if rows else None

    async def scan(
        self, kind: str, prefix: str = "", *, after: str = "", limit: int = MAX_COUNT
    ) -> dict[str, bytes]:
        """The documents of a kind whose keys begin with `prefix`, in the order of their keys.

        `after` is the last key of the page before, where they are read in pages.
        """
        _check(kind, *filter(None, (prefix, after)))
        bounds = (prefix, after, prefix + _LAST)
        return dict(await self._rows(statements.SCAN, kind, *bounds, limit))

    async def kinds(self) -> list[str]:
        """Every kind of which there is a document, in order."""
        return [kind for (kind,) in await self._rows(statements.KINDS)]

    async def check(self) -> None:
        """Prove that something can be kept: write a small document, durably, as `commit` does."""
        await self.commit(Batch(documents={PROBE: token_bytes(PROBE_SIZE)}))

    @abstractmethod
    async def close(self) -> None:
        """Finish the calls that were accepted, and close the database."""

    @abstractmethod
    async def _rows(self, statement: str, *values: str | int) -> list[tuple[Any, ...]]:
        """The rows that a read-only statement selects."""

    @abstractmethod
    async def _write(self, batch: Batch) -> bool:
        """Write a batch; False, and nothing is written, where something in it is in conflict."""

    async def _reason(self, batch: Batch) -> Refused | None:
        """What a batch is in conflict with; no log is read for it."""
        return (
            await self._known_command(batch)
            or await self._taken_version(batch)
            or await self._taken_document(batch)
        )

    async def _known_command(self, batch: Batch) -> CommandKnown | None:
        """The first command of a log that is sent again."""
        sent = [entry.command for entry in batch.entries if entry.command is not None]
        found = [(await self.find(batch.table, command), command) for command in sent]
        known = [(there.versions[0], command) for there, command in found if there]
        if not known:
            return None
        version, command = min(known)
        named = {"table": batch.table, "command": command, "version": version}
        return CommandKnown("store-command-known", **named)

    async def _taken_version(self, batch: Batch) -> VersionTaken | None:
        sent = {entry.version for entry in batch.entries}
        if not sent:
            return None
        bounds = min(sent), max(sent)
        for (version,) in await self._rows(statements.BETWEEN, batch.table, *bounds):
            if version in sent:
                return VersionTaken("store-version-taken", table=batch.table, version=version)
        return None

    async def _taken_document(self, batch: Batch) -> DocumentTaken | None:
        for kind, key in batch.new:
            if await self.get(kind, key) is not None:
                return DocumentTaken("store-document-taken", kind=kind, key=key)
        return None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


def _check(*names: str) -> None:
    for name in names:
        # Nearly all names are printable, which is a cheaper check.
        plain = name.isprintable() and 0 < len(name) <= MAX_NAME
        if not plain and not _NAME.fullmatch(name):
            raise StoreError("store-bad-name", name=name[: MAX_NAME + 1], limit=MAX_NAME)


def _check_fingerprints(entries: Sequence[Entry]) -> None:
    for entry in entries:
        if entry.fingerprint is not None:
            _check(entry.fingerprint)
            if entry.command is None:
                raise ValueError("a fingerprint without a command")
