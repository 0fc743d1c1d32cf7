"""Several people at one device: whoever has the identity, and companions with ids made from it.

A table knows nothing of that. Each of them is somebody there, with a seat and a hand of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.table.commands import Sit
from tenback.table.errors import IllegalCommand

if TYPE_CHECKING:
    from tenback.table.commands import Command
    from tenback.table.table import Table
    from tenback.table.who import Who

COMPANIONS = 4
"""How many people can play beside somebody, at the same device."""

_NUMBERS = range(1, COMPANIONS + 1)


def companion(person: str, number: int) -> str:
    """The id of somebody who plays at the same device: nobody else's, for it has a dash."""
    return f"{person}-{number}"


def companions(person: str) -> tuple[str, ...]:
    """Everybody who may play beside a person."""
    return tuple(companion(person, number) for number in _NUMBERS)


def together(person: str) -> tuple[str, ...]:
    """Everybody at the device of a person, who may be a companion themselves."""
    owner, _, number = person.rpartition("-")
    first = owner if owner and number in map(str, _NUMBERS) else person
    return (first, *companions(first))


def check_sight(table: Table, who: Who, command: Command) -> None:
    """Refuse a hand of a running game to who would see a second one, under another of their ids.

    Where nobody at a device has had a hand yet, one of them may still sit down; and whoever had
    one keeps their seat, as the table itself sees to.
    """
    if not (isinstance(command, Sit) and isinstance(who, str) and table.running):
        return
    seen = [table.saw[each] for each in together(who) if each in table.saw]
    if seen and who not in table.saw:
        raise IllegalCommand("table-saw-beside", seat=seen[0])
