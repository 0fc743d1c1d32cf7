"""Rules as small arrays and a game as one row of words: all the data that kernels read.

One compilation serves every variant, because a variant is only other numbers in the same arrays.
Inside `sim`, cards are ordered by number first and colour second, so that a bit scan finds the
nearest card above or below another; `order` leads back to the order of the deck.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from tenback.core.cards import colour_of, number_of
from tenback.core.deal import check_players
from tenback.core.fits import Kind
from tenback.core.rules import DrawRule, Rules, Start
from tenback.core.rules_check import MAX_CARDS, MAX_MINIMUM, MAX_PILES, MAX_SEATS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from tenback.core.cards import Card
    from tenback.core.rules import Draw

TOP_COUNT: Final = MAX_CARDS + MAX_PILES  # tops count cards; MAX_CARDS + pile is that pile's base

MAX_COLOURS: Final = 16  # how many colours a bot can announce

LEVEL_WIDTH: Final = 8  # the columns of a level of a search, see position

GAME: Final = np.dtype(
    [
        ("tops", np.uint64, (MAX_PILES,)),
        ("sizes", np.uint64, (MAX_PILES,)),
        ("hands", np.uint64, (MAX_SEATS, 2)),
        ("laid", np.uint64, (MAX_SEATS, 2)),  # deck by deck
        ("stocks", np.uint64, (MAX_SEATS,)),  # how many cards each deck still holds
        ("starter", np.uint64),
        ("turn", np.uint64),
        ("placed", np.uint64),
        ("minimum", np.uint64),
        ("gift_used", np.uint64),
        ("fresh", np.uint64),  # the piles laid on in this turn, a bit each
        ("over", np.uint64),  # 0 while the game runs, else why it ended
        ("winner", np.uint64),  # a seat, or NO_SEAT
        ("turns", np.uint64),
        ("moves", np.uint64),
        ("ordered", np.bool_),  # whether the decks lie in a given order
        ("shuffle", np.uint64),  # if not: the counter where the random numbers of the decks begin
        ("bot_random", np.uint64),  # the counter of the random numbers of the bots
        ("search", np.uint64, (MAX_MINIMUM, LEVEL_WIDTH)),  # see reach
        ("decks", np.uint8, (MAX_SEATS, MAX_CARDS)),  # the cards of the stock come first
    ],
    align=True,
)
"""One game."""

GameRow: TypeAlias = Any
"""One row of a `GAME` array, as kernels get it."""

TRACE: Final = np.dtype([("moves", np.uint16, (2 * MAX_SEATS * MAX_CARDS,))])
"""Every move of one game: each card is laid once, and each turn that ends has laid a card."""

RULES: Final = np.dtype(
    [
        ("ahead", np.uint64, (4, TOP_COUNT, 2)),
        ("back", np.uint64, (4, TOP_COUNT, 2)),
        ("kinds", np.uint64, (MAX_SEATS, MAX_PILES)),
        ("numbers", np.int64, (TOP_COUNT,)),
        ("ranks", np.int64, (TOP_COUNT,)),  # the same, counted in numbers that occur in the deck
        ("deck", np.uint64, (2,)),  # every card
        ("fire", np.uint64, (2,)),
        ("order", np.uint64, (MAX_CARDS,)),  # card number in `sim` -> place in the deck
        ("place", np.uint64, (MAX_CARDS,)),  # place in the deck -> card number in `sim`
        ("bots", np.uint64, (MAX_SEATS,)),  # the number of the kernel bot at each seat
        ("cards", np.uint64),
        ("piles", np.uint64),
        ("players", np.uint64),
        ("hand_size", np.uint64),
        ("decks", np.uint64),
        ("minimum", np.uint64),
        ("minimum_without_stock", np.uint64),
        ("maximum", np.uint64),
        ("draw", np.int64),
        ("draw_after_gift", np.int64),
        ("duel", np.bool_),
        ("lot", np.bool_),
        ("coloured", np.bool_),
        ("colour_trick", np.bool_),
        ("burns", np.bool_),
        ("colours", np.uint64, (MAX_COLOURS, 2)),  # the cards of each colour
        ("heights", np.uint64, (3, 2)),  # the low, the middling and the high cards
        # What search bots may say, see search.speech.
        ("talks", np.bool_),
        ("trick_talk", np.bool_),  # may announce tricks
        ("wanted_pile_only", np.bool_),  # may name the pile wanted and nothing else about piles
        ("colour_talk", np.uint64),  # may announce no colours, colours, or colours with heights
    ],
    align=True,
)
"""The rules of one game for one number of players.

