"""A histogram of the cards left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.ticker import FuncFormatter, MaxNLocator

from tenback.analysis import formats
from tenback.analysis.plots.figure import COLOURS, Labels, look, new_figure, save

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.axes import Axes

    from tenback.sim import Results
    from tenback.words import Words

_BAR = 0.85


def save_histogram(results: Results, say: Words, file: Path) -> None:
    """Draw how many games ended with each number of cards left; save as PNG or SVG."""
    with look():
        figure, axes = new_figure(_labels(results, say))
        _draw(axes, results, say)
        axes.xaxis.set_major_locator(MaxNLocator(steps=[1, 2, 5, 10], integer=True))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: _tick(say, share)))
        save(figure, file)


def _draw(axes: Axes, results: Results, say: Words) -> None:
    """One bar for each number; won games have a colour of their own."""
    shares = [games / results.games for games in results.left]
    last = max(left for left, share in enumerate(shares) if share)
    axes.bar(range(last + 1), shares[: last + 1], width=_BAR, color=COLOURS[0])
    if shares[0]:
        axes.bar([0], shares[:1], width=_BAR, color=COLOURS[1], label=say("simulate.plot.beaten"))
        axes.legend(loc="upper right")
    axes.set_xlim(-0.75, last + 0.75)


def _labels(results: Results, say: Words) -> Labels:
    setting = results.setting
    table = formats.table(say, setting.rules, setting.players)
    who = "duel" if setting.rules.duel else "team"
    subtitle = say(
        f"simulate.plot.{who}",
        rate=formats.rate(say, results.win_rate(0), results.win_interval(0)),
        mean=formats.decimal(say, results.mean_left, 1),
        games=formats.count(say, results.games),
    )
    return Labels(
        say("simulate.plot.title", table=table, seats=formats.seats(say, setting)),
        subtitle,
        say("simulate.plot.across"),
        say("simulate.plot.upwards"),
    )


def _tick(say: Words, share: float) -> str:
    return formats.percent(say, share, None)
