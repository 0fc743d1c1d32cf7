"""Many games at once: what is seen, what is allowed, what is paid, all as the core has it."""

from __future__ import annotations

import contextlib
import random
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tenback import Deal, Game, Rules, TenbackError, sim
from tenback.core.encoding import (
    action_count,
    decode,
    encode,
    observation_parts,
    observation_size,
    observe,
)
from tests.cases import IDS, SOAK, TABLES
from tests.core.test_referee_custom import VARIANTS, rules_of
from tests.sim.test_custom_rules import NEVER_BEGINS, SELDOM_BEGINS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from tenback.sim import Games, Step

GAMES = 20 if SOAK else 2
FIRE = Rules.named("original", on_fire=True)
DUEL = Rules.named("face-to-face")


def begun(games: Games, number: int) -> Game:
    """The game of that number in the core, just dealt."""
    deal = games.deal(number)
    return Game(games.rules, deal, starter=deal.settled_starter or 0)


def legal(game: Game) -> NDArray[np.bool_]:
    moves = set(game.legal_moves())
    return np.array([decode(game.rules, n) in moves for n in range(action_count(game.rules))])


def compare(games: Games, number: int, game: Game) -> None:
    """What the step shows of a running game is what the core shows."""
    now = games.now
    assert game.turn == now.seats[number]
    assert (now.masks[number] == legal(game)).all()
    view = game.view(game.turn)
    assert tuple(now.observations[number].tolist()) == observe(view)
    for seat in range(games.players):
        assert tuple(games.observe(number, seat).tolist()) == observe(game.view(seat))


def pays(game: Game) -> list[float]:
    outcome = game.outcome
    if outcome is None:
        return [0.0] * game.players
    if game.rules.duel:
        return [1.0 if outcome.winner == seat else -1.0 for seat in range(game.players)]
    return [float(outcome.won)] * game.players


def advance(games: Games, beside: list[Game]) -> int:
    """One step in both; ended games are dealt anew. Returns how many ended."""
    actions = games.random_actions()
    step = games.step(actions)
    for number, game in enumerate(beside):
        game.play(decode(games.rules, int(actions[number])))
        assert step.rewards[number].tolist() == pays(game)
        assert step.over[number] == (game.outcome is not None)
        assert step.left[number] == (game.outcome.left if game.outcome else 0)
        if game.outcome is not None:
            beside[number] = begun(games, number)
        compare(games, number, beside[number])
    return int(step.over.sum())


def play_beside(rules: Rules, players: int, rounds: int) -> None:
    """So many games, one after the other in each place, compared at every step."""
    games = sim.Games(rules, players, GAMES, "beside")
    beside = [begun(games, number) for number in range(GAMES)]
    for number, game in enumerate(beside):
        compare(games, number, game)
    ended = 0
    while ended < rounds * GAMES:
        ended += advance(games, beside)


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_observations_masks_and_rewards_are_the_cores(rules: Rules, players: int) -> None:
    play_beside(rules, players, rounds=2)


@pytest.mark.parametrize("name", VARIANTS)
def test_variants_step_alike(name: str) -> None:
    rules = rules_of(name)
    for players in rules.player_counts:
        play_beside(rules, players, rounds=1)


def test_deals_that_end_at_once_are_passed_over() -> None:
    play_beside(Rules.from_toml(SELDOM_BEGINS), 2, rounds=20)


def test_a_variant_that_never_begins_is_refused() -> None:
    with pytest.raises(TenbackError) as caught:
        sim.Games(Rules.from_toml(NEVER_BEGINS), 2, 3, "any")
    assert caught.value.code == "never-begins"


HARDLY_EVER_BEGINS = """
name = "hardly-ever"
minimum = 3
hands = {1 = 3}
[deck]
numbers = "1..100"
[piles]
up = [94]
"""


def test_a_variant_that_begins_no_more_is_refused() -> None:
    games = sim.Games(Rules.from_toml(HARDLY_EVER_BEGINS), 1, 1, "0")

    def step_on() -> None:
        for _ in range(200):
            games.step(games.random_actions())

    with pytest.raises(TenbackError) as caught:
        step_on()
    assert caught.value.code == "never-begins"


