"""Kernel entry points that only tests need, and rows of games whose cards are known."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any

import numpy as np

from tenback.core.rules_check import MAX_CARDS
from tenback.core.turn import gift_used
from tenback.sim.arrays import GAME, RULES, GameRow, RuleRow, in_number_order, rule_arrays, words_of
from tenback.sim.bits import Word, row
from tenback.sim.compiler import Many, entry
from tenback.sim.kernel import NO_SEAT
from tenback.sim.search.config import SearchConfig
from tenback.sim.search.endgame import solve
from tenback.sim.search.entrypoints import seat_talk
from tenback.sim.search.features import fits, pile_facts, room_fact, table_facts, unseen_facts
from tenback.sim.search.lookahead import sample_world
from tenback.sim.search.network import NETWORK
from tenback.sim.search.networks import shipped
from tenback.sim.search.selection import choose_starter, exchange_remarks
from tenback.sim.search.speech import write_talk_rules
from tenback.sim.search.turns import ALL, _search, find_turns
from tenback.sim.search.vectors import add_pile_facts, add_table_facts, add_weighted
from tenback.sim.search.workspace import (
    AFTERSTATE,
    SEARCH_MEMORY,
    WORKSPACE,
    AfterstateRow,
    SearchMemoryRow,
    WorkspaceRow,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tenback import Rules
    from tenback.core.rules import TalkPolicy
    from tenback.core.state import State

    Array = NDArray[Any]


# Kernels


@entry(RULES, GAME, WORKSPACE, np.int64)
def _find(rules: RuleRow, game: GameRow, workspace: WorkspaceRow, everything: int) -> None:
    if everything:
        _search(rules, game, workspace, ALL)
    else:
        find_turns(rules, game, workspace)


@entry(RULES, GAME, WORKSPACE)
def exchange_talk(rules: RuleRow, game: GameRow, workspace: WorkspaceRow) -> None:
    """Write the remarks and announced colours at the start of a turn into the workspace."""
    exchange_remarks(rules, game, workspace)


@entry(RULES, GAME, WORKSPACE)
def agree_on_starter(rules: RuleRow, game: GameRow, workspace: WorkspaceRow) -> None:
    choose_starter(rules, game, workspace)


@entry(RULES, GAME, WORKSPACE, GAME)
def sample_one_world(
    rules: RuleRow, game: GameRow, workspace: WorkspaceRow, world: GameRow
) -> None:
    sample_world(rules, game, workspace, world)


@entry(RULES, GAME, SEARCH_MEMORY, returns=np.bool_)
def solve_world(rules: RuleRow, world: GameRow, memory: SearchMemoryRow) -> bool:
    return solve(rules, world, memory)


@entry(RULES, AFTERSTATE, np.uint64, Many(np.int64), returns=np.int64)
def _pile_facts(rules: RuleRow, afterstate: AfterstateRow, pile: Word, facts: Any) -> int:
    """Every fact about a pile, those about unseen cards and its room included."""
    twice = fits(rules, afterstate)[1]
    count = pile_facts(rules, afterstate, pile, twice, facts)
    kind, top = rules.kinds[afterstate.seat, pile], afterstate.tops[pile]
    facts[count] = room_fact(rules, kind, top)
    count += 1
    cards = row(afterstate.theirs) if kind >= Word(2) else row(afterstate.unseen)
    return unseen_facts(rules, kind, top, cards, facts, count)


@entry(RULES, AFTERSTATE, Many(np.int64), returns=np.int64)
def _table_facts(rules: RuleRow, afterstate: AfterstateRow, facts: Any) -> int:
    once, twice, thrice = fits(rules, afterstate)
    return table_facts(rules, afterstate, once, twice, thrice, facts)


SUM = (Many(np.float32), Many(np.float32, 2))


@entry(*SUM, Many(np.int64), np.int64)
def pile_facts_added(total: Any, table: Any, facts: Any, count: int) -> None:
    add_pile_facts(total, table, facts, count)


@entry(*SUM, Many(np.int64), np.int64)
def table_facts_added(total: Any, table: Any, facts: Any, count: int) -> None:
    add_table_facts(total, table, facts, count)


@entry(*SUM, Many(np.float32), np.int64)
def weighted_added(total: Any, table: Any, weights: Any, count: int) -> None:
    add_weighted(total, table, weights, count)


# What Python makes of them


def facts_about_pile(arrays: Array, afterstate: Array, pile: int) -> list[int]:
    facts = np.full(400, -1, np.int64)
    return facts[: _pile_facts(arrays, afterstate, Word(pile), facts)].tolist()  # type: ignore[no-any-return]


def facts_about_table(arrays: Array, afterstate: Array) -> list[int]:
    facts = np.full(64, -1, np.int64)
    return facts[: _table_facts(arrays, afterstate, facts)].tolist()  # type: ignore[no-any-return]


def talk_of(arrays: Array, game: Array, seat: int) -> tuple[int, int]:
    """The remarks of a seat about the piles, and the colours that it announces."""
    talk = np.zeros(2, np.uint64)
    seat_talk(arrays, game, new_memory(), seat, talk)
    remarks, announced = talk.tolist()
    return remarks, announced


def turns_of(arrays: Array, game: Array, *, everything: bool = False) -> Any:
    """A workspace with the turns of the seat on turn; the search leaves the game as it is."""
    workspace, before = np.zeros(1, WORKSPACE), game.copy()
    _find(arrays, game, workspace, everything)
    before["search"] = game["search"]
    assert game == before, "looking for turns has changed the game"
    return workspace[0]


# Rules, rows and networks


def arrays_of(rules: Rules, players: int, policy: TalkPolicy | None = None) -> Array:
    """Rules as search bots get them."""
    arrays = rule_arrays(rules, players).copy()
    write_talk_rules(arrays, rules, policy or rules.talk)
    return arrays


def row_of(state: State) -> Array:
    """A game as it is, hidden cards included."""
    rules, made = state.rules, np.zeros(1, GAME)
    game, places = made[0], places_of(rules)
    stock = len(state.stocks[rules.deck_of(state.turn or 0)])
    game["turn"] = state.turn or 0
    game["minimum"] = rules.minimum if stock else rules.minimum_without_stock
    game["placed"] = len(state.placed)
    game["fresh"] = sum({1 << rules.pile_index[placed.pile] for placed in state.placed})
    game["gift_used"] = gift_used(state)
    game["winner"], game["ordered"] = NO_SEAT, True
    game["sizes"][: len(state.sizes)] = state.sizes
    for pile, top in enumerate(state.tops):
        game["tops"][pile] = MAX_CARDS + pile if top is None else places[top]
    for seat, hand in enumerate(state.hands):
        game["hands"][seat] = words_in(rules, hand)
    for deck, cards in enumerate(state.stocks):
        game["stocks"][deck] = len(cards)
        game["decks"][deck, : len(cards)] = [places[card] for card in reversed(cards)]
        game["laid"][deck] = words_in(rules, state.laid()[deck])
    return made


@lru_cache(maxsize=64)
def places_of(rules: Rules) -> dict[str, int]:
    """Each card's number in the kernels."""
    return {card: place for place, card in enumerate(in_number_order(rules))}


