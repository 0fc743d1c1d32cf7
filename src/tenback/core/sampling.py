"""Worlds that one seat cannot tell apart: a full game that fits everything a view holds.

A deck is a row of places: the hands as they were dealt, seat by seat, then the stock. A view knows
the card of some places; a lay shows that its card came from one of the places which that seat held
by then; the rest of the deck may lie in any order.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from tenback.core import turn as turns
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
from tenback.core.state import State

if TYPE_CHECKING:
    import random

    from tenback.core.cards import Card
    from tenback.core.state import Hand
    from tenback.core.views import View


def laid(view: View) -> tuple[Hand, ...]:
    """The cards on the piles, deck by deck, as somebody with a perfect memory knows them."""
    decks = [set(cards) for cards in _laid_before(view)]
    for event in view.history:
        if isinstance(event, Laid):
            decks[_deck_of(view, event.seat)].add(event.card)
        elif isinstance(event, TakenBack):
            decks[_deck_of(view, event.seat)].remove(event.card)
    return tuple(tuple(card for card in view.rules.cards if card in deck) for deck in decks)


def sample(view: View, rng: random.Random) -> Game:
    """A game drawn evenly from all those that would have looked the same to this seat.

    That nobody was stuck where somebody might have been is knowledge too; it is respected by
    trying again. A moment in which one try in a thousand succeeds comes up once in a thousand
    games, so the tries are few on average.
    """
    places = _Places(view)
    while True:
        decks = places.fill(rng)
        if not places.stuck(decks):
            twin = _replay(view, *places.cut(decks))
            if twin is not None:
                return twin


class _Places:
    """Which cards may lie where, as one view tells."""

    def __init__(self, view: View) -> None:
        first = _first_event(view)
        self.view = view
        self.gone = _laid_before(view)
        self.laid = [set(cards) for cards in laid(view)]
        self.decks: list[list[Card | None]] = [
            [None] * (len(view.rules.cards) - len(gone)) for gone in self.gone
        ]
        self.held: list[list[int]] = [[] for _ in first.hands]
        self.shown: list[tuple[int, Card, list[int]]] = []
        self.bounds = self._deal(first)
        self.next = [bounds[-1] for bounds in self.bounds]
        self._follow()

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

    def _follow(self) -> None:
        """Take in what happened since."""
        for event in self.view.history:
            if isinstance(event, Drawn):
                deck = _deck_of(self.view, event.seat)
                begin = self.next[deck]
                self.next[deck] += event.count
                self._take(event.seat, deck, range(begin, self.next[deck]), event.cards)
            elif isinstance(event, Laid):
                self._show(event.seat, event.card)
        for deck, stock in enumerate(self.view.stocks):
            if stock is not None:
                self.decks[deck][self.next[deck] :] = stock

    def _take(self, seat: int, deck: int, places: range, cards: Hand | None) -> None:
        self.held[seat].extend(places)
        if cards is not None:
            self.decks[deck][places.start : places.stop] = cards

    def _show(self, seat: int, card: Card) -> None:
        deck = _deck_of(self.view, seat)
        if card not in self.decks[deck]:
            hidden = [place for place in self.held[seat] if self.decks[deck][place] is None]
            self.shown.append((deck, card, hidden))

    def fill(self, rng: random.Random) -> list[list[Card]]:
        """Put a card on every place.

        The places a seat held only grow in number, so that choosing for the cards it showed in
        the order of time makes every assignment equally likely.
        """
        decks = [list(deck) for deck in self.decks]
        for number, card, places in self.shown:
            deck = decks[number]
            if card not in deck:
                deck[rng.choice([place for place in places if deck[place] is None])] = card
        return [self._rest(deck, gone, rng) for deck, gone in zip(decks, self.gone, strict=True)]

    def _rest(self, deck: list[Card | None], gone: Hand, rng: random.Random) -> list[Card]:
        missing = [c for c in self.view.rules.cards if c not in {*deck, *gone}]
        rng.shuffle(missing)
        return [missing.pop() if card is None else card for card in deck]

    def stuck(self, decks: list[list[Card]]) -> bool:
        """Whether the seat on turn could not go on with these cards, though the game does."""
        view, seat = self.view, self.view.turn
        if seat is None or seat == view.seat:
            return False
        deck = _deck_of(view, seat)
        held = [decks[deck][place] for place in self.held[seat]]
        hand = view.rules.sort([card for card in held if card not in self.laid[deck]])
        hands = (*view.hands[:seat], hand, *view.hands[seat + 1 :])
        ahead = replace(view, seat=seat, hands=hands)
        return not turns.can_lay(ahead, turns.owed(ahead))

    def cut(self, decks: list[list[Card]]) -> tuple[tuple[Hand, ...], tuple[Hand, ...]]:
        """The hands and the stocks as they were at the beginning."""
        dealt = list(zip(decks, self.bounds, strict=True))
        hands = [
            self.view.rules.sort(deck[begin:end])
            for deck, bounds in dealt
            for begin, end in pairwise(bounds)
        ]
        return tuple(hands), tuple(tuple(deck[bounds[-1] :]) for deck, bounds in dealt)


def _replay(view: View, hands: tuple[Hand, ...], stocks: tuple[Hand, ...]) -> Game | None:
    """Play the same moves with these cards; None if that looks different to this seat."""
    twin = _begin(view, hands, stocks)
    try:
        for event in view.history:
            _repeat(twin, event)
    except IllegalMove:
        return None
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
    if isinstance(event, TurnBegan) and twin.starter is None and twin.turn is None:
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


def _deck_of(view: View, seat: int) -> int:
    return seat if view.rules.deck.own else 0
