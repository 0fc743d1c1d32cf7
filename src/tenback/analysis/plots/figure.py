"""The common style of all plots, and saving them."""

from __future__ import annotations

import logging
import os
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from matplotlib.figure import Figure

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from matplotlib.axes import Axes

INK = "#24292f"
FAINT = "#6a737d"
GRID = "#e4e7eb"
COLOURS = ("#33658a", "#d1603d", "#5b8e7d", "#8e6c8a", "#c89b3c")
"""Bars and lines, in this order; they differ in lightness too."""

_LOOK: dict[Any, Any] = {
    "font.family": "DejaVu Sans",  # comes with Matplotlib, and has every letter we write
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.formatter.useoffset": False,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "grid.color": GRID,
    "grid.linewidth": 0.8,
    "legend.frameon": False,
    "figure.constrained_layout.w_pad": 0.15,
    "figure.constrained_layout.h_pad": 0.15,
    # The same figures give the same file, and its words stay words.
    "svg.hashsalt": "tenback",
    "svg.fonttype": "none",
}
_INCHES = (8.0, 5.0)
_POINTS = 72
_TITLE = 13
_MARGIN = 14


@dataclass(frozen=True, slots=True)
class Labels:
    """The texts of a plot."""

    title: str
    subtitle: str
    across: str
    upwards: str


@contextmanager
def look() -> Iterator[None]:
    """Draw and save in one style, independent of the user's Matplotlib configuration."""
    quiet = logging.getLogger("matplotlib")
    before = quiet.level
    quiet.setLevel(logging.ERROR)  # the first run would log its search for fonts
    try:
        with mpl.rc_context():
            mpl.rcdefaults()
            mpl.rcParams.update(_LOOK)
            yield
    finally:
        quiet.setLevel(before)


def new_figure(labels: Labels) -> tuple[Figure, Axes]:
    """An empty plot with its texts; call it inside `look()`."""
    figure = Figure(figsize=_INCHES, layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(labels.title, loc="left", fontsize=_TITLE, weight="bold", pad=_MARGIN + 14)
    axes.annotate(
        labels.subtitle,
        (0, 1),
        (0, _MARGIN),
        xycoords="axes fraction",
        textcoords="offset points",
        color=FAINT,
        va="center",
    )
    axes.set_xlabel(labels.across)
    axes.set_ylabel(labels.upwards)
    axes.grid(axis="y")
    axes.tick_params(length=0)
    return figure, axes


def save(figure: Figure, file: Path) -> None:
    """Save a plot in one step, in the format of the suffix; call it inside `look()`."""
    kind = file.suffix.lower().removeprefix(".")
    file = file.resolve()
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    metadata = {"Creator": "tenback", "Date": None} if kind == "svg" else {"Software": "tenback"}
    try:
        figure.savefig(part, format=kind, dpi=2 * _POINTS, metadata=metadata)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
