"""A grid of rules with some keys changed: every combination of the values asked for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from typing import TYPE_CHECKING, Any

from tenback.core.errors import TenbackError
from tenback.core.outcome import Reason
from tenback.core.rulesfile import build, to_data
from tenback.sim.results import Results
from tenback.sim.runner import stream
from tenback.sim.simulation_setting import Setting
from tenback.sim.statistics import Interval, wilson

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tenback.core.rules import Rules, TalkPolicy
    from tenback.sim.workers import Workers

HAND = "hand"
PLAYERS = "players"
RANGES = "deck.numbers"
"""The one key whose values are texts that look like ranges."""

_SELDOM = "draw_after_gift"
_NOT_SWEPT = ("name", "hands")


@dataclass(frozen=True, slots=True)
class Axis:
    """A key of the rules and the values it takes in turn."""

    key: str
    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """One combination of values: a table that can be simulated, or why there is none."""

    values: tuple[Any, ...]
    setting: Setting | None = None
    refusal: TenbackError | None = None


class Measure(StrEnum):
    """What is said of a cell: how often it was won, or how often a duel came to its end."""

    WON = "won"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A cell and how its games went, as far as any were played."""

    cell: Cell
    results: Results | None = None

    def hits(self, measure: Measure) -> int:
        """How many games count."""
        if self.results is None:
            return 0
        if measure is Measure.FINISHED:
            return self.results.reasons[Reason.FINISHED]
        return self.results.wins[0]

    def rate(self, measure: Measure) -> float:
        """The share of games that count."""
        return self.hits(measure) / self.results.games if self.results else 0.0

    def interval(self, measure: Measure) -> Interval:
        """Where the true share lies, with 95 % confidence."""
        return wilson(self.hits(measure), self.results.games if self.results else 0)


def keys(rules: Rules) -> tuple[str, ...]:
    """Every key that can be swept: the hand, the players, and what a variant's file may hold."""
    found = [HAND, PLAYERS]
    for key, value in to_data(rules).items():
        if isinstance(value, dict):
            found += [f"{key}.{inner}" for inner in value if key not in _NOT_SWEPT]
        elif key not in _NOT_SWEPT:
            found.append(key)
    return tuple(dict.fromkeys([*found, _SELDOM]))


def grid(
    rules: Rules,
    players: int,
    bots: tuple[str, ...],
    seed: str,
    axes: Sequence[Axis],
    talk: TalkPolicy | None = None,
) -> tuple[Cell, ...]:
    """Every combination, the last key changing fastest, on the same deals."""
    cells = []
    for values in product(*(axis.values for axis in axes)):
        changes = {axis.key: value for axis, value in zip(axes, values, strict=True)}
        try:
            changed, seats = _changed(rules, players, changes)
            setting = Setting(changed, seats, bots, seed, talk)
            if setting.search_configs:
                setting.config_rows()  # refuses a search bot without a network for such rules
            cells.append(Cell(values, setting))
        except TenbackError as refusal:
            cells.append(Cell(values, refusal=refusal))
    return tuple(cells)


def _changed(rules: Rules, players: int, changes: Mapping[str, Any]) -> tuple[Rules, int]:
    """The rules with some keys changed, and for how many."""
    data = to_data(rules)
    players = changes.get(PLAYERS, players)
    hand = changes.get(HAND, data["hands"].get(str(players)))
    if hand is not None:
        # Only the hand in question: a minimum may be too much for the hands of other tables.
        data["hands"] = {str(players): hand}
    for key, value in changes.items():
        if key not in (HAND, PLAYERS):
            _put(data, key, value)
    return build(data), players


def _put(data: dict[str, Any], key: str, value: object) -> None:
    table, dot, inner = key.partition(".")
    if dot:
        data[table][inner] = value
    else:
        data[key] = value


def sweep(
    cells: Sequence[Cell], games: int, workers: Workers | None = None
) -> Iterator[tuple[int, Results]]:
    """Play every cell that can be played; parts of its results arrive with the cell's place."""
    for place, cell in enumerate(cells):
        if cell.setting is not None:
            for part in stream(cell.setting, games, workers=workers):
                yield place, part


def measure_of(cells: Sequence[Cell]) -> Measure:
    """What to look at: among equals a duel is even, so there only how it ends tells something."""
    tables = [cell.setting for cell in cells if cell.setting is not None]
    even = all(table.rules.duel and len(set(table.seats)) == 1 for table in tables)
    return Measure.FINISHED if even else Measure.WON


def highest(outcomes: Sequence[Outcome], measure: Measure) -> Outcome:
    """The cell with the highest rate."""
    return max(outcomes, key=lambda outcome: outcome.rate(measure))


def nearest_to_half(outcomes: Sequence[Outcome], measure: Measure) -> Outcome:
    """The cell whose games are the most open."""
    return min(outcomes, key=lambda outcome: abs(outcome.rate(measure) - 0.5))


def widest_half(outcomes: Sequence[Outcome], measure: Measure) -> float:
    """How far the end of an interval lies from its rate at most: none is less certain."""
    found = [(outcome.rate(measure), outcome.interval(measure)) for outcome in outcomes]
    return max(max(ends.high - rate, rate - ends.low) for rate, ends in found)