`ahead[kind, top]` holds the cards that go onwards on that top card, `back[kind, top]` the cards
that go back: a trick on an own or common pile, a gift on the other player's pile. A kind is up,
down, up as a gift or down as a gift; `kinds[seat, pile]` is the kind of a pile for a seat.
"""

RuleRow: TypeAlias = Any
"""One row of a `RULES` array, as kernels get it."""

DRAW_LAID: Final = -1
DRAW_FULL: Final = -2

UP: Final = 0
DOWN: Final = 1
GIFT: Final = 2  # added to UP or DOWN


@lru_cache(maxsize=64)
def rule_arrays(rules: Rules, players: int) -> NDArray[np.void]:
    """The rules for a number of players as kernels read them: an array of one `RULES`."""
    check_players(rules, players)
    cards = in_number_order(rules)
    order = [rules.order[c] for c in cards]
    after_gift = rules.draw if rules.draw_after_gift is None else rules.draw_after_gift
    arrays = np.zeros(1, RULES)
    made = arrays[0]
    _fill_fitting(made, rules, cards)
    made["numbers"] = _numbers(rules, cards)
    made["ranks"] = _ranks(rules, made["numbers"])
    made["deck"] = words_of(True for _ in cards)
    made["fire"] = words_of(c in rules.fire_cards for c in cards)
    made["order"][: len(cards)] = order
    made["place"][order] = range(len(cards))
    made["cards"] = len(cards)
    made["piles"] = len(rules.layout)
    made["players"] = players
    made["hand_size"] = rules.hand_size(players)
    made["decks"] = rules.decks(players)
    made["minimum"] = rules.minimum
    made["minimum_without_stock"] = rules.minimum_without_stock
    made["maximum"] = MAX_CARDS if rules.maximum is None else rules.maximum
    made["draw"] = _draw(rules.draw)
    made["draw_after_gift"] = _draw(after_gift)
    made["duel"] = rules.duel
    made["lot"] = rules.start is Start.LOT
    made["coloured"] = bool(rules.deck.colours)
    made["colour_trick"] = rules.trick.same_colour
    made["burns"] = bool(rules.fire)
    _fill_colours(made, rules, cards)
    arrays.setflags(write=False)
    return arrays


def in_number_order(rules: Rules) -> list[Card]:
    """The cards in the order that `sim` numbers them."""
    return sorted(rules.cards, key=lambda card: (number_of(card), colour_of(card)))


def words_of(members: Iterable[bool]) -> NDArray[np.uint64]:
    """A set of cards as two words."""
    bits = sum(1 << card for card, is_in in enumerate(members) if is_in)
    return np.array([bits & (2**64 - 1), bits >> 64], np.uint64)


def _fill_fitting(made: np.void, rules: Rules, cards: list[Card]) -> None:
    """Copy the tables of `core` for every seat, pile and top card."""
    ahead, back = made["ahead"], made["back"]
    for row, top in enumerate(map(number_of, cards)):
        ahead[UP, row] = words_of(number_of(c) > top for c in cards)
        ahead[DOWN, row] = words_of(number_of(c) < top for c in cards)
    filled = set()
    for seat, piles in enumerate(rules.fits):
        for pile, fits in enumerate(piles):
            kind = (UP if fits.up else DOWN) + (GIFT if fits.gift else 0)
            made["kinds"][seat, pile] = kind
            # Piles of one kind differ in their bases alone.
            tops: dict[int, Card | None] = {MAX_CARDS + pile: None}
            if kind not in filled:
                tops |= dict(enumerate(cards))
                filled.add(kind)
            for row, shown in tops.items():
                fitting = fits[shown]
                ahead[kind, row] = words_of(fitting.get(c) is Kind.PLAIN for c in cards)
                back[kind, row] = words_of(fitting.get(c) in (Kind.TRICK, Kind.GIFT) for c in cards)


def _fill_colours(made: np.void, rules: Rules, cards: list[Card]) -> None:
    for number, colour in enumerate(rules.deck.colours[:MAX_COLOURS]):
        made["colours"][number] = words_of(colour_of(c) == colour[0] for c in cards)
    ranks = made["ranks"][: len(cards)]
    thirds = np.minimum(2, 3 * ranks // (ranks.max() + 1))
    for height in range(3):
        made["heights"][height] = words_of(thirds == height)


def _numbers(rules: Rules, cards: list[Card]) -> NDArray[np.int64]:
    numbers = np.zeros(TOP_COUNT, np.int64)
    numbers[: len(cards)] = [number_of(c) for c in cards]
    for pile, fits in enumerate(rules.fits[0]):
        lay = cards[0]
        step = fits.step(None, lay)
        numbers[MAX_CARDS + pile] = number_of(lay) - step if fits.up else number_of(lay) + step
    return numbers


def _ranks(rules: Rules, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many numbers of the deck lie below each; a base lies next to the first that fits."""
    known = sorted({number_of(card) for card in rules.cards})
    ranks = np.searchsorted(known, numbers)
    for pile, fits in enumerate(rules.fits[0]):
        base = MAX_CARDS + pile
        below = np.searchsorted(known, numbers[base])
        above = np.searchsorted(known, numbers[base], "right")
        ranks[base] = above - 1 if fits.up else below
    return ranks


def _draw(rule: Draw) -> int:
    if isinstance(rule, DrawRule):
        return DRAW_LAID if rule is DrawRule.LAID else DRAW_FULL
    return rule
