"""What tests themselves rely on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.cases import SEED, drawn

if TYPE_CHECKING:
    import pytest


def test_whoever_fails_can_have_the_same_chance_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(SEED, raising=False)
    first, other = drawn().random(), drawn().random()
    assert first != other
    told = capsys.readouterr().out.splitlines()[0]
    monkeypatch.setenv(SEED, told.partition(f"{SEED}=")[2])
    assert drawn().random() == first
