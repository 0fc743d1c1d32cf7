"""A training with a progress line, until it is done or Ctrl-C is pressed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.analysis.studies.interruption import Interruption
from tenback.cli.progress import Progress
from tenback.cli.reports.training_report import so_far

if TYPE_CHECKING:
    from tenback.analysis.training.session import Session
    from tenback.words import Words


def train(session: Session, say: Words) -> bool:
    """Train to the end of the course; False if Ctrl-C came first."""
    with Interruption() as interruption, Progress(1, say) as progress:
        session.warm_up()
        interruption.arm()
        progress.start(session.trainer.done)
        for played in session.rounds(lambda: interruption.asked):
            progress.games = session.games
            progress.add(len(played.won), so_far(session, say) if progress.visible else "")
    return session.trainer.finished