def words_in(rules: Rules, cards: Any) -> Array:
    held = set(cards)
    return words_of(card in held for card in in_number_order(rules))


def cards_in(rules: Rules, words: Any) -> set[str]:
    bits = int(words[0]) | int(words[1]) << 64
    return {card for card, place in places_of(rules).items() if bits >> place & 1}


def network_file(rules: Rules, players: int) -> str:
    """ "" where a network for these rules is shipped; else the file of one that plays anything."""
    if shipped(rules, players) is not None:
        return ""
    return str(resources.files("tenback.sim.search").joinpath("networks", "original.npz"))


def bot_name(name: str, rules: Rules, players: int) -> str:
    file = network_file(rules, players)
    return f"{name}@{file}" if file else name


def weights_for(rules: Rules, players: int) -> Array:
    network = SearchConfig(0, network_file(rules, players)).network(rules, players)
    assert network is not None
    return network.weights


def random_weights(seed: int, scale: float = 0.1) -> Array:
    """An untrained network."""
    rng, network = np.random.default_rng(seed), np.zeros(1, NETWORK)
    for name in NETWORK.names or ():
        network[name] = rng.normal(0, scale, network[name].shape)
    return network


def new_memory() -> Array:
    return np.zeros(1, SEARCH_MEMORY)
