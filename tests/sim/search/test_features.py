"""Facts about a position: in their places, right where they can be counted, the same mirrored."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tenback import Rules
from tenback.core.cards import colour_of, number_of
from tenback.core.fits import Kind
from tenback.core.rules_check import MAX_CARDS
from tenback.sim.search import features as f
from tests.cases import IDS, TABLES
from tests.sim.search.reference import afterstate_of, asked, made_up
from tests.sim.search.test_turns import positions
from tests.sim.search.workspaces import (
    cards_in,
    facts_about_pile,
    facts_about_table,
    places_of,
    random_weights,
    words_in,
)
from tests.sim.test_custom_rules import OWN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.core.state import State
    from tests.sim.search.workspaces import Array

LARGEST = [(rules, rules.player_counts[-1]) for rules in OWN[2:]]
NETWORK = random_weights(0)


def afterstates(rules: Rules, players: int, each: int = 2) -> Iterator[tuple[Array, Array, State]]:
    """Rules, what a turn leaves, and the moment before it."""
    rng = random.Random(f"{rules.name} {players}")
    for state in positions(rules, players, 31):
        arrays, workspace, _ = asked(state, NETWORK, heard=made_up(state, rng))
        for turn in rng.sample(range(int(workspace["turns"])), min(each, int(workspace["turns"]))):
            yield arrays, afterstate_of(workspace, turn), state


def piles_of(rules: Rules) -> range:
    return range(len(rules.layout))


@pytest.mark.parametrize(("rules", "players"), [*TABLES, *LARGEST], ids=[*IDS, "most"])
def test_every_fact_is_one_of_the_network(rules: Rules, players: int) -> None:
    """A fact beside the tables would be read from foreign memory."""
    count = 0
    for arrays, afterstate, _ in afterstates(rules, players):
        for pile in piles_of(rules):
            theirs = arrays["kinds"][0, int(afterstate["seat"][0]), pile] >= 2
            facts = facts_about_pile(arrays, afterstate, pile)
            low, high = (f.ROLE, 2 * f.ROLE) if theirs else (0, f.ROLE)
            assert all(low <= fact < high for fact in facts)
            assert len(facts) < 192
        table = facts_about_table(arrays, afterstate)
        assert all(0 <= fact < f.TABLE_FACTS for fact in table)
        # Several cards of a hand may cost the same; every other fact is there once.
        once = [fact for fact in table if not f.OWN_BEST <= fact < f.WITHIN_REACH]
        assert len(set(once)) == len(once)
        assert len(table) < 64
        count += 1
    assert count > 0


def within(facts: list[int], start: int, width: int) -> list[int]:
    """The facts of one sort, counted from where it begins."""
    return sorted(fact - start for fact in facts if start <= fact < start + width)


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_facts_are_right_where_they_can_be_counted(rules: Rules, players: int) -> None:
    for arrays, afterstate, state in afterstates(rules, players):
        seat = state.turn or 0
        hand, unseen = (cards_in(rules, afterstate[name][0]) for name in ("hand", "unseen"))
        table = set(facts_about_table(arrays, afterstate))
        others = [len(held) for other, held in enumerate(state.hands) if other != seat]
        following = [len(state.hands[(seat + step) % players]) for step in range(1, players)]
        expected = {
            f.PLAYERS + players,
            f.MINIMUM + rules.minimum,
            f.HAND_SIZE + rules.hand_size(players),
            f.FIRE + bool(rules.fire),
            f.STOCK + len(state.stock_of(seat)),
            f.HELD + len(hand),
            f.DRAWS + int(afterstate["draws"][0]),
            f.NEXT + next((size for size in following if size), 0),
            f.OTHERS + sum(others),
        }
        assert expected <= table
        # No other hand, and no stock: the unseen cards are all that is neither laid nor held.
        laid = set(state.laid()[rules.deck_of(seat)])
        assert unseen == set(rules.cards) - laid - set(state.hands[seat])
        check_piles(rules, arrays, afterstate, seat, hand, unseen)
        check_costs(rules, arrays, afterstate, seat, hand, unseen)


def check_costs(
    rules: Rules, arrays: Array, afterstate: Array, seat: int, hand: set[str], unseen: set[str]
) -> None:
    """The costs of cards, counted with cards instead of bits."""
    by_place = {place: card for card, place in places_of(rules).items()}
    best: list[list[int]] = [[] for _ in hand]
    near: list[set[str]] = [set() for _ in f.REACHES]
    for pile, fits in enumerate(rules.fits[seat]):
        if fits.gift:
            continue
        top = int(afterstate["tops"][0, pile])
        fitting = fits[None if top >= MAX_CARDS else by_place[top]]
        onwards = {card for card, kind in fitting.items() if kind is Kind.PLAIN}
        costs = {card: len((unseen & onwards) - set(onto(fits, card))) for card in hand & onwards}
        facts = within(facts_about_pile(arrays, afterstate, pile), f.OWN_COST, f.PARTNERS * f.COSTS)
        assert sorted(fact % f.COSTS for fact in facts) == sorted(
            min(f.COSTS - 1, cost) for cost in costs.values()
        )
        for number, card in enumerate(sorted(hand)):
            trick = fitting.get(card) is Kind.TRICK
            best[number].append(-1 if trick else costs.get(card, MAX_CARDS))
        ordered = sorted(unseen & onwards, key=number_of, reverse=not rules.layout[pile].up)
        for reached, reach in zip(near, f.REACHES, strict=True):
            reached.update(ordered[:reach])
    table = facts_about_table(arrays, afterstate)
    expected = []
    for costs_of_card in best:
        first, second = (*sorted(costs_of_card), MAX_CARDS)[:2]
        step = sum(second > limit for limit in f.SECOND_COSTS)
        expected.append(step * f.BEST_COSTS + min(f.BEST_COSTS - 2, first) + 1)
    assert within(table, f.OWN_BEST, f.WITHIN_REACH - f.OWN_BEST) == sorted(expected)
    if not rules.deck.colours:  # else equal numbers make it a matter of taste which are nearest
        assert within(table, f.WITHIN_REACH, f.TABLE_FACTS - f.WITHIN_REACH) == [
            number * (MAX_CARDS + 1) + len(reached) for number, reached in enumerate(near)
        ]


def onto(fits: Any, card: str) -> set[str]:
    """What goes onwards from a card."""
    return {other for other, kind in fits[card].items() if kind is Kind.PLAIN}


def check_piles(
    rules: Rules, arrays: Array, afterstate: Array, seat: int, hand: set[str], unseen: set[str]
) -> None:
    by_place = {place: card for card, place in places_of(rules).items()}
    for pile, fits in enumerate(rules.fits[seat]):
        if fits.gift:
            continue
        top = int(afterstate["tops"][0, pile])
        fitting = fits[None if top >= MAX_CARDS else by_place[top]]
        facts = facts_about_pile(arrays, afterstate, pile)
        onwards = {card for card, kind in fitting.items() if kind is Kind.PLAIN}
        back = {card for card, kind in fitting.items() if kind is Kind.TRICK}
        assert within(facts, f.LIVE, MAX_CARDS + 1) == [len(unseen & onwards)]
        own = within(facts, f.OWN, 3 * f.PLACES)
        places = [place % f.PLACES for place in own]
        assert sum(f.BEHIND < place < f.BACK for place in places) == len(hand & onwards)
        assert sum(place >= f.BACK for place in places) == len(hand & back)
        if not rules.trick.same_colour:
            returning = {card for card in hand if returns(rules, fits, card) & hand}
            shown = sum(place // f.PLACES == 1 for place in own)
            assert shown <= len(returning)
        unseen_places = [place % f.PLACES for place in within(facts, f.UNSEEN, 2 * f.PLACES)]
        assert sum(f.BEHIND < place < f.BACK for place in unseen_places) == len(unseen & onwards)
        assert sum(place >= f.BACK for place in unseen_places) == len(unseen & back)


def returns(rules: Rules, fits: Any, card: str) -> set[str]:
    """What goes back onto a card."""
    return {other for other, kind in fits[card].items() if kind is Kind.TRICK}


# In a mirror numbers run the other way, and so do the piles


def mirrored_card(rules: Rules) -> dict[int, int]:
    places = places_of(rules)
    both_ends = min(rules.deck.numbers) + max(rules.deck.numbers)
    faces = {(number_of(card), colour_of(card)): place for card, place in places.items()}
    return {
        place: faces[both_ends - number_of(card), colour_of(card)] for card, place in places.items()
    }


def mirrored_pile(rules: Rules) -> list[int]:
    """The pile of the same owner and number that runs the other way."""
    ways: dict[tuple[int | None, bool], list[int]] = {}
    for place, pile in enumerate(rules.layout):
        ways.setdefault((pile.owner, pile.up), []).append(place)
    twins = (
        dict(zip(ways[None, True], ways[None, False], strict=True))
        if ((None, True) in ways)
        else dict(zip(ways[0, True] + ways[1, True], ways[0, False] + ways[1, False], strict=True))
    )
    twins |= {down: up for up, down in twins.items()}
    return [twins[place] for place in piles_of(rules)]


def mirrored(rules: Rules, afterstate: Array) -> Array:
    there, cards, piles = afterstate.copy(), mirrored_card(rules), mirrored_pile(rules)
    for pile in piles_of(rules):
        top = int(afterstate["tops"][0, pile])
        there["tops"][0, piles[pile]] = MAX_CARDS + piles[pile] if top >= MAX_CARDS else cards[top]
        for name in ("next_remarks", "other_remarks"):
            there[name][0, piles[pile]] = afterstate[name][0, pile]
    by_place = {place: card for card, place in places_of(rules).items()}
    for name in ("hand", "unseen", "theirs"):
        held = cards_in(rules, afterstate[name][0])
        there[name][0] = words_in(rules, {by_place[cards[places_of(rules)[c]]] for c in held})
    burning = int(afterstate["burning"][0])
    there["burning"] = sum(1 << piles[pile] for pile in piles_of(rules) if burning >> pile & 1)
    for name in ("next_announced", "other_announced"):
        there[name] = mirrored_heights(int(afterstate[name][0]))
    return there


def mirrored_heights(announced: int) -> int:
    """Low cards are high ones in the mirror; a colour is a colour."""
    entries = [announced >> 4 * colour & 15 for colour in range(16)]
    turned = [entry & 5 | (entry & 2) << 2 | (entry & 8) >> 2 for entry in entries]
    return sum(entry << 4 * colour for colour, entry in enumerate(turned))


SYMMETRIC = [
    (Rules.named("original"), 3),
    (Rules.named("original-on-fire"), 2),
    (Rules.named("quick-and-easy"), 3),
    (Rules.named("face-to-face"), 2),
]


def without_announced(facts: list[int]) -> list[int]:
    """All facts but announced heights: of ten numbers four are low and three high."""
    return sorted(fact for fact in facts if not f.ANNOUNCED <= fact % f.ROLE < f.LIKE)


@pytest.mark.parametrize(("rules", "players"), SYMMETRIC, ids=lambda it: getattr(it, "name", ""))
def test_a_mirrored_position_has_the_same_facts(rules: Rules, players: int) -> None:
    piles, looked = mirrored_pile(rules), 0
    for arrays, afterstate, _ in afterstates(rules, players, each=4):
        there = mirrored(rules, afterstate)
        assert mirrored(rules, there) == afterstate
        for pile in piles_of(rules):
            here = without_announced(facts_about_pile(arrays, afterstate, pile))
            assert here == without_announced(facts_about_pile(arrays, there, piles[pile]))
        assert sorted(facts_about_table(arrays, afterstate)) == sorted(
            facts_about_table(arrays, there)
        )
        looked += not np.array_equal(afterstate["tops"], there["tops"])
    assert looked > 5
