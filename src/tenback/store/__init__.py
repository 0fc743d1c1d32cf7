"""Storage of tables: SQLite or PostgreSQL, opaque bytes, durable before a commit returns."""

from __future__ import annotations

from tenback.store.base import Batch, Entry, Found, Key, Store
from tenback.store.errors import (
    CommandKnown,
    DocumentTaken,
    Refused,
    StoreError,
    StoreUnavailable,
    VersionTaken,
)
from tenback.store.snapshots import snapshot
from tenback.store.sqlite import backup
from tenback.store.transfer import Copied, copy
from tenback.store.urls import open_store

__all__ = [
    "Batch",
    "CommandKnown",
    "Copied",
    "DocumentTaken",
    "Entry",
    "Found",
    "Key",
    "Refused",
    "Store",
    "StoreError",
    "StoreUnavailable",
    "VersionTaken",
    "backup",
    "copy",
    "open_store",
    "snapshot",
]
