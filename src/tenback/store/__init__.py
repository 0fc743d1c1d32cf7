"""Where tables are kept: SQLite or PostgreSQL, opaque bytes, durable before it is said so."""

from __future__ import annotations

from tenback.store.base import Batch, Entry, Key, Store
from tenback.store.copying import Copied, copy
from tenback.store.errors import (
    CommandKnown,
    DocumentTaken,
    Refused,
    StoreError,
    StoreUnavailable,
    VersionTaken,
)
from tenback.store.moments import moment
from tenback.store.opening import open_store
from tenback.store.sqlite import backup

__all__ = [
    "Batch",
    "CommandKnown",
    "Copied",
    "DocumentTaken",
    "Entry",
    "Key",
    "Refused",
    "Store",
    "StoreError",
    "StoreUnavailable",
    "VersionTaken",
    "backup",
    "copy",
    "moment",
    "open_store",
]
