"""The strategies generate what they claim: every kind of rules, deals, games and endings."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from tenback import Deal, Game, Rules
from tenback.core.deal import MAX_SEED
from tenback.core.events import SetUp
from tenback.core.moves import BACK
from tenback.core.outcome import Reason
from tenback.core.rules import DrawRule, Start
from tenback.core.variants import every, is_published
from tenback.testing import nearly_sorted
from tenback.testing.strategies import any_rules, custom_rules, deals, games, named_rules, seeds
from tests.testing.walk import easy, middle

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypothesis.strategies import SearchStrategy

_T = TypeVar("_T")

# What is looked for is found soon; there is no need to look for the smallest one.
SEARCH = settings(
    max_examples=2_000,
    phases=[Phase.generate],
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


def found(strategy: SearchStrategy[_T], wanted: Callable[[_T], bool]) -> _T:
    """Something that the strategy generates; raises `NoSuchExample` if it seems to be nothing."""
    return find(strategy, wanted, settings=SEARCH, random=random.Random(2))


def over_by(reason: Reason) -> Callable[[Game], bool]:
    return lambda game: game.outcome is not None and game.outcome.reason is reason


def begun(game: Game) -> bool:
    return isinstance(game.events[0], SetUp)


GAMES: dict[str, Callable[[Game], bool]] = {
    **{f"over by {reason}": over_by(reason) for reason in Reason},
    "with take-backs": lambda game: BACK in game.actions,
    "with cards known": lambda game: any(game.state.known),
    "without take-backs": lambda game: not game.takebacks and bool(game.actions),
    "agreeing": lambda game: game.turn is None and game.outcome is None,
    "in the first turn": lambda game: game.turn is not None and not game.actions,
    "within a turn": lambda game: game.turn is not None and bool(game.state.placed),
    "without a stock": lambda game: game.turn is not None and not any(game.state.stocks),
    "with talk": lambda game: bool(game.talk),
    "alone": lambda game: game.players == 1,
    "of many": lambda game: game.players > 5,
    "sealed": lambda game: game.sealed and game.outcome is not None,
    "from a position": begun,
    "over soon after a position": lambda game: begun(game) and game.outcome is not None,
    "duels": lambda game: game.rules.duel and bool(game.actions),
    "with a burning pile": lambda game: bool(game.rules.fire_cards & set(game.state.tops)),
    "with own decks on common piles": lambda game: (
        game.rules.deck.own and not game.rules.piles.own and sum(game.state.sizes) > 5
    ),
    "with one card on top twice": lambda game: (
        len({top for top in game.state.tops if top})
        < sum(top is not None for top in game.state.tops)
    ),
    "with colours": lambda game: bool(game.rules.deck.colours) and sum(game.state.sizes) > 5,
}


def test_there_are_games_of_every_kind() -> None:
    missing = dict(GAMES)

    def last_one(game: Game) -> bool:
        for kind in [kind for kind, holds in missing.items() if holds(game)]:
            del missing[kind]
        return not missing

    with suppress(NoSuchExample):
        found(games(), last_one)
    assert not missing


RULES: dict[str, Callable[[Rules], bool]] = {
    "colours": lambda rules: len(rules.deck.colours) > 1,
    "no colours": lambda rules: not rules.deck.colours,
    "one colour on the same": lambda rules: rules.trick.same_colour,
    "a distance": lambda rules: rules.trick.distance is not None,
    "no trick": lambda rules: rules.trick.distance is None and not rules.trick.same_colour,
    "gaps": lambda rules: len(rules.deck.numbers) <= rules.deck.numbers[-1] - rules.deck.numbers[0],
    "own decks": lambda rules: rules.deck.own,
    "own decks and common piles": lambda rules: rules.deck.own and not rules.piles.own,
    "own piles and a common deck": lambda rules: rules.piles.own and not rules.deck.own,
    "a duel": lambda rules: rules.duel,
    "own piles of a team": lambda rules: rules.piles.own and not rules.duel,
    "a gift": lambda rules: rules.gift,
    "a draw after a gift": lambda rules: rules.draw_after_gift is not None,
    "fire": lambda rules: bool(rules.fire),
    "open places": lambda rules: None in (*rules.piles.up, *rules.piles.down),
    "piles of one direction": lambda rules: not rules.piles.up or not rules.piles.down,
    "a maximum": lambda rules: rules.maximum is not None,
    "a fixed draw": lambda rules: not isinstance(rules.draw, DrawRule),
    "the lot": lambda rules: rules.start is Start.LOT,
    "more to lay without a stock": lambda rules: rules.minimum_without_stock > rules.minimum,
    "many players": lambda rules: max(rules.player_counts) > 5,
}


@pytest.mark.parametrize("kind", RULES)
def test_there_are_rules_with(kind: str) -> None:
    assert not is_published(found(custom_rules(), RULES[kind]))


@pytest.mark.parametrize("rules", every(), ids=lambda rules: rules.name)
def test_there_is_every_published_game(rules: Rules) -> None:
    assert found(named_rules(), lambda other: other == rules) == rules


def test_any_rules_are_published_or_not() -> None:
    assert is_published(found(any_rules(), is_published))
    assert not is_published(found(any_rules(), lambda rules: not is_published(rules)))


def test_there_are_deals_with_and_without_a_seed() -> None:
    rules = Rules.named("original")
    for players in rules.player_counts:
        found(deals(rules), lambda deal, n=players: len(deal.hands) == n)  # type: ignore[misc]
    found(deals(rules), lambda deal: deal.seed is None)
    found(deals(rules), lambda deal: deal.seed is not None)


@given(seeds())
def test_every_seed_gives_a_deal(seed: str) -> None:
    assert 0 < len(seed) <= MAX_SEED
    assert Deal.from_seed(Rules.named("original"), 1, seed).seed == seed


@settings(max_examples=100)
@given(any_rules(), st.integers(0, 2**32), st.data())
def test_nearly_sorted_deals_are_deals(rules: Rules, seed: int, data: st.DataObject) -> None:
    players = data.draw(st.sampled_from(rules.player_counts))
    deal = nearly_sorted(rules, players, seed)
    assert deal.checked(rules) == deal
    assert nearly_sorted(rules, players, seed) == deal
    assert (deal.starter is not None) == (rules.start is Start.LOT)
    assert deal.seed is None


def test_nearly_sorted_deals_differ() -> None:
    rules = Rules.named("original")
    assert len({nearly_sorted(rules, 3, seed) for seed in range(10)}) > 5


@pytest.mark.parametrize("rules", every(), ids=lambda rules: rules.name)
def test_nearly_sorted_deals_reach_the_end_game(rules: Rules) -> None:
    """By small steps some seed leads to a turn without a stock, where other rules hold (O9)."""
    players = rules.player_counts[0]
    ends = (middle(easy(rules, players, seed), 1_000).state for seed in range(40))
    assert any(not all(state.stocks) for state in ends)


@pytest.mark.parametrize(
    "rules", [rules for rules in every() if not rules.duel], ids=lambda rules: rules.name
)
def test_nearly_sorted_deals_can_be_won(rules: Rules) -> None:
    players = rules.player_counts[0]
    ends = (middle(easy(rules, players, seed), 1_000) for seed in range(40))
    assert any(map(over_by(Reason.FINISHED), ends))
