"""How much one identity may take up, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenback.core.errors import TenbackError
from tenback.host import places

if TYPE_CHECKING:
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


async def check_tables(store: Store, person: str, limits: Limits = USUAL) -> None:
    """Refuse one table too many."""
    if len(await places.tables(store, places.OPENED, person)) >= limits.tables:
        raise TooMuch("identity-tables", limit=limits.tables)
