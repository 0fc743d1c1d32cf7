"""The handlers of commands: the events that each causes, or a refusal. Nothing is changed here.

`permissions` has checked the actor and the phase; what the cards allow is left to core.
"""

from __future__ import annotations

from functools import singledispatch
from math import ceil
from sys import intern
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tenback.core.errors import IllegalTalk
from tenback.core.notation import parse_move
from tenback.core.rules import TalkPolicy
from tenback.core.talk import Said
from tenback.table import commands as c
from tenback.table import events as e
from tenback.table.actors import Actor, BotAt
from tenback.table.errors import IllegalCommand
from tenback.table.fairness import PATIENCE, Stage, commitment, is_digest
from tenback.table.names import distinct_name
from tenback.table.phases import Phase
from tenback.table.resignation import agreeing_seats
from tenback.table.seats import arranged, check_bot, open_seats, seat_list
from tenback.talk.speech import speak

if TYPE_CHECKING:
    from tenback.table.table import Table

AWAY = 60.0
"""How many seconds a player must have been away before a bot plays for them."""

Events: TypeAlias = tuple[e.Event, ...]


class Request(NamedTuple):
    """Who asks a table for something, and when.

    `person` is "" for a bot and for the system. `seat` is the seat that the actor speaks for, and
    -1 for an actor without a seat.
    """

    table: Table
    person: str
    seat: int
    now: float

    @classmethod
    def of(cls, table: Table, who: Actor, now: float) -> Request:
        """A request of an actor, as this table knows them."""
        if not isinstance(who, str):
            return cls(table, "", who.seat if isinstance(who, BotAt) else -1, now)
        seat = table.seat_of(who)
        return cls(table, who, -1 if seat is None else seat, now)


@singledispatch
def decide(command: c.Command, _ask: Request) -> Events:
    """The events that a command causes."""
    raise TypeError(command)


# People


@decide.register(c.Sit)
def _sit(command: c.Sit, ask: Request) -> Events:
    name = distinct_name(ask.table, ask.person, command.name)
    return (e.Sat(ask.now, _place(ask, command.seat), ask.person, name),)


def _place(ask: Request, wanted: int | None) -> int:
    """The seat that a person gets who wants this one, or any."""
    settled = ask.table.phase in (Phase.GATHERING, Phase.OVER)
    if ask.seat >= 0 and (wanted in (None, ask.seat) or not settled):
        raise IllegalCommand("table-already-seated", seat=ask.seat)
    saw = ask.table.saw.get(ask.person) if ask.table.running else None
    if saw is not None and wanted not in (None, saw):
        raise IllegalCommand("table-saw-hand", seat=saw)
    return _open_seat(ask.table, wanted if saw is None else saw)


def _open_seat(table: Table, wanted: int | None) -> int:
    free = open_seats(table.seats)
    if wanted is not None:
        _check_seat(table, wanted)
        if wanted not in free:
            raise IllegalCommand("table-seat-taken", seat=wanted)
        return wanted
    if not free:
        raise IllegalCommand("table-full")
    return free[0]


def _check_seat(table: Table, seat: object) -> None:
    last = len(table.seats) - 1
    if type(seat) is not int or not 0 <= seat <= last:
        raise IllegalCommand("no-such-seat", seat=repr(seat)[:20], last=last)


@decide.register(c.Watch)
def _watch(command: c.Watch, ask: Request) -> Events:
    if not ask.table.options.spectators:
        raise IllegalCommand("table-no-spectators")
    if ask.seat < 0 and ask.table.is_here(ask.person):
        raise IllegalCommand("table-already-watching")
    name = distinct_name(ask.table, ask.person, command.name)
    return (e.Watched(ask.now, ask.person, name),)


@decide.register(c.Leave)
def _leave(_command: c.Leave, ask: Request) -> Events:
    return (e.Left(ask.now, ask.person),)


