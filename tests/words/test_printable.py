"""What others wrote cannot steer a terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenback.words.printable import printable


@pytest.mark.parametrize(
    "text", ["", "plain", "l’été\u00a0: œuf «\u202fx\u202f»", "日本 🎴", "a  b"]
)
def test_what_can_be_read_stays(text: str) -> None:
    assert printable(text) == text


@given(st.text())
def test_the_rest_becomes_harmless(text: str) -> None:
    shown = printable(text)
    assert len(shown) == len(text)
    assert shown.replace("\u00a0", "").replace("\u202f", "").isprintable()
    assert len(f"{shown}x".splitlines()) == 1
