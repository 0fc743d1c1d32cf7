"""Training: rounds of self-play on all cores, each followed by learning from its games.

Random numbers depend only on the seed and the number of a game, and the trainer adds the gradients
of all workers in a fixed order. So the same course gives the same weights, bit for bit on the same
machine, interrupted or not. The speed of the first games can decide how many games there will be,
without changing any of them.
"""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from tenback.core.errors import TenbackError
from tenback.core.rules import Rules, TalkPolicy
from tenback.core.variants import is_published
from tenback.sim.arrays import GAME, rule_arrays
from tenback.sim.chance import seed_word
from tenback.sim.search import features
from tenback.sim.search.gradients import ACTIVATIONS, adam_step, add_gradients, corrected_rate
from tenback.sim.search.network import NETWORK
from tenback.sim.search.networks import InvalidNetwork, Network, read_arrays, write_arrays
from tenback.sim.search.selfplay import self_play
from tenback.sim.search.speech import write_talk_rules
from tenback.sim.search.workspace import AFTERSTATE, WORKSPACE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

MEASURED: Final = 2_400
"""The number of games at the first learning rate; a time limit counts on their speed."""

FIRST_ROUND: Final = 400  # an untrained network learns fastest in short rounds
LARGEST_ROUND: Final = 4_000
ROUNDS: Final = 30  # a round has a thirtieth of the games played before it
EPOCHS: Final = 2
DECAY: Final = 0.8
FIRST_RATE: Final = 2e-3
TRAINED_RATE: Final = 5e-4  # small, so that a trained network keeps what it knows
LAST_RATE: Final = 5e-5
BATCH_PER_WORKER: Final = 128
SMALLEST_BATCH, LARGEST_BATCH = 256, 1024
PIECES_PER_WORKER: Final = 8
CHECKPOINT: Final = "checkpoint"
MOST_BYTES: Final = 64_000_000


class InvalidTraining(TenbackError):
    """The error for a training that cannot start or resume."""


# What to train


@dataclass(frozen=True, slots=True)
class Table:
    """A table to train on: rules, number of players and talk policy."""

    rules: Rules
    players: int
    policy: TalkPolicy

    @classmethod
    def usual(cls, rules: Rules, players: int, policy: TalkPolicy | None = None) -> Table:
        """A table that talks by `policy` or by its rules; a solo table is silent."""
        chosen = rules.talk if policy is None else policy
        return cls(rules, players, TalkPolicy.SILENT if players == 1 else chosen)

    def silent(self) -> Table:
        """The same table without talk."""
        return replace(self, policy=TalkPolicy.SILENT)

    def arrays(self) -> NDArray[np.void]:
        """The table as kernels read it."""
        arrays = rule_arrays(self.rules, self.players).copy()
        write_talk_rules(arrays, self.rules, self.policy)
        return arrays

    def data(self) -> dict[str, Any]:
        """The table as JSON for a note; unpublished rules are included in full."""
        data = {"name": self.rules.name, "players": self.players, "policy": str(self.policy)}
        return data if is_published(self.rules) else data | {"rules": self.rules.to_toml()}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Table:
        """The table from the JSON of a note; wrong JSON raises any exception."""
        own = data.get("rules")
        rules = Rules.named(data["name"]) if own is None else Rules.from_toml(own)
        rule_arrays(rules, data["players"])  # refuses a wrong number of players
        policy = data.get("policy")
        return cls.usual(rules, data["players"], None if policy is None else TalkPolicy(policy))


def trained_tables(network: Network, file: str) -> tuple[Table, ...]:
    """The tables in the note of a network."""
    try:
        tables = tuple(Table.from_data(setting) for setting in network.note["settings"])
    # The note may come from any program.
    except Exception as error:
        raise InvalidNetwork("not-a-network", file=file) from error
    if not tables:
        raise InvalidNetwork("not-a-network", file=file)
    return tables


