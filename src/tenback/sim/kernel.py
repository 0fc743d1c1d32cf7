"""The rules on machine words, equal to `core` move by move; the tests play both.

A game is a `GAME` row (see `arrays`). These functions never allocate and never look at the name of
a variant; only kernels call them.
"""

from __future__ import annotations

from typing import Any

from tenback.core.rules_check import MAX_CARDS
from tenback.sim.arrays import DRAW_FULL, DRAW_LAID, GIFT, UP, GameRow, RuleRow
from tenback.sim.bits import (
    NOTHING,
    ONE,
    SEVEN,
    SIX,
    THREE,
    ZERO,
    Cards,
    Signed,
    Word,
    bit,
    both,
    either,
    holds,
    is_empty,
    keep_scalar,
    lowest,
    row,
    size,
    without,
)
from tenback.sim.chance import BOT_STREAM, LOT, PER_GAME, below
from tenback.sim.compiler import kernel, noinline

FINISHED = Word(1)
STUCK = Word(2)
FIRE = Word(3)

NO_SEAT = Word(255)
GIFTS = Word(GIFT)
BASES = Word(MAX_CARDS)  # tops from this number on are bases

# A lay is card * 8 + pile; this move ends the turn.
END = Word(8 * MAX_CARDS)


@kernel
def move_of(card: Word, pile: Word) -> Word:
    """A lay as one word."""
    return card << THREE | pile


@kernel
def card_of(move: Word) -> Word:
    """The card that a lay lays."""
    return move >> THREE


@kernel
def pile_of(move: Word) -> Word:
    """The pile that a lay lays on."""
    return move & SEVEN


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
def deck_of(rules: RuleRow, seat: Word) -> Word:
    """The deck, and so the stock, that a seat plays from."""
    return seat if rules.decks > ONE else ZERO


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
    seat = game.turn
    deck = deck_of(rules, seat)
    game.hands[seat, card >> SIX] ^= bit(card)
    game.laid[deck, card >> SIX] |= bit(card)
    game.tops[pile] = card
    game.sizes[pile] += ONE
    game.fresh |= ONE << pile
    game.gift_used |= rules.kinds[seat, pile] >> ONE
    game.moves += ONE
    placed = game.placed + ONE
    game.placed = placed
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
    players = rules.players
    for _ in range(players):
        seat = seat + ONE if seat + ONE < players else ZERO
        if not is_empty(row(game.hands[seat])):
            break
    game.turn = seat
    begin_turn(rules, game)


@kernel
def lose(rules: RuleRow, game: GameRow, reason: Word) -> None:
    """End the game with a loss of the seat on turn; in a duel the other seat wins."""
    game.over = reason
    if rules.duel:
        game.winner = ONE - game.turn


@kernel
def has_won(rules: RuleRow, game: GameRow, deck: Word) -> bool:
    """Whether a seat with an empty hand, or its team, has laid every card (O12, D7)."""
    return game.stocks[deck] == ZERO if rules.duel else cards_left(rules, game) == ZERO


@kernel
def cards_left(rules: RuleRow, game: GameRow) -> Word:
    """The cards not laid yet, in all hands and stocks (O12)."""
    left = ZERO
    for seat in range(rules.players):
        left += size(row(game.hands[seat]))
    for deck in range(rules.decks):
        left += game.stocks[deck]
    return left


# The running turn


@kernel
def draw_count(rules: RuleRow, game: GameRow) -> Signed:
    """How many cards the seat draws if it ends the turn now (O8, Q3, D6)."""
    seat = game.turn
    wanted = rules.draw_after_gift if game.gift_used != ZERO else rules.draw
    if wanted == DRAW_LAID:
        wanted = Signed(game.placed)
    elif wanted == DRAW_FULL:
        wanted = Signed(rules.hand_size) - Signed(size(row(game.hands[seat])))
    stock = Signed(game.stocks[deck_of(rules, seat)])
    return max(Signed(0), min(wanted, stock))


@kernel
def burning(rules: RuleRow, game: GameRow) -> Word:
    """The piles with a fire card on top, one bit each."""
    piles = ZERO
    for pile in range(rules.piles):
        top = game.tops[pile]
        if top < BASES and holds(row(rules.fire), top):
            piles |= ONE << pile
    return piles


@kernel
def due_fires(rules: RuleRow, game: GameRow) -> Word:
    """The piles whose fire loses the game if the turn ends now (F3), one bit each."""
    return burning(rules, game) & ~game.fresh


@kernel
def may_end(game: GameRow) -> bool:
    """Whether the seat has laid the minimum of the turn."""
    return game.placed >= game.minimum


@kernel
def may_lay(rules: RuleRow, game: GameRow) -> bool:
    """Whether the seat has laid fewer cards than the maximum of the turn."""
    return game.placed < rules.maximum


