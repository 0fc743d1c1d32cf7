"""Small values as documents."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenback.host import documents


@dataclass(frozen=True)
class Small:
    text: str
    number: float
    flag: bool | None = None


@given(st.builds(Small, st.text(st.characters(codec="utf-8")), st.floats(allow_nan=False)))
def test_a_value_comes_back(small: Small) -> None:
    assert documents.load(Small, documents.dump(small)) == small


def test_another_form_is_not_guessed_at() -> None:
    with pytest.raises(ValueError, match="form"):
        documents.load(Small, b'{"format": 2, "text": "", "number": 1}')
