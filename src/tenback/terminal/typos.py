"""Typing errors: the word that a player meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def near(word: str, words: Iterable[str]) -> str:
    """The word that this was meant to be, or "": edn is near enough to end, foo not to look."""
    import difflib  # only wrong words need it

    return next(iter(difflib.get_close_matches(word[:40], list(words), n=1, cutoff=0.65)), "")
