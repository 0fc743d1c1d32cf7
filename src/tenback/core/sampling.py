"""Sample the worlds that one seat cannot tell apart: full games that fit everything in its view.

A deck is a row of places: the hands as they were dealt, seat by seat, then the stock. A view knows
the card of some places; a lay shows that its card came from one of the places which that seat held
by then; the rest of the deck may lie in any order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from tenback.core import turn as turns
from tenback.core.cards import Card
from tenback.core.deal import Deal
from tenback.core.errors import IllegalMove, InvalidView
from tenback.core.events import (
    Dealt,
    Drawn,
    Event,
    Laid,
    Resigned,
    SetUp,
    TakenBack,
    TurnBegan,
    TurnEnded,
)
from tenback.core.game import Game
from tenback.core.moves import END, Lay
from tenback.core.position import Position
from tenback.core.state import Placed, State

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from tenback.core.state import Hand
    from tenback.core.views import View


PATIENCE = 200
"""How many random tries precede the constructed ones."""

WALK = 400
"""How many random swaps follow the construction of a world."""


def laid(view: View) -> tuple[Hand, ...]:
    """The cards on the piles, deck by deck, as a player with a perfect memory knows them."""
    table = _Table(view, _first_event(view))
    for event in view.history:
        table.follow(event)
    return tuple(tuple(c for c in view.rules.cards if c in deck) for deck in table.laid)


def sample(view: View, rng: random.Random) -> Game:
    """A game drawn evenly from all those that would have looked the same to this seat.

    A seat also knows that no other seat was stuck where one might have been. So a sample in which
    one was stuck is drawn again. For a random deal this takes few tries on average: a moment in
    which one try in a thousand succeeds comes up once in a thousand games. A position set up by
    hand may be far less likely. After many failures the sample first puts the cards that a seat
    must hold into its hand; random swaps then make the choice nearly even again.
    """
    places = _Places(view)
    for tries in range(2 * PATIENCE):
        decks = places.fill(rng, forced=tries >= PATIENCE)
        if not places.none_stuck(decks):
            continue
        if tries >= PATIENCE:
            places.random_walk(decks, rng)
        twin = _replay(view, *places.cut(decks))
        if twin is not None:
            return twin
    raise InvalidView("impossible-view")


@dataclass(frozen=True, slots=True)
class _NotStuck:
    """A moment of another seat after which the game went on: its hand could lay `need` more."""

    deck: int
    places: tuple[int, ...]
    laid: frozenset[Card]
    moment: turns.Moment
    need: int

    def holds(self, deck: list[Card]) -> bool:
        """Whether that is so with these cards."""
        held = [deck[place] for place in self.places]
        hand = tuple(card for card in held if card not in self.laid)
        return turns.can_lay(replace(self.moment, hand=hand), self.need)

    def witnesses(self, deck: list[Card | None], missing: list[Card]) -> list[Card]:
        """Missing cards with which the seat could go on, as many as its hand has room for."""
        known = [deck[place] for place in self.places]
        hand = tuple(card for card in known if card is not None and card not in self.laid)
        moment, room = replace(self.moment, hand=hand), known.count(None)
        found = turns.lays_in_reach(moment, self.need, tuple(missing), room)
        return [card for card in found or () if card not in hand]


class _Places:
    """Which cards may lie where, by one view."""

    def __init__(self, view: View) -> None:
        first = _first_event(view)
        self.view = view
        self.gone = _laid_before(view)
        self.decks: list[list[Card | None]] = [
            [None] * (len(view.rules.cards) - len(gone)) for gone in self.gone
        ]
        self.ends = list(map(len, self.decks))
        self.held: list[list[int]] = [[] for _ in first.hands]
        self.shown: list[tuple[int, Card, list[int]]] = []
        self.moments: list[_NotStuck] = []
        self.bounds = self._deal(first)
        self.next = [bounds[-1] for bounds in self.bounds]
        if isinstance(first, SetUp) and first.turn is not None:
            self._place(first.turn, first.placed)
        self._follow(first)

    def _place(self, seat: int, placed: tuple[Placed, ...]) -> None:
        """Cards laid in the running turn before the game began may still be taken back."""
        deck = self.view.rules.deck_of(seat)
        for lay in placed:
            self.held[seat].append(len(self.decks[deck]))
            self.decks[deck].append(lay.card)

    def _deal(self, first: Dealt | SetUp) -> list[list[int]]:
        """Lay the hands out; returns where each hand of each deck begins and ends."""
        sizes = _sizes(self.view, first)
        own = self.view.rules.deck.own
        bounds = [[0, size] for size in sizes] if own else [[0, *accumulate(sizes)]]
        for seat, hand in enumerate(first.hands):
            deck, begin = (seat, 0) if own else (0, bounds[0][seat])
            self._take(seat, deck, range(begin, begin + sizes[seat]), hand)
            for card in first.known[seat] if isinstance(first, SetUp) else ():
                self._show(seat, card)
        return bounds

    def _follow(self, first: Dealt | SetUp) -> None:
        """Take in what happened since, moment by moment."""
        table = _Table(self.view, first)
        for event in self.view.history:
            if isinstance(event, Drawn):
                self._draw(event)
            elif isinstance(event, Laid):
                self._show(event.seat, event.card)
            elif isinstance(event, TakenBack):
                self._went_on(table)
            table.follow(event)
        for deck, stock in enumerate(self.view.stocks):
            if stock is not None:
                self.decks[deck][self.next[deck] : self.ends[deck]] = stock
        if self.view.turn is not None:
            self._went_on(table)

    def _draw(self, event: Drawn) -> None:
        deck = self.view.rules.deck_of(event.seat)
        begin = self.next[deck]
        self.next[deck] += event.count
        self._take(event.seat, deck, range(begin, self.next[deck]), event.cards)

    def _take(self, seat: int, deck: int, places: range, cards: Hand | None) -> None:
        self.held[seat].extend(places)
        if cards is not None:
            self.decks[deck][places.start : places.stop] = cards

    def _show(self, seat: int, card: Card) -> None:
        deck = self.view.rules.deck_of(seat)
        if card not in self.decks[deck]:
            hidden = [place for place in self.held[seat] if self.decks[deck][place] is None]
            self.shown.append((deck, card, hidden))

    def _went_on(self, table: _Table) -> None:
        """Note that the seat on turn was not stuck, unless a later lay of the turn shows it."""
        seat = table.turn
        if seat is None or seat == self.view.seat or self.view.outcome is not None:
            return
        deck = self.view.rules.deck_of(seat)
        moment = table.moment(self.ends[deck] - self.next[deck])
        not_stuck = _NotStuck(
            deck=deck,
            places=tuple(self.held[seat]),
            laid=frozenset(table.laid[deck]),
            moment=moment,
            need=turns.owed(moment),
        )
        if not_stuck.need:
            self.moments.append(not_stuck)

    def fill(self, rng: random.Random, *, forced: bool) -> list[list[Card]]:
        """Put a card on every place.

        The places a seat held only grow in number, so that choosing for the cards it showed in
        the order of time makes every assignment equally likely.
        """
        decks = [list(deck) for deck in self.decks]
        for number, card, places in self.shown:
            if card not in decks[number]:
                _put(decks[number], card, places, rng)
        for not_stuck in self.moments if forced else ():
            deck = decks[not_stuck.deck]
            for card in not_stuck.witnesses(deck, self._missing(not_stuck.deck, deck, rng)):
                _put(deck, card, not_stuck.places, rng)
        return [self._rest(number, deck, rng) for number, deck in enumerate(decks)]

    def _missing(self, number: int, deck: list[Card | None], rng: random.Random) -> list[Card]:
        elsewhere = {*deck, *self.gone[number]}
        missing = [card for card in self.view.rules.cards if card not in elsewhere]
        rng.shuffle(missing)
        return missing

    def _rest(self, number: int, deck: list[Card | None], rng: random.Random) -> list[Card]:
        missing = self._missing(number, deck, rng)
        return [missing.pop() if card is None else card for card in deck]

    def none_stuck(self, decks: list[list[Card]]) -> bool:
        """Whether the game would have gone on with these cards wherever it did."""
        return all(not_stuck.holds(decks[not_stuck.deck]) for not_stuck in self.moments)

    def random_walk(self, decks: list[list[Card]], rng: random.Random) -> None:
        """Swap hidden cards, at random and often, as long as the world still fits."""
        for number, deck in enumerate(decks):
            fixed = {card for where, card, _ in self.shown if where == number}
            known = self.decks[number]
            free = [p for p, card in enumerate(deck) if known[p] is None and card not in fixed]
            for _ in range(WALK if len(free) > 1 else 0):
                here, there = rng.sample(free, 2)
                deck[here], deck[there] = deck[there], deck[here]
                if not self.none_stuck(decks):
                    deck[here], deck[there] = deck[there], deck[here]

    def cut(self, decks: list[list[Card]]) -> tuple[tuple[Hand, ...], tuple[Hand, ...]]:
        """The hands and the stocks as they were at the beginning."""
        dealt = list(zip(decks, self.bounds, strict=True))
        hands = [
            self.view.rules.sort(deck[begin:end])
            for deck, bounds in dealt
            for begin, end in pairwise(bounds)
        ]
        stocks = [
            tuple(deck[bounds[-1] : end])
            for (deck, bounds), end in zip(dealt, self.ends, strict=True)
        ]
        return tuple(hands), tuple(stocks)


class _Table:
    """What lies on the table while the history of a view goes by."""

    def __init__(self, view: View, first: Dealt | SetUp) -> None:
        self.view = view
        self.laid = [set(cards) for cards in _laid_before(view)]
        self.tops: list[Card | None] = [None] * len(view.tops)
        self.placed: list[Placed] = []
        self.turn: int | None = None
        if isinstance(first, SetUp):
            self.tops, self.placed, self.turn = list(first.tops), list(first.placed), first.turn

    def follow(self, event: Event) -> None:
        """Take one event in."""
        if isinstance(event, TurnBegan):
            self.turn, self.placed = event.seat, []
        elif isinstance(event, Laid):
            place = self.view.rules.pile_index[event.pile]
            self.placed.append(Placed(event.card, event.pile, self.tops[place]))
            self.tops[place] = event.card
            self.laid[self.view.rules.deck_of(event.seat)].add(event.card)
        elif isinstance(event, TakenBack):
            place = self.view.rules.pile_index[event.pile]
            self.tops[place] = self.placed.pop().covers
            self.laid[self.view.rules.deck_of(event.seat)].remove(event.card)

    def moment(self, stock_size: int) -> turns.Moment:
        """The moment of the seat on turn, without a hand."""
        view = self.view
        return turns.Moment(
            rules=view.rules,
            players=view.players,
            turn=self.turn,
            hand=(),
            stock_size=stock_size,
            tops=tuple(self.tops),
            placed=tuple(self.placed),
        )


def _put(deck: list[Card | None], card: Card, places: Sequence[int], rng: random.Random) -> None:
    deck[rng.choice([place for place in places if deck[place] is None])] = card


def _replay(view: View, hands: tuple[Hand, ...], stocks: tuple[Hand, ...]) -> Game | None:
    """Play the same moves with these cards; None if that looks different to this seat."""
    twin = _begin(view, hands, stocks)
    try:
        for event in view.history:
            _repeat(twin, event)
    except IllegalMove:
        return None
    twin.talk = view.talk
    seen = twin.received(view.seat) if view.outcome is None else twin.events
    return twin if seen == view.history else None


def _begin(view: View, hands: tuple[Hand, ...], stocks: tuple[Hand, ...]) -> Game:
    first = _first_event(view)
    sealed = view.outcome is not None and None in view.stocks
    if isinstance(first, Dealt):
        deal = Deal(hands, stocks, seed=view.seed)
        return Game(view.rules, deal, agree=True, takebacks=view.takebacks, sealed=sealed)
    state = State(
        view.rules,
        hands,
        stocks,
        first.tops,
        first.sizes,
        first.turn,
        first.placed,
        first.known,
        outcome=None if len(view.history) > 1 else view.outcome,
    )
    return Game.from_position(Position(state), takebacks=view.takebacks, sealed=sealed)


def _repeat(twin: Game, event: Event) -> None:
    if isinstance(event, TurnBegan):
        if twin.turn is None and twin.outcome is None:
            twin.start(event.seat)
    elif isinstance(event, Laid):
        twin.play(Lay(event.card, event.pile))
    elif isinstance(event, TurnEnded):
        twin.play(END)
    elif isinstance(event, TakenBack):
        twin.take_back()
    elif isinstance(event, Resigned):
        twin.resign(event.seat)


def _first_event(view: View) -> Dealt | SetUp:
    first = view.history[0] if view.history else None
    if not view.memory or not isinstance(first, (Dealt, SetUp)):
        raise InvalidView("no-memory")
    return first


def _laid_before(view: View) -> tuple[Hand, ...]:
    """The cards that lay on the piles when the game began."""
    first = _first_event(view)
    before = first.laid if isinstance(first, SetUp) else None
    return before or ((),) * len(view.stocks)


def _sizes(view: View, first: Dealt | SetUp) -> tuple[int, ...]:
    if isinstance(first, SetUp):
        return first.hand_sizes
    return (view.rules.hand_size(view.players),) * view.players
