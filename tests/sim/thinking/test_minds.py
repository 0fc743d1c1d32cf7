"""Thinkers by their names, and the networks that they think with."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tenback import Rules, sim
from tenback.bots import registry
from tenback.sim.thinking.desk import THINKER
from tenback.sim.thinking.minds import LEVELS, NAMES, USUAL, Mind, mind
from tenback.sim.thinking.networks import InvalidNetwork, Network, save, shipped
from tests.sim.thinking.desks import random_weights

if TYPE_CHECKING:
    from pathlib import Path

ORIGINAL = Rules.named("original")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("strong", Mind(0)),
        ("master", Mind(LEVELS[USUAL])),
        ("master:quick", Mind(LEVELS["quick"])),
        ("master:deep", Mind(LEVELS["deep"])),
        ("mine.npz", Mind(0, "mine.npz")),
        ("strong@mine.npz", Mind(0, "mine.npz")),
        ("master@mine.npz", Mind(LEVELS[USUAL], "mine.npz")),
        ("master:quick@a@b.npz", Mind(LEVELS["quick"], "a@b.npz")),
    ],
)
def test_names(name: str, expected: Mind) -> None:
    assert mind(name) == expected


@pytest.mark.parametrize(
    "name",
    ["", "careful", "strong:deep", "strong:", "master:", "master:slow", "master:quick:deep",
     "Strong", "master :quick", "random@mine.npz", "@mine.npz", "mine.npy"],
)  # fmt: skip
def test_names_of_nobody(name: str) -> None:
    assert mind(name) is None


def test_the_bots_have_the_same_names_and_levels() -> None:
    assert all(mind(name) is not None for name in NAMES)
    assert registry.listing("master").levels == tuple(LEVELS)
    assert registry.check("strong")[0].levels == ()
    assert list(LEVELS.values()) == sorted(LEVELS.values())


def test_a_row_says_how_to_think() -> None:
    duel = Rules.named("face-to-face")
    row = Mind(5).row(ORIGINAL, 2, 3)[0]
    assert (row["player"], row["network"], row["samples"]) == (THINKER, 3, 5)
    assert row["depth"] < Mind(5).row(duel, 2)[0]["depth"], "against somebody up to the own turn"
    alone = Mind(5).row(ORIGINAL, 1)[0]
    assert all(alone[what] > row[what] for what in ("samples", "width", "depth"))


def network(seed: int) -> Network:
    return Network(random_weights(seed), {"settings": []})


def test_without_a_file_the_network_that_is_shipped() -> None:
    assert Mind().network(ORIGINAL, 3) is shipped(ORIGINAL, 3)


def test_a_file_is_read_again_when_it_has_changed(tmp_path: Path) -> None:
    file = tmp_path / "mine.npz"
    thinker = Mind(0, str(file))
    weights = []
    for seed in (1, 2):
        save(file, network(seed))
        os.utime(file, ns=(seed, seed))
        found = thinker.network(ORIGINAL, 2)
        assert found is not None
        assert thinker.network(ORIGINAL, 2) is found
        weights.append(found.weights["bias"])
    assert not np.array_equal(weights[0], weights[1])


@pytest.mark.parametrize("name", ["missing.npz", "\0.npz", "", "folder/none.npz"])
def test_a_file_that_is_not_there(tmp_path: Path, name: str) -> None:
    file = f"{tmp_path}/{name}"
    with pytest.raises(InvalidNetwork):
        Mind(0, file).network(ORIGINAL, 2)


def test_settings_know_thinkers_each_once(tmp_path: Path) -> None:
    file = tmp_path / "mine.npz"
    save(file, network(1))
    names = ("strong", "careful", f"master:quick@{file}", "strong")
    setting = sim.Setting(ORIGINAL, 4, names, "minds")
    assert setting.minds == (Mind(0), Mind(LEVELS["quick"], str(file)))
    rows, networks = setting.mind_rows()
    assert rows["player"].tolist() == [THINKER, rows["player"][1], THINKER, THINKER]
    assert rows["player"][1] != THINKER
    assert rows["network"][[0, 2, 3]].tolist() == [0, 1, 0]
    assert rows["samples"].tolist() == [0, 0, LEVELS["quick"], 0]
    assert len(networks) == 2


@pytest.mark.parametrize("name", ["strong:deep", "master:slow", "strange"])
def test_settings_refuse_nobody(name: str) -> None:
    with pytest.raises(sim.InvalidSetting) as caught:
        sim.Setting(ORIGINAL, 2, (name,), "minds")
    assert caught.value.code == "unknown-bot"


def test_own_rules_may_have_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenback.sim.thinking.minds.shipped", lambda *_: None)
    setting = sim.Setting(ORIGINAL, 2, ("strong",), "minds")
    with pytest.raises(sim.InvalidSetting) as caught:
        setting.mind_rows()
    assert caught.value.code == "no-network"
