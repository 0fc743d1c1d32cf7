"""What can be wrong with a text that a user typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tenback.words import Words


class UsageError(Exception):
    """A command line or a word of it that cannot be followed; the sentence is in `catalogue`."""

    catalogue = "terminal"

    def __init__(self, id_: str, /, **params: object) -> None:
        super().__init__(id_)
        self.id = id_
        self.params = params

    def sentence(self, say: Words) -> str:
        """What is wrong and what would be right."""
        return say(f"{self.catalogue}.usage.{self.id}", **self.params)
