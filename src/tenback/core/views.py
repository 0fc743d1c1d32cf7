"""What one seat may know (V1 to V4), and the one place where hidden cards are taken out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from tenback.core import turn as turns
from tenback.core.cards import Card
from tenback.core.choices import Choices, options
from tenback.core.engine import next_seat
from tenback.core.events import Dealt, Drawn, Event, SetUp, TurnBegan, moments
from tenback.core.outcome import Outcome
from tenback.core.rules import Rules
from tenback.core.state import Hand, Placed
from tenback.core.talk import Said

if TYPE_CHECKING:
    import random
    from collections.abc import Collection

    from tenback.core.game import Game
    from tenback.core.moves import Move
    from tenback.core.state import State

_Shown = TypeVar("_Shown", bound="View | Event")


@dataclass(frozen=True, slots=True)
class Burning:
    """A pile with a fire card on top, and the seat whose turn must not end before it is covered."""

    pile: str
    seat: int


@dataclass(frozen=True, slots=True)
class View:
    """Exactly what one seat may know; with `seat` None what a spectator may know.

    `hands` and `stocks` hold None where the cards are hidden; after the end nothing is.
    `history` is every event since the deal as this seat saw it, or, for a player who must not look
    through the piles (V2), only the running turn and the one before; `forgotten` is the number of
    moments before that. `talk` is everything that was said: it is public (T6).
    """

    rules: Rules
    seat: int | None
    turn: int | None
    hands: tuple[Hand | None, ...]
    hand_sizes: tuple[int, ...]
    stocks: tuple[Hand | None, ...]
    stock_sizes: tuple[int, ...]
    tops: tuple[Card | None, ...]
    sizes: tuple[int, ...]
    minimum: int
    placed: tuple[Placed, ...]
    gift_used: bool
    burning: tuple[Burning, ...]
    known: tuple[Hand, ...]
    outcome: Outcome | None
    takebacks: bool
    seed: str | None
    memory: bool
    history: tuple[Event, ...]
    talk: tuple[Said, ...] = ()
    forgotten: int = 0

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.hands)

    @property
    def hand(self) -> Hand:
        """This seat's own cards; empty for a spectator."""
        return () if self.seat is None else self.hands[self.seat] or ()

    @property
    def stock_size(self) -> int:
        """How many cards this seat, not the one on turn, can still draw."""
        return self.stock_sizes[self.rules.deck_of(self.seat or 0)]

    @property
    def agreeing(self) -> bool:
        """Whether the team still has to agree on who starts (O3)."""
        return self.turn is None and self.outcome is None

    @property
    def on_turn(self) -> bool:
        """Whether this seat is to move."""
        return self.turn is not None and self.turn == self.seat

    @property
    def moment(self) -> int:
        """How many things have been done so far; starting is one of them."""
        return max(moments(self.history, self.forgotten), default=self.forgotten)

    @property
    def backs(self) -> tuple[int | None, ...]:
        """For each pile the number that would take it back by the trick's distance (O6)."""
        return turns.backs(self)

    def legal_moves(self) -> tuple[Move, ...]:
        """This seat's moves; none when it is not on turn."""
        return turns.legal_moves(self) if self.on_turn else ()

    def options(self) -> Choices:
        """Everything that an interface must know about this seat's choices."""
        return options(self)

    def laid(self) -> tuple[Hand, ...]:
        """The cards that lie on the piles, deck by deck: what a perfect memory holds (V1)."""
        from tenback.core.sampling import laid

        return laid(self)

    def sample(self, rng: random.Random) -> Game:
        """A full game that this seat cannot tell from the real one, each equally likely.

        In moments that chance hardly ever deals only nearly so, see `sampling`.
        """
        from tenback.core.sampling import sample

        return sample(self, rng)

    def without_memory(self) -> View:
        """The same view for a player who may not look through the piles (O7, V2)."""
        if self.outcome is not None:
            return self
        begin = _recent(self.history)
        recent = tuple(
            replace(e, laid=None) if isinstance(e, SetUp) else e for e in self.history[begin:]
        )
        gone = next(islice(moments(self.history, self.forgotten), begin, None), self.forgotten)
        return replace(self, memory=False, history=recent, forgotten=gone)

    def _repr_svg_(self) -> str:
        from tenback.core.svg import draw

        return draw(self)


def redact(shown: _Shown, seat: int | None) -> _Shown:
    """Take out of a view or an event what this seat (None: a spectator) may not know."""
    if isinstance(shown, (Dealt, SetUp)):
        return replace(shown, hands=_own(shown.hands, seat))
    if isinstance(shown, Drawn):
        return shown if shown.seat == seat else replace(shown, cards=None)
    if isinstance(shown, View):
        return replace(
            shown,
            seat=seat,
            hands=_own(shown.hands, seat),
            history=tuple(redact(event, seat) for event in shown.history),
            **_closed(shown),
        )
    return shown


def seeing_more(event: Event) -> Collection[int]:
    """The seats that may each know more of an event than all others may."""
    if isinstance(event, Drawn):
        return (event.seat,)
    return range(len(event.hands)) if isinstance(event, (Dealt, SetUp)) else ()


def _closed(view: View) -> dict[str, Any]:
    return {"stocks": (None,) * len(view.stocks), "seed": None}


def _own(hands: tuple[Hand | None, ...], seat: int | None) -> tuple[Hand | None, ...]:
    return tuple(hand if owner == seat else None for owner, hand in enumerate(hands))


def _recent(history: tuple[Event, ...]) -> int:
    """Where the events of the running turn and of the one before begin."""
    begins = [place for place, event in enumerate(history) if isinstance(event, TurnBegan)]
    return begins[-2] if len(begins) > 1 else 0


def view_of(
    state: State,
    seat: int | None,
    history: tuple[Event, ...],
    talk: tuple[Said, ...],
    *,
    takebacks: bool,
    seed: str | None,
    sealed: bool,
) -> View:
    """The view of one seat, `history` being what it has received, `talk` what all have heard.

    After the end everything is open, but for the stock and the seed of a sealed deal (V3).
    """
    view = View(
        rules=state.rules,
        seat=seat,
        turn=state.turn,
        hands=state.hands,
        hand_sizes=tuple(map(len, state.hands)),
        stocks=state.stocks,
        stock_sizes=tuple(map(len, state.stocks)),
        tops=state.tops,
        sizes=state.sizes,
        minimum=turns.minimum(state),
        placed=state.placed,
        gift_used=turns.gift_used(state),
        burning=burning(state),
        known=state.known,
        outcome=state.outcome,
        takebacks=takebacks,
        seed=seed,
        memory=True,
        history=(),
        talk=talk,
    )
    if state.outcome is None:
        view = redact(view, seat)
    elif sealed:
        view = replace(view, **_closed(view))
    return replace(view, history=history)


def burning(state: State) -> tuple[Burning, ...]:
    """The fires on the piles, and which seat has to cover each (F2)."""
    seat = state.turn
    if seat is None or not state.rules.fire:
        return ()
    following = next_seat(state.hands, seat)
    return tuple(
        Burning(pile.name, seat if due else following) for pile, due in turns.burning(state)
    )