@decide.register(c.Rename)
def _rename(command: c.Rename, ask: Request) -> Events:
    name = distinct_name(ask.table, ask.person, command.name)
    return () if name == _name(ask) else (e.Renamed(ask.now, ask.person, name),)


def _name(ask: Request) -> str:
    """What a person is called at the table."""
    if ask.seat >= 0:
        return ask.table.seats[ask.seat].name
    return next((one.name for one in ask.table.watching if one.person == ask.person), "")


@decide.register(c.Mute)
def _mute(command: c.Mute, ask: Request) -> Events:
    _check_other(ask, command.person)
    if (ask.person, command.person) in ask.table.muted:
        return ()
    return (e.Muted(ask.now, ask.person, command.person),)


@decide.register(c.Unmute)
def _unmute(command: c.Unmute, ask: Request) -> Events:
    if (ask.person, command.person) not in ask.table.muted:
        return ()
    return (e.Unmuted(ask.now, ask.person, command.person),)


def _check_other(ask: Request, person: str) -> None:
    if person == ask.person or not ask.table.is_here(person):
        raise IllegalCommand("table-nobody-else")


# The host


@decide.register(c.SetOptions)
def _set_options(command: c.SetOptions, ask: Request) -> Events:
    arranged(ask.table.seats, command.options.players)
    return (e.OptionsSet(ask.now, command.options),)


@decide.register(c.SeatBot)
def _seat_bot(command: c.SeatBot, ask: Request) -> Events:
    check_bot(command.bot)
    return (e.BotSeated(ask.now, _open_seat(ask.table, command.seat), command.bot),)


@decide.register(c.RemoveSeat)
def _remove_seat(command: c.RemoveSeat, ask: Request) -> Events:
    _check_seat(ask.table, command.seat)
    if ask.table.seats[command.seat].open:
        raise IllegalCommand("table-seat-open", seat=command.seat)
    return (e.SeatRemoved(ask.now, command.seat),)


@decide.register(c.HandOn)
def _hand_on(command: c.HandOn, ask: Request) -> Events:
    _check_other(ask, command.person)
    return (e.HostPassed(ask.now, command.person),)


@decide.register(c.Close)
def _close(_command: c.Close, ask: Request) -> Events:
    return (e.Closed(ask.now),)


# The deal


@decide.register(c.Begin)
def _begin(_command: c.Begin, ask: Request) -> Events:
    return _begun(ask)


def _begun(ask: Request) -> Events:
    _check_full(ask.table)
    secret = ask.table.dealer.draw_secret()
    seated = tuple(p for p, seat in enumerate(ask.table.seats) if seat.person is not None)
    return (e.Begun(ask.now, secret, commitment(secret), seated),)


def _check_full(table: Table) -> None:
    free = open_seats(table.seats)
    if free:
        raise IllegalCommand("table-seats-open", seats=seat_list(free))


@decide.register(c.Commit)
def _commit(command: c.Commit, ask: Request) -> Events:
    _check_awaited(ask, Stage.PROMISING, command.commitment)
    return (e.Committed(ask.now, ask.seat, command.commitment),)


@decide.register(c.Reveal)
def _reveal(command: c.Reveal, ask: Request) -> Events:
    _check_awaited(ask, Stage.REVEALING, command.nonce)
    if ask.table.fair and ask.table.fair.share(ask.seat).commitment != commitment(command.nonce):
        raise IllegalCommand("table-wrong-nonce")
    return (e.Revealed(ask.now, ask.seat, command.nonce),)


def _check_awaited(ask: Request, stage: Stage, digest: str) -> None:
    fair = ask.table.fair
    if fair is None or fair.stage is not stage or ask.seat not in fair.awaited:
        raise IllegalCommand("table-not-awaited")
    if not is_digest(digest):
        raise IllegalCommand("table-bad-digest")


