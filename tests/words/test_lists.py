"""Numbers and lists as they are said."""

from __future__ import annotations

import pytest

from tenback.words import Words, lists

EN, FR, DE = Words("en"), Words("fr"), Words("de")


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ((5,), "5"),
        ((5, 6), "5 and 6"),
        ((5, 6, 7), "5 to 7"),
        ((1, 2, 3, 5, 6, 9), "1 to 3, 5, 6 and 9"),
        ((2, 3, 4, 60, 61, 62), "2 to 4 and 60 to 62"),
    ],
)
def test_numbers_of_cards(values: tuple[int, ...], said: str) -> None:
    assert lists.numbers(EN, values) == said


@pytest.mark.parametrize(
    ("words", "counts", "said"),
    [
        (EN, (1, 2, 3, 4, 5), "one to five"),
        (EN, (2, 4), "two or four"),
        (FR, (1, 2, 3), "un à trois"),
        (DE, (1, 2, 3), "eine bis drei"),
        (DE, (2,), "zwei"),
    ],
)
def test_player_counts(words: Words, counts: tuple[int, ...], said: str) -> None:
    assert lists.players(words, counts) == said


def test_lists() -> None:
    assert lists.every(EN, []) == ""
    assert lists.every(EN, ["a"]) == "a"
    assert lists.every(FR, ["a", "b", "c"]) == "a, b et c"
    assert lists.either(DE, ["a", "b"]) == "a oder b"


def test_numbers_in_letters_and_figures() -> None:
    assert lists.number(FR, 2) == "deux"
    assert lists.number(FR, 26) == "26"


def test_colours_known_and_unknown() -> None:
    assert lists.colour(DE, "green") == "grün"
    assert lists.colour(DE, "mauve") == "mauve"
