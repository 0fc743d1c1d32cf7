"""Events and talk of a game in one order."""

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
    """Every event and remark with its moment; the remarks of a moment follow its events.

    `first` is the number of moments before the first event; older remarks are left out.
    """
    remarks = [said for said in talk if said.moment >= first]
    done = 0
    for moment, event in zip(moments(events, first), events, strict=True):
        while done < len(remarks) and remarks[done].moment < moment:
            yield remarks[done].moment, remarks[done]
            done += 1
        yield moment, event
    yield from ((said.moment, said) for said in remarks[done:])
