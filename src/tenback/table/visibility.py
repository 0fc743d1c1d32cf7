"""What each person may see of a table: the one place where it is decided.

A seat sees what core's view of it holds, a spectator what all seats share (V4), and a stranger only
who plays what. Redacted events keep their version number, and are the same whatever they hide.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, assert_never

from msgspec import UNSET, Struct, UnsetType

from tenback.core import turn
from tenback.core.choices import Choices
from tenback.core.events import Event as CoreEvent
from tenback.core.state import Hand
from tenback.core.views import Burning, View, burning, redact, seeing_more
from tenback.table import events as e
from tenback.table import records
from tenback.table.errors import IllegalCommand
from tenback.table.events import Event
from tenback.table.fairness import FairDeal, Share, Stage
from tenback.table.options import TableOptions
from tenback.table.phases import Phase
from tenback.table.resignation import Resignation, resignation
from tenback.table.results import Marks, Result
from tenback.table.seats import Seat, Spectator
from tenback.talk.speech import in_force
from tenback.talk.standing_remarks import Standing
from tenback.talk.standing_remarks import standing as what_stands

if TYPE_CHECKING:
    from collections.abc import Hashable

    from tenback.core.game import Game
    from tenback.core.record import Record
    from tenback.table.table import Table


class Shown(Struct, frozen=True):
    """One event as a person may see it, and what followed from it in the game."""

    version: int
    event: Event | None = None
    followed: tuple[CoreEvent, ...] = ()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A whole table as one person may see it.

    `seat` is their own. `view` and `choices` are core's: what they know and can do. `talk` is what
    stands, with what muted people said left out, as in `view.talk`. `fair` is how the deal came
    about so far; secret, nonces and seed only after the end. `resigning`: the seats that would.
    `resignation`: what comes of it when a player resigns here.
    `sealed_at`: when the deal first came to this table, if it stays closed after the end (V3).
    """

    table: str
    version: int
    phase: Phase
    options: TableOptions
    seats: tuple[Seat, ...]
    host: str | None
    watching: tuple[Spectator, ...]
    number: int
    seat: int | None = None
    view: View | None = None
    choices: Choices | None = None
    talk: tuple[Standing, ...] = ()
    turn_since: float | None = None
    fair: FairDeal | None = None
    stage: Stage | None = None
    resigning: frozenset[int] = frozenset()
    resignation: Resignation | None = None
    marks: Marks | None = None
    result: Result | None = None
    muted: frozenset[str] = frozenset()
    sealed_at: float | None = None


def snapshot(table: Table, who: str) -> Snapshot:
    """How the table stands, for a person who comes, or comes back."""
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
        "resignation": resignation(table.options.rules, table.seats),
        "marks": table.marks,
        "result": table.result,
        "muted": muted_by(table, who),
        "turn_since": table.turn_since,
    }


def _on_the_table(table: Table, who: str) -> dict[str, Any]:
    game, seat = table.game, table.seat_of(who)
    if game is None:
        return {}
    view = game.view(seat, memory=table.options.memory_aid)
    return {
        "view": replace(view, talk=_heard(table, game, who)),
        "choices": game.options_of(seat),
        "talk": _stands(table, who),
        "sealed_at": _first_dealt(table, game) if game.sealed else None,
    }


def _first_dealt(table: Table, game: Game) -> float:
    """When these cards first lay here: a rematch may have dealt them again."""
    deals = (event for event in table.log if isinstance(event, e.CardsDealt))
    return next(event.at for event in deals if event.deal == game.deal)


def _heard(table: Table, game: Game, who: str) -> tuple[Any, ...]:
    """What was said, without the remarks of people whom this person has muted."""
    muted = muted_by(table, who)
    if not muted:
        return game.talk
    said = zip(game.talk, table.speakers, strict=True)
    return tuple(remark for remark, speaker in said if speaker not in muted)


def _stands(table: Table, who: str) -> tuple[Standing, ...]:
    """What stands of the talk; for a person who has muted others, of what they have heard."""
    game = table.game
    if game is None or table.standing is None:
        return ()
    if not muted_by(table, who):
        return table.standing.now
    return what_stands(replace(game.view(), talk=_heard(table, game, who)))


