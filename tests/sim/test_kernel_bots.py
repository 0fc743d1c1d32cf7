"""The kernel bots: each does what its file says."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tenback import Deal, Rules, sim
from tenback.core.cards import colour_of
from tenback.core.fits import Kind
from tenback.core.moves import END
from tenback.core.turn import due_fires, legal_lays, legal_moves
from tenback.sim import kernel_bots
from tenback.testing import nearly_sorted
from tests.cases import IDS, SOAK, TABLES
from tests.core.test_referee_custom import VARIANTS, rules_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.core.fits import LayOption
    from tenback.core.moves import Move
    from tenback.core.record import Record
    from tenback.core.state import State
    from tenback.core.views import View

FOLDER = Path(kernel_bots.__file__).parent
FILES = sorted(path for path in FOLDER.glob("*.py") if path.stem != "__init__")
GAMES = 20 if SOAK else 2
DUEL = Rules.named("face-to-face")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_player_is_a_file(file: Path) -> None:
    module = import_module(f"tenback.sim.kernel_bots.{file.stem}")
    assert callable(module.choose)
    assert module.choose.__doc__
    first, *_ = (module.__doc__ or "").splitlines()
    assert first.endswith(".")
    assert file.stem in kernel_bots.KERNEL_BOTS


def test_every_player_is_a_file() -> None:
    assert [*kernel_bots.KERNEL_BOTS] == [file.stem for file in FILES]
    assert {
        name: number for number, name in enumerate(kernel_bots.KERNEL_BOTS)
    } == kernel_bots.NUMBERS
    assert {"random", "greedy", "careful"} <= {*kernel_bots.KERNEL_BOTS}


def moments(record: Record) -> Iterator[tuple[State, Move]]:
    """Every moment of a game in the core, and the move that was made there."""
    game = type(record)(record.rules, record.origin, record.starter, (), record.takebacks).game()
    for move in record.moves:
        yield game.state, move  # type: ignore[misc]
        game.act(move)


# greedy


def greedy(view: View) -> Move:
    """The smallest step, exactly the minimum; of like steps the first pile."""
    options = view.options()
    return END if options.may_end else min(options.lays, key=lambda lay: _rank(view, lay)).move


def _rank(view: View, lay: LayOption) -> tuple[int, int, int]:
    """Equal numbers are taken by colour, from the end at which the pile's next card is found."""
    gift, place = lay.kind is Kind.GIFT, view.rules.pile_index[lay.move.pile]
    colour = ord(colour_of(lay.move.card) or "-")
    upwards = view.rules.layout[place].up != gift
    return -lay.step if gift else lay.step, place, colour if upwards else -colour


def games_of(rules: Rules, table: int, bots: str) -> list[sim.Results]:
    deals = [nearly_sorted(rules, table, seed) for seed in range(GAMES)]
    return [
        sim.play(rules, table, bots, GAMES, "players", keep=True),
        sim.play_deals(rules, bots, deals, "players"),
    ]


def check_greedy(record: Record) -> None:
    game = type(record)(record.rules, record.origin, record.starter, (), record.takebacks).game()
    for move in record.moves:
        assert game.turn is not None
        assert greedy(game.view(game.turn)) == move
        game.act(move)


@pytest.mark.parametrize(("rules", "table"), TABLES, ids=IDS)
def test_greedy_takes_the_smallest_step(rules: Rules, table: int) -> None:
    for results in games_of(rules, table, "greedy"):
        for number in range(GAMES):
            check_greedy(results.record(number))


@pytest.mark.parametrize("name", VARIANTS)
def test_greedy_takes_the_smallest_step_in_any_variant(name: str) -> None:
    rules = rules_of(name)
    for table in rules.player_counts:
        for results in games_of(rules, table, "greedy"):
            check_greedy(results.record(0))


# random


