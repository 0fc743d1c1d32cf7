"""What is written down when something has happened at a table, all in one batch.

Besides the events: the result of a game that ended, for each person who played, its record, the
line in the lobby of a table that strangers may find, who is at which table, and whom to call.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenback.host import noticing, places, results
from tenback.host.documents import packed, unpacked
from tenback.host.hooks import queued
from tenback.host.noticing import Awaited
from tenback.store import Batch, Entry, Key
from tenback.table import recording
from tenback.table.encoding import from_json, to_json
from tenback.table.phases import Phase
from tenback.table.results import Result
from tenback.table.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenback.table.fairness import Dealer

RECORD = "record"
LISTED = "listed"
AUTOMATIC = "~"
"""How the ids of commands begin that nobody gave one; people's begin with their own id."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A table as the lobby shows it. `here`: how many people sit there and can be reached."""

    table: str
    game: str
    players: int
    phase: Phase
    spectators: bool
    people: tuple[str, ...]
    bots: tuple[str, ...]
    here: int


def listed(table: Table) -> Listed | None:
    """The line of a table in the lobby; None if it has none."""
    if not table.options.listed or table.closed:
        return None
    people = [seat for seat in table.seats if seat.person is not None]
    return Listed(
        table=table.id,
        game=table.options.rules.name,
        players=table.options.players,
        phase=table.phase,
        spectators=table.options.spectators,
        people=tuple(seat.name for seat in people),
        bots=tuple(seat.bot for seat in table.seats if seat.bot is not None),
        here=sum(seat.away_since is None for seat in people),
    )


def read_listed(body: bytes) -> Listed:
    """A line of the lobby from its document."""
    data = unpacked(body)
    lists = {key: tuple(data[key]) for key in ("people", "bots")}
    return Listed(**data | lists | {"phase": Phase(data["phase"])})


@dataclass(frozen=True, slots=True)
class Before:
    """What has to be known of a table before something happens, to tell what is new."""

    version: int = 0
    result: Result | None = None
    listed: Listed | None = None
    places: frozenset[Key] = frozenset()
    awaited: Awaited | None = None

    @classmethod
    def of(cls, table: Table) -> Before:
        """A table as it stands."""
        return cls(
            table.version, table.result, listed(table), places.of(table), noticing.awaited(table)
        )


def batch(table: Table, before: Before, command: str | None) -> Batch:
    """Everything that is new at a table. The id of the command stands with its first event.

    A command without an id gets one, so that a log shows which events came together.
    """
    first = before.version + 1
    news = enumerate(table.log[before.version :], start=first)
    ids = {first: command or f"{AUTOMATIC}{first}"}
    entries = [Entry(version, ids.get(version), to_json(event).encode()) for version, event in news]
    return Batch(table.id, entries, _documents(table, before))


def _documents(table: Table, before: Before) -> dict[Key, bytes | None]:
    found = places.changes(before.places, places.of(table))
    ended = table.result if table.result is not before.result else None
    if ended is not None:
        found |= results.documents(ended)
        found[RECORD, record_key(table.id, table.number)] = str(recording.record(table)).encode()
    line = listed(table)
    if line != before.listed:
        found[LISTED, table.id] = None if line is None else packed(line)
    found |= map(queued, noticing.notes(table, before.awaited, ended=ended is not None))
    return found


def record_key(table: str, number: int) -> str:
    """Where the record of a game is kept among the records."""
    return f"{table}/{number}"


def rebuilt(entries: Iterable[Entry], dealer: Dealer) -> Table:
    """The table that a log tells of."""
    return Table.rebuilt((from_json(entry.body) for entry in entries), dealer)
