"""The results of a batch: counts, rates with intervals, and any single game as a record."""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import index
from typing import TYPE_CHECKING, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from tenback.core.cards import Card
from tenback.core.deal import Deal
from tenback.core.moves import END, Move
from tenback.core.outcome import EXCELLENT_BELOW, Outcome, Reason
from tenback.core.record import Record
from tenback.sim.arrays import GAME, TRACE, in_number_order
from tenback.sim.batch import KEPT, play_games, show_deal
from tenback.sim.kernel import NO_SEAT
from tenback.sim.position import END as END_MOVE
from tenback.sim.simulation_setting import Setting, deal_of, orders_of
from tenback.sim.statistics import Interval, mean_interval, wilson

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


REASONS = (Reason.FINISHED, Reason.STUCK, Reason.FIRE)


@dataclass(frozen=True, slots=True)
class Played:
    """A single game of a batch: its number, its outcome and its number of turns."""

    number: int
    outcome: Outcome
    turns: int


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """The counts behind `Results`, as the kernels write them."""

    left: NDArray[np.int64]
    turns: NDArray[np.int64]
    wins: NDArray[np.int64]
    kept: NDArray[np.void]

    @classmethod
    def empty(cls, setting: Setting, keep: int = 0) -> Tally:
        """A tally of no games, with rows for `keep` single games."""
        cards = len(setting.rules.cards) * setting.rules.decks(setting.players)
        return cls(
            np.zeros((len(REASONS), cards + 1), np.int64),
            np.zeros(cards + 2, np.int64),
            np.zeros(setting.players, np.int64),
            np.zeros(keep, KEPT),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and all(
            np.array_equal(getattr(self, name), getattr(other, name)) for name in self.__slots__
        )

    __hash__ = None  # type: ignore[assignment]

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.left + other.left,
            self.turns + other.turns,
            self.wins + other.wins,
            np.concatenate([self.kept, other.kept]),
        )


@dataclass(frozen=True, slots=True)
class Results:
    """The results of a number of games.

    Results of the same setting can be added; with single games kept, only if they are adjacent.
    `first` is the number of the first game, counted from 0. Deals follow from the seed and this
    number, unless `deals` lists them.
    """

    setting: Setting
    tally: Tally
    first: int = 0
    deals: tuple[Deal, ...] = ()

    def __add__(self, other: Results) -> Results:
        if self.setting != other.setting or self.deals or other.deals:
            raise ValueError("only results of one setting, dealt from its seed, can be added")
        first, second = (self, other) if self.first <= other.first else (other, self)
        if (self.kept or other.kept) and first.first + first.games != second.first:
            raise ValueError("kept games can only be added to those that follow them")
        return replace(first, tally=first.tally + second.tally)

    def __repr__(self) -> str:
        setting, low_high = self.setting, self.win_interval()
        return (
            f"<Results {setting.rules.name}, {'-'.join(setting.seats)}, {self.games} games, "
            f"won {self.win_rate():.4f} ({low_high.low:.4f} to {low_high.high:.4f})>"
        )

    @property
    def games(self) -> int:
        """The number of games."""
        return int(self.tally.left.sum())

    @property
    def left(self) -> tuple[int, ...]:
        """How many games ended with 0, 1, 2 ... cards left."""
        return tuple(self.tally.left.sum(axis=0).tolist())

    @property
    def turns(self) -> tuple[int, ...]:
        """How many games took 0, 1, 2 ... turns."""
        return tuple(self.tally.turns.tolist())

    @property
    def reasons(self) -> dict[Reason, int]:
        """How many games ended for each reason."""
        return dict(zip(REASONS, self.tally.left.sum(axis=1).tolist(), strict=True))

    @property
    def wins(self) -> tuple[int, ...]:
        """How many games each seat has won; all seats of a team win together."""
        if self.setting.rules.duel:
            return tuple(self.tally.wins.tolist())
        return (self.reasons[Reason.FINISHED],) * self.setting.players

    @property
    def excellent(self) -> int:
        """How many teams left fewer than ten cards (O12); a loss by fire does not count (F3)."""
        if self.setting.rules.duel:
            return 0
        lost_by_fire = REASONS.index(Reason.FIRE)
        return int(np.delete(self.tally.left, lost_by_fire, axis=0)[:, :EXCELLENT_BELOW].sum())

    def win_rate(self, seat: int = 0) -> float:
        """The share of games that a seat has won, with its team or in a duel."""
        return self.wins[seat] / self.games if self.games else 0.0

    def win_interval(self, seat: int = 0) -> Interval:
        """The 95 % confidence interval of the win rate."""
        return wilson(self.wins[seat], self.games)

    @property
    def mean_left(self) -> float:
        """The mean number of cards left."""
        return _mean(self.left)

    @property
    def mean_left_interval(self) -> Interval:
        """The 95 % confidence interval of that mean."""
        total = sum(value * count for value, count in enumerate(self.left))
        squares = sum(value * value * count for value, count in enumerate(self.left))
        return mean_interval(total, squares, self.games)

    @property
    def mean_turns(self) -> float:
        """The mean number of turns."""
        return _mean(self.turns)

    # Single games

    @property
    def kept(self) -> int:
        """How many single games are kept."""
        return len(self.tally.kept)

    def __getitem__(self, number: SupportsIndex) -> Played:
        """A kept game."""
        if not 0 <= index(number) < self.kept:
            why = "" if self.kept else "; none were, play with keep=True"
            raise IndexError(f"game {number} is not among the {self.kept} games kept{why}")
        reason, winner, _, left, turns, _ = self.tally.kept[index(number)].tolist()
        duel, why = self.setting.rules.duel, REASONS[reason]
        won = duel or why is Reason.FINISHED
        outcome = Outcome(won, None if winner == NO_SEAT else winner, left, why)
        return Played(self.first + index(number), outcome, turns)

    def deal(self, number: SupportsIndex) -> Deal:
        """The deal of a game, kept or not."""
        if not 0 <= index(number) < self.games:
            raise IndexError(f"there are {self.games} games, counted from 0; {number} is none")
        if self.deals:
            return self.deals[index(number)]
        return deal_number(self.setting, self.first + index(number))

    def record(self, number: SupportsIndex) -> Record:
        """A game, kept or not, as a record that `core` can replay."""
        setting, deal = self.setting, self.deal(number)
        moves = np.zeros((1, *TRACE["moves"].shape), TRACE["moves"].base)
        tally = Tally.empty(setting, 1)
        given = (deal,) if self.deals else ()
        run(setting, self.first + index(number), 1, given, tally, moves)
        count = int(tally.kept["moves"][0])
        return Record(
            rules=setting.rules,
            origin=deal,
            starter=int(tally.kept["starter"][0]),
            moves=_moves(setting, moves[0, :count].tolist()),
            takebacks=setting.players == 1,
        )


