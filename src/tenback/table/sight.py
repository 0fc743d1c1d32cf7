"""What anybody may see of a table: the one place where it is decided.

A seat sees what core's view of it holds, whoever watches what all seats share (V4), and a stranger
only who plays what. Versions go on counting for everybody: what somebody may not see is an empty
place with its number, the same whatever it hides.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from tenback.core.events import Event as CoreEvent
from tenback.core.options import Options as Choices
from tenback.core.views import View, redact, seeing_more
from tenback.table import recording
from tenback.table.errors import IllegalCommand
from tenback.table.events import Begun, CardsDealt, Event, Muted, Revealed, Spoke, Unmuted
from tenback.table.fairness import FairDeal, Share, Stage
from tenback.table.options import Options
from tenback.table.phases import Phase
from tenback.table.results import Marks, Result
from tenback.table.seats import Guest, Seat
from tenback.talk.speaking import in_force
from tenback.talk.standing import Standing as Stands
from tenback.talk.standing import standing as what_stands

if TYPE_CHECKING:
    from collections.abc import Hashable

    from tenback.core.game import Game
    from tenback.core.record import Record
    from tenback.table.table import Table


class Shown(Struct, frozen=True):
    """One event as somebody may see it, and what followed from it in the game."""

    version: int
    event: Event | None = None
    followed: tuple[CoreEvent, ...] = ()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A whole table as somebody may see it.

    `seat` is their own. `view` and `choices` are core's: what they know and can do. `talk` is what
    stands, with what muted people said left out, as in `view.talk`. `fair` is how the deal came
    about so far; secret, nonces and seed only after the end. `resigning`: the seats that would.
    `sealed_at`: when the deal first came to this table, if it stays closed after the end (V3).
    """

    table: str
    version: int
    phase: Phase
    options: Options
    seats: tuple[Seat, ...]
    host: str | None
    watching: tuple[Guest, ...]
    number: int
    seat: int | None = None
    view: View | None = None
    choices: Choices | None = None
    talk: tuple[Stands, ...] = ()
    turn_since: float | None = None
    fair: FairDeal | None = None
    stage: Stage | None = None
    resigning: frozenset[int] = frozenset()
    marks: Marks | None = None
    result: Result | None = None
    muted: frozenset[str] = frozenset()
    sealed_at: float | None = None


def standing(table: Table, who: str) -> Snapshot:
    """How the table stands, for somebody who comes, or comes back."""
    lobby = Snapshot(
        table=table.id,
        version=table.version,
        phase=table.phase,
        options=table.options,
        seats=table.seats,
        host=table.host,
        watching=table.watching,
        number=table.number,
    )
    if not table.is_here(who):
        return lobby
    return replace(lobby, **_inside(table, who), **_on_the_table(table, who))


def _inside(table: Table, who: str) -> dict[str, Any]:
    return {
        "seat": table.seat_of(who),
        "fair": _fair(table),
        "stage": table.fair.stage if table.fair else None,
        "resigning": table.resigning,
        "marks": table.marks,
        "result": table.result,
        "muted": _muted(table, who),
        "turn_since": table.turn_since,
    }


def _on_the_table(table: Table, who: str) -> dict[str, Any]:
    game, seat = table.game, table.seat_of(who)
    if game is None:
        return {}
    view = game.view(seat, memory=table.options.memory_aid)
    public, heard = game.view(), _heard(table, game, who)
    return {
        "view": replace(view, talk=heard),
        "choices": view.options(),
        "talk": what_stands(replace(public, talk=heard)),
        "sealed_at": _first_dealt(table, game) if game.sealed else None,
    }


def _first_dealt(table: Table, game: Game) -> float:
    """When these cards first lay here: a rematch may have dealt them again."""
    deals = (event for event in table.log if isinstance(event, CardsDealt))
    return next(event.at for event in deals if event.deal == game.deal)


