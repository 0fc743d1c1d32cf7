"""The values of the layers below as messages of the protocol. What is hidden is out already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Raw

from tenback.core.events import TurnBegan
from tenback.host.daily import day_at
from tenback.server import protocol as p
from tenback.server.answers import encode, plain
from tenback.talk.phrases import sayable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenback.analysis.hints import Explanation
    from tenback.core.events import Event
    from tenback.core.views import View
    from tenback.host.history import Line, Tally
    from tenback.host.listening import News
    from tenback.table import sight
    from tenback.table.options import Options
    from tenback.table.sight import Snapshot


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
        marks=snapshot.marks,
        result=snapshot.result,
        muted=tuple(sorted(snapshot.muted)),
        # Nothing but the deal of a day stays closed.
        daily=None if snapshot.sealed_at is None else day_at(snapshot.sealed_at).isoformat(),
    )


def phrases(options: Options) -> tuple[str, ...]:
    """What can be said in one tap; whoever plays alone has nobody to say it to."""
    return tuple(sayable(options.rules, options.policy)) if options.players > 1 else ()


def view(seen: View) -> p.Sight:
    """What a seat knows; the rules are told once for the whole table, and history by events."""
    return p.Sight(
        seat=seen.seat,
        turn=seen.turn,
        hands=seen.hands,
        hand_sizes=seen.hand_sizes,
        stocks=seen.stocks,
        stock_sizes=seen.stock_sizes,
        tops=seen.tops,
        sizes=seen.sizes,
        minimum=seen.minimum,
        placed=seen.placed,
        gift_used=seen.gift_used,
        burning=seen.burning,
        known=seen.known,
        outcome=seen.outcome,
        takebacks=seen.takebacks,
        seed=seen.seed,
        talk=seen.talk,
        laid=seen.laid() if seen.memory else None,
        recent=recent(seen.history),
    )


def recent(history: tuple[Event, ...]) -> tuple[Event, ...]:
    """The running turn and the one before."""
    begins = [place for place, event in enumerate(history) if isinstance(event, TurnBegan)]
    return history[begins[-2] :] if len(begins) > 1 else history


class _Events:
    """Events as JSON; those that several people are told one after the other are written once."""

    def __init__(self) -> None:
        self._events: tuple[sight.Shown, ...] = ()
        self._written = Raw(b"[]")

    def __call__(self, events: tuple[sight.Shown, ...]) -> Any:
        if events is not self._events:
            self._events, self._written = events, Raw(encode(events))
        return self._written


_events = _Events()


def news(told: News) -> p.News:
    """What has happened."""
    return p.News(_events(told.events), told.choices, told.done)


def shown(events: Iterable[sight.Shown]) -> Any:
    """Events as they are: `sight.Shown` has the form of the protocol's."""
    return tuple(events)


def choices(explanation: Explanation) -> tuple[p.HintChoice, ...]:
    """The turns of a hint."""
    return tuple(
        p.HintChoice(tuple(map(str, choice.moves)), round(choice.win, 4), round(choice.progress, 4))
        for choice in explanation.choices
    )


def reasons(explanation: Explanation) -> tuple[p.HintReason, ...]:
    """The reasons of a hint."""
    return tuple(p.HintReason(reason.id, plain(reason.params)) for reason in explanation.reasons)


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
