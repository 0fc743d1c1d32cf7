"""Comparisons count what separate batches on the same deals would show, game by game."""

from __future__ import annotations

from functools import reduce
from operator import add

import pytest

from tenback import Rules, sim
from tenback.sim.comparison import Comparison, compare, stream_comparison

GAMES = 1200


def table(name: str, players: int, *bots: str, seed: str = "pairs") -> sim.Setting:
    return sim.Setting(Rules.named(name), players, bots, seed)


CASES = {
    "bots": (table("original", 3, "careful"), table("original", 3, "greedy")),
    "players": (table("original", 1, "greedy"), table("original", 5, "greedy")),
    "games": (table("quick-and-easy", 2, "greedy"), table("on-fire", 2, "careful")),
    "duels": (
        table("face-to-face", 2, "careful", "random"),
        table("face-to-face", 2, "random", "careful"),
    ),
    "three": (
        table("quick-and-easy", 2, "random"),
        table("quick-and-easy", 2, "greedy"),
        table("quick-and-easy", 2, "careful"),
    ),
}


@pytest.fixture(params=CASES, name="tables")
def every_case(request: pytest.FixtureRequest) -> tuple[sim.Setting, ...]:
    return CASES[request.param]


def kept(setting: sim.Setting) -> sim.Results:
    return sim.play(setting.rules, setting.players, setting.bots, GAMES, setting.seed, keep=True)


def won(results: sim.Results, number: int) -> bool:
    outcome = results[number].outcome
    return outcome.winner == 0 if results.setting.rules.duel else outcome.won


def test_pairs_are_what_separate_batches_show(tables: tuple[sim.Setting, ...]) -> None:
    found = compare(tables, GAMES)
    batches = [kept(setting) for setting in tables]
    for first in range(len(tables)):
        for second in range(len(tables)):
            one, other = batches[first], batches[second]
            wins = [(won(one, game), won(other, game)) for game in range(GAMES)]
            more = [one[game].outcome.left - other[game].outcome.left for game in range(GAMES)]
            pair = found.pair(first, second)
            assert pair.games == GAMES
            assert pair.only_first == wins.count((True, False))
            assert pair.only_second == wins.count((False, True))
            assert pair.left == sum(more)
            assert pair.squares == sum(cards * cards for cards in more)


def test_every_table_has_the_results_of_its_own_batch(tables: tuple[sim.Setting, ...]) -> None:
    for results, setting in zip(compare(tables, GAMES).results, tables, strict=True):
        alone = kept(setting)
        assert results.setting == setting
        assert (results.games, results.wins, results.left) == (GAMES, alone.wins, alone.left)
        assert results.turns == alone.turns


def same(one: Comparison, other: Comparison) -> bool:
    counts = [[(part.left, part.wins, part.turns) for part in c.results] for c in (one, other)]
    return (
        counts[0] == counts[1]
        and (one.only == other.only).all()
        and bool((one.products == other.products).all())
    )


def test_cores_make_no_difference(tables: tuple[sim.Setting, ...]) -> None:
    alone, together = (compare(tables, GAMES, sim.Workers(cores)) for cores in (1, 2))
    assert same(alone, together)


def test_no_single_game_is_kept() -> None:
    for part in stream_comparison(CASES["bots"], GAMES):
        assert [results.kept for results in part.results] == [0, 0]


def test_parts_add_up_however_many_tables_share_them() -> None:
    tables = [table("quick-and-easy", 2, "greedy") for _ in range(40)]
    parts = list(stream_comparison(tables, GAMES))
    assert sum(part.games for part in parts) == GAMES
    whole = reduce(add, parts)
    assert whole.pair(7, 7).only_first == 0
    assert whole.pair(7, 7).squares == 0


def test_a_pair_has_difference_interval_and_chance() -> None:
    better, worse = CASES["bots"]
    found = compare((better, worse), GAMES)
    pair, turned = found.pair(0, 1), found.pair(1, 0)
    rates = [results.win_rate() for results in found.results]
    assert pair.difference == pytest.approx(rates[0] - rates[1])
    assert pair.difference in pair.interval
    assert turned.difference == -pair.difference
    assert turned.chance == pair.chance
    lefts = [results.mean_left for results in found.results]
    assert pair.left_difference == pytest.approx(lefts[0] - lefts[1])
    assert pair.left_difference in pair.left_interval


def test_the_same_table_twice_does_not_differ() -> None:
    twin = CASES["bots"][0]
    pair = compare((twin, twin), 600).pair(0, 1)
    assert pair.difference == 0
    assert pair.chance == 1
    assert pair.left_difference == 0


@pytest.mark.parametrize("games", [0, -1, 10**13])
def test_a_wrong_number_of_games_is_refused(games: int) -> None:
    with pytest.raises(sim.InvalidSetting) as refused:
        next(stream_comparison(CASES["bots"], games))
    assert refused.value.code == "bad-games"


def test_only_tables_of_one_seed_are_compared() -> None:
    first, second = (table("quick-and-easy", 2, "greedy", seed=seed) for seed in "ab")
    for tables in ([], [first], [first, second]):
        with pytest.raises(sim.InvalidSetting) as refused:
            compare(tables, GAMES)
        assert refused.value.code == "not-comparable"
