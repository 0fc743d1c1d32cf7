"""A heat map of rates over two keys of the rules; darker is higher."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.colors import LinearSegmentedColormap

from tenback.analysis.plots.figure import COLOURS, FAINT, GRID, INK, Labels, look, new_figure, save

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.axes import Axes

_LIGHT, _DARK = "#eef3f7", COLOURS[0]
_WHITE_FROM = 0.6
_MOST_TEXTS = 24  # rows or columns with room for a text in each cell
_INCHES_A_COLUMN, _INCHES_A_ROW = 0.95, 0.6
_SMALLEST, _LARGEST = (8.0, 4.0), (30.0, 30.0)
_AROUND = (1.5, 2.0)


@dataclass(frozen=True, slots=True)
class HeatMap:
    """The cells row by row; a cell without a rate keeps its text."""

    rows: Sequence[str]
    columns: Sequence[str]
    rates: Sequence[float | None]
    texts: Sequence[str]

    @property
    def size(self) -> tuple[float, float]:
        """The size in inches that fits every text."""
        longest = max(map(len, [*self.texts, *self.columns]))
        width = _AROUND[0] + len(self.columns) * max(_INCHES_A_COLUMN, 0.11 * longest)
        height = _AROUND[1] + len(self.rows) * _INCHES_A_ROW
        wide, high = (
            min(largest, max(smallest, needed))
            for smallest, needed, largest in zip(_SMALLEST, (width, height), _LARGEST, strict=True)
        )
        return wide, high


def save_heat_map(found: HeatMap, labels: Labels, file: Path) -> None:
    """Draw the map and save it as PNG or SVG."""
    with look():
        figure, axes = new_figure(labels)
        figure.set_size_inches(*found.size)
        _draw(axes, found)
        axes.grid(visible=False)
        axes.spines[:].set_visible(False)
        axes.set_xticks(_middles(found.columns), found.columns)
        axes.set_yticks(_middles(found.rows), found.rows)
        save(figure, file)


def _draw(axes: Axes, found: HeatMap) -> None:
    highest = max((rate for rate in found.rates if rate is not None), default=1.0) or 1.0
    levels = [nan if rate is None else rate / highest for rate in found.rates]
    colours = LinearSegmentedColormap.from_list("rates", [_LIGHT, _DARK])
    shape = (len(found.rows), len(found.columns))
    ground = np.ma.masked_invalid(np.array(levels).reshape(shape))
    axes.set_facecolor(GRID)
    axes.pcolormesh(ground, cmap=colours, vmin=0, vmax=1, edgecolors="white", linewidth=2)
    axes.invert_yaxis()
    if max(shape) > _MOST_TEXTS:
        return
    for place, (level, text) in enumerate(zip(levels, found.texts, strict=True)):
        down, across = divmod(place, len(found.columns))
        ink = FAINT if level != level else "white" if level >= _WHITE_FROM else INK
        axes.text(across + 0.5, down + 0.5, text, ha="center", va="center", color=ink)


def _middles(names: Sequence[str]) -> list[float]:
    return [place + 0.5 for place in range(len(names))]