@decide.register(c.RunOut)
def _run_out(_command: c.RunOut, ask: Request) -> Events:
    fair = ask.table.fair
    if fair is None:
        return ()
    _check_waited(fair.since, PATIENCE, ask.now)
    return tuple(e.LeftOut(ask.now, seat) for seat in fair.awaited)


def _check_waited(since: float, seconds: float, now: float) -> None:
    """Refuse what comes too early; a time in the future is that of a clock that was wrong."""
    if 0 <= now - since < seconds:
        raise IllegalCommand("table-too-early", wait=ceil(since + seconds - now))


@decide.register(c.DealThis)
def _deal_this(command: c.DealThis, ask: Request) -> Events:
    _check_full(ask.table)
    if len(command.deal.hands) != len(ask.table.seats):
        raise IllegalCommand("table-other-deal", players=len(ask.table.seats))
    deal = command.deal.checked(ask.table.options.rules)
    return (e.CardsDealt(ask.now, deal, fair=False, sealed=command.sealed, seen=command.seen),)


@decide.register(c.Rematch)
def _rematch(command: c.Rematch, ask: Request) -> Events:
    _check_full(ask.table)
    game = ask.table.current_game()
    if not command.same_deal or game.deal is None:
        return _begun(ask)
    fair = ask.table.fair is not None
    return (e.CardsDealt(ask.now, game.deal, fair=fair, sealed=game.sealed, seen=True),)


# The game


@decide.register(c.Start)
def _start(command: c.Start, ask: Request) -> Events:
    seat = ask.seat if command.seat is None else command.seat
    _check_seat(ask.table, seat)
    if ask.person:
        allowed = seat == ask.seat or ask.table.seats[seat].player is not None
    else:  # Bots leave it to people, as long as there are any.
        allowed = seat == ask.seat and not any(other.held for other in ask.table.seats)
    if not allowed:
        raise IllegalCommand("table-not-yours-to-start", seat=seat)
    return (e.Started(ask.now, seat),)


@decide.register(c.Play)
def _play(command: c.Play, ask: Request) -> Events:
    _check_turn(ask)
    # The same few texts at every table: one copy of each is enough.
    return (e.Moved(ask.now, ask.seat, intern(str(parse_move(command.move)))),)


@decide.register(c.TakeBack)
def _take_back(_command: c.TakeBack, ask: Request) -> Events:
    _check_turn(ask)
    return (e.TakenBack(ask.now, ask.seat),)


def _check_turn(ask: Request) -> None:
    if ask.table.current_game().turn != ask.seat:
        raise IllegalCommand("table-not-your-turn")


@decide.register(c.Say)
def _say(command: c.Say, ask: Request) -> Events:
    if ask.seat < 0:
        _check_onlooker(command, ask.table)
        return (e.Spoke(ask.now, None, ask.person, "", command.text),)
    said = speak(
        ask.table.current_game().copy(),
        ask.seat,
        phrase=command.phrase,
        text=command.text,
        policy=ask.table.options.talk,
        free_text=ask.table.options.free_text,
    )
    if said is None:
        return ()
    return (e.Spoke(ask.now, ask.seat, ask.person or None, said.phrase, said.text),)


def _check_onlooker(command: c.Say, table: Table) -> None:
    """A spectator may talk once the game is over (T6), in words of their own."""
    from tenback.talk.filter import judge  # only talk needs it

    if table.phase is not Phase.OVER or command.phrase:
        raise IllegalTalk("not-seated")
    if not table.options.free_text:
        raise IllegalTalk("free-text-off")
    Said(0, 0, text=command.text)
    verdict = judge(command.text, TalkPolicy.FREE)
    if verdict.code is not None:
        raise IllegalTalk(verdict.code, found=verdict.found)


@decide.register(c.Hint)
def _ask_hint(_command: c.Hint, ask: Request) -> Events:
    if ask.table.current_game().turn != ask.seat:
        raise IllegalCommand("table-not-your-turn")
    return (e.HintAsked(ask.now, ask.seat),)


