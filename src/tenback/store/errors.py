"""The errors of stores. Their sentences are in core, with all others."""

from __future__ import annotations

from tenback.core.errors import TenbackError


class StoreError(TenbackError):
    """A store that cannot be opened, or cannot do what it was asked for."""


class StoreUnavailable(StoreError):
    """The database has failed or given no answer: a batch may have been written, or not.

    Commit the same batch again, or read the log: its versions and commands tell.
    """


class Refused(StoreError):
    """A batch that is in conflict with what is stored; nothing of it was written."""


class VersionTaken(Refused):
    """Another writer has written this version of the table's log; read it again."""


class CommandKnown(Refused):
    """The command was carried out already; `version` is its first entry."""

    @property
    def version(self) -> int:
        """The version of the entry that the command led to."""
        return int(self.params["version"])


class DocumentTaken(Refused):
    """A document that must be new exists already."""
