"""What becomes of a message."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a message may be delivered; if not, why, and the piece that gave it away."""

    code: str | None = None
    found: str = ""

    @property
    def ok(self) -> bool:
        """Whether it may be delivered."""
        return self.code is None


DELIVER = Verdict()
