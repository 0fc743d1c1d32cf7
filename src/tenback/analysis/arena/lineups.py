"""Line-ups: every bot with its like, every two of them together, or against each other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from itertools import combinations
from typing import TYPE_CHECKING, Any

from tenback.bots import registry
from tenback.core.bot_spec import BotSpec, Trust
from tenback.core.deal import check_seed
from tenback.core.rules import Rules, TalkPolicy
from tenback.sim.chance import seed_word
from tenback.sim.kernel_bots import KERNEL_BOTS
from tenback.sim.search.config import search_config
from tenback.sim.simulation_setting import Setting
from tenback.sim.sources import kernel_fingerprint

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

OURS = "tenback"
DEALT_TO = "random"
"""A bot that the simulator knows; the deals are the same with any bot."""


@dataclass(frozen=True)
class Lineup:
    """A table: its rules, a bot for each seat, the seed of its deals, and how it talks."""

    rules: Rules
    seats: tuple[str, ...]
    seed: str
    talk: TalkPolicy | None = None

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.seats)

    @property
    def compiled(self) -> bool:
        """Whether all bots here play inside the kernels."""
        return all(map(is_compiled, self.seats))

    @cached_property
    def setting(self) -> Setting:
        """The table as the simulator takes it; where not all can play there, only its deals."""
        seats = self.seats if self.compiled else (DEALT_TO,)
        return Setting(self.rules, self.players, seats, self.seed, self.talk)

    @cached_property
    def mark(self) -> dict[str, Any]:
        """What results are known by in a file: the same mark means the same games.

        Bots may change under the same name, and rules too; so what they are made of counts.
        """
        return {
            "rules": self.rules.name,
            "players": self.players,
            "bots": list(self.seats),
            "talk": str(self.talk or self.rules.talk),
            "seed": self.seed,
            "made_of": _digest(self.rules.to_toml().encode(), *map(self._made_of, self.seats)),
        }

    def _made_of(self, bot: str) -> bytes:
        """What is known of a bot's code and numbers; of a program nothing is."""
        spec = _spec(bot)
        if spec.command:
            return b""
        if not is_compiled(bot):
            return _version(registry.resolve(spec).package or OURS)
        code, config = kernel_fingerprint().encode(), search_config(bot)
        network = config.network(self.rules, self.players) if config else None
        if config is None or network is None:
            return code
        return code + config.row(self.rules, self.players).tobytes() + network.weights.tobytes()


def _version(package: str) -> bytes:
    """The version of an installed package; nothing where it has none."""
    try:
        return version(package).encode()
    except PackageNotFoundError:
        return b""


def _digest(*pieces: bytes) -> str:
    return sha256(b"\0".join(sha256(piece).digest() for piece in pieces)).hexdigest()[:12]


def is_compiled(bot: str) -> bool:
    """Whether a bot plays inside the kernels, thousands of times faster than at a table."""
    return bot in KERNEL_BOTS or search_config(bot) is not None


def identity(bot: str) -> object:
    """The same for two names of one bot, such as `master` and `master:normal`."""
    return search_config(bot) or bot


def _spec(bot: str) -> BotSpec:
    """A line-up is made on the command line; those of a results file are only compared with it."""
    return BotSpec.parse(bot, Trust.LOCAL)


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the arena's table: one bot in all seats, or two that share a table.

    Two bots sit in turn, once one of them at seat 0 and once the other.
    """

    bots: tuple[str, ...]
    lineups: tuple[Lineup, ...]

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.lineups[0].players


def teams(
    rules: Rules,
    players: int,
    bots: Sequence[str],
    seed: str,
    talk: TalkPolicy | None = None,
) -> Iterator[Entry]:
    """Every bot in all seats, then every two of them together."""
    for bot in bots:
        yield Entry((bot,), (Lineup(rules, (bot,) * players, seed, talk),))
    if players > 1:
        yield from pairs(rules, players, bots, seed, talk)


def pairs(
    rules: Rules,
    players: int,
    bots: Sequence[str],
    seed: str,
    talk: TalkPolicy | None = None,
) -> Iterator[Entry]:
    """Every two bots at one table, in a duel against each other.

    A duel is played on the same deals from both seats, so that neither is luckier. A team gets
    other deals in the other order, for the same ones often end alike and would count twice.
    """
    seeds = (seed, seed if rules.duel else _other(seed))
    for first, second in combinations(bots, 2):
        orders = ((first, second), (second, first))
        seats = (tuple(order[seat % 2] for seat in range(players)) for order in orders)
        tables = (Lineup(rules, *each, talk) for each in zip(seats, seeds, strict=True))
        yield Entry((first, second), tuple(tables))


def _other(seed: str) -> str:
    """The seed of other deals, which is never too long for one."""
    check_seed(seed)
    return f"turned-{int(seed_word(seed)):016x}"
