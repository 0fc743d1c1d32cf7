"""A learner who does what each step of a lesson asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.core.fits import Kind

if TYPE_CHECKING:
    from tenback.core.views import View
    from tenback.lessons import Step


def asked_move(step: Step, view: View) -> str | None:
    """The move that a step asks for; None where it asks for something else."""
    verb, _, what = step.do.partition(" ")
    if verb == "lay":
        return what
    if verb == "end":
        return "end"
    if verb == "trick":
        (only,) = [lay.move for lay in view.options().lays if lay.kind is Kind.TRICK]
        return str(only)
    return None
