"""Looking ahead: imagined worlds agree with all that is known, and a sure win is not given away."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tenback import Deal, Game, Rules
from tenback.bots.hearing import heard
from tenback.core.moves import END
from tenback.core.rules import TalkPolicy
from tenback.sim.arrays import GAME
from tenback.sim.bits import Word
from tenback.sim.thinking.asking import ask_words
from tenback.sim.thinking.desk import DESK, LAST_TURN
from tenback.sim.thinking.minds import TOGETHER
from tenback.sim.viewing import game_row, lays
from tenback.talk.speaking import speak
from tests.cases import IDS, TABLES
from tests.sim.thinking.desks import (
    arrays_of,
    cards_in,
    imagine_world,
    places_of,
    random_weights,
    room,
    row_of,
    speak_up,
    weights_for,
)
from tests.sim.thinking.reference import asked, made_up
from tests.sim.thinking.test_endgame import GAMES, after_turn, running_ends, winnable
from tests.sim.thinking.test_turns import positions, turn_words

if TYPE_CHECKING:
    from tenback.core.state import State
    from tests.sim.thinking.desks import Array

SAME = ("tops", "sizes", "laid", "stocks", "turn", "placed", "minimum", "gift_used", "fresh",
        "over", "winner")  # fmt: skip


def worlds(arrays: Array, game: Array, desk: Array, count: int) -> list[Array]:
    made = []
    for _ in range(count):
        world = np.zeros(1, GAME)
        imagine_world(arrays, game, desk, world)
        made.append(world)
    return made


def check_world(state: State, game: Array, world: Array) -> None:
    """Everything public as it is, the own hand as well, and every card in one place."""
    rules, found, me = state.rules, world[0], state.turn or 0
    for name in SAME:
        assert np.array_equal(found[name], game[0][name]), name
    assert cards_in(rules, found["hands"][me]) == set(state.hands[me])
    by_place = {place: card for card, place in places_of(rules).items()}
    for deck, laid in enumerate(state.laid()):
        stock = found["decks"][deck, : len(state.stocks[deck])].tolist()
        everything = [*laid, *(by_place[place] for place in stock)]
        for seat, hand in enumerate(state.hands):
            if rules.deck_of(seat) == deck:
                held = cards_in(rules, found["hands"][seat])
                assert len(held) == len(hand)
                everything += held
        assert sorted(everything) == sorted(rules.cards)


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_imagined_worlds_agree_with_what_is_known(rules: Rules, players: int) -> None:
    """Whatever was heard, lies and nonsense included."""
    rng = random.Random(f"{rules.name} {players}")
    arrays = arrays_of(rules, players)
    for state in positions(rules, players, 29):
        desk, game = np.zeros(1, DESK), row_of(state)
        game["whim"] = rng.getrandbits(64)
        desk["said"], desk["told"] = made_up(state, rng)
        for world in worlds(arrays, game, desk, 3):
            check_world(state, game, world)


def test_whoever_tells_a_colour_and_its_height_holds_no_fewer_cards() -> None:
    """People may say both of one card; thinkers do not."""
    rules = Rules.named("quick-and-easy")
    game = Game(rules, Deal.from_seed(rules, 3, "both"), starter=0)
    for colour in rules.deck.colours:
        for phrase in ("colour", "low"):
            speak(game, 1, phrase=f"{phrase}:{colour}")
    row, desk = game_row(game.view(0)), np.zeros(1, DESK)
    desk["said"], desk["told"], desk["spoken"] = heard(game.view(0))
    for world in worlds(arrays_of(rules, 3), row, desk, 50):
        check_world(game.state, row, world)


@pytest.mark.parametrize("name", ["original", "original-on-fire", "quick-and-easy"])
def test_imagined_hands_would_say_what_was_said(name: str) -> None:
    """With one other player nearly always; what it has told of its colours, always."""
    rules = Rules.named(name)
    for policy in (rules.talk, TalkPolicy.COLOURS_ONLY)[: 1 + bool(rules.deck.colours)]:
        arrays = arrays_of(rules, 2, policy)
        agreed = tried = 0
        for state in positions(rules, 2, 5):
            other = 1 - (state.turn or 0)
            if not state.hands[other]:
                continue
            desk, game = np.zeros(1, DESK), row_of(state)
            desk["speakers"] = 3
            speak_up(arrays, game, desk)
            if not desk["said"][0, other]:
                continue
            for world in worlds(arrays, game, desk, 20):
                said, told = ask_words(arrays, world, room(), Word(other))
                assert told == desk["told"][0, other]
                agreed += said == desk["said"][0, other]
                tried += 1
        assert tried >= 60
        assert agreed > 0.7 * tried, (agreed, tried)


def test_without_talk_every_hidden_card_is_as_likely() -> None:
    rules = Rules.named("original")
    state = next(positions(rules, 3, 1))
    arrays, game, desk = arrays_of(rules, 3, TalkPolicy.SILENT), row_of(state), np.zeros(1, DESK)
    me = state.turn or 0
    other, count = (me + 1) % 3, 3000
    seen = dict.fromkeys(set(rules.cards) - set(state.hands[me]) - set(state.laid()[0]), 0)
    for world in worlds(arrays, game, desk, count):
        for card in cards_in(rules, world[0]["hands"][other]):
            seen[card] += 1
    share = len(state.hands[other]) / len(seen)
    spread = (count * share * (1 - share)) ** 0.5
    assert all(abs(times - count * share) < 5 * spread for times in seen.values())


# Pondering


def outcome(desk: Any, best: int) -> tuple[object, ...]:
    count = int(desk["considered"])
    return (
        best,
        turn_words(desk, best) if best <= LAST_TURN else None,
        desk["chosen"][:count].tolist(),
        desk["earned"][:count].tolist(),
        desk["looked"][:count].tolist(),
    )


@pytest.mark.parametrize("name", ["original", "quick-and-easy", "face-to-face"])
def test_the_same_whim_gives_the_same_thoughts(name: str) -> None:
    rules, others = Rules.named(name), 0
    weights = weights_for(rules, 2)
    for state in positions(rules, 2, 9):
        thoughts = []
        for whim in (7, 7, 8):
            _, desk, best = asked(state, weights, samples=8, whim=whim)
            thoughts.append(outcome(desk, best))
        assert thoughts[0] == thoughts[1]
        others += thoughts[0] != thoughts[2]
    assert others > 0


@pytest.mark.parametrize("samples", [1, 5, 16, 40])
def test_thoughts_are_sorted_and_worlds_are_counted(samples: int) -> None:
    """The best comes first and was looked at in every world; the worse half is dropped early."""
    rules = Rules.named("original")
    weights = weights_for(rules, 3)
    for state in positions(rules, 3, 37):
        _, desk, best = asked(state, weights, samples=samples)
        count = int(desk["considered"])
        assert count <= TOGETHER.width
        if count == 0:
            continue
        assert best == desk["chosen"][0]
        assert desk["looked"][0] == samples
        assert (desk["looked"][:count] <= samples).all()
        assert (desk["looked"][:count] > 0).all()
        assert len(set(desk["chosen"][:count].tolist())) == count
        means = desk["earned"][:count] / desk["looked"][:count, None]
        assert ((means >= 0) & (means <= 1 + 1e-9)).all()
        if samples > 8 and count > 2:
            assert desk["looked"][count - 1] < samples


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
@pytest.mark.parametrize("seed", [0, 1])
def test_a_sure_win_is_never_given_away(rules: Rules, seed: int) -> None:
    """With all known, whatever the network thinks: it is one that nobody has trained."""
    weights, found = random_weights(seed, 1.0), 0
    for state in running_ends(rules, 3 + seed, 30):
        winnable.cache_clear()
        if winnable(state):
            _, desk, best = asked(state, weights, samples=2)
            moves = lays(rules, turn_words(desk, best))
            assert winnable(after_turn(state, [*moves, END])), state
            found += 1
    assert found > 0
