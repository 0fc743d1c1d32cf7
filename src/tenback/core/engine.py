"""The referee: what is legal, what follows from a move, and when the game is over.

Every function takes a frozen value and returns another; none of them knows which game it referees.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from tenback.core.errors import IllegalMove
from tenback.core.events import Drawn, Event, Laid, Over, Resigned, TakenBack, TurnBegan, TurnEnded
from tenback.core.moves import Lay, Move
from tenback.core.outcome import Outcome, Reason
from tenback.core.state import Placed, State
from tenback.core.turn import can_lay, draw_count, due_fires, minimum, owed, refusal

if TYPE_CHECKING:
    from tenback.core.cards import Card
    from tenback.core.deal import Deal
    from tenback.core.rules import Rules
    from tenback.core.state import Hand

Step: TypeAlias = tuple[State, tuple[Event, ...]]
_T = TypeVar("_T")

# There are few of these, and every game holds dozens: one copy of each is enough.
_began, _ended = cache(TurnBegan), cache(TurnEnded)


def begin(rules: Rules, deal: Deal) -> State:
    """The moment after the deal: players see their hands, no seat is on turn yet (O3)."""
    return State(
        rules=rules,
        hands=deal.hands,
        stocks=deal.stocks,
        tops=(None,) * len(rules.layout),
        sizes=(0,) * len(rules.layout),
        turn=None,
        placed=(),
        known=((),) * len(deal.hands),
        outcome=None,
    )


def start(state: State, seat: int) -> Step:
    """The seat that the team agreed on, or that the lot chose, begins."""
    _refuse_over(state)
    if state.turn is not None:
        raise IllegalMove("already-started")
    check_seat(state, seat)
    if not state.hands[seat]:
        raise IllegalMove("no-cards", seat=seat)
    return _begin_turn(replace(state, turn=seat))


def apply(state: State, move: Move) -> Step:
    """Make a legal move; an illegal one raises `IllegalMove`."""
    _refuse_over(state)
    if state.turn is None:
        raise IllegalMove("not-started")
    if error := refusal(state, move):
        raise error
    return _lay(state, move) if isinstance(move, Lay) else _end_turn(state)


def take_back(state: State) -> Step:
    """Take the last lay of the running turn back; its card is known from now on (O17)."""
    _refuse_over(state)
    if not state.placed or state.turn is None:
        raise IllegalMove("nothing-to-take-back")
    rules, seat, last = state.rules, state.turn, state.placed[-1]
    place = rules.pile_index[last.pile]
    before = replace(
        state,
        hands=_put(state.hands, seat, rules.sort((*state.hands[seat], last.card))),
        tops=_put(state.tops, place, last.covers),
        sizes=_put(state.sizes, place, state.sizes[place] - 1),
        placed=state.placed[:-1],
        known=_put(state.known, seat, rules.sort((*state.known[seat], last.card))),
    )
    return before, (TakenBack(seat, last.card, last.pile),)


def resign(state: State, seat: int) -> Step:
    """Give up: the team's cards are counted (O16), or the other player wins (D10)."""
    _refuse_over(state)
    check_seat(state, seat)
    over, events = _lose(state, seat, Reason.RESIGNED)
    return over, (Resigned(seat), *events)


def settle(state: State) -> State:
    """End a position set up by hand if all cards are laid or the seat on turn is stuck."""
    for seat in range(state.players):
        if _has_won(state, seat):
            return _win(state, seat)[0]
    if state.turn is None or _can_go_on(state):
        return state
    return _lose(state, state.turn, Reason.STUCK)[0]


def check_seat(state: State, seat: object) -> None:
    """Refuse what is not a seat at this table."""
    if type(seat) is not int or not 0 <= seat < state.players:
        raise IllegalMove("no-such-seat", seat=repr(seat)[:20], last=state.players - 1)


def _refuse_over(state: State) -> None:
    if state.outcome is not None:
        raise IllegalMove("game-over")