def test_a_win_is_met_and_paid() -> None:
    """Steps of a game that careful play won: every seat is paid, once."""
    rules = Rules.named("quick-and-easy")
    results = sim.play(rules, 3, "careful", 3_000, "stepping", keep=True)
    won = next(n for n in range(results.kept) if results[n].outcome.won)
    games = sim.Games(rules, 3, won + 1, "stepping")
    record = results.record(won)
    assert games.deal(won) == results.deal(won)
    for move in record.moves[:-1]:
        actions = games.random_actions()
        actions[won] = encode(rules, move)  # type: ignore[arg-type]
        step = games.step(actions)
        assert not step.over[won]
        assert not step.rewards[won].any()
    actions = games.random_actions()
    actions[won] = encode(rules, record.moves[-1])  # type: ignore[arg-type]
    step = games.step(actions)
    assert step.over[won]
    assert step.rewards[won].tolist() == [1, 1, 1]
    assert step.left[won] == 0


def test_games_begin_with_the_deals_of_the_seed_and_go_on_with_later_ones() -> None:
    games = sim.Games(DUEL, 2, 4, "deals")
    batch = sim.play(DUEL, 2, "greedy", 8, "deals", keep=True)
    assert [games.deal(n) for n in range(4)] == [batch.deal(n) for n in range(4)]
    ended = np.zeros(4, np.int64)
    while not ended.all():
        ended += games.step(games.random_actions()).over
    once = [number for number in range(4) if ended[number] == 1]
    assert [games.deal(n) for n in once] == [batch.deal(n + 4) for n in once]


def test_before_the_first_step_nothing_is_paid() -> None:
    now = sim.Games(FIRE, 3, 5, "now").now
    assert not now.rewards.any()
    assert not now.over.any()
    assert not now.left.any()


def test_shapes_and_types() -> None:
    now = sim.Games(FIRE, 3, 5, "now").now
    assert now.observations.shape == (5, observation_size(FIRE, 3))
    assert now.masks.shape == (5, action_count(FIRE))
    assert now.seats.shape == now.over.shape == now.left.shape == (5,)
    assert now.rewards.shape == (5, 3)
    types = [array.dtype.name for array in now]
    assert types == ["int16", "bool", "int64", "float32", "bool", "int64"]


def everything(games: Games) -> list[Any]:
    return [array.copy() for array in games.now] + [
        games.observe(game, seat) for game in range(games.count) for seat in range(games.players)
    ]


@pytest.mark.parametrize("wrong", [-1, -393, 2**40, -(2**63), 393, 394, "illegal lay", "end"])
def test_an_illegal_action_is_named_and_nothing_happens(wrong: int | str) -> None:
    games = sim.Games(Rules.named("original"), 2, 6, "illegal")
    assert games.now.masks.shape[1] == 393
    before = everything(games)
    actions = games.random_actions()
    end = 392
    lay = int(np.flatnonzero(~games.now.masks[4, :end])[0])
    actions[4] = {"illegal lay": lay, "end": end}[wrong] if isinstance(wrong, str) else wrong
    with pytest.raises(TenbackError) as caught:
        games.step(actions)
    assert caught.value.code == "illegal-action"
    assert caught.value.params == {"action": int(actions[4]), "game": 4}
    assert all(np.array_equal(*pair) for pair in zip(before, everything(games), strict=True))
    games.step(games.random_actions())


@pytest.mark.parametrize("moves", range(7))
def test_every_action_is_accepted_exactly_where_its_mask_says_so(moves: int) -> None:
    for number in range(action_count(DUEL)):
        games = sim.Games(DUEL, 2, 1, "every action")
        for _ in range(moves):
            games.step(games.random_actions())
        allowed = bool(games.now.masks[0, number])
        assert allowed == accepts(games, number)


def accepts(games: Games, number: int) -> bool:
    try:
        games.step([number])
    except TenbackError:
        return False
    return True


@pytest.mark.parametrize(
    "actions",
    [
        0,
        [],
        [0],
        [0, 1, 2, 3],
        [[0, 1, 2]],
        [0.0, 1.0, 2.0],
        [True, False, True],
        ["0", "1", "2"],
        [None, 0, 1],
        [2**70, 0, 1],
        None,
    ],
)
def test_what_is_no_row_of_actions_is_refused(actions: Any) -> None:
    games = sim.Games(Rules.named("original"), 2, 3, "shapes")
    with pytest.raises(TenbackError) as caught:
        games.step(actions)
    assert caught.value.code == "wrong-actions"


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.int32, np.uint64])
def test_any_whole_numbers_will_do(kind: type) -> None:
    rules = Rules.from_toml(SELDOM_BEGINS)
    games, other = sim.Games(rules, 2, 3, "types"), sim.Games(rules, 2, 3, "types")
    for _ in range(20):
        actions = games.random_actions()
        same(games.step(actions), other.step(actions.astype(kind)))
        assert (other.random_actions() >= 0).all()


