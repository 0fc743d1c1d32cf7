"""Designers' own variants: the kernels and the core agree on whatever can be played."""

from __future__ import annotations

import random
from itertools import combinations, product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenback import Deal, Rules, sim
from tenback.core.outcome import Reason
from tenback.core.rules_check import MAX_MINIMUM
from tenback.core.state import Placed
from tenback.core.turn import Moment, can_lay, gift_used
from tenback.core.variants import every
from tenback.testing import nearly_sorted
from tenback.testing.strategies import any_rules, custom_rules, deals, seeds
from tests.cases import SOAK
from tests.core.test_referee_custom import VARIANTS, rules_of
from tests.sim.replays import agree, reaches

if TYPE_CHECKING:
    from collections.abc import Sequence

CASTS = (("random",), ("greedy",), ("careful",), ("greedy", "random", "careful"))
DEALS_EACH = 20 if SOAK else 2
POSITIONS = 2_000 if SOAK else 60

# One card can be laid on the only pile, two are owed: every deal is lost at once (C2).
NEVER_BEGINS = """
name = "never-begins"
minimum = 2
hands = { 1 = 2, 2 = 2 }
deck = { numbers = "1..9" }
piles = { up = [8] }
"""

# A high card leaves too little room, so that some deals are lost at once and others are not.
SELDOM_BEGINS = """
name = "seldom-begins"
minimum = 6
win = "first"
start = "lot"
hands = { 2 = 6 }
deck = { numbers = "1..20" }
piles = { up = [9], down = [8] }
trick = { distance = 3 }
"""

# Eight seats, eight decks, eight piles, and not a bit of the two words left over.
EVERYTHING_AT_MOST = """
name = "everything-at-most"
minimum = 6
minimum_without_stock = 6
hands = { 8 = 12 }
deck = { numbers = "1..128", own = true }
piles = { up = [0, 0, 0, 0], down = [129, 129, 129, 129] }
trick = { distance = 10 }
fire = [20, 40, 60, 64, 65, 100, 128]
"""

OWN = [Rules.from_toml(text) for text in (NEVER_BEGINS, SELDOM_BEGINS, EVERYTHING_AT_MOST)]
ALL = [*map(rules_of, VARIANTS), *OWN]


def some_deals(rules: Rules, players: int) -> list[Deal]:
    easy = [nearly_sorted(rules, players, seed) for seed in range(DEALS_EACH)]
    mixed = [Deal.from_seed(rules, players, str(seed)) for seed in range(DEALS_EACH)]
    return easy + mixed


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.name)
def test_a_variant_goes_the_same_way(rules: Rules) -> None:
    for players, bots in product(rules.player_counts, CASTS):
        agree(sim.play_deals(rules, bots[:players], some_deals(rules, players), "custom"))
        agree(sim.play(rules, players, bots[:players], DEALS_EACH, "custom", keep=True))


@pytest.mark.parametrize("players", [1, 2])
def test_a_game_may_end_before_the_first_move(players: int) -> None:
    rules = OWN[0]
    results = sim.play(rules, players, "careful", 50, "c2", keep=True)
    agree(results)
    assert results.reasons[Reason.STUCK] == results.left[9] == results.turns[1] == 50
    assert results.record(3).moves == ()


def test_a_race_may_end_before_the_first_move() -> None:
    results = sim.play(OWN[1], 2, "random", 200, "c2", keep=True)
    agree(results)
    at_once = [number for number in range(200) if results[number].turns == 1]
    lost = [results[number].outcome for number in at_once if not results.record(number).moves]
    assert 0 < len(lost) < 200
    assert {outcome.winner for outcome in lost} == {0, 1}


@given(st.data(), any_rules(), seeds())
def test_any_variant_goes_the_same_way(data: st.DataObject, rules: Rules, seed: str) -> None:
    deal = data.draw(deals(rules))
    players = len(deal.hands)
    names = st.sampled_from(["random", "greedy", "careful"])
    bots = data.draw(st.lists(names, min_size=1, max_size=players))
    agree(sim.play_deals(rules, bots, [deal], seed))
    agree(sim.play(rules, players, bots, 3, seed, keep=True))


