"""The verdict of the filter on a message."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether to deliver a message; if not, the code and the part that gave a card away."""

    code: str | None = None
    found: str = ""

    @property
    def ok(self) -> bool:
        """Whether to deliver the message."""
        return self.code is None


DELIVER = Verdict()