def _heard(table: Table, game: Game, who: str) -> tuple[Any, ...]:
    """What was said, without what those said whom this person has muted."""
    muted = _muted(table, who)
    if not muted:
        return game.talk
    said = zip(game.talk, table.speakers, strict=True)
    return tuple(remark for remark, speaker in said if speaker not in muted)


def _muted(table: Table, who: str) -> frozenset[str]:
    return frozenset(person for by, person in table.muted if by == who)


def _fair(table: Table) -> FairDeal | None:
    """How the deal came about: before the end only what was promised, and who has kept it."""
    fair, game = table.fair, table.game
    if fair is None or (game is not None and game.outcome is not None):
        return fair
    return replace(fair, secret="", shares=tuple(map(_closed_share, fair.shares)))


def _closed_share(share: Share) -> Share:
    return replace(share, nonce=HIDDEN if share.nonce else "")


HIDDEN = "hidden"
"""In the place of a nonce that was told to the house alone."""


# Events


def shown(table: Table, version: int, who: str) -> Shown:
    """The event with this number as this person may see it now."""
    event, happened = table.log[version - 1], table.followed[version - 1]
    seat = table.seat_of(who)
    if seat is None and not table.watches(who):
        return Shown(version)
    told = happened[_forgotten(table, version) :] if happened else ()
    seen = None if happened and not told else _seen(table, event, who)
    if seen is None:
        return Shown(version)
    return Shown(version, seen, tuple([redact(one, seat) for one in told]))


class Apart(NamedTuple):
    """Who of those who are here may see something of their own of some events.

    `seats`: each of them may see cards that nobody else may. `personal`: it depends on who one is.
    All others may see the same.
    """

    seats: frozenset[int]
    personal: bool

    def key(self, who: str, seat: int | None) -> Hashable:
        """`shown` is the same for the same answer."""
        return seat if seat in self.seats else None, who if self.personal else None


def apart(table: Table, after: int) -> Apart:
    """Who may see something of their own of the events behind a version."""
    seats = [seat for one in table.followed.since(after) for seat in seeing_more(one)]
    kinds = map(type, table.log[after:])
    return Apart(frozenset(seats), not _PERSONAL.isdisjoint(kinds))


def _forgotten(table: Table, version: int) -> int:
    """How much of what followed from an event is no longer told, without the memory aid (V2)."""
    game = table.game
    if table.options.memory_aid or not table.running or version < table.dealt_at or game is None:
        return 0
    first = game.event_count - table.followed.count_from(version - 1)
    return max(0, table.began[0] - first)


_PERSONAL = frozenset((Muted, Unmuted, Spoke))
"""Of these, what somebody may see depends on who they are, not on where they sit."""


def _seen(table: Table, event: Event, who: str) -> Event | None:
    """The event without what this person may not know; None where they may not know of it."""
    match event:
        case Begun():
            return replace(event, secret="")
        case Revealed():
            return replace(event, nonce=HIDDEN)
        case CardsDealt():
            return replace(event, deal=None)
        case Muted() | Unmuted():
            return event if event.by == who else None
        case Spoke():
            return None if event.person in _muted(table, who) else event
        case _:
            return event


# Records and bots


def record(table: Table, who: str) -> Record:
    """The record of a game that is over, for whoever is here. A sealed deal stays closed (V3)."""
    game = table.game
    if not table.is_here(who):
        raise IllegalCommand("table-not-here")
    if game is None or game.outcome is None:
        raise IllegalCommand("table-not-over")
    if game.sealed:
        raise IllegalCommand("table-sealed")
    return recording.record(table)


def bots_view(table: Table, seat: int) -> View:
    """What the bot of a seat sees, with memory (V2); it takes the table's policy for the rules'."""
    view = table.current_game().view(seat)
    policy = in_force(view, table.options.talk)
    if policy is view.rules.talk:
        return view
    return replace(view, rules=replace(view.rules, talk=policy))
