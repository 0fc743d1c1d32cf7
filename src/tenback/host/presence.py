"""Presence: who is connected to which table. A person without a connection is away after a time."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tenback.table import commands as c

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from tenback.host.dependencies import Dependencies, HostConfig
    from tenback.host.timers import Timers
    from tenback.table.commands import Command
    from tenback.table.table import Table


class Presence:
    """Counts connections, for a person may have several, and marks people as away or back.

    Presence is reconciled with the open connections: after a crash there are none, and people who
    do not reconnect are marked as away. `watches` is true of spectators, who leave once away.
    """

    def __init__(
        self,
        deps: Dependencies,
        config: HostConfig,
        timers: Timers,
        run_system_command: Callable[[str, Command], Coroutine[Any, Any, None]],
        watches: Callable[[str, str], bool],
    ) -> None:
        self._deps = deps
        self._config = config
        self._timers = timers
        self._run_system_command = run_system_command
        self._watches = watches
        self._connections: Counter[tuple[str, str]] = Counter()

    def __len__(self) -> int:
        return self._connections.total()

    def is_here(self, table: str, person: str) -> bool:
        """Whether a person has a connection to a table."""
        return (table, person) in self._connections

    def connected(self, table: str, person: str) -> None:
        """A connection of a person was opened; they may have others."""
        self._connections[table, person] += 1
        if self._connections[table, person] == 1:
            self._mark_back(table, person)

    def disconnected(self, table: str, person: str) -> None:
        """A connection of a person was closed."""
        self._connections[table, person] -= 1
        if self._connections[table, person] <= 0:
            del self._connections[table, person]
            # The game does not wait for spectators, so they have more time to reconnect.
            spectator = self._watches(table, person)
            seconds = self._config.silence if spectator else self._config.grace
            self._mark_away_after(table, person, seconds)

    def touch(self, table: str, person: object) -> None:
        """A person has asked for something: the timer that would mark them as away restarts."""
        if isinstance(person, str) and _key(table, person) in self._timers:
            self._mark_away_after(table, person, self._config.silence)

    def reconcile(self, table: Table) -> None:
        """Reconcile who is here, by the table's own events, with the open connections."""
        if table.closed:
            return
        for seat in table.seats:
            if seat.person is not None:
                self._reconcile(table.id, seat.person, away=seat.away_since is not None)
        for spectator in table.watching:
            self._reconcile(table.id, spectator.person, away=False)

    def _reconcile(self, table: str, person: str, *, away: bool) -> None:
        """Where processes share the tables, each marks only people whose connections it had as
        away: the others may be connected to another process.
        """
        here = self.is_here(table, person)
        if here and away:
            self._mark_back(table, person)
        elif not (here or away or self._config.shared or _key(table, person) in self._timers):
            self._mark_away_after(table, person, self._config.silence)

    def _mark_back(self, table: str, person: str) -> None:
        """Mark a person as back, at once."""
        self._timers.set(
            _key(table, person), 0.0, lambda: self._run_system_command(table, c.ComeBack(person))
        )

    def _mark_away_after(self, table: str, person: str, seconds: float) -> None:
        async def mark_away() -> None:
            if not self.is_here(table, person):
                await self._run_system_command(table, c.GoneAway(person))

        self._timers.set(_key(table, person), seconds, mark_away)


def _key(table: str, person: str) -> tuple[str, str, str]:
    """The key of the timer of a person at a table."""
    return table, "person", person
