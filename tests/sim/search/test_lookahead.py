"""Looking ahead: imagined worlds agree with all that is known, and a sure win is not given away."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tenback import Deal, Game, Rules
from tenback.bots.talk_codec import heard
from tenback.core.moves import END
from tenback.core.rules import TalkPolicy
from tenback.sim.arrays import GAME
from tenback.sim.search.config import TEAM
from tenback.sim.search.workspace import LAST_TURN, WORKSPACE
from tenback.sim.view_rows import game_row, lays
from tenback.talk.speech import speak
from tests.cases import IDS, TABLES
from tests.sim.search.reference import asked, made_up
from tests.sim.search.test_endgame import GAMES, after_turn, running_ends, winnable
from tests.sim.search.test_turns import positions, turn_words
from tests.sim.search.workspaces import (
    arrays_of,
    cards_in,
    exchange_talk,
    places_of,
    random_weights,
    row_of,
    sample_one_world,
    talk_of,
    weights_for,
)

if TYPE_CHECKING:
    from tenback.core.state import State
    from tests.sim.search.workspaces import Array

SAME = ("tops", "sizes", "laid", "stocks", "turn", "placed", "minimum", "gift_used", "fresh",
        "over", "winner")  # fmt: skip


def worlds(arrays: Array, game: Array, workspace: Array, count: int) -> list[Array]:
    made = []
    for _ in range(count):
        world = np.zeros(1, GAME)
        sample_one_world(arrays, game, workspace, world)
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
        workspace, game = np.zeros(1, WORKSPACE), row_of(state)
        game["bot_random"] = rng.getrandbits(64)
        workspace["remarks"], workspace["announced"] = made_up(state, rng)
        for world in worlds(arrays, game, workspace, 3):
            check_world(state, game, world)


def test_a_colour_announced_with_its_height_counts_once() -> None:
    """People may announce both of one card; search bots do not."""
    rules = Rules.named("quick-and-easy")
    game = Game(rules, Deal.from_seed(rules, 3, "both"), starter=0)
    for colour in rules.deck.colours:
        for phrase in ("colour", "low"):
            speak(game, 1, phrase=f"{phrase}:{colour}")
    row, workspace = game_row(game.view(0)), np.zeros(1, WORKSPACE)
    workspace["remarks"], workspace["announced"], workspace["spoken_seats"] = heard(game.view(0))
    for world in worlds(arrays_of(rules, 3), row, workspace, 50):
        check_world(game.state, row, world)


@pytest.mark.parametrize("name", ["original", "original-on-fire", "quick-and-easy"])
def test_imagined_hands_would_say_what_was_said(name: str) -> None:
    """With one other player nearly always; the announced colours match always."""
    rules = Rules.named(name)
    for policy in (rules.talk, TalkPolicy.COLOURS_ONLY)[: 1 + bool(rules.deck.colours)]:
        arrays = arrays_of(rules, 2, policy)
        agreed = tried = 0
        for state in positions(rules, 2, 5):
            other = 1 - (state.turn or 0)
            if not state.hands[other]:
                continue
            workspace, game = np.zeros(1, WORKSPACE), row_of(state)
            workspace["speaking_seats"] = 3
            exchange_talk(arrays, game, workspace)
            if not workspace["remarks"][0, other]:
                continue
            for world in worlds(arrays, game, workspace, 20):
                remarks, announced = talk_of(arrays, world, other)
                assert announced == workspace["announced"][0, other]
                agreed += remarks == workspace["remarks"][0, other]
                tried += 1
        assert tried >= 60
        assert agreed > 0.7 * tried, (agreed, tried)


def test_without_talk_every_hidden_card_is_as_likely() -> None:
    rules = Rules.named("original")
    state = next(positions(rules, 3, 1))
    arrays, game, workspace = (
        arrays_of(rules, 3, TalkPolicy.SILENT),
        row_of(state),
        np.zeros(1, WORKSPACE),
    )
    me = state.turn or 0
    other, count = (me + 1) % 3, 3000
    times_held = dict.fromkeys(set(rules.cards) - set(state.hands[me]) - set(state.laid()[0]), 0)
    for world in worlds(arrays, game, workspace, count):
        for card in cards_in(rules, world[0]["hands"][other]):
            times_held[card] += 1
    share = len(state.hands[other]) / len(times_held)
    spread = (count * share * (1 - share)) ** 0.5
    assert all(abs(times - count * share) < 5 * spread for times in times_held.values())


# Pondering


def outcome(workspace: Any, best: int) -> tuple[object, ...]:
    count = int(workspace["chosen_count"])
    return (
        best,
        turn_words(workspace, best) if best <= LAST_TURN else None,
        workspace["chosen"][:count].tolist(),
        workspace["totals"][:count].tolist(),
        workspace["world_counts"][:count].tolist(),
    )


@pytest.mark.parametrize("name", ["original", "quick-and-easy", "face-to-face"])
def test_the_same_whim_gives_the_same_results(name: str) -> None:
    rules, others = Rules.named(name), 0
    weights = weights_for(rules, 2)
    for state in positions(rules, 2, 9):
        results = []
        for bot_random in (7, 7, 8):
            _, workspace, best = asked(state, weights, samples=8, bot_random=bot_random)
            results.append(outcome(workspace, best))
        assert results[0] == results[1]
        others += results[0] != results[2]
    assert others > 0


@pytest.mark.parametrize("samples", [1, 5, 16, 40])
def test_results_are_sorted_and_worlds_are_counted(samples: int) -> None:
    """The best comes first and was looked at in every world; the worse half is dropped early."""
    rules = Rules.named("original")
    weights = weights_for(rules, 3)
    for state in positions(rules, 3, 37):
        _, workspace, best = asked(state, weights, samples=samples)
        count = int(workspace["chosen_count"])
        assert count <= TEAM.width
        if count == 0:
            continue
        assert best == workspace["chosen"][0]
        assert workspace["world_counts"][0] == samples
        assert (workspace["world_counts"][:count] <= samples).all()
        assert (workspace["world_counts"][:count] > 0).all()
        assert len(set(workspace["chosen"][:count].tolist())) == count
        means = workspace["totals"][:count] / workspace["world_counts"][:count, None]
        assert ((means >= 0) & (means <= 1 + 1e-9)).all()
        if samples > 8 and count > 2:
            assert workspace["world_counts"][count - 1] < samples


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
@pytest.mark.parametrize("seed", [0, 1])
def test_a_sure_win_is_never_given_away(rules: Rules, seed: int) -> None:
    """With all known, whatever the network thinks: it is untrained."""
    weights, found = random_weights(seed, 1.0), 0
    for state in running_ends(rules, 3 + seed, 30):
        winnable.cache_clear()
        if winnable(state):
            _, workspace, best = asked(state, weights, samples=2)
            moves = lays(rules, turn_words(workspace, best))
            assert winnable(after_turn(state, [*moves, END])), state
            found += 1
    assert found > 0
