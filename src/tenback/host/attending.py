"""Who is connected to which table; whoever is not counts as away, or has left, after a while."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tenback.table import commands as c

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from tenback.host.surroundings import Habits, Surroundings
    from tenback.host.timers import Timers
    from tenback.table.commands import Command
    from tenback.table.table import Table


class Attendance:
    """Counts connections, for a person may have several, and tells the house who comes and goes.

    After a crash nobody is connected: whoever does not come back is away, too. `watches` tells
    whether somebody at a table only watches; they leave it once they are away.
    """

    def __init__(
        self,
        around: Surroundings,
        habits: Habits,
        timers: Timers,
        tell_house: Callable[[str, Command], Coroutine[Any, Any, None]],
        watches: Callable[[str, str], bool],
    ) -> None:
        self._around = around
        self._habits = habits
        self._timers = timers
        self._tell_house = tell_house
        self._watches = watches
        self._connections: Counter[tuple[str, str]] = Counter()

    def __len__(self) -> int:
        return self._connections.total()

    def is_here(self, table: str, person: str) -> bool:
        """Whether somebody is connected."""
        return (table, person) in self._connections

    def came(self, table: str, person: str) -> None:
        """Somebody is connected, once more if they were already."""
        self._connections[table, person] += 1
        if self._connections[table, person] == 1:
            self._welcome(table, person)

    def went(self, table: str, person: str) -> None:
        """One of somebody's connections has gone."""
        self._connections[table, person] -= 1
        if self._connections[table, person] <= 0:
            del self._connections[table, person]
            # Nobody waits for whoever watches, so that they have more time to come back.
            guest = self._watches(table, person)
            self._wait_for(table, person, self._habits.silence if guest else self._habits.grace)

    def heard_of(self, table: str, person: object) -> None:
        """Somebody asks for something; if they are waited for, there is time again."""
        if isinstance(person, str) and _key(table, person) in self._timers:
            self._wait_for(table, person, self._habits.silence)

    def mind(self, table: Table) -> None:
        """See to it that what a table knows of who is here is true."""
        if table.closed:
            return
        for seat in table.seats:
            if seat.person is not None:
                self._mind(table.id, seat.person, away=seat.away_since is not None)
        for guest in table.watching:
            self._mind(table.id, guest.person, away=False)

    def _mind(self, table: str, person: str, *, away: bool) -> None:
        """Where several processes share the tables, each gives up only on who was connected to it:
        the others may be at home with another one.
        """
        here = self.is_here(table, person)
        if here and away:
            self._welcome(table, person)
        elif not (here or away or self._habits.shared or _key(table, person) in self._timers):
            self._wait_for(table, person, self._habits.silence)

    def _welcome(self, table: str, person: str) -> None:
        """Tell the house at once."""
        now = self._around.clock()
        self._timers.set(
            _key(table, person), now, lambda: self._tell_house(table, c.ComeBack(person))
        )

    def _wait_for(self, table: str, person: str, seconds: float) -> None:
        async def give_up() -> None:
            if not self.is_here(table, person):
                await self._tell_house(table, c.GoneAway(person))

        self._timers.set(_key(table, person), self._around.clock() + seconds, give_up)


def _key(table: str, person: str) -> tuple[str, str, str]:
    """Under which timers know that somebody is waited for."""
    return table, "person", person
