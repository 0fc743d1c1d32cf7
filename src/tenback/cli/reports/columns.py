"""Rows of words and figures, one below the other."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_GAP = "   "


def aligned(rows: Sequence[Sequence[str]], words: Sequence[int] = (0,)) -> list[str]:
    """The rows as lines; the columns in `words` begin, all others end, below each other."""
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    return [
        _GAP.join(
            f"{cell:<{width}}" if place in words else f"{cell:>{width}}"
            for place, (cell, width) in enumerate(zip(row, widths, strict=False))
        ).rstrip(" ")
        for row in rows
    ]
