"""Search bots by their names, and their networks."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tenback import Rules, sim
from tenback.bots import registry
from tenback.core import bot_spec
from tenback.core.bot_spec import USUAL_LEVEL
from tenback.sim.search.config import LEVELS, NAMES, SearchConfig, search_config
from tenback.sim.search.networks import InvalidNetwork, Network, save, shipped
from tenback.sim.search.workspace import SEARCH_BOT
from tests.sim.search.workspaces import random_weights

if TYPE_CHECKING:
    from pathlib import Path

ORIGINAL = Rules.named("original")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("strong", SearchConfig(0)),
        ("master", SearchConfig(LEVELS[USUAL_LEVEL])),
        ("master:quick", SearchConfig(LEVELS["quick"])),
        ("master:deep", SearchConfig(LEVELS["deep"])),
        ("mine.npz", SearchConfig(0, "mine.npz")),
        ("strong@mine.npz", SearchConfig(0, "mine.npz")),
        ("master@mine.npz", SearchConfig(LEVELS[USUAL_LEVEL], "mine.npz")),
        ("master:quick@a@b.npz", SearchConfig(LEVELS["quick"], "a@b.npz")),
    ],
)
def test_names(name: str, expected: SearchConfig) -> None:
    assert search_config(name) == expected


@pytest.mark.parametrize(
    "name",
    ["", "careful", "strong:deep", "strong:", "master:", "master:slow", "master:quick:deep",
     "Strong", "master :quick", "random@mine.npz", "@mine.npz", "mine.npy"],
)  # fmt: skip
def test_names_of_no_bot(name: str) -> None:
    assert search_config(name) is None


def test_the_bots_have_the_same_names_and_levels() -> None:
    assert all(search_config(name) is not None for name in NAMES)
    assert registry.listing("master").levels == tuple(LEVELS)
    assert registry.check("strong").levels == ()
    assert tuple(LEVELS) == bot_spec.LEVELS
    assert list(LEVELS.values()) == sorted(LEVELS.values())


def test_a_row_says_how_to_think() -> None:
    duel = Rules.named("face-to-face")
    row = SearchConfig(5).row(ORIGINAL, 2, 3)[0]
    assert (row["bot"], row["network"], row["samples"]) == (SEARCH_BOT, 3, 5)
    assert row["depth"] < SearchConfig(5).row(duel, 2)[0]["depth"], (
        "against an opponent up to the own turn"
    )
    alone = SearchConfig(5).row(ORIGINAL, 1)[0]
    assert all(alone[what] > row[what] for what in ("samples", "width", "depth"))


def network(seed: int) -> Network:
    return Network(random_weights(seed), {"settings": []})


def test_without_a_file_the_network_that_is_shipped() -> None:
    assert SearchConfig().network(ORIGINAL, 3) is shipped(ORIGINAL, 3)


def test_a_file_is_read_again_when_it_has_changed(tmp_path: Path) -> None:
    file = tmp_path / "mine.npz"
    config = SearchConfig(0, str(file))
    weights = []
    for seed in (1, 2):
        save(file, network(seed))
        os.utime(file, ns=(seed, seed))
        found = config.network(ORIGINAL, 2)
        assert found is not None
        assert config.network(ORIGINAL, 2) is found
        weights.append(found.weights["bias"])
    assert not np.array_equal(weights[0], weights[1])


@pytest.mark.parametrize("name", ["missing.npz", "\0.npz", "", "folder/none.npz"])
def test_a_file_that_is_not_there(tmp_path: Path, name: str) -> None:
    file = f"{tmp_path}/{name}"
    with pytest.raises(InvalidNetwork):
        SearchConfig(0, file).network(ORIGINAL, 2)


def test_settings_know_search_bots_each_once(tmp_path: Path) -> None:
    file = tmp_path / "mine.npz"
    save(file, network(1))
    names = ("strong", "careful", f"master:quick@{file}", "strong")
    setting = sim.Setting(ORIGINAL, 4, names, "configs")
    assert setting.search_configs == (SearchConfig(0), SearchConfig(LEVELS["quick"], str(file)))
    rows, networks = setting.config_rows()
    assert rows["bot"].tolist() == [SEARCH_BOT, rows["bot"][1], SEARCH_BOT, SEARCH_BOT]
    assert rows["bot"][1] != SEARCH_BOT
    assert rows["network"][[0, 2, 3]].tolist() == [0, 1, 0]
    assert rows["samples"].tolist() == [0, 0, LEVELS["quick"], 0]
    assert len(networks) == 2


@pytest.mark.parametrize("name", ["strong:deep", "master:slow", "strange"])
def test_settings_refuse_names_of_no_bot(name: str) -> None:
    with pytest.raises(sim.InvalidSetting) as caught:
        sim.Setting(ORIGINAL, 2, (name,), "configs")
    assert caught.value.code == "unknown-bot"


def test_own_rules_may_have_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenback.sim.search.config.shipped", lambda *_: None)
    setting = sim.Setting(ORIGINAL, 2, ("strong",), "configs")
    with pytest.raises(sim.InvalidSetting) as caught:
        setting.config_rows()
    assert caught.value.code == "no-network"
