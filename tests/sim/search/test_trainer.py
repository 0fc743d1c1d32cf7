"""Training: the same course gives the same weights, however often it is interrupted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tenback import Rules
from tenback.core.rules import TalkPolicy
from tenback.sim.search.networks import InvalidNetwork, Network
from tenback.sim.search.trainer import (
    FIRST_RATE,
    FIRST_ROUND,
    LAST_RATE,
    MEASURED,
    Course,
    InvalidTraining,
    Table,
    Trainer,
    fingerprint,
    trained_tables,
    untrained_weights,
)
from tenback.words import LANGUAGES, Words
from tests.cases import SOAK

if TYPE_CHECKING:
    from pathlib import Path

    from tenback.core.errors import TenbackError

SMALL = Rules.from_toml(
    'name = "small"\nminimum = 1\ndeck = { numbers = "1..20" }\n'
    "piles = { up = [0], down = [21] }\nhands = { 1 = 4, 2 = 3 }"
)
TABLES = (Table.usual(SMALL, 2), Table.usual(SMALL, 1))
PUBLISHED = (Table.usual(Rules.named("original"), 3), Table.usual(Rules.named("face-to-face"), 2))
TRAINED = (*TABLES, *PUBLISHED) if SOAK else TABLES

GAMES = 6_000 if SOAK else 1_000
"""In a soak the speed is measured and left behind: rounds grow, and the rate falls."""

INTERRUPTED = (1, 6, 9) if SOAK else (1,)
"""After which rounds somebody interrupts it."""


def course(**changes: Any) -> Course:
    return replace(Course(TRAINED, 2, "sea", "nothing", FIRST_RATE, games=GAMES), **changes)


def trained(plan: Course) -> str:
    with Trainer(plan, untrained_weights(plan.seed)) as trainer:
        while not trainer.finished:
            trainer.round()
        assert trainer.done == plan.games
        return fingerprint(trainer.weights)


def test_the_same_course_gives_the_same_weights() -> None:
    assert trained(course()) == trained(course())


@pytest.mark.parametrize("changes", [{"seed": "lake"}, {"games": GAMES + 1}, {"rate": 1e-3}])
def test_another_course_gives_others(changes: dict[str, Any]) -> None:
    assert trained(course()) != trained(course(**changes))


def test_the_games_do_not_depend_on_the_workers() -> None:
    rounds = []
    for workers in (1, 3):
        with Trainer(course(workers=workers), untrained_weights("x")) as trainer:
            rounds.append(trainer.round())
    one, other = rounds
    assert one is not None
    assert other is not None
    assert np.array_equal(one.won, other.won)
    assert np.array_equal(one.left, other.left)
    assert np.array_equal(one.tables, np.arange(FIRST_ROUND) % len(TRAINED))


def test_it_learns() -> None:
    plan = course(games=40_000 if SOAK else 4_000, tables=TABLES)
    with Trainer(plan, untrained_weights("x")) as trainer:
        first = trainer.round()
        while not trainer.finished:
            last = trainer.round()
    assert first is not None
    assert last is not None
    assert last.left.mean() < first.left.mean() - 1
    assert last.loss < first.loss


# Interruptions


@pytest.mark.parametrize("rounds", INTERRUPTED)
def test_resumed_equals_uninterrupted(tmp_path: Path, rounds: int) -> None:
    file = tmp_path / "mine.training"
    with Trainer(course(), untrained_weights("sea")) as trainer:
        for _ in range(rounds):
            trainer.round()
        done = trainer.done
        trainer.save(file)
    with Trainer(course(), untrained_weights("sea")) as trainer:
        trainer.resume(file)
        assert (trainer.done, trainer.rounds) == (done, rounds)
        assert done == FIRST_ROUND or rounds > 1
        while not trainer.finished:
            trainer.round()
        assert fingerprint(trainer.weights) == trained(course())


def test_a_round_that_is_stopped_never_happened() -> None:
    with Trainer(course(), untrained_weights("sea")) as trainer:
        before = fingerprint(trainer.weights)
        asked = iter([False] * 3 + [True] * 100)
        assert trainer.round(lambda: next(asked)) is None
        assert (trainer.done, trainer.step, fingerprint(trainer.weights)) == (0, 0, before)
        while not trainer.finished:
            trainer.round()
        assert fingerprint(trainer.weights) == trained(course())


def test_the_clock_decides_nothing_but_the_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tenback.sim.search.trainer.MEASURED", 600)
    file, plan = tmp_path / "mine.training", course(games=None, minutes=1.0)
    with Trainer(plan, untrained_weights("sea")) as trainer:
        while trainer.done < 600:
            trainer.round()
        assert not trainer.finished
        trainer.decide(1_300)
        trainer.save(file)
    with Trainer(plan, untrained_weights("sea")) as trainer:
        trainer.resume(file)
        assert trainer.course.games == 1_300
        while not trainer.finished:
            trainer.round()
        assert fingerprint(trainer.weights) == trained(course(games=1_300))


def refusal(file: Path, plan: Course) -> TenbackError:
    with (
        Trainer(plan, untrained_weights("sea")) as trainer,
        pytest.raises(InvalidTraining) as caught,
    ):
        trainer.resume(file)
    assert trainer.done == 0
    assert all(Words(language).refusal(caught.value) for language in LANGUAGES)
    return caught.value


@pytest.mark.parametrize(
    "changes",
    [{"seed": "lake"}, {"games": 7}, {"workers": 1}, {"tables": TABLES[:1]}, {"start": "x"}],
)
def test_another_training_is_not_taken_up(tmp_path: Path, changes: dict[str, Any]) -> None:
    file = tmp_path / "mine.training"
    with Trainer(course(), untrained_weights("sea")) as trainer:
        trainer.save(file)
    assert refusal(file, course(**changes)).code == "other-checkpoint"


def test_what_is_no_training_is_not_taken_up(tmp_path: Path) -> None:
    file = tmp_path / "mine.training"
    with Trainer(course(), untrained_weights("sea")) as trainer:
        trainer.save(file)
    good = file.read_bytes()
    for content in (b"", b"nonsense", good[:-100], good[:1000], good[:200] + good[300:]):
        file.write_bytes(content)
        assert refusal(file, course()).code == "bad-checkpoint"


# Courses and tables


def test_the_rate_falls_to_the_end() -> None:
    plan = course(games=100_000)
    rates = [plan.rate_after(done) for done in (0, MEASURED, 50_000, 100_000)]
    assert rates[0] == rates[1] == FIRST_RATE
    assert FIRST_RATE > rates[2] > rates[3] == pytest.approx(LAST_RATE)
    assert course(games=None).rate_after(50_000) == FIRST_RATE


def test_rounds_grow_and_add_up() -> None:
    for games in (1, 399, 2_401, 50_000):
        plan, done, sizes = course(games=games), 0, []
        while done < games:
            sizes.append(plan.round_after(done))
            done += sizes[-1]
        assert done == games
        assert min(sizes) > 0


def test_until_the_speed_is_measured_the_number_of_games_changes_nothing() -> None:
    for games in (None, 2_500, 100_000):
        done = 0
        while done < MEASURED:
            assert course(games=games).round_after(done) == course().round_after(0)
            done += course(games=games).round_after(done)
        assert done == MEASURED


def test_a_batch_grows_with_the_workers() -> None:
    assert [course(workers=n).batch for n in (1, 2, 4, 64)] == [256, 256, 512, 1024]


def test_a_table_survives_its_note() -> None:
    tables = [
        *TABLES,
        Table.usual(Rules.named("original", expert=True), 4),
        Table.usual(Rules.named("original"), 4, TalkPolicy.NO_CLUES),
        Table.usual(Rules.named("face-to-face"), 2),
    ]
    note = {"settings": [table.data() for table in tables]}
    assert trained_tables(Network(untrained_weights("x"), note), "mine.npz") == tuple(tables)


def test_a_solo_table_is_silent() -> None:
    assert Table.usual(SMALL, 1).policy is TalkPolicy.SILENT
    assert Table.usual(SMALL, 2).policy is SMALL.talk
    assert Table.usual(SMALL, 2).silent().policy is TalkPolicy.SILENT


@pytest.mark.parametrize(
    "setting",
    [
        {"name": "nonsense", "players": 2},
        {"name": "original", "players": 9},
        {"name": "original", "players": 2, "policy": "shouting"},
        {"name": "mine", "players": 2, "rules": "nonsense"},
        {"name": "mine", "players": 2, "rules": 7},
    ],
)
def test_a_note_that_makes_no_sense_is_refused(setting: dict[str, Any]) -> None:
    with pytest.raises(InvalidNetwork, match=r"mine\.npz"):
        trained_tables(Network(untrained_weights("x"), {"settings": [setting]}), "mine.npz")
    with pytest.raises(InvalidNetwork):
        trained_tables(Network(untrained_weights("x"), {"settings": []}), "mine.npz")
