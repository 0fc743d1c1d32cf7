"""Studies step by step: the results grow, and the last are those of all games."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

import pytest

from tenback import Rules, sim
from tenback.analysis.studies import arena, comparison, simulation, sweep
from tenback.analysis.studies.axes import axes
from tenback.analysis.studies.contenders import Usual, contenders
from tenback.analysis.studies.interruption import closed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.analysis.studies.step import Step

RULES = Rules.named("original")
WORKERS = sim.Workers(1)
BOTS = ("careful", "greedy")
SEED = "sea"
GAMES = 300


def simulated() -> Iterator[Step[Any]]:
    return simulation.simulate(sim.Setting(RULES, 3, BOTS, SEED), GAMES, WORKERS)


def compared() -> Iterator[Step[Any]]:
    who = contenders(BOTS, Usual("original", 3, ("careful",), SEED))
    return comparison.compare(who, GAMES, WORKERS)


def swept() -> Iterator[Step[Any]]:
    empty = sweep.Swept(RULES, 3, BOTS, SEED, axes(["hand=5,6"], RULES), GAMES)
    return sweep.play(sweep.unplayed(empty, None), WORKERS)


def fought(file: str | None = None) -> Iterator[Step[Any]]:
    entries = tuple(arena.entries_of(RULES, [2], BOTS, SEED, None))
    scores = arena.scores_in(file)
    return arena.play(arena.Arena(RULES, BOTS, SEED, RULES.talk, GAMES, entries, scores), WORKERS)


@pytest.mark.parametrize(
    ("study", "games"),
    [(simulated, GAMES), (compared, 2 * GAMES), (swept, 2 * GAMES), (fought, 3 * GAMES)],
)
def test_all_games_are_played_and_counted(study: Any, games: int) -> None:
    steps = list(study())
    assert sum(step.games for step in steps) == games
    last = steps[-1].results
    assert not last.interrupted
    assert last.progress[0] == last.progress[1]
    assert not json.loads(json.dumps(last.data()))["interrupted"]
    assert list(csv.DictReader(io.StringIO(last.csv())))


@pytest.mark.parametrize("study", [swept, fought])
def test_after_the_first_step_there_are_results_of_an_interrupted_study(study: Any) -> None:
    with closed(study()) as steps:
        first = next(steps).results
    assert first.interrupted
    assert first.latest is not None
    assert first.data()["interrupted"]


def test_an_arena_goes_on_where_its_file_ends(tmp_path: Any) -> None:
    file = str(tmp_path / "results")
    whole = [step.results.data() for step in fought()][-1]
    with closed(fought(file)) as steps:
        begun = next(steps).games
    resumed = list(fought(file))
    assert resumed[0].games == begun
    assert resumed[-1].results.data() == whole


def test_a_file_of_results_that_is_damaged_is_refused(tmp_path: Any) -> None:
    (tmp_path / "results").write_text("nonsense\n")
    with pytest.raises(arena.ArenaError) as refused:
        fought(str(tmp_path / "results"))
    assert refused.value.id == "results-damaged"
