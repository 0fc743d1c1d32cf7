"""What happened at a table, one frozen value each: enough to rebuild it, and nothing else.

`at` is when, in seconds; `type` distinguishes them in JSON. What follows from a move by the rules
(draws, the next turn, the end) is core's business: `Table.followed` keeps it beside the log.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from tenback.core.deal import Deal
from tenback.table.options import TableOptions
from tenback.table.seats import AwaitedBot

FORMAT = 1
"""The version of the form in which events are kept."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A person opened a table and took its first seat; they are the host."""

    at: float
    table: str
    host: str
    name: str
    options: TableOptions
    type: Literal["opened"] = field(default="opened", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Sat:
    """A person sat down."""

    at: float
    seat: int
    person: str
    name: str
    type: Literal["sat"] = field(default="sat", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Watched:
    """A person began to watch, and gave their seat up if they had one."""

    at: float
    person: str
    name: str
    type: Literal["watched"] = field(default="watched", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Left:
    """A person left the table."""

    at: float
    person: str
    type: Literal["left"] = field(default="left", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Renamed:
    """A person is called something else."""

    at: float
    person: str
    name: str
    type: Literal["renamed"] = field(default="renamed", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Muted:
    """`by` hears no more of a person. Only `by` learns of it."""

    at: float
    by: str
    person: str
    type: Literal["muted"] = field(default="muted", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Unmuted:
    """`by` hears a person again."""

    at: float
    by: str
    person: str
    type: Literal["unmuted"] = field(default="unmuted", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class OptionsSet:
    """The table plays by other options. People are gathering again if a game was over."""

    at: float
    options: TableOptions
    type: Literal["options-set"] = field(default="options-set", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class BotSeated:
    """A bot has taken an open seat."""

    at: float
    seat: int
    bot: str
    type: Literal["bot-seated"] = field(default="bot-seated", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class BotReplaced:
    """Another bot plays where one failed, or until one is ready; or that one plays now."""

    at: float
    seat: int
    bot: str
    awaits: AwaitedBot | None = None
    type: Literal["bot-replaced"] = field(default="bot-replaced", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class SeatRemoved:
    """The host took the player or bot off this seat."""

    at: float
    seat: int
    type: Literal["seat-removed"] = field(default="seat-removed", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class HostPassed:
    """Another person is the host."""

    at: float
    person: str
    type: Literal["host-passed"] = field(default="host-passed", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Closed:
    """The table is closed."""

    at: float
    type: Literal["closed"] = field(default="closed", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class WentAway:
    """A seated person cannot be reached."""

    at: float
    person: str
    type: Literal["went-away"] = field(default="went-away", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class CameBack:
    """A seated person is here again, and has their seat back from a stand-in."""

    at: float
    person: str
    type: Literal["came-back"] = field(default="came-back", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class StoodIn:
    """A bot plays for a person who is away."""

    at: float
    seat: int
    bot: str
    type: Literal["stood-in"] = field(default="stood-in", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Begun:
    """A deal begins: the server commits to a secret, and these seats may add to it."""

    at: float
    secret: str
    commitment: str
    seats: tuple[int, ...]
    type: Literal["begun"] = field(default="begun", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Committed:
    """A seat has promised a number."""

    at: float
    seat: int
    commitment: str
    type: Literal["committed"] = field(default="committed", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Revealed:
    """A seat has revealed its number."""

    at: float
    seat: int
    nonce: str
    type: Literal["revealed"] = field(default="revealed", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A seat has not promised or not revealed in time, and has no part in the deal."""

    at: float
    seat: int
    type: Literal["left-out"] = field(default="left-out", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """A game began. `deal` is None for every client: they see what core shows them.

    `fair`: it is the deal that the promises before it give. `sealed` and `seen`: as in `DealThis`.
    """

    at: float
    deal: Deal | None
    fair: bool = True
    sealed: bool = False
    seen: bool = False
    type: Literal["cards-dealt"] = field(default="cards-dealt", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Started:
    """A seat takes the first turn."""

    at: float
    seat: int
    type: Literal["started"] = field(default="started", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Moved:
    """The seat on turn made a move."""

    at: float
    seat: int
    move: str
    type: Literal["moved"] = field(default="moved", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The seat on turn took its last lay back."""

    at: float
    seat: int
    type: Literal["taken-back"] = field(default="taken-back", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Spoke:
    """A remark. `person` is None for a bot, `seat` is None for a spectator."""

    at: float
    seat: int | None
    person: str | None
    phrase: str
    text: str
    type: Literal["spoke"] = field(default="spoke", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class HintAsked:
    """A seat asked for a hint."""

    at: float
    seat: int
    type: Literal["hint-asked"] = field(default="hint-asked", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class ResignAgreed:
    """A seat would resign; the first one offers it to the others."""

    at: float
    seat: int
    type: Literal["resign-agreed"] = field(default="resign-agreed", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class ResignRefused:
    """A seat wants to play on; all offers to resign are void."""

    at: float
    seat: int
    type: Literal["resign-refused"] = field(default="resign-refused", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Resigned:
    """The team resigned, or in a duel this seat."""

    at: float
    seat: int
    type: Literal["resigned"] = field(default="resigned", init=False, repr=False)


Event: TypeAlias = (
    Opened
    | Sat
    | Watched
    | Left
    | Renamed
    | Muted
    | Unmuted
    | OptionsSet
    | BotSeated
    | BotReplaced
    | SeatRemoved
    | HostPassed
    | Closed
    | WentAway
    | CameBack
    | StoodIn
    | Begun
    | Committed
    | Revealed
    | LeftOut
    | CardsDealt
    | Started
    | Moved
    | TakenBack
    | Spoke
    | HintAsked
    | ResignAgreed
    | ResignRefused
    | Resigned
)

EVENTS: dict[str, type[Event]] = {
    kind.__dataclass_fields__["type"].default: kind for kind in get_args(Event)
}
"""Every event by its type."""

ADDED: dict[type, frozenset[str]] = {BotReplaced: frozenset(("awaits",))}
"""The fields that older logs lack: each has a default."""

GAME_CHANGES: frozenset[type[Event]] = frozenset(
    (OptionsSet, Begun, CardsDealt, Started, Moved, TakenBack, Resigned)
)
"""Events after which a player who has not seen them knows an outdated game."""
