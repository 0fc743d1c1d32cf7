"""Names of people at a table: what may be one, and that no two look the same."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tenback.core.bot_spec import LEVEL
from tenback.table.errors import IllegalCommand
from tenback.talk.lookalikes import is_bot_name, skeleton
from tenback.talk.speech import check_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.table.table import Table

LONGEST_NAME = 30
_NUMBERED = re.compile(r" \([2-9]\)\Z")
"""What a table adds to a name that another person has already."""


def clean_name(name: str) -> str:
    """A name as it is shown: one line, not too long, no bot's, and without a word about cards."""
    clean = _NUMBERED.sub("", " ".join(name.split()))
    if not 0 < len(clean) <= LONGEST_NAME or not clean.isprintable():
        raise IllegalCommand("table-name-length", limit=LONGEST_NAME)
    if is_bot_name(clean):
        raise IllegalCommand("table-name-of-bot", name=clean)
    check_name(clean)
    return clean


def distinct_name(table: Table, person: str, name: str) -> str:
    """A clean name for a person at this table; it has a number if another's looks the same."""
    clean = clean_name(name)
    taken = {skeleton(_NUMBERED.sub("", other)) for other in _others(table, person)}
    if skeleton(clean) not in taken:
        return clean
    numbered = (f"{clean[: LONGEST_NAME - 4]} ({number})" for number in range(2, 10))
    names = set(_others(table, person))
    return next((each for each in numbered if each not in names), clean)


def _others(table: Table, person: str) -> Iterator[str]:
    """What all others at a table are called; a bot of a package has the name of its registry."""
    for seat in table.seats:
        if seat.bot is not None:
            yield seat.bot.partition(LEVEL)[0]
        elif seat.person not in (None, person):
            yield seat.name
    yield from (guest.name for guest in table.watching if guest.person != person)
