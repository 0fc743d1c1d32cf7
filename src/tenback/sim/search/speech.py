"""The talk of search bots: remarks about piles and about the speaker, and announced colours.

A remark about a pile says in coarse steps how much the seat loses if the pile changes. It depends
on that loss alone and never on the card behind it, so that partners cannot distinguish a trick from
a near card; if the policy lets seats announce tricks, there is a remark for that. If seats may only
name the pile they want, the bot names the pile that suits best. If seats may announce colours, the
bot announces those of its hand, with vague heights if the policy allows them. A seat that can
hardly play says so.

The remarks of a seat are one word with four bits for each pile and four bits for the speaker; its
announced colours are another word with four bits for each colour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tenback.core.rules import Rules, TalkPolicy
from tenback.core.rules_check import MAX_PILES
from tenback.sim.arrays import MAX_COLOURS, GameRow, RuleRow
from tenback.sim.bits import (
    ONE,
    THREE,
    TWO,
    ZERO,
    Cards,
    Signed,
    Word,
    both,
    holds,
    is_empty,
    keep_scalar,
    lowest,
    minus,
    row,
    size,
    without,
)
from tenback.sim.compiler import kernel, noinline
from tenback.sim.position import GIFTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

# The remarks about a pile; UNKNOWN for a seat that has never talked.
UNKNOWN = Word(0)
SILENCE = Word(1)
SMALL = Word(2)
SPARE = Word(3)
LEAVE = Word(4)
BACK = Word(5)
WANT = Word(6)
TRICK_WANTED = Word(7)

# The remarks about the speaker, in the place after the last pile: silence, or that it gets hard.
MOOD = Word(MAX_PILES)
TIGHT = Word(2)
BAD = Word(3)

# An announced colour: the seat holds it, or holds it low, middling or high.
COLOUR, HEIGHTS = Word(1), Word(2)  # `rules.colour_talk`
HELD = Word(1)

PILE_BITS = Word(4)
PILE_MASK = Word(15)
NO_PILE = Word(MAX_PILES)

RATHER_NOT = Word(0)
EITHER_WAY = Word(1)
WOULD = Word(2)
EASY = Signed(2)  # the mean cost of a card up to which a seat wishes to start
HARD = Signed(5)  # the mean cost of a card above which a seat prefers not to start

# A hand is tight if its cheapest lays pass over a fifth of all live cards on average, bad from two.
TIGHT_SHARE = Signed(5)
BAD_SHARES = Signed(2)

# Losses are counted in live cards passed over.
NEAR = Signed(3)  # a small step of a pile passes over fewer cards
A_LITTLE = Signed(4)
MUCH = Signed(9)
NO_WAY = Signed(24)  # the cost of a card that fits on no pile
TRICK = Signed(-6)  # the cost of going back
AMONG = Word(3)  # with fewer cards ahead, a remark would give away which card it is about


@kernel
def remark_about(remarks: Word, pile: Word) -> Word:
    """The remark about one pile."""
    return remarks >> (pile * PILE_BITS) & PILE_MASK


@noinline
def remarks_of(
    rules: RuleRow, seat: Word, tops: Any, live: Cards, hand: Cards, minimum: Word, costs: Any
) -> Word:
    """The remarks of a seat with this hand. `costs` is a buffer."""
    held = _weigh_cards(rules, seat, tops, live, hand, costs)
    if rules.wanted_pile_only:
        return _wanted(rules, costs, held)
    needed = min(Signed(minimum), held)
    normal = _cheapest(rules, costs, held, needed, NO_PILE, NO_WAY)
    # A seat that announces its colours does not also complain about them.
    mood = SILENCE if rules.colour_talk != ZERO else _mood(normal, needed * Signed(size(live)))
    remarks = mood << (MOOD * PILE_BITS)
    for pile in range(rules.piles):
        remark = SILENCE
        ahead = both(live, row(rules.ahead[rules.kinds[seat, pile], tops[pile]]))
        if rules.trick_talk or size(ahead) >= AMONG:
            remark = _remark(rules, costs, held, needed, normal, pile)
        remarks |= remark << (Word(pile) * PILE_BITS)
    return remarks


@kernel
def _mood(cost: Signed, everything: Signed) -> Word:
    """How hard the next turn is, by its share of all that there is to lose."""
    if cost * TIGHT_SHARE >= BAD_SHARES * everything:
        return BAD
    return TIGHT if cost * TIGHT_SHARE >= everything else SILENCE


@kernel
def _remark(
    rules: RuleRow, costs: Any, held: Signed, needed: Signed, normal: Signed, pile: Any
) -> Word:
    if rules.trick_talk and _has_trick(costs, held, pile):
        return BACK
    stepped = _cheapest(rules, costs, held, needed, Word(pile), NEAR) - normal
    if stepped >= MUCH:
        return LEAVE
    if stepped >= A_LITTLE:
        return SPARE
    jumped = _cheapest(rules, costs, held, needed, Word(pile), NO_WAY) - normal
    return SMALL if jumped >= MUCH else SILENCE


@noinline
def start_preference(rules: RuleRow, game: GameRow, seat: Word, costs: Any) -> Word:
    """How much a seat wishes to start: RATHER_NOT, EITHER_WAY or WOULD."""
    live = minus(row(rules.deck), row(game.laid[ZERO]))
    hand = row(game.hands[seat])
    held = _weigh_cards(rules, seat, game.tops, live, hand, costs)
    needed = min(Signed(rules.minimum), held)
    cost = _cheapest(rules, costs, held, needed, NO_PILE, NO_WAY)
    if cost <= EASY * needed:
        return WOULD
    return RATHER_NOT if cost > HARD * needed else EITHER_WAY


@kernel
def no_remarks(rules: RuleRow) -> Word:
    """Silence about every pile and about the speaker."""
    remarks = SILENCE << (MOOD * PILE_BITS)
    for pile in range(rules.piles):
        remarks |= SILENCE << (Word(pile) * PILE_BITS)
    return remarks


@kernel
def _wanted(rules: RuleRow, costs: Any, held: Signed) -> Word:
    """The remarks that name the pile that suits best, and whether for going back there."""
    best, where, remarks = NO_WAY, NO_PILE, no_remarks(rules)
    for pile in range(rules.piles):
        for number in range(held):
            if costs[number, pile] < best:
                best, where = costs[number, pile], Word(pile)
    if where == NO_PILE:
        return remarks
    remark = TRICK_WANTED if best == TRICK else WANT
    return remarks ^ (SILENCE ^ remark) << (where * PILE_BITS)


@kernel
def announced_colours(rules: RuleRow, hand: Cards) -> Word:
    """The colours that a seat with this hand announces."""
    announced = ZERO
    if rules.colour_talk == ZERO:
        return announced
    for colour in range(MAX_COLOURS):
        cards = both(hand, row(rules.colours[colour]))
        if is_empty(cards):
            continue
        if rules.colour_talk == COLOUR:
            announced |= HELD << (Word(colour) * PILE_BITS)
            continue
        for height in range(3):
            if not is_empty(both(cards, row(rules.heights[height]))):
                announced |= (TWO << Word(height)) << (Word(colour) * PILE_BITS)
    return announced


@kernel
def announced_cards(rules: RuleRow, entry: Word) -> Cards:
    """The cards that one bit of announced colours stands for."""
    cards = row(rules.colours[entry >> TWO])
    height = entry & THREE
    return cards if height == ZERO else both(cards, row(rules.heights[height - ONE]))


@kernel
def _weigh_cards(
    rules: RuleRow, seat: Word, tops: Any, live: Cards, hand: Cards, costs: Any
) -> Signed:
    """Write the cost of each card of a hand on each pile; return the number of cards."""
    held = Signed(0)
    while not is_empty(hand):
        card = lowest(hand)
        hand = without(hand, card)
        for pile in range(rules.piles):
            keep_scalar()
            kind, top = rules.kinds[seat, pile], tops[pile]
            cost = NO_WAY
            if kind < GIFTS:
                ahead = row(rules.ahead[kind, top])
                if holds(ahead, card):
                    passed = without(minus(both(live, ahead), row(rules.ahead[kind, card])), card)
                    cost = min(NO_WAY, Signed(size(passed)))
                elif holds(row(rules.back[kind, top]), card):
                    cost = TRICK
            costs[held, pile] = cost
        held += 1
    return held


@kernel
def _cheapest(
    rules: RuleRow, costs: Any, held: Signed, needed: Signed, changed: Word, below: Signed
) -> Signed:
    """The cost of the cheapest `needed` cards if one pile takes no card cheaper than `below`."""
    total, used = Signed(0), ZERO
    for _ in range(needed):
        best, chosen = NO_WAY + 1, Signed(0)
        for number in range(held):
            if used >> Word(number) & ONE != ZERO:
                continue
            for pile in range(rules.piles):
                cost = costs[number, pile]
                if Word(pile) == changed and cost < below:
                    cost = NO_WAY
                if cost < best:
                    best, chosen = cost, Signed(number)
        total += best
        used |= ONE << Word(chosen)
    return total


@kernel
def _has_trick(costs: Any, held: Signed, pile: Any) -> bool:
    least = NO_WAY
    for number in range(held):
        least = min(least, costs[number, pile])
    return least == TRICK


def write_talk_rules(arrays: NDArray[np.void], rules: Rules, policy: TalkPolicy) -> None:
    """Write into rule arrays what search bots may say by a policy; opponents say nothing."""
    coloured = 0 < len(rules.deck.colours) <= MAX_COLOURS and not rules.duel
    open_ = policy not in (TalkPolicy.SILENT, TalkPolicy.COLOURS_ONLY) and not rules.duel
    rough = open_ and policy is not TalkPolicy.NO_CLUES
    only = policy is TalkPolicy.COLOURS_ONLY and not rules.duel
    arrays["talks"] = open_ or only
    arrays["trick_talk"] = rough and (rules.trick.distance is not None or rules.trick.same_colour)
    arrays["wanted_pile_only"] = only
    arrays["colour_talk"] = (2 if rough else 1 if only else 0) if coloured else 0
