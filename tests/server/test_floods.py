"""Floods against a real server, bounded in time and number; a few here, all of them in make soak.

How long others wait is measured by the same program and written down in docs/hosting.md; here it
counts that they are served, and that the log stays short.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cases import SOAK

PROGRAM = Path(__file__).parents[2] / "bench" / "attack.py"
SHORT = ("silent", "bodies", "pings", "bombs", "choices")
LONG = (*SHORT, "pictures", "renames", "hints", "tables", "resends")
MOST_LINES = 110
"""A hundred of a kind in a minute, and what else a server logs in that time."""


@pytest.mark.parametrize("attack", LONG if SOAK else SHORT)
def test_others_are_served_and_the_log_stays_short(attack: str) -> None:
    seconds = "30" if SOAK else "1"
    command = [sys.executable, str(PROGRAM), "--only", attack, "--seconds", seconds]
    found = subprocess.run(command, capture_output=True, text=True, timeout=600, check=True)
    cells = [cell.strip() for cell in found.stdout.strip().splitlines()[-1].split("|")[1:-1]]
    _, _, _, _, _, tables, newcomer, requests, _, _, lines = cells
    assert not tables.startswith("fails"), found.stdout
    assert newcomer.isdigit(), found.stdout
    assert int(requests.replace(",", "")) > 100
    assert int(lines.replace(",", "")) <= MOST_LINES
