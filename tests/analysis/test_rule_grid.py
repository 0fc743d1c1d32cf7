"""The grid behind a sweep: every combination is a table, or says why it is none."""

from __future__ import annotations

from typing import Any

import pytest

from tenback import Rules, sim
from tenback.analysis.rule_grid import (
    Axis,
    Cell,
    Measure,
    Outcome,
    grid,
    highest,
    keys,
    measure_of,
    nearest_to_half,
    sweep,
    widest_half,
)
from tenback.core.variants import every

ORIGINAL = Rules.named("original")


def cells(
    *axes: Axis, rules: Rules = ORIGINAL, players: int = 3, bots: tuple[str, ...] = ("greedy",)
) -> tuple[Cell, ...]:
    return grid(rules, players, bots, "sea", axes)


def rules_of(cell: Cell) -> Rules:
    assert cell.setting is not None
    return cell.setting.rules


def code(cell: Cell) -> str:
    assert cell.setting is None
    assert cell.refusal is not None
    return cell.refusal.code


def test_the_last_key_changes_fastest() -> None:
    found = cells(Axis("hand", (5, 6)), Axis("minimum", (2, 3)))
    assert [cell.values for cell in found] == [(5, 2), (5, 3), (6, 2), (6, 3)]
    assert [(rules_of(c).hand_size(3), rules_of(c).minimum) for c in found] == [
        (5, 2), (5, 3), (6, 2), (6, 3),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("key", "value", "attribute"),
    [
        ("minimum_without_stock", 2, "minimum_without_stock"),
        ("maximum", 3, "maximum"),
        ("draw", "full", "draw"),
        ("trick.distance", 7, "trick.distance"),
        ("piles.own", False, "piles.own"),
        ("talk", "silent", "talk"),
    ],
)
def test_any_key_of_a_file_can_be_changed(key: str, value: object, attribute: str) -> None:
    (cell,) = cells(Axis(key, (value,)))
    found: Any = rules_of(cell)
    for name in attribute.split("."):
        found = getattr(found, name)
    assert found == value


def test_lists_and_ranges_of_a_file() -> None:
    (cell,) = cells(Axis("piles.up", ([1, 1, 1],)), Axis("deck.numbers", ("2..50",)))
    assert rules_of(cell).piles.up == (1, 1, 1)
    assert len(rules_of(cell).cards) == 49


def test_players_change_and_the_hand_is_theirs() -> None:
    found = cells(Axis("players", (1, 5)))
    assert [cell.setting and cell.setting.players for cell in found] == [1, 5]
    assert rules_of(found[0]).hands == ((1, 8),)
    assert rules_of(found[1]).hands == ((5, 6),)


def test_a_hand_opens_a_new_number_of_players() -> None:
    alone, with_hand = (
        cells(Axis("players", (7,))),
        cells(Axis("players", (7,)), Axis("hand", (5,))),
    )
    assert code(alone[0]) == "wrong-players"
    assert rules_of(with_hand[0]).hands == ((7, 5),)


def test_hands_of_other_tables_do_not_matter() -> None:
    # With 3 players no hand has 6 cards here, but a single player holds 7.
    short = Rules.named("original", expert=True, short_hands=True)
    (cell,) = cells(Axis("minimum", (6,)), rules=short, players=1)
    assert rules_of(cell).minimum == 6


def test_what_core_refuses_says_why() -> None:
    found = cells(Axis("hand", (2, 3)), Axis("minimum", (2, 3)))
    assert [cell.refusal is not None for cell in found] == [False, True, False, False]
    assert code(found[1]) == "hand-below-minimum"


@pytest.mark.parametrize(
    "axis",
    [
        Axis("hand", (True,)),
        Axis("hand", ("x",)),
        Axis("hand", ([],)),
        Axis("players", ("x",)),
        Axis("players", (-1,)),
        Axis("players", (True,)),
        Axis("players", ([],)),
        Axis("minimum", (10**9,)),
        Axis("deck.numbers", ([1],)),
        Axis("fire", ("x",)),
    ],
)
def test_nonsense_is_refused_in_its_cell(axis: Axis) -> None:
    (cell,) = cells(axis)
    assert code(cell)


def test_bots_that_do_not_fit_are_refused_in_their_cell() -> None:
    found = cells(Axis("players", (1, 2)), bots=("greedy", "random"))
    assert code(found[0]) == "wrong-bots"
    assert found[1].setting is not None


@pytest.mark.parametrize("rules", every(), ids=lambda rules: rules.name)
def test_every_key_is_one_that_core_knows(rules: Rules) -> None:
    players = rules.player_counts[0]
    for key in keys(rules):
        (cell,) = grid(rules, players, ("greedy",), "sea", [Axis(key, (1,))])
        assert cell.refusal is None or cell.refusal.code != "unknown-key"
    assert "name" not in keys(rules)


def outcomes(found: tuple[Cell, ...], games: int = 300) -> list[Outcome]:
    played: dict[int, sim.Results] = {}
    for place, part in sweep(found, games):
        played[place] = played[place] + part if place in played else part
    return [Outcome(cell, played.get(place)) for place, cell in enumerate(found)]


def test_every_cell_plays_the_same_deals() -> None:
    found = outcomes(cells(Axis("hand", (1, 6, 8))))
    assert found[0].results is None
    for outcome, hand in zip(found[1:], (6, 8), strict=True):
        assert outcome.results is not None
        assert outcome.results.games == 300
        assert outcome.results.setting.seed == "sea"
        assert outcome.results.setting.rules.hand_size(3) == hand
    alone = sim.play(ORIGINAL, 3, "greedy", 300, "sea")
    assert found[1].hits(Measure.WON) == alone.wins[0]


def test_a_cell_without_games_knows_nothing() -> None:
    empty = Outcome(Cell((1,)))
    assert empty.rate(Measure.WON) == 0
    assert (empty.interval(Measure.WON).low, empty.interval(Measure.WON).high) == (0, 1)


def test_the_cells_that_a_designer_looks_for() -> None:
    found = outcomes(cells(Axis("deck.numbers", ("2..40", "2..70", "2..99"))))
    assert highest(found, Measure.WON) is found[0]
    rates = [abs(outcome.rate(Measure.WON) - 0.5) for outcome in found]
    assert rates.index(min(rates)) == found.index(nearest_to_half(found, Measure.WON))
    assert 0 < widest_half(found, Measure.WON) < 0.1


def test_a_duel_among_equals_is_measured_by_its_end() -> None:
    duel = Rules.named("face-to-face")
    even = cells(Axis("hand", (5, 6)), rules=duel, players=2)
    assert measure_of(even) is Measure.FINISHED
    odd = cells(Axis("hand", (5, 6)), rules=duel, players=2, bots=("greedy", "random"))
    assert measure_of(odd) is Measure.WON
    assert measure_of(cells(Axis("hand", (5, 6)))) is Measure.WON
    (outcome,) = outcomes(even[:1])
    assert outcome.results is not None
    assert outcome.hits(Measure.FINISHED) == outcome.results.reasons["finished"]  # type: ignore[index]
