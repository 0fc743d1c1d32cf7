"""What came out: counts, rates with their intervals, and any single game as a record."""

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
from tenback.sim.arrays import TRACE, in_number_order
from tenback.sim.batch import KEPT, play_games, show_deal
from tenback.sim.kernel import END as END_MOVE
from tenback.sim.kernel import NOBODY
from tenback.sim.setting import Setting, deal_of, orders_of
from tenback.sim.statistics import Interval, mean_interval, wilson

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


REASONS = (Reason.FINISHED, Reason.STUCK, Reason.FIRE)


@dataclass(frozen=True, slots=True)
class Played:
    """A single game of a batch: its number, how it ended, and how many turns it took."""

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
        """Nothing counted yet, with room for so many single games."""
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
    """How a number of games went.

    Two of the same setting can be added; where single games are kept, only neighbours. `first` is
    the number of the first game; deals are counted from 0 and follow from the seed, unless `deals`
    spells them out.
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
        """How many games were played."""
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
        """How many games ended for which reason."""
        return dict(zip(REASONS, self.tally.left.sum(axis=1).tolist(), strict=True))

    @property
    def wins(self) -> tuple[int, ...]:
        """How many games each seat has won; a team wins together."""
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
        """The share of games that a seat has won, with its team or against the other."""
        return self.wins[seat] / self.games if self.games else 0.0

    def win_interval(self, seat: int = 0) -> Interval:
        """Where the true win rate lies, with 95 % confidence."""
        return wilson(self.wins[seat], self.games)

    @property
    def mean_left(self) -> float:
        """The mean number of cards left."""
        return _mean(self.left)

    @property
    def mean_left_interval(self) -> Interval:
        """Where the true mean lies, with 95 % confidence."""
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
        """How many single games were kept."""
        return len(self.tally.kept)

    def __getitem__(self, number: SupportsIndex) -> Played:
        """How a kept game went."""
        if not 0 <= index(number) < self.kept:
            why = "" if self.kept else "; none were, play with keep=True"
            raise IndexError(f"game {number} is not among the {self.kept} games kept{why}")
        reason, winner, _, left, turns, _ = self.tally.kept[index(number)].tolist()
        duel, why = self.setting.rules.duel, REASONS[reason]
        won = duel or why is Reason.FINISHED
        outcome = Outcome(won, None if winner == NOBODY else winner, left, why)
        return Played(self.first + index(number), outcome, turns)

    def deal(self, number: SupportsIndex) -> Deal:
        """The deal of a game, kept or not."""
        if not 0 <= index(number) < self.games:
            raise IndexError(f"there are {self.games} games, counted from 0; {number} is none")
        if self.deals:
            return self.deals[index(number)]
        return deal_number(self.setting, self.first + index(number))

    def record(self, number: SupportsIndex) -> Record:
        """A game, kept or not, to be replayed in `core`."""
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
    """The deal of that number from the seed of a setting."""
    orders = _empty_orders(setting, 1)[0]
    starter = show_deal(setting.arrays(), setting.seed_word(), np.uint64(number), orders)
    return deal_of(setting.rules, setting.players, orders, int(starter))


def starter_of(deal: Deal) -> int:
    """Who starts: where the team would agree on a seat, the first one does."""
    return deal.settled_starter or 0


def run(
    setting: Setting,
    first: int,
    games: int,
    deals: Sequence[Deal],
    tally: Tally,
    moves: NDArray[np.uint16] | None = None,
) -> None:
    """Let the kernel play so many games, from that number on or those of `deals`, and count."""
    orders = orders_of(setting.rules, deals) if deals else _empty_orders(setting, 0)
    play = _play_thinking(setting) if setting.minds else play_games
    play(
        setting.arrays(),
        setting.seed_word(),
        np.uint64(first),
        games,
        orders,
        np.array([starter_of(deal) for deal in deals], np.uint64),
        tally.left,
        tally.turns,
        tally.wins,
        tally.kept,
        np.zeros((0, 0), np.uint16) if moves is None else moves,
    )


def _play_thinking(setting: Setting) -> Callable[..., None]:
    """As `play_games`, for a table with thinkers."""
    from tenback.sim.thinking.batch import play_thinking  # much to load for those who need it not

    rows, networks = setting.mind_rows()
    return lambda arrays, *others: play_thinking(arrays, networks, rows, *others)


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
