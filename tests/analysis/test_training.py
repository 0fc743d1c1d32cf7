"""A training session: minutes become games, and a checkpoint is resumed."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import numpy as np

from tenback import Rules
from tenback.analysis.studies.difficulty import is_covered, trained_on, with_silence
from tenback.analysis.training import NOTHING
from tenback.analysis.training.course import begin
from tenback.analysis.training.session import Session
from tenback.sim.search.trainer import MEASURED, Table
from tests.cases import SOAK
from tests.cli.test_commands import SMALL

if TYPE_CHECKING:
    from pathlib import Path

    from tenback.sim.search.trainer import Trainer

TABLES = (Table.usual(Rules.from_toml(SMALL), 2),)
GAMES = 9_000 if SOAK else 900


def trainer(games: int | None, minutes: float | None = None) -> Trainer:
    return begin(TABLES, NOTHING, workers=2, seed="sea", games=games, minutes=minutes)


def never() -> bool:
    return False


def test_a_stopped_session_is_resumed_from_its_checkpoint(tmp_path: Path) -> None:
    checkpoint, out = tmp_path / "checkpoint", tmp_path / "new.npz"
    with trainer(GAMES) as whole:
        assert sum(len(played.won) for played in Session(whole).rounds(never)) == GAMES
    with trainer(GAMES) as first:
        session = Session(first, checkpoint)
        assert not session.resume()
        assert len(list(session.rounds(lambda: first.rounds > 0))) == 1
        assert not first.finished
    with trainer(GAMES) as second:
        session = Session(second, checkpoint)
        assert session.resume()
        list(session.rounds(never))
        session.save(out, second.course.data())
    assert not checkpoint.exists()
    assert np.array_equal(second.weights, whole.weights)
    assert trained_on(str(out), "2") == list(TABLES)


def test_minutes_become_games_by_their_speed() -> None:
    clock = count(step=1.0)  # a second for every look at it, so every round takes one
    with trainer(None, minutes=0.01) as timed:
        session = Session(timed, clock=lambda: next(clock))
        list(session.rounds(never))
        assert timed.finished
        assert timed.done == session.games == MEASURED
        standing = session.standing()
    assert 0 <= standing.rate <= 1
    assert standing.left is not None


def test_shipped_networks_cover_published_games_only() -> None:
    assert is_covered([Table.usual(Rules.named("original"), 3)])
    assert not is_covered(TABLES)
    assert [str(table.policy) for table in with_silence(TABLES)] == ["no-numbers", "silent"]
