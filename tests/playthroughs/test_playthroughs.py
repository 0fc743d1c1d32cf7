"""Behaviour changes only where a developer meant it to: `make golden` writes these files anew."""

from __future__ import annotations

import pytest

from tests.playthroughs.make import GOLDEN, names, playthrough


def test_every_table_has_its_playthroughs() -> None:
    assert {file.stem for file in GOLDEN.glob("*.txt")} == set(names())


@pytest.mark.parametrize("name", names())
def test_the_game_goes_as_written(name: str) -> None:
    golden = (GOLDEN / f"{name}.txt").read_text("utf-8")
    assert playthrough(name) == golden


def test_the_playthroughs_reach_every_ending() -> None:
    text = "".join(file.read_text("utf-8") for file in GOLDEN.glob("*.txt"))
    for reason in ("finished", "stuck", "fire"):
        assert f"Reason.{reason.upper()}" in text
