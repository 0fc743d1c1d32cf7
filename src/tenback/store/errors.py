"""What can go wrong with a store. The sentences are in core, with all the others."""

from __future__ import annotations

from tenback.core.errors import TenbackError


class StoreError(TenbackError):
    """A store that cannot be opened, or cannot do what it was asked for."""


class StoreUnavailable(StoreError):
    """The database gave no answer, so nobody knows whether a batch was written.

    Commit the same batch again, or read the log: its versions and commands tell.
    """


class Refused(StoreError):
    """A batch that does not go together with what is stored; nothing of it was written."""


class VersionTaken(Refused):
    """Somebody else has written this version of the table's log; read it again."""


class CommandKnown(Refused):
    """The command has had its effect already; `version` is where."""

    @property
    def version(self) -> int:
        """The version of the entry that the command led to."""
        return int(self.params["version"])


class DocumentTaken(Refused):
    """A document that should have been new is there already."""
