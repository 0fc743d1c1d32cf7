"""Twin worlds: tables that a person cannot tell from the real one, for nothing hidden shows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tenback.table import visibility
from tenback.table.events import CardsDealt
from tenback.table.table import Table

if TYPE_CHECKING:
    import random

    from tenback import Deal


def other_deal(table: Table, who: str, rng: random.Random) -> Deal:
    """Cards that would have looked the same to this person until now."""
    assert table.game is not None
    deal = table.game.view(table.seat_of(who)).sample(rng).deal
    assert deal is not None
    assert table.game.deal is not None
    return replace(deal, starter=table.game.deal.starter)  # the lot was drawn before all eyes


def twin(table: Table, who: str, rng: random.Random) -> Table:
    """The same table with other cards where this person cannot see them."""
    deal = other_deal(table, who, rng)
    log = list(table.log)
    event = log[table.dealt_at - 1]
    assert isinstance(event, CardsDealt)
    log[table.dealt_at - 1] = replace(event, deal=deal)
    return Table.rebuilt(log, table.dealer)


def everything(table: Table, who: str) -> tuple[object, ...]:
    """All that a person can be sent about a table."""
    versions = range(1, table.version + 1)
    events = [visibility.shown(table, version, who) for version in versions]
    return visibility.snapshot(table, who), all_changes(table, who), *events


NOTHING = visibility.Overview((), (None,) * 9, (None,) * 4)  # type: ignore[arg-type]


def all_changes(table: Table, who: str) -> visibility.Changes | None:
    """All that can be said to have changed; a stranger is sent nothing of that kind."""
    if not table.is_here(who):
        return None
    return visibility.changes(table, NOTHING, visibility.overview(table, who))


def check_nothing_shows(table: Table, who: str, rng: random.Random) -> bool:
    """Compare with a twin; tells whether the twin's cards are others at all."""
    other = twin(table, who, rng)
    for real, imagined in zip(everything(table, who), everything(other, who), strict=True):
        assert real == imagined, (who, real, imagined)
    assert table.game is not None
    assert other.game is not None
    return table.game.state != other.game.state
