"""Networks as files: written and read again, refused when they are not what they should be."""

from __future__ import annotations

import io
import json
import random
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tenback import Rules
from tenback.core.variants import GAMES, every
from tenback.sim.search import networks
from tenback.sim.search.network import NETWORK
from tenback.sim.search.networks import (
    FIELDS,
    MOST_BYTES,
    NOTE,
    InvalidNetwork,
    Network,
    family,
    is_trained_on,
    library,
    load,
    save,
    shipped,
    write_arrays,
)
from tenback.sim.search.trainer import trained_tables, untrained_weights
from tenback.words import LANGUAGES, Words

if TYPE_CHECKING:
    from numpy.typing import NDArray

FOLDER = Path(networks.__file__).parent / "networks"
SETTINGS = [{"name": "original", "players": 3}]


@cache
def good() -> bytes:
    """The bytes of a network."""
    arrays = parts(untrained_weights("tests"))
    out = io.BytesIO()
    np.savez_compressed(out, **arrays)
    return out.getvalue()


def parts(weights: NDArray[np.void], **note: Any) -> dict[str, Any]:
    text = json.dumps({"format": 1, "settings": SETTINGS, **note})
    fields = {name: weights[0][name].astype(np.float16) for name in FIELDS}
    return fields | {NOTE: np.frombuffer(text.encode(), np.uint8)}


def refusal(file: Path) -> InvalidNetwork:
    with pytest.raises(InvalidNetwork) as caught:
        load(file)
    assert caught.value.params["file"] == str(file)
    assert all(Words(language).refusal(caught.value) for language in LANGUAGES)
    return caught.value


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    file, weights = tmp_path / "mine.npz", untrained_weights("sea")
    save(file, Network(weights, {"settings": SETTINGS, "seed": "größe"}))
    found = load(file)
    assert found.note == {"format": 1, "settings": SETTINGS, "seed": "größe"}
    assert found.weights.dtype == NETWORK
    for name in FIELDS:
        half = weights[0][name].astype(np.float16).astype(np.float32)
        assert np.array_equal(found.weights[0][name], half)
    assert list(tmp_path.iterdir()) == [file]


def test_a_second_saving_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "mine.npz"
    save(file, Network(untrained_weights("sea"), {"settings": []}))
    once = load(file)
    save(file, once)
    assert np.array_equal(load(file).weights, once.weights)


def test_a_failed_saving_leaves_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "mine.npz"
    file.write_text("precious")
    with pytest.raises(TypeError):
        save(file, Network(untrained_weights("sea"), {"settings": {1, 2}}))
    with pytest.raises(OSError, match="No such file"):
        write_arrays(tmp_path / "nowhere" / "mine.npz", {})
    assert file.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [file]


# Files that are no networks


@given(content=st.binary())
@example(b"")
@example(b"PK\x03\x04")
@example(good()[:-30])
@example(good()[:5000])
@example(good() + b"x" * MOST_BYTES)
def test_any_bytes(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "any.npz"
    file.write_bytes(content)
    assert refusal(file).code == "not-a-network"


@pytest.mark.parametrize("seed", range(60))
def test_damaged_bytes(tmp_path: Path, seed: int) -> None:
    rng, content = random.Random(seed), bytearray(good())
    tail = len(content) - 1000  # where the archive keeps its list
    for _ in range(rng.randint(1, 6)):
        content[rng.choice([rng.randrange(len(content)), rng.randrange(tail, len(content))])] ^= (
            1 << rng.randrange(8)
        )
    file = tmp_path / "damaged.npz"
    file.write_bytes(content)
    try:
        load(file)
    except InvalidNetwork as error:
        assert error.code in ("not-a-network", "network-version")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"bias": None}, "not-a-network"),
        ({NOTE: None}, "not-a-network"),
        ({NOTE: np.frombuffer(b"[]", np.uint8)}, "not-a-network"),
        ({NOTE: np.frombuffer(b'{"format": 1}', np.uint8)}, "not-a-network"),
        ({NOTE: np.frombuffer(b'{"format": 1, "settings": [7]}', np.uint8)}, "not-a-network"),
        ({NOTE: np.frombuffer(b'{"format": 2, "settings": []}', np.uint8)}, "network-version"),
        ({"bias": np.zeros(3, np.float16)}, "network-version"),
        ({"bias": np.zeros(64, np.float64)}, "network-version"),
        ({"bias": np.full(64, np.nan, np.float16)}, "not-a-network"),
        ({"bias": np.full(64, np.inf, np.float16)}, "not-a-network"),
        ({"bias": np.zeros(5_000_000, np.float16)}, "not-a-network"),
    ],
)
def test_what_is_missing_or_wrong(tmp_path: Path, changes: dict[str, Any], code: str) -> None:
    arrays = {k: v for k, v in (parts(untrained_weights("x")) | changes).items() if v is not None}
    file = tmp_path / "wrong.npz"
    write_arrays(file, arrays)
    assert refusal(file).code == code


