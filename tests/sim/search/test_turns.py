"""Turns of a workspace: each can be played in the core, and in a small game none is missing."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings

from tenback import Rules
from tenback.core import engine
from tenback.core.cards import number_of
from tenback.core.fits import Kind
from tenback.core.moves import END, Lay
from tenback.core.turn import burning, draw_count, due_fires, legal_moves, minimum
from tenback.sim.search.turns import EXTRA, EXTRA_ALONE, MOST, MOST_NODES
from tenback.sim.view_rows import game_row, lays
from tenback.testing.strategies import games
from tests.cases import IDS, SOAK, TABLES
from tests.sim.replays import tops_of
from tests.sim.search.workspaces import arrays_of, row_of, turns_of, words_in
from tests.testing.walk import dealt, easy, moments

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback import Game
    from tenback.core.state import State

EVERY = 3 if SOAK else 17
FEW = """
name = "few"
hands = { 1 = 5, 2 = 4, 3 = 3 }
minimum = 2
maximum = 4
minimum_without_stock = 2
deck = { numbers = "1..20" }
piles = { up = [0], down = [21, 15] }
trick = { distance = 3 }
fire = [4, 9, 14]
"""
COLOURS = """
name = "colours"
hands = { 1 = 5, 2 = 4 }
minimum = 1
deck = { numbers = "1..6", colours = ["red", "blue", "green"] }
piles = { up = ["any"], down = [6] }
trick = { distance = 2, same_colour = true }
"""
RACE = """
name = "race"
hands = { 2 = 5 }
minimum = 2
win = "first"
start = "lot"
gift = true
draw = 2
draw_after_gift = "full"
deck = { numbers = "1..16", own = true }
piles = { up = [0], down = [17], own = true }
trick = { distance = 4 }
"""
SMALL = [Rules.from_toml(text) for text in (FEW, COLOURS, RACE)]


def positions(rules: Rules, players: int, every: int = EVERY, seed: int = 1) -> Iterator[State]:
    """Moments of running games, in the middle of turns as well."""
    for game in (dealt(rules, players, seed), easy(rules, players, seed)):
        for number, now in enumerate(moments(game, seed)):
            if now.turn is not None and number % every == 0:
                yield now.state


def turn_words(workspace: Any, turn: int) -> list[int]:
    return workspace["lays"][turn, : int(workspace["lengths"][turn])].tolist()  # type: ignore[no-any-return]


def replayed(state: State, workspace: Any, turn: int) -> State:
    """Make the lays of a turn in the core, which refuses what is illegal."""
    for move in lays(state.rules, turn_words(workspace, turn)):
        assert state.outcome is None, "a turn goes on after the end of the game"
        state, _ = engine.apply(state, move)
    return state


def check_turn(before: State, workspace: Any, turn: int) -> None:
    """A turn leads where the workspace says, may end there, and does not lose by ending."""
    state, seat, rules = replayed(before, workspace, turn), before.turn, before.rules
    assert seat is not None
    assert workspace["tops"][turn, : len(rules.layout)].tolist() == tops_of(state)
    assert workspace["hands"][turn].tolist() == words_in(rules, state.hands[seat]).tolist()
    won = state.outcome is not None
    assert bool(workspace["wins"][turn]) == won
    if state.outcome is not None:
        assert state.outcome.won
        assert state.outcome.winner == (seat if rules.duel else None)
        return
    assert END in legal_moves(state)
    assert not due_fires(state)
    assert workspace["draws"][turn] == draw_count(state)
    fires = {pile.name for pile, _ in burning(state)}
    bits = int(workspace["burning"][turn])
    assert {name for name, pile in rules.pile_index.items() if bits >> pile & 1} == fires


def left_by(workspace: Any, turn: int, piles: int) -> tuple[int, ...]:
    return (*workspace["tops"][turn, :piles].tolist(), *workspace["hands"][turn].tolist())


def check_workspace(state: State, workspace: Any) -> int:
    count, piles = int(workspace["turns"]), len(state.rules.layout)
    for turn in range(count):
        check_turn(state, workspace, turn)
    assert len({left_by(workspace, turn, piles) for turn in range(count)}) == count
    return count


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_every_turn_can_be_played(rules: Rules, players: int) -> None:
    arrays, found = arrays_of(rules, players), 0
    for state in positions(rules, players):
        found += check_workspace(state, turns_of(arrays, row_of(state)))
    assert found > 0


@settings(max_examples=500 if SOAK else 60)
@given(games())
def test_every_turn_of_any_variant_can_be_played(game: Game) -> None:
    if game.turn is not None:
        arrays = arrays_of(game.rules, game.players)
        # The hidden cards lie elsewhere in a row that was made of a view, and must not matter.
        workspaces = [turns_of(arrays, each) for each in (row_of(game.state), rows_of_view(game))]
        assert workspaces[0].tobytes() == workspaces[1].tobytes()
        check_workspace(game.state, workspaces[0])


def rows_of_view(game: Game) -> Any:
    return game_row(game.view(game.turn))


# Everything that can be reached


def passes(state: State, lay: Lay) -> int:
    """How many cards that are not laid yet a lay would pass over for good."""
    seat = state.turn or 0
    place = state.rules.pile_index[lay.pile]
    fits = state.rules.fits[seat][place]
    laid = state.laid()[state.rules.deck_of(seat)]
    here = number_of(lay.card)
    return sum(
        card not in laid and card != lay.card and kind is Kind.PLAIN
        and (number_of(card) <= here if fits.up else number_of(card) >= here)
        for card, kind in fits[state.tops[place]].items()
    )  # fmt: skip


def is_considered(state: State, lay: Lay) -> bool:
    """A card beyond the minimum, which draws another one, may pass over few cards."""
    place = state.rules.pile_index[lay.pile]
    kind = state.rules.fits[state.turn or 0][place][state.tops[place]][lay.card]
    extra = len(state.placed) >= minimum(state) and state.stock_size > 0
    most = EXTRA if state.players > 1 else EXTRA_ALONE
    if any(pile.name == lay.pile for pile in due_fires(state)):
        return True
    return not extra or kind is not Kind.PLAIN or passes(state, lay) <= most


def brute_force(state: State, *, everything: bool = False) -> tuple[set[object], int]:
    """What all orders of lays leave, if ending there does not lose; and how much was looked at.

    Without `everything`, extra cards that pass over too much are left out, as search bots do.
    """
    seat = state.turn
    assert seat is not None
    open_, visited = [state], {(state.tops, state.hands[seat])}
    found: set[object] = set()
    while open_:
        now = open_.pop()
        if now.outcome is not None:
            if now.outcome.won and now.outcome.winner in (None, seat):
                found.add((now.tops, now.hands[seat]))
            continue
        legal = legal_moves(now)
        if END in legal and not due_fires(now):
            found.add((now.tops, now.hands[seat]))
        for move in legal:
            if isinstance(move, Lay) and (everything or is_considered(now, move)):
                after, _ = engine.apply(now, move)
                key = (after.tops, after.hands[seat])
                if key not in visited:
                    visited.add(key)
                    open_.append(after)
    return found, len(visited)


def finds_everything(state: State) -> int:
    """Compare with brute force; returns how many turns there are, 0 if there are too many."""
    expected, nodes = brute_force(state)
    if nodes >= MOST_NODES or len(expected) >= MOST:
        return 0
    workspace = turns_of(arrays_of(state.rules, state.players), row_of(state), everything=True)
    assert check_workspace(state, workspace) == len(expected)
    found = set()
    for turn in range(int(workspace["turns"])):
        after = replayed(state, workspace, turn)
        found.add((after.tops, after.hands[state.turn or 0]))
    assert found == expected
    return len(expected)


@pytest.mark.parametrize("rules", SMALL, ids=lambda rules: rules.name)
def test_no_turn_of_a_small_game_is_missing(rules: Rules) -> None:
    counts = [
        finds_everything(state)
        for players in rules.player_counts
        for seed in range(40 if SOAK else 4)
        for state in positions(rules, players, 2, seed)
    ]
    assert max(counts) > 50
    assert counts.count(0) < len(counts) / 4


@settings(max_examples=500 if SOAK else 40)
@given(games())
def test_no_turn_of_any_variant_is_missing(game: Game) -> None:
    if game.turn is not None and len(game.state.hand) <= 4:
        finds_everything(game.state)


def test_extra_cards_are_limited_only_while_others_can_be_drawn() -> None:
    rules = Rules.named("original")
    rng = random.Random(1)
    for state in positions(rules, 3, 5):
        workspace = turns_of(arrays_of(rules, 3), row_of(state), everything=True)
        turn = rng.randrange(int(workspace["turns"]))
        for step, move in enumerate(lays(rules, turn_words(workspace, turn))):
            assert isinstance(move, Lay)
            assert is_considered(state, move), (step, move)
            state, _ = engine.apply(state, move)