def deal_number(setting: Setting, number: int) -> Deal:
    """The deal with this number from the seed of a setting."""
    orders = _empty_orders(setting, 1)[0]
    starter = show_deal(setting.arrays(), setting.seed_word(), number, orders, np.zeros(1, GAME))
    return deal_of(setting.rules, setting.players, orders, int(starter))


def starter_of(deal: Deal) -> int:
    """The seat that starts; seat 0 where the team would agree on one."""
    return deal.settled_starter or 0


def run(
    setting: Setting,
    first: int,
    games: int,
    deals: Sequence[Deal],
    tally: Tally,
    moves: NDArray[np.uint16] | None = None,
) -> None:
    """Play games from the number `first` on, or those of `deals`, and add them to the tally."""
    orders = orders_of(setting.rules, deals) if deals else _empty_orders(setting, 0)
    play = _play_search_games(setting) if setting.search_configs else play_games
    play(
        setting.arrays(),
        setting.seed_word(),
        first,
        games,
        orders,
        np.array([starter_of(deal) for deal in deals], np.uint64),
        tally.left,
        tally.turns,
        tally.wins,
        tally.kept,
        np.zeros((0, 0), np.uint16) if moves is None else moves,
        np.zeros(1, GAME),
        np.zeros(1, TRACE),
    )


def _play_search_games(setting: Setting) -> Callable[..., None]:
    """As `play_games`, for a table with search bots."""
    from tenback.sim.search.batch import play_search_games  # slow to load, so only if needed
    from tenback.sim.search.workspace import SEARCH_MEMORY

    rows, networks = setting.config_rows()
    memory = np.zeros(1, SEARCH_MEMORY)
    return lambda arrays, *others: play_search_games(arrays, networks, rows, memory, *others)


def _empty_orders(setting: Setting, games: int) -> NDArray[np.uint8]:
    decks = setting.rules.decks(setting.players)
    return np.zeros((games, decks, len(setting.rules.cards)), np.uint8)


def _moves(setting: Setting, trace: list[int]) -> tuple[Move, ...]:
    cards = in_number_order(setting.rules)
    return tuple(_move(setting, cards, move) for move in trace)


def _move(setting: Setting, cards: list[Card], move: int) -> Move:
    if move == END_MOVE:
        return END
    card, pile = divmod(move, 8)
    return setting.rules.lays[pile][cards[card]]


def _mean(counts: Sequence[int]) -> float:
    total = sum(counts)
    return sum(value * count for value, count in enumerate(counts)) / total if total else 0.0
