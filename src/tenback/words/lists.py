"""Numbers and lists within a sentence: two to five, red and blue, 2 to 40 and 60 to 99."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tenback.words.languages import locale

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenback.words.catalogues import Words


def number(words: Words, count: int) -> str:
    """A small number in letters, a larger one in figures."""
    name = f"lists.number.{count}"
    return words(name) if name in words else str(count)


def every(words: Words, items: Sequence[str]) -> str:
    """`a, b and c`."""
    return _joined(words, items, "standard")


def either(words: Words, items: Sequence[str]) -> str:
    """`a, b or c`."""
    return _joined(words, items, "or")


def numbers(words: Words, values: Sequence[int]) -> str:
    """The numbers of cards in ascending order, with runs drawn together: `2 to 40 and 50`."""
    runs = [
        str(first) if first == last else words("lists.run", first=first, last=last)
        for first, last in _runs(values)
    ]
    return every(words, runs)


def players(words: Words, counts: Sequence[int]) -> str:
    """Player counts in letters, with runs drawn together: `one to five`, `two or four`."""
    runs = [
        number(words, first)
        if first == last
        else words("lists.players", first=number(words, first), last=number(words, last))
        for first, last in _runs(counts)
    ]
    return either(words, runs)


def colour(words: Words, name: str) -> str:
    """The name of a colour; a colour that no catalogue knows keeps the name its designer chose."""
    known = f"colours.{name}"
    return words(known) if known in words else name


def _joined(words: Words, items: Sequence[str], style: Literal["standard", "or"]) -> str:
    from babel.lists import format_list

    return format_list(items, style, locale(words.language))


def _runs(values: Sequence[int]) -> Iterator[tuple[int, int]]:
    """First and last number of each run; two neighbours alone are no run."""
    start = 0
    for end in range(1, len(values) + 1):
        if end < len(values) and values[end] == values[end - 1] + 1:
            continue
        run = values[start:end]
        start = end
        if len(run) > 2:
            yield run[0], run[-1]
        else:
            yield from ((value, value) for value in run)
