"""Who may ask a table for what, and when: one line for each command."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from tenback.table import commands as c
from tenback.table.errors import IllegalCommand
from tenback.table.events import ON_THE_GAME
from tenback.table.phases import ALIVE, RUNNING, Phase
from tenback.table.who import BotAt, House, Who

if TYPE_CHECKING:
    from tenback.table.commands import Command
    from tenback.table.table import Table


class Role(StrEnum):
    """What somebody is at a table; people can be several of these at once."""

    ANYBODY = "anybody"
    PRESENT = "present"
    SEATED = "seated"
    HOST = "host"
    BOT = "bot"
    HOUSE = "house"


@dataclass(frozen=True, slots=True)
class Permit:
    """Who may ask, and when."""

    roles: frozenset[Role]
    phases: frozenset[Phase]


def _may(*roles: Role, when: frozenset[Phase] = ALIVE) -> Permit:
    return Permit(frozenset(roles), when)


def _only(*phases: Phase) -> frozenset[Phase]:
    return frozenset(phases)


PERMITS: dict[type[Command], Permit] = {
    c.Sit: _may(Role.ANYBODY),
    c.Watch: _may(Role.ANYBODY),
    c.Leave: _may(Role.PRESENT),
    c.Rename: _may(Role.PRESENT),
    c.Mute: _may(Role.PRESENT),
    c.Unmute: _may(Role.PRESENT),
    c.SetOptions: _may(Role.HOST, when=_only(Phase.GATHERING, Phase.OVER)),
    c.SeatBot: _may(Role.HOST),
    c.RemoveSeat: _may(Role.HOST),
    c.HandOn: _may(Role.HOST),
    c.Begin: _may(Role.HOST, when=_only(Phase.GATHERING)),
    c.Close: _may(Role.HOST, Role.HOUSE),
    c.Commit: _may(Role.SEATED, when=_only(Phase.DEALING)),
    c.Reveal: _may(Role.SEATED, when=_only(Phase.DEALING)),
    c.Start: _may(Role.SEATED, Role.BOT, when=_only(Phase.AGREEING)),
    c.Play: _may(Role.SEATED, Role.BOT, when=_only(Phase.PLAYING)),
    c.TakeBack: _may(Role.SEATED, when=_only(Phase.PLAYING)),
    c.Say: _may(Role.PRESENT, Role.BOT, when=RUNNING | {Phase.OVER}),
    c.AskHint: _may(Role.SEATED, when=RUNNING),
    c.Resign: _may(Role.SEATED, when=RUNNING),
    c.PlayOn: _may(Role.SEATED, when=RUNNING),
    c.CallBot: _may(Role.SEATED, when=RUNNING),
    c.Rematch: _may(Role.SEATED, when=_only(Phase.OVER)),
    c.GoneAway: _may(Role.HOUSE),
    c.ComeBack: _may(Role.HOUSE),
    c.RunOut: _may(Role.HOUSE, when=_only(Phase.DEALING)),
    c.DealThis: _may(Role.HOUSE, when=_only(Phase.GATHERING, Phase.OVER)),
    c.ReplaceBot: _may(Role.HOUSE),
}

ABOUT_THE_GAME: frozenset[type[Command]] = frozenset(
    (c.Begin, c.Start, c.Play, c.TakeBack, c.AskHint, c.Resign, c.PlayOn, c.Rematch)
)
"""What somebody asks for because of how the game stands."""

_REFUSALS = (
    (Role.HOST, "table-host-only"),
    (Role.SEATED, "table-no-seat"),
    (Role.PRESENT, "table-not-here"),
    (Role.HOUSE, "table-house-only"),
    (Role.ANYBODY, "table-people-only"),
)


_NOBODY: frozenset[Role] = frozenset()
_HOUSE, _BOT, _HOST = frozenset((Role.HOUSE,)), frozenset((Role.BOT,)), frozenset((Role.HOST,))
_STRANGER = frozenset((Role.ANYBODY,))
_PRESENT = _STRANGER | {Role.PRESENT}
_SEATED = _PRESENT | {Role.SEATED}


def roles(table: Table, who: Who) -> frozenset[Role]:
    """What somebody is at this table."""
    if isinstance(who, House):
        return _HOUSE
    if isinstance(who, BotAt):
        there = 0 <= who.seat < len(table.seats) and table.seats[who.seat].player is not None
        return _BOT if there else _NOBODY
    if not who:
        return _NOBODY
    if table.seat_of(who) is not None:
        found = _SEATED
    else:
        found = _PRESENT if table.watches(who) else _STRANGER
    return found | _HOST if table.host == who else found


def check(table: Table, who: Who, command: Command) -> None:
    """Refuse what this person may not ask, or not now."""
    permit = PERMITS[type(command)]
    if permit.roles.isdisjoint(roles(table, who)):
        raise IllegalCommand(_refusal(permit) if isinstance(who, str) else "table-people-only")
    if table.phase not in permit.phases:
        raise IllegalCommand(f"table-not-while-{table.phase}")


def check_seen(table: Table, command: Command, seen: int) -> None:
    """Refuse what somebody decided who had seen this version, if the game has changed since."""
    if type(command) not in ABOUT_THE_GAME:
        return
    if any(type(event) in ON_THE_GAME for event in table.log[max(0, seen) :]):
        raise IllegalCommand("table-stale", version=table.version)


def _refusal(permit: Permit) -> str:
    return next(code for role, code in _REFUSALS if role in permit.roles)
