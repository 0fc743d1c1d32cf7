"""One table: commands in, events out. The same events always make the same table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.table import permissions
from tenback.table.bot_prompts import Prompt, prompts
from tenback.table.errors import IllegalCommand, InvalidEvent
from tenback.table.event_index import EventIndex
from tenback.table.events import GAME_CHANGES, Opened
from tenback.table.fairness import Dealer
from tenback.table.handlers import Request, decide, follow_up
from tenback.table.names import clean_name
from tenback.table.phases import RUNNING, Phase
from tenback.table.reducers import lay_out, reduce_event
from tenback.table.results import Marks, Result
from tenback.table.seats import OPEN, Seat, Seats, Spectator, seat_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenback.core.game import Game
    from tenback.table.actors import Actor
    from tenback.table.commands import Command
    from tenback.table.events import Event
    from tenback.table.fairness import FairDeal
    from tenback.table.options import TableOptions
    from tenback.talk.standing_remarks import StandingTalk


def _no_secret() -> str:
    raise InvalidEvent("table-bad-log")


class Table:
    """A table and everything that ever happened at it.

    It decides no rule: what may be played is asked of core's `Game`, what may be said of `talk`.
    Only `handle` and `apply` change it; what others may see of it is decided in `visibility`.
    """

    def __init__(self, opened: Opened, dealer: Dealer) -> None:
        self.dealer = dealer
        self.id = opened.table
        self.options: TableOptions = opened.options
        host = Seat(opened.host, opened.name)
        self.seats: Seats = (host, *(OPEN,) * (opened.options.players - 1))
        self.host: str | None = opened.host
        self.watching: tuple[Spectator, ...] = ()
        self.muted: frozenset[tuple[str, str]] = frozenset()
        self.closed = False
        # The game: how its deal came about, who has seen which hand, who said what.
        self.number = 0
        self.fair: FairDeal | None = None
        self.game: Game | None = None
        self.marks = Marks()
        self.saw: dict[str, int] = {}
        self.speakers: tuple[str | None, ...] = ()
        self.standing: StandingTalk | None = None
        self.resigning: frozenset[int] = frozenset()
        self.result: Result | None = None
        # When the running turn began; where it and the one before begin among core's events.
        self.turn_since: float | None = None
        self.began = (0, 0)
        self.dealt_at = 0
        # The version of the last event that changed the game.
        self.game_version = 0
        # What happened, and beside each event what core says followed from it.
        self.log: list[Event] = [opened]
        self.followed = EventIndex()
        self.followed.append(())

    @classmethod
    def open(
        cls, table: str, host: str, name: str, options: TableOptions, now: float, dealer: Dealer
    ) -> Table:
        """A new table; the player who opens it has the first seat and is the host."""
        return cls(Opened(now, table, host, clean_name(name), options), dealer)

    @classmethod
    def rebuilt(cls, events: Iterable[Event], dealer: Dealer) -> Table:
        """The table to which all this has happened."""
        log = iter(events)
        first = next(log, None)
        if not isinstance(first, Opened):
            raise InvalidEvent("table-bad-log")
        table = cls(first, dealer)
        for event in log:
            table.apply(event)
        return table

    @classmethod
    def around(cls, game: Game, options: TableOptions, seats: Seats) -> Table:
        """A table in this process around a game that lies there: dealt, resumed or a position.

        It cannot be rebuilt from its log, which begins only now.
        """
        table = cls(Opened(0.0, "", "", "", options), Dealer(_no_secret))
        table.seats = seats
        table.followed = EventIndex()
        table.followed.append(lay_out(table, game, 0.0, Marks()))
        return table

    # What is

    @property
    def version(self) -> int:
        """How many events there have been."""
        return len(self.log)

    @property
    def phase(self) -> Phase:
        """What the table is about just now."""
        if self.closed:
            return Phase.CLOSED
        if self.game is None:
            return Phase.GATHERING if self.fair is None else Phase.DEALING
        if self.game.outcome is not None:
            return Phase.OVER
        return Phase.AGREEING if self.game.turn is None else Phase.PLAYING

    @property
    def running(self) -> bool:
        """Whether there are hands that must not be seen."""
        return self.phase in RUNNING

    def seat_of(self, person: Actor) -> int | None:
        """Where a person sits."""
        return seat_of(self.seats, person)

    def is_here(self, person: Actor) -> bool:
        """Whether a person sits at this table or watches."""
        return self.seat_of(person) is not None or self.watches(person)

    def watches(self, person: Actor) -> bool:
        """Whether a person only watches."""
        return bool(self.watching) and any(guest.person == person for guest in self.watching)

    def prompts(self) -> tuple[Prompt, ...]:
        """What bots are to be asked now; their driver needs no rules."""
        return prompts(self)

    # What happens

    def handle(
        self, who: Actor, command: Command, now: float, *, seen: int | None = None
    ) -> tuple[Event, ...]:
        """Carry a command out, and all that follows by itself; or refuse it.

        `seen` is the version that the actor had seen; a command about another state of the game
        than the one that is there now is refused. A refusal is a `TenbackError`, and
        nothing has changed then. Nothing comes back when it would make no difference.
        """
        permissions.check(self, who, command)
        if seen is not None:
            permissions.check_fresh(self, command, seen)
        before = self.version
        # Only the first event can still be refused, by core: the others are certain.
        for event in decide(command, Request.of(self, who, now)):
            self.apply(event)
        while self.version > before and (follows := follow_up(self, who, now)) is not None:
            self.apply(follows)
        return tuple(self.log[before:])

    def apply(self, event: Event) -> None:
        """Let something happen that has been decided."""
        followed = reduce_event(event, self)
        self.log.append(event)
        self.followed.append(followed)
        if type(event) in GAME_CHANGES:
            self.game_version = self.version

    def current_game(self) -> Game:
        """The game, where there is one."""
        if self.game is None:
            raise IllegalCommand(f"table-not-while-{self.phase}")
        return self.game

    # Equality

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self._identity() == other._identity()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Table {self.id}, {self.phase}, version {self.version}>"

    def _identity(self) -> dict[str, object]:
        """Everything but where cards come from."""
        return {key: value for key, value in vars(self).items() if key != "dealer"}
