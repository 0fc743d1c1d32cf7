"""What can be asked of a table, one frozen value each. `type` tells them apart in JSON.

Who may ask for what, and when, is the table `PERMITS` in `permits`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from tenback.core.deal import Deal
from tenback.table.options import Options

# People


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a seat: this one, or any that is open."""

    name: str
    seat: int | None = None
    type: Literal["sit"] = field(default="sit", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Watch:
    """Watch; whoever has a seat gives it up."""

    name: str
    type: Literal["watch"] = field(default="watch", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the table for good: the seat is open, or nobody watches any more."""

    type: Literal["leave"] = field(default="leave", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Rename:
    """Be called something else."""

    name: str
    type: Literal["rename"] = field(default="rename", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Mute:
    """Hear no more of what a person says. Nobody else learns of it."""

    person: str
    type: Literal["mute"] = field(default="mute", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Unmute:
    """Hear a person again."""

    person: str
    type: Literal["unmute"] = field(default="unmute", init=False, repr=False)


# The host


@dataclass(frozen=True, slots=True)
class SetOptions:
    """Play by other options; after a game this gathers people anew."""

    options: Options
    type: Literal["set-options"] = field(default="set-options", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class SeatBot:
    """Give an open seat to a bot: this one, or the first."""

    bot: str
    seat: int | None = None
    type: Literal["seat-bot"] = field(default="seat-bot", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class RemoveSeat:
    """Take whoever has a seat off it; a running game goes on when somebody else sits down."""

    seat: int
    type: Literal["remove-seat"] = field(default="remove-seat", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class HandOn:
    """Make somebody else the host."""

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
    """Promise a number of one's own: its SHA-256."""

    commitment: str
    type: Literal["commit"] = field(default="commit", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Reveal:
    """Tell the number that was promised."""

    nonce: str
    type: Literal["reveal"] = field(default="reveal", init=False, repr=False)


# The game


@dataclass(frozen=True, slots=True)
class Start:
    """Take the first turn oneself, or leave it to a bot by naming its seat (O3)."""

    seat: int | None = None
    type: Literal["start"] = field(default="start", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Play:
    """Make a move, written like `37-u1` or `end`."""

    move: str
    type: Literal["play"] = field(default="play", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take the last lay of one's running turn back (O17)."""

    type: Literal["take-back"] = field(default="take-back", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Say:
    """Say a phrase (`leave:u1`, `start`), take one back (`unsay:leave:u1`), or say a free text."""

    phrase: str = ""
    text: str = ""
    type: Literal["say"] = field(default="say", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class AskHint:
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
    """Have a bot play for somebody who has been away for a minute."""

    seat: int
    bot: str
    type: Literal["call-bot"] = field(default="call-bot", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Rematch:
    """Play again with the same group: a new deal, or the same one."""

    same_deal: bool = False
    type: Literal["rematch"] = field(default="rematch", init=False, repr=False)


# The house


@dataclass(frozen=True, slots=True)
class GoneAway:
    """Somebody cannot be reached: whoever has a seat is away, whoever watches has left."""

    person: str
    type: Literal["gone-away"] = field(default="gone-away", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class ComeBack:
    """Somebody seated can be reached again."""

    person: str
    type: Literal["come-back"] = field(default="come-back", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class RunOut:
    """Patience with those who keep the fair deal waiting has run out."""

    type: Literal["run-out"] = field(default="run-out", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class DealThis:
    """Deal these cards: a daily deal, or one that somebody asked for by its code.

    `sealed`: stock and seed stay closed after the end (V3). `seen`: somebody here knows the deal.
    """

    deal: Deal
    sealed: bool = False
    seen: bool = False
    type: Literal["deal-this"] = field(default="deal-this", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class ReplaceBot:
    """A bot has failed, and another takes its seat."""

    seat: int
    bot: str
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
    | AskHint
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
