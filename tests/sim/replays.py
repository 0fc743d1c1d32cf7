"""Games of the kernels and games of the core, step by step beside each other.

The entries that only tests need are here, but for those of the search: one library has them all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tenback import Deal
from tenback.core import engine
from tenback.core.encoding import decode, encode
from tenback.core.events import TurnBegan
from tenback.core.rules_check import MAX_CARDS, MAX_HAND, MAX_PILES
from tenback.core.turn import legal_moves
from tenback.sim.arrays import GAME, RULES, GameRow, RuleRow, in_number_order, rule_arrays, words_of
from tenback.sim.bits import ZERO, Word, bit, holds, keep_scalar, ones, zeros_above, zeros_below
from tenback.sim.chance import below, random_below
from tenback.sim.compiler import Many, entry
from tenback.sim.kernel import deal_in_order, draw_place, end_turn, lay
from tenback.sim.kernel_bots import choose
from tenback.sim.position import END, cards_left, due_fires, legal_on, may_end, may_lay, move_of
from tenback.sim.reach import within_reach
from tenback.sim.results import REASONS
from tenback.sim.simulation_setting import orders_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tenback import Rules
    from tenback.core.moves import Move
    from tenback.core.outcome import Outcome
    from tenback.core.record import Record
    from tenback.core.state import State
    from tenback.core.turn import OnTurn
    from tenback.sim import Results

MOST_MOVES = MAX_HAND * MAX_PILES + 1


# Kernels


@entry(
    RULES,
    GAME,
    Many(np.uint8, 2),
    np.uint64,
    Many(np.int64),
    Many(np.int64),
    Many(np.int64),
    Many(np.int64),
    returns=np.int64,
)
def _follow(
    rules: RuleRow,
    game: GameRow,
    order: Any,
    starter: Word,
    actions: Any,
    legal: Any,
    counts: Any,
    seats: Any,
) -> int:
    """Make every move of a game; before each, and after the last, write down what is legal.

    Moves are counted as in `core.encoding`. Returns how many were made: a game that is over takes
    no more.
    """
    written = 0
    deal_in_order(rules, game, ZERO, ZERO, order, starter)
    for step in range(len(actions) + 1):
        seats[step] = game.turn
        if game.over != ZERO:
            return step
        before = written
        for place in range(rules.cards):
            card = rules.place[place]
            for pile in range(rules.piles):
                low, high = legal_on(rules, game, Word(pile))
                fits = (low if card < Word(64) else high) & bit(card) != ZERO
                if fits and may_lay(rules, game):
                    legal[written] = place * rules.piles + pile
                    written += 1
        end = rules.cards * rules.piles
        if may_end(game):
            legal[written] = end
            written += 1
        counts[step] = written - before
        if step < len(actions):
            action = Word(actions[step])
            if action == end:
                end_turn(rules, game)
            else:
                lay(rules, game, rules.place[action // rules.piles], action % rules.piles)
    return len(actions)


@entry(RULES, GAME, returns=np.uint64)
def _left(rules: RuleRow, game: GameRow) -> Word:
    return cards_left(rules, game)


@entry(RULES, GAME, np.uint64, returns=np.bool_)
def _reaches(rules: RuleRow, game: GameRow, need: Word) -> bool:
    return within_reach(rules, game, need)


@entry(RULES, GAME, Many(np.uint64), returns=np.int64)
def legal_words(rules: RuleRow, game: GameRow, found: Any) -> int:
    """Every legal move of a row, in the order of the core; returns how many."""
    count = 0
    if may_lay(rules, game):
        for place in range(rules.cards):
            for pile in range(rules.piles):
                if holds(legal_on(rules, game, Word(pile)), rules.place[place]):
                    found[count] = move_of(rules.place[place], Word(pile))
                    count += 1
    if may_end(game):
        found[count] = END
        count += 1
    return count


@entry(RULES, GAME, returns=np.bool_)
def is_alive(rules: RuleRow, game: GameRow) -> bool:
    """Whether the seat on turn can still lay as many cards as it must."""
    placed = min(game.placed, game.minimum)
    return within_reach(rules, game, game.minimum - placed)


@entry(RULES, GAME, returns=np.uint64)
def due_piles(rules: RuleRow, game: GameRow) -> Word:
    """The piles with a fire that must be put out in this turn, a bit each."""
    return due_fires(rules, game)


@entry(RULES, GAME, np.uint64)
def play_word(rules: RuleRow, game: GameRow, move: Word) -> None:
    """Make a move."""
    if move == END:
        end_turn(rules, game)
    else:
        lay(rules, game, move >> Word(3), move & Word(7))


@entry(np.uint64, RULES, GAME, returns=np.uint64)
def ask(player: Word, rules: RuleRow, game: GameRow) -> Word:
    """The move of a kernel bot."""
    return choose(player, rules, game)


@entry(RULES, GAME, np.uint64, np.uint64, returns=np.uint64)
def place_drawn(rules: RuleRow, game: GameRow, deck: Word, stock: Word) -> Word:
    """The place in a deck of the next card that is drawn."""
    return draw_place(rules, game, deck, stock)


@entry(np.uint64, np.uint64, returns=np.uint64)
def number_below(bound: Word, counter: Word) -> Word:
    """The random number of a counter."""
    return below(bound, counter)


@entry(GAME, np.uint64, returns=np.uint64)
def next_random(game: GameRow, bound: Word) -> Word:
    """The next random number of the bots of a game."""
    return random_below(game, bound)


@entry(np.uint64, Many(np.uint64))
def compiled_bits(word: Word, found: Any) -> None:
    """Every function of `bits` that is an instruction, as compiled."""
    keep_scalar()
    found[0] = ones(word)
    found[1] = zeros_below(word)
    found[2] = zeros_above(word)


# Games


class Followed(NamedTuple):
    """What the kernels said at every step, and the game that they were left with."""

    legal: list[tuple[Move, ...]]
    seats: list[int]
    game: NDArray[np.void]


def follow(rules: Rules, deal: Deal, starter: int, moves: Sequence[Move]) -> Followed:
    """Make the moves of a game with the functions that every kernel uses."""
    arrays, game = rule_arrays(rules, len(deal.hands)).copy(), np.zeros(1, GAME)
    actions = np.array([encode(rules, move) for move in moves], np.int64)
    steps = len(moves) + 1
    legal, counts = np.zeros(steps * MOST_MOVES, np.int64), np.zeros(steps, np.int64)
    seats = np.zeros(steps, np.int64)
    order = orders_of(rules, [deal])[0]
    made = _follow(arrays, game, order, Word(starter), actions, legal, counts, seats)
    assert made == len(moves), "the kernels' game was over before its last move"
    numbers, ends = legal.tolist(), np.cumsum(counts).tolist()
    begins = [0, *ends]
    allowed = [
        tuple([decode(rules, number) for number in numbers[begin:end]])
        for begin, end in zip(begins, ends, strict=False)
    ]
    return Followed(allowed, seats.tolist(), game)


def replay(record: Record) -> tuple[Outcome, int]:
    """Play a record in both, move by move; returns how it ended in the core, after how many turns.

    The engine is asked directly: a `Game` would keep what no test reads here.
    """
    rules, deal, starter = record.rules, record.origin, record.starter
    assert isinstance(deal, Deal)
    assert starter is not None
    moves: Sequence[Any] = record.moves
    theirs = follow(rules, deal, starter, moves)
    state, events = engine.start(engine.begin(rules, deal), starter)
    turns = sum(isinstance(event, TurnBegan) for event in events)
    for move, legal, seat in zip(moves, theirs.legal, theirs.seats, strict=False):
        assert (seat, legal) == (state.turn, legal_moves(state))
        state, events = engine.apply(state, move)
        turns += sum(isinstance(event, TurnBegan) for event in events)
    assert theirs.legal[-1] == legal_moves(state)
    assert state.outcome is not None, "the core's game goes on"
    ends_alike(state, theirs.game)
    return state.outcome, turns


def ends_alike(state: State, game: NDArray[np.void]) -> None:
    """The same cards in the same places, and the same outcome."""
    rules, row, outcome = state.rules, game[0], state.outcome
    assert outcome is not None
    cards = in_number_order(rules)
    for seat, hand in enumerate(state.hands):
        assert row["hands"][seat].tolist() == words_of(card in hand for card in cards).tolist()
    for deck, laid in enumerate(state.laid()):
        assert row["laid"][deck].tolist() == words_of(card in laid for card in cards).tolist()
        assert row["stocks"][deck] == len(state.stocks[deck])
    assert row["sizes"].tolist()[: len(state.sizes)] == list(state.sizes)
    assert tops_of(state) == row["tops"].tolist()[: len(state.tops)]
    assert _left(rule_arrays(rules, state.players).copy(), game) == outcome.left
    assert REASONS[int(row["over"]) - 1] is outcome.reason


def tops_of(now: OnTurn) -> list[int]:
    """The top cards as the kernels count them."""
    cards = in_number_order(now.rules)
    tops = enumerate(now.tops)
    return [MAX_CARDS + pile if top is None else cards.index(top) for pile, top in tops]


def reaches(now: OnTurn, need: int, *, gift_used: bool) -> bool:
    """What the kernels say about a moment: can so many cards be laid?"""
    cards, game = in_number_order(now.rules), np.zeros(1, GAME)
    seat = now.turn or 0
    game["turn"] = seat
    game["gift_used"] = gift_used
    game["hands"][0, seat] = words_of(card in now.hand for card in cards)
    game["tops"][0, : len(now.tops)] = tops_of(now)
    before = game.copy()
    found = bool(_reaches(rule_arrays(now.rules, now.players).copy(), game, Word(need)))
    game["search"] = before["search"]
    assert game == before, "looking ahead has changed the game"
    return found


def agree(results: Results) -> None:
    """Every kept game is the same in the core, and so is what the results count."""
    setting = results.setting
    left, turns, wins = [0] * len(results.left), [0] * len(results.turns), [0] * setting.players
    reasons = dict.fromkeys(REASONS, 0)
    excellent = 0
    for number in range(results.kept):
        outcome, taken = replay(results.record(number))
        played = results[number]
        assert (played.outcome, played.turns) == (outcome, taken)
        assert played.number == results.first + number
        left[outcome.left] += 1
        turns[taken] += 1
        reasons[outcome.reason] += 1
        excellent += outcome.left < 10 and outcome.reason != "fire"
        for seat in range(setting.players):
            wins[seat] += outcome.winner == seat if setting.rules.duel else outcome.won
    assert results.games == results.kept
    assert (results.left, results.turns) == (tuple(left), tuple(turns))
    assert (results.wins, results.reasons) == (tuple(wins), reasons)
    assert results.excellent == (0 if setting.rules.duel else excellent)
