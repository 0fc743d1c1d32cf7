"""The engine against the plain referee on designers' own variants, move by move."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenback import Deal, Game, Rules
from tenback.core.rules import Win
from tenback.core.variants import every
from tenback.testing import nearly_sorted
from tenback.testing.strategies import custom_rules, deals
from tests.cases import SOAK
from tests.core.test_referee import named_options, play_out
from tests.referee import Referee, Variant, published

GAMES_EACH = 100 if SOAK else 10
CARELESSNESS = (0.0, 0.02, 0.1, 0.3, 1.0)

VARIANTS = {
    "coloured-on-one-pile": """
        minimum = 2
        deck = { numbers = "1..12", colours = ["red", "blue"] }
        piles = { up = [0] }
        hands = { 1 = 6, 2 = 5 }
    """,
    "coloured-four-by-four": """
        minimum = 4
        deck = { numbers = "1..15", colours = ["red", "green", "blue", "white"] }
        piles = { up = [0], down = [16] }
        hands = { 1 = 9, 3 = 7 }
    """,
    "coloured-ten-back": """
        minimum = 2
        deck = { numbers = "1..40", colours = ["red", "blue", "green"] }
        piles = { up = [0, 0], down = [41, 41] }
        hands = { 1 = 8, 3 = 6 }
        trick = { distance = 10 }
    """,
    "both-tricks": """
        minimum = 3
        deck = { numbers = "1..20", colours = ["red", "blue", "green", "yellow"] }
        piles = { up = [0], down = [21] }
        hands = { 2 = 7, 4 = 5 }
        trick = { distance = 4, same_colour = true }
    """,
    "one-back": """
        minimum = 2
        deck = { numbers = "1..25", colours = ["red", "blue"] }
        piles = { up = [0], down = ["any"] }
        hands = { 1 = 6, 2 = 5 }
        trick = { distance = 1 }
    """,
    "no-trick": """
        minimum = 2
        deck = { numbers = "2..60" }
        piles = { up = [1, 1], down = [61, 61] }
        hands = { 1 = 8, 5 = 6 }
    """,
    "own-decks": """
        minimum = 2
        deck = { numbers = "1..30", own = true }
        piles = { up = [0, 0], down = [31, 31] }
        hands = { 2 = 6, 4 = 4 }
        trick = { distance = 10 }
    """,
    "own-coloured-decks": """
        minimum = 1
        maximum = 2
        deck = { numbers = "1..8", colours = ["red", "blue", "green"], own = true }
        piles = { up = ["any"], down = ["any"] }
        hands = { 2 = 3, 4 = 2 }
        trick = { same_colour = true }
    """,
    "own-piles-without-gift": """
        minimum = 2
        minimum_without_stock = 2
        win = "first"
        draw = 2
        deck = { numbers = "2..17", own = true }
        piles = { up = [1], down = [18], own = true }
        hands = { 2 = 6 }
        trick = { distance = 10 }
    """,
    "own-piles-together": """
        minimum = 2
        gift = true
        draw_after_gift = 1
        deck = { numbers = "1..50" }
        piles = { up = [0, "any"], down = [51], own = true }
        hands = { 2 = 6 }
        trick = { distance = 5 }
    """,
    "coloured-duel": """
        minimum = 2
        minimum_without_stock = 2
        win = "first"
        gift = true
        draw = 1
        draw_after_gift = "full"
        start = "lot"
        deck = { numbers = "1..8", colours = ["red", "blue"], own = true }
        piles = { up = [0], down = [9], own = true }
        hands = { 2 = 6 }
        trick = { distance = 3, same_colour = true }
    """,
    "duel-over-one-deck": """
        minimum = 3
        win = "first"
        gift = true
        draw = "full"
        draw_after_gift = "laid"
        deck = { numbers = "1..30", colours = ["red", "blue"] }
        piles = { up = [0, 5], down = [31], own = true }
        hands = { 2 = 7 }
    """,
    "first-on-common-piles": """
        minimum = 2
        win = "first"
        deck = { numbers = "2..60" }
        piles = { up = [1, 1], down = [61, 61] }
        hands = { 2 = 6 }
        trick = { distance = 10 }
    """,
    "first-with-own-decks": """
        minimum = 1
        win = "first"
        deck = { numbers = "2..30", own = true }
        piles = { up = [1, 1], down = [31, 31] }
        hands = { 2 = 5 }
        trick = { distance = 7 }
    """,
    "draw-one": """
        minimum = 2
        draw = 1
        deck = { numbers = "1..24" }
        piles = { up = [0, 0], down = [25] }
        hands = { 1 = 10, 2 = 9, 3 = 8 }
        trick = { distance = 10 }
    """,
    "draw-full": """
        minimum = 2
        maximum = 4
        draw = "full"
        deck = { numbers = "1..60" }
        piles = { up = [0, 0], down = [61, 61] }
        hands = { 1 = 8, 3 = 5 }
        trick = { distance = 10 }
    """,
    "at-most-three": """
        minimum = 2
        maximum = 3
        deck = { numbers = "1..60" }
        piles = { up = [0, 0], down = [61, 61] }
        hands = { 1 = 8, 4 = 6 }
        trick = { distance = 6 }
    """,
    "any-card-opens": """
        minimum = 2
        deck = { numbers = "0..60" }
        piles = { up = ["any", "any"], down = ["any"] }
        hands = { 1 = 8, 3 = 6 }
        trick = { distance = 10 }
    """,
    "gaps": """
        minimum = 2
        deck = { numbers = "3, 7..19, 25, 35, 45..77, 100..110, 999" }
        piles = { up = [2, 50], down = [1000, 100] }
        hands = { 1 = 8, 3 = 5 }
        trick = { distance = 10 }
    """,
    "coloured-fire": """
        minimum = 2
        fire = [5, 10, 15]
        deck = { numbers = "1..20", colours = ["red", "blue", "green"] }
        piles = { up = [0, 0], down = [21, 21] }
        hands = { 1 = 8, 2 = 7, 4 = 5 }
        trick = { distance = 5 }
    """,
    "fire-on-equal-cards": """
        minimum = 1
        fire = [3, 6, 7]
        deck = { numbers = "1..9", colours = ["red", "blue"], own = true }
        piles = { up = ["any"], down = ["any"] }
        hands = { 2 = 4, 3 = 3 }
        trick = { same_colour = true }
    """,
    "fire-in-a-duel": """
        minimum = 2
        win = "first"
        fire = [4, 8, 12, 16, 20, 24, 28]
        deck = { numbers = "1..30" }
        piles = { up = [0, 0], down = [31, 31] }
        hands = { 2 = 6 }
    """,
    "more-without-stock": """
        minimum = 2
        minimum_without_stock = 4
        deck = { numbers = "2..30" }
        piles = { up = [1, 1], down = [31, 31] }
        hands = { 1 = 8, 2 = 7, 4 = 5 }
        trick = { distance = 10 }
    """,
    "eight-players": """
        minimum = 1
        deck = { numbers = "2..120" }
        piles = { up = [1, 1, 1], down = [121, 121, 121] }
        hands = { 8 = 4 }
        trick = { distance = 10 }
    """,
    "six-of-six": """
        minimum = 6
        deck = { numbers = "1..40" }
        piles = { up = [0, 0], down = [41] }
        hands = { 1 = 6, 2 = 6 }
        trick = { distance = 3 }
    """,
    "six-of-six-coloured": """
        minimum = 6
        minimum_without_stock = 3
        deck = { numbers = "1..12", colours = ["red", "blue", "green"] }
        piles = { up = [0, "any"], down = [13] }
        hands = { 1 = 6, 2 = 6 }
        trick = { distance = 2, same_colour = true }
    """,
}


def rules_of(name: str) -> Rules:
    """One of the variants above."""
    return Rules.from_toml(f'name = "{name}"\n{VARIANTS[name]}')


def parameters(rules: Rules) -> Variant:
    """The same game in the referee's words."""
    return Variant(
        numbers=rules.deck.numbers,
        hands=rules.hands,
        minimum=rules.minimum,
        up=rules.piles.up,
        down=rules.piles.down,
        colours="".join(colour[0] for colour in rules.deck.colours),
        own_decks=rules.deck.own,
        own_piles=rules.piles.own,
        minimum_without_stock=rules.minimum_without_stock,
        maximum=rules.maximum,
        draw=rules.draw if isinstance(rules.draw, int) else rules.draw.value,
        draw_after_gift=(
            rules.draw_after_gift
            if rules.draw_after_gift is None or isinstance(rules.draw_after_gift, int)
            else rules.draw_after_gift.value
        ),
        trick_distance=rules.trick.distance,
        same_colour_trick=rules.trick.same_colour,
        gift=rules.gift,
        fire=frozenset(rules.fire),
        first_wins=rules.win is Win.FIRST,
    )


