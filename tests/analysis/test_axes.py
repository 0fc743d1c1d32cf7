"""Axes of a sweep: the values of a key as they are typed."""

from __future__ import annotations

from typing import Any

import pytest

from tenback import Rules
from tenback.analysis.studies.axes import MOST_CELLS, SweepError, axes
from tenback.words import LANGUAGES, Words

ORIGINAL = Rules.named("original")


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("hand=5..8", (5, 6, 7, 8)),
        ("hand=8..5", (8, 7, 6, 5)),
        ("trick.distance=10..50..10", (10, 20, 30, 40, 50)),
        ("trick.distance=10..45..10", (10, 20, 30, 40)),
        ("hand=6", (6,)),
        ("hand = 6, 8", (6, 8)),
        ("hand=4,6..8,4", (4, 6, 7, 8)),
        ("maximum=2,3,hand", (2, 3, "hand")),
        ('maximum=2,"hand"', (2, "hand")),
        ("draw=laid,full,1", ("laid", "full", 1)),
        ("piles.own=true,false", (True, False)),
        ("talk=no-numbers,silent", ("no-numbers", "silent")),
        ("fire=[],[22,33]", ([], [22, 33])),
        ('piles.up=[1],["any", 1]', ([1], ["any", 1])),
        ("deck.numbers=2..59,2..99", ("2..59", "2..99")),
        ('deck.numbers="2..40, 50..99",2..99', ("2..40, 50..99", "2..99")),
    ],
)
def test_values(text: str, values: tuple[Any, ...]) -> None:
    (axis,) = axes([text], ORIGINAL)
    assert axis.key == text.partition("=")[0].strip()
    assert axis.values == values


@pytest.mark.parametrize(
    ("text", "id_"),
    [
        ("", "form"),
        ("hand", "form"),
        ("hand=", "form"),
        ("=5", "form"),
        ("hnad=5", "did-you-mean"),
        ("minimun=5", "did-you-mean"),
        ("name=x", "unknown"),
        ("§=5", "unknown"),
        ("hand=5,,6", "value"),
        ("hand=5..", "value"),
        ("hand=1.5", "value"),
        ("hand=2020-01-01", "value"),
        ("hand={a=1}", "value"),
        ("fire=[22", "value"),
        ('maximum="hand', "value"),
        ("hand=5\nx=6", "value"),
        ("hand=" + "[" * 5000, "value"),
        ("hand=5..8..0", "step"),
        ("hand=0..999999", "too-many"),
    ],
)
def test_values_that_make_no_sense(text: str, id_: str) -> None:
    with pytest.raises(SweepError) as error:
        axes([text], ORIGINAL)
    assert error.value.id == id_
    assert all(error.value.sentence(Words(language)) for language in LANGUAGES)


def test_a_key_only_once_and_a_map_of_some_size() -> None:
    with pytest.raises(SweepError) as error:
        axes(["hand=5", "hand=6"], ORIGINAL)
    assert error.value.id == "twice"
    with pytest.raises(SweepError) as error:
        axes(["hand=1..40", f"minimum=1..{MOST_CELLS // 40 + 1}"], ORIGINAL)
    assert error.value.id == "too-many"
