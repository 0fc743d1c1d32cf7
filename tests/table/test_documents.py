"""docs/table.md describes every command, event, phase and option as it is."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from tenback.table.commands import COMMANDS
from tenback.table.events import EVENTS
from tenback.table.fairness import FIRST_LINE, LEFT_OUT, NOT_REVEALED, PATIENCE
from tenback.table.handlers import AWAY
from tenback.table.options import TableOptions
from tenback.table.permissions import PERMISSIONS, Role
from tenback.table.phases import ALIVE, Phase

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "table.md").read_text("utf-8")
ROLES = {
    "person": Role.PERSON,
    "here": Role.PRESENT,
    "seated": Role.SEATED,
    "host": Role.HOST,
    "bot": Role.BOT,
    "system": Role.SYSTEM,
}


def rows(heading: str) -> list[list[str]]:
    """The rows of the first table under a heading."""
    section = TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line] for line in lines[2:]]


def words(cell: str) -> list[str]:
    return re.findall(r"[a-z-]+", cell)


def test_every_command_with_its_permission() -> None:
    found = rows("Commands")
    assert [words(row[0])[0] for row in found] == list(COMMANDS)
    for command, who, when, _ in found:
        name = words(command)[0]
        permit = PERMISSIONS[COMMANDS[name]]
        assert {ROLES[word] for word in words(who)} == permit.roles, name
        phases = ALIVE if when == "always" else set(map(Phase, words(when)))
        assert phases == permit.phases, name


def test_every_event() -> None:
    assert [words(row[0])[0] for row in rows("Events")] == list(EVENTS)


def test_every_phase() -> None:
    assert [words(row[0])[0] for row in rows("Phases")] == list(Phase)


def test_every_option() -> None:
    listed = TEXT.split("- The **options** are: ")[1].split("\n- ")[0]
    for field in fields(TableOptions):
        assert field.name.replace("_", " ") in " ".join(listed.split()), field.name


def test_the_words_of_the_fair_deal_and_its_times() -> None:
    for word in (FIRST_LINE, LEFT_OUT, NOT_REVEALED, f"{PATIENCE:.0f} s", f"{AWAY:.0f} s"):
        assert word in TEXT, word
