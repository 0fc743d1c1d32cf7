"""A bar chart of rates with their confidence intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from matplotlib.ticker import FuncFormatter

from tenback.analysis import formats
from tenback.analysis.plots.figure import COLOURS, INK, Labels, look, new_figure, save
from tenback.sim.statistics import Interval

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from matplotlib.axes import Axes

    from tenback.words import Words

_LONGEST_NAME = 40
_INCHES_A_BAR = 0.45
_INCHES_AROUND = 2.0
_THICKNESS = 0.62
_ROOM_FOR_FIGURES = 1.22


@dataclass(frozen=True, slots=True)
class Bar:
    """One rate with its name and interval."""

    name: str
    rate: float
    interval: Interval


def save_bars(bars: Sequence[Bar], labels: Labels, say: Words, file: Path) -> None:
    """Draw the rates from top to bottom and save them as PNG or SVG."""
    with look():
        figure, axes = new_figure(labels)
        figure.set_size_inches(8, _INCHES_AROUND + _INCHES_A_BAR * max(3, len(bars)))
        _draw(axes, bars)
        _write_figures(axes, bars, say)
        axes.set_yticks(range(len(bars)), [_short(bar.name) for bar in bars])
        axes.grid(visible=False, axis="y")
        axes.grid(axis="x")
        axes.xaxis.set_major_formatter(FuncFormatter(lambda share, _: _tick(say, share)))
        save(figure, file)


def _draw(axes: Axes, bars: Sequence[Bar]) -> None:
    axes.barh(range(len(bars)), [bar.rate for bar in bars], _THICKNESS, color=COLOURS[0])
    below = [max(0.0, bar.rate - bar.interval.low) for bar in bars]
    above = [max(0.0, bar.interval.high - bar.rate) for bar in bars]
    axes.errorbar(
        [bar.rate for bar in bars],
        range(len(bars)),
        xerr=[below, above],
        fmt="none",
        ecolor=INK,
        elinewidth=1.2,
        capsize=3,
    )
    axes.set_ylim(max(1, len(bars)) - 0.5, -0.5)
    limit = max((bar.interval.high for bar in bars), default=1.0) * _ROOM_FOR_FIGURES
    axes.set_xlim(0, limit)
    # No share is above 1; what lies beyond is room for figures.
    axes.set_xticks([share for share in axes.get_xticks() if share <= min(1.0, limit)])


def _write_figures(axes: Axes, bars: Sequence[Bar], say: Words) -> None:
    """Write each rate as a number beside its interval."""
    places = formats.rate_places(bar.interval for bar in bars) if bars else 0
    for place, bar in enumerate(bars):
        axes.annotate(
            formats.percent(say, bar.rate, places),
            (bar.interval.high, place),
            (6, 0),
            textcoords="offset points",
            va="center",
        )


def _short(name: str) -> str:
    """The end of a long name, because paths differ at their ends."""
    return name if len(name) <= _LONGEST_NAME else f"…{name[1 - _LONGEST_NAME :]}"


def _tick(say: Words, share: float) -> str:
    return formats.percent(say, share, None)
