"""Limits of one identity, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenback.core.errors import TenbackError
from tenback.host import seat_index

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tenback.store import Store


@dataclass(frozen=True, slots=True)
class Limits:
    """`tables`: open at once; `links`: to other devices, each valid for `link_s` seconds."""

    tables: int = 20
    links: int = 5
    link_s: float = 600.0


DEFAULT_LIMITS = Limits()


class LimitReached(TenbackError):
    """A person has reached a limit."""


async def check_tables(
    store: Store,
    person: str,
    is_over: Callable[[str], Awaitable[bool]],
    limits: Limits = DEFAULT_LIMITS,
) -> None:
    """Refuse one table too many; tables with a finished game, or that were left, do not count."""
    held = await seat_index.held(store, person)
    if len(held) < limits.tables:
        return
    if sum([not await is_over(table) for table in held]) >= limits.tables:
        raise LimitReached("identity-tables", limit=limits.tables)
