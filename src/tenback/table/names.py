"""Names of people at a table: what may be one, and that no two look the same."""

from __future__ import annotations

import re
from itertools import chain, count
from typing import TYPE_CHECKING

from tenback.core.bot_spec import LEVEL
from tenback.table.errors import IllegalCommand
from tenback.talk.lookalikes import is_bot_name, is_mixed, skeleton
from tenback.talk.speech import check_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.table.table import Table

LONGEST_NAME = 30
_NUMBERED = re.compile(r"(?P<name>.*) \((?P<number>[1-9][0-9]?)\)")
"""A name with what a table adds to it where another person has it already."""


def clean_name(name: str) -> str:
    """A name as it is shown: one line, not too long, no bot's, and without a word about cards."""
    clean, _ = _split(" ".join(name.split()))
    if not 0 < len(clean) <= LONGEST_NAME or not clean.isprintable():
        raise IllegalCommand("table-name-length", limit=LONGEST_NAME)
    if is_bot_name(clean):
        raise IllegalCommand("table-name-of-bot", name=clean)
    if is_mixed(clean):
        raise IllegalCommand("table-name-mixed", name=clean)
    check_name(clean)
    return clean


def distinct_name(table: Table, person: str, name: str) -> str:
    """A clean name for a person at this table; it has a number if another's looks the same."""
    clean = clean_name(name)
    taken = {_look(other) for other in _others(table, person)}
    numbered = (f"{clean[: LONGEST_NAME - 5]} ({number})" for number in count(2))
    return next(each for each in chain((clean,), numbered) if _look(each) not in taken)


def _look(name: str) -> tuple[str, int]:
    """What a name looks like, and its number."""
    base, number = _split(name)
    return skeleton(base), number


def _split(name: str) -> tuple[str, int]:
    """A name without its number, and the number; that of a name without one is 1."""
    found = _NUMBERED.fullmatch(name)
    return (found["name"], int(found["number"])) if found else (name, 1)


def _others(table: Table, person: str) -> Iterator[str]:
    """What all others at a table are called; a bot of a package has the name of its registry."""
    for seat in table.seats:
        if seat.bot is not None:
            yield seat.bot.partition(LEVEL)[0]
        elif seat.person not in (None, person):
            yield seat.name
    yield from (guest.name for guest in table.watching if guest.person != person)