def test_rows_with_gaps_will_do() -> None:
    games, other = sim.Games(DUEL, 2, 3, "gaps"), sim.Games(DUEL, 2, 3, "gaps")
    actions = np.repeat(games.random_actions(), 2)[::2]
    same(games.step(actions), other.step(actions.tolist()))


def same(one: Step, other: Step) -> None:
    pairs: Iterable[Any] = zip(one, other, strict=True)
    assert all(np.array_equal(*pair) for pair in pairs)


@pytest.mark.parametrize("count", [0, -1, 2.5, True, "many"])
def test_a_number_of_games_that_is_none(count: Any) -> None:
    with pytest.raises(TenbackError) as caught:
        sim.Games(DUEL, 2, count, "any")
    assert caught.value.code == "bad-games"


def test_random_actions_are_legal_and_can_be_repeated() -> None:
    games, again = sim.Games(FIRE, 4, 50, "twice"), sim.Games(FIRE, 4, 50, "twice")
    for _ in range(300):
        actions = games.random_actions()
        assert games.now.masks[np.arange(50), actions].all()
        assert (actions == again.random_actions()).all()
        same(games.step(actions), again.step(actions))


def test_random_actions_are_even() -> None:
    """Chi-square over one position, asked again and again."""
    games = sim.Games(DUEL, 2, 1, "even")
    moves = np.flatnonzero(games.now.masks[0])
    asked = 400 * len(moves)
    counts = np.zeros(len(games.now.masks[0]))
    for _ in range(asked):
        counts[games.random_actions()[0]] += 1
    assert counts.sum() == counts[moves].sum() == asked
    chi = ((counts[moves] - 400) ** 2 / 400).sum()
    free = len(moves) - 1
    assert chi < free + 5 * (2 * free) ** 0.5


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_hidden_cards_do_not_leak(rules: Rules, players: int) -> None:
    """Worlds that a seat cannot tell apart look the same to it, in the core and in the kernels."""
    games = sim.Games(rules, players, 1, "hidden")
    game, rng = begun(games, 0), random.Random(1)
    for _ in range(25):
        actions = games.random_actions()
        game.play(decode(rules, int(actions[0])))
        if game.outcome is not None:
            break
        games.step(actions)
        for seat in range(players):
            shown = tuple(games.observe(0, seat).tolist())
            twin = game.view(seat).sample(rng)
            assert shown == observe(twin.view(seat))


def test_an_observation_holds_no_other_hand_and_no_stock() -> None:
    """Cards that change places unseen: another hand with the stock, and the stock's order."""
    rules = Rules.named("original")
    parts = observation_parts(rules, 2)
    deal = Deal.from_seed(rules, 2, "hidden")
    (own, other), (stock,) = deal.hands, deal.stocks
    swapped = Deal((own, stock[:7]), ((*other, *stock[:6:-1]),))
    rows = [observe(Game(rules, world, starter=0).view(0)) for world in (deal, swapped)]
    assert rows[0] == rows[1]
    assert sum(rows[0][parts["hand"]]) == 7
    assert not any(rows[0][parts["laid"]])


@pytest.mark.parametrize(("game", "seat"), [(3, 0), (-1, 0), (0, 2), (0, -1)])
def test_a_game_or_a_seat_that_does_not_exist_has_no_observation(game: int, seat: int) -> None:
    games = sim.Games(DUEL, 2, 3, "nobody")
    with pytest.raises((IndexError, TenbackError)):
        games.observe(game, seat)


def test_threads_take_turns() -> None:
    """Kernels hold no lock of Python's, so that without one of our own games would be torn."""
    games = sim.Games(Rules.named("original"), 3, 500, "threads")

    def step_on() -> None:
        for _ in range(40):
            with contextlib.suppress(TenbackError):
                # Another seat may have moved since these were chosen.
                games.step(games.random_actions())

    threads = [threading.Thread(target=step_on) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert games.now.masks.any(axis=1).all()