def muted_by(table: Table, who: str) -> frozenset[str]:
    """The people whom this person has muted."""
    if not table.muted:
        return _NONE
    return frozenset(person for by, person in table.muted if by == who)


_NONE: frozenset[str] = frozenset()


def _fair(table: Table) -> FairDeal | None:
    """How the deal came about: before the end only what was promised, and who has kept it."""
    fair, game = table.fair, table.game
    if fair is None or (game is not None and game.outcome is not None):
        return fair
    return replace(fair, secret="", shares=tuple(map(_closed_share, fair.shares)))


def _closed_share(share: Share) -> Share:
    return replace(share, nonce=HIDDEN if share.nonce else "")


HIDDEN = "hidden"
"""In the place of a nonce that only the server knows."""


# Changes


class ViewChanges(Struct, frozen=True):
    """The parts of a view that only the rules can tell, where they have changed."""

    gift_used: bool | UnsetType = UNSET
    burning: tuple[Burning, ...] | UnsetType = UNSET
    known: tuple[Hand, ...] | UnsetType = UNSET
    backs: tuple[int | None, ...] | UnsetType = UNSET


class Changes(Struct, frozen=True):
    """The parts of a table that are different now; what is left out is as it was.

    Where the cards lie is not among them: that follows from the events.
    """

    phase: Phase | UnsetType = UNSET
    seats: tuple[Seat, ...] | UnsetType = UNSET
    host: str | UnsetType | None = UNSET
    watching: tuple[Spectator, ...] | UnsetType = UNSET
    fair: FairDeal | UnsetType | None = UNSET
    stage: Stage | UnsetType | None = UNSET
    resigning: tuple[int, ...] | UnsetType = UNSET
    resignation: Resignation | UnsetType = UNSET
    marks: Marks | UnsetType = UNSET
    talk: tuple[Standing, ...] | UnsetType = UNSET
    view: ViewChanges | UnsetType = UNSET


class _TableParts(NamedTuple):
    """`fair` as the table has it, with its secrets: it is only compared."""

    phase: Phase
    seats: tuple[Seat, ...]
    host: str | None
    watching: tuple[Spectator, ...]
    fair: FairDeal | None
    resigning: frozenset[int]
    resignation: Resignation
    marks: Marks
    talk: tuple[Standing, ...]


class _ViewParts(NamedTuple):
    gift_used: bool = False
    burning: tuple[Burning, ...] = ()
    known: tuple[Hand, ...] = ()
    backs: tuple[int | None, ...] = ()


class Overview(NamedTuple):
    """What is compared to find out what has changed for a person at the table.

    `scene`: when it is another one, so is nearly everything (a new deal, the end, other options,
    a person muted), and the person needs the whole table.
    """

    scene: tuple[object, ...]
    table: _TableParts
    view: _ViewParts


def overview(table: Table, who: str) -> Overview:
    """The table as it stands now, for a person who is here; alike for all who have muted alike."""
    game = table.game
    over = game is not None and game.outcome is not None
    return Overview(
        (table.options, table.dealt_at, over, muted_by(table, who)),
        _TableParts(
            table.phase,
            table.seats,
            table.host,
            table.watching,
            table.fair,
            table.resigning,
            resignation(table.options.rules, table.seats),
            table.marks,
            _stands(table, who),
        ),
        _NO_VIEW if game is None else _view_parts(game),
    )


_NO_VIEW = _ViewParts()


def _view_parts(game: Game) -> _ViewParts:
    state, rules = game.state, game.rules
    return _ViewParts(
        turn.gift_used(state) if rules.gift else False,
        burning(state) if rules.fire else (),
        state.known,
        turn.backs(state),
    )


def changes(table: Table, before: Overview, now: Overview) -> Changes | None:
    """What has changed between two moments, `now` being that of the table; None if nothing has."""
    found = {} if before.table == now.table else _different(before.table, now.table)
    if "fair" in found:
        found |= {"fair": _fair(table), "stage": table.fair.stage if table.fair else None}
    if "resigning" in found:
        found["resigning"] = tuple(sorted(table.resigning))
    if before.view != now.view:
        found["view"] = ViewChanges(**_different(before.view, now.view))
    return Changes(**found) if found else None


