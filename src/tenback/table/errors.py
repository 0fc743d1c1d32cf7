"""Why a table refuses something. The sentences are in `core.messages`, as all others."""

from __future__ import annotations

from tenback.core.errors import TenbackError


class IllegalCommand(TenbackError):
    """It cannot be done at this table, not now, or not by this person; nothing has changed."""


class InvalidEvent(TenbackError):
    """A stored event that cannot be read, or that does not fit the table."""