@dataclass(frozen=True, slots=True)
class Course:
    """Everything that determines the result of a training.

    `games` is None until their number is decided. `start` names the first weights.
    """

    tables: tuple[Table, ...]
    workers: int
    seed: str
    start: str
    rate: float
    games: int | None = None
    minutes: float | None = None

    def data(self) -> dict[str, Any]:
        """The course as JSON."""
        return {
            "settings": [table.data() for table in self.tables],
            "workers": self.workers,
            "seed": self.seed,
            "start": self.start,
            "rate": self.rate,
            "games": self.games,
            "minutes": self.minutes,
        }

    def rate_after(self, done: int) -> float:
        """The learning rate: constant for the first games, then falling linearly."""
        if self.games is None or done <= MEASURED:
            return self.rate
        share = min(1.0, (done - MEASURED) / max(1, self.games - MEASURED))
        return self.rate + share * (LAST_RATE - self.rate)

    def round_after(self, done: int) -> int:
        """The number of games of the next round; if possible, equal for every table."""
        tables = len(self.tables)
        wanted = max(FIRST_ROUND, min(LARGEST_ROUND, done // ROUNDS))
        wanted = -(-wanted // tables) * tables
        limits = [self.games - done] if self.games is not None else []
        if done < MEASURED:
            limits.append(MEASURED - done)
        return min(wanted, *limits) if limits else wanted

    @property
    def batch(self) -> int:
        """The number of afterstates in a batch."""
        return max(SMALLEST_BATCH, min(LARGEST_BATCH, BATCH_PER_WORKER * self.workers))


def first_rate(*, trained: bool) -> float:
    """The first learning rate, for a trained network or for random weights."""
    return TRAINED_RATE if trained else FIRST_RATE


def untrained_weights(seed: str) -> NDArray[np.void]:
    """Random weights for a training that starts without a network."""
    weights = np.zeros(1, NETWORK)
    chance = np.random.default_rng(int(seed_word(f"weights {seed}")))
    for field, spread in (("piles", 0.1), ("pooled", 0.15), ("outputs", 0.2), ("table", 0.05)):
        weights[0][field] = chance.normal(0, spread, weights[0][field].shape)
    # Remarks mean nothing yet.
    for role in (0, features.ROLE):
        first = role + features.TALK
        weights[0]["piles"][first : first + features.LEVELS**2] = 0
    return weights


def fingerprint(weights: NDArray[np.void]) -> str:
    """A hash of the weights."""
    return sha256(weights.tobytes()).hexdigest()[:16]


# Training


@dataclass(frozen=True, slots=True)
class Round:
    """The games of a round: for each its table, whether it was won, and the cards left."""

    tables: NDArray[np.int64]
    won: NDArray[np.int64]
    left: NDArray[np.int64]
    loss: float


class Trainer:
    """Plays and learns round by round; a context manager, because it owns threads."""

    def __init__(self, course: Course, weights: NDArray[np.void]) -> None:
        self.course = course
        self.weights = weights.copy()
        size = len(_flat(self.weights))
        self.moments = np.zeros((2, size), np.float32)
        self.step = 0
        self.done = 0
        self.rounds = 0
        self._rules = np.concatenate([table.arrays() for table in course.tables])
        self._seed = seed_word(course.seed)
        self._gradients = np.zeros((course.workers, size), np.float32)
        self._cuts = np.linspace(0, size, course.workers + 1).astype(int).tolist()
        self._pool = ThreadPoolExecutor(course.workers)

    def __enter__(self) -> Trainer:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    @property
    def finished(self) -> bool:
        """Whether all games of the course are played."""
        return self.course.games is not None and self.done >= self.course.games

    def decide(self, games: int) -> None:
        """Fix the number of games, which the first rounds do not depend on."""
        if self.course.games is None:
            self.course = replace(self.course, games=max(games, self.done))

    def round(self, stop: Callable[[], bool] = lambda: False) -> Round | None:
        """Play a round and learn from it; if stopped, return None and change nothing."""
        games = self.course.round_after(self.done)
        pieces = list(self._pool.map(lambda piece: self._play(piece, stop), self._pieces(games)))
        if any(piece is None for piece in pieces):
            return None
        samples, results = (np.concatenate(part) for part in zip(*pieces, strict=True))
        tables = np.arange(self.done, self.done + games) % len(self._rules)
        loss = self._learn(samples)
        self.done += games
        self.rounds += 1
        return Round(tables, results[:, 0], results[:, 1], loss)

    # Playing

    def _pieces(self, games: int) -> Iterator[tuple[int, int]]:
        """The parts of a round, small enough to keep every worker busy to the end."""
        size = -(-games // (PIECES_PER_WORKER * self.course.workers))
        for first in range(0, games, size):
            yield self.done + first, min(size, games - first)

    def _play(self, piece: tuple[int, int], stop: Callable[[], bool]) -> Any:
        if stop():
            return None
        first, games = piece
        # A turn lays at least a card. Unused pages of the arrays take no memory.
        longest = int((self._rules["cards"] * self._rules["decks"]).max())
        trace, samples = np.empty(longest, AFTERSTATE), np.empty(games * longest, AFTERSTATE)
        results = np.zeros((games, 2), np.int64)
        count = self_play(
            self._rules,
            self.weights,
            self._seed,
            first,
            games,
            trace,
            samples,
            results,
            DECAY,
            np.zeros(1, GAME),
            np.zeros(1, WORKSPACE),
        )
        return samples[:count].copy(), results

    # Learning

    def _learn(self, samples: NDArray[np.void]) -> float:
        """Train on the afterstates of a round in random order; return the mean loss.

        There are no afterstates if every game ended within its first turn.
        """
        if not len(samples):
            return 0.0
        chance = np.random.default_rng([int(self._seed), self.done])
        rate, batch, loss = self.course.rate_after(self.done), self.course.batch, 0.0
        for _ in range(EPOCHS):
            order = chance.permutation(len(samples))
            # Every other afterstate is mirrored.
            mirrored = chance.integers(0, 2, len(samples))
            # The rest is dropped: its step would be as large as that of a whole batch.
            for first in range(0, max(1, len(samples) - batch + 1), batch):
                part = slice(first, first + batch)
                loss += self._take_step(samples, order[part], mirrored[part], rate)
        return loss / (EPOCHS * len(samples))

    def _take_step(
        self, samples: NDArray[np.void], order: NDArray[Any], mirrored: NDArray[Any], rate: float
    ) -> float:
        """Take one step; every worker sums the gradients of its share."""
        workers = range(self.course.workers)
        orders, mirrors = (np.array_split(each, self.course.workers) for each in (order, mirrored))
        rows = [gradients.view(NETWORK) for gradients in self._gradients]

        def add(worker: int) -> float:
            share = orders[worker], mirrors[worker]
            return float(
                add_gradients(
                    self._rules,
                    self.weights,
                    samples,
                    *share,
                    rows[worker],
                    np.zeros(1, ACTIVATIONS),
                )
            )

        loss = sum(self._pool.map(add, workers))
        self.step += 1
        scale, flat = 1 / len(order), _flat(self.weights)
        rate = corrected_rate(rate, self.step)

        def go(worker: int) -> None:
            start, stop = self._cuts[worker : worker + 2]
            adam_step(flat, self._gradients, self.moments, scale, rate, start, stop)

        list(self._pool.map(go, workers))
        return loss

    # Checkpoints

    def save(self, path: Path) -> None:
        """Write a checkpoint with everything that `resume` needs."""
        counts = {"step": self.step, "done": self.done, "rounds": self.rounds}
        state = {"course": self.course.data(), **counts}
        text = np.frombuffer(json.dumps(state).encode(), np.uint8)
        flat = _flat(self.weights)
        write_arrays(path, {CHECKPOINT: text, "weights": flat, "moments": self.moments})

    def resume(self, path: Path) -> None:
        """Continue from a checkpoint of the same course."""
        try:
            names = (CHECKPOINT, "weights", "moments")
            kept = read_arrays(path.read_bytes(), names, MOST_BYTES)
            state = json.loads(kept[CHECKPOINT].tobytes())
            course, games = state["course"], state["course"]["games"]
            counts = [int(state[name]) for name in ("step", "done", "rounds")]
            self._check_arrays(kept)
        except Exception as error:
            raise InvalidTraining("bad-checkpoint", file=str(path)) from error
        # A number of games that the time limit has decided is not part of the command.
        asked = self.course if self.course.games is not None else replace(self.course, games=games)
        if course != asked.data():
            raise InvalidTraining("other-checkpoint", file=str(path))
        self.course = asked
        self.step, self.done, self.rounds = counts
        _flat(self.weights)[:] = kept["weights"]
        self.moments[:] = kept["moments"]

    def _check_arrays(self, kept: dict[str, NDArray[Any]]) -> None:
        for name, wanted in (("weights", _flat(self.weights)), ("moments", self.moments)):
            if kept[name].shape != wanted.shape or kept[name].dtype != wanted.dtype:
                raise ValueError(name)


def _flat(weights: NDArray[np.void]) -> NDArray[np.float32]:
    """A flat view of all weights, not a copy."""
    return weights.view(np.float32).reshape(-1)
