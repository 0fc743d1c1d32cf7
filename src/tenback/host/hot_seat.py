"""Several players at one device: the owner of the identity, and companions with derived ids.

To a table each of them is a player like any other, with a seat and a hand of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.table.commands import Sit
from tenback.table.errors import IllegalCommand

if TYPE_CHECKING:
    from tenback.table.actors import Actor
    from tenback.table.commands import Command
    from tenback.table.table import Table

COMPANIONS = 4
"""How many companions a person can have at the same device."""

_NUMBERS = range(1, COMPANIONS + 1)


def companion(person: str, number: int) -> str:
    """The id of a companion; ids of identities have no dash, so it is unique."""
    return f"{person}-{number}"


def companions(person: str) -> tuple[str, ...]:
    """The ids of all companions of a person."""
    return tuple(companion(person, number) for number in _NUMBERS)


def same_device(person: str) -> tuple[str, ...]:
    """Every id at the device of a person, who may be a companion themselves."""
    owner, _, number = person.rpartition("-")
    first = owner if owner and number in map(str, _NUMBERS) else person
    return (first, *companions(first))


def check_one_hand(table: Table, who: Actor, command: Command) -> None:
    """Refuse a second hand of a running game to a device that has seen one under another id.

    A device that has seen none may still take a seat; a player who had a hand keeps it, which is
    the table's own rule.
    """
    if not (isinstance(command, Sit) and isinstance(who, str) and table.running):
        return
    seen = [table.saw[each] for each in same_device(who) if each in table.saw]
    if seen and who not in table.saw:
        raise IllegalCommand("table-saw-beside", seat=seen[0])
