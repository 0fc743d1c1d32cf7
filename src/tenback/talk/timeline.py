"""What happened and what was said, in the one order in which it came about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.core.events import moments

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenback.core.events import Event
    from tenback.core.talk import Said


def timeline(
    events: Sequence[Event], talk: Sequence[Said], first: int = 0
) -> Iterator[tuple[int, Event | Said]]:
    """Everything with its moment. What was said at a moment follows what was done at it.

    `first` is how many things had been done before the first event; older remarks are left out.
    """
    heard = [said for said in talk if said.moment >= first]
    told = 0
    for moment, event in zip(moments(events, first), events, strict=True):
        while told < len(heard) and heard[told].moment < moment:
            yield heard[told].moment, heard[told]
            told += 1
        yield moment, event
    yield from ((said.moment, said) for said in heard[told:])