def _different(before: Any, now: Any) -> dict[str, Any]:
    each = zip(now._fields, before, now, strict=True)
    return {name: new for name, old, new in each if old is not new and old != new}


# Events


def shown(table: Table, version: int, who: str) -> Shown:
    """The event with this number as this person may see it now."""
    event, happened = table.log[version - 1], table.followed[version - 1]
    seat = table.seat_of(who)
    if seat is None and not table.watches(who):
        return Shown(version)
    followed = happened[_forgotten(table, version) :] if happened else ()
    seen = None if happened and not followed else _seen(table, event, who)
    if seen is None:
        return Shown(version)
    return Shown(version, seen, tuple([redact(one, seat) for one in followed]))


class Audience(NamedTuple):
    """The people here who may each see something of their own of some events.

    `seats`: each of them may see cards that no other seat may. `personal`: it depends on the
    person. All others may see the same.
    """

    seats: frozenset[int]
    personal: bool

    def key(self, who: str, seat: int | None) -> Hashable:
        """`shown` is the same for the same answer."""
        return seat if seat in self.seats else None, who if self.personal else None


def audience(table: Table, after: int) -> Audience:
    """The people who may see something of their own of the events behind a version."""
    seats = [seat for one in table.followed.since(after) for seat in seeing_more(one)]
    kinds = map(type, table.log[after:])
    return Audience(frozenset(seats), not _PERSONAL.isdisjoint(kinds))


def _forgotten(table: Table, version: int) -> int:
    """How much of what followed from an event is no longer shown, without the memory aid (V2)."""
    game = table.game
    if table.options.memory_aid or not table.running or version < table.dealt_at or game is None:
        return 0
    first = game.event_count - table.followed.count_from(version - 1)
    return max(0, table.began[0] - first)


def is_cut(table: Table, after: int) -> bool:
    """Whether some of what followed from the events behind a version is no longer shown (V2)."""
    versions = range(after + 1, table.version + 1)
    return any(table.followed[one - 1] and _forgotten(table, one) for one in versions)


_PERSONAL = frozenset((e.Muted, e.Unmuted, e.Spoke))
"""Of these, what a person may see depends on the person, not on the seat."""


def _seen(table: Table, event: Event, who: str) -> Event | None:
    """The event without what this person may not know; None where they may not know of it.

    Every type of event has its case, so that a new one is shown only once it is known how.
    """
    match event:
        case e.Begun():
            return replace(event, secret="")
        case e.Revealed():
            return replace(event, nonce=HIDDEN)
        case e.CardsDealt():
            return replace(event, deal=None)
        case e.Muted() | e.Unmuted():
            return event if event.by == who else None
        case e.Spoke():
            return None if event.person in muted_by(table, who) else event
        case e.Started() | e.Moved() | e.TakenBack() | e.HintAsked():
            return event
        case e.ResignAgreed() | e.ResignRefused() | e.Resigned():
            return event
        case e.Opened() | e.Sat() | e.Watched() | e.Left() | e.Renamed() | e.OptionsSet():
            return event
        case e.BotSeated() | e.BotReplaced() | e.SeatRemoved() | e.HostPassed() | e.Closed():
            return event
        case e.WentAway() | e.CameBack() | e.StoodIn() | e.Committed() | e.LeftOut():
            return event
        case _:
            assert_never(event)


# Records and bots


def record(table: Table, who: str) -> Record:
    """The record of a game that is over, for a person here. A sealed deal stays closed (V3)."""
    game = table.game
    if not table.is_here(who):
        raise IllegalCommand("table-not-here")
    if game is None or game.outcome is None:
        raise IllegalCommand("table-not-over")
    if game.sealed:
        raise IllegalCommand("table-sealed")
    return records.record(table)


def bot_view(table: Table, seat: int) -> View:
    """What the bot of a seat sees, with memory (V2); it takes the table's policy for the rules'."""
    view = table.current_game().view(seat)
    policy = in_force(view, table.options.talk)
    if policy is view.rules.talk:
        return view
    return replace(view, rules=replace(view.rules, talk=policy))
