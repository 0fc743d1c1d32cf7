"""The rules on machine words, equal to `core` move by move; the tests play both.

A game is a `GAME` row (see `arrays`). These functions never allocate and never look at the name of
a variant; only kernels call them.
"""

from __future__ import annotations

from typing import Any

from tenback.sim.arrays import GameRow, RuleRow
from tenback.sim.bits import ONE, SIX, ZERO, Word, bit, is_empty, row
from tenback.sim.chance import BOT_STREAM, LOT, PER_GAME, below
from tenback.sim.compiler import kernel, noinline
from tenback.sim.position import (
    BASES,
    deck_of,
    draw_count,
    due_fires,
    has_won,
    next_seat,
    put,
)
from tenback.sim.reach import within_reach

FINISHED = Word(1)
STUCK = Word(2)
FIRE = Word(3)

NO_SEAT = Word(255)

# Dealing


@noinline
def deal(rules: RuleRow, game: GameRow, seed: Word, index: Word) -> None:
    """Deal a hand to each seat. There is no shuffle: each draw picks a random card of the deck."""
    _clear(rules, game, seed, index)
    game.ordered = False
    for deck in range(rules.decks):
        for card in range(rules.cards):
            game.decks[deck, card] = card
    starter = below(rules.players, game.shuffle + LOT) if rules.lot else ZERO
    _deal_hands(rules, game, starter)


@noinline
def deal_in_order(
    rules: RuleRow, game: GameRow, seed: Word, index: Word, order: Any, starter: Word
) -> None:
    """Deal the cards of `order`, deck by deck, next card first."""
    _clear(rules, game, seed, index)
    game.ordered = True
    for deck in range(rules.decks):
        for place in range(rules.cards):
            game.decks[deck, rules.cards - ONE - place] = order[deck, place]
    _deal_hands(rules, game, starter)


@kernel
def _clear(rules: RuleRow, game: GameRow, seed: Word, index: Word) -> None:
    game.shuffle = seed + index * PER_GAME
    game.bot_random = (seed ^ BOT_STREAM) + index * PER_GAME
    game.moves = ZERO
    for pile in range(rules.piles):
        game.tops[pile] = BASES + pile
        game.sizes[pile] = ZERO
    for seat in range(rules.players):
        for word in range(2):
            game.hands[seat, word] = ZERO
            game.laid[seat, word] = ZERO
    for deck in range(rules.decks):
        game.stocks[deck] = rules.cards


@kernel
def _deal_hands(rules: RuleRow, game: GameRow, starter: Word) -> None:
    for seat in range(rules.players):
        for _ in range(rules.hand_size):
            draw_card(rules, game, seat)
    start(rules, game, starter)


@kernel
def start(rules: RuleRow, game: GameRow, seat: Word) -> None:
    """Begin the game with the turn of a seat."""
    game.over = ZERO
    game.winner = NO_SEAT
    game.turns = ZERO
    game.starter = seat
    game.turn = seat
    begin_turn(rules, game)


@kernel
def draw_place(rules: RuleRow, game: GameRow, deck: Word, stock: Word) -> Word:
    """The place of the next card in a deck with `stock` cards: the last one or a random one."""
    if game.ordered:
        return stock - ONE
    return below(stock, game.shuffle + deck * BASES + (rules.cards - stock))


@kernel
def draw_card(rules: RuleRow, game: GameRow, seat: Word) -> None:
    """Take the next card of a seat's stock."""
    deck = deck_of(rules, seat)
    stock = game.stocks[deck]
    place = draw_place(rules, game, deck, stock)
    card = Word(game.decks[deck, place])
    game.decks[deck, place] = game.decks[deck, stock - ONE]
    game.stocks[deck] = stock - ONE
    game.hands[seat, card >> SIX] |= bit(card)


# Moves


@kernel
def begin_turn(rules: RuleRow, game: GameRow) -> None:
    """Fix the minimum by the stock (O9); the game is lost if it is out of reach (O11)."""
    stock = game.stocks[deck_of(rules, game.turn)]
    minimum = rules.minimum if stock != ZERO else rules.minimum_without_stock
    game.minimum = minimum
    game.placed = ZERO
    game.fresh = ZERO
    game.gift_used = ZERO
    game.turns += ONE
    if not within_reach(rules, game, minimum):
        lose(rules, game, STUCK)


@kernel
def lay(rules: RuleRow, game: GameRow, card: Word, pile: Word) -> None:
    """Lay a card that fits."""
    # In registers: LLVM does not know that laying changes neither.
    seat, placed = game.turn, game.placed + ONE
    deck = deck_of(rules, seat)
    put(rules, game, card, pile)
    game.laid[deck, card >> SIX] |= bit(card)
    game.sizes[pile] += ONE
    game.moves += ONE
    if is_empty(row(game.hands[seat])) and has_won(rules, game, deck):
        game.over = FINISHED
        if rules.duel:
            game.winner = seat
    elif placed < game.minimum and not within_reach(rules, game, game.minimum - placed):
        lose(rules, game, STUCK)


@kernel
def end_turn(rules: RuleRow, game: GameRow) -> None:
    """Check due fires, draw, and begin the turn of the next seat with cards."""
    game.moves += ONE
    if rules.burns and due_fires(rules, game) != ZERO:
        lose(rules, game, FIRE)
        return
    seat = game.turn
    for _ in range(draw_count(rules, game)):
        draw_card(rules, game, seat)
    game.turn = next_seat(rules, game)
    begin_turn(rules, game)


@kernel
def lose(rules: RuleRow, game: GameRow, reason: Word) -> None:
    """End the game with a loss of the seat on turn; in a duel the other seat wins."""
    game.over = reason
    if rules.duel:
        game.winner = ONE - game.turn