def test_random_is_even_over_all_moves_of_one_position() -> None:
    deal = Deal.from_seed(DUEL, 2, "position")
    results = sim.play_deals(DUEL, "random", [deal] * 3_000, "even")
    counts = Counter(results.record(number).moves[0] for number in range(3_000))
    state = next(moments(results.record(0)))[0]
    assert set(counts) == set(legal_moves(state))
    expected, free = 3_000 / len(counts), len(counts) - 1
    chi = sum((count - expected) ** 2 / expected for count in counts.values())
    assert (chi - free) / sqrt(2 * free) < 6


@pytest.mark.parametrize("rules", [Rules.named("original"), DUEL], ids=lambda rules: rules.name)
def test_random_ends_a_turn_as_often_as_it_makes_any_other_move(rules: Rules) -> None:
    """Over many positions: the ends that are met beside those that even chances let expect."""
    results = sim.play(rules, 2, "random", 300, "ends", keep=True)
    surplus, variance = 0.0, 0.0
    for number in range(300):
        for state, move in moments(results.record(number)):
            legal = legal_moves(state)
            if END in legal:
                chance = 1 / len(legal)
                surplus += (move == END) - chance
                variance += chance * (1 - chance)
    assert variance > 100
    assert abs(surplus) < 6 * sqrt(variance)


# careful


def test_games_with_careful_players_are_worth_their_time() -> None:
    """Strength is told in docs with numbers; here only that the order of players is clear."""
    rules = Rules.named("original")
    rates = [sim.play(rules, 2, bot, 2_000, "order").mean_left_interval for bot in BY_STRENGTH]
    assert all(weak.low > strong.high for weak, strong in combinations(rates, 2))


BY_STRENGTH = ("random", "greedy", "careful")
TEAMS = [(rules, table) for rules, table in TABLES if not rules.duel]


@pytest.mark.parametrize(
    ("rules", "table"), TEAMS, ids=[name for name in IDS if "face" not in name]
)
def test_careful_teams_leave_fewer_cards_and_win_more_than_greedy_ones(
    rules: Rules, table: int
) -> None:
    careful, greedy = (
        sim.play(rules, table, bot, 2_000, "strength") for bot in ("careful", "greedy")
    )
    if rules.maximum == 1:
        # One of two cards a turn leaves so little to choose that the smallest step is as good.
        assert careful.mean_left_interval.low < greedy.mean_left_interval.high
        assert careful.win_interval().high > greedy.win_interval().low
    else:
        assert careful.mean_left_interval.high < greedy.mean_left_interval.low
        assert careful.wins[0] >= greedy.wins[0]


@pytest.mark.parametrize(
    "rules",
    [Rules.named("original"), Rules.named("original", on_fire=True), Rules.named("quick-and-easy")],
    ids=lambda rules: rules.name,
)
def test_careful_teams_win_clearly_more_often(rules: Rules) -> None:
    for table in rules.player_counts:
        careful, greedy = (
            sim.play(rules, table, bot, 10_000, "wins") for bot in ("careful", "greedy")
        )
        assert careful.win_interval().low > greedy.win_interval().high


@pytest.mark.parametrize("seat", [0, 1])
def test_careful_beats_greedy_head_to_head_in_either_seat(seat: int) -> None:
    bots = ("careful", "greedy") if seat == 0 else ("greedy", "careful")
    results = sim.play(DUEL, 2, bots, 4_000, "duel")
    assert results.win_interval(seat).low > results.win_interval(1 - seat).high


@pytest.mark.parametrize("table", [1, 3, 5])
def test_careful_covers_due_fires_when_it_can(table: int) -> None:
    rules = Rules.named("original", on_fire=True)
    results = sim.play(rules, table, "careful", 150, "fires", keep=True)
    covered = 0
    for number in range(150):
        for state, move in moments(results.record(number)):
            due = {pile.name for pile in due_fires(state)}
            if move == END:
                assert not [lay for lay in legal_lays(state) if lay.pile in due]
            else:
                covered += move.pile in due  # type: ignore[union-attr]
    assert covered > 100
