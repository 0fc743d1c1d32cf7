"""Hints: the best turns, and why the first is better than the next."""

from tenback.analysis.hints.hint import (
    Choice,
    Considers,
    Hint,
    adviser,
    find_hint,
    starting,
)
from tenback.analysis.hints.reasons import Reason

__all__ = ["Choice", "Considers", "Hint", "Reason", "adviser", "find_hint", "starting"]
