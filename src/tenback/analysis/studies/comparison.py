"""A comparison: several contenders on the same deals, and how they differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from tenback.analysis.studies.contenders import Contender
from tenback.analysis.studies.interruption import closed
from tenback.analysis.studies.result_data import as_csv, ends, figures, flat
from tenback.analysis.studies.step import Step
from tenback.sim.comparison import Comparison, Difference, stream_comparison

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.sim import Results, Workers


@dataclass(frozen=True, slots=True)
class Compared:
    """Who was compared, how it went, and how many games were asked for."""

    contenders: Sequence[Contender]
    comparison: Comparison
    asked: int

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C came before all was played."""
        return self.comparison.games < self.asked

    @property
    def progress(self) -> tuple[int, int]:
        """How many games each contender has played, and how many were asked for."""
        return self.comparison.games, self.asked

    @property
    def sides(self) -> list[tuple[Contender, Results]]:
        """Every contender with its results."""
        return list(zip(self.contenders, self.comparison.results, strict=True))

    def data(self) -> dict[str, Any]:
        """One object; its keys are part of the interface."""
        comparison = self.comparison
        return {
            "seed": self.contenders[0].setting.seed,
            "games_asked": self.asked,
            "games": comparison.games,
            "interrupted": self.interrupted,
            "contenders": [_who(each) | figures(results) for each, results in self.sides],
            "best": self.contenders[comparison.best()].text,
            "pairs": [_difference(each, self.contenders) for each in comparison.differences()],
        }

    def csv(self) -> str:
        """A row for each contender."""
        rows = [
            _who(each) | {"seats": " ".join(each.setting.seats)} | flat(results)
            for each, results in self.sides
        ]
        return as_csv(rows, dict.fromkeys(chain.from_iterable(rows)))


def compare(
    contenders: Sequence[Contender], games: int, workers: Workers
) -> Iterator[Step[Compared]]:
    """Let all contenders play the same deals, step by step."""
    settings, total = [each.setting for each in contenders], None
    with closed(stream_comparison(settings, games, workers)) as parts:
        for part in parts:
            total = part if total is None else total + part
            yield Step(Compared(contenders, total, games), part.games * len(settings))


def _who(contender: Contender) -> dict[str, Any]:
    setting = contender.setting
    return {
        "contender": contender.text,
        "game": setting.rules.name,
        "players": setting.players,
        "seats": list(setting.seats),
        "talk": setting.talk,
    }


def _difference(found: Difference, contenders: Sequence[Contender]) -> dict[str, Any]:
    pair = found.pair
    return {
        "first": contenders[found.first].text,
        "second": contenders[found.second].text,
        "only_first_won": pair.only_first,
        "only_second_won": pair.only_second,
        "win_rate": {"difference": pair.difference, **ends(pair.interval)},
        "cards_left": {"difference": pair.left_difference, **ends(pair.left_interval)},
        "p": pair.chance,
        "p_corrected": found.chance,
        "clear": found.clear,
    }
