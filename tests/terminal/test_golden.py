"""Scripted games read today as they read yesterday."""

from __future__ import annotations

import pytest

from tests.terminal.make import GOLDEN, SCRIPTS, transcript


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_scripted_game_reads_as_before(name: str) -> None:
    golden = (GOLDEN / f"{name}.txt").read_text("utf-8")
    assert transcript(name) == golden, "python -m tests.terminal.make writes it anew"


def test_there_is_no_other_golden_file() -> None:
    assert {file.stem for file in GOLDEN.iterdir()} == set(SCRIPTS)