# "Is the minimum still within reach?" on moments that games seldom lead to


def any_moment(rules: Rules, players: int, rng: random.Random) -> Moment:
    """A hand, top cards, and perhaps a gift, at random: most of these are hard questions."""
    seat = rng.randrange(players)
    places = range(len(rules.layout))
    wanted = len(places) + rng.randint(1, rules.hand_size(players))
    cards = rng.sample(rules.cards, min(wanted, len(rules.cards)))
    tops: list[str | None] = []
    for _ in places:
        base = len(cards) < 2 or rng.random() < 0.15
        tops.append(None if base else _far(rules, cards, rng))
    hand = rules.sort(cards)
    return Moment(rules, players, seat, hand, 1, tuple(tops), _gift(rules, seat, tops, rng))


def _far(rules: Rules, cards: list[str], rng: random.Random) -> str:
    """A card, rather from an end of the deck, so that little goes onwards."""
    extreme = rng.choice([min, max])(cards, key=rules.numbers.__getitem__)
    chosen = extreme if rng.random() < 0.6 else rng.choice(cards)
    cards.remove(chosen)
    return chosen


def _gift(
    rules: Rules, seat: int, tops: Sequence[str | None], rng: random.Random
) -> tuple[Placed, ...]:
    given = [
        Placed(top, pile.name, None)
        for pile, top in zip(rules.layout, tops, strict=True)
        if rules.gift and pile.owner != seat and top is not None
    ]
    return tuple(given[:1]) if rng.random() < 0.5 else ()


def compare_reach(now: Moment) -> set[bool]:
    """Ask both how far a hand reaches; returns the answers."""
    needs = range(1, MAX_MINIMUM + 1)
    ours = [can_lay(now, need) for need in needs]
    used = gift_used(now)
    assert [reaches(now, need, gift_used=used) for need in needs] == ours, now
    return set(ours)


@pytest.mark.parametrize("rules", [*ALL, *every()], ids=lambda rules: rules.name)
def test_the_minimum_is_within_reach_of_both(rules: Rules) -> None:
    rng = random.Random(rules.name)
    answers: set[bool] = set()
    for _ in range(POSITIONS):
        answers |= compare_reach(any_moment(rules, rng.choice(rules.player_counts), rng))
    assert answers == {True, False}


@given(custom_rules(), st.randoms(use_true_random=False))
def test_the_minimum_of_any_variant_is_within_reach_of_both(
    rules: Rules, rng: random.Random
) -> None:
    for _ in range(10):
        compare_reach(any_moment(rules, rng.choice(rules.player_counts), rng))


SMALL = {
    "bases-inside": """
        deck = { numbers = "1..8" }
        piles = { up = [3, 0] }
        trick = { distance = 2 }
    """,
    "bases-inside-the-other-way": """
        deck = { numbers = "1..8" }
        piles = { down = [6, 9] }
        trick = { distance = 1 }
    """,
    "both-ways": """
        deck = { numbers = "1..8" }
        piles = { up = ["any"], down = [5] }
        trick = { distance = 3 }
    """,
    "colours": """
        deck = { numbers = "1..4", colours = ["red", "blue"] }
        piles = { up = [2, "any"] }
        trick = { same_colour = true }
    """,
    "like-cards": """
        deck = { numbers = "1..4", colours = ["red", "blue"] }
        piles = { up = [2], down = [3] }
        trick = { distance = 1 }
    """,
}


@pytest.mark.parametrize("name", SMALL)
def test_every_moment_of_a_small_game(name: str) -> None:
    """All hands of three under all pairs of top cards."""
    rules = Rules.from_toml(f'name = "{name}"\nminimum = 3\nhands = {{ 1 = 3 }}\n{SMALL[name]}')
    for hand in combinations(rules.cards, 3):
        others = [card for card in rules.cards if card not in hand]
        for tops in product([None, *others], repeat=2):
            if tops[0] is None or tops[0] != tops[1]:
                now = Moment(rules, 1, 0, hand, 1, tops, ())
                ours = [can_lay(now, need) for need in (2, 3)]
                assert [reaches(now, need, gift_used=False) for need in (2, 3)] == ours, now