@decide.register(c.Resign)
def _resign(_command: c.Resign, ask: Request) -> Events:
    agreed = agreeing_seats(ask.table.seats) <= ask.table.resigning | {ask.seat}
    if agreed or ask.table.current_game().rules.duel:
        return (e.Resigned(ask.now, ask.seat),)
    if ask.seat in ask.table.resigning:
        raise IllegalCommand("table-already-agreed")
    return (e.ResignAgreed(ask.now, ask.seat),)


@decide.register(c.PlayOn)
def _play_on(_command: c.PlayOn, ask: Request) -> Events:
    if not ask.table.resigning:
        raise IllegalCommand("table-no-offer")
    return (e.ResignRefused(ask.now, ask.seat),)


# People who are away


@decide.register(c.CallBot)
def _call_bot(command: c.CallBot, ask: Request) -> Events:
    check_bot(command.bot)
    _check_seat(ask.table, command.seat)
    seat = ask.table.seats[command.seat]
    if command.seat == ask.seat or not seat.held or seat.away_since is None:
        raise IllegalCommand("table-not-away", seat=command.seat)
    _check_waited(seat.away_since, AWAY, ask.now)
    return (e.StoodIn(ask.now, command.seat, command.bot),)


@decide.register(c.GoneAway)
def _gone_away(command: c.GoneAway, ask: Request) -> Events:
    if ask.table.watches(command.person):
        return (e.Left(ask.now, command.person),)
    away = ask.table.seats[_seat_of(ask.table, command.person)].away_since is not None
    return () if away else (e.WentAway(ask.now, command.person),)


@decide.register(c.ComeBack)
def _come_back(command: c.ComeBack, ask: Request) -> Events:
    away = ask.table.seats[_seat_of(ask.table, command.person)].away_since is not None
    return (e.CameBack(ask.now, command.person),) if away else ()


def _seat_of(table: Table, person: str) -> int:
    seat = table.seat_of(person)
    if seat is None:
        raise IllegalCommand("table-nobody-else")
    return seat


@decide.register(c.ReplaceBot)
def _replace_bot(command: c.ReplaceBot, ask: Request) -> Events:
    check_bot(command.bot)
    if command.awaits:
        check_bot(command.awaits.bot)
    _check_seat(ask.table, command.seat)
    if ask.table.seats[command.seat].player is None:
        raise IllegalCommand("table-no-bot", seat=command.seat)
    return (e.BotReplaced(ask.now, command.seat, command.bot, command.awaits),)


# What follows without a command


def follow_up(table: Table, who: Actor, now: float) -> e.Event | None:
    """The event that follows without a command; None if the table waits for one."""
    if table.phase is Phase.CLOSED:
        return None
    seat = table.seat_of(who)
    if isinstance(who, str) and seat is not None and table.seats[seat].away_since is not None:
        return e.CameBack(now, who)
    if table.host is None and (host := _next_host(table)) is not None:
        return e.HostPassed(now, host)
    return _deal_goes_on(table, now)


def _next_host(table: Table) -> str | None:
    """The next host: the first seated person, present ones before absent ones; or a spectator."""
    people = sorted(
        (seat.away_since is not None, place, seat.person)
        for place, seat in enumerate(table.seats)
        if seat.person is not None
    )
    names = [person for _, _, person in people] + [guest.person for guest in table.watching]
    return names[0] if names else None


def _deal_goes_on(table: Table, now: float) -> e.Event | None:
    fair = table.fair
    if fair is None or table.game is not None:
        return None
    gone = [seat for seat in fair.awaited if table.seats[seat].person is None]
    if gone:
        return e.LeftOut(now, gone[0])
    if fair.stage is not Stage.SETTLED:
        return None
    rules, players = table.options.rules, table.options.players
    return e.CardsDealt(now, table.dealer.deal(rules, players, fair.seed))
