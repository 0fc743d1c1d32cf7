"""What is stored when a table has changed, all in one batch.

Besides the events: the result of a finished game for each person who played, its record, the lobby
entry of a listed table, the seat index, notifications, and whether a timer or a bot is due.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from tenback.host import notifications, result_documents, seat_index
from tenback.host.documents import dump, load_fields
from tenback.host.webhooks import queue_entry
from tenback.store import Batch, Entry, Key
from tenback.table import records
from tenback.table.event_json import from_json, to_json
from tenback.table.phases import Phase
from tenback.table.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenback.host.notifications import Awaited
    from tenback.table.fairness import Dealer
    from tenback.table.results import Result

RECORD = "record"
LISTED = "listed"
PENDING = "pending"
"""Tables where a timer or a bot is due, which go on after a restart."""
AUTOMATIC = "~"
"""The first character of ids that the host itself gives; others begin with a person's id."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A table as the lobby shows it. `here`: how many seated people are connected."""

    table: str
    game: str
    players: int
    phase: Phase
    spectators: bool
    people: tuple[str, ...]
    bots: tuple[str, ...]
    here: int


def listed(table: Table) -> Listed | None:
    """The lobby entry of a table; None if it is not listed, or no seated person is connected."""
    if not table.options.listed or table.closed:
        return None
    people = [seat for seat in table.seats if seat.person is not None]
    here = sum(seat.away_since is None for seat in people)
    if not here:
        return None
    return Listed(
        table=table.id,
        game=table.options.rules.name,
        players=table.options.players,
        phase=table.phase,
        spectators=table.options.spectators,
        people=tuple(seat.name for seat in people),
        bots=tuple(seat.bot for seat in table.seats if seat.bot is not None),
        here=here,
    )


def pending(table: Table) -> bool:
    """Whether the timeout of a deal or a bot is due."""
    game = table.game
    if game is None or not table.running:
        return table.phase is Phase.DEALING
    if game.turn is None:
        return not any(seat.held for seat in table.seats)
    return table.seats[game.turn].player is not None


def read_listed(body: bytes) -> Listed:
    """A lobby entry from its document."""
    data = load_fields(body)
    lists = {key: tuple(data[key]) for key in ("people", "bots")}
    return Listed(**data | lists | {"phase": Phase(data["phase"])})


class Persisted(NamedTuple):
    """What is stored of a table, to find out what a change adds.

    `people` is what `places` depends on, so that they are computed only when it changes.
    """

    version: int = 0
    result: Result | None = None
    listed: Listed | None = None
    people: tuple[object, ...] = ()
    places: frozenset[Key] = frozenset()
    awaited: Awaited | None = None
    pending: bool = False

    def updated(self, table: Table) -> Persisted:
        """The same for the table as it is now."""
        people = (table.seats, table.watching, table.closed)
        return Persisted(
            table.version,
            table.result,
            listed(table),
            people,
            self.places if people == self.people else seat_index.entries(table),
            notifications.awaited(table),
            pending(table),
        )


def batch(
    table: Table,
    before: Persisted,
    now: Persisted,
    command: str | None,
    fingerprint: str | None = None,
) -> Batch:
    """Everything that is new at a table. With its first event: the command's id and fingerprint.

    A command without an id gets one, so that the log shows which events belong together.
    """
    version, entries = before.version, []
    named: str | None = command or f"{AUTOMATIC}{version + 1}"
    for event in table.log[version:]:
        version += 1
        entries.append(Entry(version, named, to_json(event).encode(), fingerprint))
        named = fingerprint = None
    return Batch(table.id, entries, _documents(table, before, now))


def _documents(table: Table, before: Persisted, now: Persisted) -> dict[Key, bytes | None]:
    found: dict[Key, bytes | None] = {}
    if now.places is not before.places:
        found |= seat_index.changes(before.places, now.places)
    if now.result is not None and now.result is not before.result:
        found |= result_documents.documents(now.result)
        found[RECORD, record_key(table.id, table.number)] = records.text(table).encode()
        found |= map(queue_entry, notifications.game_over(table))
    if now.listed != before.listed:
        found[LISTED, table.id] = None if now.listed is None else dump(now.listed)
    if now.awaited is not None and now.awaited != before.awaited:
        found |= (queue_entry(notifications.your_turn(table, now.awaited)),)
    if now.pending != before.pending:
        found[PENDING, table.id] = b"" if now.pending else None
    return found


def record_key(table: str, number: int) -> str:
    """The key of the record of a game."""
    return f"{table}/{number}"


def rebuilt(entries: Iterable[Entry], dealer: Dealer) -> Table:
    """The table of a log."""
    return Table.rebuilt((from_json(entry.body) for entry in entries), dealer)
