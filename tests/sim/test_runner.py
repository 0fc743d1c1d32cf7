"""Batches: the same on any number of cores, every game to be had, bad input refused."""

from __future__ import annotations

import pickle
from functools import reduce
from operator import add
from typing import Any

import numpy as np
import pytest

from tenback import Deal, Rules, TenbackError, sim
from tenback.core.cards import number_of
from tenback.core.rules import TalkPolicy
from tenback.sim import runner
from tests.cases import IDS, TABLES

ORIGINAL = Rules.named("original")
DUEL = Rules.named("face-to-face")
GAMES = 2_300


def same(one: sim.Results, other: sim.Results) -> None:
    """Every count and every kept game is the same."""
    assert (one.games, one.kept, one.first) == (other.games, other.kept, other.first)
    assert (one.left, one.turns, one.wins) == (other.left, other.turns, other.wins)
    assert (one.reasons, one.excellent) == (other.reasons, other.excellent)
    assert (one.tally.kept == other.tally.kept).all()


def batch(keep: bool = True, **how: Any) -> sim.Results:
    bots = ("random", "greedy", "careful")
    return sim.play(ORIGINAL, 4, bots, GAMES, "lighthouse", keep=keep, workers=sim.Workers(**how))


ONE_CORE: dict[str, Any] = {"cores": 1}


@pytest.mark.parametrize(
    "how", [{"cores": 2}, {"cores": 3}, {}, {"cores": 2, "backend": "loky"}], ids=str
)
def test_the_same_seed_gives_the_same_results_however_they_are_made(how: dict[str, Any]) -> None:
    same(batch(**how), batch(**ONE_CORE))
    same(batch(keep=False, **how), batch(keep=False, **ONE_CORE))


