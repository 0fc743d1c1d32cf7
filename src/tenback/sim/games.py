"""Thousands of games that advance together, one move each per call: for learning algorithms."""

from __future__ import annotations

from operator import index
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tenback.core.encoding import action_count, observation_size
from tenback.sim.arrays import GAME, RULES, GameRow, RuleRow
from tenback.sim.bits import (
    ONE,
    THREE,
    TWO,
    ZERO,
    Cards,
    Word,
    holds,
    is_empty,
    lowest,
    row,
    size,
    without,
)
from tenback.sim.chance import random_below
from tenback.sim.compiler import Many, entry, kernel
from tenback.sim.kernel import FINISHED, deal, end_turn, lay
from tenback.sim.position import BASES, burning, cards_left, deck_of, legal_on, may_end, may_lay
from tenback.sim.results import deal_number
from tenback.sim.simulation_setting import InvalidSetting, Setting, check_games

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from tenback.core.deal import Deal
    from tenback.core.rules import Rules

FOUR = Word(4)
TRIES = 10_000
NEVER = -2
MOST_AT_ONCE = 1_000_000


class Step(NamedTuple):
    """The result of a step, a row for each game. The next step overwrites the arrays.

    `observations`: what the seat on turn knows, as `core.encoding.observe` writes its view.
    `masks`: which actions are legal for that seat. `seats`: the seat on turn. `rewards`: for each
    seat 1 for a win, in a duel -1 for a defeat, else 0. `over`: whether this step ended the game.
    `left`: the cards left in a game that this step ended.
    """

    observations: NDArray[np.int16]
    masks: NDArray[np.bool_]
    seats: NDArray[np.int64]
    rewards: NDArray[np.float32]
    over: NDArray[np.bool_]
    left: NDArray[np.int64]


