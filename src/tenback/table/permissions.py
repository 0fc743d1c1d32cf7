"""Permissions: which actor may send which command, and when; one line for each command."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from tenback.table import commands as c
from tenback.table.actors import Actor, BotAt, System
from tenback.table.errors import IllegalCommand
from tenback.table.phases import ALIVE, RUNNING, Phase

if TYPE_CHECKING:
    from tenback.table.commands import Command
    from tenback.table.table import Table


class Role(StrEnum):
    """What an actor is at a table; people can be several of these at once."""

    PERSON = "person"
    PRESENT = "present"
    SEATED = "seated"
    HOST = "host"
    BOT = "bot"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True)
class Permission:
    """Who may ask, and when."""

    roles: frozenset[Role]
    phases: frozenset[Phase]


def _may(*roles: Role, when: frozenset[Phase] = ALIVE) -> Permission:
    return Permission(frozenset(roles), when)


def _only(*phases: Phase) -> frozenset[Phase]:
    return frozenset(phases)


PERMISSIONS: dict[type[Command], Permission] = {
    c.Sit: _may(Role.PERSON),
    c.Watch: _may(Role.PERSON),
    c.Leave: _may(Role.PRESENT),
    c.Rename: _may(Role.PRESENT),
    c.Mute: _may(Role.PRESENT),
    c.Unmute: _may(Role.PRESENT),
    c.SetOptions: _may(Role.HOST, when=_only(Phase.GATHERING, Phase.OVER)),
    c.SeatBot: _may(Role.HOST),
    c.RemoveSeat: _may(Role.HOST),
    c.HandOn: _may(Role.HOST),
    c.Begin: _may(Role.HOST, when=_only(Phase.GATHERING)),
    c.Close: _may(Role.HOST, Role.SYSTEM),
    c.Commit: _may(Role.SEATED, when=_only(Phase.DEALING)),
    c.Reveal: _may(Role.SEATED, when=_only(Phase.DEALING)),
    c.Start: _may(Role.SEATED, Role.BOT, when=_only(Phase.AGREEING)),
    c.Play: _may(Role.SEATED, Role.BOT, when=_only(Phase.PLAYING)),
    c.TakeBack: _may(Role.SEATED, when=_only(Phase.PLAYING)),
    c.Say: _may(Role.PRESENT, Role.BOT, when=RUNNING | {Phase.OVER}),
    c.Hint: _may(Role.SEATED, when=RUNNING),
    c.Resign: _may(Role.SEATED, when=RUNNING),
    c.PlayOn: _may(Role.SEATED, when=RUNNING),
    c.CallBot: _may(Role.SEATED, when=RUNNING),
    c.Rematch: _may(Role.SEATED, when=_only(Phase.OVER)),
    c.GoneAway: _may(Role.SYSTEM),
    c.ComeBack: _may(Role.SYSTEM),
    c.RunOut: _may(Role.SYSTEM, when=_only(Phase.DEALING)),
    c.DealThis: _may(Role.SYSTEM, when=_only(Phase.GATHERING, Phase.OVER)),
    c.ReplaceBot: _may(Role.SYSTEM),
}

GAME_COMMANDS: frozenset[type[Command]] = frozenset(
    (c.Begin, c.Start, c.Play, c.TakeBack, c.Hint, c.Resign, c.PlayOn, c.Rematch)
)
"""Commands that a player sends because of how the game stands."""

MAX_EVENTS = 20_000
"""After so many events a table takes only what brings it to its end. A long game has 300."""

FINISHING: frozenset[type[Command]] = frozenset((c.Play, c.Start, c.Resign, c.Leave, c.Close))
"""What people and bots can still do at a table with so many events."""

_REFUSALS = (
    (Role.HOST, "table-host-only"),
    (Role.SEATED, "table-no-seat"),
    (Role.PRESENT, "table-not-here"),
    (Role.SYSTEM, "table-house-only"),
    (Role.PERSON, "table-people-only"),
)


_NO_ROLE: frozenset[Role] = frozenset()
_SYSTEM, _BOT, _HOST = frozenset((Role.SYSTEM,)), frozenset((Role.BOT,)), frozenset((Role.HOST,))
_STRANGER = frozenset((Role.PERSON,))
_PRESENT = _STRANGER | {Role.PRESENT}
_SEATED = _PRESENT | {Role.SEATED}


def roles(table: Table, who: Actor) -> frozenset[Role]:
    """What an actor is at this table."""
    if isinstance(who, System):
        return _SYSTEM
    if isinstance(who, BotAt):
        there = 0 <= who.seat < len(table.seats) and table.seats[who.seat].player is not None
        return _BOT if there else _NO_ROLE
    if not who:
        return _NO_ROLE
    if table.seat_of(who) is not None:
        found = _SEATED
    else:
        found = _PRESENT if table.watches(who) else _STRANGER
    return found | _HOST if table.host == who else found


def check(table: Table, who: Actor, command: Command) -> None:
    """Refuse a command that this actor may not send, or not now."""
    permit = PERMISSIONS[type(command)]
    if permit.roles.isdisjoint(roles(table, who)):
        raise IllegalCommand(_refusal(permit) if isinstance(who, str) else "table-people-only")
    if table.phase not in permit.phases:
        raise IllegalCommand(f"table-not-while-{table.phase}")
    if table.version >= MAX_EVENTS and not _is_finishing(who, command):
        raise IllegalCommand("table-too-long", limit=MAX_EVENTS)


def _is_finishing(who: Actor, command: Command) -> bool:
    return isinstance(who, System) or type(command) in FINISHING


def check_fresh(table: Table, command: Command, seen: int) -> None:
    """Refuse a command of a player who had seen this version, if the game has changed since."""
    if type(command) not in GAME_COMMANDS:
        return
    if table.game_version > seen:
        raise IllegalCommand("table-stale", version=table.version)


def _refusal(permit: Permission) -> str:
    return next(code for role, code in _REFUSALS if role in permit.roles)
