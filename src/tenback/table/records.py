"""A game of a table as a record: who played, how, and how its deal came about."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tenback.core.record_writer import write
from tenback.table.results import Player

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.core.record import Record
    from tenback.table.table import Table


def record(table: Table) -> Record:
    """The record of the game on the table, with nothing left out; for the host to store.

    What people may have of it is decided in `visibility`.
    """
    headers = (*_people(table), *_ways(table), *(table.fair.headers() if table.fair else ()))
    return replace(table.current_game().record(), headers=headers)


def text(table: Table) -> str:
    """The record as it is written down."""
    return write(record(table), table.current_game())


def _people(table: Table) -> Iterator[tuple[str, str]]:
    at_end = table.result.players if table.result else map(Player.at, table.seats)
    for place, player in enumerate(at_end):
        if player.person is not None:
            yield f"Player {place}", player.name
        if player.bot is not None:
            yield f"Bot {place}", player.bot
        if player.stand_in is not None:
            yield f"Stand-in {place}", player.stand_in


def _ways(table: Table) -> Iterator[tuple[str, str]]:
    options = table.options
    if options.policy is not options.rules.talk:
        yield "Talk", options.policy
    if not options.free_text:
        yield "Text", "off"
    if table.marks.hints:
        yield "Hints", str(table.marks.hints)
    if marks := ", ".join(table.marks.names()):
        yield "Marks", marks
