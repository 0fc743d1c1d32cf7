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
from tenback.table.seats import OPEN, Guest, Seat, arranged, put

if TYPE_CHECKING:
    from tenback.core import events as core
    from tenback.core.moves import Move
    from tenback.table.table import Table

Followed: TypeAlias = "tuple[core.Event, ...]"


@singledispatch
def change(_event: e.Event, _table: Table) -> Followed:
    """Change the table; returns what followed in the game."""
    raise InvalidEvent("table-bad-log")


# People


@change.register(e.Sat)
def _sat(event: e.Sat, table: Table) -> Followed:
    _stand_up(table, event.person)
    table.seats = put(table.seats, event.seat, Seat(event.person, event.name))
    if table.running and table.saw.get(event.person) != event.seat:
        table.saw = table.saw | {event.person: event.seat}
        table.marks = replace(table.marks, stand_in=True)
    return ()


@change.register(e.Watched)
def _watched(event: e.Watched, table: Table) -> Followed:
    _stand_up(table, event.person)
    table.watching = (*table.watching, Guest(event.person, event.name))
    return ()


@change.register(e.Left)
def _left(event: e.Left, table: Table) -> Followed:
    _stand_up(table, event.person)
    _lose_host(table)
    return ()


@change.register(e.SeatRemoved)
def _seat_removed(event: e.SeatRemoved, table: Table) -> Followed:
    table.seats = put(table.seats, event.seat, OPEN)
    table.resigning -= {event.seat}
    _lose_host(table)
    return ()


@change.register(e.Renamed)
def _renamed(event: e.Renamed, table: Table) -> Followed:
    seat = table.seat_of(event.person)
    if seat is not None:
        table.seats = put(table.seats, seat, replace(table.seats[seat], name=event.name))
    new = Guest(event.person, event.name)
    table.watching = tuple(new if g.person == event.person else g for g in table.watching)
    return ()


@change.register(e.Muted)
def _muted(event: e.Muted, table: Table) -> Followed:
    table.muted |= {(event.by, event.person)}
    return ()


@change.register(e.Unmuted)
def _unmuted(event: e.Unmuted, table: Table) -> Followed:
    table.muted -= {(event.by, event.person)}
    return ()


@change.register(e.HostPassed)
def _host_passed(event: e.HostPassed, table: Table) -> Followed:
    table.host = event.person
    return ()


@change.register(e.WentAway)
def _went_away(event: e.WentAway, table: Table) -> Followed:
    seat = table.seat_of(event.person)
    if seat is not None:
        away = replace(table.seats[seat], away_since=event.at)
        table.seats = put(table.seats, seat, away)
    return ()


@change.register(e.CameBack)
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


@change.register(e.OptionsSet)
def _options_set(event: e.OptionsSet, table: Table) -> Followed:
    table.options = event.options
    table.seats = arranged(table.seats, event.options.players)
    if not event.options.spectators:
        table.watching = tuple(guest for guest in table.watching if guest.person == table.host)
    _clear(table)
    return ()


@change.register(e.BotSeated)
def _bot_seated(event: e.BotSeated, table: Table) -> Followed:
    table.seats = put(table.seats, event.seat, Seat(bot=event.bot))
    if table.running:
        table.marks = replace(table.marks, stand_in=True)
    return ()


@change.register(e.BotReplaced)
def _bot_replaced(event: e.BotReplaced, table: Table) -> Followed:
    seat = table.seats[event.seat]
    own = seat.bot is not None
    new = replace(seat, bot=event.bot) if own else replace(seat, stand_in=event.bot)
    table.seats = put(table.seats, event.seat, new)
    if table.running:
        table.marks = replace(table.marks, stand_in=True)
    return ()


@change.register(e.StoodIn)
def _stood_in(event: e.StoodIn, table: Table) -> Followed:
    stood_in = replace(table.seats[event.seat], stand_in=event.bot)
    table.seats = put(table.seats, event.seat, stood_in)
    table.marks = replace(table.marks, stand_in=True)
    return ()


