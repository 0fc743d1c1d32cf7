"""Networks as files: the weights in half precision, and a note of how they were trained."""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tenback.core.errors import TenbackError
from tenback.core.rules import Rules
from tenback.sim.search.network import NETWORK

FORMAT: Final = 1
SUFFIX: Final = ".npz"
MOST_BYTES: Final = 8_000_000  # of all shipped networks together, and so of any single one
NOTE: Final = "note"
FIELDS: Final = tuple(NETWORK.names or ())
STORED: Final = np.float16


class InvalidNetwork(TenbackError):
    """The error for a file that does not hold a network."""


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """A value network: a read-only array of one `NETWORK`, and the note of its training."""

    weights: NDArray[np.void]
    note: Mapping[str, Any]


# Files


def save(path: str | Path, network: Network) -> None:
    """Write a network to a file in one step, so that no partial file remains."""
    note = json.dumps({"format": FORMAT, **network.note}, ensure_ascii=False)
    fields = {name: network.weights[0][name].astype(STORED) for name in FIELDS}
    write_arrays(path, fields | {NOTE: np.frombuffer(note.encode(), np.uint8)})


def write_arrays(path: str | Path, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write arrays to a temporary file and rename it."""
    file = Path(path)
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as out:
            np.savez_compressed(out, **arrays)  # type: ignore[arg-type]
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def load(path: str | Path) -> Network:
    """Read a network; any fault of the file raises `InvalidNetwork`."""
    name = str(path)
    try:
        file = Path(path)
        # Read no more than a network can have: a device or a growing log has no end.
        with file.open("rb") as content:
            return _read(content.read(MOST_BYTES + 1), name)
    # A name with a NUL character raises ValueError.
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise InvalidNetwork("network-unreadable", file=name, why=why) from None


def _read(content: bytes, name: str) -> Network:
    try:
        arrays = read_arrays(content, (*FIELDS, NOTE), MOST_BYTES)
        note = json.loads(arrays[NOTE].tobytes())
        known = note["format"] == FORMAT
        _check_settings(note["settings"])
    # Hostile bytes fail in many ways; all mean the same.
    except Exception as error:
        raise InvalidNetwork("not-a-network", file=name) from error
    if not known or not all(_fits(arrays[field], field) for field in FIELDS):
        raise InvalidNetwork("network-version", file=name)
    return Network(_weights(arrays, name), note)


def read_arrays(content: bytes, names: tuple[str, ...], limit: int) -> dict[str, NDArray[Any]]:
    """The named arrays of an .npz file; a broken file raises any exception."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        if sum(member.file_size for member in archive.infolist()) > limit:
            raise ValueError("too large")
    with np.load(io.BytesIO(content), allow_pickle=False) as found:
        return {name: np.asarray(found[name]) for name in names}


def _check_settings(settings: object) -> None:
    if not isinstance(settings, list):
        raise TypeError
    for setting in settings:
        if type(setting["name"]) is not str or type(setting["players"]) is not int:
            raise TypeError


def _fits(array: NDArray[Any], field: str) -> bool:
    return array.dtype == STORED and array.shape == NETWORK[field].shape


def _weights(arrays: Mapping[str, NDArray[Any]], name: str) -> NDArray[np.void]:
    weights = np.zeros(1, NETWORK)
    for field in FIELDS:
        weights[0][field] = arrays[field]
        if not np.isfinite(arrays[field]).all():
            raise InvalidNetwork("not-a-network", file=name)
    return weights


# Shipped networks


def family(rules: Rules, players: int) -> str:
    """The name of the shipped network that fits a table best."""
    if rules.duel:
        return "face-to-face"
    if rules.deck.colours:
        return "quick-and-easy"
    if rules.trick.distance is None:
        return "one-way"  # for variants without tricks; the other networks rely on tricks
    return "original" if players > 1 else "original-alone"


def shipped(rules: Rules, players: int) -> Network | None:
    """The network for a table: one trained on it, else that of its family, if any.

    Of several networks trained on it, the one with the fewest settings is the most specialised.
    """
    every = library()
    exact = [each for each in every.values() if is_trained_on(each, rules, players)]
    if exact:
        return min(exact, key=lambda each: len(each.note["settings"]))
    return every.get(family(rules, players))


def is_trained_on(network: Network, rules: Rules, players: int) -> bool:
    """Whether the note names these rules with this number of players."""
    known = ((setting["name"], setting["players"]) for setting in network.note["settings"])
    return (rules.name, players) in known


@cache
def library() -> Mapping[str, Network]:
    """Every shipped network by name."""
    folder = resources.files("tenback.sim.search").joinpath("networks")
    return {
        file.name.removesuffix(SUFFIX): _read(file.read_bytes(), file.name)
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
        if file.name.endswith(SUFFIX)
    }
