"""Errors and the parts of their sentences: English by themselves, equal and pickled by content."""

from __future__ import annotations

import copy
import pickle

import pytest

from tenback.core.errors import InvalidNotation, InvalidRecord, InvalidRules, Part, Problem
from tenback.core.rules import Rules

NUMBER = Part("allowed-number", low=1, high=6)
PLACE = Part("place-hand", seat=0)
NESTED = Part("deal-card-twice", card="7", where=PLACE, other=Part("place-stock"))


def test_a_part_is_english_by_itself() -> None:
    assert str(NUMBER) == f"{NUMBER}" == "a number from 1 to 6"
    assert str(NESTED) == "7 in the hand of seat 0 is also in the stock."


def test_a_part_shows_how_it_was_made() -> None:
    assert repr(NUMBER) == "Part('allowed-number', low=1, high=6)"
    assert repr(Part("place-stock")) == "Part('place-stock')"


def test_parts_are_equal_by_code_and_parameters() -> None:
    assert Part("allowed-number", high=6, low=1) == NUMBER
    assert hash(Part("allowed-number", high=6, low=1)) == hash(NUMBER)
    assert Part("allowed-number", low=1, high=7) != NUMBER
    assert Part("allowed-numbers", low=1, high=6) != NUMBER
    assert str(NUMBER) != NUMBER
    assert len({PLACE, Part("place-hand", seat=0), Part("place-hand", seat=1)}) == 2


@pytest.mark.parametrize("part", [NUMBER, PLACE, NESTED], ids=str)
def test_parts_are_pickled_and_copied(part: Part) -> None:
    assert pickle.loads(pickle.dumps(part)) == part
    assert copy.deepcopy(part) == part


def test_an_error_has_its_parts_in_english() -> None:
    error = InvalidRules("bad-value", key="minimum", value="9", allowed=NUMBER)
    assert str(error) == "minimum: 9 is not possible; allowed is a number from 1 to 6."
    assert str(InvalidNotation("bad-position", detail=NESTED)) == (
        "This is not a position. 7 in the hand of seat 0 is also in the stock."
    )


def test_errors_with_parts_are_pickled() -> None:
    error = InvalidNotation("bad-position", detail=NESTED)
    record = InvalidRecord([Problem(3, error)])
    again, whole = pickle.loads(pickle.dumps((error, record)))
    assert (type(again), again.code, again.params) == (InvalidNotation, error.code, error.params)
    assert str(again) == str(error)
    assert str(whole) == str(record) == f"line 3: {error}"


def test_an_error_raised_by_core_holds_parts() -> None:
    with pytest.raises(InvalidRules) as caught:
        Rules.named("orignal")
    assert caught.value.params["hint"] == Part("did-you-mean", word="original")
    with pytest.raises(InvalidRules) as caught:
        Rules.named("zzz")
    assert caught.value.params["hint"] == ""
    assert str(caught.value).endswith("needs its file.")
