"""The end of a game in which nothing is hidden: solved exactly, and played as solved."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING

import pytest

from tenback import Rules
from tenback.core import engine
from tenback.core.moves import END
from tenback.core.state import State
from tenback.core.turn import legal_moves
from tenback.sim.search.endgame import MOST_NODES
from tenback.sim.search.workspace import LAST_TURN
from tenback.sim.view_rows import lays
from tests.cases import SOAK
from tests.sim.search.test_turns import turn_words
from tests.sim.search.workspaces import arrays_of, new_memory, row_of, solve_world

if TYPE_CHECKING:
    from tenback.core.moves import Move
    from tests.sim.search.workspaces import Array

PLAIN = """
name = "plain"
hands = { 1 = 6, 2 = 4, 3 = 3 }
minimum = 2
deck = { numbers = "1..16" }
piles = { up = [0], down = [17] }
trick = { distance = 3 }
"""
BURNING = PLAIN.replace("plain", "burning") + "fire = [3, 6, 9, 12, 15]\n"
AT_MOST = PLAIN.replace("plain", "at-most") + "maximum = 2\nfire = [5, 10]\n"
AT_LEAST = PLAIN.replace("plain", "at-least") + "minimum_without_stock = 2\n"
COLOURED = """
name = "coloured"
hands = { 1 = 5, 2 = 4, 3 = 3 }
minimum = 1
deck = { numbers = "1..6", colours = ["red", "blue", "green"] }
piles = { up = ["any"], down = ["any"] }
trick = { same_colour = true }
"""
LARGEST = """
name = "largest"
hands = { 1 = 6, 2 = 4, 3 = 3 }
minimum = 2
deck = { numbers = "1..128" }
piles = { up = [0], down = [129] }
trick = { distance = 3 }
"""
OWN = [Rules.from_toml(text) for text in (PLAIN, BURNING, AT_MOST, AT_LEAST, COLOURED, LARGEST)]
GAMES = [*OWN, Rules.named("original"), Rules.named("on-fire"), Rules.named("quick-and-easy")]
ENDS = 1500 if SOAK else 120


def any_end(rules: Rules, players: int, rng: random.Random) -> State:
    """The stock is empty, one or two seats hold a few cards; perhaps a seat has nothing left.

    Most cards lie near the tops: else nearly all of these games would be won or lost at once.
    """
    held = rng.randint(1, 7)
    seats = rng.sample(range(players), min(players, 2))
    start = rng.randrange(len(rules.cards))
    by_number = sorted(rules.cards, key=lambda card: rules.numbers[card])
    near = [by_number[(start + step) % len(by_number)] for step in range(2 * held + 6)]
    cards = rng.sample(list(dict.fromkeys(near)), min(held + len(rules.layout), len(set(near))))
    tops: list[str | None] = [cards.pop() for _ in rules.layout]
    if rng.random() < 0.1:
        tops[rng.randrange(len(tops))] = None
    hands: list[list[str]] = [[] for _ in range(players)]
    for card in cards[:held]:
        hands[rng.choice(seats)].append(card)
    turn = rng.choice([seat for seat, hand in enumerate(hands) if hand])
    state = State(
        rules=rules,
        hands=tuple(rules.sort(hand) for hand in hands),
        stocks=((),),
        tops=tuple(tops),
        sizes=tuple(0 if top is None else 5 for top in tops),
        turn=turn,
        placed=(),
        known=((),) * players,
        outcome=None,
    )
    return engine.settle(state)


@cache
def winnable(state: State) -> bool:
    """Whether some order of moves lays every card, as the core plays it."""
    if state.outcome is not None:
        return state.outcome.won
    return any(winnable(engine.apply(state, move)[0]) for move in legal_moves(state))


def running_ends(rules: Rules, seed: int = 1, count: int = ENDS) -> list[State]:
    rng = random.Random(f"{rules.name} {seed}")
    found: list[State] = []
    while len(found) < count:
        players = rng.choice([count for count in rules.player_counts if count <= 3])
        state = any_end(rules, players, rng)
        if state.outcome is None:
            found.append(state)
    return found


def solved(state: State) -> tuple[bool, Array]:
    memories, world = new_memory(), row_of(state)
    found = bool(solve_world(arrays_of(state.rules, state.players), world, memories))
    assert memories["nodes"][0] <= MOST_NODES
    return found, memories


def turn_found(state: State, memories: Array) -> list[Move]:
    return [*lays(state.rules, turn_words(memories["workspace"][0], LAST_TURN)), END]


def after_turn(state: State, moves: list[Move]) -> State:
    """Moves of one turn, in the core; a game that is won needs no end of the turn."""
    for move in moves:
        if state.outcome is None:
            state, _ = engine.apply(state, move)
    return state


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_a_win_is_found_exactly_where_there_is_one(rules: Rules) -> None:
    won = 0
    for state in running_ends(rules):
        winnable.cache_clear()
        found, memories = solved(state)
        assert found == winnable(state), state
        if found:
            won += 1
            after = after_turn(state, turn_found(state, memories))
            assert after.outcome is not None or after.turn is not None
            assert winnable(after), "the turn found throws the win away"
    assert 0 < won < ENDS


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_the_middle_of_a_turn_is_solved_as_well(rules: Rules) -> None:
    """What was laid in this turn counts for its minimum and maximum, and is no due fire."""
    looked = 0
    for state in running_ends(rules, 2, ENDS // 4):
        winnable.cache_clear()
        for move in legal_moves(state):
            now, _ = engine.apply(state, move)
            if now.outcome is None and move != END:
                found, memories = solved(now)
                assert found == winnable(now), now
                if found:
                    assert winnable(after_turn(now, turn_found(now, memories)))
                looked += 1
    assert looked > 0
