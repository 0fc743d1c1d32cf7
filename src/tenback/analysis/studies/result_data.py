"""Figures as programs and spreadsheets read them."""

from __future__ import annotations

import csv
import io
from math import isfinite
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tenback.sim import Results
    from tenback.sim.statistics import Interval


def ends(interval: Interval) -> dict[str, float | None]:
    """Both ends; JSON knows no infinity, which is what a single game tells about a mean."""
    low, high = (end if isfinite(end) else None for end in (interval.low, interval.high))
    return {"low": low, "high": high}


def share(games: int, of: int) -> dict[str, Any]:
    """So many games of all, and where the true share lies."""
    from tenback.sim.statistics import wilson

    return {"games": games, "rate": games / of, **ends(wilson(games, of))}


def left(mean: float, interval: Interval) -> dict[str, float | None]:
    """A mean number of cards left, and where it truly lies: never below 0."""
    found = ends(interval)
    return {"mean": mean, **found, "low": found["low"] and max(0.0, found["low"])}


def figures(results: Results) -> dict[str, Any]:
    """How the games of one table went; a duel counts as won when seat 0 won it."""
    below_ten = None if results.setting.rules.duel else share(results.excellent, results.games)
    return {
        "games": results.games,
        "wins": share(results.wins[0], results.games),
        "cards_left": left(results.mean_left, results.mean_left_interval),
        "below_ten": below_ten,
        "reasons": {str(reason): games for reason, games in results.reasons.items()},
        "turns": {"mean": results.mean_turns},
    }


def flat(results: Results) -> dict[str, Any]:
    """The same in columns."""
    data = figures(results)
    won, cards, below_ten = data["wins"], data["cards_left"], data["below_ten"] or {}
    return {
        "games": results.games,
        "wins": won["games"],
        "win_rate": won["rate"],
        "win_rate_low": won["low"],
        "win_rate_high": won["high"],
        "mean_cards_left": cards["mean"],
        "mean_cards_left_low": cards["low"],
        "mean_cards_left_high": cards["high"],
        "below_ten": below_ten.get("games"),
        **{f"ended_{reason}": games for reason, games in data["reasons"].items()},
        "mean_turns": data["turns"]["mean"],
    }


def as_csv(rows: Iterable[Mapping[str, object]], columns: Iterable[str]) -> str:
    """A table with a heading; what a row does not know stays empty."""
    text = io.StringIO()
    table = csv.DictWriter(text, list(columns), restval="", lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return text.getvalue()
