"""What followed from each event, kept in little room."""

from __future__ import annotations

from tenback.core.events import TurnBegan, TurnEnded
from tenback.table.event_index import EventIndex

PARTS = ((), (TurnBegan(0, 2),), (), (TurnEnded(0), TurnBegan(1, 2)), ())


def kept(*parts: tuple[TurnBegan | TurnEnded, ...]) -> EventIndex:
    followed = EventIndex()
    for part in parts:
        followed.append(part)
    return followed


def test_every_part_is_there() -> None:
    followed = kept(*PARTS)
    assert len(followed) == len(PARTS)
    assert tuple(followed[place] for place in range(len(PARTS))) == PARTS
    assert [followed.count_from(place) for place in range(len(PARTS))] == [3, 3, 2, 2, 0]


def test_the_same_parts_are_the_same() -> None:
    assert kept(*PARTS) == kept(*PARTS)
    assert kept(*PARTS) != kept(*PARTS[1:])
    assert kept(*PARTS) != PARTS
