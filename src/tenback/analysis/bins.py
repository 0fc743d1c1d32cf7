"""Cards left in groups: few enough to be read at a glance, with the beaten games on their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTHS = (1, 2, 5, 10)  # all of them keep fewer than ten apart from ten and more
MOST = 21
THIN = 0.005
"""A tail of at most this share of the games is shown in one line."""


@dataclass(frozen=True, slots=True)
class Bin:
    """So many games ended with `first` to `last` cards left."""

    first: int
    last: int
    games: int

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


def bins(left: Sequence[int], most: int = MOST) -> list[Bin]:
    """The groups from the first to the last that any game belongs to."""
    made: list[Bin] = []
    for width in WIDTHS:
        made = _short_tail(_trimmed(_groups(left, width)))
        if len(made) <= most:
            break
    return made


def _groups(left: Sequence[int], width: int) -> list[Bin]:
    starts = [0, *([1] if width > 1 else []), *range(width, len(left), width)]
    ends = [*starts[1:], len(left)]
    return [
        Bin(start, end - 1, sum(left[start:end])) for start, end in zip(starts, ends, strict=True)
    ]


def _short_tail(groups: list[Bin]) -> list[Bin]:
    """The same groups, with the last ones drawn together where hardly any game belongs to them."""
    thin = THIN * sum(group.games for group in groups)
    start = len(groups)
    while start > 1 and sum(group.games for group in groups[start - 1 :]) <= thin:
        start -= 1
    tail = groups[start:]
    if len(tail) < 2:
        return groups
    games = sum(group.games for group in tail)
    return [*groups[:start], Bin(tail[0].first, tail[-1].last, games)]


def _trimmed(groups: list[Bin]) -> list[Bin]:
    filled = [place for place, group in enumerate(groups) if group.games]
    return groups[filled[0] : filled[-1] + 1] if filled else []
