"""Tables that live: people, bots and a system that do sensible things, and anything at all."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING

from tenback import Deal, Rules
from tenback.core.errors import TenbackError
from tenback.table import commands as c
from tenback.table.actors import SYSTEM, Actor, BotAt
from tenback.table.bot_prompts import Prompt, PromptKind
from tenback.table.fairness import Dealer, Stage, commitment
from tenback.table.options import TableOptions
from tenback.table.permissions import PERMISSIONS, Role
from tenback.table.phases import Phase
from tenback.table.table import Table
from tenback.table.visibility import bot_view
from tenback.talk.phrases import sayable

if TYPE_CHECKING:
    from tenback.table.commands import Command
    from tenback.table.events import Event

PEOPLE = ("ann", "ben", "cleo", "dora", "emil", "fay")
NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay")
BOTS = ("simple", "master:deep")


def digest(*parts: object) -> str:
    """Sixty-four digits that follow from anything."""
    return sha256(repr(parts).encode()).hexdigest()


def dealer(seed: object = "house") -> Dealer:
    """A dealer whose secrets are known to the test."""
    count = iter(range(1_000_000))
    return Dealer(lambda: digest(seed, next(count)))


def nonce(person: str, number: int) -> str:
    return digest("nonce", person, number)


def opened(game: str = "original", players: int = 2, **options: object) -> Table:
    """A new table of Ann's."""
    wanted = TableOptions(game, players, **options)  # type: ignore[arg-type]
    return Table.open("table", "ann", "Ann", wanted, 0.0, dealer())


def seated(game: str = "original", players: int = 2, bots: int = 0, **options: object) -> Table:
    """A full table, the last seats taken by bots."""
    table = opened(game, players, **options)
    for person, name in list(zip(PEOPLE, NAMES, strict=True))[1 : players - bots]:
        table.handle(person, c.Sit(name), 1.0)
    for _ in range(bots):
        table.handle("ann", c.SeatBot("simple"), 2.0)
    return table


def people_at(table: Table) -> list[str]:
    return [seat.person for seat in table.seats if seat.person is not None]


def deal_fairly(table: Table, now: float = 10.0) -> None:
    """All players promise a number and reveal it."""
    people = people_at(table)
    for person in people:
        table.handle(person, c.Commit(commitment(nonce(person, table.number))), now)
    for person in people:
        table.handle(person, c.Reveal(nonce(person, table.number)), now)


def dealt(game: str = "original", players: int = 2, bots: int = 0, **options: object) -> Table:
    """A table at which the cards have been dealt."""
    table = seated(game, players, bots, **options)
    table.handle("ann", c.Begin(), 3.0)
    deal_fairly(table)
    return table


def playing(game: str = "original", players: int = 2, bots: int = 0, **options: object) -> Table:
    """A table at which the game has started."""
    table = dealt(game, players, bots, **options)
    if table.phase is Phase.AGREEING:
        table.handle("ann", c.Start(), 20.0)
    return table


def over(game: str = "original", players: int = 2, bots: int = 0, **options: object) -> Table:
    """A table at which the game has been given up."""
    table = playing(game, players, bots, **options)
    for person in people_at(table):
        if table.phase is Phase.PLAYING:
            table.handle(person, c.Resign(), 30.0)
    return table


def on_turn(table: Table) -> Actor:
    """The actor that is to move."""
    assert table.game is not None
    assert table.game.turn is not None
    seat = table.seats[table.game.turn]
    return BotAt(table.game.turn) if seat.player else seat.person or ""


def good_move(table: Table, rng: random.Random) -> str:
    """A legal move that does not end the game soon."""
    assert table.game is not None
    choices = table.game.view(table.game.turn).options()
    lays = sorted(choices.lays, key=lambda lay: (lay.loses, lay.step))
    if choices.may_end and (not lays or rng.random() < 0.8):
        return "end"
    return str(rng.choice(lays[:2]).move)


