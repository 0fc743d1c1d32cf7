"""The refusals of a host. Their sentences are in `core.messages`, with all others."""

from __future__ import annotations

from tenback.core.errors import TenbackError


class HostError(TenbackError):
    """The host cannot do this, or not now; nothing has changed."""
