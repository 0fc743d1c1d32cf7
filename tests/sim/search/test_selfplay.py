"""Games of self-play: the same however they are cut, with targets that follow from their ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from tenback import Rules
from tenback.sim import Setting, play
from tenback.sim.arrays import GAME
from tenback.sim.chance import seed_word
from tenback.sim.search.networks import library
from tenback.sim.search.selfplay import self_play
from tenback.sim.search.trainer import Table, untrained_weights
from tenback.sim.search.workspace import AFTERSTATE, WORKSPACE

if TYPE_CHECKING:
    from numpy.typing import NDArray

GAMES = ("original", "quick-and-easy", "face-to-face")


def played(
    tables: list[Table], first: int, games: int, decay: float = 0.8, *, trained: bool = False
) -> tuple[NDArray[np.void], NDArray[np.int64]]:
    rules = np.concatenate([table.arrays() for table in tables])
    weights = library()["original"].weights if trained else untrained_weights("x")
    samples, results = np.empty(games * 256, AFTERSTATE), np.zeros((games, 2), np.int64)
    count = self_play(
        rules,
        weights,
        seed_word("sea"),
        first,
        games,
        np.empty(256, AFTERSTATE),
        samples,
        results,
        decay,
        np.zeros(1, GAME),
        np.zeros(1, WORKSPACE),
    )
    return samples[:count].copy(), results


def tables(*names: str) -> list[Table]:
    return [Table.usual(Rules.named(name), 2) for name in names]


def test_games_do_not_depend_on_how_they_are_cut() -> None:
    whole = played(tables(*GAMES), 0, 30)
    pieces = [played(tables(*GAMES), first, 10) for first in (0, 10, 20)]
    samples, results = (np.concatenate(part) for part in zip(*pieces, strict=True))
    assert np.array_equal(whole[1], results)
    # Elsewhere a game leaves what it does not use as the one before it did.
    for field in ("hand", "unseen", "seat", "stock", "draws", "setting", "value", "target"):
        assert np.array_equal(whole[0][field], samples[field])


def test_settings_take_turns() -> None:
    samples, _ = played(tables(*GAMES), 4, 6)
    assert list(dict.fromkeys(samples["setting"].tolist())) == [1, 2, 0]


@pytest.mark.parametrize("name", ["original", "quick-and-easy"])
def test_a_team_learns_from_how_the_game_ended(name: str) -> None:
    samples, results = played(tables(name), 0, 1, decay=1.0)
    cards = len(Rules.named(name).cards)
    assert np.allclose(samples["target"], [results[0, 0], 1 - results[0, 1] / cards])


def test_a_duel_is_won_by_one_and_lost_by_the_other() -> None:
    samples, _ = played(tables("face-to-face"), 0, 1, decay=1.0)
    first = samples["seat"] == samples["seat"][0]
    assert set(samples["target"][first, 0]) != set(samples["target"][~first, 0])
    assert set(samples["target"][:, 0]) == {0, 1}
    progress = samples["target"][first][0, 1]
    assert np.allclose(samples["target"][~first, 1], 1 - progress)


def test_targets_lean_on_what_was_thought_later() -> None:
    samples, results = played(tables("original"), 0, 1)
    wanted = np.array([results[0, 0], 1 - results[0, 1] / 98], np.float32)
    for sample in samples[::-1]:
        assert np.allclose(sample["target"], wanted, atol=1e-6)
        wanted = np.float32(0.8) * wanted + np.float32(0.2) * sample["value"]


def test_it_plays_as_strong_does() -> None:
    table = tables("original")[0]
    _, results = played([table], 0, 40, trained=True)
    batch = play(table.rules, 2, "strong", 40, "sea", keep=True)
    assert isinstance(batch.setting, Setting)
    assert results[:, 1].tolist() == batch.tally.kept["left"].tolist()
    assert results[:, 0].sum() == batch.wins[0]