def test_nothing_is_unpickled(tmp_path: Path) -> None:
    file = tmp_path / "evil.npz"
    bad = np.array([print], dtype=object)
    np.savez(file, **(parts(untrained_weights("x")) | {"bias": bad}))
    assert refusal(file).code == "not-a-network"


@pytest.mark.parametrize("name", ["none.npz", "", "a\0b", "x" * 5000])
def test_files_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    assert refusal(tmp_path / name).code == "network-unreadable"


# Those that come with the package


def test_all_of_them_take_at_most_eight_megabytes() -> None:
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) <= 8_000_000


def test_there_is_one_for_every_family() -> None:
    published = {family(rules, players) for rules in every() for players in rules.player_counts}
    assert library().keys() == {*published, "one-way"}


@pytest.mark.parametrize("name", sorted(library()))
def test_every_network_says_what_it_was_trained_on(name: str) -> None:
    network = library()[name]
    tables = trained_tables(network, name)
    assert {family(table.rules, table.players) for table in tables} == {name}
    assert network.note["games"] > 0


@pytest.mark.parametrize("rules", every(), ids=lambda rules: rules.name)
def test_published_games_have_a_network(rules: Rules) -> None:
    for players in rules.player_counts:
        network = shipped(rules, players)
        assert network is not None
        assert network is library()[family(rules, players)]
        assert is_trained_on(network, rules, players) or rules.name not in GAMES


def test_own_rules_get_the_network_of_their_family() -> None:
    coloured = 'deck = { numbers = "1..12", colours = ["red", "blue"] }'
    plain = 'deck = { numbers = "1..30" }'
    back = f"{plain}\ntrick = {{ distance = 10 }}"
    for deck, name in ((coloured, "quick-and-easy"), (plain, "one-way"), (back, "original")):
        rules = Rules.from_toml(
            f'name = "mine"\nminimum = 1\n{deck}\npiles = {{ up = [0], down = [99] }}\n'
            "hands = { 2 = 4 }"
        )
        assert family(rules, 2) == name
        assert shipped(rules, 2) is library()[name]
    assert family(Rules.named("face-to-face"), 2) == "face-to-face"
    assert family(Rules.named("original"), 1) == "original-alone"


def test_the_one_with_the_fewest_other_settings_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    weights = untrained_weights("x")
    both = Network(weights, {"settings": [*SETTINGS, {"name": "original", "players": 2}]})
    only = Network(weights, {"settings": SETTINGS})
    monkeypatch.setattr(networks, "library", lambda: {"original": both, "three": only})
    assert shipped(Rules.named("original"), 3) is only
    assert shipped(Rules.named("original"), 2) is both
    assert shipped(Rules.named("original"), 5) is both
    assert shipped(Rules.named("face-to-face"), 2) is None
