"""What each event changes about a table. Nothing is decided here."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch
from typing import TYPE_CHECKING, TypeAlias

from tenback.core.events import TurnBegan
from tenback.core.game import Game
from tenback.table import events as e
from tenback.table.errors import InvalidEvent
from tenback.table.fairness import FairDeal, Share
from tenback.table.results import Marks, result
from tenback.table.seats import OPEN, Seat, Spectator, arranged, put
from tenback.talk.standing_remarks import StandingTalk

if TYPE_CHECKING:
    from tenback.core import events as core
    from tenback.core.moves import Move
    from tenback.table.table import Table

Followed: TypeAlias = "tuple[core.Event, ...]"


@singledispatch
def reduce_event(_event: e.Event, _table: Table) -> Followed:
    """Change the table; returns what followed in the game."""
    raise InvalidEvent("table-bad-log")


# People


@reduce_event.register(e.Sat)
def _sat(event: e.Sat, table: Table) -> Followed:
    _stand_up(table, event.person)
    table.seats = put(table.seats, event.seat, Seat(event.person, event.name))
    if table.running and table.saw.get(event.person) != event.seat:
        table.saw = table.saw | {event.person: event.seat}
        table.marks = replace(table.marks, stand_in=True)
    return ()


@reduce_event.register(e.Watched)
def _watched(event: e.Watched, table: Table) -> Followed:
    _stand_up(table, event.person)
    table.watching = (*table.watching, Spectator(event.person, event.name))
    return ()


@reduce_event.register(e.Left)
def _left(event: e.Left, table: Table) -> Followed:
    _stand_up(table, event.person)
    _lose_host(table)
    return ()


@reduce_event.register(e.SeatRemoved)
def _seat_removed(event: e.SeatRemoved, table: Table) -> Followed:
    table.seats = put(table.seats, event.seat, OPEN)
    table.resigning -= {event.seat}
    _lose_host(table)
    return ()


@reduce_event.register(e.Renamed)
def _renamed(event: e.Renamed, table: Table) -> Followed:
    seat = table.seat_of(event.person)
    if seat is not None:
        table.seats = put(table.seats, seat, replace(table.seats[seat], name=event.name))
    new = Spectator(event.person, event.name)
    table.watching = tuple(new if g.person == event.person else g for g in table.watching)
    return ()


@reduce_event.register(e.Muted)
def _muted(event: e.Muted, table: Table) -> Followed:
    table.muted |= {(event.by, event.person)}
    return ()


@reduce_event.register(e.Unmuted)
def _unmuted(event: e.Unmuted, table: Table) -> Followed:
    table.muted -= {(event.by, event.person)}
    return ()


@reduce_event.register(e.HostPassed)
def _host_passed(event: e.HostPassed, table: Table) -> Followed:
    table.host = event.person
    return ()


@reduce_event.register(e.WentAway)
def _went_away(event: e.WentAway, table: Table) -> Followed:
    seat = table.seat_of(event.person)
    if seat is not None:
        away = replace(table.seats[seat], away_since=event.at)
        table.seats = put(table.seats, seat, away)
    return ()


@reduce_event.register(e.CameBack)
def _came_back(event: e.CameBack, table: Table) -> Followed:
    seat = table.seat_of(event.person)
    if seat is not None:
        table.seats = put(table.seats, seat, table.seats[seat].back())
    return ()


def _stand_up(table: Table, person: str) -> None:
    seat = table.seat_of(person)
    if seat is not None:
        table.seats = put(table.seats, seat, OPEN)
        table.resigning -= {seat}
    table.watching = tuple(guest for guest in table.watching if guest.person != person)


def _lose_host(table: Table) -> None:
    if table.host is not None and not table.is_here(table.host):
        table.host = None


# The table


@reduce_event.register(e.OptionsSet)
def _options_set(event: e.OptionsSet, table: Table) -> Followed:
    table.options = event.options
    table.seats = arranged(table.seats, event.options.players)
    if not event.options.spectators:
        table.watching = tuple(guest for guest in table.watching if guest.person == table.host)
    _clear(table)
    return ()


@reduce_event.register(e.BotSeated)
def _bot_seated(event: e.BotSeated, table: Table) -> Followed:
    table.seats = put(table.seats, event.seat, Seat(bot=event.bot))
    if table.running:
        table.marks = replace(table.marks, stand_in=True)
    return ()


@reduce_event.register(e.BotReplaced)
def _bot_replaced(event: e.BotReplaced, table: Table) -> Followed:
    seat = table.seats[event.seat]
    own = seat.bot is not None
    new = replace(seat, bot=event.bot) if own else replace(seat, stand_in=event.bot)
    new = replace(new, awaits=event.awaits)
    table.seats = put(table.seats, event.seat, new)
    if table.running:
        table.marks = replace(table.marks, stand_in=True)
    return ()


@reduce_event.register(e.StoodIn)
def _stood_in(event: e.StoodIn, table: Table) -> Followed:
    stood_in = replace(table.seats[event.seat], stand_in=event.bot, awaits=None)
    table.seats = put(table.seats, event.seat, stood_in)
    table.marks = replace(table.marks, stand_in=True)
    return ()


@reduce_event.register(e.Closed)
def _closed(_event: e.Closed, table: Table) -> Followed:
    table.closed = True
    return ()


# The deal


@reduce_event.register(e.Begun)
def _begun(event: e.Begun, table: Table) -> Followed:
    _clear(table)
    shares = tuple(map(Share, event.seats))
    table.fair = FairDeal(event.secret, event.commitment, shares, event.at)
    return ()


@reduce_event.register(e.Committed)
def _committed(event: e.Committed, table: Table) -> Followed:
    share = _share(table, event.seat)
    return _put_in(table, replace(share, commitment=event.commitment), event.at)


@reduce_event.register(e.Revealed)
def _revealed(event: e.Revealed, table: Table) -> Followed:
    share = _share(table, event.seat)
    return _put_in(table, replace(share, nonce=event.nonce), event.at)


@reduce_event.register(e.LeftOut)
def _left_out(event: e.LeftOut, table: Table) -> Followed:
    share = _share(table, event.seat)
    return _put_in(table, replace(share, left_out=True), event.at)


def _share(table: Table, seat: int) -> Share:
    if table.fair is None:
        raise InvalidEvent("table-bad-log")
    return table.fair.share(seat)


def _put_in(table: Table, share: Share, at: float) -> Followed:
    if table.fair is not None:
        table.fair = table.fair.changed(share, at)
    return ()


@reduce_event.register(e.CardsDealt)
def _cards_dealt(event: e.CardsDealt, table: Table) -> Followed:
    if event.deal is None:
        raise InvalidEvent("table-bad-log")
    options = table.options
    game = Game(options.rules, event.deal, takebacks=options.takebacks, sealed=event.sealed)
    fair = table.fair if event.fair else None
    followed = lay_out(table, game, event.at, Marks(seen=event.seen))
    table.fair = fair
    return followed


def lay_out(table: Table, game: Game, at: float, marks: Marks) -> Followed:
    """Put a game on the table: it has just been dealt, or it began elsewhere."""
    _clear(table)
    table.game, table.marks = game, marks
    table.number += 1
    table.saw = {s.person: place for place, s in enumerate(table.seats) if s.person is not None}
    table.speakers = (None,) * len(game.talk)
    table.dealt_at = table.version + 1
    followed = _played(table, at, game.events)
    table.standing = StandingTalk.of(game.view())
    return followed


def _clear(table: Table) -> None:
    """Nothing lies on the table."""
    table.game = table.fair = table.standing = table.result = table.turn_since = None
    table.marks = Marks()
    table.saw, table.speakers, table.resigning = {}, (), frozenset()
    table.began, table.dealt_at = (0, 0), 0


# The game


@reduce_event.register(e.Started)
def _started(event: e.Started, table: Table) -> Followed:
    return _played(table, event.at, _game(table).start(event.seat))


@reduce_event.register(e.Moved)
def _moved(event: e.Moved, table: Table) -> Followed:
    game = _game(table)
    return _played(table, event.at, game.play(_interned(game, event.move)))


@reduce_event.register(e.TakenBack)
def _taken_back(event: e.TakenBack, table: Table) -> Followed:
    followed = _game(table).take_back()
    table.marks = replace(table.marks, takebacks=table.marks.takebacks + 1)
    return _played(table, event.at, followed)


@reduce_event.register(e.Resigned)
def _resigned(event: e.Resigned, table: Table) -> Followed:
    table.resigning = frozenset()
    return _played(table, event.at, _game(table).resign(event.seat))


@reduce_event.register(e.ResignAgreed)
def _resign_agreed(event: e.ResignAgreed, table: Table) -> Followed:
    table.resigning |= {event.seat}
    return ()


@reduce_event.register(e.ResignRefused)
def _resign_refused(_event: e.ResignRefused, table: Table) -> Followed:
    table.resigning = frozenset()
    return ()


@reduce_event.register(e.HintAsked)
def _hint_asked(_event: e.HintAsked, table: Table) -> Followed:
    table.marks = replace(table.marks, hints=table.marks.hints + 1)
    return ()


@reduce_event.register(e.Spoke)
def _spoke(event: e.Spoke, table: Table) -> Followed:
    if event.seat is not None:
        said = _game(table).say(event.seat, phrase=event.phrase, text=event.text)
        table.speakers = (*table.speakers, event.person)
        if table.standing is not None:
            table.standing.add(said)
    return ()


def _interned(game: Game, text: str) -> Move | str:
    """The one value that the rules have for a lay: thousands of tables need not keep their own."""
    card, _, pile = text.partition("-")
    place = game.rules.pile_index.get(pile)
    return text if place is None else game.rules.lays[place].get(card, text)


def _game(table: Table) -> Game:
    if table.game is None:
        raise InvalidEvent("table-bad-log")
    return table.game


def _played(table: Table, at: float, followed: Followed) -> Followed:
    """Keep when and where turns begin, what stands of the talk, and the result at the end."""
    game = _game(table)
    standing, moment = table.standing, game.moment
    if standing is not None:
        for event in followed:
            standing.apply(event, moment)
    first = game.event_count - len(followed)
    for place, event in enumerate(followed, start=first):
        if isinstance(event, TurnBegan):
            table.began, table.turn_since = (table.began[1], place), at
    if game.outcome is not None:
        table.turn_since = None
        table.result = result(
            table.id,
            table.number,
            game.rules.name,
            table.seats,
            game.outcome,
            table.marks,
            at,
        )
    return followed
