"""Batches of search bots: the core agrees with every game, however they are cut and mixed."""

from __future__ import annotations

import pytest

from tenback import Rules, sim
from tenback.core.rules import TalkPolicy
from tenback.sim import Setting, Workers
from tenback.sim.runner import play_part
from tenback.testing import nearly_sorted
from tests.cases import IDS, SOAK, TABLES
from tests.sim.replays import agree
from tests.sim.search.workspaces import bot_name

GAMES = 20 if SOAK else 2
CASTS = (("strong",), ("strong", "careful"), ("careful", "master:quick", "strong"))


def names(cast: tuple[str, ...], rules: Rules, players: int) -> tuple[str, ...]:
    """A cast at a table; in games that are shipped without a network search bots borrow one."""
    simple = ("careful", "random")
    seats = cast[:players]
    return tuple(n if n in simple else bot_name(n, rules, players) for n in seats)


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_every_game_goes_the_same_way_in_the_core(rules: Rules, players: int) -> None:
    for number, cast in enumerate(CASTS):
        bots = names(cast, rules, players)
        # Masters take longer, so that they meet the easy deals of a few tables only.
        if number < 2 or players in (1, 3) or rules.duel:
            agree(sim.play(rules, players, bots, GAMES, f"batch {number}", keep=True))
        if number == 0 or (number == 2 and rules.duel):
            deals = [nearly_sorted(rules, players, seed) for seed in range(GAMES)]
            agree(sim.play_deals(rules, bots, deals, "batch"))


@pytest.mark.parametrize("name", ["original", "face-to-face"])
def test_results_do_not_depend_on_how_the_work_is_cut(name: str) -> None:
    """Nor on what was searched in the games before."""
    rules = Rules.named(name)
    bots = names(("strong", "master:quick"), rules, 2)
    setting = Setting(rules, 2, bots, "cut")
    whole = play_part(setting, 0, 3, True)
    parts = [play_part(setting, first, count, True) for first, count in ((0, 2), (2, 1))]
    assert parts[1] + parts[0] == whole
    assert sim.play(rules, 2, bots, 3, "cut", keep=True, workers=Workers(cores=2)) == whole
    assert whole.record(2) == parts[1].record(0)


def test_chunks_of_many_workers_are_the_same_games() -> None:
    rules = Rules.named("original")
    one, two = (
        sim.play(rules, 3, "strong", 400, "chunks", workers=Workers(cores=cores))
        for cores in (1, 2)
    )
    assert one == two
    assert one.games == 400


def test_a_duel_is_won_by_one_of_two() -> None:
    """And by the stronger one from either seat."""
    rules = Rules.named("face-to-face")
    strong = bot_name("strong", rules, 2)
    wins = []
    for bots in ((strong, "random"), ("random", strong)):
        results = sim.play(rules, 2, bots, 100, "duel", keep=True)
        assert sum(results.wins) == 100
        counted = [0, 0]
        for number in range(100):
            winner = results[number].outcome.winner
            assert winner in (0, 1)
            counted[winner or 0] += 1
        assert tuple(counted) == results.wins
        wins.append(results.wins)
    assert wins[0][0] > 80
    assert wins[1][1] > 80


def test_talk_makes_a_difference_and_silence_none() -> None:
    """Where no bot may talk, it makes no difference which would."""
    rules = Rules.named("original")
    settings = [
        Setting(rules, 3, ("strong",), "talk", policy)
        for policy in (None, TalkPolicy.NO_NUMBERS, TalkPolicy.NO_CLUES, TalkPolicy.SILENT)
    ]
    games = [[play_part(each, 0, 4, True).record(n).moves for n in range(4)] for each in settings]
    assert games[0] == games[1]
    assert games[0] != games[3]
    assert games[2] != games[3]
    # Careful players have nothing to say, and do not listen.
    silent = [Setting(rules, 3, ("careful",), "talk", each.policy) for each in settings]
    records = [play_part(each, 0, 1, True).record(0).moves for each in silent]
    assert records.count(records[0]) == len(records)


def test_search_bots_are_better_than_careful() -> None:
    """Worth little as a measurement, but a slip that ruins them would show."""
    rules = Rules.named("original")
    left = [
        sim.play(rules, 3, bots, games, "better").mean_left
        for bots, games in (("careful", 200), ("strong", 100), ("master:quick", 4))
    ]
    assert left[0] > 2 * left[1]
    assert left[0] > 2 * left[2]