@pytest.mark.parametrize(("first", "largest"), [(1, 7), (100, 100), (5_000, 5_000)])
def test_the_size_of_the_parts_does_not_matter(
    first: int, largest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = batch(**ONE_CORE)
    monkeypatch.setattr(runner, "FIRST_CHUNK", first)
    monkeypatch.setattr(runner, "LARGEST_CHUNK", largest)
    same(batch(cores=2), whole)


@pytest.mark.parametrize("games", [1, 499, 500, 501, 1_499, 100_000, 123_456])
@pytest.mark.parametrize("workers", [1, 2, 64])
def test_the_parts_hold_every_game_once(games: int, workers: int) -> None:
    expected = 0
    for first, count in runner.chunks(games, workers):
        assert first == expected
        assert 0 < count <= runner.LARGEST_CHUNK
        expected += count
    assert expected == games


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_a_larger_batch_begins_with_the_same_games(rules: Rules, players: int) -> None:
    small = sim.play(rules, players, "random", 30, "first", keep=True)
    large = sim.play(rules, players, "random", 600, "first", keep=True)
    assert (small.tally.kept == large.tally.kept[:30]).all()
    assert small.record(29) == large.record(29)


def test_another_seed_gives_other_games() -> None:
    one, other = (sim.play(ORIGINAL, 3, "greedy", 50, seed, keep=True) for seed in ("a", "b"))
    assert not (one.tally.kept == other.tally.kept).all()
    assert one.deal(0) != other.deal(0)


# Results


def test_parts_add_up_to_the_whole() -> None:
    setting = sim.Setting(ORIGINAL, 3, ("careful",), "parts")
    parts = list(sim.stream(setting, GAMES, keep=True, workers=sim.Workers(cores=1)))
    assert len(parts) > 1
    same(reduce(add, parts), sim.play(ORIGINAL, 3, "careful", GAMES, "parts", keep=True))
    assert sum(part.games for part in parts) == GAMES
    assert [part.first for part in parts] == [0, *np.cumsum([p.games for p in parts[:-1]])]


def test_kept_games_are_added_to_their_neighbours_alone() -> None:
    setting = sim.Setting(ORIGINAL, 3, ("careful",), "parts")
    first, second, third, *_ = sim.stream(setting, GAMES, keep=True, workers=sim.Workers(cores=1))
    number = first.games + 3
    for whole in (first + second + third, third + second + first):
        assert whole[number].outcome == whole.record(number).game().outcome
    with pytest.raises(ValueError, match="follow"):
        first + third


def test_a_game_can_be_had_whichever_part_was_done_first() -> None:
    setting = sim.Setting(ORIGINAL, 3, ("careful",), "parts")
    parts = list(sim.stream(setting, GAMES, workers=sim.Workers(cores=1)))
    backwards = reduce(add, reversed(parts))
    forwards = reduce(add, parts)
    assert backwards.record(5) == forwards.record(5)
    assert backwards.record(GAMES - 1) == forwards.record(GAMES - 1)


def test_every_part_knows_its_games_by_number() -> None:
    setting = sim.Setting(DUEL, 2, ("greedy",), "numbers")
    whole = sim.play(DUEL, 2, "greedy", 1_200, "numbers", keep=True)
    for part in sim.stream(setting, 1_200, keep=True):
        assert part[3] == whole[part.first + 3]
        assert part.deal(3) == whole.deal(part.first + 3)
        assert part.record(3) == whole.record(part.first + 3)


def test_games_that_were_not_kept_can_be_pulled_out_too() -> None:
    counted = sim.play(ORIGINAL, 2, "careful", 40, "kept")
    kept = sim.play(ORIGINAL, 2, "careful", 40, "kept", keep=True)
    assert (counted.kept, kept.kept) == (0, 40)
    assert counted.record(17) == kept.record(17)
    assert counted.deal(17) == kept.deal(17)
    for number in (-1, 0):
        with pytest.raises(IndexError):
            counted[number]
    for number in (-1, 40):
        with pytest.raises(IndexError):
            kept[number]


def test_results_count_what_single_games_show() -> None:
    kept = sim.play(DUEL, 2, ("careful", "random"), 500, "counts", keep=True)
    outcomes = [kept[number].outcome for number in range(500)]
    assert kept.win_rate(1) == sum(outcome.winner == 1 for outcome in outcomes) / 500
    assert kept.mean_left == sum(outcome.left for outcome in outcomes) / 500
    assert kept.mean_turns == sum(kept[number].turns for number in range(500)) / 500
    assert kept.win_rate(0) in kept.win_interval(0)
    assert kept.mean_left in kept.mean_left_interval
    assert kept.setting.seats == ("careful", "random")


def test_results_survive_pickling() -> None:
    results = sim.play(ORIGINAL, 2, "careful", 40, "kept", keep=True)
    again = pickle.loads(pickle.dumps(results))
    same(again, results)
    assert again.record(3) == results.record(3)


@pytest.mark.parametrize(
    ("rules", "players", "bot", "policy", "talk"),
    [
        (ORIGINAL, 2, "strong", None, TalkPolicy.NO_NUMBERS),
        (ORIGINAL, 2, "mine.npz", TalkPolicy.SILENT, TalkPolicy.SILENT),
        (ORIGINAL, 2, "careful", TalkPolicy.SILENT, None),
        (ORIGINAL, 1, "strong", None, None),
        (DUEL, 2, "strong", None, None),
    ],
)
def test_search_bots_talk_where_they_play_together(
    rules: Rules, players: int, bot: str, policy: TalkPolicy | None, talk: TalkPolicy | None
) -> None:
    assert sim.Setting(rules, players, (bot,), "x", policy).talk is talk


def test_bots_take_the_seats_in_turn() -> None:
    seats = sim.Setting(ORIGINAL, 5, ("careful", "random"), "x").seats
    assert seats == ("careful", "random", "careful", "random", "careful")
    one = sim.play(ORIGINAL, 4, ("careful", "random"), 50, "x", keep=True)
    two = sim.play(ORIGINAL, 4, ("careful", "random") * 2, 50, "x", keep=True)
    assert (one.tally.kept == two.tally.kept).all()


# Deals


def test_deals_spelled_out_are_the_deals_played() -> None:
    deals = [Deal.from_seed(DUEL, 2, str(seed)) for seed in range(30)]
    results = sim.play_deals(DUEL, ("greedy", "careful"), deals, "any")
    plain = [Deal(deal.hands, deal.stocks, deal.starter, deal.seed) for deal in deals]
    assert [results.deal(number) for number in range(30)] == plain
    assert {results.record(number).starter for number in range(30)} == {0, 1}


def test_hands_may_be_spelled_out_in_any_order() -> None:
    sorted_deal = Deal.from_seed(ORIGINAL, 3, "order")
    mixed = Deal(tuple(hand[::-1] for hand in sorted_deal.hands), sorted_deal.stocks)
    one, other = (
        sim.play_deals(ORIGINAL, "careful", [deal], "any") for deal in (sorted_deal, mixed)
    )
    assert one.record(0).moves == other.record(0).moves


def test_deals_that_fit_nothing_are_refused() -> None:
    good = Deal.from_seed(ORIGINAL, 3, "good")
    with pytest.raises(TenbackError) as caught:
        sim.play_deals(ORIGINAL, "greedy", [good, Deal(good.hands[:2], good.stocks)], "any")
    assert caught.value.code == "wrong-hand-size"
    with pytest.raises(TenbackError) as caught:
        sim.play_deals(ORIGINAL, "greedy", [], "any")
    assert caught.value.code == "bad-games"


def test_deals_for_different_numbers_of_players_are_refused() -> None:
    deals = [Deal.from_seed(ORIGINAL, players, "mixed") for players in (3, 4)]
    with pytest.raises(TenbackError):
        sim.play_deals(ORIGINAL, "greedy", deals, "any")


@pytest.mark.parametrize("bots", ["random", "greedy", "careful"])
def test_a_deal_does_not_depend_on_who_plays(bots: str) -> None:
    one = sim.play(ORIGINAL, 3, bots, 10, "who")
    other = sim.play(ORIGINAL, 3, ("greedy", "random"), 10, "who")
    assert [one.deal(number) for number in range(10)] == [other.deal(n) for n in range(10)]


@pytest.mark.parametrize("number", range(10))
def test_the_order_of_cards_does_not_depend_on_the_number_of_players(number: int) -> None:
    """The next cards of a longer stock are those of the hands that a larger table was dealt."""
    for players, hand in [(3, 6), (4, 6), (5, 6)]:
        assert ORIGINAL.hand_size(players) == hand
    three, four, five = (
        sim.play(ORIGINAL, players, "greedy", 10, "order").deal(number) for players in (3, 4, 5)
    )
    assert three.hands == four.hands[:3] == five.hands[:3]
    assert four.hands == five.hands[:4]
    assert ORIGINAL.sort(three.stocks[0][:6]) == four.hands[3]
    assert three.stocks[0][6:] == four.stocks[0]
    assert four.stocks[0][6:] == five.stocks[0]
    one = sim.play(ORIGINAL, 1, "greedy", 10, "order").deal(number)
    assert set(three.hands[0]) < set(one.hands[0])
    assert one.stocks[0][-len(five.stocks[0]) :] == five.stocks[0]


def chi_square(counts: np.ndarray[Any, Any]) -> float:
    """How uneven counts are, in deviations from what even ones would show."""
    expected = counts.sum() / counts.size
    free = counts.size - 1
    chi = ((counts - expected) ** 2 / expected).sum()
    return float((chi - free) / (2 * free) ** 0.5)


def test_every_card_comes_to_every_place_equally_often() -> None:
    rules, games = Rules.named("quick-and-easy"), 6_000
    results = sim.play(rules, 2, "random", games, "even")
    cards = len(rules.cards)
    counts = np.zeros((cards, cards))
    for number in range(games):
        deal = results.deal(number)
        stock = deal.stocks[0]
        places = [rules.order[card] for card in stock]
        counts[np.arange(cards - len(stock), cards), places] += 1
        for seat, hand in enumerate(deal.hands):
            for card in hand:
                counts[seat, rules.order[card]] += 1
    dealt = 2 * rules.hand_size(2)
    assert all(chi_square(row) < 6 for row in (*counts[:2], *counts[dealt:]))
    assert chi_square(counts[dealt:]) < 6


def test_cards_that_follow_each_other_are_independent() -> None:
    rules, games = Rules.named("quick-and-easy"), 6_000
    results = sim.play(rules, 2, "random", games, "pairs")
    pairs = np.zeros((10, 10))
    for number in range(games):
        stock = results.deal(number).stocks[0]
        pairs[number_of(stock[0]) - 1, number_of(stock[1]) - 1] += 1
    colours = len(rules.deck.colours)
    cards = len(rules.cards)
    likely = np.full((10, 10), colours * colours / cards / (cards - 1))
    np.fill_diagonal(likely, colours * (colours - 1) / cards / (cards - 1))
    chi = ((pairs - games * likely) ** 2 / (games * likely)).sum()
    assert (chi - 99) / (2 * 99) ** 0.5 < 6


def test_both_players_of_a_duel_start_equally_often() -> None:
    results = sim.play(DUEL, 2, "greedy", 4_000, "lots")
    starts = sum(results.deal(number).starter == 1 for number in range(4_000))
    assert abs(starts - 2_000) < 6 * 1_000**0.5


def test_the_two_decks_of_a_duel_are_shuffled_apart() -> None:
    """No place of one deck follows the other's: not the same place, nor a neighbour."""
    results = sim.play(DUEL, 2, "greedy", 400, "decks")
    drawn = [[drawn_from(results.deal(number), seat) for number in range(400)] for seat in (0, 1)]
    first, second = (np.array(decks, float) for decks in drawn)
    for shift in range(-3, 4):
        found = np.corrcoef(first[:, 5:45].ravel(), second[:, 5 + shift : 45 + shift].ravel())
        assert abs(found[0, 1]) < 0.05


def drawn_from(deal: Deal, seat: int) -> list[int]:
    # Hands are sorted, so that only the stock shows the order of the shuffle.
    return [int(card) for card in deal.stocks[seat]]


# Bad input


@pytest.mark.parametrize(
    ("bots", "code"),
    [
        ("gready", "unknown-bot"),
        ("", "unknown-bot"),
        ("Greedy", "unknown-bot"),
        ((), "wrong-bots"),
        (("greedy",) * 4, "wrong-bots"),
        (("greedy", 3), "unknown-bot"),
        (("greedy", None), "unknown-bot"),
        (("x" * 10_000,), "unknown-bot"),
    ],
)
def test_bots_that_cannot_sit_down(bots: Any, code: str) -> None:
    with pytest.raises(TenbackError) as caught:
        sim.play(ORIGINAL, 3, bots, 10, "x")
    assert caught.value.code == code
    assert len(str(caught.value)) < 300


def test_a_bot_that_is_nearly_known_is_suggested() -> None:
    with pytest.raises(TenbackError, match="Did you mean greedy"):
        sim.play(ORIGINAL, 3, "gready", 10, "x")


@pytest.mark.parametrize("games", [0, -1, 2.5, True, "many", None, 10**13])
def test_games_that_cannot_be_played(games: Any) -> None:
    with pytest.raises(TenbackError) as caught:
        sim.play(ORIGINAL, 3, "greedy", games, "x")
    assert caught.value.code == "bad-games"
    with pytest.raises(TenbackError):
        next(sim.stream(sim.Setting(ORIGINAL, 3, ("greedy",), "x"), games))


@pytest.mark.parametrize("players", [0, 6, -1, 2.0, True, "2", None])
def test_tables_that_do_not_exist(players: Any) -> None:
    for call in (
        lambda: sim.play(ORIGINAL, players, "greedy", 10, "x"),
        lambda: sim.Games(ORIGINAL, players, 10, "x"),
    ):
        with pytest.raises(TenbackError) as caught:
            call()
        assert caught.value.code == "wrong-players"


@pytest.mark.parametrize("seed", [42, "", "\ud800", "a\udfff", None, b"x", "x" * 201])
def test_seeds_that_are_none(seed: Any) -> None:
    for call in (
        lambda: sim.play(ORIGINAL, 3, "greedy", 10, seed),
        lambda: sim.Games(ORIGINAL, 3, 10, seed),
        lambda: sim.play_deals(ORIGINAL, "greedy", [Deal.from_seed(ORIGINAL, 3, "x")], seed),
    ):
        with pytest.raises(TenbackError) as caught:
            call()
        assert caught.value.code == "bad-seed"


@pytest.mark.parametrize("seed", ["x" * 200, "🂡", "\x00", "zwölf", " "])
def test_any_text_can_be_a_seed(seed: str) -> None:
    assert sim.play(ORIGINAL, 3, "greedy", 3, seed).games == 3


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ({"cores": 0}, "bad-cores"),
        ({"cores": -2}, "bad-cores"),
        ({"cores": 1.5}, "bad-cores"),
        ({"cores": True}, "bad-cores"),
        ({"cores": "all"}, "bad-cores"),
        ({"backend": "spark"}, "unknown-backend"),
        ({"backend": ""}, "unknown-backend"),
        ({"backend": "dask"}, "cluster-needs-address"),
        ({"address": "tcp://127.0.0.1:8786"}, "address-without-cluster"),
        ({"backend": "loky", "address": "tcp://127.0.0.1:8786"}, "address-without-cluster"),
    ],
    ids=str,
)
def test_workers_that_cannot_be_had(how: dict[str, Any], code: str) -> None:
    with pytest.raises(TenbackError) as caught:
        sim.Workers(**how)
    assert caught.value.code == code


