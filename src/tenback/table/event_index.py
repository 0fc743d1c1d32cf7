"""What followed in the game from each event of a table: one long list, and where each part ends."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tenback.core.events import Event


class EventIndex:
    """Like a list of tuples, in less room: every table in memory has one, with hundreds of them."""

    __slots__ = ("_ends", "_events")

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._ends = array("I", (0,))

    def append(self, events: tuple[Event, ...]) -> None:
        """This followed from the next event."""
        self._events += events
        self._ends.append(len(self._events))

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __getitem__(self, place: int) -> tuple[Event, ...]:
        return tuple(self._events[self._ends[place] : self._ends[place + 1]])

    def since(self, place: int) -> list[Event]:
        """All of them from this event on."""
        return self._events[self._ends[place] :]

    def count_from(self, place: int) -> int:
        """How many there have been from this event on."""
        return len(self._events) - self._ends[place]

    def __eq__(self, other: object) -> bool:
        mine = (self._events, self._ends)
        return isinstance(other, EventIndex) and mine == (other._events, other._ends)

    __hash__ = None  # type: ignore[assignment]
