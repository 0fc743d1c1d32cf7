"""Hypothesis strategies: rules of every kind, deals, and games at any moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from tenback.core.deal import MAX_SEED, Deal
from tenback.core.fits import Trick
from tenback.core.game import Game
from tenback.core.moves import END
from tenback.core.position import Position
from tenback.core.rules import Deck, DrawRule, Piles, Rules, Start, TalkPolicy, Win
from tenback.core.rules_check import MAX_HAND
from tenback.core.variants import every
from tenback.testing.deals import nearly_sorted

if TYPE_CHECKING:
    import random

    from hypothesis.strategies import SearchStrategy

COLOURS = ("red", "yellow", "green", "blue", "purple", "orange", "white")


def named_rules() -> SearchStrategy[Rules]:
    """One of the published games, with any options."""
    return st.sampled_from(every())


def any_rules() -> SearchStrategy[Rules]:
    """A published game or a designer's own."""
    return named_rules() | custom_rules()


@st.composite
def custom_rules(draw: st.DrawFn) -> Rules:
    """A designer's own variant that can be played (C1)."""
    own_piles = draw(st.booleans())
    win = draw(st.sampled_from(Win))
    deck = draw(_decks())
    most = min(6, len(deck.cards()) // 2)
    minimum = draw(st.integers(1, min(3, most)) | st.integers(1, most))
    gift = own_piles and draw(st.booleans())
    fixed: SearchStrategy[Any] = st.integers(1, minimum)
    draws = st.sampled_from(DrawRule) | fixed
    without_stock = draw(st.integers(1, most))
    lowest = max(minimum, without_stock)
    return Rules(
        name="generated",
        deck=deck,
        piles=draw(_piles(deck, own_piles)),
        hands=draw(_hands(deck, lowest, two=own_piles or win is Win.FIRST)),
        minimum=minimum,
        minimum_without_stock=without_stock,
        maximum=draw(st.none() | st.integers(lowest, MAX_HAND)),
        draw=draw(draws),
        draw_after_gift=draw(st.none() | draws) if gift else None,
        trick=draw(_tricks(deck)),
        gift=gift,
        fire=() if own_piles else draw(_fires(deck)),
        win=win,
        start=draw(st.sampled_from(Start)),
        talk=draw(st.sampled_from(TalkPolicy)),
    )


@st.composite
def _decks(draw: st.DrawFn) -> Deck:
    colours = draw(st.just(()) | st.lists(st.sampled_from(COLOURS), unique=True, max_size=5))
    low = draw(st.integers(0, 20))
    span = draw(st.integers(4, 120 // max(1, len(colours))))
    numbers = set(range(low, low + span))
    gaps = draw(st.sets(st.integers(low, low + span - 1), max_size=span // 3))
    return Deck(tuple(sorted(numbers - gaps)), tuple(colours), draw(st.booleans()))


@st.composite
def _piles(draw: st.DrawFn, deck: Deck, own: bool) -> Piles:
    bases = st.none() | st.integers(0, deck.numbers[-1] + 1)
    likely_up = st.just(max(0, deck.numbers[0] - 1)) | bases
    likely_down = st.just(deck.numbers[-1] + 1) | bases
    most = 2 if own else 4
    up = draw(st.lists(likely_up, max_size=most))
    down = draw(st.lists(likely_down, min_size=0 if up else 1, max_size=most))
    return Piles(tuple(up), tuple(down), own)


@st.composite
def _hands(draw: st.DrawFn, deck: Deck, minimum: int, *, two: bool) -> tuple[tuple[int, int], ...]:
    cards = len(deck.cards())
    most = 8 if deck.own else max(1, cards // minimum)
    possible = [n for n in range(1, 9) if n <= most]
    counts = [2] if two else sorted(draw(st.sets(st.sampled_from(possible), min_size=1)))
    pairs = []
    for players in counts:
        largest = min(MAX_HAND, cards if deck.own else cards // players)
        pairs.append((players, draw(st.integers(minimum, max(minimum, largest)))))
    return tuple(pairs)


def _tricks(deck: Deck) -> SearchStrategy[Trick]:
    colour = st.booleans() if deck.colours else st.just(False)
    return st.builds(Trick, distance=st.none() | st.integers(1, 20), same_colour=colour)


def _fires(deck: Deck) -> SearchStrategy[tuple[int, ...]]:
    some = st.sets(st.sampled_from(deck.numbers), max_size=6)
    return st.just(()) | some.map(lambda numbers: tuple(sorted(numbers)))


def seeds() -> SearchStrategy[str]:
    """Any text that can be a seed."""
    letters = st.characters(exclude_categories=["Cs"])
    return st.text(letters, min_size=1, max_size=MAX_SEED)


@st.composite
def deals(draw: st.DrawFn, rules: Rules) -> Deal:
    """A deal for any number of players: shuffled, or nearly sorted so that the end is reached."""
    players = draw(st.sampled_from(rules.player_counts))
    if draw(st.booleans()):
        return nearly_sorted(rules, players, draw(st.integers(0, 2**32)))
    return Deal.from_seed(rules, players, draw(seeds()))


@st.composite
def games(draw: st.DrawFn, rules: SearchStrategy[Rules] | None = None) -> Game:
    """A game at any moment, from the agreement on a starter to the end.

    Some lays are taken back, some games are given up, some begin in the middle, from a position.
    """
    chosen = draw(rules if rules is not None else any_rules())
    takebacks, sealed = draw(st.booleans()), draw(st.booleans())
    agree = draw(st.integers(0, 9)) == 0
    game = Game(chosen, draw(deals(chosen)), takebacks=takebacks, sealed=sealed, agree=agree)
    rng = draw(st.randoms(use_true_random=False))
    if game.turn is None and game.outcome is None and draw(st.integers(0, 9)):
        game.start(rng.randrange(game.players))
    careful = draw(st.booleans())
    to_the_end = st.just(1_000)
    _play(game, rng, draw(st.integers(0, 150) | to_the_end), careful=careful)
    if draw(st.integers(0, 4)) == 0:
        game = Game.from_position(Position(game.state), takebacks=takebacks, sealed=sealed)
        _play(game, rng, draw(st.integers(0, 20)), careful=careful)
    if game.outcome is None and draw(st.integers(0, 14)) == 0:
        game.resign(rng.randrange(game.players))
    return game


def _play(game: Game, rng: random.Random, moves: int, *, careful: bool) -> None:
    """Play on: at random, or by small steps, which lead further."""
    for _ in range(moves):
        if game.turn is None:
            return
        if rng.random() < 0.03:
            game.say(rng.randrange(game.players), text="hm")
        if game.takebacks and game.state.placed and rng.random() < 0.1:
            game.take_back()
            continue
        legal = game.legal_moves()
        if not careful:
            game.play(rng.choice(legal))
        elif END in legal and rng.random() < 0.8:
            game.play(END)
        else:
            lays = [lay for lay in game.view(game.turn).options().lays if not lay.loses]
            best = min(lays, key=lambda lay: lay.step, default=None)
            game.play(rng.choice(legal) if best is None else best.move)