class Games:
    """A number of games at once. Game number i begins with deal i of the seed.

    A game that ends starts again at once, with the deal `count` further on. The step that ended it
    already describes the new game, except for `rewards`, `over` and `left`.
    """

    def __init__(self, rules: Rules, players: int, count: int, seed: str) -> None:
        check_games(count, MOST_AT_ONCE)
        self.rules, self.players, self.count = rules, players, count
        self._setting = Setting(rules, players, ("random",), seed)
        self._arrays, self._seed = self._setting.arrays(), self._setting.seed_word()
        self._games = np.zeros(count, GAME)
        self._lock = Lock()  # kernels run without the GIL; two at once would corrupt games
        self._numbers = np.arange(count, dtype=np.uint64)
        self._step = Step(
            observations=np.zeros((count, observation_size(rules, players)), np.int16),
            masks=np.zeros((count, action_count(rules)), np.bool_),
            seats=np.zeros(count, np.int64),
            rewards=np.zeros((count, players), np.float32),
            over=np.zeros(count, np.bool_),
            left=np.zeros(count, np.int64),
        )
        self._chosen, self._random = np.zeros(count, np.int64), np.zeros(count, np.int64)
        rest = self._numbers, self._chosen, *self._step
        self._advance = _advance.bind(self._arrays, self._games, self._seed, *rest)
        self._choose = _choose.bind(self._games, self._step.masks, self._random)
        if not _begin(self._arrays, self._games, self._seed, self._numbers, *self._step[:3]):
            raise InvalidSetting("never-begins", name=rules.name, tries=TRIES)

    def __repr__(self) -> str:
        return f"<Games {self.rules.name}, {self.players} players, {self.count} at once>"

    @property
    def now(self) -> Step:
        """The last step; before the first step, the start of the games."""
        return self._step

    def step(self, actions: ArrayLike) -> Step:
        """Make one move in every game. An illegal action raises and changes no game."""
        chosen = self._checked(actions)
        with self._lock:
            self._chosen[:] = chosen
            wrong = self._advance()
        if wrong == NEVER:
            raise InvalidSetting("never-begins", name=self.rules.name, tries=TRIES)
        if wrong >= 0:
            raise InvalidSetting("illegal-action", action=int(chosen[wrong]), game=wrong)
        return self._step

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for every game; all legal actions are equally likely."""
        with self._lock:
            self._choose()
            return self._random.copy()

    def observe(self, game: int, seat: int) -> NDArray[np.int16]:
        """The observation of any seat of a game, on turn or not."""
        game, seat = index(game), index(seat)
        if not (0 <= game < self.count and 0 <= seat < self.players):
            raise IndexError((game, seat))
        row = np.zeros(self._step.observations.shape[1], np.int16)
        _observe_one(self._arrays, self._games[game:], seat, row)
        return row

    def deal(self, game: int) -> Deal:
        """The deal of a running game, hidden cards included."""
        if not 0 <= index(game) < self.count:
            raise IndexError(game)
        return deal_number(self._setting, int(self._numbers[game]))

    def _checked(self, actions: ArrayLike) -> NDArray[np.integer[Any]]:
        try:
            chosen = np.asarray(actions)
        except ValueError:  # rows of different lengths
            raise InvalidSetting("wrong-actions", count=self.count, found="rows") from None
        if chosen.shape != (self.count,) or chosen.dtype.kind not in "iu":
            found = f"{chosen.dtype}{list(chosen.shape)}"
            raise InvalidSetting("wrong-actions", count=self.count, found=found)
        return chosen


# The kernels of `Games`. The arrays after `numbers` and `actions` are those of `Step`.

OBSERVED = (Many(np.int16, 2), Many(np.bool_, 2), Many(np.int64))
ENDED = (Many(np.float32, 2), Many(np.bool_), Many(np.int64))


@entry(RULES, Many(GAME), np.uint64, Many(np.uint64), *OBSERVED, returns=np.bool_)
def _begin(
    rules: RuleRow,
    games: Any,
    seed: Word,
    numbers: Any,
    observations: Any,
    masks: Any,
    seats: Any,
) -> bool:
    """Deal every game; False if every deal ends before the first move."""
    for number in range(len(games)):
        game = games[number]
        if not _deal_playable(rules, game, seed, numbers, number):
            return False
        seats[number] = game.turn
        _write_view(rules, game, game.turn, observations[number])
        _write_mask(rules, game, masks[number])
    return True


@entry(
    RULES,
    Many(GAME),
    np.uint64,
    Many(np.uint64),
    Many(np.int64),
    *OBSERVED,
    *ENDED,
    returns=np.int64,
)
def _advance(
    rules: RuleRow,
    games: Any,
    seed: Word,
    numbers: Any,
    actions: Any,
    observations: Any,
    masks: Any,
    seats: Any,
    rewards: Any,
    over: Any,
    left: Any,
) -> int:
    """Make every move and return -1, or make none and return the first game with an illegal move.

    NEVER means that a game ended and no new one could begin.
    """
    for number in range(len(games)):
        if not _is_legal(rules, games[number], actions[number]):
            return number
    for number in range(len(games)):
        game = games[number]
        _move(rules, game, actions[number])
        over[number] = game.over != ZERO
        left[number] = 0
        for seat in range(rules.players):
            rewards[number, seat] = _reward(rules, game, seat)
        if game.over != ZERO:
            left[number] = cards_left(rules, game)
            if not _deal_playable(rules, game, seed, numbers, number):
                return NEVER
        seats[number] = game.turn
        _write_view(rules, game, game.turn, observations[number])
        _write_mask(rules, game, masks[number])
    return -1


@kernel
def _deal_playable(rules: RuleRow, game: GameRow, seed: Word, numbers: Any, number: int) -> bool:
    """Deal the next game in this place; skip deals that end before the first move."""
    for _ in range(TRIES):
        if game.turns != ZERO:
            numbers[number] += Word(len(numbers))
        deal(rules, game, seed, numbers[number])
        if game.over == ZERO:
            return True
    return False


@kernel
def _is_legal(rules: RuleRow, game: GameRow, action: int) -> bool:
    if action < 0 or Word(action) > rules.cards * rules.piles:
        return False
    if Word(action) == rules.cards * rules.piles:
        return may_end(game)
    pile = Word(action) % rules.piles
    card = rules.place[Word(action) // rules.piles]
    return may_lay(rules, game) and holds(legal_on(rules, game, pile), card)


@kernel
def _move(rules: RuleRow, game: GameRow, action: int) -> None:
    if Word(action) == rules.cards * rules.piles:
        end_turn(rules, game)
    else:
        lay(rules, game, rules.place[Word(action) // rules.piles], Word(action) % rules.piles)


@kernel
def _reward(rules: RuleRow, game: GameRow, seat: Word) -> float:
    if game.over == ZERO:
        return 0.0
    if rules.duel:
        return 1.0 if game.winner == seat else -1.0
    return 1.0 if game.over == FINISHED else 0.0


@kernel
def _write_mask(rules: RuleRow, game: GameRow, mask: Any) -> None:
    for action in range(len(mask)):
        mask[action] = False
    mask[rules.cards * rules.piles] = may_end(game)
    if may_lay(rules, game):
        for pile in range(rules.piles):
            cards = legal_on(rules, game, pile)
            while not is_empty(cards):
                card = lowest(cards)
                cards = without(cards, card)
                mask[rules.order[card] * rules.piles + pile] = True


@kernel
def _write_cards(rules: RuleRow, cards: Cards, numbers: Any, place: Word) -> None:
    while not is_empty(cards):
        card = lowest(cards)
        cards = without(cards, card)
        numbers[place + rules.order[card]] = 1


@kernel
def _write_view(rules: RuleRow, game: GameRow, seat: Word, numbers: Any) -> None:
    """Write the parts of `core.encoding.observation_parts` one after the other."""
    for number in range(len(numbers)):
        numbers[number] = 0
    _write_cards(rules, row(game.hands[seat]), numbers, ZERO)
    place = rules.cards
    first = deck_of(rules, seat)
    for offset in range(rules.decks):
        _write_cards(rules, row(game.laid[(first + offset) % rules.decks]), numbers, place)
        place += rules.cards
    fires = burning(rules, game) if rules.burns and game.over == ZERO else ZERO
    for pile in range(rules.piles):
        top = game.tops[pile]
        numbers[place + pile] = ZERO if top >= BASES else rules.order[top] + ONE
        numbers[place + rules.piles + pile] = game.sizes[pile]
        if fires >> pile & ONE != ZERO:
            numbers[place + TWO * rules.piles + pile] = 1 if game.fresh >> pile & ONE != ZERO else 2
    place += THREE * rules.piles
    for offset in range(rules.players):
        numbers[place + offset] = size(row(game.hands[(seat + offset) % rules.players]))
    place += rules.players
    for offset in range(rules.decks):
        numbers[place + offset] = game.stocks[(first + offset) % rules.decks]
    place += rules.decks
    numbers[place] = (game.turn + rules.players - seat) % rules.players
    numbers[place + ONE] = game.minimum
    numbers[place + TWO] = game.placed
    numbers[place + THREE] = game.gift_used
    numbers[place + FOUR] = seat


@entry(Many(GAME), Many(np.bool_, 2), Many(np.int64))
def _choose(games: Any, masks: Any, actions: Any) -> None:
    for number in range(len(games)):
        legal = 0
        for action in range(masks.shape[1]):
            legal += masks[number, action]
        chosen = random_below(games[number], Word(legal))
        for action in range(masks.shape[1]):
            if masks[number, action]:
                if chosen == ZERO:
                    actions[number] = action
                    break
                chosen -= ONE


@entry(RULES, GAME, np.uint64, Many(np.int16))
def _observe_one(rules: RuleRow, game: GameRow, seat: Word, row: Any) -> None:
    _write_view(rules, game, seat, row)