def test_joblib_keeps_its_own_settings() -> None:
    import joblib

    def settings() -> object:
        backend, jobs = joblib.parallel.get_active_backend()
        return type(backend), jobs

    before = settings()
    setting = sim.Setting(ORIGINAL, 2, ("greedy",), "settings")
    streams = [sim.stream(setting, 3_000, workers=sim.Workers(cores=2)) for _ in range(2)]
    for stream in streams:
        next(stream)
        assert settings() == before
    for stream in streams:
        stream.close()  # type: ignore[attr-defined]
    assert settings() == before


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    results = sim.play(ORIGINAL, np.int64(3), "greedy", np.int64(50), "numpy", keep=True)  # type: ignore[arg-type]
    lefts = [results[number].outcome.left for number in range(results.kept)]
    best = np.argmin(lefts)
    assert results.record(best).game().outcome == results[best].outcome


def test_results_are_equal_when_they_say_the_same() -> None:
    first, second, other = (sim.play(ORIGINAL, 2, "greedy", 60, seed) for seed in "aab")
    assert first == second
    assert first != other
    assert pickle.loads(pickle.dumps(first)) == first
    assert len(repr(first)) < 120


def test_no_more_games_are_kept_than_memory_holds() -> None:
    with pytest.raises(TenbackError) as caught:
        sim.play(ORIGINAL, 2, "greedy", 10**9, "much", keep=True)
    assert caught.value.code == "bad-games"


# The former name of an argument


def test_policies_is_still_accepted_for_bots() -> None:
    rules = Rules.named("original")
    old: dict[str, Any] = {"policies": "greedy"}
    with pytest.warns(DeprecationWarning, match="`policies` is now called `bots`") as caught:
        results = sim.play(rules, 3, games=20, seed="sea", **old)
    assert results == sim.play(rules, 3, bots="greedy", games=20, seed="sea")
    assert [warning.filename for warning in caught] == [__file__]
    deals = [Deal.from_seed(rules, 3, "sea")]
    with pytest.warns(DeprecationWarning, match="`policies` is now called `bots`"):
        played = sim.play_deals(rules, deals=deals, seed="sea", **old)
    assert played == sim.play_deals(rules, bots="greedy", deals=deals, seed="sea")


def test_bots_have_one_name_at_a_time() -> None:
    both: dict[str, Any] = {"bots": "greedy", "policies": "greedy"}
    with pytest.raises(TypeError, match="give only one of them"):
        sim.play(Rules.named("original"), 3, games=20, seed="sea", **both)
