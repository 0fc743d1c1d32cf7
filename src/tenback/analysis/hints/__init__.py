"""Hints: the best turns, and why the first is better than the next."""

from tenback.analysis.hints.explaining import (
    Choice,
    Considers,
    Explanation,
    adviser,
    explain,
    starting,
)
from tenback.analysis.hints.reasons import Reason

__all__ = ["Choice", "Considers", "Explanation", "Reason", "adviser", "explain", "starting"]
