"""The values of the layers below as messages of the protocol; `visibility` has redacted them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Raw

from tenback.core.events import TurnBegan
from tenback.host.daily import day_at
from tenback.server import protocol as p
from tenback.server.responses import encode, plain
from tenback.talk.phrases import sayable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenback.analysis.hints import Hint
    from tenback.core.events import Event
    from tenback.core.views import View
    from tenback.host.history import Line, Tally
    from tenback.host.subscriptions import News
    from tenback.table import visibility
    from tenback.table.options import TableOptions
    from tenback.table.visibility import Snapshot


def table(snapshot: Snapshot, person: str, now: float) -> p.Table:
    """A whole table."""
    return p.Table(
        table=snapshot.table,
        version=snapshot.version,
        now=now,
        me=person,
        phase=snapshot.phase,
        options=snapshot.options,
        rules=snapshot.options.rules,
        piles=snapshot.options.rules.layout,
        phrases=phrases(snapshot.options),
        seats=snapshot.seats,
        host=snapshot.host,
        watching=snapshot.watching,
        number=snapshot.number,
        seat=snapshot.seat,
        view=None if snapshot.view is None else view(snapshot.view),
        choices=snapshot.choices,
        talk=snapshot.talk,
        turn_since=snapshot.turn_since,
        fair=snapshot.fair,
        stage=snapshot.stage,
        resigning=tuple(sorted(snapshot.resigning)),
        resignation=snapshot.resignation,
        marks=snapshot.marks,
        result=snapshot.result,
        muted=tuple(sorted(snapshot.muted)),
        # Nothing but the deal of a day stays closed.
        daily=None if snapshot.sealed_at is None else day_at(snapshot.sealed_at).isoformat(),
    )


def phrases(options: TableOptions) -> tuple[str, ...]:
    """What can be said in one tap; a player alone has no partner to say it to."""
    return tuple(sayable(options.rules, options.policy)) if options.players > 1 else ()


def view(view: View) -> p.Sight:
    """What a seat knows; the rules are sent once for the whole table, and history as events."""
    return p.Sight(
        seat=view.seat,
        turn=view.turn,
        hands=view.hands,
        hand_sizes=view.hand_sizes,
        stocks=view.stocks,
        stock_sizes=view.stock_sizes,
        tops=view.tops,
        sizes=view.sizes,
        minimum=view.minimum,
        placed=view.placed,
        gift_used=view.gift_used,
        burning=view.burning,
        known=view.known,
        outcome=view.outcome,
        takebacks=view.takebacks,
        seed=view.seed,
        talk=view.talk,
        laid=view.laid() if view.memory else None,
        recent=recent(view.history),
        backs=view.backs,
        moment=view.moment,
    )


def recent(history: tuple[Event, ...]) -> tuple[Event, ...]:
    """The running turn and the one before."""
    begins = [place for place, event in enumerate(history) if isinstance(event, TurnBegan)]
    return history[begins[-2] :] if len(begins) > 1 else history


class _Written:
    """The last value as JSON: what several people are sent one after the other is written once."""

    def __init__(self) -> None:
        self._value: object = None
        self._json = Raw(b"null")

    def __call__(self, value: object) -> Any:
        if value is not self._value:
            self._value, self._json = value, Raw(encode(value))
        return self._json


_events, _changes = _Written(), _Written()


def news(found: News, person: str, now: float) -> p.News:
    """What has happened, for one person."""
    return p.News(
        _events(found.events),
        found.choices,
        found.done,
        UNSET if found.changes is None else _changes(found.changes),
        UNSET if found.table is None else table(found.table, person, now),
    )


def shown(events: Iterable[visibility.Shown]) -> Any:
    """Events as they are: `visibility.Shown` has the form of the protocol's."""
    return tuple(events)


def choices(hint: Hint) -> tuple[p.HintChoice, ...]:
    """The turns of a hint."""
    return tuple(
        p.HintChoice(tuple(map(str, choice.moves)), round(choice.win, 4), round(choice.progress, 4))
        for choice in hint.choices
    )


def reasons(hint: Hint) -> tuple[p.HintReason, ...]:
    """The reasons of a hint."""
    return tuple(p.HintReason(reason.id, plain(reason.params)) for reason in hint.reasons)


def tally(games: Tally) -> p.Tally:
    """Some games of one person."""
    ends = games.interval if games.games else None
    return p.Tally(
        games=games.games,
        wins=games.wins,
        rate=games.rate,
        low=ends.low if ends else None,
        high=ends.high if ends else None,
        left=games.mean_left,
    )


def line(found: Line) -> p.Line:
    """A variant with so many players."""
    plain, marked = tally(found.plain), tally(found.marked)
    return p.Line(found.game, found.players, plain, marked, found.streaks)
