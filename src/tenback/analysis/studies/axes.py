"""Axes of a sweep: `KEY=VALUES` says which values a key of the rules takes."""

from __future__ import annotations

import re
import tomllib
from math import prod
from typing import TYPE_CHECKING, Any

from tenback.analysis.rule_grid import RANGES, Axis, keys
from tenback.core.errors import nearest
from tenback.words.usage import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenback.core.rules import Rules

MOST_CELLS = 1000

_RANGE = re.compile(r"(-?[0-9]{1,6})\.\.(-?[0-9]{1,6})(?:\.\.([0-9]{1,6}))?", re.ASCII)
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9-]*", re.ASCII)
_QUOTES = "\"'"
_SHOWN = 80


class SweepError(UsageError):
    """A sweep that a user describes badly."""

    catalogue = "sweep"


def axes(texts: Sequence[str], rules: Rules) -> tuple[Axis, ...]:
    """Everything that is to be varied."""
    if not texts:
        raise SweepError("nothing")
    found: dict[str, Axis] = {}
    for text in texts:
        axis = _axis(text, keys(rules))
        if axis.key in found:
            raise SweepError("twice", key=axis.key)
        found[axis.key] = axis
    _check_size(prod(len(axis.values) for axis in found.values()))
    return tuple(found.values())


def _axis(text: str, known: Sequence[str]) -> Axis:
    key, _, values = map(str.strip, text.partition("="))
    if not key or not values:
        raise SweepError("form", text=text[:_SHOWN])
    if key not in known:
        near = nearest(key, known)
        params = {"key": key[:_SHOWN], "near": near, "allowed": ", ".join(known)}
        raise SweepError("did-you-mean" if near else "unknown", **params)
    found = [value for piece in _pieces(values) for value in _read(key, piece.strip())]
    # The same value twice would be the same cell twice; 1 and true are the same to Python alone.
    return Axis(key, tuple({repr(value): value for value in found}.values()))


def _pieces(text: str) -> Iterator[str]:
    """The text between the commas, but for commas inside brackets and quotes."""
    depth, quote, begin = 0, "", 0
    for place, letter in enumerate(text):
        if letter in _QUOTES and quote in ("", letter):
            quote = "" if quote else letter
        elif not quote:
            depth += (letter == "[") - (letter == "]")
            if letter == "," and depth == 0:
                yield text[begin:place]
                begin = place + 1
    yield text[begin:]


def _read(key: str, piece: str) -> Sequence[Any]:
    """The values behind one piece: those of a range, or a single one."""
    if key == RANGES and piece[:1] not in ("", *_QUOTES):
        return [piece]
    if found := _RANGE.fullmatch(piece):
        return _range(piece, *found.groups())
    value = _toml(piece)
    if value is None and not _WORD.fullmatch(piece):
        raise SweepError("value", key=key, text=piece[:_SHOWN])
    return [piece if value is None else value]


def _range(piece: str, first: str, last: str, step: str | None) -> range:
    begin, end, by = int(first), int(last), 1 if step is None else int(step)
    if by == 0:
        raise SweepError("step", text=piece)
    found = range(begin, end + 1, by) if begin <= end else range(begin, end - 1, -by)
    _check_size(len(found))
    return found


def _toml(piece: str) -> Any:
    """The value that the piece is in TOML, or None."""
    try:
        found = tomllib.loads(f"value = {piece}")
    # tomllib lets a few faults of hostile input through as bare ValueError or RecursionError.
    except (ValueError, RecursionError):
        return None
    return found["value"] if len(found) == 1 and _is_plain(found["value"]) else None


def _is_plain(value: object) -> bool:
    if isinstance(value, list):
        return all(map(_is_plain, value))
    return isinstance(value, bool | int | str)


def _check_size(cells: int) -> None:
    if cells > MOST_CELLS:
        raise SweepError("too-many", count=cells, limit=MOST_CELLS)
