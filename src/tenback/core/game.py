"""A game in progress: a small mutable cursor over immutable states."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.core import engine, turn
from tenback.core.choices import Choices, off_turn, on_turn
from tenback.core.errors import IllegalMove, InvalidNotation
from tenback.core.events import Dealt, Event, SetUp
from tenback.core.moves import BACK, Action, Move, Resign, TakeBack
from tenback.core.notation import parse_move
from tenback.core.talk import Said
from tenback.core.views import View, redact, view_of

if TYPE_CHECKING:
    from tenback.core.deal import Deal
    from tenback.core.engine import Step
    from tenback.core.outcome import Outcome
    from tenback.core.position import Position
    from tenback.core.record import Record
    from tenback.core.rules import Rules
    from tenback.core.state import State


def _read(text: str) -> Move:
    """What cannot be read cannot be played either: one kind of error for both."""
    try:
        return parse_move(text)
    except InvalidNotation as error:
        raise IllegalMove(error.code, **error.params) from None


class Game:
    """Deal, start, play to the end.

    Without `starter` the team is still agreeing (O3): views exist, no seat is on turn, and
    `start(seat)` begins. In a solo game, and if the deal holds the lot, the starter is settled,
    unless `agree` says that the caller will still call `start`.
    `takebacks` says whether lays may be taken back (O17; by default only alone); `sealed` keeps
    the stock and the seed closed after the end (V3).
    """

    def __init__(
        self,
        rules: Rules,
        deal: Deal,
        starter: int | None = None,
        *,
        takebacks: bool | None = None,
        sealed: bool = False,
        agree: bool = False,
    ) -> None:
        deal = deal.checked(rules)
        self._open(engine.begin(rules, deal), deal, takebacks, sealed)
        self._receive(Dealt(deal.hands, tuple(map(len, deal.stocks))))
        if starter is None and not agree:
            starter = deal.settled_starter
        if starter is not None:
            self.start(starter)

    @classmethod
    def from_position(
        cls, position: Position, *, takebacks: bool | None = None, sealed: bool = False
    ) -> Game:
        """A game that begins in the middle."""
        game = cls.__new__(cls)
        state = position.state
        game._open(state, None, takebacks, sealed)
        game._receive(
            SetUp(
                hands=state.hands,
                hand_sizes=tuple(map(len, state.hands)),
                stock_sizes=tuple(map(len, state.stocks)),
                tops=state.tops,
                sizes=state.sizes,
                turn=state.turn,
                placed=state.placed,
                known=state.known,
                laid=state.laid(),
            )
        )
        return game

    def _open(self, state: State, deal: Deal | None, takebacks: bool | None, sealed: bool) -> None:
        self.rules = state.rules
        self.deal = deal
        self.takebacks = state.players == 1 if takebacks is None else takebacks
        self.sealed = sealed
        self.starter: int | None = None
        self.talk: tuple[Said, ...] = ()
        self._first = state
        self._state = state
        self._actions: list[Action] = []
        self._events: list[Event] = []
        self._received: dict[int | None, tuple[Event, ...]] = {}
        # The choices of the player on turn, and the state that they belong to.
        self._offered: tuple[State | None, Choices] = None, Choices()

    # What is

    @property
    def state(self) -> State:
        """The immutable state behind the cursor."""
        return self._state

    @property
    def first(self) -> State:
        """The state in which the game began: after the deal, or the position."""
        return self._first

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self._state.players

    @property
    def turn(self) -> int | None:
        """The seat on turn; None while agreeing and when over."""
        return self._state.turn

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        return self._state.outcome

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened, hidden cards included."""
        return tuple(self._events)

    @property
    def event_count(self) -> int:
        """How many events there have been."""
        return len(self._events)

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every move, take-back and resignation so far."""
        return tuple(self._actions)

    @property
    def moment(self) -> int:
        """How many things have been done so far; starting is one of them."""
        return len(self._actions) + (self.starter is not None)

    def legal_moves(self) -> tuple[Move, ...]:
        """Every move of the player on turn."""
        return turn.legal_moves(self._state)

    def options(self) -> Choices:
        """The choices of the player on turn, the same as in the view of that seat."""
        return self.options_of(self.turn)

    def options_of(self, seat: int | None) -> Choices:
        """The choices of a seat, the same as in its view; a spectator has none."""
        if seat is None or seat != self.turn:
            over = self.outcome is not None
            return off_turn(seat, agreeing=self.turn is None, over=over)
        state, choices = self._offered
        if state is not self._state:
            sizes = tuple(map(len, self._state.hands))
            choices = on_turn(self._state, sizes, takebacks=self.takebacks)
            self._offered = self._state, choices
        return choices

    # What each seat knows

    def view(self, seat: int | None = None, *, memory: bool = True) -> View:
        """What that seat may know; without a seat, what a spectator may know (V1 to V4)."""
        if seat is not None:
            engine.check_seat(self._state, seat)
        over = self.outcome is not None
        history = self.events if over else self.received(seat)
        seed = self.deal.seed if self.deal else None
        view = view_of(
            self._state,
            seat,
            history,
            self.talk,
            takebacks=self.takebacks,
            seed=seed,
            sealed=self.sealed,
        )
        return view if memory else view.without_memory()

    def received(self, seat: int | None) -> tuple[Event, ...]:
        """Every event as that seat got it when it happened."""
        if seat is not None:
            engine.check_seat(self._state, seat)
        seen = self._received.get(seat, ())
        if len(seen) < len(self._events):
            # A new tuple, put in place at once: several threads may read the same game.
            seen += tuple(redact(event, seat) for event in self._events[len(seen) :])
            self._received[seat] = seen
        return seen

    # What can be done

    def start(self, seat: int) -> tuple[Event, ...]:
        """The seat that the team agreed on begins."""
        events = self._advance(engine.start(self._state, seat))
        self.starter = seat
        return events

    def play(self, move: Move | str) -> tuple[Event, ...]:
        """Make a move, given as such or as text; an illegal one changes nothing."""
        if isinstance(move, str):
            move = _read(move)
        events = self._advance(engine.apply(self._state, move))
        self._actions.append(move)
        return events

    def take_back(self) -> tuple[Event, ...]:
        """Take the last lay of the running turn back (O17)."""
        if not self.takebacks:
            raise IllegalMove("takebacks-off")
        events = self._advance(engine.take_back(self._state))
        self._actions.append(BACK)
        return events

    def resign(self, seat: int) -> tuple[Event, ...]:
        """Give up: for the team, which has agreed (O16), or in a duel for one player (D10)."""
        events = self._advance(engine.resign(self._state, seat))
        self._actions.append(Resign(seat))
        return events

    def act(self, action: Action) -> tuple[Event, ...]:
        """Do whatever a record can hold."""
        if isinstance(action, TakeBack):
            return self.take_back()
        if isinstance(action, Resign):
            return self.resign(action.seat)
        return self.play(action)

    def say(self, seat: int, *, phrase: str = "", text: str = "") -> Said:
        """Keep what a seat said; it never changes the state (T6).

        Nothing is judged here: what may be said is asked of `tenback.talk.speech`.
        """
        engine.check_seat(self._state, seat)
        said = Said(self.moment, seat, phrase, text)
        self.talk += (said,)
        return said

    def record(self) -> Record:
        """The whole game as a value that can be written down and replayed."""
        from tenback.core.record import Record

        return Record.of(self)

    def copy(self) -> Game:
        """A game at the same moment that goes its own way."""
        twin = type(self).__new__(type(self))
        twin.__dict__ |= self.__dict__
        twin._actions = self._actions.copy()
        twin._events = self._events.copy()
        twin._received = {}
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._identity() == other._identity()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        doing = "agreeing" if self.turn is None else f"seat {self.turn} on turn"
        if self.outcome is not None:
            doing = f"over, {self.outcome.reason}"
        return f"<Game {self.rules.name}, {self.players} players, {doing}>"

    def _identity(self) -> tuple[object, ...]:
        options = (self.starter, self.takebacks, self.sealed)
        return self._first, self.deal, options, self._actions, self.talk

    def _advance(self, step: Step) -> tuple[Event, ...]:
        self._state, events = step
        self._receive(*events)
        return events

    def _receive(self, *events: Event) -> None:
        self._events.extend(events)
