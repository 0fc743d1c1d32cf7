"""Ways into the thinking kernels that only tests need, and rows of games whose cards are known."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any

import numpy as np

from tenback.core.playable import MAX_CARDS
from tenback.core.turn import gift_used
from tenback.sim.arrays import GAME, in_number_order, rule_arrays, words_of
from tenback.sim.bits import Word, row
from tenback.sim.compiling import entry
from tenback.sim.kernel import NOBODY
from tenback.sim.thinking.choosing import agree, all_speak
from tenback.sim.thinking.desk import DESK, ROOM
from tenback.sim.thinking.endgame import solve
from tenback.sim.thinking.features import fits, pile_facts, room_fact, table_facts, unseen_facts
from tenback.sim.thinking.lookahead import imagine
from tenback.sim.thinking.minds import Mind
from tenback.sim.thinking.network import NETWORK
from tenback.sim.thinking.networks import shipped
from tenback.sim.thinking.speech import allow
from tenback.sim.thinking.turns import ALL, _search, find_turns

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tenback import Rules
    from tenback.core.rules import TalkPolicy
    from tenback.core.state import State

    Array = NDArray[Any]


# Kernels


@entry
def _find(rules_of_one: Any, games: Any, desks: Any, everything: Any) -> None:
    rules, game, desk = rules_of_one[0], games[0], desks[0]
    if everything:
        _search(rules, game, desk, ALL)
    else:
        find_turns(rules, game, desk)


@entry
def speak_up(rules_of_one: Any, games: Any, desks: Any) -> None:
    """What everybody says at the start of a turn, into `said` and `told` of the desk."""
    all_speak(rules_of_one[0], games[0], desks[0])


@entry
def agree_on_starter(rules_of_one: Any, games: Any, desks: Any) -> None:
    agree(rules_of_one[0], games[0], desks[0])


@entry
def imagine_world(rules_of_one: Any, games: Any, desks: Any, worlds: Any) -> None:
    imagine(rules_of_one[0], games[0], desks[0], worlds[0])


@entry
def solve_world(rules_of_one: Any, worlds: Any, rooms: Any) -> bool:
    return solve(rules_of_one[0], worlds[0], rooms[0])


@entry
def _pile_facts(rules_of_one: Any, seens: Any, pile: Any, facts: Any) -> int:
    """Every fact about a pile, those about unseen cards and its room included."""
    rules, seen = rules_of_one[0], seens[0]
    twice = fits(rules, seen)[1]
    count = pile_facts(rules, seen, pile, twice, facts)
    kind, top = rules.kinds[seen.seat, pile], seen.tops[pile]
    facts[count] = room_fact(rules, kind, top)
    count += 1
    cards = row(seen.theirs) if kind >= Word(2) else row(seen.unseen)
    return unseen_facts(rules, kind, top, cards, facts, count)


@entry
def _table_facts(rules_of_one: Any, seens: Any, facts: Any) -> int:
    rules, seen = rules_of_one[0], seens[0]
    once, twice, thrice = fits(rules, seen)
    return table_facts(rules, seen, once, twice, thrice, facts)


def facts_about_pile(arrays: Array, seen: Array, pile: int) -> list[int]:
    facts = np.full(400, -1, np.int64)
    return facts[: _pile_facts(arrays, seen, Word(pile), facts)].tolist()  # type: ignore[no-any-return]


def facts_about_table(arrays: Array, seen: Array) -> list[int]:
    facts = np.full(64, -1, np.int64)
    return facts[: _table_facts(arrays, seen, facts)].tolist()  # type: ignore[no-any-return]


def turns_of(arrays: Array, game: Array, *, everything: bool = False) -> Any:
    """A desk with the turns of the seat on turn; finding them leaves the game as it is."""
    desk, before = np.zeros(1, DESK), game.copy()
    _find(arrays, game, desk, everything)
    before["search"] = game["search"]
    assert game == before, "looking for turns has changed the game"
    return desk[0]


# Rules, rows and networks


def arrays_of(rules: Rules, players: int, policy: TalkPolicy | None = None) -> Array:
    """Rules as thinkers get them."""
    arrays = rule_arrays(rules, players).copy()
    allow(arrays, rules, policy or rules.talk)
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
    game["winner"], game["ordered"] = NOBODY, True
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
    return str(resources.files("tenback.sim.thinking").joinpath("networks", "original.npz"))


def thinker_name(name: str, rules: Rules, players: int) -> str:
    file = network_file(rules, players)
    return f"{name}@{file}" if file else name


def weights_for(rules: Rules, players: int) -> Array:
    network = Mind(0, network_file(rules, players)).network(rules, players)
    assert network is not None
    return network.weights


def random_weights(seed: int, scale: float = 0.1) -> Array:
    """A network that nobody has trained."""
    rng, network = np.random.default_rng(seed), np.zeros(1, NETWORK)
    for name in NETWORK.names or ():
        network[name] = rng.normal(0, scale, network[name].shape)
    return network


def room() -> Array:
    return np.zeros(1, ROOM)