def _lay(state: State, move: Lay) -> Step:
    rules, seat, card = state.rules, state.turn, move.card
    assert seat is not None  # noqa: S101 (apply has seen to it)
    place = rules.pile_index[move.pile]
    top = state.tops[place]
    fits = rules.fits[seat][place]
    known = state.known
    if card in known[seat]:
        known = _put(known, seat, _without(known[seat], card))
    after = State(
        rules,
        _put(state.hands, seat, _without(state.hands[seat], card)),
        state.stocks,
        _put(state.tops, place, card),
        _put(state.sizes, place, state.sizes[place] + 1),
        seat,
        (*state.placed, Placed(card, move.pile, top)),
        known,
        None,
    )
    event = Laid(seat, card, move.pile, fits[top][card], fits.step(top, card))
    if _has_won(after, seat):
        over, events = _win(after, seat)
    elif not _can_go_on(after):
        over, events = _lose(after, seat, Reason.STUCK)
    else:
        return after, (event,)
    return over, (event, *events)


def _end_turn(state: State) -> Step:
    seat = state.turn
    assert seat is not None  # noqa: S101 (apply has seen to it)
    ended = _ended(seat)
    if due_fires(state):
        over, events = _lose(state, seat, Reason.FIRE)
        return over, (ended, *events)
    drawn_state, drawn = _draw(state, seat)
    following = next_seat(drawn_state.hands, seat)
    begun, events = _begin_turn(replace(drawn_state, turn=following, placed=()))
    return begun, (ended, *drawn, *events)


def _draw(state: State, seat: int) -> Step:
    count = draw_count(state)
    if not count:
        return state, ()
    stock = state.stock_of(seat)
    drawn = stock[:count]
    after = replace(
        state,
        hands=_put(state.hands, seat, state.rules.sort(state.hands[seat] + drawn)),
        stocks=_put(state.stocks, state.rules.deck_of(seat), stock[count:]),
    )
    return after, (Drawn(seat, count, drawn),)


def next_seat(hands: tuple[Hand, ...], seat: int) -> int:
    """The nearest seat clockwise that holds cards, at last the same one again (O10)."""
    around = (*range(seat + 1, len(hands)), *range(seat))
    return next((other for other in around if hands[other]), seat)


def _begin_turn(state: State) -> Step:
    seat = state.turn
    assert seat is not None  # noqa: S101 (callers have just set it)
    began = _began(seat, minimum(state))
    if _can_go_on(state):
        return state, (began,)
    over, events = _lose(state, seat, Reason.STUCK)
    return over, (began, *events)


def _can_go_on(state: State) -> bool:
    """Whether the minimum is met or still within reach (O11, Q7, D8)."""
    need = owed(state)
    return need == 0 or can_lay(state, need)


def _has_won(state: State, seat: int) -> bool:
    return not state.hands[seat] and all_laid(state, seat if state.rules.duel else None)


def all_laid(state: State, seat: int | None) -> bool:
    """Whether a seat, or with None the whole team, has nothing left to lay."""
    if seat is None:
        return not any(state.hands) and not any(state.stocks)
    return not state.hands[seat] and not state.stock_of(seat)


def _win(state: State, seat: int) -> Step:
    winner = seat if state.rules.duel else None
    return _finish(state, Outcome(True, winner, state.left, Reason.FINISHED))


def _lose(state: State, seat: int, reason: Reason) -> Step:
    """The seat cannot go on: the team has lost, or in a duel the other player has won."""
    duel = state.rules.duel
    return _finish(state, Outcome(duel, 1 - seat if duel else None, state.left, reason))


def _finish(state: State, outcome: Outcome) -> Step:
    return replace(state, turn=None, outcome=outcome), (Over(outcome),)


def _put(values: tuple[_T, ...], place: int, value: _T) -> tuple[_T, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _without(hand: Hand, card: Card) -> Hand:
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]