@dataclass
class Life:
    """One table, its log applied to a second one, and a clock."""

    table: Table
    rng: random.Random
    now: float = 100.0
    shadow: Table = field(init=False)
    asked: set[Prompt] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.shadow = Table.rebuilt(self.table.log, self.table.dealer)

    def ask(self, who: Actor, command: Command) -> tuple[Event, ...]:
        """Ask for something, and check what must hold whatever comes of it."""
        before = self.table.version
        events: tuple[Event, ...] = ()
        with suppress(TenbackError):
            events = self.table.handle(who, command, self.now)
        for event in events:
            self.shadow.apply(event)
        assert self.table.version == before + len(events) == len(self.table.followed)
        assert self.table == self.shadow, (who, command)
        return events

    def step(self) -> None:
        """Something happens, more often than not something sensible."""
        self.now += self.rng.choice([0.0, 1.0, 7.0, 25.0, 70.0])
        if self.rng.random() < 0.45:
            command = self.anything()
            self.ask(self.any_actor() if self.rng.random() < 0.4 else self.suited(command), command)
        else:
            self.ask(*self.sensible())

    # Anything at all

    def any_actor(self) -> Actor:
        bot = BotAt(self.rng.randrange(-1, 6))
        actors: list[Actor] = [*PEOPLE, *people_at(self.table), bot, SYSTEM, ""]
        return self.rng.choice(actors)

    def suited(self, command: Command) -> Actor:
        """An actor that may send such a command, if there is one."""
        roles = PERMISSIONS[type(command)].roles
        if Role.SYSTEM in roles:
            return SYSTEM
        if Role.HOST in roles and self.table.host:
            return self.table.host
        return self.rng.choice(people_at(self.table) or ["ann"])

    def anything(self) -> Command:
        """Any command with any values of the right kind; nothing that ends the table."""
        rng = self.rng
        seat = rng.choice([None, 0, 1, 2, 3, -1, 9])
        place = rng.randrange(-1, 6)
        person = rng.choice([*PEOPLE, *people_at(self.table), "nobody", ""])
        options = TableOptions(self.table.options.game, self.table.options.players, talk=None)
        text = rng.choice(["", "hello", "mine is 37", "x" * 600, "\ud800", "thank you"])
        name = rng.choice([*NAMES, "", "Forty two", " Zoe  Z ", "x" * 99, "\x00"])
        bot = rng.choice([*BOTS, "", "A Bot", "x" * 50])
        number = rng.choice(["", "0" * 64, "Z" * 64, nonce("ann", 0), commitment("x")])
        commands: list[Command] = [
            c.Sit(name, seat),
            c.Watch(name),
            c.Rename(name),
            c.Mute(person),
            c.Unmute(person),
            c.SeatBot(bot, seat),
            c.HandOn(person),
            c.Begin(),
            c.Commit(number),
            c.Reveal(number),
            c.Start(seat),
            c.Play(rng.choice(["end", "37-u1", "r7-d1", "", "resign-0", "99-d9", "5-U1 "])),
            c.TakeBack(),
            c.Say(rng.choice(["", "leave:u1", "start", "unsay:start", "nonsense"]), text),
            c.Hint(),
            c.PlayOn(),
            c.CallBot(place, bot),
            c.Rematch(same_deal=rng.random() < 0.5),
            c.GoneAway(person),
            c.ComeBack(person),
            c.RunOut(),
            c.ReplaceBot(place, bot),
            c.SetOptions(options),
            c.GoneAway(person),
            c.Resign(),
        ]
        if rng.random() < 0.2:
            commands += [c.Leave(), c.RemoveSeat(place)] * 4
        if rng.random() < 0.2:
            commands += [c.CallBot(place, "simple") for place in range(len(self.table.seats))]
        commands += [c.Unmute(muted) for _, muted in self.table.muted]
        return rng.choice(commands)

    # What moves the table on

    def sensible(self) -> tuple[Actor, Command]:
        table, rng = self.table, self.rng
        host = table.host or "ann"
        free = [place for place, seat in enumerate(table.seats) if seat.open]
        if free and table.phase is not Phase.CLOSED:
            newcomer = rng.choice(PEOPLE)
            if rng.random() < 0.5:
                return host, c.SeatBot("simple")
            return newcomer, c.Sit(NAMES[PEOPLE.index(newcomer)])
        if table.phase is Phase.GATHERING:
            return host, c.Begin()
        if table.phase is Phase.DEALING:
            return self._keeping_promises()
        if table.phase is Phase.AGREEING:
            return self._agreeing()
        if table.phase is Phase.PLAYING:
            return self._playing()
        return rng.choice(people_at(table) or [host]), c.Rematch(same_deal=rng.random() < 0.3)

    def _keeping_promises(self) -> tuple[Actor, Command]:
        fair = self.table.fair
        assert fair is not None
        person = self.table.seats[self.rng.choice(fair.awaited)].person or ""
        if self.rng.random() < 0.1:
            return SYSTEM, c.RunOut()
        number = nonce(person, self.table.number)
        if fair.stage is Stage.PROMISING:
            return person, c.Commit(commitment(number))
        return person, c.Reveal(number)

    def _agreeing(self) -> tuple[Actor, Command]:
        people = people_at(self.table)
        if answer := self.bots_answer():
            return answer
        phrase = self.rng.choice(["start", "not-me"])
        person = self.rng.choice(people or ["ann"])
        return person, c.Say(phrase) if self.rng.random() < 0.5 else c.Start()

    def _playing(self) -> tuple[Actor, Command]:
        table, rng = self.table, self.rng
        if answer := self.bots_answer():
            return answer
        away = [place for place, seat in enumerate(table.seats) if seat.away_since is not None]
        here = [seat.person for seat in table.seats if seat.held and seat.away_since is None]
        if away and here and rng.random() < 0.7:
            self.now += 60
            return rng.choice(here) or "", c.CallBot(rng.choice(away), "simple")
        if rng.random() < 0.15:
            phrases = list(sayable(table.options.rules, table.options.policy)) or ["thanks"]
            return rng.choice(people_at(table) or ["ann"]), c.Say(rng.choice(phrases))
        if rng.random() < 0.05:
            return on_turn(table), c.TakeBack()
        return on_turn(table), c.Play(good_move(table, rng))

    def bots_answer(self) -> tuple[Actor, Command] | None:
        """The next question to a bot, answered; None when none is open."""
        for ask in self.table.prompts():
            if ask in self.asked:
                continue
            self.asked.add(ask)
            view = bot_view(self.table, ask.seat)
            assert view.seat == ask.seat
            match ask.question:
                case PromptKind.PLAY:
                    return BotAt(ask.seat), c.Play(good_move(self.table, self.rng))
                case PromptKind.START:
                    return BotAt(ask.seat), c.Start()
                case PromptKind.WILLING if self.rng.random() < 0.7:
                    return BotAt(ask.seat), c.Say(self.rng.choice(["start", "not-me"]))
                case PromptKind.SPEAK if self.rng.random() < 0.3:
                    return BotAt(ask.seat), c.Say("thanks")
        return None


def begin_life(rules: Rules, players: int, seed: int) -> Life:
    """A life at a table for this game."""
    rng = random.Random(seed)
    options = TableOptions(
        rules.name,
        players,
        memory_aid=rng.random() < 0.5,
        takebacks=rng.choice([None, True, False]),
        free_text=rng.random() < 0.7,
    )
    table = Table.open("table", "ann", "Ann", options, 0.0, dealer(seed))
    return Life(table, rng)


@dataclass(frozen=True)
class TwinDealer(Dealer):
    """Publishes what any dealer does, and deals other cards."""

    cards: Deal | None = None

    def deal(self, rules: Rules, players: int, seed: str) -> Deal:
        assert self.cards is not None
        return self.cards