@change.register(e.Closed)
def _closed(_event: e.Closed, table: Table) -> Followed:
    table.closed = True
    return ()


# The deal


@change.register(e.Begun)
def _begun(event: e.Begun, table: Table) -> Followed:
    _clear(table)
    shares = tuple(map(Share, event.seats))
    table.fair = FairDeal(event.secret, event.commitment, shares, event.at)
    return ()


@change.register(e.Committed)
def _committed(event: e.Committed, table: Table) -> Followed:
    share = _share(table, event.seat)
    return _put_in(table, replace(share, commitment=event.commitment), event.at)


@change.register(e.Revealed)
def _revealed(event: e.Revealed, table: Table) -> Followed:
    share = _share(table, event.seat)
    return _put_in(table, replace(share, nonce=event.nonce), event.at)


@change.register(e.LeftOut)
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


@change.register(e.CardsDealt)
def _cards_dealt(event: e.CardsDealt, table: Table) -> Followed:
    if event.deal is None:
        raise InvalidEvent("table-bad-log")
    options = table.options
    game = Game(options.rules, event.deal, takebacks=options.takebacks, sealed=event.sealed)
    fair = table.fair if event.fair else None
    _clear(table)
    table.game, table.fair = game, fair
    table.number += 1
    table.marks = Marks(seen=event.seen)
    table.saw = {s.person: place for place, s in enumerate(table.seats) if s.person is not None}
    table.dealt_at = table.version + 1
    return _played(table, event.at, game.events)


def _clear(table: Table) -> None:
    """Nothing lies on the table."""
    table.game = table.fair = table.result = table.turn_since = None
    table.marks = Marks()
    table.saw, table.speakers, table.resigning = {}, (), frozenset()
    table.began, table.dealt_at = (0, 0), 0


# The game


@change.register(e.Started)
def _started(event: e.Started, table: Table) -> Followed:
    return _played(table, event.at, _game(table).start(event.seat))


@change.register(e.Moved)
def _moved(event: e.Moved, table: Table) -> Followed:
    game = _game(table)
    return _played(table, event.at, game.play(_one_copy(game, event.move)))


@change.register(e.TakenBack)
def _taken_back(event: e.TakenBack, table: Table) -> Followed:
    followed = _game(table).take_back()
    table.marks = replace(table.marks, takebacks=table.marks.takebacks + 1)
    return _played(table, event.at, followed)


@change.register(e.Resigned)
def _resigned(event: e.Resigned, table: Table) -> Followed:
    table.resigning = frozenset()
    return _played(table, event.at, _game(table).resign(event.seat))


@change.register(e.ResignAgreed)
def _resign_agreed(event: e.ResignAgreed, table: Table) -> Followed:
    table.resigning |= {event.seat}
    return ()


@change.register(e.ResignRefused)
def _resign_refused(_event: e.ResignRefused, table: Table) -> Followed:
    table.resigning = frozenset()
    return ()


@change.register(e.HintAsked)
def _hint_asked(_event: e.HintAsked, table: Table) -> Followed:
    table.marks = replace(table.marks, hints=table.marks.hints + 1)
    return ()


@change.register(e.Spoke)
def _spoke(event: e.Spoke, table: Table) -> Followed:
    if event.seat is not None:
        _game(table).say(event.seat, phrase=event.phrase, text=event.text)
        table.speakers = (*table.speakers, event.person)
    return ()


def _one_copy(game: Game, text: str) -> Move | str:
    """The one value that the rules have for a lay: thousands of tables need not keep their own."""
    card, _, pile = text.partition("-")
    place = game.rules.pile_index.get(pile)
    return text if place is None else game.rules.lays[place].get(card, text)


def _game(table: Table) -> Game:
    if table.game is None:
        raise InvalidEvent("table-bad-log")
    return table.game


def _played(table: Table, at: float, followed: Followed) -> Followed:
    """Keep in mind when and where turns begin, and what the game counts as once it is over."""
    game = _game(table)
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
