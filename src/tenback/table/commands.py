"""The commands of a table, one frozen value each. `type` distinguishes them in JSON.

Which actor may send which of them, and when, is the table `PERMISSIONS` in `permissions`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from tenback.core.deal import Deal
from tenback.table.options import TableOptions
from tenback.table.seats import AwaitedBot

# People


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a seat: this one, or any that is open."""

    name: str
    seat: int | None = None
    type: Literal["sit"] = field(default="sit", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Watch:
    """Watch; a player who has a seat gives it up."""

    name: str
    type: Literal["watch"] = field(default="watch", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the table for good: the seat is open then."""

    type: Literal["leave"] = field(default="leave", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Rename:
    """Be called something else."""

    name: str
    type: Literal["rename"] = field(default="rename", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Mute:
    """Hide from the sender what a person says. No other player learns of it."""

    person: str
    type: Literal["mute"] = field(default="mute", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Unmute:
    """Show again what a person says."""

    person: str
    type: Literal["unmute"] = field(default="unmute", init=False, repr=False)


# The host


@dataclass(frozen=True, slots=True)
class SetOptions:
    """Play by other options; after a game this gathers people anew."""

    options: TableOptions
    type: Literal["set-options"] = field(default="set-options", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class SeatBot:
    """Give an open seat to a bot: this one, or the first."""

    bot: str
    seat: int | None = None
    type: Literal["seat-bot"] = field(default="seat-bot", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class RemoveSeat:
    """Take a player or bot off a seat; a running game goes on when the seat is taken again."""

    seat: int
    type: Literal["remove-seat"] = field(default="remove-seat", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class HandOn:
    """Make another person the host."""

    person: str
    type: Literal["hand-on"] = field(default="hand-on", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Begin:
    """Start dealing."""

    type: Literal["begin"] = field(default="begin", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Close:
    """Close the table for good."""

    type: Literal["close"] = field(default="close", init=False, repr=False)


# The fair deal


@dataclass(frozen=True, slots=True)
class Commit:
    """Promise a number: its SHA-256."""

    commitment: str
    type: Literal["commit"] = field(default="commit", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Reveal:
    """Reveal the number that was promised."""

    nonce: str
    type: Literal["reveal"] = field(default="reveal", init=False, repr=False)


# The game


@dataclass(frozen=True, slots=True)
class Start:
    """Take the first turn, or leave it to a bot by naming its seat (O3)."""

    seat: int | None = None
    type: Literal["start"] = field(default="start", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Play:
    """Make a move, written like `37-u1` or `end`."""

    move: str
    type: Literal["play"] = field(default="play", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take the last lay of the running turn back (O17)."""

    type: Literal["take-back"] = field(default="take-back", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Say:
    """Say a phrase (`leave:u1`, `start`), take one back (`unsay:leave:u1`), or say a free text."""

    phrase: str = ""
    text: str = ""
    type: Literal["say"] = field(default="say", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Hint:
    """Ask for a hint; the game is marked."""

    type: Literal["ask-hint"] = field(default="ask-hint", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up in a duel (D10); in a team offer to, or agree to it (O16)."""

    type: Literal["resign"] = field(default="resign", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class PlayOn:
    """Refuse to resign, or withdraw the offer."""

    type: Literal["play-on"] = field(default="play-on", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class CallBot:
    """Have a bot play for a player who has been away for a minute."""

    seat: int
    bot: str
    type: Literal["call-bot"] = field(default="call-bot", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Rematch:
    """Play again with the same group: a new deal, or the same one."""

    same_deal: bool = False
    type: Literal["rematch"] = field(default="rematch", init=False, repr=False)


# The system


@dataclass(frozen=True, slots=True)
class GoneAway:
    """A person cannot be reached: a player is away then, a spectator has left."""

    person: str
    type: Literal["gone-away"] = field(default="gone-away", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class ComeBack:
    """A player can be reached again."""

    person: str
    type: Literal["come-back"] = field(default="come-back", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class RunOut:
    """The time limit has passed: the fair deal leaves out the seats that it waits for."""

    type: Literal["run-out"] = field(default="run-out", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class DealThis:
    """Deal these cards: a daily deal, or one that a player asked for by its code.

    `sealed`: stock and seed stay closed after the end (V3). `seen`: a player here knows the deal.
    """

    deal: Deal
    sealed: bool = False
    seen: bool = False
    type: Literal["deal-this"] = field(default="deal-this", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class ReplaceBot:
    """A bot has failed, or is not ready yet, and another takes its seat; or it is ready now."""

    seat: int
    bot: str
    awaits: AwaitedBot | None = None
    type: Literal["replace-bot"] = field(default="replace-bot", init=False, repr=False)


Command: TypeAlias = (
    Sit
    | Watch
    | Leave
    | Rename
    | Mute
    | Unmute
    | SetOptions
    | SeatBot
    | RemoveSeat
    | HandOn
    | Begin
    | Close
    | Commit
    | Reveal
    | Start
    | Play
    | TakeBack
    | Say
    | Hint
    | Resign
    | PlayOn
    | CallBot
    | Rematch
    | GoneAway
    | ComeBack
    | RunOut
    | DealThis
    | ReplaceBot
)

COMMANDS: dict[str, type[Command]] = {
    kind.__dataclass_fields__["type"].default: kind for kind in get_args(Command)
}
"""Every command by its type."""
