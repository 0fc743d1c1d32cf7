"""Asking for what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tenback.core.errors import TenbackError
from tenback.table.table import Table

if TYPE_CHECKING:
    from tenback.table.actors import Actor
    from tenback.table.commands import Command


def refused(table: Table, who: Actor, command: Command, now: float = 1000.0) -> str:
    """The code with which a table refuses a command; nothing has changed."""
    before = Table.rebuilt(table.log, table.dealer)
    with pytest.raises(TenbackError) as caught:
        table.handle(who, command, now)
    assert table == before
    assert str(caught.value)
    return caught.value.code