@kernel
def legal_on(rules: RuleRow, game: GameRow, pile: Word) -> Cards:
    """The cards that the seat on turn may lay on a pile, apart from the maximum."""
    kind, top = rules.kinds[game.turn, pile], game.tops[pile]
    if kind >= GIFTS and game.gift_used != ZERO:
        return NOTHING
    fitting = either(row(rules.ahead[kind, top]), row(rules.back[kind, top]))
    return both(row(game.hands[game.turn]), fitting)


# Whether the minimum is within reach


@kernel
def within_reach(rules: RuleRow, game: GameRow, need: Word) -> bool:
    """Whether the seat on turn can lay `need` more cards in some order (O11)."""
    return _plenty(rules, game, need) or _search(rules, game, need)


@kernel
def _plenty(rules: RuleRow, game: GameRow, need: Word) -> bool:
    """A quick sufficient test, which nearly always decides.

    Cards of different numbers that go onwards on some pile can all be laid, sorted for each pile.
    """
    seat, onwards = game.turn, NOTHING
    for pile in range(rules.piles):
        keep_scalar()
        kind, top = rules.kinds[seat, pile], game.tops[pile]
        onwards = either(onwards, row(rules.ahead[kind, top]))
    onwards = both(onwards, row(game.hands[seat]))
    return size(onwards) >= need and (not rules.coloured or _numbers(rules, onwards) >= need)


@kernel
def _numbers(rules: RuleRow, cards: Cards) -> Word:
    """How many different numbers a set of cards holds."""
    found = ZERO
    while not is_empty(cards):
        cards = both(cards, row(rules.ahead[UP, lowest(cards)]))
        found += ONE
    return found


@noinline
def _search(rules: RuleRow, game: GameRow, need: Word) -> bool:
    """The full search: try every card on every pile and take it back.

    The stack lies in the game row: kernels do not allocate, and Numba cannot cache a recursive
    kernel.
    """
    if size(row(game.hands[game.turn])) < need:
        return False
    depth = 0
    _open_level(game.search[0])
    while depth >= 0:
        level = game.search[depth]
        if not _next_card(rules, game, level):
            depth -= 1
            if depth >= 0:
                _untry(game, game.search[depth])
            continue
        missing = need - ONE - Word(depth)
        _try(rules, game, level)
        if missing == ZERO or _plenty(rules, game, missing):
            for tried in range(depth, -1, -1):
                _untry(game, game.search[tried])
            return True
        depth += 1
        _open_level(game.search[depth])
    return False


# The columns of a search level: the pile and the cards still to try there, the card on trial, the
# top that it covers and whether the gift was used before.
PILE, LOW, HIGH, CARD, TOP, GIFT_BEFORE = range(6)


@kernel
def _open_level(level: Any) -> None:
    level[PILE] = ~ZERO  # one before the first pile
    level[LOW] = ZERO
    level[HIGH] = ZERO


@kernel
def _next_card(rules: RuleRow, game: GameRow, level: Any) -> bool:
    """Find the next card to try at a level; False if none is left."""
    while level[LOW] | level[HIGH] == ZERO:
        level[PILE] += ONE
        if level[PILE] == rules.piles:
            return False
        if not _repeats_earlier_pile(rules, game, level[PILE]):
            level[LOW], level[HIGH] = legal_on(rules, game, level[PILE])
    cards = (level[LOW], level[HIGH])
    level[CARD] = lowest(cards)
    level[LOW], level[HIGH] = _others(rules, cards, level[CARD])
    return True


@kernel
def _try(rules: RuleRow, game: GameRow, level: Any) -> None:
    pile, card = level[PILE], level[CARD]
    level[TOP] = game.tops[pile]
    level[GIFT_BEFORE] = game.gift_used
    game.hands[game.turn, card >> SIX] ^= bit(card)
    game.tops[pile] = card
    game.gift_used |= rules.kinds[game.turn, pile] >> ONE


@kernel
def _untry(game: GameRow, level: Any) -> None:
    game.hands[game.turn, level[CARD] >> SIX] ^= bit(level[CARD])
    game.tops[level[PILE]] = level[TOP]
    game.gift_used = level[GIFT_BEFORE]


@kernel
def _repeats_earlier_pile(rules: RuleRow, game: GameRow, pile: Word) -> bool:
    """Whether an earlier pile takes the same cards with the same effect."""
    kind, top = rules.kinds[game.turn, pile], game.tops[pile]
    faceless = top >= BASES or not rules.colour_trick
    for earlier in range(pile):
        other = game.tops[earlier]
        alike = rules.kinds[game.turn, earlier] == kind and (other >= BASES) == (top >= BASES)
        if faceless and alike and rules.numbers[other] == rules.numbers[top]:
            return True
    return False


@kernel
def _others(rules: RuleRow, cards: Cards, card: Word) -> Cards:
    """A set without `card`, and without its number where colours make no difference."""
    if rules.colour_trick or not rules.coloured:
        return without(cards, card)
    return both(cards, row(rules.ahead[UP, card]))