def play_both(rules: Rules, deal: Deal, seed: int, carelessness: float) -> str:
    """One game in both, by chance or by small steps; returns how it ended."""
    rng = random.Random(seed)
    starter = rng.randrange(len(deal.hands)) if deal.starter is None else deal.starter
    ours = Game(rules, deal, starter=starter)
    theirs = Referee.of(parameters(rules), deal.hands, deal.stocks, starter)
    return play_out(ours, theirs, rng, carelessness)


def play_many(rules: Rules) -> Counter[str]:
    """Shuffled and nearly sorted deals for every number of players, played in every manner."""
    endings: Counter[str] = Counter()
    for seed in range(GAMES_EACH):
        players = rules.player_counts[seed % len(rules.player_counts)]
        # With two kinds of deal and five manners of play ten seeds meet every pair.
        if seed % 2:
            deal = nearly_sorted(rules, players, seed)
        else:
            deal = Deal.from_seed(rules, players, str(seed))
        endings[play_both(rules, deal, seed, CARELESSNESS[seed % 5])] += 1
    return endings


@pytest.mark.parametrize("rules", every(), ids=lambda rules: rules.name)
def test_the_published_games_translate_to_what_the_referee_knows(rules: Rules) -> None:
    assert parameters(rules) == published(*named_options(rules))


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_is_refereed_alike(name: str) -> None:
    play_many(rules_of(name))


def test_every_ending_is_met() -> None:
    """The comparison is worth something only if the rare endings occur in it."""
    for name in ("coloured-fire", "fire-in-a-duel"):
        assert set(play_many(rules_of(name))) == {"finished", "stuck", "fire"}


@given(st.data(), custom_rules(), st.integers(0, 2**32), st.sampled_from(CARELESSNESS))
def test_any_variant_is_refereed_alike(
    data: st.DataObject, rules: Rules, seed: int, carelessness: float
) -> None:
    play_both(rules, data.draw(deals(rules)), seed, carelessness)
