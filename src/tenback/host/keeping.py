"""What is written down when something has happened at a table, all in one batch.

Besides the events: the result of a game that ended, for each person who played, its record, the
line in the lobby of a table that strangers may find, who is at which table, whom to call, and
whether the house has to go on by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from tenback.host import noticing, places, results
from tenback.host.documents import packed, unpacked
from tenback.host.hooks import queued
from tenback.store import Batch, Entry, Key
from tenback.table import recording
from tenback.table.encoding import from_json, to_json
from tenback.table.phases import Phase
from tenback.table.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenback.host.noticing import Awaited
    from tenback.table.fairness import Dealer
    from tenback.table.results import Result

RECORD = "record"
LISTED = "listed"
PENDING = "pending"
"""Tables where something happens next without anybody, so that it does after a restart, too."""
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
    """The line of a table in the lobby; None if it has none, or nobody is there."""
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
    """Whether a deal runs out if nobody does anything, or a bot goes on."""
    game = table.game
    if game is None or not table.running:
        return table.phase is Phase.DEALING
    if game.turn is None:
        return not any(seat.held for seat in table.seats)
    return table.seats[game.turn].player is not None


def read_listed(body: bytes) -> Listed:
    """A line of the lobby from its document."""
    data = unpacked(body)
    lists = {key: tuple(data[key]) for key in ("people", "bots")}
    return Listed(**data | lists | {"phase": Phase(data["phase"])})


class Before(NamedTuple):
    """What has to be known of a table before something happens, to tell what is new.

    `people` are those on whom `places` depends: everybody, unless the table is closed.
    """

    version: int = 0
    result: Result | None = None
    listed: Listed | None = None
    people: tuple[object, ...] = ()
    places: frozenset[Key] = frozenset()
    awaited: Awaited | None = None
    pending: bool = False

    def after(self, table: Table) -> Before:
        """The same of the table as it stands now."""
        people = (table.seats, table.watching, table.closed)
        return Before(
            table.version,
            table.result,
            listed(table),
            people,
            self.places if people == self.people else places.of(table),
            noticing.awaited(table),
            pending(table),
        )


def batch(table: Table, before: Before, now: Before, command: str | None) -> Batch:
    """Everything that is new at a table. The id of the command stands with its first event.

    A command without an id gets one, so that a log shows which events came together.
    """
    version, entries = before.version, []
    named: str | None = command or f"{AUTOMATIC}{version + 1}"
    for event in table.log[version:]:
        version += 1
        entries.append(Entry(version, named, to_json(event).encode()))
        named = None
    return Batch(table.id, entries, _documents(table, before, now))


def _documents(table: Table, before: Before, now: Before) -> dict[Key, bytes | None]:
    found: dict[Key, bytes | None] = {}
    if now.places is not before.places:
        found |= places.changes(before.places, now.places)
    if now.result is not None and now.result is not before.result:
        found |= results.documents(now.result)
        found[RECORD, record_key(table.id, table.number)] = recording.text(table).encode()
        found |= map(queued, noticing.game_over(table))
    if now.listed != before.listed:
        found[LISTED, table.id] = None if now.listed is None else packed(now.listed)
    if now.awaited is not None and now.awaited != before.awaited:
        found |= (queued(noticing.your_turn(table, now.awaited)),)
    if now.pending != before.pending:
        found[PENDING, table.id] = b"" if now.pending else None
    return found


def record_key(table: str, number: int) -> str:
    """Where the record of a game is kept among the records."""
    return f"{table}/{number}"


def rebuilt(entries: Iterable[Entry], dealer: Dealer) -> Table:
    """The table that a log tells of."""
    return Table.rebuilt((from_json(entry.body) for entry in entries), dealer)
