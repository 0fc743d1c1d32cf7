"""How much one identity may take up, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenback.core.errors import TenbackError
from tenback.host import places

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tenback.store import Store


@dataclass(frozen=True, slots=True)
class Limits:
    """`tables`: open at the same time; `links`: to other devices, each of which lives `link_s`."""

    tables: int = 20
    links: int = 5
    link_s: float = 600.0


USUAL = Limits()


class TooMuch(TenbackError):
    """Somebody has as much as one may have."""


async def check_tables(
    store: Store,
    person: str,
    is_over: Callable[[str], Awaitable[bool]],
    limits: Limits = USUAL,
) -> None:
    """Refuse one table too many; those where a game is over, or that one has left, do not count."""
    held = await places.held(store, person)
    if len(held) < limits.tables:
        return
    if sum([not await is_over(table) for table in held]) >= limits.tables:
        raise TooMuch("identity-tables", limit=limits.tables)
