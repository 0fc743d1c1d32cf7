"""What can be wrong with a command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tenback.words import Words


class UsageError(Exception):
    """A command line that cannot be followed; the sentence is in the catalogues."""

    def __init__(self, name: str, **params: object) -> None:
        super().__init__(name)
        self.name = name
        self.params = params

    def sentence(self, say: Words) -> str:
        """What is wrong and what would be right."""
        return say(f"line.usage.{self.name}", **self.params)
